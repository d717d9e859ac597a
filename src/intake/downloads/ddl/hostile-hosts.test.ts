import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DirectLink } from '../../../base/outbound/transfer/link'
import { md5 } from '../../../base/platform/digest'
import { systemTransfers } from '../../../base/platform/transfers'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { type DirectHarness, type DirectOptions, directHarness } from '../../../testing/downloads/direct'
import {
  type FaultyHost,
  faultyHost,
  type SendFault,
  sendEndlessly,
  sendFile,
  sendGzipped,
  sendRedirect,
  sendReply,
} from '../../../testing/downloads/faulty-host'
import { PUBLIC_ADDRESS } from '../../../testing/harness/public-addresses'
import { until } from '../../../testing/harness/until'
import { okOf } from '../../../testing/torrents/replies'

/** Hosts with false replies, over real sockets. */

const BYTES = makeCbz(makePages(12), { store: true })
const OTHER = makeCbz(makePages(13), { store: true })
const HALF = Math.floor(BYTES.length / 2)

let liar: FaultyHost
let harness: DirectHarness
let requestedAddresses: (string | undefined)[]

function begin(options: DirectOptions = {}): void {
  requestedAddresses = []
  const transfers: typeof systemTransfers = {
    begin(request, how) {
      requestedAddresses.push(how.address)
      return systemTransfers.begin(request, how)
    },
  }
  harness = directHarness({}, { transfers, settings: { ddl_allowed_hosts: liar.host }, ...options })
}
beforeEach(async () => {
  liar = await faultyHost({})
  begin()
})
afterEach(async () => {
  await harness.close()
  await liar.stop()
})

const at = (path: string) => `http://${liar.host}${path}`
const send = (...links: (string | Partial<DirectLink>)[]) =>
  harness.send(links.map((link) => (typeof link === 'string' ? { url: at(link) } : link)))

/** Waits for the end of an attempt. */
const tried = (id: string) =>
  until(
    () => {
      liar.cut(harness.worker.progress(id)?.got ?? 0)
      return harness.worker.progress(id)
    },
    (under) => under === undefined,
  )

/** Runs the download to its end, however many requests that needs. */
async function ended(id: string) {
  for (let minutes = 0; minutes < 90; minutes++) {
    await tried(id)
    if (!['Queued', 'Downloading'].includes(harness.row(id).status)) return harness.row(id)
    await harness.clock.advance('1 min')
  }
  throw new Error(`did not end: ${JSON.stringify(harness.row(id))}`)
}

async function completed(id: string, bytes: Uint8Array = BYTES): Promise<string> {
  const { status, error, path } = await ended(id)
  expect({ status, error }).toEqual({ status: 'Completed', error: null })
  expect(readFileSync(path!).equals(Buffer.from(bytes))).toBe(true)
  expect(readdirSync(dirname(path!))).toHaveLength(1)
  return path!
}

const failed = async (id: string) => {
  const row = await ended(id)
  expect(row.status).toBe('Failed')
  expect(existsSync(join(row.path!, 'file.part'))).toBe(false)
  return { error: row.error, blames: row.blames }
}

