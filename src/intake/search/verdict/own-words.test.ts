import { describe, expect, test } from 'bun:test'
import type { VerdictCode } from './codes'
import { judgeRelease } from './judge'
import { ownWords, readWithOwnNumbers, readWithOwnWords } from './own-words'
import { targetOf, type WantedFacts } from './wanted'

const item = (series: string, issue: string, more: Partial<WantedFacts> = {}): WantedFacts => ({
  kind: 'comic',
  series,
  year: 2018,
  issue,
  issue_date: '2019-05-15',
  ...more,
})
const manga = (series: string, issue: string, more: Partial<WantedFacts> = {}): WantedFacts => ({
  kind: 'manga',
  series,
  unit: 'chapter',
  issue,
  ...more,
})
const once = { booktype: 'one-shot', issue_count: 1, year: 2019 }
const annual = { booktype: 'annual' }
const packs = { allow_packs: true }

type Row = [wanted: WantedFacts, title: string, code: VerdictCode]

function check(what: string, rows: Row[]): void {
  describe(what, () => {
    for (const [wanted, title, code] of rows)
      test(`${wanted.series} ${wanted.issue} ← ${title} is ${code}`, () => {
        expect(judgeRelease(targetOf(wanted, {}), { title }, 2026).reason_code).toBe(code)
      })
  })
}

check('numbers in the wanted name are not the number of the issue', [
  [item('The Long 47: Low Tide', '100'), 'The Long 47 - Low Tide 100 (2019) (Digital)', 'accepted.issue'],
  [item('The Long 47: Low Tide', '47'), 'The Long 47 - Low Tide 100 (2019) (Digital)', 'rejected.issue_mismatch'],
  [item("Lantern '97", '3'), 'Northgate-Lantern.97.No.03.2019.Hybrid.Comic.eBook-ABC', 'rejected.series_mismatch'],
  [item("Lantern '97", '3'), 'Marvel-Lantern.97.No.03.2019.Hybrid.Comic.eBook-ABC', 'accepted.issue'],
  [item("Lantern '97", '97'), 'Marvel-Lantern.97.No.03.2019.Hybrid.Comic.eBook-ABC', 'rejected.issue_mismatch'],
  [item('Lantern 3', '1'), 'Lantern 3 (2018) 001 (2019) (digital)', 'accepted.issue'],
  [item('Lantern 3', '3'), 'Lantern 3 (2018) 001 (2019) (digital)', 'rejected.issue_mismatch'],
  [item('Lantern 2.0', '7'), 'Lantern 2.0 - 007 (2019)', 'accepted.issue'],
  [item('Lantern 2022', '½'), 'Lantern 2022 ½ (2019) (Digital)', 'accepted.issue'],
  [item('Lantern', '2022'), 'Lantern 2022 ½ (2019) (Digital)', 'rejected.issue_mismatch'],
  [item('Lantern 3', '8'), 'Lantern 08 (of 10) (2019)', 'rejected.series_mismatch'],
  [item('Lantern 3', '1', { issue_count: 1 }), 'Lantern 003 (2019)', 'rejected.series_mismatch'],
  [manga('Clouds ½', '3', { unit: 'volume' }), 'Clouds 1-2 v03 (2019) (Digital)', 'accepted.issue'],
  [manga('Clouds ½', '2', { unit: 'volume' }), 'Clouds 1-2 v03 (2019) (Digital)', 'rejected.issue_mismatch'],
  [manga('Clouds ½', '14'), '[ABC] Clouds ½ - Chapter 14', 'accepted.issue'],
  [manga('Clouds No. 8', '14'), 'Clouds No. 8 014 (2019) (Digital) (ABC)', 'accepted.issue'],
  [manga('Clouds No. 8', '8'), 'Clouds No. 8 014 (2019) (Digital) (ABC)', 'rejected.issue_mismatch'],
  [item('The Lanterns #1 Low Tide', '1', once), 'The Lanterns #1 Low Tide - 001 (2019).cbr', 'accepted.issue'],
  [
    item('The Lanterns #2 Low Tide', '1', once),
    'The Lanterns #1 Low Tide - 001 (2019).cbr',
    'rejected.series_mismatch',
  ],
  [item('Lantern #27 Anniversary Book', '1', once), 'Lantern 027 Anniversary Book (2019)', 'accepted.issue'],
])

