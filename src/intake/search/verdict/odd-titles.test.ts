import { describe, expect, test } from 'bun:test'
import type { VerdictCode } from './codes'
import { judgeRelease } from './judge'
import { targetOf, type WantedFacts } from './wanted'

const run: WantedFacts = {
  kind: 'comic',
  series: 'Copper Lantern',
  year: 2015,
  publisher: 'Dark Horse Comics',
  issue: '7',
  issue_date: '2016-02-10',
  allow_packs: true,
}
const recent: WantedFacts = { ...run, year: 2024, issue_date: '2025-02-12' }
const facsimile: WantedFacts = { ...recent, series: 'Copper Lantern: Facsimile Edition' }
const line: WantedFacts = { ...run, series: 'Copper Lantern Collection: Low Tide', booktype: 'tpb', issue: '1', issue_count: 1, issue_date: '2015-06-03' } // biome-ignore format: one item
const volume: WantedFacts = { kind: 'manga', series: 'Kumo no Hashi', year: 2014, unit: 'volume', issue: '6' }
const english: WantedFacts = { ...volume, series: 'Bridge of Clouds' }
const zero: WantedFacts = { ...volume, series: 'Clouds' }

type Row = [wanted: WantedFacts, title: string, code: VerdictCode, satisfies?: string[]]

function check(what: string, rows: Row[]): void {
  describe(what, () => {
    for (const [wanted, title, code, satisfies] of rows) {
      test(`${wanted.series} ${wanted.issue} of ${wanted.publisher} ← ${title} is ${code}`, () => {
        const result = judgeRelease(targetOf(wanted, {}), { title }, 2026)
        const filled = satisfies ?? (code.startsWith('accepted') ? [wanted.issue] : [])
        expect([result.reason_code, result.satisfies]).toEqual([code, filled])
      })
    }
  })
}

check('an audiobook is not a comic', [
  [volume, 'Kumo no Hashi v06 (2016) (Unabridged)', 'rejected.book_type'],
  [volume, 'Kumo no Hashi Vol 6 Audiobook [ENG]', 'rejected.book_type'],
  [volume, 'Kumo no Hashi Vol 6.m4b', 'rejected.book_type'],
  [{ ...volume, series: 'The Audiobook Club' }, 'The Audiobook Club v06', 'accepted.issue'],
])

check('a facsimile is a separate publication', [
  [run, 'Copper Lantern 007 (2016) (Facsimile Edition)', 'accepted.issue'],
  [run, 'Copper Lantern 007 Facsimile Edition', 'rejected.book_type'],
  [recent, 'Copper Lantern 007 Facsimile Edition (2025)', 'rejected.book_type'],
  [recent, 'Copper Lantern 007 (2025) (Facsimile Edition)', 'rejected.book_type'],
  [{ ...recent, ignore_type: true }, 'Copper Lantern 007 (Facsimile Edition) (2025)', 'rejected.book_type'],
  [facsimile, 'Copper Lantern Facsimile Edition 007 (2025)', 'accepted.issue'],
])

check('a week names all of its publishers', [
  [run, '0-Day Week of 2016.02.10 by Marvel, DC', 'rejected.pack_issue_absent'],
  [run, '0-Day Week of 2016.02.10 by Marvel, Dark Horse', 'accepted.pack'],
  [run, '0-Day Week of 2016.02.10 by Dark.Horse, Image', 'accepted.pack'],
  [run, '0-Day Week of 2016.02.10', 'accepted.pack'],
  [run, 'Indie Week+ (02-10-2016)', 'accepted.pack'],
  [{ ...run, publisher: 'DC Comics' }, '0-Day Week of 2016.02.10 by Marvel, DC', 'accepted.pack'],
  [{ ...run, publisher: 'DC Comics' }, 'Indie Week+ (02-10-2016)', 'rejected.pack_issue_absent'],
  [{ ...run, publisher: 'Image' }, '0-Day Week of 2016.02.10 by Marvel, DC', 'rejected.pack_issue_absent'],
])

