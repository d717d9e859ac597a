import { describe, expect, test } from 'bun:test'
import { heldUntil, jsonOf, retryAfter } from './reply'
import { Trouble } from './trouble'

const NOW = '2026-11-21T08:00:00.000Z'

describe('an answer', () => {
  const kindOf = (status: number, text: string, keyed = true) => {
    try {
      return jsonOf({ status, text, headers: new Headers() }, { absent: false, keyed }, NOW)
    } catch (error) {
      return error instanceof Trouble ? error.kind : error
    }
  }

  test.each([
    [200, '{"a":1}', { a: 1 }],
    [200, '\uFEFF[]', []],
    [200, 'null', null],
    [200, '', 'unreadable'],
    [200, '{"a":', 'unreadable'],
    [200, '<html>Down for works</html>', 'unreadable'],
    [200, '<title>Abnormal Traffic Detected</title>', 'banned'],
    [200, '{"note":"abnormal traffic detected"}', { note: 'abnormal traffic detected' }],
    [302, '', 'refused'],
    [400, '{}', 'refused'],
    [401, '{}', 'auth'],
    [401, '<html></html>', 'auth'],
    [403, '{"detail":"Invalid token."}', 'auth'],
    [403, '<html>Just a moment</html>', 'banned'],
    [404, '{}', 'refused'],
    [420, '{"status_code":107}', 'limit'],
    [429, '<html></html>', 'limit'],
    [500, '', 'unavailable'],
    [522, '<html></html>', 'unavailable'],
  ])('of status %d with %p is %j', (status, text, outcome) => {
    expect(kindOf(status, text)).toEqual(outcome)
  })

  test('that is absent is null where the question allows it', () => {
    const reply = { status: 404, text: '<html></html>', headers: new Headers() }
    expect(jsonOf(reply, { absent: true, keyed: true }, NOW)).toBeNull()
  })

  test('of 403 where there is no key to take is a limit', () => {
    expect(kindOf(403, '', false)).toBe('limit')
  })
})

describe('Retry-After', () => {
  test.each([
    ['90', '2026-11-21T08:01:30.000Z'],
    ['0', NOW],
    ['1.5', '2026-11-21T08:00:01.500Z'],
    ['Sat, 21 Nov 2026 08:10:00 GMT', '2026-11-21T08:10:00.000Z'],
    ['Sat, 21 Nov 2026 07:10:00 GMT', '2026-11-21T07:10:00.000Z'],
    ['999999999', '2026-11-22T08:00:00.000Z'],
    ['Wed, 21 Nov 2035 08:10:00 GMT', '2026-11-22T08:00:00.000Z'],
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
    // A moment and not a span.
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
    [{ 'X-RateLimit-Remaining': '3', 'X-RateLimit-Reset': '60' }, undefined],
    [{ 'X-RateLimit-Remaining': '0' }, undefined],
    [{ 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': 'never' }, undefined],
  ])('%j hold until %p', (headers, until) => {
    expect(heldUntil(new Headers(headers as Record<string, string>), NOW)).toBe(until as string)
  })
})
