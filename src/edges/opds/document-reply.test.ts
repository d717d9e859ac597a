import { describe, expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { documentReply } from './document-reply'

const LONG = 'x'.repeat(1000)
const requestOf = (headers: Record<string, string> = {}) => new Request('http://library.test/opds', { headers })
const reply = (headers: Record<string, string> = {}, body = LONG) =>
  documentReply(requestOf(headers), { body, type: 'text/plain', updated: '2026-11-21T08:00:00.000Z' })

describe('a document', () => {
  test.each([
    ['gzip', true],
    ['GZIP', true],
    ['deflate, gzip;q=0.5', true],
    ['gzip;q=1.0', true],
    [' gzip ; q=0.001 ', true],
    ['gzip;q=0', false],
    ['gzip; q=0.00', false],
    ['deflate, br', false],
    ['x-gzip', false],
    ['', false],
  ])('for a client that accepts %p is compressed: %p', async (coding, isPacked) => {
    const sent = reply({ 'Accept-Encoding': coding })
    expect(sent.headers.get('content-type')).toBe('text/plain')
    expect(sent.headers.get('content-encoding')).toBe(isPacked ? 'gzip' : null)
    const bytes = await sent.bytes()
    expect((isPacked ? gunzipSync(bytes) : Buffer.from(bytes)).toString()).toBe(LONG)
    expect(sent.headers.get('etag')!.endsWith('-gzip"')).toBe(isPacked)
  })

  test('of less than a thousand characters is not compressed', () => {
    expect(reply({ 'Accept-Encoding': 'gzip' }, LONG.slice(1)).headers.has('content-encoding')).toBe(false)
  })

  test('that the client has, compressed or not, is not sent again', () => {
    const [plain, packed] = [reply(), reply({ 'Accept-Encoding': 'gzip' })].map(({ headers }) => headers.get('etag')!)
    for (const tag of [plain!, packed!])
      for (const coding of ['identity', 'gzip']) {
        const again = reply({ 'If-None-Match': tag, 'Accept-Encoding': coding })
        expect([again.status, again.headers.has('content-type')]).toEqual([304, false])
      }
    expect(reply({ 'If-None-Match': '"other"' }).status).toBe(200)
    expect(reply({ 'If-Modified-Since': 'Sat, 21 Nov 2026 08:00:00 GMT' }).status).toBe(304)
  })

  test('without a date has none', () => {
    const sent = documentReply(requestOf(), { body: 'x', type: 'text/plain', vary: 'Accept' })
    expect(sent.headers.has('last-modified')).toBe(false)
    expect(sent.headers.get('vary')).toBe('Accept, Accept-Encoding')
    expect(reply().headers.get('vary')).toBe('Accept-Encoding')
  })
})