check('words in the wanted name are not tags', [
  [item('The Cover', '7'), 'The Cover 007 (2019) (Digital) (ABC-Group)', 'accepted.issue'],
  [item('The Cover', '8'), 'The Cover 007 (2019) (Digital) (ABC-Group)', 'rejected.issue_mismatch'],
  [item('The Variants', '7'), 'The.Variants.007.2019.Digital.ABC-Group', 'accepted.issue'],
  [item('Preview Zone', '7'), 'Preview Zone 007 (2019) (Digital)', 'accepted.issue'],
  [item('Zone', '7'), 'Zone 007 Preview (2019) (Digital)', 'rejected.book_type'],
  [item('Zone', '7'), 'Zone 007 sample (2019) (Digital)', 'rejected.book_type'],
  [item('V', '7'), 'V #7 (2019)', 'accepted.issue'],
  [item('Harbor Double Digest', '7'), 'Harbor Double Digest 7', 'accepted.issue'],
  [item('Harbor', '7'), 'Harbor Double Digest 7', 'rejected.series_mismatch'],
  [item('Harbor Digest', '7', { booktype: 'tpb' }), 'Harbor Digest 007 (2019)', 'accepted.issue'],
  [item('Tide Day 2019 (Harbor II)', '1', once), 'Tide Day 2019 (Harbor II) (2019)', 'accepted.issue'],
  [item('Tide Day 2019 (Harbor II)', '1', once), 'Tide Day 2019 (Harbor) (2019)', 'rejected.series_mismatch'],
])

check('additions of posts and shops around a name hide nothing', [
  [item('Lantern', '7'), 'REPOST - Lantern 007 (2019)', 'accepted.issue'],
  [item('Lantern', '7'), 'Re-Up: Lantern 007 (2019)', 'accepted.issue'],
  [item('Lantern', '7'), 'Re: Lantern 007 (2019)', 'accepted.issue'],
  [manga('Lantern', '7'), 'Re: Lantern 007 (2019)', 'rejected.series_mismatch'],
  [item('Lantern', '7'), 'Fixed Lantern 007 (2019)', 'rejected.series_mismatch'],
  [item('Lantern', '7'), '(Anna) [01/15] - Lantern 007 (2019)', 'accepted.issue'],
  [item('Lantern', '1'), '(Anna) [01/15] - Lantern 007 (2019)', 'rejected.issue_mismatch'],
  [manga('Clouds', '7'), 'Manga - Clouds 007 [ENG]', 'accepted.issue'],
  [item('Lantern', '7'), 'Lantern -007-', 'accepted.issue'],
  [item('Lantern', '-7'), 'Lantern Issue #-7', 'accepted.issue'],
  [item('Lantern', '7'), 'Lantern Issue #-7', 'rejected.issue_mismatch'],
  [item('Lantern Annual', '1', annual), '1.Lantern.Annual.1', 'accepted.issue'],
  [item('Lantern Annual', '2', annual), '1.Lantern.Annual.1', 'rejected.issue_mismatch'],
  [item('Lantern', '1'), '1.Lantern.Annual.1', 'rejected.series_mismatch'],
  [item('Low Tide Special', '1', once), 'Low.Tide.Special.2019.One-Shot.Digital.ABC-Group', 'accepted.issue'],
  [item('Low Tide Special', '1', once), 'Low.Tide.Special.2009.One-Shot.Digital.ABC-Group', 'rejected.year_mismatch'],
  [item('Lantern', '4'), 'Lantern.Limited.Series.4.of.5.Jul.2019.SCAN.Comic.eBook-ABC', 'accepted.issue'],
  [item('Lantern', '2'), 'Lantern.Limited.Series.2.of.3.The.Harbor.Mar.2019.SCAN.Comic.eBook-ABC', 'rejected.series_mismatch'],
  [item('Lantern', '2'), 'Lantern_002_282019_29_28Digital_29_28ABC_Group_29.cbz', 'accepted.issue'],
  [item('Lantern', '29'), 'Lantern_002_282019_29_28Digital_29_28ABC_Group_29.cbz', 'rejected.issue_mismatch'],
  [item('Lantern', '7'), 'Lantern 007 (2 stories only)', 'rejected.book_type'],
  [item('Lantern', '7'), 'Lantern 007 (2019) (incomplete)', 'rejected.book_type'],
  [item('Lantern', '7', packs), '0 Day Week of (2019) 05 15', 'accepted.pack'],
  [item('Lantern', '7', packs), '0 Day Week of (2019) 05 22', 'rejected.pack_issue_absent'],
  [item('Low Tide', '1', { ...once, booktype: 'gn' }), 'Low Tide by Anna Berg (2019)', 'accepted.issue'],
  [item('Low Tide', '1'), 'Low Tide by Anna Berg (2019)', 'rejected.series_mismatch'],
  [item('Lantern', '7'), 'BOOM!.Studios-Lantern.No.07.2019.Retail.Comic', 'accepted.issue'],
  [item('Lantern', '7'), 'Slave.Labor.Graphics-Lantern.No.07.2019.Comic', 'accepted.issue'],
  [item('Lantern', '7'), 'Image Comics-Lantern No 07 2019 Retail Comic eBook-ABC', 'accepted.issue'],
]) // biome-ignore format: one release a line

