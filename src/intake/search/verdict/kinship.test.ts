import { describe, expect, test } from 'bun:test'
import { readName } from '../../../base/names/read-name'
import { type Kinship, keysToWantBy, kinship } from './kinship'
import { readRelease } from './parsed-release'
import { targetOf, type WantedFacts } from './wanted'

const comic: WantedFacts = { kind: 'comic', series: 'Lantern', issue: '7' }
const dated: WantedFacts = { ...comic, year: 2015 }
const annual: WantedFacts = { ...comic, series: 'Lantern Annual', year: 2015, booktype: 'annual' }
const northgate: WantedFacts = { ...comic, publisher: 'Northgate Comics' }
const book: WantedFacts = { ...comic, series: 'Harbor Lights', booktype: 'tpb', issue: '1', issue_count: 1 }
const rouge: WantedFacts = { ...comic, series: 'La Lanterne Rouge' }
const manga: WantedFacts = { kind: 'manga', series: 'Clouds', unit: 'volume', issue: '5' }
const kumo: WantedFacts = { ...manga, series: 'Kumo no Hashi' }

type Row = [wanted: WantedFacts, title: string, kin: Kinship]

function check(what: string, rows: Row[]): void {
  describe(what, () => {
    for (const [wanted, title, kin] of rows) {
      const { series, booktype = wanted.kind, year, publisher, issue_count: count } = wanted
      test(`${[series, booktype, year, publisher, count].filter(Boolean).join(' ')} ← ${title} is ${kin}`, () =>
        expect(readRelease(title, targetOf(wanted, {}), 2026).kin).toBe(kin))
    }
  })
}

check('a season is a separate series', [
  [manga, 'Clouds S1 v05', 'same'],
  [manga, 'Clouds S2 v05', 'other'],
  [{ ...manga, series: 'Clouds Season 2' }, 'Clouds S2 v05', 'same'],
  [{ ...manga, series: 'Clouds Season 3' }, 'Clouds S2 v05', 'other'],
  [{ ...manga, series: 'Clouds 2' }, 'Clouds 2 S2 v05', 'same'],
])

check('the form or the start year may be a word of the name', [
  [{ ...comic, series: 'Lantern Omnibus', booktype: 'omnibus' }, 'Lantern Omnibus (2022)', 'same'],
  [{ ...comic, series: 'Lantern 2014' }, 'Lantern (2014-2016) #7', 'same'],
  [{ ...comic, series: 'Lantern 2013' }, 'Lantern (2014-2016) #7', 'other'],
  [dated, 'Lantern 2014 007', 'same'],
  [dated, 'Lantern 2016 007', 'same'],
  [dated, 'Lantern 2013 007', 'other'],
  [dated, 'Lantern 2017 007', 'other'],
  [comic, 'Lantern 2014 007', 'other'],
  [dated, 'Lanterns 2014 007', 'other'],
])

check('an author after the name is not part of it for a single book, or for a manga', [
  [book, 'Harbor Lights by Anna Berg (2003)', 'same'],
  [book, 'Harbor Light by Anna Berg (2003)', 'other'],
  [book, 'Harbor Lights by Anna Berg v01 (2003)', 'other'],
  [{ ...book, issue_count: 2 }, 'Harbor Lights by Anna Berg (2003)', 'other'],
  [{ ...book, booktype: 'one-shot' }, 'Harbor Lights by Anna Berg (2003)', 'other'],
  [manga, 'Clouds by Haruka Umino v05', 'same'],
  [manga, 'Clouds by night v05', 'other'],
  [{ ...comic, series: 'Clouds' }, 'Clouds by Haruka Umino 007', 'other'],
])

check('a position in a reading order precedes a name with a number and a year', [
  [comic, '47 Lantern 007 (2014)', 'same'],
  [comic, '47 Lantern 007', 'other'],
  [comic, '47 Lantern (2014)', 'other'],
  [comic, '4 Lantern 007 (2014)', 'other'],
  [comic, '103 Lantern 04 (2014)', 'other'],
  [comic, '103 Lantern 04 (of 04) (2014)', 'same'],
  [{ ...manga, series: 'Lantern' }, '47 Lantern 007 (2014)', 'other'],
  [annual, '1.Lantern.Annual.1', 'same'],
  [annual, '103.Lantern.Annual.1', 'other'],
])

