import { describe, expect, test } from 'bun:test'
import { type ParsedRelease, readRelease } from './parsed-release'
import { targetOf, type WantedFacts } from './wanted'

const comic: WantedFacts = { kind: 'comic', series: 'Lantern', issue: '7' }
const annual: WantedFacts = { ...comic, series: 'Lantern 5 Annual', booktype: 'annual', aliases: ['Lantern 5'] }
const book: WantedFacts = { ...comic, booktype: 'tpb' }
const second: WantedFacts = { ...comic, volume: 2 }
const line: WantedFacts = { ...book, series: 'Lantern Collection: Low Tide', issue_count: 1 }
const special: WantedFacts = { ...comic, booktype: 'one-shot' }
const digest: WantedFacts = { ...comic, series: 'Harbor Double Digest' }
const volume: WantedFacts = { kind: 'manga', series: 'Clouds', unit: 'volume', issue: '6' }
const counted: WantedFacts = { ...volume, volume_count: 12 }
const chapter: WantedFacts = { ...volume, unit: 'chapter', issue: '90' }

type Row = [wanted: WantedFacts, title: string, reading: Partial<ParsedRelease>]

function check(what: string, rows: Row[]): void {
  describe(what, () => {
    for (const [wanted, title, reading] of rows) {
      const { kind, series, issue, ...more } = wanted
      test(`${kind} ${series} ${issue} ${JSON.stringify(more)} ← ${title}`, () =>
        expect(readRelease(title, targetOf(wanted, {}), 2026)).toMatchObject(reading))
    }
  })
}

/** `1-4 8-8` */
const spans = (text: string) =>
  text
    .split(' ')
    .filter(Boolean)
    .map((span) => span.split('-').map(Number))
    .map(([from, to]) => ({ from, to })) as ParsedRelease['spans']

check('the name is that of the title, or the wanted one if a number is part of it', [
  [{ ...chapter, series: 'Kumo no Hashi' }, 'kumo-no-hashi-chapter-12', { series: 'kumo no hashi', kin: 'same' }],
  [comic, '007', { series: '', number: '7' }],
  [{ ...comic, series: 'Lantern 5' }, 'Lantern 5 Special (2016)', { series: 'Lantern 5', special: 'Special' }],
  [annual, 'Lantern 5 (2016)', { series: 'Lantern 5', number: '' }],
  [annual, 'Lantern 5-8 (2016)', { series: 'Lantern', spans: spans('5-8') }],
  [annual, 'Lantern 005 (2016)', { series: 'Lantern', number: '5' }],
  [{ ...annual, aliases: ['Lantern 5', 'Lantern'] }, 'Lantern 5 (2016)', { series: 'Lantern', number: '5' }],
])

check('a book tells a story of its series, an issue does not', [
  [comic, 'Lantern v02 - The Long Tide 01-08', { kin: 'other' }],
  [book, 'Lantern v02 - The Long Tide 01-08', { kin: 'same', number: '2' }],
  [volume, 'Clouds v02 - The Long Tide 01-08', { kin: 'same', number: '2', spans: [] }],
])

check('years of a run without a number mean the complete manga', [
  [volume, 'Clouds (2014-2020)', { wholeRun: true }],
  [volume, 'Clouds (2014)', { wholeRun: false }],
  [volume, 'Clouds v06 (2014-2020)', { wholeRun: false }],
  [volume, 'Clouds c06 (2014-2020)', { wholeRun: false }],
  [comic, 'Lantern (2014-2016)', { wholeRun: false }],
])

