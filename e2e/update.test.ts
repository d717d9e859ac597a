import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import { tarGzOf } from '../build/archives'
import { freePort } from '../src/testing/harness/free-port'
import { isPresent } from '../src/testing/harness/programs'
import { until } from '../src/testing/harness/until'
import { releaseKey, signedFeed } from '../src/testing/update-feed'
import { accessibilityFaults } from './accessibility'
import { hasBrowser, openBrowser, openPage, PHONE, signedIn } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, launch, type Panelkeep, start, startWithLogin } from './panelkeep'
import { buildVersion } from './update-builds'

setDefaultTimeout(300_000)

/**
 * Two built versions and a feed on this machine. The new one changes the database, and does what FAULT says: `boot`
 * ends at once, `open` ends with the database open, `silent` never answers.
 */
const FAULT = `const fault = process.argv.includes('--version') ? undefined : process.env.FAULT
if (fault === 'boot') process.exit(9)
if (fault === 'silent') await new Promise(() => setInterval(() => {}, 1000))
`
const NEW_SOURCES = [
  ['src/main.ts', '/** The process:', `${FAULT}\n/** The process:`],
  [
    'src/edges/app/run.ts',
    '  const { db, lock } = await openLibrary(context)\n',
    "  const { db, lock } = await openLibrary(context)\n  if (process.env.FAULT === 'open') process.exit(9)\n",
  ],
  [
    'src/base/storage/migrations/index.ts',
    /\n\]\n$/,
    "\n  { name: '9999_change_much', sql: 'CREATE TABLE of_the_new_version (only_one INTEGER)' },\n]\n",
  ],
] as const
const OLD_SOURCES = [
  ['src/edges/host/update/apply-update.ts', 'ANSWER_WITHIN_MS = 300_000', 'ANSWER_WITHIN_MS = 15_000'],
] as const

const isLinux = isPresent(process.platform === 'linux', 'updates in place are tried on Linux')
const TARGET = `linux-${process.arch}`
const folder = tempFolder()
const key = releaseKey()
let oldVersion: string
let server: ReturnType<typeof Bun.serve>
/** The requested ranges of the file. */
let ranges: (string | null)[] = []
/** The number of bytes after which the transfer stops. */
let stopsAt: number | undefined

beforeAll(async () => {
  if (!isLinux) return
  const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  oldVersion = await buildVersion({ at: folder.in('v1'), version: '1.0.0', key: pem, changes: OLD_SOURCES })
  const newVersion = await buildVersion({ at: folder.in('v2'), version: '2.0.0', key: pem, changes: NEW_SOURCES })
  const program = new Uint8Array(readFileSync(newVersion))
  const content = tarGzOf(
    [{ name: 'panelkeep-2.0.0/panelkeep', content: program, runs: true }],
    '2026-11-23T12:00:00.000Z',
  )
  const feed = signedFeed(key, { version: '2.0.0', target: TARGET, url: 'panelkeep.tar.gz', content })
  server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    fetch: (request) => (request.url.endsWith('/feed.json') ? Response.json(feed) : part(request, content)),
  })
})
afterEach(() => {
  stopsAt = undefined
})
afterAll(async () => {
  endAll()
  await server?.stop(true)
  folder.remove()
})

function part(request: Request, content: Uint8Array<ArrayBuffer>): Response {
  const range = request.headers.get('range')
  ranges.push(range)
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0)
  const headers: Record<string, string> = { ETag: '"two"', 'Content-Length': String(content.length - from) }
  if (range) headers['Content-Range'] = `bytes ${from}-${content.length - 1}/${content.length}`
  const rest = content.subarray(from)
  const body = stopsAt === undefined ? rest : stalled(rest.subarray(0, stopsAt))
  return new Response(body, { status: range ? 206 : 200, headers })
}

const stalled = (bytes: Uint8Array) => new ReadableStream({ start: (sink) => sink.enqueue(bytes) })

interface UpdatePage {
  obstacle: string | null
  available: { version: string } | null
  update: { state: string; error: string | null; received: number } | null
}

