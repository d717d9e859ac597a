import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import * as store from './notice-store'

/** Two targets with notices of every state, so that a change to one could touch the other. */
const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`
let db: Database
beforeEach(() => {
  db = testDatabase()
  for (const target_id of ['a', 'b']) {
    const row = { target_id, service: 'webhook', name: target_id, enabled: true, events: [], settings: {}, secrets: {} }
    const stood = { added_at: at(0), moved_in: false, last_ok_at: null, last_failed_at: null, error: null }
    db.write((tx) => store.keepTarget(tx, { ...row, ...stood } as store.TargetRow))
  }
})
const put = (notice_id: string, more: Partial<store.NoticeRow> = {}) => {
  const notice = {
    target_id: 'a',
    event: 'arrived',
    title: notice_id,
    body: '',
    count: 1,
    items: [],
    page: null,
  } as const
  const way = { state: 'waiting', attempts: 0, due_at: at(10), error: null, created_at: at(1), done_at: null } as const
  db.write((tx) => store.keepNotice(tx, { ...notice, ...way, notice_id, ...more } as store.NoticeRow))
}
const all = () => store.listNotices(db.read, {}, { limit: 50, offset: 0 }).map(({ notice }) => notice)
const one = (id: string) => all().find(({ notice_id }) => notice_id === id)!
const due = (minute: number, target = 'a') =>
  store.dueNotices(db.read, target, at(minute)).map(({ notice_id }) => notice_id)

test('a notice collects events of one kind for one target until it is due or was tried', () => {
  put('open')
  const open = (target: string, event: 'arrived' | 'health', minute: number) =>
    store.openNotice(db.read, target, event as never, at(minute))?.notice_id
  expect(open('a', 'arrived', 9)).toBe('open')
  expect([open('a', 'arrived', 10), open('b', 'arrived', 9), open('a', 'health', 9)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  put('open', { attempts: 1 })
  expect(open('a', 'arrived', 9)).toBeUndefined()
  put('open', { attempts: 0, state: 'done' })
  expect(open('a', 'arrived', 9)).toBeUndefined()
})

test('due notices are sent in order, exactly when due', () => {
  put('second', { created_at: at(2) })
  put('first')
  put('third', { created_at: at(2) })
  put('other', { target_id: 'b' })
  put('over', { state: 'done' })
  expect([due(9), due(10)]).toEqual([[], ['first', 'second', 'third']])
})

test('a failed notice blocks only its target; a collecting one blocks none', () => {
  put('ready')
  put('gathers', { due_at: at(30) })
  expect(due(20)).toEqual(['ready'])
  put('failed', { due_at: at(30), error: 'No.' })
  put('other', { target_id: 'b' })
  expect([due(20), due(20, 'b'), due(30)]).toEqual([[], ['other'], ['ready', 'gathers', 'failed']])
})

test('success and failure are stored for the notice and its target', () => {
  put('one')
  put('two')
  put('else', { target_id: 'b' })
  db.write((tx) => store.markNoticeFailed(tx, one('one'), { error: 'No.', attempts: 1, again: at(20) }, at(11)))
  expect(one('one')).toMatchObject({ state: 'waiting', attempts: 1, error: 'No.', due_at: at(20), done_at: null })
  expect(store.findTarget(db.read, 'a')).toMatchObject({ last_failed_at: at(11), error: 'No.' })
  db.write((tx) => store.markNoticeSent(tx, one('one'), at(21)))
  expect(one('one')).toMatchObject({ state: 'done', done_at: at(21), error: null })
  expect(store.findTarget(db.read, 'a')).toMatchObject({ last_ok_at: at(21), error: null })
  db.write((tx) => store.markNoticeFailed(tx, one('two'), { error: 'No.', attempts: 9, again: undefined }, at(22)))
  expect(one('two')).toMatchObject({ state: 'failed', done_at: at(22), due_at: at(10) })
  expect(one('else')).toMatchObject({ state: 'waiting', attempts: 0 })
  expect(store.findTarget(db.read, 'b')).toMatchObject({ last_ok_at: null, last_failed_at: null })
})

test('a failed notice is made due at once, and a collecting one keeps its time', () => {
  put('failed', { due_at: at(30), attempts: 3, error: 'No.' })
  put('gathers', { due_at: at(30) })
  put('else', { target_id: 'b', due_at: at(30), attempts: 3, error: 'No.' })
  put('over', { state: 'failed', due_at: at(30), attempts: 3, error: 'No.' })
  db.write((tx) => store.retryNow(tx, 'a', at(12)))
  expect(one('failed')).toMatchObject({ due_at: at(12), attempts: 0, error: null })
  for (const id of ['gathers', 'else', 'over']) expect(one(id).due_at).toBe(at(30))
})

test('deletion removes the waiting notices of one target, or those that ended long ago', () => {
  put('waits')
  put('done', { state: 'done', done_at: at(20) })
  put('failed', { state: 'failed', done_at: at(20) })
  put('late', { state: 'done', done_at: at(21) })
  put('else', { target_id: 'b', done_at: at(1) })
  db.write((tx) => store.forgetEndedBefore(tx, at(21)))
  expect(
    all()
      .map(({ notice_id }) => notice_id)
      .sort(),
  ).toEqual(['else', 'late', 'waits'])
  db.write((tx) => store.forgetNotices(tx, 'a'))
  expect(
    all()
      .map(({ notice_id }) => notice_id)
      .sort(),
  ).toEqual(['else', 'late'])
})

test('a target counts waiting and given up notices, and knows the next attempt', () => {
  put('waits')
  put('again', { due_at: at(40), error: 'No.' })
  put('sooner', { due_at: at(30), error: 'No.' })
  put('lost', { state: 'failed' })
  put('else', { target_id: 'b', due_at: at(2), error: 'No.' })
  expect(store.deliveryCountsOf(db.read, 'a')).toEqual({ waiting: 3, given_up: 1, next_at: at(30) })
  expect(store.deliveryCountsOf(db.read, 'b')).toEqual({ waiting: 1, given_up: 0, next_at: at(2) })
})

test('the log is filtered by target, by state and by both', () => {
  put('a1')
  put('a2', { state: 'done' })
  put('b1', { target_id: 'b', state: 'done' })
  const count = (filter: store.LogFilter) => store.countNotices(db.read, filter)
  expect([
    count({}),
    count({ target_id: 'a' }),
    count({ state: 'done' }),
    count({ target_id: 'a', state: 'done' }),
  ]).toEqual([3, 2, 2, 1])
})

test('a target is deleted with its own notices only', () => {
  put('a1')
  put('b1', { target_id: 'b' })
  db.write((tx) => store.removeTarget(tx, 'a'))
  expect([
    store.listTargets(db.read).map(({ target_id }) => target_id),
    all().map(({ notice_id }) => notice_id),
  ]).toEqual([['b'], ['b1']])
})

test('the position in the timeline is one row', () => {
  expect(store.reachOf(db.read)).toEqual({ newest: 0, reach: undefined })
  db.write((tx) => store.keepReach(tx, 5))
  db.write((tx) => store.keepReach(tx, 7))
  expect(store.reachOf(db.read).reach).toBe(7)
})

test('a notice that was delayed while the clock was ahead is sent when the clock is set back', () => {
  put('written ahead', { created_at: at(30), due_at: at(40), error: 'No answer.', attempts: 1 })
  put('put off ahead', { due_at: '2026-11-23T08:00:00.000Z', error: 'No answer.', attempts: 1 })
  put('waits', { target_id: 'b', due_at: at(40), error: 'No answer.', attempts: 1 })
  expect([due(5), due(5, 'b')]).toEqual([['put off ahead', 'written ahead'], []])
})
