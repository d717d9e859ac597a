import { beforeEach, describe, expect, test } from 'bun:test'
import { lineLog } from '../../../base/platform/log'
import { Refusal } from '../../../base/refusal'
import { makePng } from '../../../testing/archives/archives'
import { type FakeClock, fakeClock } from '../../../testing/fakes/clock'
import { type FakeHttp, fakeHttp, type Handler } from '../../../testing/fakes/http'
import { PUBLIC_ADDRESS } from '../../../testing/harness/public-addresses'
import { PictureFetch } from './picture-fetch'

const HOST = 'uploads.mangadex.org'
const PNG = makePng(6, 9, [40, 90, 200])

let clock: FakeClock
let http: FakeHttp
let reply: Handler
let fetching: PictureFetch
let addresses: () => Promise<string[]>
beforeEach(() => {
  clock = fakeClock()
  reply = () => new Response(PNG as BodyInit)
  addresses = async () => [PUBLIC_ADDRESS]
  http = fakeHttp({ [HOST]: (request) => reply(request) })
  const names = { addresses: () => addresses() }
  fetching = new PictureFetch({ http, names, clock, log: lineLog(clock.now, () => {}) })
})

const ask = (path = '1.jpg', host = HOST) => fetching.get({ url: new URL(`https://${host}/${path}`), chosen: false })
/** The sentence of the refusal, or else the kind of picture. */
const said = (path?: string, host?: string) =>
  ask(path, host).then(
    ({ type }) => type,
    (error: unknown) => (error instanceof Refusal ? error.message : `broken: ${error}`),
  )
const answer = (handler: Handler) => {
  reply = handler
}
const resolve = (found: string[]) => {
  addresses = async () => found
}
const status = (status: number, headers: Record<string, string> = {}) => {
  reply = () => new Response(null, { status, headers })
}

test('a picture comes from the checked address, wherever the name leads a moment later', async () => {
  resolve(['2606:4700::1', PUBLIC_ADDRESS])
  expect(await said()).toBe('image/png')
  expect(http.addresses).toEqual([PUBLIC_ADDRESS])
})

test.each([
  [200, `${HOST} did not send a picture.`],
  [201, `${HOST} has no such picture (201).`],
  [204, `${HOST} has no such picture (204).`],
  [299, `${HOST} has no such picture (299).`],
  [300, `${HOST} sends on to another address, and pictures are taken from it alone.`],
  [399, `${HOST} sends on to another address, and pictures are taken from it alone.`],
  [400, `${HOST} has no such picture (400).`],
  [428, `${HOST} has no such picture (428).`],
  [429, `${HOST} is overloaded (429). Panelkeep tries again in a few minutes.`],
  [430, `${HOST} has no such picture (430).`],
  [499, `${HOST} has no such picture (499).`],
  [500, `${HOST} is overloaded (500). Panelkeep tries again in a few minutes.`],
])('a reply %d without a picture: %s', async (code, sentence) => {
  status(code)
  expect(await said()).toBe(sentence)
})

test('the kind of a picture is read from its bytes, whatever the service says', async () => {
  reply = () => new Response(PNG as BodyInit, { headers: { 'Content-Type': 'text/html' } })
  const { bytes, type } = await ask()
  expect(type).toBe('image/png')
  expect(Buffer.from(bytes).equals(Buffer.from(PNG))).toBe(true)
})

test.each([
  ['TIFF', 'II*\0 and more'],
  ['BMP', 'BM    \0\0\0\0 and more'],
  ['JPEG XL', '\0\0\0\x0cJXL \r\n'],
  ['a page', '<!doctype html>'],
])('%s is not a picture that a browser shows', async (_what, text) => {
  reply = () => new Response(text)
  expect(await said()).toBe(`${HOST} did not send a picture.`)
})

test.each<[what: string, unknown, string]>([
  ['cannot be made', new TypeError('Unable to connect.'), 'The picture could not be fetched: Unable to connect.'],
  ['is too slow', new DOMException('Too slow.', 'TimeoutError'), `${HOST} did not send the picture within 10 seconds.`],
  ['is given up', new DOMException('Given up.', 'AbortError'), 'The picture could not be fetched: Given up.'],
  ['ends without an error', 'no words', 'The picture could not be fetched: no words.'],
])('a connection that %s has a sentence', async (_what, error, sentence) => {
  reply = () => Promise.reject(error)
  expect(await said()).toBe(sentence)
})

describe('a picture that could not be fetched is not retried for a while', () => {
  const MINUTE = 60
  test.each<[what: string, fail: () => void, seconds: number]>([
    ['that is not there', () => status(404), 60 * MINUTE],
    ['that is elsewhere', () => status(302), 60 * MINUTE],
    ['that is not a picture', () => answer(() => new Response('<html>')), 60 * MINUTE],
    ['that is truncated', () => answer(() => new Response(PNG.subarray(0, 60) as BodyInit)), 2 * MINUTE],
    ['of a busy service', () => status(503), 2 * MINUTE],
    ['of a service that names no time', () => status(503, { 'Retry-After': 'soon' }), 2 * MINUTE],
    ['of a service that names the present', () => status(429, { 'Retry-After': '0' }), 2 * MINUTE],
    ['of a service that names a time', () => status(429, { 'Retry-After': '600' }), 10 * MINUTE],
    ['of a service that names the next second', () => status(429, { 'Retry-After': '1' }), 1],
    ['of a service that names tomorrow', () => status(429, { 'Retry-After': '86400' }), 60 * MINUTE],
    ['of a service that is not reached', () => answer(() => Promise.reject(new Error('Reset'))), 2 * MINUTE],
    ['of a name that is not known', () => resolve([]), 2 * MINUTE],
    ['of a name of this network', () => resolve(['10.0.0.5']), 2 * MINUTE],
  ])('%s', async (_what, fail, seconds) => {
    const fine = { reply, addresses }
    fail()
    const sentence = await said()
    expect(sentence).not.toBe('image/png')
    reply = fine.reply
    addresses = fine.addresses
    await clock.advance(`${seconds - 0.001} s`)
    expect(await said()).toBe(sentence)
    expect(await said('2.jpg')).toBe('image/png')
    await clock.advance('0.001 s')
    expect(await said()).toBe('image/png')
  })

  test('and not forever when the clock was set back', async () => {
    status(404)
    await said()
    reply = () => new Response(PNG as BodyInit)
    clock.jump('-1 s')
    expect(await said()).toBe('image/png')
  })
})

test('at most 2000 failures are remembered', async () => {
  status(404)
  for (let n = 1; n <= 2000; n++) await said(`${n}.jpg`)
  const asked = async (path: string) => {
    const before = http.requests.length
    await said(path)
    return http.requests.length > before
  }
  expect([await asked('1.jpg'), await asked('2000.jpg')]).toEqual([false, false])
  expect(await asked('2001.jpg')).toBe(true)
  expect([await asked('2001.jpg'), await asked('1.jpg'), await asked('2000.jpg')]).toEqual([false, true, true])
})
