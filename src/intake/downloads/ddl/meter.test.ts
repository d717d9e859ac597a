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

test('there is no speed before there is something to compare', () => {
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

test('what stands still for more than ten seconds has no speed, and does not go back', () => {
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

test('many pieces in a moment are one', () => {
  for (let at = 0; at <= 2000; at++) {
    meter.moved(at * 10)
    pass(1)
  }
  expect(meter.speed()).toBe(9995)
})

test('how fast something moves is what came in the last ten seconds', async () => {
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

test('what was begun anew does not move backwards', async () => {
  const clock = fakeClock()
  const meter = new Meter(clock)
  meter.moved(5000)
  await clock.advance('2 s')
  meter.moved(1000)
  expect(meter.speed()).toBe(0)
})
