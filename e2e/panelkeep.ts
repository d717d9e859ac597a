import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort } from '../src/testing/harness/free-port'
import { quickHash } from '../src/testing/harness/quick-hash'

/** The built executable, started like a user does. */

export const EXE = resolve(process.env.PANELKEEP_EXE ?? join(import.meta.dir, '..', 'dist', 'panelkeep'))

export const LOGIN = { username: 'reader', password: 'correct horse battery' } as const
export const CSRF = { 'X-Requested-With': 'ServiceFrontend' } as const

/** Long enough for a busy machine; the program itself allows 15 seconds for one step of a stop. */
const READY_MS = 60_000
const STOP_MS = 40_000

export interface ExitReport {
  code: number
  out: string
  err: string
}

export interface StartOptions {
  dataDir: string
  /** Default: a free port. */
  port?: number
  exe?: string
  args?: string[]
  env?: Record<string, string>
  cwd?: string
  /** Shows an icon in the tray of the desktop in `env`. */
  tray?: true
}

/** An address where nothing listens. */
const NOWHERE = 'http://127.0.0.1:9'

/**
 * Isolates the program from the machine: no screen, no home folder, none of our variables. Requests to the internet go
 * to a proxy that does not exist; services of a test use plain HTTP on this machine. The daily scan is due twelve
 * seconds after a first start, which may be when a test begins one.
 */
function surroundings(home: string, more: Record<string, string> = {}): Record<string, string> {
  const alone = {
    HTTPS_PROXY: NOWHERE,
    PANELKEEP_ENABLE_ARCHIVE: 'false',
    PANELKEEP_ENABLE_EMBEDDED_TORRENTS: 'false',
    PANELKEEP_LIBRARY_SCAN_INTERVAL: '0',
  }
  return { PATH: process.env.PATH ?? '', HOME: home, LANG: 'C.UTF-8', ...alone, ...more }
}

/** This machine's network address; undefined where there is none. */
export function lanAddress(): string | undefined {
  return Object.values(networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address
}

/** Runs the executable to its end; kills it after `within` milliseconds, with code -1. */
export async function run(
  args: string[],
  options: { home: string; stdin?: string; exe?: string; cwd?: string; env?: Record<string, string>; within?: number },
): Promise<ExitReport> {
  const child = Bun.spawn([options.exe ?? EXE, ...args], {
    env: surroundings(options.home, options.env),
    stdin: options.stdin === undefined ? 'ignore' : Buffer.from(options.stdin),
    stdout: 'pipe',
    stderr: 'pipe',
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  })
  const late = setTimeout(() => child.kill('SIGKILL'), options.within ?? STOP_MS)
  const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr), child.exited])
  clearTimeout(late)
  return { code: child.exitCode ?? -1, out, err }
}

/** Starts the executable and does not wait for it. */
export function launch(options: StartOptions): Panelkeep {
  if (!existsSync(options.exe ?? EXE)) throw new Error(`There is no executable at ${EXE}. Run: bun run build`)
  const home = `${options.dataDir}.home`
  mkdirSync(home, { recursive: true })
  const port = options.port ?? freePort()
  const args = [
    '--data-dir',
    options.dataDir,
    '--port',
    String(port),
    '--no-browser',
    ...(options.tray ? [] : ['--no-tray']),
  ]
  const child = Bun.spawn([options.exe ?? EXE, ...args, ...(options.args ?? [])], {
    env: surroundings(home, options.env),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  })
  return new Panelkeep(child, port, options.dataDir)
}

/** Starts the executable and waits until it responds. Throws with its output when it exits. */
export async function start(options: StartOptions): Promise<Panelkeep> {
  const running = launch(options)
  await running.ready()
  return running
}

/** Starts with LOGIN: on a new data directory it is in the settings, else it is set up over the API. */
export async function startWithLogin(options: StartOptions): Promise<Panelkeep> {
  const settings = join(options.dataDir, 'config.ini')
  const isNew = !existsSync(settings)
  if (isNew) {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 })
    const login = `[Interface]\nhttp_username = ${LOGIN.username}\nhttp_password = ${quickHash(LOGIN.password)}\n`
    writeFileSync(settings, login, { mode: 0o600 })
  }
  const running = await start(options)
  if (!isNew) await running.setUp()
  return running
}

type Child = Bun.Subprocess<'ignore', 'pipe', 'pipe'>

const alive = new Set<Child>()

/** Kills processes that a failed test left running. */
export function endAll(): void {
  for (const child of alive) child.kill('SIGKILL')
}

