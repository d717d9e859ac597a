import { describe, expect, test } from 'bun:test'
import type { WantedFacts } from '../verdict/wanted'
import { queriesFor, queriesForSeries } from './queries'

const comic: WantedFacts = { kind: 'comic', series: 'The Salt Tide', year: 2015, issue: '7' }

const withNumber = (names: string) => [...names].map((name) => `${name} 007`)

describe('an indexer is queried', () => {
  test.each<[WantedFacts, string[]]>([
    [comic, ['Salt Tide 007', 'Salt Tide 7', 'Salt Tide 07']],
    [{ ...comic, issue: '107' }, ['Salt Tide 107']],
    [{ ...comic, issue: '1.MU' }, ['Salt Tide 001.MU', 'Salt Tide 1.MU', 'Salt Tide 01.MU']],
    [{ ...comic, issue: '½' }, ['Salt Tide ½']],
    [{ ...comic, issue: '1/2' }, ['Salt Tide 1/2']],
    [{ ...comic, issue: '2½' }, ['Salt Tide 002½', 'Salt Tide 2½', 'Salt Tide 02½']],
    [{ ...comic, issue: '0' }, ['Salt Tide 000', 'Salt Tide 0', 'Salt Tide 00']],
    [{ ...comic, issue: '0.5' }, ['Salt Tide 000.5', 'Salt Tide 0.5', 'Salt Tide 00.5']],
    [{ ...comic, issue: 'TPB' }, ['Salt Tide TPB']],
    [{ ...comic, issue: '-1' }, ['Salt Tide -1']],
    [
      { ...comic, series: "Harbor's Edge: Night", issue: '12' },
      ['Harbors Edge Night 012', "Harbor's Edge Night 012", 'Harbors Edge Night 12'],
    ],
    [{ ...comic, series: 'Tide-Crab', issue: '112' }, ['Tide Crab 112', 'Tide-Crab 112']],
    [{ ...comic, series: 'T.I.D.E.' }, ['TIDE 007', 'T.I.D.E. 007', 'TIDE 7', 'TIDE 07']],
    [
      { ...comic, series: 'The Salt & the Tide' },
      ['Salt Tide 007', 'Salt Tide 7', 'Salt Tide 07', 'Salt and the Tide 007', 'Salt & the Tide 007'],
    ],
    [{ ...comic, aliases: ['THE SALT-TIDE', 'Salt Tide'] }, ['Salt Tide 007', 'Salt Tide 7', 'Salt Tide 07']],
    [
      { ...comic, aliases: [...'abcdefghij'] },
      ['Salt Tide 007', 'Salt Tide 7', 'Salt Tide 07', ...withNumber('abcde')],
    ],
    [
      { ...comic, aliases: [...'abcdefghij'], allow_packs: true },
      ['Salt Tide 007', 'Salt Tide 7', 'Salt Tide 07', ...withNumber('abcd'), 'Salt Tide'],
    ],
    [{ ...comic, aliases: ['S&T'] }, ['Salt Tide 007', 'Salt Tide 7', 'Salt Tide 07', 'S T 007']],
    [
      { ...comic, booktype: 'annual', issue: '1' },
      ['Salt Tide Annual 001', 'Salt Tide Annual 1', 'Salt Tide Annual 01'],
    ],
    [
      { ...comic, series: 'Salt Tide Annual', booktype: 'annual', issue: '1' },
      ['Salt Tide Annual 001', 'Salt Tide Annual 1', 'Salt Tide Annual 01'],
    ],
    [{ ...comic, booktype: 'annual', issue: '', issue_year: 2016 }, ['Salt Tide Annual 2016']],
    [{ ...comic, booktype: 'one-shot', issue_year: 2016 }, ['Salt Tide 2016']],
    [{ ...comic, booktype: 'one-shot' }, ['Salt Tide 2015']],
    [{ ...comic, booktype: 'one-shot', year: null }, ['Salt Tide']],
    [{ ...comic, issue: '' }, ['Salt Tide 2015']],
    [{ ...comic, booktype: 'tpb', issue: '3' }, ['Salt Tide v03', 'Salt Tide Vol 3', 'Salt Tide 3']],
    // The volume in a book's own name is its number, and a single book is listed without one.
    [
      { ...comic, series: 'Salt Tide Vol. 3', aliases: ['Salt Tide'], booktype: 'tpb', issue: '1' },
      ['Salt Tide v03', 'Salt Tide Vol 3', 'Salt Tide 3'],
    ],
    [
      { ...comic, series: 'Salt Tide: Book Two', booktype: 'tpb', issue: '1', issue_count: 1 },
      ['Salt Tide Book Two', 'Salt Tide v02', 'Salt Tide Vol 2', 'Salt Tide 2'],
    ],
    [
      { ...comic, series: 'Salt Vol. 3: Low Tide', aliases: ['Salt', 'Brine'], booktype: 'tpb', issue: '1' },
      ['Salt v03', 'Salt Vol 3', 'Salt 3', 'Brine v03', 'Salt Vol 3 Low Tide', 'Salt Low Tide'],
    ],
    [
      { ...comic, series: 'Salt: Low Tide', aliases: ['Salt'], booktype: 'tpb', issue: '1', issue_count: 1 },
      ['Salt Low Tide', 'Salt Low Tide v01', 'Salt Low Tide Vol 1', 'Salt Low Tide 1'],
    ],
    [
      { ...comic, series: 'Salt Vol. 2', booktype: 'tpb', issue: '3', issue_count: 4 },
      ['Salt Vol 2 v03', 'Salt Vol 2 Vol 3', 'Salt Vol 2 3'],
    ],
    [{ ...comic, issue: '1', issue_count: 1 }, ['Salt Tide 001', 'Salt Tide 1', 'Salt Tide 01', 'Salt Tide']],
    [{ ...comic, allow_packs: true, issue: '107' }, ['Salt Tide 107', 'Salt Tide']],
    [
      { kind: 'manga', series: 'Kumo no Hashi', unit: 'volume', issue: '6' },
      ['Kumo no Hashi v06', 'Kumo no Hashi Vol 6', 'Kumo no Hashi 06'],
    ],
    [
      { kind: 'manga', series: 'Kumo no Hashi', unit: 'chapter', issue: '45' },
      ['Kumo no Hashi c045', 'Kumo no Hashi 045', 'Kumo no Hashi Chapter 45'],
    ],
    [{ ...comic, series: 'The', issue: '2' }, ['The 002', 'The 2', 'The 02']],
    [{ ...comic, series: '!!!', issue: '2' }, []],
    [{ ...comic, series: '!!!', aliases: ['Crab'], issue: '107' }, ['Crab 107']],
  ])('for %o with %j', (wanted, texts) => {
    expect(queriesFor(wanted)).toEqual(texts)
  })
})

test('for a whole series every spelling is searched for once', () => {
  expect(queriesForSeries('The Salt-Crab & Tide')).toEqual([
    'Salt Crab Tide',
    'Salt-Crab & Tide',
    'Salt Crab and Tide',
    'Salt Crab & Tide',
  ])
})
