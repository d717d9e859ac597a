import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { makeIssues, makeSeries } from '../../testing/make'
import { gapsOf } from './gaps'
import { issuesOf } from './store'

const numbered = (...numbers: string[]) => numbers.map((number) => ({ kind: 'issue', unit: 'issue', number }) as const)

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
  expect(gapsOf(numbered(...numbers))).toEqual(gaps)
})

test('annuals, volumes and chapters have no gaps', () => {
  const [one, three] = numbered('1', '3')
  expect(gapsOf([one!, { ...three!, kind: 'annual' }])).toEqual([])
  expect(gapsOf([one!, { ...three!, unit: 'volume' }])).toEqual([])
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

  test('changes nothing without gaps, and is 404 for an unknown series', async () => {
    await app.reader.json(404, want())
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [{ number: '1' }, { number: '2' }])
    expect(await app.reader.json(200, want())).toEqual({ success: true, numbers: [], run_id: null })
    expect(issuesOf(app.db.read, 'harbor')).toHaveLength(2)
  })
})
