import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../base/storage/database'
import { testDatabaseAt } from '../../../testing/database'
import { offer, searchHarness } from '../../../testing/indexers/search-harness'
import { makeIssues, makeSeries } from '../../../testing/make'
import { searchItemsOf } from './store'

/** The process ends in the middle of a run; the next one finishes it, searching for each issue once. */

const ISSUES = 6
const wanted = (n: number) => ({ number: String(n + 1), intent: 'wanted', release_date: '2015-06-03' }) as const
const titleOf = (text: string) => `Harbor Lights ${text.replace(/\D/g, '')} (2015) (Digital)`
let folder: string
let opened: Database[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-runs-'))
})
afterEach(() => {
  for (const db of opened) db.close()
  opened = []
  rmSync(folder, { recursive: true, force: true })
})

/** A new process on the same file. The previous one gets no more replies, as if killed. */
function start(
  search: (text: string) => ReturnType<NonNullable<Parameters<typeof searchHarness>[0]['indexers'][0]['search']>>,
) {
  const db = testDatabaseAt(join(folder, 'panelkeep.db'))
  opened.push(db)
  return searchHarness({ db, indexers: [{ name: 'alpha', search }] })
}

const found = (text: string) => ({ ok: [offer(titleOf(text))] })
const never = () => new Promise<never>(() => {})
const turns = async () => {
  for (let n = 0; n < 200; n++) await new Promise((resolve) => setImmediate(resolve))
}

describe('a run whose process was killed', () => {
  test.each([1, 2, 4, 6])('at query %i ends each issue once after the restart', async (nth) => {
    let queries = 0
    const first = start((text) => (++queries >= nth ? never() : found(text)))
    makeSeries(first.db, { year: 2015 })
    makeIssues(
      first.db,
      'harbor',
      Array.from({ length: ISSUES }, (_, n) => wanted(n)),
    )
    const { run_id } = first.runs.force()
    await turns()
    const second = start(found)
    second.operations.recover()
    await second.operations.idle()
    const items = searchItemsOf(second.db.read, run_id!).map(({ item }) => item)
    expect(items.map(({ state }) => state)).toEqual(Array(ISSUES).fill('succeeded'))
    const grabbedIds = [...first.wishes, ...second.wishes].map(({ entity_id }) => entity_id)
    expect(grabbedIds.sort()).toEqual(Array.from({ length: ISSUES }, (_, n) => `harbor-${n + 1}`))
    expect(second.runs.run(run_id!, {}).run).toMatchObject({ completion_state: 'completed', succeeded_count: ISSUES })
  })

  test('three times during the same issue skips that one and does the others', async () => {
    const hangs = (text: string) => (/0*3$/.test(text) ? never() : found(text))
    const first = start(hangs)
    makeSeries(first.db, { year: 2015 })
    makeIssues(
      first.db,
      'harbor',
      Array.from({ length: 4 }, (_, n) => wanted(n)),
    )
    const { run_id } = first.runs.force()
    await turns()
    for (let n = 0; n < 2; n++) {
      start(hangs).operations.recover()
      await turns()
    }
    const last = start(found)
    last.operations.recover()
    await last.operations.idle()
    const items = searchItemsOf(last.db.read, run_id!).map(({ item }) => item)
    expect(items.filter(({ entity_id }) => entity_id === 'harbor-3')).toMatchObject([
      { state: 'quarantined', reason: 'recovery_attempts_exhausted', attempt_count: 3 },
    ])
    expect(items.filter(({ state }) => state === 'succeeded')).toHaveLength(3)
    expect(last.runs.run(run_id!, {}).run).toMatchObject({ completion_state: 'partial', failed_count: 1 })
  })

  test('after the release was sent does not grab it again', async () => {
    const first = start(found)
    makeSeries(first.db, { year: 2015 })
    makeIssues(first.db, 'harbor', [wanted(0)])
    first.outcome = never
    const { run_id } = first.runs.force()
    await turns()
    // The rows that the journal wrote before the process died.
    const second = start(found)
    second.db.write((tx) => {
      tx.run(`update issues set fulfillment = 'snatched'` as never)
    })
    second.operations.recover()
    await second.operations.idle()
    expect(second.wishes).toEqual([])
    expect(second.runs.run(run_id!, {}).items).toMatchObject([{ state: 'succeeded', reason: 'in_flight' }])
  })
})

test('a run that was stopped cleanly does not use up attempts', async () => {
  const first = start(never)
  makeSeries(first.db, { year: 2015 })
  makeIssues(first.db, 'harbor', [wanted(0)])
  const { run_id } = first.runs.force()
  await turns()
  await first.operations.stop()
  for (let n = 0; n < 4; n++) {
    const next = start(never)
    next.operations.recover()
    await turns()
    await next.operations.stop()
  }
  const last = start(found)
  last.operations.recover()
  await last.operations.idle()
  expect(last.runs.run(run_id!, {}).items).toMatchObject([{ state: 'succeeded', attempt_count: 1 }])
})
