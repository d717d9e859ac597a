import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { asUser } from '../../../base/platform/caller'
import { type TestApp, testApp } from '../../../testing/app'
import { toolHarness } from '../../../testing/assistant/library-tools'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'

/** Reading progress, story arcs and reading lists. */

let app: TestApp
let harness: ReturnType<typeof toolHarness>
beforeEach(async () => {
  app = await testApp()
  harness = toolHarness(app.db)
  makeSeries(app.db, { year: 2015 })
  makeIssues(app.db, 'harbor', [1, 2, 3, 4])
  for (const n of [1, 2, 3]) makeFile(app.db, { issues: [`harbor-${n}`] })
  makeSeries(app.db, { comic_id: 'fern', name: 'Fern Gully Road' })
  makeIssues(app.db, 'fern', [1])
  makeFile(app.db, { issues: ['fern-1'] })
})
afterEach(() => app.close())

const run = (name: string, args: unknown = {}) => harness.run(name, args)
const read = (issueId: string, page: number) =>
  app.reader.json(200, app.reader.put(`/api/reading/issues/${issueId}/progress`, { page }))
const arc = (name: string, issue_ids: string[]) =>
  app.reader.json(200, app.reader.post('/api/storyarcs', { name, issue_ids }))
const states = (name: string, args: unknown = {}) =>
  run(name, args).rows.map(({ IssueID, State, percent }) =>
    [IssueID, State, percent].filter((cell) => cell !== undefined),
  )

describe('reading', () => {
  beforeEach(async () => {
    await read('harbor-1', 23)
    await app.clock.advance('1 min')
    await read('fern-1', 11)
  })

  test('is continued, shows the next issue, and what was finished last', async () => {
    expect(states('reading_progress')).toEqual([['fern-1', 'reading', 50]])
    expect(states('reading_progress', { view: 'next' })).toEqual([['harbor-2', 'unread', 0]])
    await app.clock.advance('1 min')
    await read('harbor-3', 23)
    expect(states('reading_progress', { view: 'finished' })).toEqual([
      ['harbor-3', 'read', 100],
      ['harbor-1', 'read', 100],
    ])
    expect(states('reading_progress', { view: 'finished', limit: 1 })).toHaveLength(1)
  })

  test('is the caller’s', () => {
    for (const view of ['continue', 'next', 'finished'])
      expect(asUser('ann', () => states('reading_progress', { view }))).toEqual([])
  })

  test('of one series lists its issues in order', () => {
    expect(states('series_progress', { series_name: 'harbor', limit: 2 })).toEqual([
      ['harbor-1', 'read', 100],
      ['harbor-2', 'unread', 0],
    ])
    expect(run('series_progress', { series_name: 'harbor', limit: 2 }).total).toBe(4)
    expect(run('series_progress', { series_name: 'nobody' }).note).toBe('The library has no series named nobody.')
    expect(run('series_progress', { series_id: 'fern' }).rows[0]?.ReadAt).toBe('2026-11-21T08:01:00.000Z')
  })

  test('is shown for the entries of a list', async () => {
    await app.reader.json(200, app.reader.post('/api/readlists/default/issues', { issue_ids: ['fern-1', 'harbor-1', 'harbor-2'] })) // biome-ignore format: one request
    expect(run('reading_lists').rows).toEqual([{ ListID: 'default', Name: 'Reading list', Total: 3, Read: 1 }])
    expect(states('reading_list_issues', { list_id: 'default' })).toEqual([
      ['fern-1', 'reading'],
      ['harbor-1', 'read'],
      ['harbor-2', 'unread'],
    ])
    expect(run('reading_list_issues', { list_id: 'default', limit: 1 })).toEqual({
      rows: [
        {
          Place: 1,
          IssueID: 'fern-1',
          ComicID: 'fern',
          ComicName: 'Fern Gully Road',
          label: '#1',
          IssueDate: null,
          State: 'reading',
        },
      ],
      total: 3,
      note: 'The first 1 of 3.',
    })
    asUser('lena', () => expect(run('reading_list_issues', { list_id: 'default' }).rows).toEqual([]))
    asUser('lena', () => expect(run('reading_lists').rows).toEqual([]))
    expect(run('reading_list_issues', { list_id: 'other' }).note).toBe('No reading list other has issues.')
  })
})

describe('story arcs', () => {
  beforeEach(async () => {
    await arc('Night Tide', ['harbor-1', 'harbor-4'])
    await arc('Whole', ['harbor-1'])
    await arc('Lost Tide', ['harbor-4', 'harbor-3', 'fern-1'])
    makeIssues(app.db, 'fern', [2, 3])
    await arc('Missing', ['fern-2', 'fern-3'])
  })
  const names = (name: string, args: unknown = {}) => run(name, args).rows.map(({ StoryArc }) => StoryArc)

  test('are found by part of their name', () => {
    expect(names('story_arcs')).toEqual(['Lost Tide', 'Missing', 'Night Tide', 'Whole'])
    expect(names('story_arcs', { name: 'tide' })).toEqual(['Lost Tide', 'Night Tide'])
    expect(run('story_arcs', { name: 'night' }).rows).toEqual([
      {
        StoryArcID: 'C0001',
        StoryArc: 'Night Tide',
        Have: 1,
        Total: 2,
        Missing: 1,
        percent: 50,
        SpanYears: null,
        Publisher: null,
      },
    ])
    expect(run('story_arcs', { limit: 1 })).toMatchObject({ total: 4, note: 'The first 1 of 4.' })
  })

  test('that are incomplete are listed with the most missing first', () => {
    expect(names('incomplete_arcs')).toEqual(['Missing', 'Lost Tide', 'Night Tide'])
    expect(names('incomplete_arcs', { min_missing: 2 })).toEqual(['Missing'])
    expect(names('incomplete_arcs', { limit: 1 })).toEqual(['Missing'])
  })

  test('list their issues in order with the ids that an order needs', async () => {
    const { rows, total } = run('arc_issues', { arc_id: 'C0001', limit: 1 })
    expect(total).toBe(2)
    expect(rows).toEqual([
      {
        IssueArcID: 'C0001_1',
        ReadingOrder: 1,
        ComicID: 'harbor',
        IssueID: 'harbor-1',
        ComicName: 'Harbor Lights',
        IssueNumber: '1',
        label: '#1',
        Status: 'Downloaded',
        IssueDate: null,
      },
    ])
    makeIssues(app.db, 'fern', [
      { number: '8', release_date: '2016-01-06' },
      { number: '9', release_date: '2016-02-03', issue_date: '2016-03' },
    ])
    await arc('Dated', ['fern-8', 'fern-9'])
    expect(run('arc_issues', { arc_id: 'C0005' }).rows.map(({ IssueDate }) => IssueDate)).toEqual([
      '2016-01-06',
      '2016-03',
    ])
    expect(run('arc_issues', { arc_id: 'C9999' }).note).toBe('No story arc C9999 has issues.')
  })
})
