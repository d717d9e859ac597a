import { describe, expect, test } from 'bun:test'
import { clientRow } from '../../../testing/downloads/clients'
import { fakeHttp, Silence } from '../../../testing/fakes/http'
import {
  asClientReply,
  ClientError,
  replyFields,
  replyJson,
  replyNumber,
  replyRows,
  requestClient,
} from './client-request'

const row = clientRow({ type: 'sabnzbd', name: 'SAB', address: 'https://sab.test:8080/sabnzbd' })

/** A network that fails with this code. */
const failing = (code: string) => ({
  fetch: () => Promise.reject(Object.assign(new TypeError(`secret ${code}`), { code })),
})
const send = (code: string, more: Parameters<typeof requestClient>[2] = {}) =>
  asClientReply(() => requestClient({ http: failing(code), row }, '/api', more))

describe('a client that does not answer', () => {
  test.each([
    ['ECONNREFUSED', 'Nothing listens at https://sab.test:8080: start SAB'],
    ['ENOTFOUND', 'Host not found: sab.test'],
    ['EPROTO', 'let its address begin with http://'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'an untrusted certificate'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'an untrusted certificate'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'an untrusted certificate'],
    ['ETIMEDOUT', 'does not answer. See whether it runs'],
  ])('because of %s gets advice instead of the raw error', async (code, sentence) => {
    const reply = await send(code)
    expect(reply).toEqual({ failure: 'unreachable', detail: expect.stringContaining(sentence) as never })
    expect(JSON.stringify(reply)).not.toContain('secret')
  })

  test('may have carried out a request with an effect, unless the host was not reached', async () => {
    for (const code of ['ECONNRESET', 'ETIMEDOUT']) {
      expect(await send(code, { changes: true })).toMatchObject({ failure: 'ambiguous' })
      expect(await send(code)).toMatchObject({ failure: 'unreachable' })
    }
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED']) {
      expect(await send(code, { changes: true })).toMatchObject({ failure: 'unreachable' })
    }
    const silent = fakeHttp({
      'sab.test:8080': () => {
        throw new Silence()
      },
    })
    expect(await asClientReply(() => requestClient({ http: silent, row }, '/api', { changes: true }))).toEqual({
      failure: 'ambiguous',
      detail: 'SAB at https://sab.test:8080 does not answer: no answer within 20 seconds. See whether it runs.',
    })
  })

  test('over plain HTTP may need TLS', async () => {
    const plain = { ...row, address: 'http://sab.test:8080' }
    const reply = await asClientReply(() => requestClient({ http: failing('ECONNRESET'), row: plain }, '/api'))
    expect(reply).toMatchObject({ detail: expect.stringContaining('begin with https://') as never })
  })
})

test('a redirect to another host is not followed', async () => {
  const pointing = (Location: string) =>
    fakeHttp({ 'sab.test:8080': () => new Response('', { status: 301, headers: { Location } }) })
  const away = pointing('https://sab.example/api?apikey=secret')
  expect(await asClientReply(() => requestClient({ http: away, row }, '/api', { changes: true }))).toEqual({
    failure: 'unreachable',
    detail: 'SAB at https://sab.test:8080 sends everybody on to https://sab.example. Write that into its address.',
  })
  expect(away.requests).toHaveLength(1)
  expect(await requestClient({ http: pointing('/login'), row }, '/api')).toMatchObject({ status: 301 })
})

test.each([299, 400])('status %d is not a redirect, whatever its headers say', async (status) => {
  const headers = { Location: 'https://sab.example/' }
  const http = fakeHttp({ 'sab.test:8080': () => new Response('', { status, headers }) })
  expect(await requestClient({ http, row }, '/api')).toMatchObject({ status })
})

test('certificates are checked unless the row says otherwise', async () => {
  const seen: unknown[] = []
  const http = {
    fetch: async (_request: Request, limits: { anyCertificate?: boolean }) => {
      seen.push(limits.anyCertificate)
      return new Response('{}')
    },
  }
  await requestClient({ http, row }, '/api')
  await requestClient({ http, row: { ...row, verify: false } }, '/api')
  expect(seen).toEqual([false, true])
})

test("a reply that is not JSON means a wrong address, and internal errors are not the client's", async () => {
  const page = { status: 200, headers: new Headers(), bytes: new TextEncoder().encode('<html>') }
  expect(() => replyJson(row, page)).toThrow(ClientError)
  await expect(asClientReply(() => Promise.reject(new RangeError('a fault')))).rejects.toThrow('a fault')
})

test('values of clients are read in any form', () => {
  expect([replyNumber('12.5'), replyNumber(3), replyNumber(''), replyNumber('x'), replyNumber(null)]).toEqual([
    12.5,
    3,
    undefined,
    undefined,
    undefined,
  ])
  expect([replyFields(null), replyFields([1]), replyRows('x'), replyRows([{ a: 1 }, 2])]).toEqual([
    {},
    {},
    [],
    [{ a: 1 }, {}],
  ])
})
