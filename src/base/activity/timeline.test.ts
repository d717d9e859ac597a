import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../testing/app'
import { plus } from '../platform/clock'
import type { TimelinePage } from './schema'
import { addTimelineRow, type NewTimelineRow } from './store'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

const DAY = 86_400_000
const note = (row: Partial<NewTimelineRow> = {}, at = app.clock.now()) =>
  app.db.write((tx) => {
    const subject = { type: 'issue', id: 'harbor-3', label: 'Harbor Lights #3' } as const
    addTimelineRow(tx, {
      at,
      activity: 'grab',
      status: 'succeeded',
      provider: 'Indexer A',
      comic_id: 'harbor',
      subject,
      ...row,
    })
  })
const list = (query = '') => app.reader.json<TimelinePage>(200, app.reader.get(`/api/activity/timeline${query}`))
const labels = async (query = '') => (await list(query)).results.map(({ subject_label }) => subject_label)
const refused = (status: number, query: string) =>
  app.reader.json<{ detail: string }>(status, app.reader.get(`/api/activity/timeline${query}`))

describe('the timeline', () => {
  test('records the start of an addition or a refresh once, and before each failure', async () => {
    const subjects = { add: { type: 'arc', id: 'C0001', label: 'Night Tide' }, refresh: { type: 'series', id: 'harbor', label: 'Harbor Lights' } } as const // biome-ignore format: one line
    const reason = { code: 'failed', detail: 'It is away.' }
    for (const activity of ['add', 'refresh'] as const) {
      const say = (status: 'started' | 'succeeded' | 'failed') =>
        note({ activity, status, subject: subjects[activity], provider: undefined, ...(status === 'failed' && { reason }) }) // biome-ignore format: one line
      for (const status of ['failed', 'started', 'started', 'failed', 'started', 'succeeded', 'failed'] as const)
        say(status)
      const { results } = await list()
      const told = results.filter((row) => row.activity === activity).map(({ status }) => status)
      expect(told.toReversed()).toEqual(['started', 'failed', 'started', 'failed', 'started', 'succeeded', 'started', 'failed']) // biome-ignore format: one line
    }
  })

  test('returns rows with all fields that tools know', async () => {
    note({ release_key: '301|indexer a' })
    expect(await list('?limit=1')).toEqual({
      results: [
        {
          event_id: 1,
          created_at: app.clock.now(),
          activity: 'grab',
          status: 'succeeded',
          subject_type: 'issue',
          subject_id: 'harbor-3',
          subject_label: 'Harbor Lights #3',
          reason_code: null,
          reason_detail: null,
          provider: 'Indexer A',
          run_id: null,
          release_key: '301|indexer a',
          parent_series_id: 'harbor',
          scope_type: null,
          scope_id: null,
        },
      ],
      total: 1,
      limit: 1,
      offset: 0,
      has_more: false,
    })
  })

  test('is ordered newest first, with the later row first for equal times, a page at a time', async () => {
    for (const n of [1, 2, 3]) note({ subject: { type: 'issue', id: `i${n}`, label: `#${n}` } })
    note({ subject: { type: 'issue', id: 'old', label: 'old' } }, plus(app.clock.now(), -DAY))
    expect(await labels()).toEqual(['#3', '#2', '#1', 'old'])
    expect(await labels('?limit=2&offset=1')).toEqual(['#2', '#1'])
    expect(await labels('?page=2&per_page=3')).toEqual(['old'])
    expect(await list('?limit=2')).toMatchObject({ total: 4, has_more: true })
  })

  test('of a series includes rows of its issues, of itself and of runs for it', async () => {
    note()
    const series = { type: 'series', id: 'harbor', label: 'Harbor Lights' } as const
    note({ activity: 'refresh', status: 'succeeded', subject: series, comic_id: null })
    const run = { type: 'run', id: 'r1', label: 'Run' } as const
    note({
      activity: 'search',
      status: 'started',
      subject: run,
      comic_id: null,
      scope: { type: 'series', id: 'harbor' },
    })
    note({ subject: { type: 'issue', id: 'fern-1', label: 'Fern #1' }, comic_id: 'fern' })
    expect(await labels('?scope_type=series&scope_id=harbor')).toEqual(['Run', 'Harbor Lights', 'Harbor Lights #3'])
    expect(await labels('?scope_type=issue&scope_id=fern-1')).toEqual(['Fern #1'])
    expect(await labels('?scope_type=annual&scope_id=fern-1')).toEqual([])
  })

  test.each(['?scope_type=issue', '?scope_id=harbor-3', '?scope_type=run&scope_id=r1', '?scope_type=&scope_id='])(
    'refuses %s',
    async (query) => {
      expect((await refused(400, query)).detail).toContain('scope_')
    },
  )

  test.each(['?limit=0', '?limit=101', '?limit=x', '?offset=-1'])('refuses page %s', async (query) => {
    expect(typeof (await refused(422, query)).detail).toBe('string')
  })

  test('deletes rows older than 90 days', async () => {
    note({ subject: { type: 'issue', id: 'a', label: 'older' } }, plus(app.clock.now(), -91 * DAY))
    note({ subject: { type: 'issue', id: 'b', label: 'younger' } }, plus(app.clock.now(), -89 * DAY))
    await app.reader.json(202, app.reader.post('/api/system/jobs/activity_retention/run'))
    await app.idle()
    expect(await labels()).toEqual(['younger'])
  })

  test('contains only allowed combinations', () => {
    expect(() => note({ activity: 'tag', status: 'cancelled' })).toThrow(RangeError)
    expect(() => note({ status: 'failed' })).toThrow(RangeError)
  })
})