check('packs of manga are volumes when two digits number them', [
  [manga('Clouds', '5', { unit: 'volume', ...packs }), 'Clouds (01-07+) (2019-2023) [Digital]', 'accepted.pack'],
  [manga('Clouds', '8', { unit: 'volume', ...packs }), 'Clouds (01-07+) (2019-2023)', 'rejected.pack_issue_absent'],
  [manga('Clouds', '5', { unit: 'volume', ...packs }), 'Clouds (001-041) (2019-2023)', 'rejected.unit_mismatch'],
  [manga('Clouds', '5', { unit: 'volume', ...packs }), 'Clouds Complete (v01-07)', 'accepted.pack'],
  [manga('Clouds', '5', { unit: 'volume', ...packs }), 'Complete Clouds (v01-07)', 'rejected.series_mismatch'],
  [manga('雲の橋', '5', { unit: 'volume', language: 'ja', ...packs }), '[山田] 雲の橋 全12巻', 'accepted.pack'],
  [manga('雲の橋', '13', { unit: 'volume', language: 'ja', ...packs }), '雲の橋 全12巻', 'rejected.pack_issue_absent'],
  [manga('Clouds', '5', { unit: 'volume' }), 'Clouds - T05 - VF', 'rejected.language_mismatch'],
  [manga('Clouds', '5', { unit: 'volume' }), 'Clouds - T05 - IT', 'accepted.issue'],
  [manga('Clouds', '5', { unit: 'volume' }), 'Clouds Volume 05 [BR]', 'rejected.language_mismatch'],
])

check('books are also numbered in words', [
  [item('Lantern', '1', { booktype: 'hc' }), 'Lantern Book One HC (2019) (Digital)', 'accepted.issue'],
  [item('Lantern Compendium', '2', { booktype: 'tpb' }), 'Lantern Compendium Two (2019)', 'accepted.issue'],
  [item('Lantern Compendium', '1', { booktype: 'tpb' }), 'Lantern Compendium Two (2019)', 'rejected.issue_mismatch'],
  [item('Lantern', '1', { booktype: 'hc' }), 'Lantern Compendium Two (2019)', 'rejected.series_mismatch'],
  [item('Lantern', '1'), 'Lantern Book One HC (2019)', 'rejected.series_mismatch'],
  [item('Lantern: Year One', '1', { booktype: 'tpb', issue_count: 1 }), 'Lantern - Year One (2019)', 'accepted.issue'],
  [item('Lantern: Year', '1', { booktype: 'tpb' }), 'Lantern - Year Two (2019)', 'rejected.issue_mismatch'],
])

check('albums of some countries have bare numbers', [
  [item('Lantern', '5', { booktype: 'tpb', language: 'de' }), 'Lantern 05 - Ebbe [German]', 'accepted.issue'],
  [item('Lantern', '5', { booktype: 'tpb' }), 'Lantern 05 - Ebb', 'rejected.book_type'],
])

const clouds = manga('Clouds', '5', { unit: 'volume' })
const french = manga('Clouds', '5', { unit: 'volume', language: 'fr' })

check('a language is found as a single word after the number', [
  [clouds, 'Clouds_T05_French', 'rejected.language_mismatch'],
  [clouds, 'clouds.v05.french.cbz', 'rejected.language_mismatch'],
  [clouds, 'Clouds v05 Ita', 'rejected.language_mismatch'],
  [clouds, 'Clouds v05 PT-BR', 'rejected.language_mismatch'],
  [clouds, 'Clouds v05 - Español', 'rejected.language_mismatch'],
  [clouds, 'Clouds v05 en español', 'rejected.language_mismatch'],
  [clouds, 'Clouds v05 Brazilian Portuguese', 'rejected.language_mismatch'],
  [clouds, 'Clouds v05 (2019) (Digital) German', 'rejected.language_mismatch'],
  [clouds, 'Clouds v05 English', 'accepted.issue'],
  [french, 'Clouds_T05_French', 'accepted.issue'],
  [item('Lantern', '7'), 'Lantern.007.2019.German.Comic.eBook-ABC', 'rejected.language_mismatch'],
  [item('Lantern', '7'), 'Lantern 007 - French Tides (2019)', 'accepted.issue'],
  [item('Lantern', '7'), 'Lantern 007 French-Tides (2019)', 'accepted.issue'],
  [item('Lantern', '7'), 'Lantern 007 (2019) (German-ABC)', 'accepted.issue'],
])