describe('a file is completed', () => {
  const cut = { cutAfter: HALF }
  const rest = (...more: string[]) => [`/x bytes=${HALF}-`, ...more].join(' ')
  const WAYS: [string, SendFault[], string[]][] = [
    [
      'from a host that promises more than it has',
      [{ says: BYTES.length + 999 }],
      [`/x bytes=${BYTES.length}- if "1"`],
    ],
    ['from one that breaks off', [cut], [rest('if "1"')]],
    ['from one that breaks off repeatedly', [cut, { cutAfter: 10 }, { cutAfter: 10 }], []],
    ['when a range request returns everything', [cut, { ranges: 'none' }], [rest('if "1"')]],
    ['when a range request returns another range', [cut, { ranges: 0 }], [rest('if "1"'), '/x']],
    ['when the ETag changed before the range request', [cut, { tag: '"2"' }, { tag: '"2"' }], [rest('if "1"')]],
    ['without any ETag', [{ ...cut, tag: null }], ['/x']],
  ]
  test.each(WAYS)('%s', async (_, ways, after) => {
    liar.answers['/x'] = sendFile(BYTES, ...ways)
    await completed(await send('/x'))
    if (after.length > 0) expect(liar.requests.slice(1)).toEqual(after)
  })

  test('when the host silently replaced it: the partial file is dropped', async () => {
    liar.answers['/x'] = sendFile(BYTES, cut)
    const id = await send('/x')
    await tried(id)
    expect(harness.row(id).got).toBe(HALF)
    // Serves ranges for any ETag.
    liar.answers['/x'] = ({ from = 0 }, say) => {
      const headers = { ETag: '"other"', 'Content-Length': OTHER.length - from }
      const range = { 'Content-Range': `bytes ${from}-${OTHER.length - 1}/${OTHER.length}` }
      if (from > 0) say.head('206 Partial Content', { ...headers, ...range })
      else say.head('200 OK', headers)
      say.body(OTHER.subarray(from))
      say.end()
    }
    await completed(id, OTHER)
  })

  test('by its date when it has no ETag, and from the beginning when the date changed', async () => {
    const [old, now] = ['Fri, 20 Nov 2026 08:00:00 GMT', 'Fri, 20 Nov 2026 09:00:00 GMT']
    liar.answers['/x'] = sendFile(
      BYTES,
      { tag: null, modified: old, ...cut },
      { tag: null, modified: now, ...cut },
      { tag: null, modified: now },
    )
    await completed(await send('/x'))
    expect(liar.requests).toEqual(['/x', rest(`if ${old}`), rest(`if ${now}`)])
  })

  test('after the host fell silent', async () => {
    liar.answers['/x'] = sendFile(BYTES, { silentAfter: HALF })
    const id = await send('/x')
    await until(
      () => harness.worker.progress(id)?.got,
      (got) => got === HALF,
    )
    await harness.clock.advance('61 s')
    await completed(id)
    expect(liar.requests).toEqual(['/x', rest('if "1"')])
  })

  test('when it was compressed in transit, which is never resumed', async () => {
    liar.answers['/x'] = sendGzipped(BYTES)
    await completed(await send('/x'))
    liar.answers['/y'] = sendGzipped(BYTES, { cutAfter: 1000 })
    const links = [{ url: at('/y'), size: BYTES.length }]
    const id = await harness.send(links, 'second')
    await until(
      () => harness.worker.progress(id)?.got ?? 0,
      (got) => got > 0,
    )
    liar.cut(1000)
    await completed(id)
    expect(liar.requests).toEqual(['/x', '/y', '/y'])
  })

  test('from the second address, when the first does not answer', async () => {
    const dead = await faultyHost({})
    await dead.stop()
    harness.settings.ddl_allowed_hosts = `${liar.host} ${dead.host}`
    liar.answers['/x'] = sendFile(BYTES)
    const id = await send({ url: `http://${dead.host}/x` }, '/x')
    await harness.clock.advance('2 min')
    await completed(id)
  })

  test('from the second address, when the first sends another file than promised', async () => {
    liar.answers['/x'] = sendFile(OTHER)
    liar.answers['/y'] = sendFile(BYTES)
    const hash = { md5: md5(BYTES) }
    await completed(await send({ url: at('/x'), ...hash }, { url: at('/y'), ...hash }))
  })

  test('from the second address, when the first lied about its length', async () => {
    liar.answers['/x'] = (_, say) => {
      say.head('200 OK', { 'Content-Length': BYTES.length * 3 })
      say.breakAt(0)
    }
    liar.answers['/y'] = sendFile(BYTES)
    await completed(await send('/x', '/y'))
  })

  test('when a busy host has capacity again', async () => {
    const busy = [
      sendReply('429 Too Many Requests', { 'Retry-After': 600 }),
      sendReply('503 Busy', { 'Retry-After': 'Sat, 21 Nov 2026 08:30:00 GMT' }),
    ]
    liar.answers['/x'] = (what, say) => (busy[what.nth - 1] ?? sendFile(BYTES))(what, say)
    const id = await send('/x')
    await tried(id)
    expect(harness.row(id).retry_at).toBe('2026-11-21T08:10:00.000Z')
    await harness.clock.advance('11 min')
    await tried(id)
    expect(harness.row(id).retry_at).toBe('2026-11-21T08:30:00.000Z')
    await completed(id)
  })
})

describe('an invalid file is refused', () => {
  test.each([
    ['a web page', sendReply('200 OK', { 'Content-Type': 'text/html' }, '<html>Sign in</html>'), /web page/],
    [
      'a web page under another name',
      sendReply('200 OK', { 'Content-Type': 'application/zip' }, '<!doctype html><p>No'),
      /web page/,
    ],
    ['nothing', sendReply('200 OK'), /is empty/],
    ['more bytes than promised', sendReply('200 OK', { 'Content-Length': 10 ** 15 }), /more than any comic has/],
    [
      'a reply outside of the protocol',
      (_: unknown, say: { socket: { end(text: string): void } }) => say.socket.end('hello\r\n\r\n'),
      /cannot be reached/,
    ],
    [
      'a redirect without an address',
      sendReply('302 Found', { Location: 'http://' }),
      /does not lead to a web address/,
    ],
    ['a redirect to a file of this machine', sendRedirect('file:///etc/passwd'), /not a web address/],
    ['a redirect with a login', sendRedirect('http://a:b@127.0.0.1/'), /contains a login/],
  ] as const)('%s', async (_, answer, why) => {
    liar.answers['/x'] = answer as never
    expect((await failed(await send('/x'))).error).toMatch(why)
  })

  test('a stream without an end, before it fills the disk', async () => {
    await harness.close()
    const freeSpace = async () => ({ free: 80_000_000, total: 1e12, remote: false })
    begin({ files: { freeSpace } })
    liar.answers['/x'] = sendEndlessly
    expect(await failed(await send('/x'))).toMatchObject({
      error: expect.stringMatching(/without saying where it ends/),
      blames: true,
    })
  })

  test('a redirect loop', async () => {
    liar.answers['/x'] = sendRedirect('/y')
    liar.answers['/y'] = sendRedirect('/x')
    expect((await failed(await send('/x'))).error).toContain('without end')
    expect(liar.requests).toHaveLength(6)
  })

  test('fewer bytes than promised', async () => {
    liar.answers['/x'] = sendFile(BYTES)
    const failure = await failed(await send({ url: at('/x'), size: BYTES.length + 1 }))
    expect(failure).toEqual({ error: expect.stringContaining('were promised'), blames: true })
  })
})

