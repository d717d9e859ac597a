import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import type { HookName } from './states'
import * as store from './store'

/** Calls of two hooks, so that a change to one could touch the other. */
const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`
let db: Database
beforeEach(() => {
  db = testDatabase()
})
const put = (call_id: string, { hook = 'komga' as HookName, payload = {}, minute = 0 } = {}) =>
  db.write((tx) => store.insertHookCall(tx, { call_id, hook, payload, at: at(minute) }))
const due = (minute: number, hook: HookName = 'komga') => store.dueCalls(db.read, hook, at(minute))
const ids = (minute: number, hook?: HookName) => due(minute, hook).map(({ call_id }) => call_id)
const call = (id: string) => due(59).find(({ call_id }) => call_id === id)!
const fail = (id: string, again?: number) =>
  db.write((tx) => store.callFailed(tx, call(id), `${id} failed.`, at(1), again === undefined ? undefined : at(again)))

test('a call is waiting while the same one of its hook is queued and has not begun', () => {
  put('one', { payload: { scan: 1 } })
  const waits = (hook: HookName, payload: unknown, begun: string[] = []) =>
    store.isWaiting(db.read, hook, payload, begun)
  expect([waits('komga', { scan: 1 }), waits('kavita', { scan: 1 }), waits('komga', { scan: 2 })]).toEqual([true, false, false]) // biome-ignore format: one line
  expect([waits('komga', { scan: 1 }, ['one']), waits('komga', { scan: 1 }, ['two'])]).toEqual([false, true])
  fail('one')
  expect(waits('komga', { scan: 1 })).toBe(false)
})

test('due calls are in order, and only those of one hook', () => {
  put('second', { minute: 2 })
  put('first', { minute: 1 })
  put('other', { hook: 'kavita', minute: 1 })
  expect([ids(2), ids(2, 'kavita')]).toEqual([['first', 'second'], ['other']])
})

test('a failed call is due again at its time, or given up', () => {
  put('one')
  fail('one', 20)
  expect([ids(19), ids(20)]).toEqual([[], ['one']])
  expect(call('one')).toMatchObject({ attempts: 1, error: 'one failed.', done_at: null })
  fail('one')
  expect(ids(59)).toEqual([])
})

test('only the last successful call of each hook is kept', () => {
  for (const id of ['one', 'two', 'three']) put(id)
  put('other', { hook: 'kavita' })
  db.write((tx) => store.callDone(tx, due(0, 'kavita')[0]!, at(3)))
  for (const [id, minute] of [['one', 5], ['two', 6]] as const) db.write((tx) => store.callDone(tx, call(id), at(minute))) // biome-ignore format: one line
  const counts = (hook: HookName) => store.hookCountsOf(db.read, hook)
  expect(counts('komga')).toEqual({ waiting: 1, given_up: 0, last_ok_at: at(6), error: null, next_at: null })
  expect(counts('kavita')).toMatchObject({ waiting: 0, last_ok_at: at(3) })
  expect(db.read.all("select call_id from hook_calls where state = 'done' order by call_id")).toEqual([{ call_id: 'other' }, { call_id: 'two' }]) // biome-ignore format: one line
})

test('a hook reports its last error: of a call that is retried, or else of one that was given up', () => {
  for (const [id, minute] of [['old', 0], ['new', 1]] as const) put(id, { minute }) // biome-ignore format: one line
  put('other', { hook: 'kavita', minute: 2 })
  fail('old')
  fail('new')
  const shown = () => store.hookCountsOf(db.read, 'komga')
  expect(shown()).toMatchObject({ given_up: 2, error: 'new failed.', next_at: null })
  put('quiet')
  expect(shown()).toMatchObject({ waiting: 1, error: 'new failed.', next_at: null })
  put('again')
  fail('again', 30)
  expect(shown()).toMatchObject({ waiting: 2, error: 'again failed.', next_at: at(30) })
})

test('deletion removes the waiting calls of one hook, or those that were given up long ago', () => {
  for (const [id, minute] of [['old', 0], ['late', 5], ['waits', 0]] as const) put(id, { minute }) // biome-ignore format: one line
  put('other', { hook: 'kavita' })
  for (const id of ['old', 'late']) fail(id)
  db.write((tx) => store.forgetFailedBefore(tx, at(5)))
  expect(store.hookCountsOf(db.read, 'komga')).toMatchObject({ waiting: 1, given_up: 1 })
  db.write((tx) => store.forgetWaiting(tx, 'komga'))
  expect(store.hookCountsOf(db.read, 'komga')).toMatchObject({ waiting: 0, given_up: 1 })
  expect(ids(59, 'kavita')).toEqual(['other'])
})