check('a title in two languages has both names', [
  [volume, 'Kumo no Hashi | Bridge of Clouds v06', 'accepted.issue'],
  [english, 'Kumo no Hashi | Bridge of Clouds v06', 'accepted.issue'],
  [english, 'Kumo no Hashi / Bridge of Clouds v06', 'accepted.issue'],
  [english, 'Kumo no Hashi/Bridge of Clouds v06', 'accepted.issue'],
  [zero, 'Kumo no Hashi | Bridge of Clouds v06', 'rejected.series_mismatch'],
  [zero, 'Clouds/Zero v06', 'rejected.series_mismatch'],
])

check('in an ebook release a publisher of several words comes first', [
  [volume, 'Yen.Press.Kumo.no.Hashi.Vol.06.2016.Retail.eBook-Group', 'accepted.issue'],
  [volume, 'Yen.Press.Kumo.no.Hashi.Vol.06.2016.Retail-Group', 'accepted.issue'],
  [volume, 'Moon.Press.Kumo.no.Hashi.Vol.06.2016.Retail.eBook-Group', 'rejected.series_mismatch'],
])

check('a book of a line has both names', [
  [line, 'Copper Lantern Collection Vol. 03 - Low Tide (2015)', 'accepted.issue'],
  [line, 'Copper Lantern Collection Vol. 3: Low Tide by Northgate [ENG / CBR]', 'accepted.issue'],
  [line, 'Copper Lantern Collection Vol. 04 - High Tide (2015)', 'rejected.series_mismatch'],
  [{ ...line, issue_count: 5 }, 'Copper Lantern Collection Vol. 03 - Low Tide (2015)', 'rejected.series_mismatch'],
  [{ ...line, booktype: null, issue_count: 5 }, 'Copper Lantern Collection v03 - Low Tide (2015)', 'rejected.series_mismatch'],
]) // biome-ignore format: one release a line

check('the start year identifies the series without brackets', [
  [run, 'Copper Lantern 2015 007 (2016)', 'accepted.issue'],
  [run, 'Copper.Lantern.2015.007.Digital-Group', 'accepted.issue'],
  [run, 'Copper Lantern 2009 007 (2016)', 'rejected.series_mismatch'],
  [run, 'Copper.Lantern.1998.007.Digital-Group', 'rejected.year_mismatch'],
])

check('the name may follow the number', [
  [volume, 'vol. 6 Kumo no Hashi', 'accepted.issue'],
  [volume, 'vol. 7 Kumo no Hashi', 'rejected.issue_mismatch'],
  [volume, 'vol. 6 Kumo no Niwa', 'rejected.series_mismatch'],
])

const chapter: WantedFacts = { ...volume, unit: 'chapter', issue: '66', allow_packs: true }
const tied: WantedFacts = { ...run, series: 'Lantern 10: Beyond the Tide', issue: '3', issue_date: '2015-06-03' }

check('a pack of volumes and chapters covers both', [
  [{ ...volume, allow_packs: true }, 'Kumo no Hashi (v01-12, 061-080) (Digital)', 'accepted.pack'],
  [chapter, 'Kumo no Hashi (v01-12, 061-080) (Digital)', 'accepted.pack'],
  [chapter, 'Kumo no Hashi v01-12, 061-080 (2014-2016) (Digital)', 'accepted.pack'],
  [{ ...chapter, issue: '81' }, 'Kumo no Hashi (v01-12, 061-080) (Digital)', 'rejected.unit_mismatch'],
])

check('a number in the title of a pack is not its content', [
  [tied, 'Lantern 10 - Beyond the Tide (01-05) (2015)', 'accepted.pack'],
  [{ ...tied, issue: '7' }, 'Lantern 10 - Beyond the Tide (01-05) (2015)', 'rejected.pack_issue_absent'],
  [{ ...tied, series: 'Lantern', issue: '10' }, 'Lantern 10 - Beyond the Tide (01-05) (2015)', 'rejected.series_mismatch'],
]) // biome-ignore format: one release a line

