import { describe, expect, test } from 'bun:test'
import { judgeRelease } from '../verdict/judge'
import { type KnownRelease, targetOf, type WantedFacts } from '../verdict/wanted'
import { FeedIndex } from './feed-index'

const words = ['Harbor', 'Glass', 'Salt', 'Copper', 'Quiet', 'Last', 'Night', 'Iron', 'Winter', 'Paper']
const nouns = ['Lights', 'Orchard', 'Road', 'Signal', 'Choir', 'Tide', 'Atlas', 'Garden', 'Fleet', 'Engine']
const names = words.flatMap((word) => nouns.map((noun) => `${word} ${noun}`))

const comics = names.flatMap((series): WantedFacts[] =>
  [3, 4, 5, 9].map((number) => ({
    kind: 'comic',
    series,
    year: 2015,
    issue: String(number),
    issue_date: '2016-02-10',
    allow_packs: true,
    missing: ['3', '4', '5', '9'],
  })),
)
const manga: WantedFacts[] = [
  {
    kind: 'manga',
    series: 'Kumo no Hashi',
    year: 2014,
    unit: 'volume',
    issue: '6',
    volume_count: 12,
    allow_packs: true,
    missing: ['6'],
  },
  {
    kind: 'manga',
    series: 'Kumo no Hashi',
    year: 2014,
    unit: 'chapter',
    issue: '45',
    in_volume: '5',
    allow_packs: true,
    missing: ['45'],
  },
]
const annual: WantedFacts = {
  kind: 'comic',
  series: 'Harbor Lights',
  year: 2016,
  booktype: 'annual',
  issue: '1',
  issue_date: '2016-08-03',
}
const wanted = [...comics, ...manga, annual]
const entries = wanted.map((each) => ({ item: each, target: targetOf(each, {}) }))
const index = new FeedIndex(entries)

const TITLES = [
  'Harbor Lights 004 (2016) (Digital)',
  'Harbor Lights 006 (2016) (Digital)',
  'Quiet Signal 009 (2016)',
  'Quiet Signal Annual 009 (2016)',
  'Harbor Lights Annual 001 (2016)',
  'Kumo no Hashi v06 (2016)',
  'Kumo no Hashi v05 (2016)',
  'Kumo no Hashi c045',
  'Nothing Wanted 003 (2016)',
  'Iron Fleet v04 - Low Tide (2016)',
]

test.each(TITLES)('%s is found for the same issues as by judging everything', (title) => {
  const all = entries.filter(({ target }) => judgeRelease(target, { title }, 2026).accepted)
  const found = index.match({ title }, 2026).map(({ entry }) => entry)
  expect(new Set(found)).toEqual(new Set(all))
})

test.each([
  ['Salt Road 001-012 (2015-2016)', '3: 3,4,5,9'],
  ['Salt Road 001-012 + Salt Choir 001-004 (2015-2016)', '3: 3,4,5,9'],
  ['Salt Road 004-005 (2016)', '4: 4,5'],
  ['Salt Road 009-012 (2016)', '9: 9'],
  ['Salt Road 020-030 (2015-2016)', ''],
  ['Kumo no Hashi v05-v06', '6: 6'],
  ['Kumo no Hashi v01-v05 (Digital)', '45: 45'],
  ['Kumo no Hashi c040-045', '45: 45'],
  ['Kumo no Hashi (2014-2020) (Digital)', '6: 6'],
  ['Kumo no Hashi Complete (v01-12)', '6: 6'],
  ['Kumo no Hashi by Haruka Umino v06', '6: 6'],
])('%s is found once for each series, with all of its issues: %s', (title, found) => {
  const hits = index.match({ title }, 2026)
  expect(hits.map(({ entry, verdict }) => `${entry.item.issue}: ${verdict.satisfies}`).join()).toBe(found)
})

test('a pack is found for its run, whichever of the name is wanted first', () => {
  const run = (year: number): WantedFacts => ({
    kind: 'comic',
    series: 'Lone Tree',
    year,
    issue: '4',
    issue_date: `${year + 1}-02-10`,
    allow_packs: true,
    missing: ['4'],
  })
  const runs = new FeedIndex([1977, 2015, 2021].map((year) => ({ item: year, target: targetOf(run(year), {}) })))
  const years = (title: string) => runs.match({ title }, 2026).map(({ entry }) => entry.item)
  expect(years('Lone Tree 001-012 (1977-1978)')).toEqual([1977])
  expect(years('Lone Tree 001-012 (2015-2016) (Digital)')).toEqual([2015])
  expect(years('Lone Tree 001-012 (2021-2022) (Digital)')).toEqual([2021])
})

