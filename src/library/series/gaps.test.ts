import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeIssues, makeSeries } from '../../testing/make'
import { raiseTotal, recount } from './counts-store'
import { gapsOf } from './gaps'
import { findSeries, issuesOf } from './store'

type Row = Parameters<typeof gapsOf>[0][number]

const ISSUE: Row = { kind: 'issue', unit: 'issue', number: '', volume_number: null, fulfillment: 'downloaded' }
const numbered = (...numbers: string[]) => numbers.map((number) => ({ ...ISSUE, number }))

test.each([
  [['1', '2', '3'], []],
  [
    ['1', '3', '6'],
    [2, 4, 5],
  ],
  [['9', '7', '8', '11'], [10]],
  [['1'], []],
  [[], []],
  [['0', '1', '1.5', '2', '4'], [3]],
  [['1', '2', '1000000'], []],
  [['1', '40'], Array.from({ length: 38 }, (_, at) => at + 2)],
  // The numbering jumped.
  [['1', '2', '3', '600', '601'], []],
])('the gaps of %j are %j', (numbers, gaps) => {
  expect(gapsOf(numbered(...numbers))).toEqual(gaps.map((number) => ({ unit: 'issue', number })))
})

const STATED = { content_type: 'comic', book_type: 'Print', listed: false } as const

test.each([
  [['1', '2', '5'], 6, [3, 4, 6]],
  [['1', '2', '3'], 3, []],
  [['3', '4'], 6, [1, 2, 5, 6]],
  // The files state fewer, or count other numbers.
  [['1', '2', '5'], 4, [3, 4]],
  [['0', '1', '3'], 6, [2]],
  [['1', '2.5', '4'], 6, [2, 3]],
  [['101', '103'], 6, [102]],
  // One file alone, and a large jump to the end.
  [['1'], 6, []],
  [['1', '3'], 300, [2]],
  [['1', '3'], null, [2]],
])('the gaps of %j in files that state a total of %p are %j', (numbers, said_total, gaps) => {
  const found = gapsOf(numbered(...numbers), { ...STATED, said_total }).map(({ number }) => number)
  expect(found).toEqual(gaps)
})

test('the total of the files is not the last number of books, manga, listed series and series with annuals', () => {
  const rows = numbered('1', '3')
  const gaps = (issues: Row[], change: object = {}) =>
    gapsOf(issues, { ...STATED, said_total: 5, ...change }).map(({ number }) => number)
  expect(gaps(rows)).toEqual([2, 4, 5])
  for (const change of [{ listed: true }, { book_type: 'TPB' }, { content_type: 'manga' }])
    expect(gaps(rows, change)).toEqual([2])
  for (const change of [{ kind: 'annual' }, { unit: 'volume' }] as const)
    expect(gaps([...rows, { ...ISSUE, number: '1', ...change }])).toEqual([2])
})

test('annuals have no gaps, and each unit has its own', () => {
  const [one, three] = numbered('1', '3')
  expect(gapsOf([one!, { ...three!, kind: 'annual' }])).toEqual([])
  expect(gapsOf([one!, { ...three!, unit: 'volume' }])).toEqual([])
})

/** "v3" is volume 3, "19/3" chapter 19 of it, "20" a chapter without a volume; `!` is missing, `~` in an owned volume. */
function row(text: string): Row {
  const [, isVolume, number = '', volume, mark] = /^(v?)([\d.]+)(?:\/(\d+))?([!~]?)$/.exec(text)!
  const fulfillment = mark === '!' ? 'missing' : mark === '~' ? 'covered' : 'downloaded'
  return { ...ISSUE, unit: isVolume ? 'volume' : 'chapter', number, volume_number: volume ?? null, fulfillment }
}

test.each([
  ['v1 v2 v4', 'v3'],
  ['v1! v2 v4! v6!', 'v3 v5'],
  ['v1 v2 v4 30 31 33', 'v3 32'],
  ['1 1.5 2 4 5.5 7', '3 5 6'],
  // No volume is owned, so that nothing else contains the chapters.
  ['1 40', Array.from({ length: 38 }, (_, at) => at + 2).join(' ')],
  ['v1! v2! 1 12', '2 3 4 5 6 7 8 9 10 11'],
  // Chapter 8 may be in volume 1, and a jump may be a volume.
  ['v1 7/1 9 10 12', '11'],
  ['v1 7~ 9~ 11', ''],
  ['v1 v2 v3 1 40', ''],
  ['v1 1 6 9', '7 8'],
  ['5 300 301 2500', ''],
])('the gaps of manga with %s are %s', (texts, gaps) => {
  const words = gapsOf(texts.split(' ').map(row)).map(({ unit, number }) => `${unit === 'volume' ? 'v' : ''}${number}`)
  expect(words.join(' ')).toBe(gaps)
})

describe('wanting the gaps of a series', () => {
  let app: TestApp
  beforeEach(async () => {
    app = await testApp()
  })
  afterEach(() => app.close())

  const want = () => app.reader.post('/api/series/harbor/gaps')
  const detail = () => app.reader.json<{ about: { gaps: number[] } }>(200, app.reader.get('/api/series/harbor'))

  test('adds the missing numbers as wanted issues', async () => {
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [{ number: '1' }, { number: '4' }])
    expect((await detail()).about.gaps).toEqual([2, 3])
    app.events()
    expect(await app.reader.json(200, want())).toMatchObject({ success: true, numbers: [2, 3] })
    expect(issuesOf(app.db.read, 'harbor').map(({ number, intent }) => [number, intent])).toEqual([
      ['1', 'policy'],
      ['2', 'wanted'],
      ['3', 'wanted'],
      ['4', 'policy'],
    ])
    expect(app.events()).toContainEqual({ type: 'series.changed', comic_id: 'harbor' })
    expect((await detail()).about.gaps).toEqual([])
  })

  test('adds all numbers up to the total that the files state, so that none stays unlisted', async () => {
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', ['1', '2', '5'])
    app.db.write((tx) => {
      raiseTotal(tx, 'harbor', 6)
      recount(tx, 'harbor')
    })
    expect((await detail()).about.gaps).toEqual([3, 4, 6])
    expect(await app.reader.json(200, want())).toMatchObject({ numbers: [3, 4, 6] })
    expect(issuesOf(app.db.read, 'harbor')).toHaveLength(findSeries(app.db.read, 'harbor')!.total)
  })

  test('adds volumes and chapters of manga in their units', async () => {
    makeSeries(app.db, { content_type: 'manga' })
    const volume = (number: string) => ({ number, unit: 'volume', issue_id: `v${number}` }) as const
    makeIssues(app.db, 'harbor', [volume('1'), volume('3'), '30', '32'])
    expect((await detail()).about).toMatchObject({ gaps: [], volume_gaps: [2], chapter_gaps: [31] })
    expect(await app.reader.json(200, want())).toMatchObject({ numbers: [2, 31] })
    const wanted = issuesOf(app.db.read, 'harbor').filter(({ intent }) => intent === 'wanted')
    expect(wanted.map(({ unit, number }) => [unit, number]).sort()).toEqual([
      ['chapter', '31'],
      ['volume', '2'],
    ])
    expect((await detail()).about).toMatchObject({ volume_gaps: [], chapter_gaps: [] })
  })

  test('changes nothing without gaps, and is 404 for an unknown series', async () => {
    await app.reader.json(404, want())
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [{ number: '1' }, { number: '2' }])
    expect(await app.reader.json(200, want())).toEqual({ success: true, numbers: [], run_id: null })
    expect(issuesOf(app.db.read, 'harbor')).toHaveLength(2)
  })
})