check('a bracket inside a name is part of it', [
  [{ ...volume, series: 'My (Fake) Clouds' }, 'My (Fake) Clouds v06 (2016) (Digital)', 'accepted.issue'],
  [{ ...volume, series: 'My Clouds' }, 'My (Fake) Clouds v06 (2016) (Digital)', 'rejected.series_mismatch'],
])

check('the event of a reading order is not a series', [
  [run, '02 - NIGHT OF TIDES - Copper Lantern 007 (2016)', 'accepted.issue'],
  [{ ...run, series: 'Night of Tides' }, '02 - NIGHT OF TIDES - Copper Lantern 007 (2016)', 'rejected.series_mismatch'],
]) // biome-ignore format: one release a line

const weekly: WantedFacts = { ...run, issue: '1010', issue_date: '2019-08-28', year: 2015 }

check('a file of a weekly pack is judged by its own name', [
  [weekly, '2019.08.28.Image.Week+/Copper.Lantern.1010.2019.Digital.ABC-Group', 'accepted.issue'],
  [weekly, '2019.08.28.Image.Week+/Iron.Lantern.1010.2019.Digital.ABC-Group', 'rejected.series_mismatch'],
  [weekly, 'Tides/Copper.Lantern.1010.2019.Digital.ABC-Group', 'rejected.series_mismatch'],
])

check('the novel has the same volumes as the manga, and is rejected', [
  [{ ...volume, allow_packs: true }, 'Kumo no Hashi (WN), Volumes 1 - 7, Parts 1-198', 'rejected.book_type'],
  [volume, 'Kumo no Hashi v06 [LN]', 'rejected.book_type'],
  [volume, 'Kumo no Hashi - Volume 06+ [Moon Club][Premium].epub', 'rejected.book_type'],
  [volume, 'Kumo no Hashi v06 [WNT]', 'accepted.issue'],
  [{ ...volume, allow_packs: true }, 'Kumo no Hashi Volumes 1 - 7', 'accepted.pack'],
  [volume, 'Kumo no Hashi - Volume 06 - Low Tide [Yen On][Kobo]', 'rejected.book_type'],
  [volume, '[Yen On] Kumo no Hashi v06', 'rejected.book_type'],
  [volume, 'Kumo no Hashi v06 [Yen Press][Kobo]', 'rejected.book_type'],
  [volume, 'Kumo no Hashi v06 [Yen Press] [moon] {r3}.pdf', 'rejected.book_type'],
  [volume, 'Kumo no Hashi v06 [Yen Press] [moon].cbz', 'accepted.issue'],
  [volume, 'Kumo no Hashi v06.pdf', 'accepted.issue'],
  [volume, '[Yen Press] Kumo no Hashi v06', 'accepted.issue'],
])

check('a game is not a comic', [
  [volume, 'Kumo no Hashi Volume 6 (PC Game)', 'rejected.book_type'],
  [volume, 'Kumo no Hashi 6 [NSW]', 'rejected.book_type'],
  [run, 'Copper Lantern 7 [FitGirl Repack]', 'rejected.book_type'],
  [{ ...volume, series: 'My Visual Novel' }, 'My Visual Novel v06', 'accepted.issue'],
])

const french: WantedFacts = { ...run, language: 'fr', booktype: 'gn', series: 'Ginkgo' }

check('French comics say so in front, or behind their author', [
  [french, 'bd_fr_ginkgo_t07_le_roi_de_la_mer.cbr', 'accepted.issue'],
  [french, 'BDFR - GINKGO - 07 - Le Roi.cbz', 'accepted.issue'],
  [french, 'BD FR Ginkgo T07.cbr', 'accepted.issue'],
  [{ ...french, language: 'en' }, 'bd_fr_ginkgo_t07_le_roi_de_la_mer.cbr', 'rejected.language_mismatch'],
  [volume, 'Kumo.no.Hashi.T06.Umino.FR.[CBZ]-moon12', 'rejected.language_mismatch'],
  [volume, 'Kumo.no.Hashi.v06.Umino.[CBZ]-moon12', 'accepted.issue'],
])

