import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { makeCbr, makeCbz, makePages } from '../src/testing/archives/archives'
import { makeCb7 } from '../src/testing/archives/cb7'
import { makeCbt } from '../src/testing/archives/cbt'
import { type FaultyHost, faultyHost, sendFile, sendRedirect, sendReply } from '../src/testing/downloads/faulty-host'
import {
  comicOf,
  type DownloadSetup,
  issueOf,
  openDownloadSetup,
  until,
  waitForAnswer,
  waitForImport,
} from './download-setup'

setDefaultTimeout(300_000)

/** Downloads without a client: folders of a script, and direct downloads from faulty hosts. */
let setup: DownloadSetup
let liar: FaultyHost

beforeAll(async () => {
  liar = await faultyHost({})
  setup = await openDownloadSetup({ PANELKEEP_DDL_ALLOWED_HOSTS: liar.host, PANELKEEP_DDL_QUERY_DELAY: '0' })
})
afterAll(async () => {
  await setup.end()
  await liar.stop()
})

function put(name: string, bytes: Uint8Array): string {
  const path = setup.in(join('done', name))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return path
}

const named = (n: number) => `Winter Atlas ${String(n).padStart(3, '0')} (1998).cbz`
const stored = (entries: Record<string, Uint8Array>) => makeCbz(entries, { store: true })
const status = async (...numbers: number[]) =>
  Promise.all(numbers.map(async (number) => (await issueOf(setup, String(number))).status))

/** A request like those of older scripts: all values are text, and the reply has the final result. */
async function script(folder: string, more: Record<string, string> = {}): Promise<string> {
  const body = { nzb_name: 'Manual Run', nzb_folder: folder, failed: '0', apc_version: '2.04', ...more }
  return String((await waitForAnswer(setup.reader.post('/api/downloads/process', body))).message)
}

interface Processed extends Record<string, unknown> {
  success: boolean
  data: { stage: string; reason: string | null; files: { path: string; state: string; detail: string | null }[] }
}
const issueFrom = async (folder: string, issueid?: string): Promise<Processed> =>
  (await waitForAnswer(
    setup.reader.post('/api/downloads/process/issue', { comicid: setup.comicId, folder, issueid }),
  )) as Processed

describe('a script imports', () => {
  test('a pack of nested archives of every kind', async () => {
    const inside = {
      [named(11)]: comicOf('11'),
      'b/b.rar': makeCbr({ [named(12)]: comicOf('12') }),
      'c.7z': makeCb7({ 'c.tar': makeCbt({ [named(13)]: comicOf('13') }) }),
    }
    const path = put('pack/pack.zip', stored(inside))
    expect(await script(dirname(path))).toBe('pack is in the library.')
    expect(await status(11, 12, 13)).toEqual(['Downloaded', 'Downloaded', 'Downloaded'])
    expect(existsSync(dirname(path))).toBe(false)
    expect(readdirSync(setup.comics)).not.toContain('.panelkeep-unpacked')
  })

  test('a folder of loose pages for each issue', async () => {
    for (const n of [14, 15])
      for (const [page, bytes] of Object.entries(makePages(8, [400, 600])))
        put(`loose/Winter Atlas ${n}/${page}`, bytes)
    expect(await script(setup.in('done/loose'))).toBe('loose is in the library.')
    expect(await status(14, 15)).toEqual(['Downloaded', 'Downloaded'])
    const { id } = await issueOf(setup, '14')
    const page = async (at: number) => (await setup.reader.get(`/api/reading/issues/${id}/pages/${at}`)).status
    expect([await page(0), await page(7), await page(8)]).toEqual([200, 200, 404])
  })

  test('an archive with a password, which fails with a reason', async () => {
    const path = put('secret/x.zip', makeCbz([{ name: named(16), data: 'secret', encrypted: true }]))
    expect(await script(dirname(path))).toContain('It needs a password. Only a copy without one can be read.')
    expect(existsSync(path)).toBe(true)
  })

  test('an archive with a path outside, which is refused', async () => {
    const path = put('out/out.zip', stored({ [`../../../outside/${named(17)}`]: comicOf('17') }))
    const reply = await issueFrom(path)
    expect(reply.data.files).toMatchObject([{ path: join(path, 'outside', named(17)), state: 'placed' }])
    expect(await status(17)).toEqual(['Downloaded'])
  })
})