check('a list of issues has gaps, and ascends', [
  [comic, 'Lantern 01-06, 08, 10-14', { series: 'Lantern', spans: spans('1-6 8-8 10-14') }],
  [comic, 'Lantern 01-06, 05, 10-14', { series: 'Lantern 01-06' }],
  [comic, 'Lantern 01-06, 06, 10-14', { series: 'Lantern 01-06' }],
  [comic, 'Lantern 01-06, 09-08, 10-14', { series: 'Lantern 01-06' }],
  [comic, 'Lantern 7, 8, 9 (2015-2016)', { number: '9', spans: [] }],
  [chapter, 'Clouds 001-006, 008, 010-014', { series: 'Clouds 001-006, 008' }],
  [comic, 'Lantern 001-020 (missing 012)', { spans: spans('1-11 13-20') }],
  [chapter, 'Clouds c001-020 (missing 012)', { spans: spans('1-20') }],
  [comic, 'Lantern 1-4, 8-12 (missing 1)', { spans: spans('2-4 8-12') }],
  [comic, 'Lantern 1-4, 8-12 (missing 2)', { spans: spans('1-1 3-4 8-12') }],
  [comic, 'Lantern 1-4, 8-12 (missing 4)', { spans: spans('1-3 8-12') }],
  [comic, 'Lantern 1-4, 8-12 (missing 5-7)', { spans: spans('1-4 8-12') }],
  [comic, 'Lantern 1-4, 8-12 (missing 8)', { spans: spans('1-4 9-12') }],
  [comic, 'Lantern 1-4, 8-12 (missing 10)', { spans: spans('1-4 8-9 11-12') }],
  [comic, 'Lantern 1-4, 8-12 (missing 12)', { spans: spans('1-4 8-11') }],
  [comic, 'Lantern 1-4, 8-12 (missing 3-9)', { spans: spans('1-2 10-12') }],
])

check('the numbers of a manga are volumes, written as those of comics', [
  [volume, 'Clouds Vol.2025 #01 (May, 2025)', { volume: '1', run_year: '2025', unit: 'volume' }],
  [volume, 'Clouds Vol.2025 01 (May, 2025)', { volume: '2025', issue: '1' }],
  [volume, 'Clouds Vol.2025 [Part #3 of 4]', { volume: '2025', run_year: '' }],
  [volume, 'Clouds Volume 1 - 12', { spans: spans('1-12'), issue: '' }],
  [{ ...comic, series: 'Clouds' }, 'Clouds Volume 1 - 12', { volume: '1', issue: '12', spans: [] }],
  [volume, 'Clouds v01 c012 Volume 1 - 12', { spans: spans('1-12'), issue: '' }],
  [volume, 'Clouds v03 c012 Volume 1 - 12', { volume: '3', issue: '12', spans: [] }],
  [volume, 'Clouds v01 c003 Volume 1 - 12', { volume: '1', issue: '3', spans: [] }],
])

check('the issues collected in a book are not books', [
  [book, 'Lantern v02 (007-012)', { number: '2', spans: [] }],
  [book, 'Lantern v02 (007-012, 014-016)', { number: '2', spans: [] }],
  [book, 'Lantern (007-012)', { spans: spans('7-12') }],
  [book, 'Lantern v02 - 007-012', { spans: spans('7-12') }],
  [comic, 'Lantern v02 (007-012)', { number: '7', spans: spans('7-12') }],
])

check('a file of a weekly pack follows a slash without spaces', [
  [comic, '2016.02.10.Week+/Lantern.010.2016', { series: 'Lantern', number: '10' }],
  [comic, '2016.02.10.Harbor/Lantern.010.2016', { series: 'Harbor/Lantern' }],
  [comic, '2016.02.10 Week+ /Lantern 010 (2016)', { kin: 'other' }],
  [comic, '2016.02.10.Week+/ Lantern 010 (2016)', { kin: 'other' }],
])

check('a position in a reading order and the run of a book come first', [
  [comic, '11.Lantern 13-18 [digital]', { series: 'Lantern', spans: spans('13-18') }],
  [special, '018. Lantern', { series: 'Lantern' }],
  [{ ...volume, series: 'Lantern' }, '11.Lantern v05', { series: '11.Lantern' }],
  [book, 'Lantern v2 v06', { number: '6' }],
  [{ ...book, volume: 2 }, 'Lantern v2 v06', { number: '6' }],
  [{ ...book, volume: 1 }, 'Lantern v2 v06', { number: '2' }],
  [comic, 'Lantern v2 v06', { volume: '2' }],
])

check('the site that added itself is not part of the name, unless there is nothing else', [
  [comic, 'X GetComics.INFO', { series: 'X' }],
  [comic, '_GetComics.INFO', { series: 'GetComics.INFO' }],
])

check('the number of a book may be a word', [
  [book, 'Lantern Book One', { series: 'Lantern', number: '1' }],
  [comic, 'Lantern Book One', { series: 'Lantern Book One', number: '' }],
  [book, 'Lantern Book One v03', { series: 'Lantern Book One', number: '3' }],
  [book, 'Lantern Book One 007', { series: 'Lantern Book One', number: '7' }],
  [book, 'Harbor Book One', { series: 'Harbor Book One', number: '' }],
  [{ ...book, aliases: ['Lantern Book One'] }, 'Lantern Book One', { series: 'Lantern Book One', number: '' }],
])