check('a translation credited in another language is not wanted', [
  [run, 'Copper Lantern 007 [Traducido por Ana y Luis][ABC].cbr', 'rejected.language_mismatch'],
  [run, 'Copper Lantern 007 [translated by Anna][ABC].cbr', 'accepted.issue'],
])

check('a position in a post, other posted files and another name are not part of the name', [
  [run, '10/23 Copper Lantern 007 (2016)', 'accepted.issue'],
  [run, '10/23 Copper Lantern 007.1 (2016)', 'rejected.issue_mismatch'],
  [{ ...run, series: '1/2 Lantern' }, '1/2 Lantern 007 (2016)', 'accepted.issue'],
  [run, '1/2 Copper Lantern 007 (2016)', 'rejected.series_mismatch'],
  [run, 'Gold Line releases (2016.02.12) - Copper Lantern 07 (of 08) (2016)', 'accepted.issue'],
  [run, 'Gold Line releases (2016.02.12) - Iron Lantern 07 (of 08) (2016)', 'rejected.series_mismatch'],
  [run, 'Copper Lantern 007 aka The Men of Tin 04', 'accepted.issue'],
  [run, 'Copper Lantern 004 aka The Men of Tin 07', 'rejected.issue_mismatch'],
  [run, 'Copper Lantern 007 282016 29 28Digital 29 28ABC Group 29', 'accepted.issue'],
  [run, 'Copper Lantern 006 282016 29 28Digital 29 28ABC Group 29', 'rejected.issue_mismatch'],
  [run, 'Copper Lantern 007 (2016) [two covers] [Absolute Edition art]', 'accepted.issue'],
  [run, 'Copper Lantern 007 (2016) [Absolute Edition]', 'rejected.book_type'],
])

const inFrench: WantedFacts = { ...volume, language: 'fr' }

check('a language is also found after a tag, between dashes and in a bracket of tags', [
  [volume, 'Kumo no Hashi - T06 [CBZ] Fr', 'rejected.language_mismatch'],
  [inFrench, 'Kumo no Hashi - T06 [CBZ] Fr', 'accepted.issue'],
  [volume, 'Kumo no Hashi - Tome 06 - FR - CBZ (HQ)', 'rejected.language_mismatch'],
  [volume, 'Kumo no Hashi - Tome 06 - Ana - FR [CBZ PDF]', 'rejected.language_mismatch'],
  [inFrench, 'Kumo no Hashi v06 (2018) (Digital) [CBZ - Anglais]', 'rejected.language_mismatch'],
  [volume, 'Kumo no Hashi v06 (2018) (Digital) [CBZ - Anglais]', 'accepted.issue'],
  [volume, 'Kumo no Hashi v06 - IT (2018)', 'accepted.issue'],
  [volume, 'Kumo no Hashi v06 (2018) It', 'accepted.issue'],
])

check('the version for phones and a single story are not the issue', [
  [run, 'Copper Lantern 007 [2016] [digital-mobile] [ABC-Group]', 'rejected.book_type'],
  [run, 'Copper.Lantern.007.2016.digital-mobile.ABC-Group', 'rejected.book_type'],
  [{ ...run, series: 'Copper Lantern Infinity Comic' }, 'Copper Lantern-Infinity Comic 007 [2016] [digital-mobile-ABC]', 'accepted.issue'],
  [{ ...run, ignore_type: true }, 'Copper Lantern 007 [2016] [digital-mobile] [ABC-Group]', 'accepted.issue'],
  [run, 'Copper Lantern 007 [B Story] [2016] [scan]', 'rejected.book_type'],
  [run, 'Copper Lantern 007 - A Story (2016)', 'accepted.issue'],
]) // biome-ignore format: one release a line

const album: WantedFacts = { ...run, booktype: 'tpb', issue: '1', issue_date: '2015-06-03', language: 'fr' }
const oneShot: WantedFacts = { ...run, series: 'Copper Lantern: Low Tide', booktype: 'one-shot', issue: '1', issue_count: 1 } // biome-ignore format: one item

