import { beforeEach, describe, expect, test } from 'bun:test'
import { timelinePage } from '../../../base/activity/timeline-store'
import { flights } from '../../../collecting/attention/active-store'
import { offer, searchHarness } from '../../../testing/indexers/search-harness'
import { makeIssues, makeSeries } from '../../../testing/make'
import { CANCELLED_BY_USER } from './timeline-rows'

/** Timeline entries of searches. */

const wanted = (number: number) => ({ number: String(number), intent: 'wanted', release_date: '2015-06-03' }) as const
const fits = (number: number) => offer(`Harbor Lights 00${number} (2015) (Digital)`)
let harness: ReturnType<typeof searchHarness>

beforeEach(() => {
  harness = searchHarness({ indexers: [{ name: 'alpha' }] })
  makeSeries(harness.db, { year: 2015 })
  makeIssues(harness.db, 'harbor', [wanted(7), wanted(8), { ...wanted(1), kind: 'annual' }])
})

const rows = () => timelinePage(harness.db.read, undefined, { limit: 100, offset: 0 }).rows.toReversed()
const entries = () => rows().map(({ activity, status, subject_label }) => `${activity} ${status} ${subject_label}`)
const idle = () => harness.operations.idle()
const turns = async () => {
  for (let n = 0; n < 200; n++) await new Promise((resolve) => setImmediate(resolve))
}
const never = () => new Promise<never>(() => {})

describe('a search', () => {
  test('for one issue is reported at its start and its end, with any result', async () => {
    const { run_id } = harness.runs.beginIssue('harbor-7', 'issue_wanted')!
    await idle()
    expect(entries()).toEqual(['search started Harbor Lights #7', 'search succeeded Harbor Lights #7'])
    const scope = { scope_type: 'issue', scope_id: 'harbor-7', parent_series_id: 'harbor' }
    for (const row of rows()) expect(row).toMatchObject({ subject_type: 'run', subject_id: run_id, run_id, ...scope })
    const none = { reason_code: 'searched', reason_detail: 'No acceptable release was found.' }
    expect(rows()[1]).toMatchObject(none)
  })

  test('that found its issue leaves the result to the download', async () => {
    harness.indexers[0]!.search = () => ({ ok: [fits(7)] })
    harness.runs.beginIssue('harbor-7', 'issue_wanted')
    await idle()
    expect(rows().at(-1)).toMatchObject({ status: 'succeeded', reason_code: null, reason_detail: null })
  })

  test('for several issues says how many had no release', async () => {
    harness.indexers[0]!.search = (text) => ({ ok: text.includes('8') ? [fits(8)] : [] })
    harness.runs.force()
    await idle()
    const reason_detail = '2 issues searched for, 1 without an acceptable release.'
    expect(rows().at(-1)).toMatchObject({ status: 'succeeded', reason_detail })
  })

  test('for the backlog only reports failures of single issues', async () => {
    harness.indexers[0]!.search = (text) => ({ ok: [fits(text.includes('8') ? 8 : 7)] })
    harness.outcome = ({ entity_id }) =>
      entity_id === 'harbor-8'
        ? { state: 'failed', code: 'provider_unavailable', detail: 'It is down.' }
        : { state: 'submitted', release_key: 'key' }
    harness.runs.force()
    await idle()
    expect(entries()).toEqual([
      'search started All wanted issues',
      'search failed Harbor Lights #8',
      'search succeeded All wanted issues',
    ])
    expect(rows()[1]).toMatchObject({ reason_code: 'provider_unavailable', reason_detail: 'It is down.' })
  })

  test('that could not run is not reported as completed', async () => {
    harness.ready = { ready: false, code: 'downloader_disabled', reason: 'Nothing takes releases.' }
    harness.runs.beginIssue('harbor-a1', 'issue_wanted')
    await idle()
    expect(entries()).toEqual(['search started Harbor Lights Annual #1', 'search blocked Harbor Lights Annual #1'])
    expect(rows()[1]).toMatchObject({ subject_type: 'annual', reason_code: 'downloader_disabled' })
  })

  test('of thousands that ends at once reports the first of them', async () => {
    makeIssues(
      harness.db,
      'harbor',
      Array.from({ length: 60 }, (_, n) => wanted(n + 100)),
    )
    harness.indexers[0]!.search = never
    const { run_id } = harness.runs.force()
    await turns()
    harness.runs.cancel(run_id!)
    await idle()
    expect(entries().filter((line) => line.startsWith('search cancelled'))).toHaveLength(20)
    expect(rows().at(-1)).toMatchObject({ reason_code: CANCELLED_BY_USER.code })
  })

  test('that was given up after too many restarts needs the user', async () => {
    const { db } = harness
    harness.indexers[0]!.search = never
    harness.runs.beginIssue('harbor-7', 'issue_wanted')
    await turns()
    for (let n = 0; n < 3; n++) {
      harness = searchHarness({ db, indexers: [{ name: 'alpha', search: never }] })
      harness.operations.recover()
      await turns()
    }
    expect(entries()).toEqual(['search started Harbor Lights #7', 'search needs_attention Harbor Lights #7'])
  })
})

describe('one issue of a run', () => {
  const flightOf = (issueId: string) => flights(harness.db.read, {}).find(({ entity_id }) => entity_id === issueId)!

  test('can be cancelled during its search; the others continue', async () => {
    const waiting = Promise.withResolvers<void>()
    harness.indexers[0]!.search = async (text) => {
      await waiting.promise
      return { ok: [fits(text.includes('7') ? 7 : 8)] }
    }
    harness.runs.force()
    await turns()
    expect(harness.runs.cancelItem(flightOf('harbor-7').row as number)).toBe('cancelled')
    waiting.resolve()
    await idle()
    expect(harness.wishes.map(({ entity_id }) => entity_id)).toEqual(['harbor-8'])
    expect(entries()).toContain('search cancelled Harbor Lights #7')
    expect(entries().at(-1)).toBe('search succeeded All wanted issues')
    expect(rows().at(-1)?.reason_detail).toBe('1 issue searched for, 0 without an acceptable release.')
  })

  test('ends the run when it was its last, also for a waiting run', async () => {
    harness.hold('Maintenance.')
    const { run_id } = harness.runs.beginIssue('harbor-7', 'issue_wanted')!
    const { row } = flightOf('harbor-7')
    expect(harness.runs.cancelItem(row as number)).toBe('cancelled')
    expect(harness.runs.run(run_id, {}).run).toMatchObject({ cancelled_count: 1, completion_state: 'partial' })
    expect(harness.runs.cancelItem(row as number)).toBe('ended')
    expect(harness.runs.cancelItem(4711)).toBe('unknown')
  })
})