let count = 0
/** A copy of the old version in its own folder, set up with the update feed. */
async function installed(
  env: Record<string, string> = {},
): Promise<{ panelkeep: Panelkeep; reader: Client; exe: string; dataDir: string; port: number }> {
  const at = folder.in(`copy-${++count}`)
  mkdirSync(at)
  const exe = join(at, 'panelkeep')
  copyFileSync(oldVersion, exe)
  const [dataDir, port] = [join(at, 'data'), freePort()]
  const panelkeep = await startWithLogin({ dataDir, exe, port, env })
  const reader = await panelkeep.reader()
  await reader.put('/api/config', { update_feed: `http://127.0.0.1:${server.port}/feed.json`, login_timeout: 1234 })
  expect((await reader.post('/api/system/version/check')).status).toBe(200)
  return { panelkeep, reader, exe, dataDir, port }
}

const pageOf = (reader: Client) => reader.json<UpdatePage>('/api/system/update')
const versionOf = async (reader: Client) =>
  (await reader.json<{ current_version: string }>('/api/system/version')).current_version
const begin = async (reader: Client) =>
  expect((await reader.post('/api/system/update', { version: '2.0.0' })).status).toBe(200)

/** Waits for the page after the update. The server is down for moments until then. */
async function ended(reader: Client): Promise<UpdatePage> {
  for (let tries = 0; tries < 600; tries++) {
    const page = await pageOf(reader).catch(() => undefined)
    if (page?.update && ['installed', 'failed', 'rolled_back'].includes(page.update.state)) return page
    await Bun.sleep(100)
  }
  throw new Error('the update did not end')
}

/** Waits until the files kept by an update are removed, soon after its last start. */
const cleared = (dataDir: string) =>
  until(
    () => existsSync(join(dataDir, 'update')),
    (isThere) => !isThere,
  )

const beside = (exe: string) => readdirSync(dirname(exe)).toSorted()

describe.skipIf(!isLinux)('an update in place', () => {
  test('runs the new version in the same process id, with its rows, and keeps a backup', async () => {
    const { panelkeep, reader, exe } = await installed()
    expect(await pageOf(reader)).toMatchObject({ obstacle: null, available: { version: '2.0.0' }, update: null })
    await begin(reader)
    expect((await ended(reader)).update).toMatchObject({ state: 'installed', error: null })
    expect(await versionOf(reader)).toBe('2.0.0')
    expect(panelkeep.child.exitCode).toBeNull()
    expect((await reader.json('/api/config')).login_timeout).toBe(1234)
    const { backups } = await reader.json<{ backups: { why: string }[] }>('/api/system/backups')
    expect(backups.map(({ why }) => why)).toContain('before_update')
    await cleared(join(dirname(exe), 'data'))
    expect(beside(exe)).toEqual(['data', 'data.home', 'panelkeep'])
    expect((await panelkeep.stop()).code).toBe(0)
  })

  test.each(['boot', 'open'])('is undone when the new version crashes (%s), with the old database', async (FAULT) => {
    const { panelkeep, reader, exe } = await installed({ FAULT })
    await begin(reader)
    const { update } = await ended(reader)
    expect(update).toMatchObject({
      state: 'rolled_back',
      error: expect.stringContaining('Version 2.0.0 ended before it answered. Version 1.0.0 is running again.'),
    })
    expect(await versionOf(reader)).toBe('1.0.0')
    expect((await reader.json('/api/config')).login_timeout).toBe(1234)
    expect(beside(exe)).toEqual(['data', 'data.home', 'panelkeep'])
    expect((await panelkeep.stop()).code).toBe(0)
    const again = await start({ dataDir: panelkeep.dataDir, exe })
    expect(await versionOf(await again.reader())).toBe('1.0.0')
    await again.stop()
  })

  test('is undone when the new version never answers', async () => {
    const { panelkeep, reader } = await installed({ FAULT: 'silent' })
    await begin(reader)
    expect((await ended(reader)).update).toMatchObject({
      state: 'rolled_back',
      error: expect.stringContaining('did not answer within'),
    })
    expect(await versionOf(reader)).toBe('1.0.0')
    await panelkeep.stop()
  })
})

