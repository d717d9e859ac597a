import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { makeIssues, makeSeries } from '../../../testing/make'
import * as runs from '../runs/store'
import { searchItems, searchLast } from '../tables'
import { untakenIssues } from './untaken-store'

const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`
let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2', '3'])
  db.write((tx) => {
    const run = { trigger: 'scheduled', scope_type: 'series', scope_id: 'harbor', priority: 'routine' } as const
    for (const run_id of ['run', 'other']) runs.insertSearchRun(tx, { ...run, run_id, created_at: at(0) })
  })
})

interface Searched {
  entity_id?: string
  item?: Partial<typeof searchItems.$inferInsert>
  last?: Partial<typeof searchLast.$inferInsert>
}
/** An issue that was searched for, and for which no client accepted a release. */
function searched({ entity_id = 'harbor-1', item, last }: Searched = {}): void {
  const key = { run_id: 'run', entity_type: 'issue', entity_id } as const
  const facts = { summary: 'No client.', asked: [], refused: [], searched_at: at(5) }
  db.write((tx) => {
    const row = { ...key, position: 0, state: 'failed', reason: 'route_unavailable', updated_at: at(5) } as const
    tx.insert(searchItems)
      .values({ ...row, ...item })
      .run()
    const kept = { ...key, state: 'failed', ...facts, ...last } as const
    tx.insert(searchLast).values(kept).onConflictDoNothing().run()
  })
}
const untaken = (by = at(5), most = 9) => untakenIssues(db.read, by, most)

test.each<[string, Searched]>([
  ['ended without a client', {}],
  ['ended as a client rejected the release', { item: { reason: 'handoff_rejected' } }],
])('an issue is found whose last search %s', (_, given) => {
  searched(given)
  expect(untaken()).toEqual(['harbor-1'])
})

test.each<[string, Searched]>([
  ['failed for another reason', { item: { reason: 'fault' } }],
  ['was blocked', { item: { state: 'blocked' } }],
  ['is later than that', { last: { searched_at: at(6) } }],
  ['is another one', { last: { run_id: 'other' } }],
])('an issue is not found whose last search %s', (_, given) => {
  searched(given)
  expect(untaken()).toEqual([])
})

test('an issue is not found that is open by now', () => {
  searched()
  db.write((tx) => tx.run("update issues set fulfillment = 'snatched'" as never))
  expect(untaken()).toEqual([])
})

test.each([
  ['harbor-1', 'accepted', []],
  ['harbor-1', 'running', []],
  ['harbor-1', 'no_match', ['harbor-1']],
  ['harbor-2', 'running', ['harbor-1']],
] as const)('while another search for %s is %s, %j is found', (entity_id, state, expected) => {
  searched()
  searched({ entity_id, item: { run_id: 'other', state, reason: null }, last: { run_id: 'other' } })
  expect(untaken()).toEqual([...expected])
})

test('each is found once, the longest waiting first, up to the limit', () => {
  searched({ entity_id: 'harbor-1', last: { searched_at: at(4) } })
  searched({ entity_id: 'harbor-2', last: { searched_at: at(3) } })
  searched({ entity_id: 'harbor-3', last: { searched_at: at(3) } })
  expect([untaken(), untaken(at(5), 2)]).toEqual([['harbor-2', 'harbor-3', 'harbor-1'], ['harbor-2', 'harbor-3']]) // biome-ignore format: one glance
})
