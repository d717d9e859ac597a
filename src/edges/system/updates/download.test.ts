import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from '../../../testing/disks/disk'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { fakeClock } from '../../../testing/fakes/clock'
import { downloadArtefact } from './download'

const CONTENT = 'executable'
const artefact = { url: 'https://files.test/panelkeep', size: CONTENT.length, sha256: 'a'.repeat(64), signature: '' }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-download-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

type Begin = (request: Request, limits: { address?: string }) => Response
interface Options {
  etag?: string | null
  feedHost?: string
  signal?: AbortSignal
  addresses?: string[]
}

/** One download; `replies` answers its requests in order, and the last reply is repeated. */
function downloaded(replies: Begin[], options: Options = {}) {
  const clock = fakeClock()
  const [part, requests, heads, received] = [join(folder, 'part'), [] as string[], [] as unknown[], [] as number[]]
  const begin = async (request: Request, limits: { address?: string }) => {
    const { headers } = request
    requests.push([limits.address, headers.get('range'), headers.get('if-range')].map((each) => each ?? '-').join(' '))
    return (replies.length > 1 ? replies.shift()! : replies[0]!)(request, limits)
  }
  const deps = {
    clock,
    files: disk,
    transfers: { begin },
    names: { addresses: async () => options.addresses ?? ['93.184.215.14'] },
    client: { paced: (_resource: unknown, send: () => Promise<unknown>) => send() } as never,
  }
  const done = downloadArtefact(deps, {
    artefact,
    part,
    etag: options.etag ?? null,
    feedHost: options.feedHost,
    signal: options.signal ?? new AbortController().signal,
    head: (etag) => heads.push(etag),
    received: (bytes) => received.push(bytes),
  })
  return { done: advanceUntil(clock, done, '2 min'), clock, part, requests, heads, received }
}

/** `rejects` of the test runner turns the event loop itself, where each turn of the clock may wait for a timer. */
const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error)

const whole = () => new Response(CONTENT)
/** Sends the first three bytes; then the connection ends. */
const cut = () =>
  new Response(CONTENT.slice(0, 3), { headers: { ETag: '"a"', 'Content-Length': String(CONTENT.length) } })
const rest = () =>
  new Response(CONTENT.slice(3), {
    status: 206,
    headers: { ETag: '"a"', 'Content-Range': `bytes 3-${CONTENT.length - 1}/${CONTENT.length}` },
  })

test('an interrupted download is continued after two seconds where it ended, under the same ETag', async () => {
  const { done, clock, part, requests, heads, received } = downloaded([cut, rest])
  await done
  expect(readFileSync(part, 'utf8')).toBe(CONTENT)
  expect(requests).toEqual(['93.184.215.14 - -', '93.184.215.14 bytes=3- "a"'])
  expect(heads).toEqual(['"a"', '"a"'])
  expect(received).toEqual([0, 3, 3, CONTENT.length])
  expect(clock.uptime()).toBe(2000)
})

test('a download of the last start is continued under its ETag', async () => {
  const { done, part } = downloaded([cut, () => new Response('', { status: 503 })])
  expect(await failureOf(done)).toMatchObject({ message: expect.stringContaining('The download failed.') })
  const next = downloaded([rest], { etag: '"a"' })
  await next.done
  expect(next.requests).toEqual(['93.184.215.14 bytes=3- "a"'])
  expect(readFileSync(part, 'utf8')).toBe(CONTENT)
})

test('a server that stays down is tried five times within two minutes', async () => {
  const { done, clock, requests } = downloaded([() => new Response('', { status: 503 })])
  expect(await failureOf(done)).toMatchObject({
    kind: 'upstream',
    message: expect.stringContaining('The download failed.'),
  })
  expect(requests).toHaveLength(5)
  expect(clock.uptime()).toBe(102_000)
})

test('a missing file is requested once', async () => {
  const { done, requests } = downloaded([() => new Response('', { status: 404 })])
  await expect(done).rejects.toThrow('The download failed.')
  expect(requests).toHaveLength(1)
})

test('a file on a private network is fetched only from the host of the feed', async () => {
  const addresses = ['192.168.1.5']
  const refused = downloaded([whole], { addresses, feedHost: 'feed.test' })
  await expect(refused.done).rejects.toThrow('files.test is on a private network')
  expect(refused.requests).toEqual([])
  await downloaded([whole], { addresses, feedHost: 'files.test' }).done
  expect(readFileSync(join(folder, 'part'), 'utf8')).toBe(CONTENT)
})

test('a download that is stopped ends at once, without an error', async () => {
  const stopping = new AbortController()
  const stopped = () => {
    stopping.abort()
    return cut()
  }
  const { done, requests } = downloaded([stopped], { signal: stopping.signal })
  await done
  expect(requests).toHaveLength(1)
})
