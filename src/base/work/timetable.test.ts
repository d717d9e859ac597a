import { expect, test } from 'bun:test'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { nextTurn } from '../platform/event-loop'
import { lineLog } from '../platform/log'
import { Refusal } from '../refusal'
import * as store from './store'
import { Timetable } from './timetable'

function makeHarness() {
  const clock = fakeClock()
  const db = testDatabase()
  const log = lineLog(clock.now, () => {})
  const runs: string[] = []
  const timetable = new Timetable({ db, clock, log })
  const job = (name: string, minutes: number) =>
    timetable.add({ name, everyMinutes: () => minutes, run: () => void runs.push(name) })
  return { clock, db, log, runs, timetable, job }
}

test('a job runs when it is due and not before', async () => {
  const { clock, runs, timetable, job } = makeHarness()
  job('hourly', 60)
  await timetable.tick()
  await clock.advance('59 min')
  await timetable.tick()
  expect(runs).toEqual(['hourly'])
  await clock.advance('1 min')
  await timetable.tick()
  expect(runs).toEqual(['hourly', 'hourly'])
})

test('a job whose interval is zero is not scheduled', async () => {
  const { runs, timetable, job } = makeHarness()
  job('parked', 0)
  await timetable.tick()
  expect(runs).toEqual([])
})

test('a held job does not start automatically, and is due at once when the hold ends', async () => {
  const { clock, runs, timetable } = makeHarness()
  let isHeld = false
  timetable.add({ name: 'held', everyMinutes: () => 60, isHeld: () => isHeld, run: () => void runs.push('held') })
  await timetable.tick()
  isHeld = true
  await clock.advance('2 h')
  await timetable.tick()
  expect(await timetable.run('held')).toBe(true)
  expect([runs, timetable.find('held')?.next_at]).toEqual([['held'], null])
  isHeld = false
  expect(timetable.find('held')?.next_at).toBe(clock.now().replace('T10', 'T09'))
  await timetable.tick()
  expect(runs).toEqual(['held', 'held'])
})

test('a restart neither skips nor repeats a job', async () => {
  const { clock, db, log, timetable, job } = makeHarness()
  job('hourly', 60)
  await timetable.tick()
  await clock.advance('30 min')
  const again: string[] = []
  const next = new Timetable({ db, clock, log })
  next.add({ name: 'hourly', everyMinutes: () => 60, run: () => void again.push('ran') })
  await next.tick()
  expect(again).toEqual([])
  await clock.advance('30 min')
  await next.tick()
  expect(again).toEqual(['ran'])
})

test('a job that fails stores the error in its row and stops no other', async () => {
  const { db, runs, timetable, job } = makeHarness()
  timetable.add({ name: 'broken', everyMinutes: () => 60, run: () => Promise.reject(new Error('no')) })
  job('sound', 60)
  await timetable.tick()
  expect(runs).toEqual(['sound'])
  expect(store.findJob(db.read, 'broken')).toMatchObject({ last_ok: false })
  expect(store.findJob(db.read, 'sound')).toMatchObject({ last_ok: true })
})

test('failures in a row are counted until a run succeeds, and the sentence of a refusal is stored', async () => {
  const { clock, db, timetable } = makeHarness()
  let isWell = false
  const run = () => {
    if (!isWell) throw new Refusal('unavailable', 'The disk is full.')
  }
  timetable.add({ name: 'backup', everyMinutes: () => 1, run })
  await timetable.tick()
  await clock.advance('1 min')
  await timetable.tick()
  expect(store.findJob(db.read, 'backup')).toMatchObject({ failures_in_row: 2, last_error: 'The disk is full.' })
  isWell = true
  await timetable.run('backup')
  expect(store.findJob(db.read, 'backup')).toMatchObject({ failures_in_row: 0, last_error: null })
})

test('a paused job runs only on request, until it is resumed', async () => {
  const { clock, runs, timetable, job } = makeHarness()
  job('hourly', 60)
  expect(timetable.pause('hourly', true)).toMatchObject({ is_paused: true, next_at: null })
  await timetable.tick()
  expect(runs).toEqual([])
  await timetable.run('hourly')
  expect(runs).toEqual(['hourly'])
  await clock.advance('2 h')
  await timetable.tick()
  expect(runs).toEqual(['hourly'])
  expect(timetable.pause('hourly', false)).toMatchObject({ is_paused: false, next_at: '2026-11-21T09:00:00.000Z' })
  await timetable.tick()
  expect(runs).toEqual(['hourly', 'hourly'])
  expect(timetable.pause('none', true)).toBeUndefined()
})

test('keeping the timetable ticks by the clock and ends with the signal', async () => {
  const { clock, runs, timetable, job } = makeHarness()
  job('minutely', 1)
  const stop = new AbortController()
  const kept = timetable.runUntilStopped(stop.signal)
  await clock.advance('3 min')
  stop.abort()
  await kept
  expect(runs.length).toBe(4)
})

test('a job is marked as running, and knows whether it was requested', async () => {
  const { timetable } = makeHarness()
  const calls: unknown[] = []
  const going = Promise.withResolvers<void>()
  const run = async (byHand?: boolean) => {
    calls.push(byHand)
    await going.promise
  }
  timetable.add({ name: 'long', everyMinutes: () => 60, run })
  const running = () => timetable.find('long')?.is_running
  expect(running()).toBe(false)
  const tick = timetable.tick()
  await Promise.resolve()
  expect(running()).toBe(true)
  going.resolve()
  await tick
  expect(running()).toBe(false)
  await timetable.run('long')
  expect(calls).toEqual([false, true])
})

test('a job whose row cannot be written stops no other, and runs at a later tick', async () => {
  const { db, clock, runs, timetable, job } = makeHarness()
  job('first', 60)
  job('second', 60)
  const write = db.write.bind(db)
  let locked = true
  db.write = ((work: never) => {
    if (locked) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
    return write(work)
  }) as typeof db.write
  await timetable.tick()
  expect(runs).toEqual([])
  locked = false
  await clock.advance('1 min')
  await timetable.tick()
  expect(runs).toEqual(['first', 'second'])
})

test('a job whose write meets a table that is moved in runs again after it, and counts as done', async () => {
  const { clock, db, timetable } = makeHarness()
  const [begun, back] = [Promise.withResolvers<void>(), Promise.withResolvers<[]>()]
  let runs = 0
  timetable.add({
    name: 'daily',
    everyMinutes: () => 1440,
    run: async () => {
      runs += 1
      begun.resolve()
      await nextTurn()
      db.write((tx) => store.pauseJob(tx, 'other', true))
    },
  })
  const ticked = timetable.tick()
  await begun.promise
  const lent = db.lend(() => back.promise)
  await nextTurn()
  await nextTurn()
  back.resolve([])
  await Promise.all([ticked, lent])
  expect(runs).toBe(2)
  expect(timetable.find('daily')?.row).toMatchObject({ last_finished_at: clock.now(), last_ok: true })
})

test('a job that ran while the clock was ahead is due after the clock is set back', async () => {
  const { clock, runs, timetable, job } = makeHarness()
  await clock.advance('3650 d')
  job('hourly', 60)
  await timetable.tick()
  await clock.advance('-3650 d')
  expect(timetable.find('hourly')?.next_at).toBe(clock.now())
  await timetable.tick()
  await timetable.tick()
  expect(runs).toEqual(['hourly', 'hourly'])
})