describe.skipIf(!isLinux || !hasBrowser)('the version page', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())

  test('offers the update, shows each step, and reloads with the new version', async () => {
    const { panelkeep, exe, dataDir } = await installed()
    const { page, shot } = await signedIn(await openPage(browser), panelkeep)
    await page.goto(`${panelkeep.url}/system/about`)
    await page.getByText('Version 2.0.0 is available').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await shot('update-available')
    stopsAt = 1_000_000
    await page.getByRole('button', { name: 'Update to 2.0.0' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Update', exact: true }).click()
    await page.getByText('Updating to 2.0.0').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await shot('update-downloading')
    await page.getByRole('button', { name: 'Cancel the update' }).click()
    stopsAt = undefined
    await page.getByRole('button', { name: 'Update to 2.0.0' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Update', exact: true }).click()
    await page.getByText('Updated from 1.0.0').waitFor({ timeout: 90_000 })
    await page.getByRole('heading', { name: 'Panelkeep 2.0.0' }).waitFor()
    await cleared(dataDir)
    expect(beside(exe)).toEqual(['data', 'data.home', 'panelkeep'])
    await panelkeep.stop()
  })

  test('says why an update was undone', async () => {
    const { panelkeep } = await installed({ FAULT: 'boot' })
    const { page, shot } = await signedIn(await openPage(browser, PHONE), panelkeep)
    await page.goto(`${panelkeep.url}/system/about`)
    await page.getByRole('button', { name: 'Update to 2.0.0' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Update', exact: true }).click()
    await page.getByText('Update to 2.0.0 was undone').waitFor({ timeout: 90_000 })
    await page.getByText('Version 1.0.0 is running again.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await shot('update-undone')
    await panelkeep.stop()
  })
})

describe.skipIf(!isLinux)('a kill', () => {
  test('during the download: the download resumes after the next start', async () => {
    const { panelkeep, reader, exe, dataDir, port } = await installed()
    ranges = []
    stopsAt = 1_000_000
    await begin(reader)
    const part = join(dataDir, 'update/download.part')
    while (!(existsSync(part) && statSync(part).size === stopsAt)) await Bun.sleep(20)
    await panelkeep.kill()
    stopsAt = undefined
    const again = await start({ dataDir, exe, port })
    const after = await again.reader()
    expect((await ended(after)).update).toMatchObject({ state: 'installed' })
    expect(await versionOf(after)).toBe('2.0.0')
    expect(ranges).toEqual([null, 'bytes=1000000-'])
    await again.stop()
  })

  /** Both processes are killed while the new version is on trial. */
  async function killedInTrial() {
    const made = await installed({ FAULT: 'silent' })
    await begin(made.reader)
    const marker = join(made.dataDir, 'update/update.json')
    while (!(existsSync(marker) && readFileSync(marker, 'utf8').includes('"trial"'))) await Bun.sleep(10)
    made.panelkeep.child.kill('SIGKILL')
    await made.panelkeep.child.exited
    for (const pid of trialsOf(made.dataDir)) process.kill(pid, 'SIGKILL')
    return made
  }

  test('of both processes during the trial: the next start runs the new version and counts', async () => {
    const { exe, dataDir, port } = await killedInTrial()
    const again = await start({ dataDir, exe, port })
    const reader = await again.reader()
    expect(await versionOf(reader)).toBe('2.0.0')
    expect((await ended(reader)).update).toMatchObject({ state: 'installed' })
    await again.stop()
  })

  test('of both processes, with a new version that crashes at each start: the old version runs', async () => {
    const { exe, dataDir, port } = await killedInTrial()
    const env = { FAULT: 'open' }
    for (let round = 1; round <= 3; round++) expect(await launch({ dataDir, exe, port, env }).child.exited).toBe(9)
    const again = await start({ dataDir, exe, port, env })
    const reader = await again.reader()
    expect(await versionOf(reader)).toBe('1.0.0')
    expect((await ended(reader)).update).toMatchObject({
      state: 'rolled_back',
      error: expect.stringContaining('was started 3 times and never answered'),
    })
    expect((await reader.json('/api/config')).login_timeout).toBe(1234)
    await again.stop()
  })

  test('before the replacement: the old version runs, and the update can be started again', async () => {
    const { panelkeep, exe, dataDir, port } = await installed()
    await panelkeep.stop()
    const update = join(dataDir, 'update')
    mkdirSync(update, { recursive: true })
    const pending = { update_id: 'u', from: '1.0.0', to: '2.0.0', step: 'swapping', starts: 0, reason: null }
    writeFileSync(join(update, 'update.json'), JSON.stringify(pending))
    const again = await start({ dataDir, exe, port })
    const after = await again.reader()
    expect(await versionOf(after)).toBe('1.0.0')
    await cleared(dataDir)
    await begin(after)
    expect((await ended(after)).update).toMatchObject({ state: 'installed' })
    await again.stop()
  })
})

/** The ids of processes that run the trial of this data folder. */
function trialsOf(dataDir: string): number[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return numbers.map(Number).filter((pid) => {
    const line = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
    return line.includes(dataDir) && line.includes('--update-trial')
  })
}
