import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../outside/service-error'
import { jsonOf } from './reply'

const NOW = '2026-11-21T08:00:00.000Z'

describe('an answer', () => {
  const kindOf = (status: number, text: string, keyed = true) => {
    try {
      return jsonOf({ status, text, headers: new Headers() }, { absent: false, keyed }, NOW)
    } catch (error) {
      return error instanceof ServiceError ? error.kind : error
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
    [304, '', 'unreadable'],
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
