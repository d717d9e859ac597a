import { describe, expect, test } from 'bun:test'
import { LOGIN, testApp } from '../../testing/app'
import { makeSeries } from '../../testing/make'
import { compressedReply } from './compressed-reply'
import { isUnmeasured, markUnmeasured } from './head'

/** JSON for clients on other machines. */

const asking = (accepted?: string) =>
  new Request('http://tablet/api', accepted === undefined ? {} : { headers: { 'Accept-Encoding': accepted } })
const json = (rows: number) => ({ rows: Array.from({ length: rows }, (_, at) => ({ name: `Harbor Lights #${at}` })) })
const text = async (reply: Response) => new TextDecoder().decode(Bun.gunzipSync(await reply.bytes()))

describe('a JSON reply', () => {
  test.each([
    ['of a few kilobytes', 200],
    ['of a megabyte', 30_000],
  ])('%s is sent in gzip, with the same content', async (_what, rows) => {
    const reply = await compressedReply(asking('gzip, br'), Response.json(json(rows), { status: 202 }))
    expect([reply.status, reply.headers.get('content-encoding'), reply.headers.get('vary')]).toEqual([
      202,
      'gzip',
      'Accept-Encoding',
    ])
    expect(reply.headers.get('content-type')).toContain('application/json')
    expect(JSON.parse(await text(reply))).toEqual(json(rows))
  })

  test.each([
    ['that is short', 'gzip', 2],
    ['for a client that names no encoding', undefined, 200],
    ['for a client that refuses gzip', 'gzip;q=0, br', 200],
  ])('%s is sent unchanged', async (_what, accepted, rows) => {
    const reply = await compressedReply(asking(accepted), Response.json(json(rows)))
    expect([reply.headers.get('content-encoding'), reply.headers.get('vary')]).toEqual([null, 'Accept-Encoding'])
    expect(await reply.json()).toEqual(json(rows))
  })

  test('that is streamed is compressed while it is read', async () => {
    const row = new TextEncoder().encode(`"${'x'.repeat(5000)}"`)
    let [read, cancelled] = [0, false]
    const rows = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read++
          controller.enqueue(row)
        },
        cancel() {
          cancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    const whole = new Response(markUnmeasured(rows), { headers: { 'Content-Type': 'application/json' } })
    const reply = await compressedReply(asking('gzip'), whole)
    expect([reply.headers.get('content-encoding'), isUnmeasured(reply.body!)]).toEqual(['gzip', true])
    const reader = reply.body!.getReader()
    await reader.read()
    await reader.cancel()
    await Bun.sleep(0)
    expect([read < 2000, cancelled]).toEqual([true, true])
  })
})

test.each([
  ['a picture', 'image/webp'],
  ['a stream of events', 'text/event-stream'],
])('%s is left alone', async (_what, type) => {
  const whole = new Response('x'.repeat(5000), { headers: { 'Content-Type': type } })
  expect(await compressedReply(asking('gzip'), whole)).toBe(whole)
  expect(whole.headers.get('vary')).toBeNull()
})

test('that is compressed already is not compressed again', async () => {
  const whole = Response.json(json(200), { headers: { 'Content-Encoding': 'gzip' } })
  expect(await compressedReply(asking('gzip'), whole)).toBe(whole)
})

test('is compressed for other machines, and not for this one', async () => {
  const app = await testApp({ settings: { manage_remote: 'true' } })
  for (let n = 0; n < 50; n++) makeSeries(app.db, { comic_id: `harbor-${n}`, name: `Harbor Lights ${n}` })
  const cookie = (await app.guest.post('/api/auth/login', LOGIN)).headers.get('set-cookie') ?? ''
  const headers = { Cookie: cookie.split(';')[0] ?? '', 'Accept-Encoding': 'gzip' }
  const [here, there] = [app.client(headers), app.client(headers, '192.0.2.9')]
  const whole = await here.get('/api/series')
  expect([whole.status, whole.headers.get('content-encoding')]).toEqual([200, null])
  const packed = await there.get('/api/series')
  expect([packed.status, packed.headers.get('content-encoding')]).toEqual([200, 'gzip'])
  expect(packed.headers.get('x-content-type-options')).toBe('nosniff')
  expect(JSON.parse(await text(packed))).toEqual(await whole.json())
  const head = await there.request('HEAD', '/api/series')
  expect([head.status, head.headers.get('content-encoding'), await head.text()]).toEqual([200, 'gzip', ''])
  await app.close()
})
