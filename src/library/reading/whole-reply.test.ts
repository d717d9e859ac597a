import { describe, expect, test } from 'bun:test'
import { asGet } from '../../base/http/head'
import { wholeReply } from './whole-reply'
import type { SeriesFile } from './whole-series'

const MODIFIED = 'Sat, 21 Nov 2026 08:00:00 GMT'
const CONTENT = '0123456789'

/** Ten bytes, in chunks of three. */
const file = (
  size = CONTENT.length,
  read: { chunks: number; ended: boolean } = { chunks: 0, ended: false },
): SeriesFile => ({
  name: 'Harbor.zip',
  size,
  etag: '"a"',
  modified: '2026-11-21T08:00:00.000Z',
  async *bytes(from, to) {
    try {
      for (let at = from; at < to; at += 3) {
        read.chunks++
        yield new TextEncoder().encode(CONTENT.slice(at, Math.min(at + 3, to)))
      }
    } finally {
      read.ended = true
    }
  },
})
const ask = (headers: Record<string, string> = {}, method = 'GET', of = file()) =>
  wholeReply(asGet(new Request('http://x/all.zip', { method, headers })), of)

describe('a range', () => {
  test.each([
    ['bytes=0-0', '0', '0-0'],
    ['bytes=3-5', '345', '3-5'],
    ['bytes=7-', '789', '7-9'],
    ['bytes=9-', '9', '9-9'],
    ['bytes=7-99', '789', '7-9'],
    ['bytes=-3', '789', '7-9'],
    ['bytes=-99', CONTENT, '0-9'],
    ['bytes=0-', CONTENT, '0-9'],
  ])('%s is %p', async (range, text, of) => {
    const reply = await ask({ Range: range })
    expect([reply.status, reply.headers.get('content-range')]).toEqual([206, `bytes ${of}/10`])
    expect(reply.headers.get('content-length')).toBe(String(text.length))
    expect(await reply.text()).toBe(text)
  })

  test.each(['bytes=10-', 'bytes=10-12', 'bytes=-0'])('%s is past the end', async (range) => {
    const reply = await ask({ Range: range })
    expect([reply.status, reply.headers.get('content-range'), await reply.text()]).toEqual([416, 'bytes */10', ''])
  })

  test.each(['bytes=-', 'bytes=5-3', 'bytes=0-1,3-4', 'bytes=a-b', 'pages=1-2', ' bytes=0-1'.repeat(2)])(
    '%s that cannot be read is the whole file',
    async (range) => {
      const reply = await ask({ Range: range })
      expect([reply.status, reply.headers.has('content-range'), await reply.text()]).toEqual([200, false, CONTENT])
    },
  )

  test.each([
    ['"a"', 206],
    [MODIFIED, 206],
    ['"b"', 200],
    ['Sun, 22 Nov 2026 08:00:00 GMT', 200],
  ])('of the file %s are %i', async (only, status) => {
    expect((await ask({ Range: 'bytes=3-5', 'If-Range': only })).status).toBe(status)
  })
})

test('the whole file has a name, validators and its length', async () => {
  const reply = await ask()
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    etag: '"a"',
    'last-modified': MODIFIED,
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    'content-type': 'application/zip',
    'content-length': '10',
  })
  expect(reply.headers.get('content-disposition')).toContain('Harbor.zip')
})

test('a client that has the file gets no body', async () => {
  const reply = await ask({ 'If-None-Match': '"a"', Range: 'bytes=0-1' })
  expect([reply.status, reply.headers.has('content-type')]).toEqual([304, false])
  expect((await ask({ 'If-Modified-Since': MODIFIED })).status).toBe(304)
})

test('a large file is read as it is sent, and no further once the client leaves', async () => {
  const read = { chunks: 0, ended: false }
  const reply = await ask({}, 'GET', file(8 * 1024 * 1024 + 1, read))
  expect(read.chunks).toBe(0)
  const reader = reply.body!.getReader()
  await reader.read()
  expect(read.chunks).toBe(1)
  await reader.cancel()
  expect(read).toEqual({ chunks: 1, ended: true })
})

test('a large file is sent to its end', async () => {
  const size = 9 * 1024 * 1024
  async function* bytes(from: number, to: number) {
    for (let at = from; at < to; at += 1024 * 1024) yield new Uint8Array(Math.min(1024 * 1024, to - at)).fill(7)
  }
  const reply = await ask({}, 'GET', { ...file(size), bytes })
  const sent = await reply.bytes()
  expect([sent.length, sent[0], sent.at(-1)]).toEqual([size, 7, 7])
})

test('for a HEAD request nothing is read', async () => {
  const read = { chunks: 0, ended: false }
  const reply = await ask({}, 'HEAD', file(10, read))
  expect([reply.headers.get('content-length'), read.chunks]).toEqual(['10', 0])
})
