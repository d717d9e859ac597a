import { expect, test } from 'bun:test'
import type { AppEvent } from '../../../base/events/types'
import { testDatabase } from '../../../testing/database'
import type { ClientItem } from '../clients/client'
import { ProgressBoard } from './progress'

const at = (ms: number) => new Date(Date.UTC(2026, 10, 21, 8) + ms).toISOString()

function board() {
  const events: AppEvent[] = []
  const db = testDatabase((event) => events.push(event))
  const own = new ProgressBoard()
  const note = (sighting: ClientItem, ms = 0, item_id = 'a') =>
    db.write((tx) => own.record(tx, { item_id }, sighting, at(ms)))
  return { own, events, note }
}

test.each<[Partial<ClientItem>, object]>([
  [
    { done: 1, total: 3, speed: 2 },
    { percent: 33.3, eta: 1, done: 1, total: 3, speed: 2 },
  ],
  [
    { done: 1, total: 8, speed: 2 },
    { percent: 12.5, eta: 4 },
  ],
  [
    { done: 9, total: 8, speed: 2 },
    { percent: 100, eta: 0 },
  ],
  [
    { done: 0, total: 8, speed: 0 },
    { percent: 0, eta: null },
  ],
  [
    { done: 1, total: 8 },
    { percent: 12.5, eta: null, speed: null },
  ],
  [
    { done: 0, total: 0, speed: 2 },
    { percent: null, eta: null },
  ],
  [
    { total: 8, speed: 2 },
    { percent: null, eta: null, done: null },
  ],
  [
    { done: 1, speed: 2 },
    { percent: null, eta: null, total: null },
  ],
  [{ done: 1, total: 8, speed: 2, eta: 90 }, { eta: 90 }],
  [{ detail: 'It waits.' }, { detail: 'It waits.', seen_at: at(0) }],
])('for %j the progress is %j', (sighting, known) => {
  const { own, note } = board()
  note({ state: 'downloading', ...sighting } as ClientItem)
  expect(own.of('a')).toMatchObject({ state: 'downloading', ...known })
  expect(own.of('b')).toBeUndefined()
})

test('pages get events of one download once a second, and only changes', () => {
  const { own, events, note } = board()
  const updates = () => events.map((event) => ('bytes' in event ? [event.id, event.bytes] : []))
  const moved = (done: number): ClientItem => ({ state: 'downloading', done, total: 9 })
  note(moved(1), 0)
  note(moved(2), 999)
  note(moved(1), 0, 'b')
  expect(updates()).toEqual([['a', 1], ['b', 1]]) // biome-ignore format: one glance
  expect(own.of('a')?.done).toBe(2)
  note(moved(3), 1000)
  note(moved(3), 5000)
  expect(updates().slice(2)).toEqual([['a', 3]])
  note({ ...moved(3), state: 'paused' }, 9000)
  expect(events.at(-1)).toMatchObject({ id: 'a', status: 'paused', bytes: 3, total: 9, percent: 33.3, speed: 0 })
  note({ state: 'queued' }, 20_000)
  expect(events.at(-1)).toMatchObject({ status: 'queued', bytes: 0, total: 0, percent: 0, eta: null })
})

test('an item that is no longer followed is forgotten, and sent again when it comes back', () => {
  const { own, events, note } = board()
  note({ state: 'queued' }, 0, 'a')
  note({ state: 'queued' }, 0, 'b')
  own.keepOnly(new Set(['b']))
  expect([own.of('a'), own.of('b')?.state]).toEqual([undefined, 'queued'])
  note({ state: 'queued' }, 10, 'a')
  note({ state: 'queued' }, 10_000, 'b')
  expect(events).toHaveLength(3)
})

test('a change of only the priority or position is sent', () => {
  const { events, note } = board()
  const sighting = { state: 'queued', done: 1, total: 2 } as const
  note({ ...sighting, priority: 'normal' })
  note({ ...sighting, priority: 'high' }, 2000)
  note({ ...sighting, place: 2 }, 4000)
  note({ ...sighting, place: 2 }, 6000)
  expect(events.map((event) => 'priority' in event && [event.priority, event.place])).toEqual([
    ['normal', null],
    ['high', null],
    [null, 2],
  ])
})
