import { expect, test } from 'bun:test'
import { asGet, isHead, withoutBody } from './head'

test('HEAD is routed as GET, other methods stay as they are', () => {
  const head = asGet(new Request('http://x/a?b=1', { method: 'HEAD', headers: { Accept: 'image/webp' } }))
  expect([head.method, head.url, head.headers.get('accept'), isHead(head)]).toEqual([
    'GET',
    'http://x/a?b=1',
    'image/webp',
    true,
  ])
  const put = new Request('http://x/a', { method: 'PUT' })
  expect([asGet(put) === put, isHead(put)]).toEqual([true, false])
})

test('the reply keeps its headers and gets the length of its body', async () => {
  const reply = await withoutBody(new Response('four', { status: 404, headers: { ETag: '"a"' } }))
  expect([reply.status, reply.headers.get('etag'), reply.headers.get('content-length'), await reply.text()]).toEqual([
    404,
    '"a"',
    '4',
    '',
  ])
})

test('a body that is made while it is sent is not started', async () => {
  let ended = false
  let begun = false
  const stream = () =>
    new ReadableStream(
      {
        pull: () => {
          begun = true
        },
        cancel: () => {
          ended = true
        },
      },
      { highWaterMark: 0 },
    )
  const zip = await withoutBody(new Response(stream(), { headers: { 'Content-Length': '5000' } }))
  expect([zip.headers.get('content-length'), begun, ended]).toEqual(['5000', false, true])
  const events = await withoutBody(new Response(stream(), { headers: { 'Content-Type': 'text/event-stream' } }))
  expect(events.headers.has('content-length')).toBe(false)
})