describe('the file of an issue', () => {
  const TITLE = 'Winter Atlas 018 Über den Bergen 山の上.cbz'
  const bytes = Buffer.from(comicOf('18', 12))
  let path: string

  beforeAll(async () => {
    await waitForAnswer(setup.reader.put('/api/config', { rename_arrivals: false, enable_meta: false }))
    const reply = await issueFrom(put(`umlauts/${TITLE}`, bytes))
    expect(reply).toMatchObject({ success: true })
    await waitForAnswer(setup.reader.put('/api/config', { rename_arrivals: true, enable_meta: true }))
    path = `/api/downloads/file/${(await issueOf(setup, '18')).id}`
  })

  const bodyOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())
  const get = (range: string, more: Record<string, string> = {}) => setup.reader.get(path, { Range: range, ...more })

  test('is sent completely, with its name in any language', async () => {
    const whole = await setup.reader.get(path)
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes'])
    expect((await bodyOf(whole)).equals(bytes)).toBe(true)
    const disposition = whole.headers.get('content-disposition') ?? ''
    expect(disposition).toStartWith('attachment; filename="Winter Atlas 018 Uber den Bergen ___ 6f63819e.cbz"; ')
    expect(decodeURIComponent(/filename\*=UTF-8''(\S+)/.exec(disposition)![1]!)).toBe(TITLE)
  })

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=100-199', 100, 200],
    ['bytes=200-', 200, undefined],
    ['bytes=-50', -50, undefined],
  ])('is sent in the requested range: %s', async (range, from, to) => {
    const reply = await get(range)
    const part = bytes.subarray(from, to)
    const start = from < 0 ? bytes.length + from : from
    expect(reply.status).toBe(206)
    expect(reply.headers.get('content-range')).toBe(`bytes ${start}-${start + part.length - 1}/${bytes.length}`)
    expect((await bodyOf(reply)).equals(part)).toBe(true)
  })

  test('is refused for a range after its end, and has no body for HEAD', async () => {
    expect((await get(`bytes=${bytes.length}-`)).status).toBe(416)
    const head = await setup.reader.send('HEAD', path)
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect((await bodyOf(head)).length).toBe(0)
  })

  test('is resumed only while the file is unchanged', async () => {
    const etag = (await setup.reader.send('HEAD', path)).headers.get('etag')!
    expect((await get('bytes=5-9', { 'If-Range': etag })).status).toBe(206)
    const [before] = readdirSync(setup.comics, { recursive: true, encoding: 'utf8' }).filter((each) =>
      each.endsWith(TITLE),
    )
    const at = join(setup.comics, before!)
    const other = Buffer.from(comicOf('18', 14))
    writeFileSync(`${at}.new`, other)
    renameSync(`${at}.new`, at)
    const stale = await get('bytes=5-9', { 'If-Range': etag })
    expect([stale.status, (await bodyOf(stale)).length]).toEqual([200, other.length])
    expect((await setup.reader.get(path, { 'If-None-Match': etag })).status).toBe(200)
    rmSync(at)
    const reply = await setup.reader.get(path)
    expect([reply.status, basename(at)]).toEqual([404, TITLE])
  })
})

describe('a direct download', () => {
  interface Row {
    ID: string
    status: string | null
  }
  /** The size of the partial file. */
  const partBytes = () => {
    const data = setup.in('data')
    const part = readdirSync(data, { recursive: true, encoding: 'utf8' }).find((each) => each.endsWith('file.part'))
    return part === undefined ? 0 : statSync(join(data, part)).size
  }
  const rows = async () => setup.reader.json<Row[] & Record<string, unknown>>('/api/downloads/queue')
  const row = async (id: string) => (await rows()).find(({ ID }) => ID === id)
  const ask = async (number: number, path = `/${number}`) => {
    const issueid = (await issueOf(setup, String(number))).id
    const about = { series: 'Winter Atlas', link_type: 'GC-Main', comicid: setup.comicId, issueid }
    const id = `ask-${number}`
    await waitForAnswer(
      setup.reader.post('/api/downloads/ddl', {
        id,
        link: `http://${liar.host}${path}`,
        site: 'DDL(External)',
        ...about,
      }),
    )
    return id
  }
  const failed = (id: string) =>
    until(`${id} to fail`, async () => {
      const found = await row(id)
      return found?.status === 'Failed' ? JSON.stringify(found) : undefined
    })

  test('is resumed where the process was killed', async () => {
    const bytes = makeCbz({ ...makePages(20, [400, 600]), 'n.bin': Buffer.alloc(3_000_000, 7) }, { store: true })
    const half = Math.floor(bytes.length / 2)
    liar.answers['/21'] = sendFile(bytes, { silentAfter: half })
    await ask(21)
    await until('half of it to be there', async () => (partBytes() >= half ? true : undefined))
    await setup.crash()
    await waitForImport(setup, '21')
    expect(liar.requests.filter((each) => each.startsWith('/21'))).toEqual([
      '/21',
      expect.stringMatching(/^\/21 bytes=\d+- if "1"$/),
    ])
    const from = Number(/bytes=(\d+)/.exec(liar.requests.at(-1)!)![1])
    expect(from).toBe(half)
    const placed = await setup.reader.get(`/api/downloads/file/${(await issueOf(setup, '21')).id}`)
    expect(placed.status).toBe(200)
  })

  test('is refused for hosts of the local network that are not allowed', async () => {
    liar.answers['/22'] = sendRedirect('http://127.0.0.1:1/x')
    expect(await failed(await ask(22))).toContain('ddl_allowed_hosts')
  })

  test('of a web page fails', async () => {
    liar.answers['/23'] = sendReply(
      '200 OK',
      { 'Content-Type': 'application/zip' },
      '<!doctype html><title>Sign in</title>',
    )
    expect(await failed(await ask(23))).toContain('web page')
    expect(await status(23)).not.toContain('Downloaded')
  })

  test('gets our file name, regardless of the name that the host sends', async () => {
    const headers = { 'Content-Disposition': 'attachment; filename="../../../../x.cbz"' }
    liar.answers['/24'] = sendFile(comicOf('24'), { headers })
    await ask(24)
    await waitForImport(setup, '24')
    const found = readdirSync(setup.comics, { recursive: true, encoding: 'utf8' })
    expect(found.filter((each) => each.includes('024') && !basename(each).startsWith('.'))).toEqual([
      join('Winter Atlas (1998)', 'Winter Atlas 024 (2000).cbz'),
    ])
    expect(
      readFileSync(join(setup.comics, 'Winter Atlas (1998)', 'Winter Atlas 024 (2000).cbz')).length,
    ).toBeGreaterThan(1000)
  })
})
