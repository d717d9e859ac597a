import { afterEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { md5 } from '../../../base/platform/digest'
import type { Files, Transfers } from '../../../base/platform/ports'
import { disk } from '../../../testing/disks/disk'
import { type DirectHarness, type DirectOptions, directHarness } from '../../../testing/downloads/direct'
import { type FakeFile, fakeFileHost, type HostFault } from '../../../testing/fakes/file-host'
import { okOf } from '../../../testing/torrents/replies'
import { changeDdl } from './store'

const BYTES = Uint8Array.from({ length: 20_000 }, (_, at) => (at < 4 ? [0x50, 0x4b, 3, 4][at]! : (at * 31) % 251))
const URL_A = 'https://a.example/file.cbz?key=s3cret'
const URL_B = 'https://b.example/file.cbz'
const HASHED = { md5: md5(BYTES), size: BYTES.length }

let open: DirectHarness | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

function start(faults: HostFault[] = [], file: Partial<FakeFile> = {}, options: DirectOptions = {}) {
  const a = fakeFileHost({ '/file.cbz': { bytes: BYTES, ...file } })
  const b = fakeFileHost({ '/file.cbz': { bytes: BYTES } })
  a.faults.push(...faults)
  open = directHarness({ 'a.example': a.fetch, 'b.example': b.fetch, '192.168.1.9': b.fetch }, options)
  return { harness: open, a, b }
}

async function fetched(harness: DirectHarness, id: string): Promise<void> {
  await harness.worker.idle()
  const { status, path, error } = harness.row(id)
  expect({ status, error }).toEqual({ status: 'Completed', error: null })
  expect(readFileSync(path!).equals(BYTES)).toBe(true)
  expect(existsSync(join(dirname(path!), 'file.part'))).toBe(false)
}

test('a file is downloaded, verified and renamed', async () => {
  const { harness, a } = start()
  const id = await harness.send([{ url: URL_A, ...HASHED }])
  await fetched(harness, id)
  expect(harness.row(id).path).toBe(
    join(harness.folder, 'downloads', 'Harbor Lights 003 [ab]', 'Harbor Lights 003.cbz'),
  )
  expect(await harness.seen(id)).toEqual({
    state: 'done',
    done: BYTES.length,
    total: BYTES.length,
    path: harness.row(id).path!,
  })
  expect(a.requests).toEqual(['GET /file.cbz'])
  expect(harness.log.join()).not.toContain('s3cret')
})

test('a file that the user puts beside the download is not mistaken for it, and stays when it is removed', async () => {
  const { harness } = start([{ cutAfter: 5000 }])
  const id = await harness.send([{ url: URL_A }])
  await harness.worker.idle()
  const folder = harness.row(id).path!
  writeFileSync(join(folder, '.DS_Store'), 'x')
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  await harness.clock.advance('2 min')
  await fetched(harness, id)
  expect(await harness.client.remove(id, { files: true })).toEqual({ ok: true })
  expect(readdirSync(folder).sort()).toEqual(['.DS_Store', 'notes.txt'])
})

describe('an interrupted file is resumed', () => {
  test('when its ETag is the same', async () => {
    const { harness, a } = start([{ cutAfter: 5000 }])
    const id = await harness.send([{ url: URL_A }])
    await harness.worker.idle()
    expect(harness.row(id)).toMatchObject({ status: 'Queued', got: 5000, error: 'The connection broke off.' })
    await harness.clock.advance('2 min')
    await fetched(harness, id)
    expect(a.requests).toEqual(['GET /file.cbz', 'GET /file.cbz bytes=5000- if "1"'])
  })

  test('when its date is the same', async () => {
    const modified = 'Fri, 20 Nov 2026 08:00:00 GMT'
    const { harness, a } = start([{ cutAfter: 5000 }], { etag: 'W/"weak"', modified })
    const id = await harness.send([{ url: URL_A }])
    await harness.clock.advance('2 min')
    await fetched(harness, id)
    expect(a.requests[1]).toBe(`GET /file.cbz bytes=5000- if ${modified}`)
  })

  test('from the beginning, when it has neither', async () => {
    const { harness, a } = start([{ cutAfter: 5000 }], { etag: null })
    const id = await harness.send([{ url: URL_A }])
    await harness.clock.advance('2 min')
    await fetched(harness, id)
    expect(a.requests).toEqual(['GET /file.cbz', 'GET /file.cbz'])
  })

  test('from the beginning, when the file changed', async () => {
    const { harness, a } = start([{ cutAfter: 5000 }], { etag: '"old"' })
    const id = await harness.send([{ url: URL_A }])
    await harness.worker.idle()
    a.files['/file.cbz'] = { bytes: BYTES, etag: '"new"' }
    await harness.clock.advance('2 min')
    await fetched(harness, id)
    expect(harness.row(id).etag).toBe('"new"')
  })

  /** A host that sends the rest of its current file, even if that is another file. */
  function careless(file: Partial<FakeFile>) {
    const a = fakeFileHost({ '/file.cbz': { bytes: BYTES, ...file } })
    a.faults.push({ cutAfter: 5000 })
    const fetch = (request: Request) => {
      const headers = new Headers(request.headers)
      headers.delete('if-range')
      return a.fetch(new Request(request.url, { headers }))
    }
    open = directHarness({ 'a.example': fetch })
    return { harness: open, a }
  }

  test('from the beginning, when the ETag of the rest is another one', async () => {
    const { harness, a } = careless({ bytes: BYTES.map((byte, at) => (at < 4 ? byte : 7)), etag: '"old"' })
    const id = await harness.send([{ url: URL_A }])
    await harness.worker.idle()
    a.files['/file.cbz'] = { bytes: BYTES, etag: '"new"' }
    await harness.clock.advance('2 min')
    await fetched(harness, id)
    expect(a.requests.slice(1)).toEqual(['GET /file.cbz bytes=5000-', 'GET /file.cbz'])
  })

  test.each([
    ['has no ETag', '"1"', null, {}],
    ['has an ETag, and the first part had only a checksum', null, '"1"', HASHED],
  ])('when the rest %s', async (_, before, after, promised) => {
    const { harness, a } = careless({ etag: before })
    const id = await harness.send([{ url: URL_A, ...promised }])
    await harness.worker.idle()
    a.files['/file.cbz'] = { bytes: BYTES, etag: after }
    await harness.clock.advance('2 min')
    await fetched(harness, id)
    expect(a.requests.slice(1)).toEqual(['GET /file.cbz bytes=5000-'])
  })

  test.each(['no ranges', 'another part'] as const)('from the beginning, at a host with %s', async (fault) => {
    const { harness } = start([{ cutAfter: 5000 }, fault])
    const id = await harness.send([{ url: URL_A }])
    await harness.clock.advance('2 min')
    await fetched(harness, id)
  })

  test('by the next process too', async () => {
    const { harness, a } = start([{ silentAfter: 7000 }])
    const id = await harness.send([{ url: URL_A }])
    await harness.clock.advance('15 s')
    await harness.restart()
    await fetched(harness, id)
    expect(a.requests[1]).toBe('GET /file.cbz bytes=7000- if "1"')
  })

  test('not by the next process when the settings say to ask the user', async () => {
    const { harness } = start([{ silentAfter: 7000 }], {}, { settings: { ddl_autoresume: false } })
    const id = await harness.send([{ url: URL_A }])
    await harness.clock.advance('15 s')
    await harness.restart()
    expect(harness.row(id)).toMatchObject({ status: 'Failed', blames: false })
  })

  test('not at all when it is already complete', async () => {
    const { harness, a } = start([{ cutAfter: 5000 }])
    const id = await harness.send([{ url: URL_A, size: BYTES.length }])
    await harness.worker.idle()
    writeFileSync(join(harness.row(id).path!, 'file.part'), BYTES)
    await harness.clock.advance('2 min')
    await fetched(harness, id)
    expect(a.requests).toHaveLength(1) // The size is known: no request is needed.
  })

  test('not at all when it has its final name and only its row was not written', async () => {
    const { harness, a } = start([])
    const id = await harness.send([{ url: URL_A, size: BYTES.length }])
    await fetched(harness, id)
    harness.db.write((tx) => changeDdl(tx, id, { status: 'Queued', path: dirname(harness.row(id).path!) }))
    harness.worker.startDue()
    await fetched(harness, id)
    expect(a.requests).toHaveLength(1)
  })

  test('from the beginning when the two halves do not match', async () => {
    const { harness, a } = start([{ cutAfter: 5000 }])
    const id = await harness.send([{ url: URL_A, ...HASHED }])
    await harness.worker.idle()
    writeFileSync(join(harness.row(id).path!, 'file.part'), new Uint8Array(5000))
    await harness.clock.advance('5 min')
    expect(harness.log.join()).toContain('checksum')
    await fetched(harness, id)
    expect(a.requests).toHaveLength(3)
  })
})

describe('the progress of a download', () => {
  /** A host that sends a thousand bytes every five seconds. */
  const slow = (bytes: number): DirectOptions => ({
    transfers: {
      async begin() {
        let left = bytes / 1000
        const stream = new ReadableStream<Uint8Array>({
          async pull(controller) {
            await open!.clock.after(5000)
            if (left-- > 0) controller.enqueue(BYTES.slice(0, 1000))
            else controller.close()
          },
        })
        return new Response(stream, { headers: { ETag: '"1"', 'Content-Length': String(bytes) } })
      },
    },
  })

  test('is saved every ten seconds, and known at any time', async () => {
    const { harness } = start([], {}, slow(20_000))
    const id = await harness.send([{ url: URL_A }])
    const seen: [number, number | undefined, string | null][] = []
    for (let turn = 0; turn < 4; turn++) {
      await harness.clock.advance('5 s')
      const { got, moved_at } = harness.row(id)
      const sighting = await harness.seen(id)
      seen.push([got, sighting && 'done' in sighting ? sighting.done : undefined, moved_at])
    }
    expect(seen).toEqual([
      [0, 1000, '2026-11-21T08:00:00.000Z'],
      [2000, 2000, '2026-11-21T08:00:10.000Z'],
      [2000, 3000, '2026-11-21T08:00:10.000Z'],
      [4000, 4000, '2026-11-21T08:00:20.000Z'],
    ])
  })

  test('does not go back to an earlier part', async () => {
    const { harness } = start([{ cutAfter: 5000 }, { silentAfter: 3000 }], { etag: null })
    const id = await harness.send([{ url: URL_A }])
    await harness.worker.idle()
    const { moved_at, attempts } = harness.row(id)
    expect(attempts).toBe(1)
    await harness.clock.advance('61 s')
    await harness.clock.advance('61 s')
    expect(harness.row(id)).toMatchObject({ status: 'Queued', attempts: 2, got: 3000, moved_at })
  })
})

test('a failed download stays failed, even if its files cannot be removed', async () => {
  const remove = () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }))
  const { harness } = start([{ status: 404 }], {}, { files: { remove } })
  const id = await harness.send([{ url: URL_A }])
  await harness.worker.idle()
  expect(harness.row(id)).toMatchObject({ status: 'Failed', error: 'The file no longer exists.' })
})