export class Panelkeep {
  readonly url: string
  private readonly stdoutChunks: string[] = []
  private readonly logged: string[] = []
  private readonly drained: Promise<unknown>

  constructor(
    readonly child: Child,
    readonly port: number,
    readonly dataDir: string,
  ) {
    this.url = `http://127.0.0.1:${port}`
    alive.add(child)
    void child.exited.then(() => alive.delete(child))
    this.drained = Promise.all([collect(child.stdout, this.stdoutChunks), collect(child.stderr, this.logged)])
  }

  /** The console output. */
  get output(): string {
    return this.stdoutChunks.join('')
  }

  get log(): string {
    return this.logged.join('')
  }

  get setupToken(): string | undefined {
    return /^Setup token: (\S+)$/m.exec(this.output)?.[1]
  }

  /** Waits until the program has printed or logged these words, which may arrive after a response. */
  async waitForOutput(words: string): Promise<void> {
    const until = Date.now() + READY_MS
    while (!`${this.output}${this.log}`.includes(words)) {
      if (Date.now() > until) throw new Error(`panelkeep never printed ${words}: ${this.output}${this.log}`)
      await Bun.sleep(20)
    }
  }

  async ready(): Promise<void> {
    const until = Date.now() + READY_MS
    // The address is printed after the first 200, and only both mean that the program is ready.
    while (Date.now() < until) {
      if (this.child.exitCode !== null || this.child.signalCode !== null) {
        await this.drained
        throw new Error(`panelkeep ended with ${this.child.exitCode}: ${this.output}${this.log}`)
      }
      const up = await fetch(`${this.url}/api/health`).catch(() => undefined)
      if (up?.ok && this.output.includes('Panelkeep is at ')) return
      await Bun.sleep(5)
    }
    this.child.kill('SIGKILL')
    throw new Error(`panelkeep did not answer within ${READY_MS} ms: ${this.output}${this.log}`)
  }

  client(headers: Record<string, string> = {}, base = this.url): Client {
    return new Client(base, headers)
  }

  guest(): Client {
    return this.client(CSRF)
  }

  async setUp(): Promise<void> {
    const reply = await this.guest().post('/api/auth/setup', { ...LOGIN, setup_token: this.setupToken })
    if (reply.status !== 200) throw new Error(`the setup was refused: ${reply.status} ${await reply.text()}`)
  }

  /** The cookie of a new session. */
  async cookie(): Promise<string> {
    const reply = await this.guest().post('/api/auth/login', LOGIN)
    if (reply.status !== 200) throw new Error(`the login was refused: ${reply.status} ${await reply.text()}`)
    return (reply.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  }

  async reader(): Promise<Client> {
    return this.client({ ...CSRF, Cookie: await this.cookie() })
  }

  /** Stops the program with a signal, like Ctrl-C or a service manager. Returns the exit code and the duration. */
  async stop(signal: 'SIGINT' | 'SIGTERM' = 'SIGTERM'): Promise<{ code: number; ms: number }> {
    const since = performance.now()
    this.child.kill(signal)
    const late = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS)
    const code = await this.child.exited
    clearTimeout(late)
    await this.drained
    return { code, ms: performance.now() - since }
  }

  /** Kills the program like a crash. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.child.exited
    await this.drained
  }
}

/** Requests with the same headers each time. */
export class Client {
  constructor(
    readonly base: string,
    readonly headers: Record<string, string>,
  ) {}

  send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const content = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    return fetch(`${this.base}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...this.headers, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(content === undefined ? {} : { body: content }),
    })
  }

  get(path: string, headers?: Record<string, string>): Promise<Response> {
    return this.send('GET', path, undefined, headers)
  }

  post(path: string, body?: unknown): Promise<Response> {
    return this.send('POST', path, body)
  }

  put(path: string, body?: unknown): Promise<Response> {
    return this.send('PUT', path, body)
  }

  /** The JSON of `path`; throws for any status but 200. */
  async json<T = Record<string, unknown>>(path: string): Promise<T> {
    const reply = await this.get(path)
    const text = await reply.text()
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${text}`)
    return JSON.parse(text) as T
  }
}

export function basic(login: { username: string; password: string } = LOGIN): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}` }
}

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text()

async function collect(stream: ReadableStream<Uint8Array>, into: string[]): Promise<void> {
  const text = new TextDecoder()
  for await (const chunk of stream) into.push(text.decode(chunk, { stream: true }))
}