check('words around the name are not part of it', [
  [comic, 'Lantern Limited Series 4 of 5', 'same'],
  [comic, 'Lantern Mini-Series 007 (2016)', 'same'],
  [comic, 'Lantern Limited Series 4 - Low Tide', 'other'],
  [comic, 'Re: Lantern 007 (2016)', 'same'],
  [manga, 'Re: Clouds v05', 'other'],
  [rouge, 'Lanterne Rouge (La) 007', 'same'],
  [rouge, 'Lanterne Rouge, La 007', 'same'],
  [rouge, 'Lanterne Rouge, Le 007', 'other'],
  [manga, 'Clouds Manga v05', 'same'],
  [{ ...comic, series: 'Clouds' }, 'Clouds Manga 007', 'other'],
])

check('a publisher precedes the name', [
  [northgate, 'Northgate - Lantern 007 (2016)', 'same'],
  [northgate, 'Northgate Comics - Lantern 007 (2016)', 'same'],
  [northgate, 'Southgate - Lantern 007 (2016)', 'other'],
  [northgate, 'Lanterns 007 (2016)', 'other'],
  [northgate, 'Northgate - Lanterns 007 (2016)', 'other'],
  [comic, 'Northgate - Lantern 007 (2016)', 'other'],
  [{ ...comic, series: 'Dark Horse Lantern' }, 'Dark Horse - Lantern 007 (2016)', 'same'],
  [kumo, 'Yen.Press.Kumo.no.Hashi.Vol.02.2022.eBook-ABC', 'same'],
  [kumo, 'Yen.Press.Kumo.no.Hashi.Vol.02.2022-ABC', 'same'],
  [kumo, 'Seven.Seas.Entertainment.Kumo.no.Hashi.Vol.02.2022.eBook-ABC', 'same'],
  [kumo, 'Seven.Rivers.Kumo.no.Hashi.Vol.02.2022.eBook-ABC', 'other'],
  [{ ...manga, series: 'Tides' }, 'Vertical.Tides.Vol.02.2022.eBook-ABC', 'other'],
  [{ ...manga, series: '007 Clouds' }, '007 Clouds v05', 'same'],
])

check('a manga has names in two languages', [
  [kumo, 'Kumo no Hashi | Bridge of Clouds v05', 'same'],
  [kumo, 'Bridge of Clouds / Kumo no Hashi v05', 'same'],
  [kumo, 'Kumo no Hashi/Bridge of Clouds v05', 'same'],
  [kumo, 'Kumo no Hashi/Clouds v05', 'other'],
  [kumo, 'Kumo no Hashi/ Clouds v05', 'other'],
  [manga, 'Kumo / Clouds v05', 'same'],
  [manga, 'Kumo/Clouds v05', 'other'],
])

check('an annual belongs to its series', [
  [dated, 'Lantern Annual 007 (2016)', 'annual'],
  [dated, 'Lantern Annuals 007 (2016)', 'annual'],
  [dated, 'Lantern 2016 Annual 007 (2016)', 'annual'],
  [dated, 'Lantern 2099 Annual 007 (2016)', 'other'],
  [{ ...dated, series: 'Lantern 2099' }, 'Lantern 2099 Annual 007 (2016)', 'annual'],
  [dated, 'Harbor Annual 007 (2016)', 'other'],
  [annual, 'Lantern Annual 007 (2016)', 'same'],
  [annual, 'Lantern Annuals 007 (2016)', 'same'],
  [annual, 'Lantern - Annual 007 (2016)', 'same'],
  [annual, 'Lantern Omnibus Annual 007 (2016)', 'other'],
])