describe('a weekly pack', () => {
  const one = (more: Partial<WantedFacts>) => {
    const item: WantedFacts = { kind: 'comic', series: 'Lone Tree', year: 2016, issue: '1', allow_packs: true, ...more }
    return new FeedIndex([{ item, target: targetOf(item, {}) }]).match({ title: '2016.02.10 Weekly Pack' }, 2026)
  }

  test('is found for every issue of its week', () => {
    expect(index.match({ title: '2016.02.10 Weekly Pack' }, 2026)).toHaveLength(comics.length)
  })

  test('is not tried for series without packs, issues of another week, or without a date', () => {
    expect(one({ issue_date: '2016-02-10' })).toHaveLength(1)
    expect(one({ issue_date: '2016-02-10', allow_packs: false })).toEqual([])
    expect(one({ issue_date: '2016-02-24' })).toEqual([])
    expect(one({ issue_date: '2016-02' })).toEqual([])
    expect(one({})).toEqual([])
  })
})

describe('a name that the parser mistakes', () => {
  const comic: WantedFacts = { kind: 'comic', series: '', year: 2015, issue: '7', issue_date: '2016-02-10' }
  const lantern: WantedFacts = { ...comic, series: 'Copper Lantern', allow_packs: true, missing: ['7'] }
  const book: WantedFacts = { ...lantern, booktype: 'tpb', issue: '2', missing: ['2'] }
  const clouds: WantedFacts = { kind: 'manga', series: 'Clouds ½', unit: 'volume', issue: '3', volume_count: 9 }

  test.each<[string, WantedFacts]>([
    ['The Cover 007 (2016) (Digital) (ABC-Group)', { ...comic, series: 'The Cover' }],
    ['The.Cover.007.2016.Digital.ABC-Group', { ...comic, series: 'The Cover' }],
    ['Quiet Season 007 (2016)', { ...comic, series: 'Quiet Season' }],
    ['Tide 2 (2015) 007 (2016) (digital)', { ...comic, series: 'Tide 2' }],
    ['No. 5 Tide 07 (of 12) (2016) (c2c)', { ...comic, series: 'No. 5 Tide' }],
    ['Tide 2.0 - 007 (2016)', { ...comic, series: 'Tide 2.0' }],
    ['Tide 2022 ½ (2016) (Digital)', { ...comic, series: 'Tide 2022', issue: '½' }],
    ['Tide 027 Special Book (2016)', { ...comic, series: 'Tide #27 Special Book', issue: '1', booktype: 'one-shot' }],
    ['47. Copper Lantern 007 - Low Tide.cbz', lantern],
    ['Copper Lantern 1-8, 11-14 + Annual (2015-2018)', lantern],
    ['Copper Lantern #01-05, 07, 08, 10-14 (2015)', lantern],
    ['Copper Lantern Book Two (2016)', book],
    ['13.Copper Lantern v02 - Low Tide.zip', book],
    ['[BD] Berg - Moreau - Copper Lantern - Tome 2 - 2016 [ABC] [cbr]', { ...book, language: 'fr', issue_date: null }],
    ['018 - Copper Lantern (2015).cbz', { ...comic, series: 'Copper Lantern', issue: '1', booktype: 'one-shot' }],
    ['Clouds 1-2 v03 (2019) (Digital)', clouds],
  ])('is found by the words of the title: %s', (title, item) => {
    const entry = { item, target: targetOf(item, {}) }
    const others = new FeedIndex([...entries, entry])
    expect(judgeRelease(entry.target, { title }, 2026).accepted).toBe(true)
    expect(others.match({ title }, 2026).map((hit) => hit.entry)).toEqual([entry])
  })

  test('of a pack, one item represents all of its issues', () => {
    const items = ['4', '7', '12', '40'].map((issue) => ({ ...lantern, issue, missing: ['4', '7', '12', '40'] }))
    const packs = new FeedIndex(items.map((item) => ({ item, target: targetOf(item, {}) })))
    const hits = packs.match({ title: 'Copper Lantern 1-8, 11-14 + Annual (2015-2018)' }, 2026)
    expect(hits.map(({ entry, verdict }) => `${entry.item.issue}: ${verdict.satisfies}`)).toEqual(['4: 4,7,12'])
  })

  test('is not found inside of words, or under another number', () => {
    expect(judgedFor('Undiscovered 007 (2016)', { ...comic, series: 'Cover' })).toEqual([])
    expect(judgedFor('Hidden Cover 007 (2016)', { ...comic, series: 'Cover', issue: '8' })).toEqual([])
    expect(judgedFor('Hidden Cover 007 (2016)', { ...comic, series: 'Cover' })).toEqual(['7'])
    expect(index.match({ title: 'Hidden Cover 007 (2016)' }, 2026)).toEqual([])
  })
})

