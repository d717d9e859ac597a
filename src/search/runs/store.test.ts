import { beforeEach, expect, test } from 'bun:test'
import type { AppEvent } from '../../events/types'
import type { Database } from '../../storage/database'
import { testDatabase } from '../../testing/database'
import { makeIssues, makeSeries } from '../../testing/make'
import { searchLast, searchPreviews } from '../tables'
import * as store from './store'

const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`
let db: Database
let events: AppEvent[]
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2'])
  events = []
})
const begin = (run_id: string, minute: number, scope: Partial<store.RunRow> = {}) => {
  const row = {
    run_id,
    trigger: 'manual',
    scope_type: 'series',
    scope_id: 'harbor',
    priority: 'high',
    created_at: at(minute),
  }
  db.write((tx) => store.insertRun(tx, { ...row, ...scope } as never))
}
const end = (run_id: string, minute: number) =>
  db.write((tx) => store.endRun(tx, run_id, { state: 'succeeded' as never, at: at(minute) }))
const ids = () => store.listRuns(db.read, { limit: 9, offset: 0 }).map(({ run_id }) => run_id)

test('a run starts and ends once, and no other does', () => {
  begin('a', 1)
  begin('b', 2)
  expect(db.write((tx) => store.runStarted(tx, 'a', at(3)))).toMatchObject({
    completion_state: 'running',
    updated_at: at(3),
  })
  expect([end('a', 4), end('a', 5)]).toEqual([true, false])
  expect(db.write((tx) => store.runStarted(tx, 'a', at(6)))).toBeUndefined()
  expect(store.findRun(db.read, 'a')).toMatchObject({ completed_at: at(4), reason: null })
  expect(store.findRun(db.read, 'b')).toMatchObject({ completion_state: 'pending', completed_at: null })
  db.write((tx) => store.setDispatch(tx, 'b', 'held' as never, 'why', at(7)))
  expect([store.findRun(db.read, 'a')?.reason, store.findRun(db.read, 'b')?.reason]).toEqual([null, 'why'])
})

test('each step is reported once, and a repeated one is not', () => {
  begin('a', 1)
  end('a', 2)
  events = []
  end('a', 3)
  db.write((tx) => store.runStarted(tx, 'a', at(3)))
  expect(events).toEqual([])
})

test('the open run of a scope is the newest that has not ended', () => {
  begin('old', 1)
  begin('new', 2)
  begin('other', 3, { scope_id: 'tide' })
  begin('issue', 4, { scope_type: 'issue' as never })
  const open = () => store.openRun(db.read, 'series', 'harbor')?.run_id
  expect(open()).toBe('new')
  end('new', 5)
  expect(open()).toBe('old')
  end('old', 5)
  expect(open()).toBeUndefined()
})

test('runs come the newest first, a page at a time, and one may be removed', () => {
  for (const [minute, id] of ['a', 'b', 'c'].entries()) begin(id, minute)
  expect(store.listRuns(db.read, { limit: 1, offset: 1 }).map(({ run_id }) => run_id)).toEqual(['b'])
  db.write((tx) => store.removeRun(tx, 'b'))
  expect([ids(), store.countRuns(db.read)]).toEqual([['c', 'a'], 2])
})

test('what is forgotten ended before, has run out, or is of an issue that is gone', () => {
  begin('old', 1)
  begin('edge', 1)
  begin('open', 1)
  end('old', 2)
  end('edge', 10)
  const preview = (token_hash: string, expires: number, run_id: string | null) => {
    const row = {
      token_hash,
      sid: 's',
      scope_type: 'series',
      scope_id: 'harbor',
      fingerprint: 'f',
      run_id,
      created_at: at(1),
    }
    db.write((tx) =>
      tx
        .insert(searchPreviews)
        .values({ ...row, expires_at: at(expires) } as never)
        .run(),
    )
  }
  preview('long over', 9, 'open')
  preview('became a run', 15, 'open')
  preview('ran out', 15, null)
  preview('counts', 20, null)
  for (const entity_id of ['harbor-1', 'gone']) {
    const row = {
      entity_id,
      entity_type: 'issue',
      state: 'failed',
      summary: 'x',
      asked: [],
      refused: [],
      searched_at: at(1),
    }
    db.write((tx) =>
      tx
        .insert(searchLast)
        .values({ ...row, seen: 0 } as never)
        .run(),
    )
  }
  db.write((tx) => store.prune(tx, at(10), at(20)))
  expect(ids().sort()).toEqual(['edge', 'open'])
  const left = db.read.select().from(searchPreviews).all().map(({ token_hash }) => token_hash) // biome-ignore format: one glance
  expect(left.sort()).toEqual(['became a run', 'counts'])
  expect(db.read.select().from(searchLast).all().map(({ entity_id }) => entity_id)).toEqual(['harbor-1']) // biome-ignore format: one glance
})