describe('a redirect into the local network is refused', () => {
  const names = { addresses: { 'files.example': '127.0.0.1', localhost: '127.0.0.1', 'nas.example': '192.168.1.9' } }
  beforeEach(async () => {
    await harness.close()
    begin({ ...names, settings: { ddl_allowed_hosts: liar.host } })
  })

  test.each([
    'http://127.0.0.1:9/',
    'http://[::ffff:10.0.0.1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://localhost/',
    'http://nas.example/',
    'http://169.254.169.254/latest/',
  ])('from a host that may be asked to %s', async (location) => {
    liar.answers['/x'] = sendRedirect(location)
    expect(await failed(await send('/x'))).toEqual({
      error: expect.stringContaining('ddl_allowed_hosts'),
      blames: false,
    })
    expect(requestedAddresses).toHaveLength(1)
  })

  test('when a public name resolves to this machine', async () => {
    const { port } = new URL(at('/'))
    liar.answers['/x'] = sendFile(BYTES)
    expect((await failed(await harness.send([{ url: `http://files.example:${port}/x` }]))).error).toContain(
      'private network',
    )
    expect(liar.requests).toEqual([])
  })

  test('and the checked address is contacted, even if the name resolves to another one later', async () => {
    await harness.close()
    const addresses: Record<string, string> = { 'files.example': PUBLIC_ADDRESS }
    const refusing: typeof systemTransfers = {
      async begin(_, { address }) {
        requestedAddresses.push(address)
        addresses['files.example'] = '127.0.0.1' // The second lookup would lead here.
        throw new TypeError('no way there')
      },
    }
    begin({ addresses, transfers: refusing })
    const id = await harness.send([{ url: 'http://files.example/x' }])
    await tried(id)
    expect(requestedAddresses).toEqual([PUBLIC_ADDRESS])
    expect((await failed(id)).error).toContain('private network')
    expect(requestedAddresses).toEqual([PUBLIC_ADDRESS])
  })
})

describe('the name from a host', () => {
  test.each([
    ['../../etc/cron.d/x', '-..-etc-cron.d-x.cbz'],
    ['..\\..\\x.cbz', '-..-x.cbz'],
    ['/etc/passwd', '-etc-passwd.cbz'],
    ['C:\\Windows\\x.cbz', 'C--Windows-x.cbz'],
    ['CON', '_CON.cbz'],
    ['nul.cbz', '_nul.cbz'],
    ['.hidden.cbz', 'hidden.cbz'],
    ['a\tb.cbz', 'a b.cbz'],
    ['a\x01b.cbz', 'Harbor Lights 003 [ab].cbz'],
    [`${'x'.repeat(300)}.cbz`, `${'x'.repeat(200)}.cbz`],
    ['file.part', 'file.part.cbz'],
    ['evil.exe', 'evil.exe.cbz'],
    [' . .. ', 'Harbor Lights 003 [ab].cbz'],
  ])('%p is made safe for the disk', async (headerName, name) => {
    liar.answers['/get'] = sendFile(BYTES, {
      headers: { 'Content-Disposition': `attachment; filename="${headerName.replaceAll('\\', '\\\\')}"` },
    })
    const sent = await harness.client.send('Harbor Lights 003 [ab]', {
      kind: 'link',
      name: '',
      links: [{ url: at('/get'), label: 'a' }],
    })
    const path = await completed(okOf(sent).id)
    expect(path).toBe(join(harness.folder, 'downloads', 'Harbor Lights 003 [ab]', name))
  })

  test('may be in any language', async () => {
    liar.answers['/get'] = sendFile(BYTES, {
      headers: {
        'Content-Disposition': `attachment; filename="x.cbz"; filename*=UTF-8''%E6%BC%AB%E7%94%BB%2F%C3%9Cber.cbz`,
      },
    })
    const sent = await harness.client.send('item', { kind: 'link', name: '', links: [{ url: at('/get'), label: 'a' }] })
    expect(await completed(okOf(sent).id)).toEndWith('漫画-Über.cbz')
  })
})
