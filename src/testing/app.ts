import { Database as Sqlite } from 'bun:sqlite'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COOKIE } from '../base/auth/session'
import { Config } from '../base/config/config'
import type { OptionName } from '../base/config/options'
import { Bus } from '../base/events/bus'
import type { AppEvent } from '../base/events/types'
import type { Asset } from '../base/http/static'
import { lineLog } from '../base/platform/log'
import { LogBook } from '../base/platform/log-book'
import type { Files, Ports } from '../base/platform/ports'
import { systemProcesses } from '../base/platform/processes'
import { systemPrograms } from '../base/platform/programs'
import { systemRandom } from '../base/platform/random'
import { Database } from '../base/storage/database'
import { createApp } from '../edges/app/app'
import type { App } from '../edges/app/dependencies'
import type { Installation } from '../edges/system/updates/installation'
import type { UpdateResult } from '../edges/system/updates/pending-update'
import { emptyLibrary } from './database'
import { disk } from './disks/disk'
import { windowsDisk } from './disks/windows-disk'
import { type FakeClock, fakeClock } from './fakes/clock'
import { fakeWatch } from './fakes/watch'
import { PUBLIC_ADDRESS } from './harness/public-addresses'
import { quickHash } from './harness/quick-hash'

export const LOGIN = { username: 'reader', password: 'correct horse' } as const

/** The library folder of `library: true`. */
export const LIBRARY = 'library'

/** Sends requests as one user. */
export interface Client {
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  post(path: string, body?: unknown): Promise<Response>
  put(path: string, body?: unknown): Promise<Response>
  patch(path: string, body?: unknown): Promise<Response>
  delete(path: string, body?: unknown): Promise<Response>
  /** The JSON of a response, after checking its status. */
  json<T = Record<string, unknown>>(status: number, reply: Promise<Response> | Response): Promise<T>
}

export interface TestApp {
  app: App
  db: Database
  clock: FakeClock
  config: Config
  ports: Ports
  /** A folder for this test only, removed by `close`. */
  folder: string
  guest: Client
  /** Logged in as LOGIN, with the header that unsafe methods need. */
  reader: Client
  client(headers?: Record<string, string>, ip?: string): Client
  /** Events since the last call, except of names: these are read in the background, at any time after a change. */
  events(): AppEvent[]
  /** Log lines since the start. */
  log: string[]
  /** Requested ends: `stop`, `restart`. */
  left: string[]
  /** Resolves when no operation is queued or running. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface TestOptions {
  /** Without a login, as on a first start. */
  fresh?: boolean
  /** Uses `library` in the test folder as the only library folder; `addFile` writes there. */
  library?: boolean
  settings?: Partial<Record<OptionName, string>>
  /** More lines of config.ini. */
  text?: string
  pages?: Asset[]
  databasePath?: string
  ports?: Partial<Ports>
  /** Absent: folders never report a change. */
  watch?: Files['watch']
  /** Uses this folder and keeps it: for tests that stop and start the app. */
  folder?: string
  hostMeansManage?: boolean
  installation?: Installation
  /** Public key of updates. */
  updateKey?: string
  /** The refusal of a restart. Absent: none. */
  checkRestart?: () => Promise<void>
  /**
   * Marks every job as due, as on a first start. Absent: each job ran when the test began, and runs again after its
   * interval.
   */
  jobsDue?: boolean
  /** Called when the routes are loaded. */
  beforeRoutes?: () => void
  /** How the last update ended. */
  updateResult?: UpdateResult
}

const QUICK_HASH = quickHash(LOGIN.password)

let ranJobs: Promise<Uint8Array> | undefined

/** The library after a first start, whose jobs have run. */
function startedLibrary(): Promise<Uint8Array> {
  ranJobs ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep-test-'))
    const path = join(folder, 'panelkeep.db')
    await (await testApp({ jobsDue: true, databasePath: path })).close()
    const raw = Sqlite.deserialize(emptyLibrary())
    raw.run('ATTACH ? AS started', [path])
    raw.run('INSERT INTO jobs SELECT * FROM started.jobs')
    raw.run('DETACH started')
    const image = raw.serialize()
    raw.close()
    rmSync(folder, { recursive: true, force: true })
    return image
  })()
  return ranJobs
}

/** Services that need no key are off, so that no test waits for them. */
const UNASKED = { mangadex_enabled: 'false', anilist_enabled: 'false' } as const
/** Turns off our own sources: only the indexers of the test are searched. */
const ALONE =
  '[DDL]\nenable_archive = false\n[Torrents]\nenable_embedded_torrents = false\n[Backup]\nbackup_interval = 0\n[Weekly]\nweekly_interval = 0\n'

const loginView = { starts_at_login: false, reason: null }

/** Direct downloads use the same fake internet as other requests. */
const UNBOUNDED = { timeoutMs: 60_000, maxBytes: Number.POSITIVE_INFINITY }

