import { beforeEach, expect, test } from 'bun:test'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { AppEvent } from '../../../base/events/types'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { searchItems } from '../tables'
import * as items from './item-store'
import { insertItems, insertSearchRun } from './store'

const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`
let db: Database
let events: AppEvent[]
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
  for (const run_id of ['a', 'b'])
    db.write((tx) => {
      insertSearchRun(tx, {
        run_id,
        trigger: 'manual',
        scope_type: 'series',
        scope_id: 'harbor',
        priority: 'high',
        created_at: at(1),
      } as never)
      insertItems(
        tx,
        run_id,
        ['1', '2', '3'].map((entity_id) => ({ entity_type: 'issue', entity_id }) as const),
        at(1),
      )
    })
  events = []
})

const key = (run_id: string, entity_id: string) => ({ run_id, entity_type: 'issue', entity_id }) as const
/** `1 accepted 0`, in order. */
const states = (run_id: string) =>
  db.read
    .select()
    .from(searchItems)
    .all()
    .filter((item) => item.run_id === run_id)
    .sort((one, other) => one.position - other.position)
    .map(({ entity_id, state, attempt_count }) => `${entity_id} ${state} ${attempt_count}`)
const UNTOUCHED = ['1 accepted 0', '2 accepted 0', '3 accepted 0']
const start = (run_id: string) => db.write((tx) => items.startNextItem(tx, run_id, at(2)))
const end = (run_id: string, id: string) =>
  db.write((tx) => items.endItem(tx, key(run_id, id), 'completed' as never, 'why', at(3)))

test('the items of a run start one after another, and those of no other', () => {
  expect([start('a')?.entity_id, start('a')?.entity_id]).toEqual(['1', '2'])
  expect(states('a')).toEqual(['1 running 1', '2 running 1', '3 accepted 0'])
  expect(events).toMatchObject([{ run_id: 'a', issue_id: '1' }, { run_id: 'a', issue_id: '2' }]) // biome-ignore format: short
  start('a')
  expect(start('a')).toBeUndefined()
  expect(states('b')).toEqual(UNTOUCHED)
})

test('an item that is put back has lost no attempt, and one that does not run is unchanged', () => {
  start('a')
  db.write((tx) => items.putBack(tx, key('a', '1')))
  db.write((tx) => items.putBack(tx, key('a', '2')))
  expect([states('a'), states('b')]).toEqual([UNTOUCHED, UNTOUCHED])
  for (const run of ['a', 'a']) start(run)
  db.write((tx) => items.putBack(tx, key('a', '2')))
  expect(states('a')).toEqual(['1 running 1', '2 accepted 0', '3 accepted 0'])
})

test('an item ends once, alone, and is reported', () => {
  start('a')
  events = []
  expect([end('a', '1'), end('a', '1'), end('a', '2'), end('a', 'none')]).toEqual([true, false, true, false])
  expect(states('a')).toEqual(['1 completed 1', '2 completed 0', '3 accepted 0'])
  expect(events).toMatchObject([{ issue_id: '1' }, { issue_id: '2' }]) // biome-ignore format: short
  expect(states('b')).toEqual(UNTOUCHED)
})

test('open items are listed in order, and end at once', () => {
  start('a')
  end('a', '2')
  const open = (run_id: string, most = 9) => items.openEntities(db.read, run_id, most).map(({ entity_id }) => entity_id)
  expect([open('a'), open('a', 1), open('b')]).toEqual([['1', '3'], ['1'], ['1', '2', '3']]) // biome-ignore format: short
  db.write((tx) => items.endOpen(tx, 'a', 'cancelled' as never, 'stopped', at(4)))
  expect(states('a')).toEqual(['1 cancelled 1', '2 completed 0', '3 cancelled 0'])
  expect(states('b')).toEqual(UNTOUCHED)
})

test('items of a dead process wait again, unless it died under one three times', () => {
  for (const run of ['a', 'a', 'b']) start(run)
  const tried = (run_id: string, entity_id: string, attempt_count: number) =>
    db.write((tx) =>
      tx
        .update(searchItems)
        .set({ attempt_count })
        .where(and(eq(searchItems.run_id, run_id), eq(searchItems.entity_id, entity_id)))
        .run(),
    )
  tried('a', '1', 3)
  tried('a', '2', 2)
  tried('a', '3', 3)
  tried('b', '1', 3)
  const stuck = db.write((tx) => items.recoverItems(tx, 'a', at(5)))
  expect(stuck).toEqual([{ entity_type: 'issue', entity_id: '1' }])
  expect(states('a')).toEqual(['1 quarantined 3', '2 accepted 2', '3 accepted 3'])
  expect(states('b')[0]).toBe('1 running 3')
})

test('the user decides about a stuck item, and about no other', () => {
  const resolution = (id: string) => db.read.select().from(searchItems).all().find((item) => item.run_id === 'a' && item.entity_id === id)?.resolution // biome-ignore format: one row
  const among = inArray(searchItems.entity_id, ['1', '2'])
  db.write((tx) => tx.update(searchItems).set({ state: 'quarantined' }).where(among).run())
  db.write((tx) => items.resolveStuckItem(tx, key('a', '1'), 'ignored'))
  db.write((tx) => items.resolveStuckItem(tx, key('a', '3'), 'ignored'))
  expect(['1', '2', '3'].map((id) => resolution(id) ?? null)).toEqual(['ignored', null, null])
  expect(events[0]).toMatchObject({ type: 'search.changed', run_id: 'a', issue_id: '1' })
})

test('an annual is another item than the issue with the same id', () => {
  const annual = { run_id: 'a', entity_type: 'annual', entity_id: '1' } as const
  db.write((tx) =>
    tx
      .insert(searchItems)
      .values({ ...annual, position: 9, state: 'accepted', updated_at: at(1) })
      .run(),
  )
  start('a')
  const of = (entity_type: string) =>
    db.read.select().from(searchItems).all().find((item) => item.run_id === 'a' && item.entity_id === '1' && item.entity_type === entity_type)?.state // biome-ignore format: one row
  expect([of('issue'), of('annual')]).toEqual(['running', 'accepted'])
  db.write((tx) => items.endItem(tx, annual, 'no_match', null, at(2)))
  expect([of('issue'), of('annual')]).toEqual(['running', 'no_match'])
})

test('an item is found by its number, and an unknown number finds none', () => {
  const rows = db.read.select({ row: sql<number>`rowid`, run_id: searchItems.run_id, id: searchItems.entity_id }).from(searchItems).all() // biome-ignore format: one glance
  for (const { row, run_id, id } of rows) expect(items.itemAt(db.read, row)).toMatchObject({ run_id, entity_id: id })
  expect(items.itemAt(db.read, 4711)).toBeUndefined()
})