check('an edition, a book or a pack of the series is distinguished from it', [
  [manga, 'Clouds Deluxe Edition v05', 'edition'],
  [manga, 'Cloud Deluxe Edition v05', 'other'],
  [{ ...book, issue_count: 9 }, 'Harbor Lights - The Long Night TPB v01', 'edition'],
  [{ ...book, issue_count: 9 }, 'Harbor Lights by Anna Berg Omnibus v01', 'edition'],
  [{ ...book, issue_count: 9 }, 'Harbor Lights - The Long Night v01', 'other'],
  [{ ...book, issue_count: 9 }, 'Harbor Lights - The Long Night One-Shot (2016)', 'other'],
  [{ ...book, issue_count: 9 }, 'Harbor Days - The Long Night TPB v01', 'other'],
  [{ ...book, issue_count: 9 }, 'Harbor Days by Anna Berg Omnibus v01', 'other'],
  [manga, 'Clouds Complete (v01-14)', 'same'],
  [manga, 'Clouds Complete v05', 'other'],
  [comic, 'Lantern Complete Series 01-14', 'same'],
  [comic, 'Lanterns Complete Series 01-14', 'other'],
  [comic, 'Lantern Pack', 'pack'],
  [comic, 'Lantern Pack 007', 'other'],
  [comic, 'Lanterns Pack', 'other'],
])

describe('a release is looked up by every name under which it could be wanted', () => {
  test.each([
    ['Lantern 007 - Low Tide (2016)', ['lantern', 'lantern7']],
    ['Lantern (2014) #7', ['lantern', 'lantern2014', 'lantern7']],
    ['Lantern 2014 007', ['lantern2014', 'lantern', 'lantern20147']],
    ['Lantern Omnibus (2022)', ['lantern', 'lanternomnibus']],
    ['Lantern Vol. 03 - Low Tide', ['lantern', 'lanternlowtide']],
    ['Northgate - Lantern 007 (2016)', ['northgatelantern', 'lantern', 'northgatelantern7']],
    ['47 Lantern 007 (2014)', ['47lantern', 'lantern', '47lantern7']],
    ['Lantern S1 007', ['lantern', 'lantern7']],
    ['Lantern S2 007', ['lantern', 'lantern7', 'lanternseason2']],
    ['Lantern by Anna Berg (2003)', ['lanternbyannaberg', 'lantern']],
    ['Lantern Complete (v01-14)', ['lanterncomplete', 'lantern']],
    ['Lantern Annual 007 (2016)', ['lanternannual', 'lanternannual7', 'lantern']],
    ['Lantern 2099 Annual 007 (1994)', ['lantern2099annual', 'lantern2099annual7', 'lantern', 'lanternannual']],
    ['Lanterne Rouge (La) 007', ['lanternerouge', 'lalanternerouge', 'lanternerougela', 'lanternerouge7']],
  ])('%s', (title, keys) =>
    expect(keysToWantBy(readName(title, { kind: 'comic', year: 2026, title: true }))).toEqual(keys),
  )

  test.each([
    ['Clouds Manga v05', ['cloudsmanga', 'clouds']],
    ['Kumo / Clouds v05', ['kumoclouds', 'kumo', 'clouds']],
    ['Yen.Press.Vol.02.2022.eBook-ABC', ['yenpress']],
  ])('%s', (title, keys) =>
    expect(keysToWantBy(readName(title, { kind: 'manga', year: 2026, title: true }))).toEqual(keys),
  )

  const read = readName('Lantern (2016)', { kind: 'comic', year: 2026, title: true })
  test.each([
    [{ series: '', title: 'Low Tide' }, ['lowtide']],
    [{ series: 'Copper', alt_series: 'Harbor' }, ['copper']],
    [{ series: 'Harbor - Lantern', alt_series: 'Copper' }, ['harborlantern']],
    [{ kind: 'manga', series: 'Kumo no Hashi/' } as const, ['kumonohashi']],
  ])('read as %j', (more, keys) => expect(keysToWantBy({ ...read, ...more })).toEqual(keys))
})

test('another name in the title counts only when it is the longer one', () => {
  const target = targetOf({ ...comic, series: 'Harbor' }, {})
  const reading = readRelease('Lantern 007 (2016)', target, 2026)
  const kinOf = (series: string) => kinship({ ...reading, series, alt_series: 'Harbor' }, target)
  expect(['Tide', 'Copper'].map(kinOf)).toEqual(['same', 'other'])
})
