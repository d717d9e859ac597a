import { describe, expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { systemRandom } from '../platform/random'
import { bodies, bodyText } from './bodies'
import { errors } from './handler-errors'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const app = new Elysia()
  .use(errors({ random: systemRandom, log }))
  .put('/raw', async ({ request }) => bodyText(request, { bytes: 8 }), { parse: 'none' })
  .use(bodies({ limitOf: () => ({ bytes: 1024, keys: 4 }) }))
  .post('/given', ({ body }) => ({ body }), { body: t.Object({ a: t.Unknown() }) })
  .post('/may', ({ body }) => ({ body: body ?? 'none' }), { body: t.Optional(t.Object({ a: t.Unknown() })) })
  .post('/any', ({ body }) => ({ body }), { body: t.Record(t.String(), t.Unknown()) })
  .post('/none', () => 'done')
  .use(new Elysia().post('/plugin', ({ body }) => ({ body }), { body: t.Object({ a: t.Unknown() }) }))

const send = async (path: string, body?: BodyInit, type: string | null = 'application/json', method = 'POST') => {
  const headers: Record<string, string> = type === null ? {} : { 'Content-Type': type }
  const reply = await app.handle(new Request(`http://panelkeep.internal${path}`, { method, headers, ...(body === undefined ? {} : { body }) })) // biome-ignore format: one request
  const text = await reply.text()
  return { status: reply.status, text, content: text.startsWith('{') ? JSON.parse(text) : text }
}
/** A body without a Content-Length; `read` counts how many chunks were read. */
const chunked = (chunks: number, chunk = 'x'.repeat(1024)) => {
  const read = { count: 0, cancelled: false }
  const stream = new ReadableStream(
    {
      pull(controller) {
        if (read.count++ < chunks) controller.enqueue(new TextEncoder().encode(chunk))
        else controller.close()
      },
      cancel() {
        read.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, read }
}

describe('a body', () => {
  test('is parsed by its content type', async () => {
    expect((await send('/given', '{"a":[1,{"b":null}]}')).content).toEqual({ body: { a: [1, { b: null }] } })
    expect((await send('/given', '{"a":"é"}', 'application/json; charset=utf-8')).content).toEqual({ body: { a: 'é' } })
    expect((await send('/given', 'a=1+2', 'application/x-www-form-urlencoded')).content).toEqual({ body: { a: '1 2' } })
    expect((await send('/plugin', '{"a":1}')).content).toEqual({ body: { a: 1 } })
  })

  test('that is empty counts as none', async () => {
    expect((await send('/may')).content).toEqual({ body: 'none' })
    expect((await send('/may', '')).content).toEqual({ body: 'none' })
    expect((await send('/none', '')).text).toBe('done')
    expect((await send('/given', '')).status).toBe(400)
  })

  test('that is not JSON is refused, also where a body is optional', async () => {
    for (const path of ['/given', '/may', '/none', '/plugin']) {
      const { status, content } = await send(path, '{"a":')
      expect([status, content.detail], path).toEqual([400, 'The body is not valid JSON.'])
    }
  })

  test('that is JSON but not an object is refused, also where any fields are allowed', async () => {
    for (const path of ['/given', '/may', '/none', '/any'])
      for (const body of ['"aaa"', '[1,2]', '42', 'true'])
        expect(await send(path, body), path).toMatchObject({
          status: 400,
          content: { detail: 'The body has to be a JSON object.' },
        })
    expect((await send('/may', 'null')).content).toEqual({ body: 'none' })
    expect((await send('/any', 'aaa', 'text/plain')).status).toBe(400)
  })

  test('of an unsupported type is ignored', async () => {
    for (const type of [null, 'multipart/form-data; boundary=x', 'application/xml'])
      expect((await send('/given', '{"a":1}', type)).status).toBe(400)
  })
})

describe('a body over the limit', () => {
  const fits = `{"a":"${'x'.repeat(1016)}"}`

  test('is refused with a sentence that does not repeat its text, one byte over the limit', async () => {
    expect((await send('/given', fits)).status).toBe(200)
    const { status, content } = await send('/given', `${fits} `)
    expect([status, content]).toEqual([413, { detail: 'The request is too large: this address accepts at most 1 KB.' }])
  })

  test('is not read when its Content-Length is too large', async () => {
    const { stream, read } = chunked(1)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '1025' }
    const request = new Request('http://panelkeep.internal/given', { method: 'POST', headers, body: stream })
    expect([(await app.handle(request)).status, read.count]).toEqual([413, 0])
  })

  test('is read only up to the limit when it has no Content-Length', async () => {
    const { stream, read } = chunked(1000)
    expect((await send('/given', stream)).status).toBe(413)
    expect(read.cancelled).toBe(true)
    expect(read.count).toBeLessThan(4)
  })

  test('is refused by routes that read a body of any type as well', async () => {
    expect(await send('/raw', '12345678', null, 'PUT')).toMatchObject({ status: 200, text: '12345678' })
    expect((await send('/raw', '123456789', null, 'PUT')).status).toBe(413)
    expect((await send('/raw', chunked(9, 'é').stream, 'x/y', 'PUT')).status).toBe(413)
  })

  test('with too many brackets or names is refused before any value is built', async () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect((await send('/given', nested(32))).status).toBe(200)
    const deep = await send('/given', nested(33))
    expect([deep.status, deep.content.detail]).toEqual([400, expect.stringContaining('at most 32 levels')])
    expect((await send('/given', '{"a":{"b":1,"c":2,"d":3}}')).status).toBe(200)
    const wide = await send('/given', '{"a":{"b":1,"c":2,"d":3,"e":4}}')
    expect([wide.status, wide.content.detail]).toEqual([413, expect.stringContaining('at most 4 ')])
  })

  test('does not count brackets and names inside strings', async () => {
    const text = JSON.stringify({ a: `${'['.repeat(50)}:::::":\\":` })
    expect((await send('/given', text)).status).toBe(200)
  })
})