check('volumes and books have other markers too', [
  [french, 'Clouds 05 (Ana UMINO) [Digital-1920]', 'accepted.issue'],
  [french, 'Clouds 06 (Ana UMINO) [Digital-1920]', 'rejected.issue_mismatch'],
  [french, 'Clouds 05 (Ana UMINO)', 'rejected.unit_mismatch'],
  [french, 'Ana.Umino.2021.Clouds.T05.FRENCH.CBZ-ABC', 'accepted.issue'],
  [french, 'Ana.Umino.2021.Clouds.T06.FRENCH.CBZ-ABC', 'rejected.issue_mismatch'],
  [french, 'Ana.Umino.2021.Harbor.Clouds.T05.FRENCH.CBZ-ABC', 'rejected.series_mismatch'],
  [french, 'Blue.Orchard.Clouds.T05.FRENCH.CBZ-ABC', 'rejected.series_mismatch'],
  [item('Lantern: The Complete Tide in One Volume', '1', { booktype: 'tpb', issue_count: 1 }), 'Lantern The Complete Tide In One Volume 1 (2019)', 'accepted.issue'],
  [item('Lantern: The Complete Tide in One Volume', '1', { booktype: 'tpb', issue_count: 1 }), 'Lantern The Complete Tide In One Volume 2 (2019)', 'rejected.book_type'],
  [item('Lantern', '6AU'), 'part.05.Lantern.006.AU.2019.the-ABC', 'accepted.issue'],
  [item('Lantern', '5'), 'part.05.Lantern.006.2019.the-ABC', 'rejected.issue_mismatch'],
]) // biome-ignore format: one release a line

test.each([
  ['Lantern', false],
  ['Harbor Lights', false],
  ['Lantern 27', true],
  ['Lantern ½', true],
  ['Harbor (Lights)', true],
  ['The Cover', true],
  ['Lantern Annual', false],
  ['Preview Digest', false],
  ['The Complete Preview in One Volume', true],
])('%s has own words: %p', (name, has) => {
  expect(ownWords(name) !== undefined).toBe(has)
})

test.each([
  ['Lantern 27: Special', 'Lantern 27 Special 001', true],
  ['Lantern 27: Special', 'Lantern_027_-_Special 001', true],
  ['Lantern 27: Special', 'Lantern 127 Special 001', false],
  ['Lantern 27: Special', 'Lantern 27 Specials 001', false],
  ['Lantern 27: Special', 'Lantern27 Special 001', false],
  ['Lantern 27', 'Lantern 27 001', true],
  ['Lantern 27', 'Lantern 027 (2019)', false],
  ['Lantern 27', 'Lantern 27.5 (2019)', false],
  ['27 Lanterns', '27 Lanterns 001', true],
  ['27 Lanterns', '027 Lanterns 001', false],
  ['Agent 07 Files', 'Agent 07 Files 001', true],
  ['Agent 07 Files', 'Agent 0007 Files 001', false],
  ['The Tide 27', 'The 0Tide 27 001', false],
  ['Clouds ½', 'Clouds ½ 003', true],
  ['Clouds ½', 'Clouds 1-2 003', true],
  ['Clouds ½', 'Clouds 1 003', false],
  ['Harbor (Lights)', 'Harbor (Lights) 001', true],
])('%s is found in %s: %p', (name, title, found) => {
  expect(ownWords(name)!.pattern.test(title)).toBe(found)
})

describe('a name with own words', () => {
  const options = { kind: 'comic', year: 2026, title: true } as const
  const own = ['The Cover', 'Lantern 27', 'Harbor (Lights)'].map((name) => ownWords(name)!)

  test.each([
    ['Lantern 27 003 (2019)', ['Lantern 27', '3', '']],
    ['Lantern 27 v02 (2019)', ['Lantern 27', '', '2']],
    ['Lantern 27 (2019)', undefined],
    ['Lantern 28 003 (2019)', undefined],
    ['Lantern 27 Tide 003 (2019)', undefined],
    ['The Cover 003 (2019)', undefined],
  ])('is parsed with its numbers in %s as %j', (title, as) => {
    const read = readWithOwnNumbers(title, own, options)
    expect(read && [read.series, read.issue, read.volume]).toEqual(as)
  })

  test.each([
    ['The Cover 003 (2019)', ['The Cover', '3']],
    ['The Cover (2019)', ['The Cover', '']],
    ['Lantern 27 (2019)', ['Lantern 27', '']],
    ['Harbor (Lights) 003 (2019)', ['Harbor (Lights)', '3']],
    ['HarborLights 003 (2019)', undefined],
    ['The Cover Tide 003 (2019)', undefined],
  ])('is parsed with its words in %s as %j', (title, as) => {
    const read = readWithOwnWords(title, own, options)
    expect(read && [read.series, read.issue]).toEqual(as)
  })
})