/** The issues that a release is judged for, whether or not it is accepted. */
function judgedFor(title: string, ...items: WantedFacts[]): string[] {
  const judged: string[] = []
  const entries = items.map((item) => ({ item, target: targetOf(item, {}) }))
  new FeedIndex(entries).match({ title }, 2026, ({ item }) => {
    judged.push(item.issue)
    return {}
  })
  return judged
}

describe('a release is judged once for the issues that it could be', () => {
  const tree: WantedFacts = { kind: 'comic', series: 'Lone Tree', year: 2016, issue: '7', publisher: 'Northgate' }
  const issues = ['', '1', '7', '8'].map((issue) => ({ ...tree, issue }))

  test.each<[string, string[], WantedFacts[]]>([
    ['Lone Tree 007 (2016)', ['7'], issues],
    ['Lone Tree (2016)', ['', '1'], issues],
    ['Northgate - Lone Tree 007 (2016)', ['7'], [{ ...tree, aliases: ['Northgate Lone Tree'] }]],
    ['2016.02.10 Weekly Pack', ['7'], [{ ...tree, issue_date: '2016-02-10', allow_packs: true }]],
    ['2016.02.10 Weekly Pack', [], [{ ...tree, issue_date: '2016-02-10', allow_packs: false }]],
    ['2016.02.10 Weekly Pack', [], [{ ...tree, issue_date: '2016-02', allow_packs: true }]],
  ])('%s for %j', (title, judged, items) => expect(judgedFor(title, ...items)).toEqual(judged))

  test('a season and its series are two names', () => {
    const season: WantedFacts = { kind: 'manga', series: 'Clouds Season 2', unit: 'volume', issue: '6' }
    expect(judgedFor('Clouds S2 v06', season)).toEqual(['6'])
    expect(judgedFor('Clouds S1 v06', season)).toEqual([])
  })
})

test('a release that is known for one item is judged as such for it only', () => {
  const known = ({ item }: { item: WantedFacts }) => (item === comics[0] ? { duplicate: true } : {}) as KnownRelease
  const title = `${comics[0]!.series} 003 (2016)`
  expect(index.match({ title }, 2026)).toHaveLength(1)
  expect(index.match({ title }, 2026, known)).toEqual([])
  expect(index.match({ title: `${comics[0]!.series} 004 (2016)` }, 2026, known)).toHaveLength(1)
})

test('a book with its volume in its name is found by the name of its series and that volume', () => {
  const book: WantedFacts = { kind: 'comic', series: 'Salt Atlas Vol. 3', booktype: 'tpb', issue: '1', issue_count: 1 }
  const index = new FeedIndex([{ item: 'book', target: targetOf(book, {}) }])
  const found = (title: string) => index.match({ title }, 2026).map(({ entry }) => entry.item)
  expect(found('Salt Atlas v03 (2017) (Digital)')).toEqual(['book'])
  expect(found('Salt Atlas Vol. 3 (2017)')).toEqual(['book'])
  expect(found('Salt Atlas v01 (2016) (Digital)')).toEqual([])
})

test('a single book is found under any number in a release', () => {
  const books = [
    { series: 'Salt: Death of the Tide', aliases: ['Salt'] },
    { series: 'Copper: Deluxe Edition Book 3', aliases: ['Copper'] },
  ]
  const of = (book: (typeof books)[number]): WantedFacts => ({ kind: 'comic', ...book, booktype: 'tpb', issue: '1', issue_count: 1 }) // biome-ignore format: one line
  const index = new FeedIndex(books.map((book) => ({ item: book.series, target: targetOf(of(book), {}) })))
  const found = (title: string) => index.match({ title }, 2026).map(({ entry }) => entry.item)
  expect(found('Salt v03 - Death of the Tide (2013)')).toEqual([books[0]!.series])
  expect(found('Copper - Book Three Deluxe Edition (2019)')).toEqual([books[1]!.series])
  expect(found('Salt v01 - The Court of Crabs (2012)')).toEqual([])
})

test('a pack posted before most of a long run was published is found for its beginning', () => {
  const numbers = Array.from({ length: 89 }, (_, at) => String(90 - at))
  const run = numbers.map((issue): WantedFacts => {
    const issue_date = `${2010 + Math.floor(Number(issue) / 10)}-01-06`
    return { kind: 'comic', series: 'Salt Road', year: 2010, issue, issue_date, allow_packs: true, missing: numbers }
  })
  const long = new FeedIndex(run.map((item) => ({ item, target: targetOf(item, {}) })))
  const [hit] = long.match({ title: 'Salt Road 001-090 (2010-2011)', published: '2011-06-01' }, 2026)
  expect(Number(hit?.entry.item.issue)).toBeLessThan(20)
  expect(hit?.verdict.satisfies).toHaveLength(89)
})