test('a reply without a body is an empty file', async () => {
  const begin: Transfers['begin'] = async () => new Response(null, { headers: { ETag: '"1"' } })
  const { harness } = start([], {}, { transfers: { begin } })
  const id = await harness.send([{ url: URL_A }])
  await harness.worker.idle()
  expect(harness.row(id)).toMatchObject({ status: 'Failed', blames: true, error: 'The file is empty.' })
})

test('a reply of unknown length that ends too early is resumed', async () => {
  const requests: string[] = []
  const begin: Transfers['begin'] = async ({ headers }) => {
    const range = headers.get('range')
    requests.push(range ?? 'all')
    if (range === null) return new Response(BYTES.slice(0, 5000), { headers: { ETag: '"1"' } })
    const more = { ETag: '"1"', 'Content-Range': `bytes 5000-${BYTES.length - 1}/${BYTES.length}` }
    return new Response(BYTES.slice(5000), { status: 206, headers: more })
  }
  const { harness } = start([], {}, { transfers: { begin } })
  const id = await harness.send([{ url: URL_A, size: BYTES.length }])
  await harness.worker.idle()
  const error = `The connection ended after 5000 of ${BYTES.length} bytes.`
  expect(harness.row(id)).toMatchObject({ status: 'Queued', got: 5000, error })
  await harness.clock.advance('2 min')
  await fetched(harness, id)
  expect(requests).toEqual(['all', 'bytes=5000-'])
})