check('the authors of albums and of translations come first', [
  [book, '[BD] Berg - Moreau - Lantern - Tome 5', { series: 'Lantern', number: '5' }],
  [book, '[BD] X-Lantern - Tome 5', { series: 'X-Lantern' }],
  [book, '[BD] Berg - Lantern', { series: 'Berg - Lantern' }],
  [book, 'Berg - Lantern - Tome 5', { series: 'Berg - Lantern' }],
  [{ ...book, aliases: ['Berg - Lantern'] }, '[BD] Berg - Lantern - Tome 5', { series: 'Berg - Lantern' }],
  [volume, 'Ana.Umino.2021.Clouds.T05.FRENCH.CBZ-ABC', { series: 'Clouds', number: '5' }],
  [volume, 'Ana.Umino.2021.Clouds.T05.CBZ-ABC', { series: 'Ana Umino 2021 Clouds' }],
  [volume, 'Ana.Umino.2021.Cloud.T05.FRENCH.CBZ-ABC', { series: 'Ana Umino 2021 Cloud' }],
])

check('the number of an issue follows its month, or precedes its run', [
  [comic, 'Lantern #202011 - Vol. 302', { number: '302', volume: '' }],
  [{ ...comic, issue: '202011' }, 'Lantern #202011 - Vol. 302', { number: '202011' }],
  [{ ...volume, series: 'Lantern' }, 'Lantern #202011 - Vol. 302', { issue: '202011' }],
  [book, 'Lantern #202011 - Vol. 302', { issue: '202011', number: '302' }],
  [comic, 'Lantern #3 (#202011 - Vol. 302)', { number: '3' }],
  [comic, 'Lantern 200 V1 (1955)', { series: 'Lantern', number: '200' }],
  [second, 'Lantern 200 V2 (1955)', { series: 'Lantern', number: '200' }],
  [second, 'Lantern 200 V1 (1955)', { series: 'Lantern 200', number: '' }],
  [book, 'Lantern 200 V1 (1955)', { series: 'Lantern 200', number: '1' }],
  [{ ...volume, series: 'Lantern' }, 'Lantern 200 V1 (1955)', { series: 'Lantern 200', number: '1' }],
  [comic, 'Lantern 200 V1 #3 (1955)', { series: 'Lantern 200', number: '3' }],
  [comic, 'Lantern 200 V1-2 (1955)', { series: 'Lantern 200' }],
  [comic, 'Harbor 200 V1 (1955)', { series: 'Harbor 200', number: '' }],
  [{ ...comic, aliases: ['Lantern 200'] }, 'Lantern 200 V1 (1955)', { series: 'Lantern 200', number: '' }],
])

check('a book that is all of a line has no number', [
  [line, 'Lantern Collection Vol. 03 - Low Tide', { series: 'Lantern Collection Low Tide', number: '', volume: '' }],
  [line, 'Lantern Collection Vol. 03 - Low Tide by Anna Berg', { kin: 'same', number: '' }],
  [line, 'Lantern Collection 03 - Low Tide', { series: 'Lantern Collection', number: '3' }],
  [{ ...line, issue_count: 2 }, 'Lantern Collection Vol. 03 - Low Tide', { series: 'Lantern Collection', number: '3' }],
  [{ ...line, booktype: 'one-shot' }, 'Lantern Collection Vol. 03 - Low Tide', { series: 'Lantern Collection' }],
  [{ ...line, series: 'Lantern Collection' }, 'Lantern Collection Vol. 03 - Low Tide', { volume: '3' }],
  [{ ...line, series: 'Lantern Collection' }, 'Lantern Collection Vol. 03', { volume: '3' }],
])