check('text before a name and after its year does not hide them', [
  [run, '47 Copper Lantern 007 (2016) (Digital) (ABC-Group)', 'accepted.issue'],
  [run, '47 Copper Lantern 007', 'rejected.series_mismatch'],
  [run, '47 Copper Lantern 007 (1998)', 'rejected.year_mismatch'],
  [run, '100 Copper Lantern 007 (2016)', 'rejected.series_mismatch'],
  [run, '2 Copper Lantern 007 (2016)', 'rejected.series_mismatch'],
  [{ ...run, series: '47 Copper Lantern' }, '47 Copper Lantern 007 (2016)', 'accepted.issue'],
  [oneShot, 'Copper.Lantern.Low.Tide.2016.OS.Digital.ABC-Group', 'accepted.issue'],
  [oneShot, 'Copper.Lantern-Low.Tide.2016.3.covers.Digital.abc-Group', 'accepted.issue'],
  [{ ...oneShot, series: 'Lantern 5 Low Tide Special 2016' }, 'Lantern 5 Low Tide Special 2016 (Digital)', 'accepted.issue'],
  [{ ...oneShot, series: 'Lantern 5 Low Tide Special 2016' }, 'Lantern 5 High Tide Special 2016 (Digital)', 'rejected.series_mismatch'],
  [oneShot, 'Copper.Lantern.Low.Tide.1998.OS.Digital.ABC-Group', 'rejected.year_mismatch'],
  [{ ...album, language: 'en' }, 'Europe.Comics-Copper.Lantern.Vol.1.Low.Tide.HYBRiD.COMiC.eBook-ABC', 'accepted.issue'],
  [{ ...album, language: 'en' }, 'Moon.Comics-Copper.Lantern.Vol.1.Low.Tide.HYBRiD.COMiC.eBook-ABC', 'rejected.series_mismatch'],
  [{ ...oneShot, language: 'fr' }, 'Copper.Lantern.Low.Tide.2016.FRENCH.HYBRiD.COMiC.CBZ', 'accepted.issue'],
  [oneShot, 'Copper.Lantern.Low.Tide.2016.FRENCH.HYBRiD.COMiC.CBZ', 'rejected.language_mismatch'],
  [{ ...album, language: 'en' }, 'Copper Lantern (TPB 01) (2015) (ABC - Group)', 'accepted.issue'],
  [{ ...album, language: 'en' }, 'Copper Lantern (TPB 02) (2015) (ABC - Group)', 'rejected.issue_mismatch'],
  [{ ...album, language: 'en' }, 'Copper.Lantern.2014.Vol.01.Low.Tide.2015.Hybrid.Comic.eBook-ABC', 'accepted.issue'],
  [{ ...album, language: 'en' }, 'Copper.Lantern.2012.Vol.01.Low.Tide.2015.Hybrid.Comic.eBook-ABC', 'rejected.series_mismatch'],
  [album, '[BD Fr] Copper Lantern - T01 - Low Tide [1920].cbr', 'accepted.issue'],
  [{ ...album, language: 'en' }, '[BD Fr] Copper Lantern - T01 - Low Tide [1920].cbr', 'rejected.language_mismatch'],
  [album, 'Copper Lantern - T01 - Low Tide (1920).cbr', 'accepted.issue'],
  [album, 'Copper Lantern - T01 - Low Tide (1998).cbr', 'rejected.year_mismatch'],
  [run, 'Copper Lantern 007 (1920)', 'rejected.year_mismatch'],
]) // biome-ignore format: one release a line

const inTwo: WantedFacts = { ...run, series: 'Lantern & Harbor', issue: '7' }
const weeklies: WantedFacts = { ...run, issue: '46', issue_date: '2015-06-03' }

