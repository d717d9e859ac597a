import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { Config } from '../../../base/config/config'
import type { DiskCache } from '../../../base/platform/disk-cache'
import { systemFiles } from '../../../base/platform/files'
import { systemHttp } from '../../../base/platform/http'
import { lineLog } from '../../../base/platform/log'
import type { Ports } from '../../../base/platform/ports'
import { systemRandom } from '../../../base/platform/random'
import { type TestApp, testApp } from '../../../testing/app'
import { makeCbz, makeJpeg, makePages, makePng, png } from '../../../testing/archives/archives'
import { addFile } from '../../../testing/archives/comics'
import { type FakeHttp, fakeHttp, type Handler, Silence } from '../../../testing/fakes/http'
import { PUBLIC_ADDRESS } from '../../../testing/harness/public-addresses'
import { makeIssues, makeSeries } from '../../../testing/make'
import { PictureQueue } from '../../reading/picture-queue'
import type { Picture } from '../../reading/pictures'
import { artVersion } from '../../series/art'
import { findSeries } from '../../series/store'
import { seriesItem } from '../../series/wire'
import type { PictureFetch } from './picture-fetch'
import { Pictures } from './pictures'

const HOST = 'uploads.mangadex.org'
const COVER = `https://${HOST}/covers/courier/1.jpg`
const PICTURE = await makeJpeg(800, 1200, [40, 90, 200])

let open: TestApp | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

const picture = (bytes: Uint8Array | string = PICTURE, init: ResponseInit = {}): Response =>
  new Response(bytes as BodyInit, { headers: { 'Content-Type': 'image/jpeg' }, ...init })

/** The app with a network of one picture host, or of the given hosts. */
async function start(
  hosts: Record<string, Handler> | Handler = () => picture(),
  more: Partial<Ports> & { settings?: Record<string, string> } = {},
): Promise<TestApp & { http: FakeHttp }> {
  const http = fakeHttp(typeof hosts === 'function' ? { [HOST]: hosts } : hosts)
  const { settings, ...ports } = more
  open = await testApp({ library: true, ports: { http, ...ports }, ...(settings ? { settings } : {}) })
  return { ...open, http }
}

const proxy = (url: string, more = '') => `/api/metadata/image-proxy?url=${encodeURIComponent(url)}${more}`
const size = async (reply: Response) => new Bun.Image(await reply.bytes()).metadata()

