import { expect, test } from 'bun:test'
import { isUnchanged } from './conditional'

const MODIFIED = 'Sat, 21 Nov 2026 08:00:00 GMT'
const sent = (headers: Record<string, string>) =>
  isUnchanged(new Request('http://x/', { headers }), {
    etags: ['"a"', '"a-gzip"'],
    modified: MODIFIED,
  })

test.each<[headers: Record<string, string>, isUnchanged: boolean]>([
  [{}, false],
  [{ 'If-None-Match': '"a"' }, true],
  [{ 'If-None-Match': '"a-gzip"' }, true],
  [{ 'If-None-Match': 'W/"a"' }, true],
  [{ 'If-None-Match': '"x", "a"' }, true],
  [{ 'If-None-Match': '*' }, true],
  [{ 'If-None-Match': '"x"' }, false],
  [{ 'If-None-Match': '' }, false],
  [{ 'If-Modified-Since': MODIFIED }, true],
  // A date is ignored beside a tag.
  [{ 'If-None-Match': '"x"', 'If-Modified-Since': MODIFIED }, false],
  [{ 'If-Modified-Since': 'Sun, 22 Nov 2026 08:00:00 GMT' }, false],
])('a client with %j has the reply: %p', (headers, isKnown) => {
  expect(sent(headers)).toBe(isKnown)
})

test('without a date only the tag counts', () => {
  const request = new Request('http://x/', { headers: { 'If-Modified-Since': MODIFIED } })
  expect(isUnchanged(request, { etags: ['"a"'] })).toBe(false)
  expect(isUnchanged(new Request('http://x/'), { etags: ['"a"'] })).toBe(false)
})