check('words between a volume and a number name another story', [
  [run, 'Copper Lantern v02 - The Long Tide 07', 'rejected.series_mismatch'],
  [run, 'Copper Lantern v02 - The Long Tide 01-08', 'rejected.series_mismatch'],
  [run, 'Copper Lantern Vol. 2 The Long Tide 007 (2016)', 'rejected.series_mismatch'],
  [run, 'Copper_Lantern_Vol._2_The_Long_Tide_#7_(2016)', 'rejected.series_mismatch'],
  [run, 'Copper Lantern Vol. 1 Issue 7 (2016)', 'accepted.issue'],
  [{ ...album, language: 'en', issue: '4', issue_date: '2016-06-01' }, 'Copper Lantern v04 19-24', 'accepted.issue'],
  [
    { ...album, language: 'en', issue: '4', issue_date: '2016-06-01' },
    'Copper Lantern v05 19-24',
    'rejected.issue_mismatch',
  ],
  [{ ...album, issue: '9', issue_date: '2016-06-01' }, 'Copper Lantern V9 #9 (of 13) (2016).pdf', 'accepted.issue'],
  [{ ...album, issue: '9', language: 'en' }, 'Copper Lantern V9 #9 (of 13) (2016).pdf', 'rejected.book_type'],
])

check('the years of a run are those of its series', [
  [run, 'Copper Lantern (2015-2019) #7', 'accepted.issue'],
  [run, 'Copper Lantern (2017-2019) #7', 'rejected.year_mismatch'],
  [run, 'Copper Lantern (1998-2016) 007 (2016)', 'rejected.year_mismatch'],
  [run, 'Copper Lantern 001-012 (2015-2016)', 'accepted.pack'],
])

check('a name is found after its position and its publisher, and without its signs', [
  [run, '103 Copper Lantern 07 (of 08) (2016)', 'accepted.issue'],
  [run, '103 Copper Lantern 06 (of 08) (2016)', 'rejected.issue_mismatch'],
  [run, '103 Copper Lantern 007 (2016)', 'rejected.series_mismatch'],
  [{ ...run, series: 'Image: Now What', publisher: 'Image' }, 'Image - Now What 007 (2016)', 'accepted.issue'],
  [{ ...run, series: 'Now What', publisher: 'Image' }, 'Image - Now What 007 (2016)', 'accepted.issue'],
  [{ ...run, series: 'Marvel: Now What' }, 'Image - Now What 007 (2016)', 'rejected.series_mismatch'],
  [inTwo, 'Lantern Harbor 007 (2016)', 'accepted.issue'],
  [inTwo, 'Lantern 007 (2016)', 'rejected.series_mismatch'],
  [{ ...run, series: 'Lantern Harbor' }, 'Lantern & Harbor 007 (2016)', 'rejected.series_mismatch'],
  [weeklies, 'Copper Lantern 046 52p ctc 04-05 2015', 'accepted.issue'],
  [{ ...weeklies, issue: '4' }, 'Copper Lantern 046 52p ctc 04-05 2015', 'rejected.issue_mismatch'],
  [{ ...chapter, issue: '5' }, 'Kumo-no-Hashi_ABCgroup_Chapter5v2', 'accepted.issue'],
  [{ ...chapter, issue: '5' }, 'Kumo-no-Hashi_Tides_Chapter5v2', 'rejected.series_mismatch'],
])

check('languages are found in whole phrases', [
  [volume, 'Kumo no Hashi v06 [French Edition]', 'rejected.language_mismatch'],
  [volume, 'Kumo no Hashi v06 Edition Française', 'rejected.language_mismatch'],
  [volume, 'Kumo no Hashi v06 (Latin American Spanish)', 'rejected.language_mismatch'],
  [volume, 'Kumo no Hashi v06 - Manga FR', 'rejected.language_mismatch'],
  [volume, 'Kumo no Hashi v06 FR-CBZ', 'rejected.language_mismatch'],
  [volume, 'Kumo no Hashi v06 (English Edition)', 'accepted.issue'],
  [run, 'Copper Lantern 007 (2016) (Marvel Italia)', 'rejected.language_mismatch'],
  [chapter, 'Kumo no Hashi Chapitre 66', 'rejected.language_mismatch'],
  [{ ...chapter, language: 'fr' }, 'Kumo no Hashi Chapitre 66', 'accepted.issue'],
  [{ ...chapter, language: 'pt' }, 'Kumo no Hashi Capítulo 66', 'accepted.issue'],
  [chapter, 'Kumo no Hashi Capítulo 66 [ENG]', 'accepted.issue'],
  [chapter, 'Kumo no Hashi Ch.066 (id)', 'rejected.language_mismatch'],
  [chapter, 'Kumo no Hashi Ch.066 (uk)', 'accepted.issue'],
])

