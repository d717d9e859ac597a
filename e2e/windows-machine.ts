import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../src/testing/harness/free-port'
import { Client, CSRF, LOGIN } from './panelkeep'
import { completeWine, WINE_ENV } from './wine'

/** The file with the output of all programs. */
const OUTPUT = 'output.txt'
const WITHIN_MS = 150_000

/** A Windows machine played by Wine, without a screen: its programs, its files, and Panelkeep. */
export class WindowsMachine {
  private readonly env: Record<string, string>

  private constructor(private readonly folder: string) {
    this.env = {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      WINEPREFIX: process.env.PANELKEEP_WINE_PREFIX ?? join(folder, 'wine'),
      PANELKEEP_ENABLE_ARCHIVE: 'false',
      PANELKEEP_LIBRARY_SCAN_INTERVAL: '0',
      ...WINE_ENV,
    }
  }

  static async in(folder: string): Promise<WindowsMachine> {
    const machine = new WindowsMachine(folder)
    if (!existsSync(machine.env.WINEPREFIX!)) await machine.run('wineboot', '-i')
    return machine
  }

  /** The Windows path of a file on this machine. */
  path(name: string): string {
    return `Z:${(name.startsWith('/') ? name : join(this.folder, name)).replaceAll('/', '\\')}`
  }

  /** Starts Panelkeep from a copy of `executable`, on a data folder of its own. */
  async start(executable: string, name: string, env: Record<string, string> = {}): Promise<WindowsPanelkeep> {
    const at = join(this.folder, name)
    mkdirSync(at)
    copyFileSync(executable, join(at, 'panelkeep.exe'))
    await completeWine(at)
    const port = freePort()
    const args = ['--data-dir', this.path(join(at, 'data')), '--port', `${port}`, '--no-browser', '--no-tray']
    this.spawn(['wine', join(at, 'panelkeep.exe'), ...args], env)
    return WindowsPanelkeep.at(at, port)
  }

  /** Opens a file in another program that lets others only read, until the returned function is called. */
  async hold(path: string): Promise<() => Promise<void>> {
    const id = Math.random().toString(36).slice(2)
    const [held, release, script] = ['held', 'release', 'bat'].map((name) =>
      join(this.folder, `${id}.${name}`),
    ) as Three
    writeFileSync(script, holding(...([held, release, path].map((each) => this.path(each)) as Three)))
    const program = this.spawn(['wine', 'cmd', '/c', this.path(script)])
    await eventually('the file is open', async () => existsSync(held))
    return async () => {
      await Bun.write(release, '')
      await program.exited
    }
  }

  async end(): Promise<void> {
    await this.run('wineserver', '-k')
  }

  private async run(...command: string[]): Promise<void> {
    await this.spawn(command).exited
  }

  private spawn(command: string[], env: Record<string, string> = {}): Bun.Subprocess {
    // Output goes to a file, since processes left by such a program would keep a pipe open.
    const output = Bun.file(join(this.folder, OUTPUT))
    return Bun.spawn(command, { env: { ...this.env, ...env }, stdin: 'ignore', stdout: output, stderr: output })
  }
}

type Three = [string, string, string]

/** The file is the input of the second call, which ends when `release` exists. */
const holding = (held: string, release: string, path: string) =>
  [
    '@echo off',
    'if "%1"=="wait" goto wait',
    `call "%~f0" wait < "${path}"`,
    'exit /b',
    ':wait',
    `echo held > "${held}"`,
    ':again',
    `if exist "${release}" exit /b`,
    'goto again',
    '',
  ].join('\r\n')

/** Panelkeep on that machine, over HTTP. */
export class WindowsPanelkeep {
  private constructor(
    readonly folder: string,
    readonly data: string,
    readonly reader: Client,
  ) {}

  static async at(folder: string, port: number): Promise<WindowsPanelkeep> {
    const data = join(folder, 'data')
    const guest = new Client(`http://127.0.0.1:${port}`, CSRF)
    await eventually('Panelkeep answers', async () => (await guest.get('/api/health').catch(() => undefined))?.ok)
    const instance = await eventually('it says its token', () =>
      Bun.file(join(data, 'instance.json'))
        .json()
        .catch(() => undefined),
    )
    const made = await guest.post('/api/auth/setup', { ...LOGIN, setup_token: instance.setup_token })
    if (made.status !== 200) throw new Error(`the setup answered ${made.status}: ${await made.text()}`)
    const cookie = (await guest.post('/api/auth/login', LOGIN)).headers.get('set-cookie')!.split(';')[0]!
    return new WindowsPanelkeep(folder, data, new Client(guest.base, { ...CSRF, Cookie: cookie }))
  }

  /** The JSON of a request that has this status. */
  async send<T = Record<string, never>>(method: string, path: string, body?: unknown, status = 200): Promise<T> {
    const reply = await this.reader.send(method, path, body)
    const text = await reply.text()
    if (reply.status !== status) throw new Error(`${method} ${path} answered ${reply.status}: ${text}\n${this.log()}`)
    return JSON.parse(text) as T
  }

  get<T>(path: string): Promise<T> {
    return this.send<T>('GET', path)
  }

  /** Waits for the result of an operation. */
  async worked<T>(operationId: string): Promise<T> {
    type Operation = { state: string; detail: T; error?: string }
    const ended = await eventually('the work ends', async () => {
      const found = await this.get<Operation>(`/api/operations/${operationId}`)
      return ['queued', 'running'].includes(found.state) ? undefined : found
    })
    return ended.detail
  }

  /** Waits for a run other than `before`. */
  async nextRun(before: string): Promise<void> {
    const hasRestarted = async () => ![undefined, before].includes(await this.run())
    await eventually('it has restarted', hasRestarted).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.log()}`)
    })
  }

  /** The id of the run; undefined while no run answers. */
  async run(): Promise<string | undefined> {
    const reply = await this.reader.get('/api/health').catch(() => undefined)
    return reply?.ok ? ((await reply.json()) as { instance: string }).instance : undefined
  }

  log(): string {
    const path = join(this.folder, '..', OUTPUT)
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(-15).join('\n') : ''
  }
}

/** The first value that is neither undefined nor false. Throws after a minute and a half. */
export async function eventually<T>(
  what: string,
  read: () => Promise<T | undefined | false>,
): Promise<Exclude<T, undefined | false>> {
  for (const since = performance.now(); performance.now() - since < WITHIN_MS; ) {
    const found = await read()
    if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>
    await Bun.sleep(50)
  }
  throw new Error(`timed out waiting until ${what}`)
}
