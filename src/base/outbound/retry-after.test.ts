import { describe, expect, test } from 'bun:test'
import { limitResetAt, retryAfter } from './retry-after'

const NOW = '2026-11-21T08:00:00.000Z'

describe('Retry-After', () => {
  test.each([
    ['90', '2026-11-21T08:01:30.000Z'],
    ['0', NOW],
    ['1.5', '2026-11-21T08:00:01.500Z'],
    ['Sat, 21 Nov 2026 08:10:00 GMT', '2026-11-21T08:10:00.000Z'],
    ['Sat, 21 Nov 2026 07:10:00 GMT', '2026-11-21T07:10:00.000Z'],
    ['999999999', '2026-11-22T08:00:00.000Z'],
    ['Wed, 21 Nov 2035 08:10:00 GMT', '2026-11-22T08:00:00.000Z'],
    ['21 Nov 12035 08:10:00 GMT', '2026-11-22T08:00:00.000Z'],
    ['soon', undefined],
    ['-5', undefined],
    ['', undefined],
  ])('%p is %p', (text, until) => {
    expect(retryAfter(new Headers(text === '' ? {} : { 'Retry-After': text }), NOW)).toBe(until as string)
  })
})

describe('counts of the service', () => {
  test.each([
    [{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '60' }, '2026-11-21T08:01:00.000Z'],
    // A moment, not a duration.
    [{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1795248030' }, '2026-11-21T08:00:30.000Z'],
    [{ 'X-RateLimit-Burst-Remaining': '0', 'X-RateLimit-Burst-Reset': '7' }, '2026-11-21T08:00:07.000Z'],
    [
      {
        'X-RateLimit-Burst-Remaining': '0',
        'X-RateLimit-Burst-Reset': '7',
        'X-RateLimit-Sustained-Remaining': '0',
        'X-RateLimit-Sustained-Reset': '600',
      },
      '2026-11-21T08:10:00.000Z',
    ],
    // Milliseconds, and dates outside the calendar.
    [{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1795248030000' }, '2026-11-21T08:00:30.000Z'],
    [{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1e300' }, '2026-11-22T08:00:00.000Z'],
    // The longer of the two, in either order.
    [
      {
        'X-RateLimit-Burst-Remaining': '0',
        'X-RateLimit-Burst-Reset': '600',
        'X-RateLimit-Sustained-Remaining': '0',
        'X-RateLimit-Sustained-Reset': '7',
      },
      '2026-11-21T08:10:00.000Z',
    ],
    [{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '0' }, NOW],
    [{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '-5' }, undefined],
    [{ 'X-RateLimit-Remaining': ' ', 'X-RateLimit-Reset': '60' }, undefined],
    [{ 'Server-Remaining': '0', 'Server-Reset': '60' }, undefined],
    [{ 'X-RateLimit-Remaining': '3', 'X-RateLimit-Reset': '60' }, undefined],
    [{ 'X-RateLimit-Remaining': '0' }, undefined],
    [{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': 'never' }, undefined],
  ])('%j pause until %p', (headers, until) => {
    expect(limitResetAt(new Headers(headers as Record<string, string>), NOW)).toBe(until as string)
  })
})