test('the connection is closed after each attempt, even if nothing was read', async () => {
  const { fetch } = fakeFileHost({ '/file.cbz': { bytes: BYTES } })
  const signals: AbortSignal[] = []
  const begin: Transfers['begin'] = async (request) => {
    signals.push(request.signal)
    return fetch(request)
  }
  const freeSpace = async () => ({ free: 1_000_000, total: 1e12, remote: false })
  const { harness } = start([], {}, { files: { freeSpace }, transfers: { begin } })
  await harness.send([{ url: URL_A }])
  await harness.worker.idle()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

describe('another file is refused, and another address tried', () => {
  test.each<[HostFault, string]>([
    ['web page', 'web page'],
    ['web page without saying so', 'web page'],
    ['damaged', 'checksum'],
    ['too long', 'more than'],
    [{ status: 404 }, 'no longer exists'],
    [{ status: 403 }, 'refused the file'],
    [{ status: 451 }, '451'],
  ])('%p', async (fault, why) => {
    const { harness, b } = start([fault])
    const id = await harness.send([
      { url: URL_A, ...HASHED },
      { url: URL_B, ...HASHED },
    ])
    await harness.worker.idle()
    expect(harness.log.join()).toContain(why)
    await harness.clock.advance('1 s')
    await fetched(harness, id)
    expect(b.requests.length).toBe(1)
  })

  test('a file of another size', async () => {
    const { harness } = start()
    const id = await harness.send([{ url: URL_A, size: 19_000 }])
    await harness.worker.idle()
    const error = 'The file has 20000 bytes there, and 19000 were promised.'
    expect(harness.row(id)).toMatchObject({ status: 'Failed', error, blames: true })
    expect(await harness.seen(id)).toMatchObject({ state: 'failed', detail: error, blames: true })
  })

  test('the release is to blame only when each address is', async () => {
    const { harness } = start([{ status: 404 }])
    const id = await harness.send([{ url: URL_A }, { url: 'https://192.168.1.9/file.cbz' }])
    await harness.worker.idle()
    expect(harness.row(id)).toMatchObject({ status: 'Failed', blames: false, link_at: 1 })
  })
})

describe('a failing host is retried later', () => {
  test('when it says so', async () => {
    const { harness, a } = start([{ status: 503, headers: { 'Retry-After': '300' } }])
    const id = await harness.send([{ url: URL_A }])
    await harness.worker.idle()
    expect(harness.row(id)).toMatchObject({ status: 'Queued', retry_at: '2026-11-21T08:05:00.000Z' })
    expect(await harness.seen(id)).toMatchObject({ state: 'queued', detail: 'It is too busy now.' })
    await harness.clock.advance('4 min')
    expect(a.requests).toHaveLength(1)
    await harness.clock.advance('2 min')
    await fetched(harness, id)
  })

  test('and its other files wait as well', async () => {
    const { harness, a } = start([{ status: 429, headers: { 'Retry-After': '300' } }])
    await harness.send([{ url: URL_A }])
    await harness.worker.idle()
    const id = await harness.send([{ url: URL_A }], 'another')
    await harness.worker.idle()
    expect(a.requests).toHaveLength(1)
    await harness.clock.advance('6 min')
    await fetched(harness, id)
  })

  test('and its other files wait as long as it said last', async () => {
    const { harness, a } = start([], {}, { settings: { ddl_query_delay: 15 } })
    await fetched(harness, await harness.send([{ url: URL_A }]))
    a.faults.push({ status: 429, headers: { 'Retry-After': '300' } })
    await harness.send([{ url: URL_A }], 'second')
    await harness.clock.advance('20 s')
    await harness.send([{ url: URL_A }], 'third')
    await harness.clock.advance('4 min')
    expect(a.requests).toHaveLength(2)
    await harness.clock.advance('2 min')
    expect(a.requests).toHaveLength(4)
  })

  test('or its mirror at once, when that would take too long', async () => {
    const { harness } = start([{ status: 429, headers: { 'Retry-After': '7200' } }])
    const id = await harness.send([{ url: URL_A }, { url: URL_B }])
    await harness.worker.idle()
    await fetched(harness, id)
  })

  test('less and less often, until it is given up', async () => {
    const { harness, a } = start(Array.from({ length: 9 }, () => 'no connection' as const))
    const id = await harness.send([{ url: URL_A }])
    await harness.clock.advance('20 min')
    expect(a.requests).toHaveLength(3)
    await harness.clock.advance('6 h')
    expect(harness.row(id)).toMatchObject({ status: 'Failed', blames: false, error: 'a.example cannot be reached.' })
  })

  test('a connection without a byte for a minute is restarted, and given up after half an hour', async () => {
    const { harness, b } = start([{ silentAfter: 3000 }, ...Array.from({ length: 9 }, () => ({ silentAfter: 0 }))])
    const id = await harness.send([{ url: URL_A }, { url: URL_B }])
    await harness.clock.advance('90 s')
    expect(harness.row(id)).toMatchObject({ status: 'Queued', got: 3000 })
    await harness.clock.advance('40 min')
    expect(b.requests).toHaveLength(1)
    await fetched(harness, id)
  })
})

describe('only public addresses are contacted', () => {
  test.each(['http://192.168.1.9/file.cbz', 'http://[::1]/x', 'http://nas.lan/x', 'ftp://a.example/x', 'nonsense'])(
    'not %s',
    async (url) => {
      const { harness, b } = start([], {}, { addresses: { 'nas.lan': '10.0.0.4' } })
      const id = await harness.send([{ url }])
      await harness.worker.idle()
      expect(harness.row(id)).toMatchObject({ status: 'Failed', blames: false })
      expect(b.requests).toEqual([])
    },
  )

  test('not as the target of a redirect either', async () => {
    const { harness, b } = start([{ redirect: 'http://192.168.1.9/file.cbz' }])
    const id = await harness.send([{ url: URL_A }])
    await harness.worker.idle()
    expect(harness.row(id).error).toContain('ddl_allowed_hosts')
    expect(b.requests).toEqual([])
  })

  test('except those that the user allows, and those of a configured service', async () => {
    const { harness } = start([], {}, { settings: { ddl_allowed_hosts: 'nas.local, 192.168.1.9' } })
    await fetched(harness, await harness.send([{ url: 'http://192.168.1.9/file.cbz' }]))
    harness.settings.ddl_allowed_hosts = ''
    await fetched(harness, await harness.send([{ url: 'http://192.168.1.9/file.cbz', trusted: true }], 'trusted'))
  })

  test('and an unknown host name is resolved again later', async () => {
    const { harness, b } = start([], {}, { addresses: { 'b.example': '' } })
    const id = await harness.send([{ url: URL_B }])
    await harness.worker.idle()
    expect(harness.row(id)).toMatchObject({ status: 'Queued', error: 'Host not found: b.example' })
    expect(b.requests).toEqual([])
  })

  test('a chain of redirects is followed five times', async () => {
    const hop = { redirect: '/file.cbz' }
    const { harness, a } = start([hop, hop, hop, hop, hop])
    await fetched(harness, await harness.send([{ url: URL_A }]))
    a.faults.push(hop, hop, hop, hop, hop, hop)
    const id = await harness.send([{ url: URL_A }], 'endless')
    await harness.worker.idle()
    expect(harness.row(id).error).toContain('without end')
  })
})

describe('the queue', () => {
  test('runs two downloads at a time, and one per host', async () => {
    const c = fakeFileHost({ '/file.cbz': { bytes: BYTES } })
    const { harness, a, b } = start([{ silentAfter: 100 }])
    b.faults.push({ silentAfter: 100 })
    open = harness
    const ids = [
      await harness.send([{ url: URL_A }], 'one'),
      await harness.send([{ url: URL_A }], 'two'),
      await harness.send([{ url: URL_B }], 'three'),
      await harness.send([{ url: URL_B }], 'four'),
    ]
    await harness.clock.advance('1 s')
    expect(ids.map((id) => harness.row(id).status)).toEqual(['Downloading', 'Queued', 'Downloading', 'Queued'])
    expect([a.requests.length, b.requests.length, c.requests.length]).toEqual([1, 1, 0])
  })

  test('pauses between two downloads from one host', async () => {
    const { harness, a } = start([], {}, { settings: { ddl_query_delay: 15 } })
    await harness.send([{ url: URL_A }], 'one')
    const id = await harness.send([{ url: URL_A }], 'two')
    await harness.clock.advance('10 s')
    expect(a.requests).toHaveLength(1)
    await harness.clock.advance('10 s')
    await fetched(harness, id)
  })

  test('waits only for the next download that may start, and for nothing once it is stopped', async () => {
    const busy = (seconds: number): HostFault => ({ status: 429, headers: { 'Retry-After': String(seconds) } })
    const { harness, a, b } = start([busy(600)])
    b.faults.push(busy(300))
    await harness.send([{ url: URL_A }], 'one')
    await harness.worker.idle()
    expect(harness.clock.isAwaited('10 min')).toBe(true)
    await harness.send([{ url: URL_B }], 'two')
    await harness.worker.idle()
    await harness.clock.advance('0 s')
    await harness.worker.stop()
    expect(harness.clock.isAwaited('1 d')).toBe(false)
    expect([a.requests.length, b.requests.length]).toEqual([1, 1])
  })

  test('is idle while direct downloads are disabled', async () => {
    const { harness, a } = start([], {}, { settings: { enable_ddl: false } })
    const id = await harness.send([{ url: URL_A }])
    expect(await harness.client.test()).toMatchObject({ failure: 'unreachable' })
    expect(await harness.seen(id)).toMatchObject({ state: 'queued', detail: expect.stringContaining('switched off') })
    expect(a.requests).toEqual([])
    harness.settings.enable_ddl = true
    harness.worker.startDue()
    await fetched(harness, id)
  })

  test('waits for room on the disk', async () => {
    let free = 1_000_000
    const freeSpace = async () => ({ free, total: 1e12, remote: false })
    const { harness, a } = start([], {}, { files: { freeSpace } })
    const id = await harness.send([{ url: URL_A }])
    await harness.worker.idle()
    expect(harness.row(id)).toMatchObject({ status: 'Queued', error: expect.stringContaining('MB left') })
    free = 1e12
    await harness.clock.advance('11 min')
    await fetched(harness, id)
    expect(a.requests).toHaveLength(2)
  })

  test('waits when the disk becomes full, and keeps the partial file', async () => {
    let full = false
    const extend: Files['extend'] = async (...args) => {
      if (full) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      return disk.extend(...args)
    }
    const { harness, a } = start([{ cutAfter: 4000 }], {}, { files: { extend } })
    const id = await harness.send([{ url: URL_A }])
    await harness.worker.idle()
    full = true
    await harness.clock.advance('2 min')
    expect(harness.row(id)).toMatchObject({ status: 'Queued', got: 4000, error: expect.stringContaining('is full') })
    expect(a.requests).toHaveLength(2)
  })

  test('drops a cancelled download in the middle', async () => {
    const { harness } = start([{ silentAfter: 5000 }])
    const id = await harness.send([{ url: URL_A }])
    await harness.clock.advance('1 s')
    const folder = harness.row(id).path!
    expect(existsSync(folder)).toBe(true)
    expect(await harness.client.remove(id, { files: true })).toEqual({ ok: true })
    expect(harness.row(id)).toBeUndefined()
    expect(existsSync(folder)).toBe(false)
    expect(await harness.client.remove(id, { files: true })).toEqual({ ok: true })
  })

  test('removes a finished file with its folder on request', async () => {
    const { harness } = start()
    const id = await harness.send([{ url: URL_A }])
    await harness.worker.idle()
    const path = harness.row(id).path!
    expect(existsSync(path)).toBe(true)
    await harness.client.remove(id, { files: true })
    expect([harness.row(id) as unknown, existsSync(path), existsSync(dirname(path))]).toEqual([undefined, false, false])
  })

  test('forgets an imported download, and leaves files that stayed', async () => {
    const { harness } = start()
    const id = await harness.send([{ url: URL_A }])
    await harness.worker.idle()
    const { path } = harness.row(id)
    await harness.client.remove(id, { files: false })
    expect([harness.row(id), existsSync(path!)]).toEqual([undefined as never, true])
  })

  test.each([
    ['Completed', true, 'Harbor Lights 003.cbz'],
    ['Completed', false, 'Harbor Lights 003.cbz'],
    ['Failed', true, ''],
    ['Failed', false, ''],
  ] as const)(
    'removes nothing from a folder that was not created for it (%s, with files: %p)',
    async (status, all, name) => {
      const { harness } = start([{ status: 404 }])
      const id = await harness.send([{ url: URL_A }])
      await harness.worker.idle()
      const mine = join(harness.folder, 'my comics')
      await disk.makeFolder(mine)
      for (const each of ['file.part', 'Harbor Lights 003.cbz']) writeFileSync(join(mine, each), 'mine')
      harness.db.write((tx) => changeDdl(tx, id, { status, path: join(mine, name) }))
      expect(await harness.client.remove(id, { files: all })).toEqual({ ok: true })
      expect(harness.row(id)).toBeUndefined()
      expect(readdirSync(mine).sort()).toEqual(['Harbor Lights 003.cbz', 'file.part'])
    },
  )

  test('forgets failed downloads after a month', async () => {
    const { harness } = start([{ status: 404 }])
    const id = await harness.send([{ url: URL_A }])
    await harness.clock.advance('29 d')
    await harness.worker.tidy()
    expect(harness.row(id).status).toBe('Failed')
    await harness.clock.advance('2 d')
    await harness.worker.tidy()
    expect(harness.row(id)).toBeUndefined()
  })

  test('gives up at once without an address', async () => {
    const { harness } = start()
    const id = await harness.send([])
    await harness.worker.idle()
    expect(harness.row(id)).toMatchObject({ status: 'Failed', error: 'It has no download address.' })
  })

  test('accepts a release once, however often it is sent', async () => {
    const { harness, a } = start()
    const id = await harness.send([{ url: URL_A }])
    expect(await harness.send([{ url: URL_A }])).toBe(id)
    expect(await harness.client.find('Harbor Lights 003 [ab]')).toEqual({ ok: { id, added: true } })
    expect(await harness.client.find('another')).toEqual({ ok: null })
    await harness.worker.idle()
    expect(a.requests).toHaveLength(1)
  })

  test('reports progress and speed', async () => {
    const { harness } = start([{ silentAfter: 10_000 }])
    const id = await harness.send([{ url: URL_A, size: BYTES.length }])
    await harness.clock.advance('5 s')
    expect(await harness.seen(id)).toMatchObject({
      state: 'downloading',
      done: 10_000,
      total: 20_000,
      speed: 2000,
      eta: 5,
    })
  })
})

test('a name comes from the reply or the URL, and the extension from the content', async () => {
  const { harness, a } = start()
  const named = async (path: string, file: FakeFile) => {
    a.files[decodeURIComponent(path)] = file
    const links = [{ url: `https://a.example${path}`, label: 'a' }]
    const sent = await harness.client.send(`item ${path}`.replaceAll('/', '-'), { kind: 'link', name: '', links })
    await harness.worker.idle()
    return harness.row(okOf(sent).id).filename
  }
  expect(await named('/get', { bytes: BYTES, disposition: 'attachment; filename="../Fern 001.cbz"' })).toBe(
    '-Fern 001.cbz',
  )
  expect(await named('/other', { bytes: BYTES, disposition: "attachment; filename*=UTF-8''F%C3%AArn" })).toBe(
    'Fêrn.cbz',
  )
  expect(await named('/Fern%20002.cbr', { bytes: BYTES })).toBe('Fern 002.cbr')
  expect(await named('/nothing', { bytes: BYTES })).toBe('item -nothing.cbz')
})
