import { beforeEach, expect, test } from 'bun:test'
import { fromMs } from '../../../base/platform/clock'
import { fakeClock } from '../../../testing/fakes/clock'
import { Meter } from './meter'

let ms: number
let meter: Meter
const pass = (span: number) => {
  ms += span
}
beforeEach(() => {
  ms = Date.UTC(2026, 10, 21)
  meter = new Meter({ now: () => fromMs(ms), uptime: () => 0, after: () => Promise.resolve() })
})

test('there is no speed before the second sample', () => {
  expect(meter.speed()).toBeUndefined()
  meter.moved(1000)
  expect(meter.speed()).toBeUndefined()
  pass(499)
  meter.moved(5000)
  expect(meter.speed()).toBeUndefined()
  pass(1)
  expect(meter.speed()).toBe(8000)
})

test('the speed is that of the last ten seconds', () => {
  for (let second = 0; second <= 60; second++) {
    meter.moved(second < 30 ? second * 100 : 3000 + (second - 30) * 1000)
    pass(1_000)
  }
  expect(meter.speed()).toBe(917)
})

test('no progress for more than ten seconds is no speed, and the speed is never negative', () => {
  meter.moved(0)
  pass(1_000)
  meter.moved(2000)
  expect(meter.speed()).toBe(2000)
  pass(10_000)
  expect(meter.speed()).toBe(182)
  pass(1)
  expect(meter.speed()).toBe(0)
  meter.moved(500)
  expect(meter.speed()).toBeGreaterThanOrEqual(0)
})

test('many samples at one moment count as one', () => {
  for (let at = 0; at <= 2000; at++) {
    meter.moved(at * 10)
    pass(1)
  }
  expect(meter.speed()).toBe(9995)
})

test('speed is the amount of the last ten seconds', async () => {
  const clock = fakeClock()
  const meter = new Meter(clock)
  expect(meter.speed()).toBeUndefined()
  meter.moved(0)
  expect(meter.speed()).toBeUndefined()
  await clock.advance('1 s')
  meter.moved(1000)
  expect(meter.speed()).toBe(1000)
  for (let second = 0; second < 20; second++) {
    await clock.advance('1 s')
    meter.moved(1000 + (second + 1) * 5000)
  }
  expect(meter.speed()).toBe(5000)
  await clock.advance('10 s')
  expect(meter.speed()).toBeGreaterThan(0)
  await clock.advance('1 s')
  expect(meter.speed()).toBe(0)
})

test('a restarted download has no negative speed', async () => {
  const clock = fakeClock()
  const meter = new Meter(clock)
  meter.moved(5000)
  await clock.advance('2 s')
  meter.moved(1000)
  expect(meter.speed()).toBe(0)
})
