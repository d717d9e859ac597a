import { expect, test } from 'bun:test'
import { dayAfter, dayIn, isZone, startOfDay } from './reading-day'

test.each([
  ['UTC', '2026-11-23T23:30:00.000Z', '2026-11-23'],
  ['Europe/Berlin', '2026-11-23T23:30:00.000Z', '2026-11-24'],
  ['America/Los_Angeles', '2026-11-24T07:59:59.000Z', '2026-11-23'],
  ['Asia/Kathmandu', '2026-11-23T18:14:00.000Z', '2026-11-23'],
  ['Asia/Kathmandu', '2026-11-23T18:15:00.000Z', '2026-11-24'],
  // Summer time: midnight comes at 22:00 UTC until the end of October, at 23:00 after it.
  ['Europe/Berlin', '2026-10-24T22:30:00.000Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T22:30:00.000Z', '2026-10-25'],
  ['Europe/Berlin', '2026-10-25T23:00:00.000Z', '2026-10-26'],
  ['Europe/Berlin', '2026-03-28T22:59:00.000Z', '2026-03-28'],
  ['Nowhere/Town', '2026-11-23T23:30:00.000Z', '2026-11-23'],
])('in %s it is at %s the %s', (zone, at, day) => expect(dayIn(zone, at)).toBe(day))

test('a zone is known by its name', () => {
  expect(isZone('Europe/Berlin')).toBe(true)
  expect(isZone('Nowhere/Town')).toBe(false)
})

test('days are consecutive through months, leap years and clock changes', () => {
  expect(dayAfter('2026-10-24', 1)).toBe('2026-10-25')
  expect(dayAfter('2026-10-25', 1)).toBe('2026-10-26')
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29')
  expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31')
})

test.each([
  ['UTC', '2026-11-21', '2026-11-21T00:00:00.000Z'],
  ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-21', '2026-11-20T10:00:00.000Z'],
  ['Pacific/Niue', '2026-11-21', '2026-11-21T11:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z'],
  ['No/Where', '2026-11-21', '2026-11-21T00:00:00.000Z'],
] as const)('in %s the day %s begins at %s', (zone, day, at) => {
  expect(startOfDay(zone, day)).toBe(at)
})