/** The real app on a database in memory, with a fake clock and requests that need no socket. */
export async function testApp(options: TestOptions = {}): Promise<TestApp> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'panelkeep-test-'))
  const clock = fakeClock()
  const log: string[] = []
  const left: string[] = []
  const book = new LogBook((line) => log.push(line))
  const ports: Ports = {
    clock,
    random: systemRandom,
    passwords: { hash: async (password) => quickHash(password) },
    files: Bun.env.PANELKEEP_DISK === 'windows' ? windowsDisk().files : disk,
    processes: systemProcesses,
    programs: systemPrograms,
    http: { fetch: () => Promise.reject(new Error('tests have no network')) },
    mail: { send: async () => ({ failure: 'unreachable', detail: 'tests have no network' }) },
    transfers: { begin: (request) => ports.http.fetch(request, UNBOUNDED) },
    tcp: { exchange: () => Promise.reject(new Error('tests have no network')) },
    names: { addresses: async () => [PUBLIC_ADDRESS] },
    log: lineLog(clock.now, book.take, 'debug'),
    ...options.ports,
  }
  ports.files = { ...ports.files, watch: options.watch ?? fakeWatch().watch }
  const bus = new Bus((error) => log.push(`listener failed ${error}`))
  const events: AppEvent[] = []
  bus.subscribe((event) => events.push(event))
  const credentials = options.fresh
    ? ''
    : `[Interface]\nhttp_username = ${LOGIN.username}\nhttp_password = ${QUICK_HASH}\n`
  const libraries = options.library ? `[General]\ncomic_dirs = ${join(folder, LIBRARY)}\n` : ''
  const config = new Config(
    { files: ports.files, random: ports.random, publish: (event) => bus.publish(event) },
    {
      text: `${options.text ?? ''}${ALONE}${libraries}${credentials}`,
      args: { ...(options.ports?.http ? {} : UNASKED), ...options.settings },
    },
  )
  await config.complete()
  const path = options.databasePath
  const image = options.jobsDue ? emptyLibrary() : await startedLibrary()
  if (path !== undefined && !existsSync(path)) writeFileSync(path, image)
  const db = new Database(path ?? ':memory:', {
    publish: (event) => bus.publish(event),
    image: path === undefined ? image : undefined,
  })
  const app = createApp({
    ports,
    config,
    db,
    bus,
    sessionKey: new Uint8Array(32).fill(7),
    cacheDir: join(folder, 'cache'),
    downloadsDir: join(folder, 'downloads'),
    paths: dataPathsIn(folder, db.path),
    pages: options.pages ?? [],
    version: '0.0.0-test',
    installation: options.installation ?? { kind: 'executable', target: 'linux-x64', executable: undefined },
    updateKey: options.updateKey ?? '',
    updateFolder: join(folder, 'update'),
    instance: 'test-instance',
    network: {
      hostMeansManage: () => options.hostMeansManage ?? false,
      listensOnNetwork: () => false,
      secure: () => false,
      port: () => 8090,
      addresses: () => ['192.0.2.7'],
      names: () => ['attic', '192.0.2.7'],
      problems: () => [],
    },
    home: folder,
    onLoginCreated: () => {},
    book,
    logLevel: () => 'debug',
    restMs: 0,
    ...(options.beforeRoutes && { beforeRoutes: options.beforeRoutes }),
    loginItem: {
      read: async () => loginView,
      seen: () => loginView,
      set: async (starts) => ({ ...loginView, starts_at_login: starts }),
    },
    machine: { platform: 'linux', hasScreen: false },
    checkRestart: options.checkRestart ?? (async () => {}),
    endRun: (how) => left.push(how),
  })
  await app.start(options.updateResult)

  const client = (headers: Record<string, string> = {}, ip = '127.0.0.1'): Client => makeClient(app, headers, ip)
  const guest = client({ 'X-Requested-With': 'ServiceFrontend' })
  const reader = options.fresh ? guest : client({ 'X-Requested-With': 'ServiceFrontend', Cookie: await loggedIn(app) })
  return {
    app,
    db,
    clock,
    config,
    ports,
    folder,
    guest,
    reader,
    client,
    log,
    left,
    events: () => events.splice(0).filter(({ type }) => type !== 'names.changed'),
    idle: () => app.idle(),
    async close() {
      await app.stop()
      db.close()
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function dataPathsIn(folder: string, database: string) {
  const [config, backups, pending] = ['config.ini', 'backups', '.restore'].map((name) => join(folder, name)) as Three
  return { database, config, backups, pending, lastStop: join(folder, 'last-stop.json') }
}

type Three = [string, string, string]

/**
 * The cookie of a new session, made without a request: many tests send none, and the first request would load the
 * routes.
 */
async function loggedIn(app: App): Promise<string> {
  const { token } = await app.auth.login(LOGIN, '127.0.0.1')
  return `${COOKIE}=${token}`
}

export async function login(guest: Client): Promise<string> {
  const reply = await guest.post('/api/auth/login', LOGIN)
  if (reply.status !== 200) throw new Error(`the login was refused: ${reply.status} ${await reply.text()}`)
  return (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
}

function makeClient(app: App, headers: Record<string, string>, ip: string): Client {
  const request: Client['request'] = (method, path, body, more = {}) =>
    app.fetch(
      new Request(`http://localhost:8090${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...more },
        ...(body === undefined
          ? {}
          : {
              body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
            }),
      }),
      { ip, keepOpen: () => {} },
    )
  return {
    request,
    get: (path, more) => request('GET', path, undefined, more),
    post: (path, body) => request('POST', path, body),
    put: (path, body) => request('PUT', path, body),
    patch: (path, body) => request('PATCH', path, body),
    delete: (path, body) => request('DELETE', path, body),
    async json<T>(status: number, reply: Promise<Response> | Response) {
      const answer = await reply
      const text = await answer.text()
      if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status}: ${text}`)
      return JSON.parse(text) as T
    },
  }
}
