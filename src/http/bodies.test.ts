import { describe, expect, test } from 'bun:test'
import { Elysia, t } from 'elysia'
import { systemRandom } from '../platform/random'
import { bodies, bodyText } from './bodies'
import { errors } from './errors'

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

const ask = async (path: string, body?: BodyInit, type: string | null = 'application/json', method = 'POST') => {
  const headers: Record<string, string> = type === null ? {} : { 'Content-Type': type }
  const reply = await app.handle(new Request(`http://panelkeep.internal${path}`, { method, headers, ...(body === undefined ? {} : { body }) })) // biome-ignore format: one request
  const text = await reply.text()
  return { status: reply.status, text, said: text.startsWith('{') ? JSON.parse(text) : text }
}
/** A body whose length nobody says; `read` counts what was taken of it. */
const chunked = (chunks: number, chunk = 'x'.repeat(1024)) => {
  const taken = { count: 0, cancelled: false }
  const stream = new ReadableStream(
    {
      pull(controller) {
        if (taken.count++ < chunks) controller.enqueue(new TextEncoder().encode(chunk))
        else controller.close()
      },
      cancel() {
        taken.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, taken }
}

describe('a body', () => {
  test('is read as what it is sent as', async () => {
    expect((await ask('/given', '{"a":[1,{"b":null}]}')).said).toEqual({ body: { a: [1, { b: null }] } })
    expect((await ask('/given', '{"a":"é"}', 'application/json; charset=utf-8')).said).toEqual({ body: { a: 'é' } })
    expect((await ask('/given', 'a=1+2', 'application/x-www-form-urlencoded')).said).toEqual({ body: { a: '1 2' } })
    expect((await ask('/plugin', '{"a":1}')).said).toEqual({ body: { a: 1 } })
  })

  test('that is empty counts as none', async () => {
    expect((await ask('/may')).said).toEqual({ body: 'none' })
    expect((await ask('/may', '')).said).toEqual({ body: 'none' })
    expect((await ask('/none', '')).text).toBe('done')
    expect((await ask('/given', '')).status).toBe(400)
  })

  test('that is no JSON is refused, also where there may be none', async () => {
    for (const path of ['/given', '/may', '/none', '/plugin']) {
      const { status, said } = await ask(path, '{"a":')
      expect([status, said.detail], path).toEqual([400, 'The body is not valid JSON.'])
    }
  })

  test('that is JSON and no object is refused, also where any fields are taken', async () => {
    for (const path of ['/given', '/may', '/none', '/any'])
      for (const body of ['"aaa"', '[1,2]', '42', 'true'])
        expect(await ask(path, body), path).toMatchObject({
          status: 400,
          said: { detail: 'The body has to be a JSON object.' },
        })
    expect((await ask('/may', 'null')).said).toEqual({ body: 'none' })
    expect((await ask('/any', 'aaa', 'text/plain')).status).toBe(400)
  })

  test('of a type that nothing here reads is none', async () => {
    for (const type of [null, 'multipart/form-data; boundary=x', 'application/xml'])
      expect((await ask('/given', '{"a":1}', type)).status).toBe(400)
  })
})

describe('too much', () => {
  const fits = `{"a":"${'x'.repeat(1016)}"}`

  test('is refused with a sentence and without its words, by a byte', async () => {
    expect((await ask('/given', fits)).status).toBe(200)
    const { status, said } = await ask('/given', `${fits} `)
    expect([status, said]).toEqual([413, { detail: 'The request is too large: this address accepts at most 1 KB.' }])
  })

  test('is not read when its length is said', async () => {
    const { stream, taken } = chunked(1)
    const headers = { 'Content-Type': 'application/json', 'Content-Length': '1025' }
    const request = new Request('http://panelkeep.internal/given', { method: 'POST', headers, body: stream })
    expect([(await app.handle(request)).status, taken.count]).toEqual([413, 0])
  })

  test('is not read to its end when its length is not said', async () => {
    const { stream, taken } = chunked(1000)
    expect((await ask('/given', stream)).status).toBe(413)
    expect(taken.cancelled).toBe(true)
    expect(taken.count).toBeLessThan(4)
  })

  test('is refused by who reads a body of any type as well', async () => {
    expect(await ask('/raw', '12345678', null, 'PUT')).toMatchObject({ status: 200, text: '12345678' })
    expect((await ask('/raw', '123456789', null, 'PUT')).status).toBe(413)
    expect((await ask('/raw', chunked(9, 'é').stream, 'x/y', 'PUT')).status).toBe(413)
  })

  test('of brackets or of names is refused before anything is built', async () => {
    const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
    expect((await ask('/given', nested(32))).status).toBe(200)
    const deep = await ask('/given', nested(33))
    expect([deep.status, deep.said.detail]).toEqual([400, expect.stringContaining('at most 32 levels')])
    expect((await ask('/given', '{"a":{"b":1,"c":2,"d":3}}')).status).toBe(200)
    const wide = await ask('/given', '{"a":{"b":1,"c":2,"d":3,"e":4}}')
    expect([wide.status, wide.said.detail]).toEqual([413, expect.stringContaining('at most 4 ')])
  })

  test('does not count what stands in a text', async () => {
    const text = JSON.stringify({ a: `${'['.repeat(50)}:::::":\\":` })
    expect((await ask('/given', text)).status).toBe(200)
  })
})