test('a picture of a service is served under our own address, and fetched once', async () => {
  const { reader, http } = await start()
  const first = await reader.get(proxy(COVER))
  expect(first.status).toBe(200)
  expect(first.headers.get('content-type')).toBe('image/jpeg')
  expect(first.headers.get('cache-control')).toBe('private, max-age=86400')
  expect(Buffer.from(await first.bytes()).equals(Buffer.from(PICTURE))).toBe(true)
  expect((await reader.get(proxy(COVER))).status).toBe(200)
  const again = await reader.get(proxy(COVER), { 'If-None-Match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect(http.requests).toEqual([`GET ${COVER}`])
})

test('many requests for one picture at the same time cost one download', async () => {
  const { reader, http } = await start()
  const wants = ['', '', '&width=150', '&width=300', '&width=300', '&width=600']
  const replies = await Promise.all(wants.map((want) => reader.get(proxy(COVER, want))))
  expect(replies.map((reply) => reply.status)).toEqual(wants.map(() => 200))
  expect(http.requests).toHaveLength(1)
})

test('a picture is resized to the next stored width, as WebP for clients that accept it', async () => {
  const { reader } = await start()
  const small = await reader.get(proxy(COVER, '&width=120'), { Accept: 'image/webp,*/*' })
  expect(small.headers.get('content-type')).toBe('image/webp')
  expect(await size(small)).toEqual({ width: 150, height: 225, format: 'webp' })
  expect(await size(await reader.get(proxy(COVER, '&width=301')))).toEqual({ width: 600, height: 900, format: 'jpeg' })
})

test('requests name Panelkeep and contain nothing about the user', async () => {
  let seen: Headers | undefined
  const { reader } = await start((request) => {
    seen = request.headers
    return picture()
  })
  await reader.get(proxy(COVER), { Referer: 'http://localhost:8090/' })
  expect(seen?.get('user-agent')).toMatch(/^Panelkeep\/\d/)
  expect([seen?.get('cookie'), seen?.get('referer'), seen?.get('via')]).toEqual([null, null, null])
})

test.each([
  ['a host that is no service', 'https://evil.example/1.jpg', /no host of pictures/],
  ['a host that only begins like one', 'https://uploads.mangadex.org.evil.example/1.jpg', /no host of pictures/],
  ['this machine', 'http://127.0.0.1:8090/api/config', /no host of pictures/],
  ['this machine by its name', 'http://localhost/1.jpg', /no host of pictures/],
  ['this machine as one number', 'http://2130706433/1.jpg', /127\.0\.0\.1 is no host/],
  ['this machine in hexadecimal', 'http://0x7f.0x1/1.jpg', /127\.0\.0\.1 is no host/],
  ['this machine in octal', 'http://0177.0.0.1/1.jpg', /127\.0\.0\.1 is no host/],
  ['IPv6 of this machine', 'http://[::1]/1.jpg', /no host of pictures/],
  ['IPv4 inside IPv6', 'http://[::ffff:169.254.169.254]/1.jpg', /no host of pictures/],
  ['a name before the host', `https://${HOST}@evil.example/1.jpg`, /name or a password/],
  ['a name and a password', `https://reader:secret@${HOST}/1.jpg`, /name or a password/],
  ['another port', `https://${HOST}:8443/1.jpg`, /usual port/],
  ['a file', 'file:///etc/passwd', /http and https/],
  ['data', 'data:image/png;base64,AAAA', /http and https/],
  ['ftp', `ftp://${HOST}/1.jpg`, /http and https/],
  ['no address', 'covers/1.jpg', /http and https/],
])('%s is not fetched', async (_, url, sentence) => {
  const { reader, http } = await start()
  const body = await reader.json<{ detail: string; error: string }>(403, reader.get(proxy(url)))
  expect(body.detail).toMatch(sentence)
  expect(body.error).toBe(body.detail)
  expect(http.requests).toEqual([])
})

test('without an address the query is refused', async () => {
  const { reader } = await start()
  expect((await reader.json(422, reader.get('/api/metadata/image-proxy'))).detail).toContain('url')
})

test.each([['10.0.0.5'], ['127.0.0.1'], ['169.254.169.254'], ['::1'], ['::ffff:192.168.1.1'], ['fd00::5']])(
  'a service whose name leads to %s is not contacted',
  async (address) => {
    const names = { addresses: async () => [PUBLIC_ADDRESS, address] }
    const { reader, http } = await start(undefined, { names })
    const { detail } = await reader.json(403, reader.get(proxy(COVER)))
    expect(detail).toContain(`${HOST} leads to ${address}`)
    expect(http.requests).toEqual([])
  },
)

test("a mirror on the user's own network is used when a setting names it, at its own port only", async () => {
  const names = { addresses: () => Promise.reject(new Error('a chosen host must not be resolved')) }
  const settings = { mangadex_covers_url: 'http://127.0.0.1:9000' }
  const { reader } = await start({ '127.0.0.1:9000': () => picture() }, { names, settings })
  expect((await reader.get(proxy('http://127.0.0.1:9000/covers/1.jpg'))).status).toBe(200)
  expect((await reader.get(proxy('http://127.0.0.1:9001/covers/1.jpg'))).status).toBe(403)
  expect((await reader.get(proxy('https://127.0.0.1:9000/covers/1.jpg'))).status).toBe(403)
})

const BOMB = png(60_000, 60_000, deflateSync(new Uint8Array(10)))

test.each<[string, Handler, RegExp]>([
  [
    'sends on to another address',
    () => new Response(null, { status: 302, headers: { Location: 'http://10.0.0.1/' } }),
    /sends on to another/,
  ],
  ['does not have it', () => new Response('no', { status: 404 }), /no such picture \(404\)/],
  ['is busy', () => new Response('', { status: 503 }), /is overloaded \(503\)/],
  [
    'sends a page in place of it',
    () => picture('<!doctype html><html><body>Banned</body></html>'),
    /did not send a picture/,
  ],
  ['sends SVG', () => picture('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), /did not send a picture/],
  ['sends nothing', () => picture(new Uint8Array()), /did not send a picture/],
  ['sends half of it', () => picture(PICTURE.subarray(0, 700)), /sent an incomplete picture/],
  ['sends 25 MB', () => picture(new Uint8Array(25_000_000).fill(0xff)), /sent more than 20000000 bytes/],
  ['never answers', () => Promise.reject(new Silence()), /within 10 seconds/],
  [
    'cannot be reached',
    () => Promise.reject(new TypeError('Unable to connect.')),
    /could not be fetched: Unable to connect\.$/,
  ],
])('a service that %s gets a sentence', async (_, handler, sentence) => {
  const { reader } = await start(handler)
  const body = await reader.json<{ detail: string; error: string }>(502, reader.get(proxy(COVER)))
  expect(body.detail).toMatch(sentence)
  expect(body.error).toBe(body.detail)
})

test('an unknown host name gets a sentence', async () => {
  const { reader } = await start(undefined, { names: { addresses: () => Promise.reject(new Error('ENOTFOUND')) } })
  expect((await reader.json(502, reader.get(proxy(COVER)))).detail).toContain(`${HOST} was not found`)
})

test('a picture that claims to be huge is not resized', async () => {
  const { reader } = await start(() => picture(BOMB))
  expect((await reader.json(502, reader.get(proxy(COVER, '&width=300')))).detail).toContain('too large')
})

test('over a real connection a slow body and a long one are abandoned', async () => {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: ({ url }) =>
      url.endsWith('/long')
        ? new Response(new Uint8Array(3000))
        : new Response(
            new ReadableStream({
              start: (controller) => controller.enqueue(PICTURE.slice(0, 10)),
              pull: () => new Promise<void>(() => {}),
            }),
          ),
  })
  try {
    const ask = (path: string, timeoutMs: number) =>
      systemHttp.fetch(new Request(`http://127.0.0.1:${server.port}${path}`), { timeoutMs, maxBytes: 2000 })
    // The test has a longer timeout: on a busy machine the short one would end the transfer before its 2000 bytes
    // arrive.
    await expect(ask('/long', 30_000)).rejects.toThrow('sent more than 2000 bytes')
    expect(await ask('/slow', 150).catch((error: Error) => error.name)).toBe('TimeoutError')
  } finally {
    await server.stop(true)
  }
})

test('a failed picture is not requested again for a while, as long as the service says', async () => {
  const replies = [new Response('', { status: 429, headers: { 'Retry-After': '600' } })]
  const { reader, http, clock } = await start(() => replies.shift() ?? picture())
  expect((await reader.get(proxy(COVER))).status).toBe(502)
  await clock.advance('9 min')
  expect((await reader.get(proxy(COVER))).status).toBe(502)
  expect(http.requests).toHaveLength(1)
  await clock.advance('2 min')
  expect((await reader.get(proxy(COVER))).status).toBe(200)
})

test("a series without files shows its provider's picture under an address that changes with it", async () => {
  const { reader, db, http } = await start()
  makeSeries(db, { image_url: COVER })
  makeIssues(db, 'harbor', [{ number: '1', image_url: COVER }, '2'])
  const address = seriesItem(findSeries(db.read, 'harbor')!).ComicImage
  expect(address).toBe(`/api/metadata/art/harbor?v=${artVersion(COVER)}`)
  const reply = await reader.get(address!)
  expect(reply.headers.get('content-type')).toBe('image/jpeg')
  expect(reply.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  expect(await size(reply)).toEqual({ width: 600, height: 900, format: 'jpeg' })
  const plain = await reader.get('/api/metadata/art/harbor?width=150')
  expect(plain.headers.get('cache-control')).toBe('private, no-cache')
  expect(await size(plain)).toMatchObject({ width: 150 })

  type Detail = { issues: { id: string; imageURL: string | null }[] }
  const { issues } = await reader.json<Detail>(200, reader.get('/api/series/harbor'))
  expect(issues.map((issue) => issue.imageURL)).toEqual([
    null,
    `/api/metadata/issue-art/harbor-1?v=${artVersion(COVER)}`,
  ])
  expect(await size(await reader.get('/api/metadata/issue-art/harbor-1?width=300'))).toMatchObject({ width: 300 })
  expect(http.requests).toHaveLength(1)
})

test("the first page of a file wins over the provider's picture", async () => {
  const app = await start()
  makeSeries(app.db, { image_url: COVER })
  makeIssues(app.db, 'harbor', [{ number: '1', image_url: COVER }])
  addFile(app, ['harbor-1'], 'Harbor Lights 001.cbz', makeCbz(makePages(3)))
  for (const path of ['art/harbor', 'issue-art/harbor-1']) {
    const reply = await app.reader.get(`/api/metadata/${path}`)
    expect(reply.headers.get('content-type')).toBe('image/jpeg')
    expect(await size(reply)).toMatchObject({ width: 60 })
  }
  expect(app.http.requests).toEqual([])
  expect(seriesItem(findSeries(app.db.read, 'harbor')!).ComicImage).toStartWith('/api/covers/series/harbor?v=')
})

test('an item without any picture gets 404 with a sentence', async () => {
  const { reader, db } = await start()
  makeSeries(db)
  makeIssues(db, 'harbor', [1])
  const detailOf = async (path: string) => (await reader.json(404, reader.get(`/api/metadata/${path}`))).detail
  expect(await detailOf('art/harbor')).toBe('No cover found for Harbor Lights.')
  expect(await detailOf('issue-art/harbor-1')).toBe('No cover found for Harbor Lights.')
  expect(await detailOf('art/nothing')).toBe('There is no series nothing in the library.')
  expect(await detailOf('issue-art/nothing')).toBe('There is no issue nothing in the library.')
})

describe('stored pictures', () => {
  const SOURCE = { bytes: makePng(300, 450, [40, 90, 200]) as Picture['bytes'], type: 'image/png' } as const
  let kept: Map<string, Uint8Array<ArrayBuffer>>
  let fetched: string[]
  let given: () => Promise<Picture>
  let log: string[]
  let pictures: Pictures
  beforeEach(() => {
    kept = new Map()
    fetched = []
    log = []
    given = async () => SOURCE
    const cache = {
      get: async (name: string) => kept.get(name),
      put: async (name: string, bytes: Uint8Array<ArrayBuffer>) => void kept.set(name, bytes),
    } as DiskCache
    const fetch = {
      get: ({ url }) => {
        fetched.push(url.href)
        return given()
      },
    } as PictureFetch
    pictures = new Pictures({
      config: new Config({ files: systemFiles, random: systemRandom, publish: () => {} }, { text: '' }),
      fetch,
      cache,
      pictureQueue: new PictureQueue(2),
      log: lineLog(
        () => '',
        (line) => log.push(line),
      ),
    })
  })
  const small = (width = 150) => pictures.offer(COVER, { small: { type: 'jpeg', width } }).make()
  const source = () => pictures.offer(COVER, {}).make()

  test('are one original and one for each size, and neither is made again', async () => {
    expect(await source()).toEqual(SOURCE)
    const made = await small()
    expect(made.type).toBe('image/jpeg')
    const names = [...kept.keys()]
    expect(names[0]).toMatch(/^far\/([0-9a-f]{2})\/\1[0-9a-f]{62}$/)
    expect(names).toEqual([names[0]!, `${names[0]}-150.jpeg`])
    kept.set(names[1]!, new Uint8Array([1, 2, 3]))
    expect(await small()).toEqual({ bytes: new Uint8Array([1, 2, 3]), type: 'image/jpeg' })
    expect(await source()).toEqual(SOURCE)
    expect(fetched).toEqual([COVER])
  })

  test('that are damaged on disk are fetched again', async () => {
    await source()
    kept.set([...kept.keys()][0]!, new Uint8Array([1, 2, 3]) as Picture['bytes'])
    expect(await source()).toEqual(SOURCE)
    expect(fetched).toEqual([COVER, COVER])
  })

  test.each([
    [1, '-150'],
    [150, '-150'],
    [151, '-300'],
    [300, '-300'],
    [301, '-600'],
    [600, '-600'],
    [601, '-600'],
    [10_000, '-600'],
  ])('for a width of %d pixels are named %s', async (width, end) => {
    await small(width)
    expect([...kept.keys()].at(-1)).toEndWith(`${end}.jpeg`)
  })

  test('are sent even when the disk refuses them, and that is logged', async () => {
    kept.set = () => {
      throw new Error('ENOSPC')
    }
    expect(await source()).toEqual(SOURCE)
    expect((await small()).type).toBe('image/jpeg')
    expect(log.map((line) => line.includes('picture not stored'))).toEqual([true, true, true])
  })

  test('of an unsupported kind stay unchanged, and broken ones are refused', async () => {
    const unknown = { bytes: new Uint8Array(Buffer.from('no picture at all')), type: 'image/avif' } as const
    given = async () => unknown
    expect(await small()).toEqual(unknown)
    expect([...kept.keys()].filter((name) => name.endsWith('.jpeg'))).toEqual([])
    kept.clear()
    given = async () => ({ bytes: SOURCE.bytes.slice(0, 40), type: 'image/png' })
    await expect(small()).rejects.toThrow('The picture cannot be used: the picture is unreadable.')
  })

  test('have their own ETags for each size and kind', () => {
    const sizes = [
      {},
      ...(['jpeg', 'webp'] as const).flatMap((type) => [150, 300].map((width) => ({ small: { type, width } }))),
    ]
    const etags = sizes.map((size) => pictures.offer(COVER, size).etag)
    expect(new Set(etags).size).toBe(5)
    for (const etag of etags) expect(etag).toMatch(/^"[0-9a-f]{32}"$/)
    expect(pictures.offer(COVER, { small: { type: 'jpeg', width: 149 } }).etag).toBe(etags[1]!)
    expect([pictures.offer(COVER, {}).lasting, pictures.offer(COVER, { lasting: true }).lasting]).toEqual([false, true])
  })

  test('are fetched six at a time', async () => {
    let [now, most] = [0, 0]
    const waiting: (() => void)[] = []
    given = async () => {
      most = Math.max(most, ++now)
      await new Promise<void>((resolve) => waiting.push(resolve))
      now--
      return SOURCE
    }
    const all = Array.from({ length: 9 }, (_, at) => pictures.offer(COVER.replace('1.jpg', `${at}.jpg`), {}).make())
    let ended = false
    const done = Promise.all(all).then(() => (ended = true))
    while (!ended) {
      for (let turn = 0; turn < 20; turn++) await Promise.resolve()
      for (const end of waiting.splice(0)) end()
    }
    await done
    expect([most, fetched.length]).toEqual([6, 9])
  })
})
