import { expect, test } from 'bun:test'
import { fakeClock } from '../../../testing/fakes/clock'
import { ClockJumps } from './clock-jumps'

const messages = (jumps: ClockJumps) => jumps.findings().map(({ message }) => message)

test('passing time and small corrections are not jumps', async () => {
  const clock = fakeClock()
  const jumps = new ClockJumps(clock, null)
  for (let day = 0; day < 10; day++) {
    await clock.advance('1 d')
    clock.jump('4 min')
    expect(messages(jumps)).toEqual([])
  }
})

test('a jump is reported for an hour', async () => {
  const clock = fakeClock()
  const jumps = new ClockJumps(clock, null)
  await clock.advance('30 s')
  clock.jump('-90 min')
  for (let minute = 0; minute < 60; minute += 15) {
    expect(messages(jumps)).toEqual(['The clock of this machine jumped 90 minutes back.'])
    await clock.advance('15 min')
  }
  expect(messages(jumps)).toEqual([])
  clock.jump('3 d')
  expect(messages(jumps)).toEqual(['The clock of this machine jumped 3 days ahead.'])
  await clock.advance('30 min')
  clock.jump('-2 h')
  expect(messages(jumps)).toEqual(['The clock of this machine jumped 3 days ahead.'])
})

test('a corrected clock is not reported', async () => {
  const clock = fakeClock()
  const jumps = new ClockJumps(clock, null)
  clock.jump('5 h')
  expect(messages(jumps)).toEqual(['The clock of this machine jumped 5 hours ahead.'])
  await clock.advance('1 min')
  clock.jump('-5 h')
  expect(messages(jumps)).toEqual([])
})

test('a start before the end of the last run is a jump, one long after it is not', async () => {
  const clock = fakeClock()
  expect(messages(new ClockJumps(clock, '2026-11-21T13:00:00.000Z'))).toEqual([
    'The clock of this machine jumped 5 hours back.',
  ])
  expect(messages(new ClockJumps(clock, '2026-11-21T08:04:00.000Z'))).toEqual([])
  expect(messages(new ClockJumps(clock, '2026-01-01T00:00:00.000Z'))).toEqual([])
})