check('each season of a manga has its own numbers', [
  [chapter, 'Kumo no Hashi S2 Ch. 66', 'rejected.series_mismatch'],
  [chapter, 'Kumo no Hashi S1 Ch. 66', 'accepted.issue'],
  [{ ...chapter, series: 'Kumo no Hashi Season 2' }, 'Kumo no Hashi S2 Ch. 66', 'accepted.issue'],
  [chapter, 'Kumo no Hashi c066 - Season 2 Finale', 'accepted.issue'],
])

check('packs are also numbered in brackets, with spaces and with commas', [
  [{ ...inFrench, allow_packs: true }, 'Kumo.no.Hashi.Tome.[1 a 12].FR.[CBZ]-ABC', 'accepted.pack'],
  [{ ...volume, allow_packs: true }, 'Kumo no Hashi Vol. 1 - 12', 'accepted.pack'],
  [run, 'Copper Lantern Vol. 1 - 7', 'accepted.issue'],
  [run, 'Copper Lantern #1-5, 6-12 (2015-2016)', 'accepted.pack'],
  [run, 'Copper Lantern #1-5, 8-12 (2015-2016)', 'rejected.pack_issue_absent'],
  [run, 'Copper Lantern 1-12 of 12', 'accepted.pack'],
]) // biome-ignore format: one release a line

const abroad: WantedFacts = { ...album, allow_packs: true, issue: '7', issue_date: null }

check('an album is found after its authors, in packs of two numbers, and distinguished from English by its words', [
  [abroad, '[BD] Berg - Moreau - Copper Lantern - Tome 7 - 2016 [ABC] [cbr]', 'accepted.issue'],
  [abroad, '[BD] Berg - Copper Lantern - Harbor - Tome 7 - 2016 [ABC] [cbr]', 'rejected.series_mismatch'],
  [abroad, 'Berg - Moreau - Copper Lantern - Tome 7 [cbr]', 'rejected.series_mismatch'],
  [abroad, 'Copper.Lantern.T1.T12.FR.[CBZ]', 'accepted.pack'],
  [abroad, 'Copper.Lantern.T1.T6.FR.[CBZ]', 'rejected.pack_issue_absent'],
  [abroad, 'Copper Lantern [Integrale T00-12] [FR] [CBZ]', 'accepted.pack'],
  [abroad, 'Copper Lantern T1 à T12 [CBZ]', 'accepted.pack'],
  [{ ...abroad, language: 'en' }, 'Copper Lantern T1 à T12 [CBZ]', 'rejected.language_mismatch'],
  [{ ...abroad, language: 'en' }, 'Copper Lantern 1 à 12 [CBZ]', 'rejected.language_mismatch'],
  [run, 'Copper Lantern 07 - El Faro Negro [SC][ABC].cbr', 'rejected.language_mismatch'],
  [run, 'Copper Lantern 07 [SC][CRG].cbr', 'rejected.language_mismatch'],
  [run, 'Copper Lantern 007 - El Faro Negro (2016) (digital) (ABC-Group)', 'accepted.issue'],
  [run, 'Copper Lantern 007 - El Diablo', 'accepted.issue'],
  [run, 'Copper Lantern, 2016 - 02 - 00 ( #7) (digital) (ABC - Group)', 'accepted.issue'],
  [run, 'Copper Lantern, 1985 - 02 - 00 ( #7) (digital) (ABC - Group)', 'rejected.year_mismatch'],
])