check("the unit of a manga's number follows from its marker, the settings and the number of volumes", [
  [volume, 'Clouds v07', { unit: 'volume' }],
  [volume, 'Clouds c07', { unit: 'chapter' }],
  [{ ...volume, bare_number_mode: 'chapters' }, 'Clouds 07', { unit: 'chapter' }],
  [{ ...chapter, bare_number_mode: 'volumes' }, 'Clouds 07', { unit: 'volume' }],
  [{ ...counted, bare_number_mode: 'auto' }, 'Clouds 07', { unit: 'volume' }],
  [counted, 'Clouds 12', { unit: 'volume' }],
  [counted, 'Clouds 13', { unit: 'chapter' }],
  [counted, 'Clouds 7.5', { unit: 'chapter' }],
  [{ ...counted, unit: 'chapter' }, 'Clouds 12', { unit: 'chapter' }],
  [{ ...counted, volume_count: 1 }, 'Clouds 1', { unit: 'volume' }],
  [volume, 'Clouds 00', { unit: 'chapter' }],
  [volume, 'Clouds 07', { unit: 'chapter' }],
  [volume, 'Clouds 07 [Digital-1920]', { unit: 'volume' }],
  [volume, 'Clouds 07.5 [Digital-1920]', { unit: 'chapter' }],
  [counted, 'Clouds 13 [Digital-1920]', { unit: 'chapter' }],
  [volume, 'Clouds (01-14)', { unit: 'volume' }],
  [chapter, 'Clouds (01-14)', { unit: 'chapter' }],
  [counted, 'Clouds (01-14)', { unit: 'chapter' }],
  [volume, 'Clouds 007 (01-14)', { unit: 'chapter', number: '7' }],
  [volume, 'Clouds 001-014', { unit: 'chapter' }],
  [counted, 'Clouds 08-12', { unit: 'volume', spans: spans('8-12') }],
  [counted, 'Clouds 08-14', { unit: 'chapter' }],
])

check('volumes and chapters together are wanted', [
  [volume, 'Clouds v01-09', { unit: 'volume', spans: spans('1-9'), mixed: false }],
  [{ ...chapter, issue: '45' }, 'Clouds v05 c045', { unit: 'chapter', number: '45' }],
  [volume, 'Clouds v05 c045', { unit: 'chapter', number: '45' }],
  [chapter, 'Clouds v01-09 + c081-095', { unit: 'chapter', spans: spans('81-95'), mixed: true }],
  [{ ...chapter, in_volume: '1' }, 'Clouds v01-09 + c081-095', { unit: 'chapter' }],
  [{ ...chapter, issue: '45' }, 'Clouds v01-09 + c081-095', { unit: 'volume', spans: spans('1-9') }],
  [{ ...volume, issue: '90' }, 'Clouds v01-09 + c081-095', { unit: 'volume', spans: spans('1-9') }],
  [chapter, 'Clouds v01-09 + c090', { unit: 'chapter', spans: spans('90-90') }],
  [{ ...chapter, issue: '45' }, 'Clouds v01-09 + c090', { unit: 'volume', spans: spans('1-9') }],
  [chapter, 'Clouds v01-09 + c090.5', { unit: 'volume' }],
  [{ ...chapter, issue: '30' }, 'Clouds v06 (c027-033)', { unit: 'chapter', spans: spans('27-33'), mixed: false }],
  [{ ...chapter, issue: '30', in_volume: '5' }, 'Clouds v06 (c027-033)', { unit: 'chapter' }],
  [{ ...chapter, issue: '30', in_volume: '6' }, 'Clouds v06 (c027-033)', { unit: 'volume', spans: [] }],
])

check('ranges of numbers are joined by a sign', [
  [comic, 'Lantern v01-03', { spans: spans('1-3') }],
  [comic, 'Lantern v01-03 + 019-022', { spans: [], mixed: true }],
  [comic, 'Lantern #1 – 12 + #600 – 621', { spans: spans('1-12 600-621') }],
  [comic, 'Lantern 16.1 + 19-22', { spans: spans('19-22') }],
  [comic, 'Lantern 16.1', { spans: [] }],
  [chapter, 'Clouds c016 + 19-22', { spans: [] }],
])

check('a collection is a volume without an issue, or has the word for a book', [
  [comic, 'Lantern 007', { collection: false }],
  [comic, 'Lantern v07', { collection: true }],
  [comic, 'Lantern v07 007', { collection: false }],
  [comic, 'Lantern Omnibus', { collection: true }],
  [comic, 'Lantern One-Shot', { collection: false }],
  [digest, 'Harbor Double Digest 294', { collection: false }],
  [digest, 'Harbor Double Digest', { collection: true }],
  [digest, 'Harbor Double Digest v02 294', { collection: true }],
  [{ ...digest, series: 'Harbor Double' }, 'Harbor Double Digest 294', { collection: true }],
  [{ ...digest, booktype: 'tpb' }, 'Harbor Double Digest 294', { collection: true }],
])
