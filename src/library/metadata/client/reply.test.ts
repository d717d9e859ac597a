import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../base/outbound/service-error'
import { replyJson } from './reply'

const NOW = '2026-11-21T08:00:00.000Z'

describe('a reply', () => {
  const kindOf = (status: number, text: string, keyed = true) => {
    try {
      return replyJson({ status, text, headers: new Headers() }, { absent: false, keyed }, NOW)
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
    [200, '<html>Invalid API key</html>', 'auth'],
    [500, 'No API key was given', 'auth'],
    [200, '{"note":"invalid API key"}', { note: 'invalid API key' }],
    [200, '{"note":"abnormal traffic detected"}', { note: 'abnormal traffic detected' }],
    [302, '', 'refused'],
    [304, '', 'unreadable'],
    [299, '{}', {}],
    [300, '{}', 'refused'],
    [399, '{}', 'refused'],
    [400, '{}', 'refused'],
    [401, '{}', 'auth'],
    [401, '<html></html>', 'auth'],
    [403, '{"detail":"Invalid token."}', 'auth'],
    [403, '<html>Just a moment</html>', 'banned'],
    [404, '{}', 'refused'],
    [420, '{"status_code":107}', 'limit'],
    [429, '<html></html>', 'limit'],
    [499, '{}', 'refused'],
    [500, '', 'unavailable'],
    [500, '{}', 'unavailable'],
    [400, '<title>Abnormal Traffic Detected</title>', 'banned'],
    [404, '<html></html>', 'refused'],
    [522, '<html></html>', 'unavailable'],
  ])('of status %d with %p is %j', (status, text, outcome) => {
    expect(kindOf(status, text)).toEqual(outcome)
  })

  test('that is absent is null where the request allows it', () => {
    const reply = { status: 404, text: '<html></html>', headers: new Headers() }
    expect(replyJson(reply, { absent: true, keyed: true }, NOW)).toBeNull()
  })

  test('with 403 where there is no key to reject is a limit', () => {
    expect(kindOf(403, '', false)).toBe('limit')
  })

  test('with another status than 404 is not absent', () => {
    for (const [status, kind] of [
      [400, 'refused'],
      [410, 'refused'],
      [500, 'unavailable'],
    ] as const) {
      const reply = { status, text: '{}', headers: new Headers() }
      expect(() => replyJson(reply, { absent: true, keyed: true }, NOW)).toThrow(expect.objectContaining({ kind }))
    }
  })

  test('with 403 and data where there is no key to reject is a limit too, and 401 is not', () => {
    expect(kindOf(403, '{}', false)).toBe('limit')
    expect(kindOf(401, '{}', false)).toBe('auth')
  })

  test('that blames a key where there is none to reject is unreadable', () => {
    expect(kindOf(200, '<html>Invalid API key</html>', false)).toBe('unreadable')
  })

  const whatOf = (status: number, text: string, headers: Record<string, string> = {}) => {
    try {
      return replyJson({ status, text, headers: new Headers(headers) }, { keyed: true }, NOW)
    } catch (error) {
      const { what, more } = error as ServiceError
      return more.until === undefined ? what : `${what} until ${more.until}`
    }
  }

  test.each([
    [500, '<p>An <b>invalid</b> API key</p>', 'invalid API key'],
    [200, ' <p>', 'a web page in place of data'],
    [200, '{"a":', 'it was cut off or garbled'],
    [304, '', 'it says that nothing has changed'],
    [302, '', 'it points to another address'],
    [400, '', 'status 400'],
    [401, '', 'status 401'],
    [403, '{}', 'status 403'],
  ])('of status %d with %p has its reason', (status, text, what) => {
    expect(whatOf(status, text, { 'Retry-After': '60' })).toBe(what)
  })

  test.each([420, 429, 503])('with status %d says until when', (status) => {
    expect(whatOf(status, '', { 'Retry-After': '60' })).toEndWith(' until 2026-11-21T08:01:00.000Z')
  })
})
