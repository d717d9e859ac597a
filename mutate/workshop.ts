import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

export interface Run {
  outcome: 'passed' | 'failed' | 'too long'
  log: string
  ms: number
}

/** The memory limit, since a fault could exhaust the machine. */
const MOST_MEMORY = 4_000_000_000
/** Folders that are not copied: too large, or not needed by tests. */
const NOT_COPIED = new Set(['node_modules', '.git', 'dist'])

/**
 * A copy of the project that faults are planted in, so that the project itself is never touched. The copy has the folder
 * beside the project that tests read, and its own folder for temporary files.
 */
export class Workshop {
  readonly tree: string
  private readonly folder = mkdtempSync(join(tmpdir(), 'panelkeep-mutate-'))
  private readonly temp = join(this.folder, 'tmp')
  private running: ChildProcess | undefined

  /** When the signal aborts, running commands are ended and reject with the reason; new ones do not start. */
  constructor(
    root: string,
    private signal?: AbortSignal,
  ) {
    this.tree = join(this.folder, basename(root))
    mkdirSync(this.temp)
    cpSync(root, this.tree, { recursive: true, filter: (path) => !NOT_COPIED.has(basename(path)) || path === root })
    for (const name of ['node_modules', 'dist', '../shared'])
      if (existsSync(join(root, name))) symlinkSync(resolve(root, name), join(this.tree, name))
    process.on('exit', this.close)
    signal?.addEventListener('abort', this.endRunning)
  }

  read(path: string): string {
    return readFileSync(join(this.tree, path), 'utf8')
  }

  /** Runs the work while a file has other content. */
  async changed<T>(path: string, source: string, work: () => Promise<T>): Promise<T> {
    const before = this.read(path)
    writeFileSync(join(this.tree, path), source)
    try {
      return await work()
    } finally {
      writeFileSync(join(this.tree, path), before)
    }
  }

  test(files: string[], limitMs: number, ...options: string[]): Promise<Run> {
    return this.bun(['test', '--bail', '--timeout', '20000', ...options, ...files.map((file) => `./${file}`)], limitMs)
  }

  /** Runs Bun. A process that exceeds the time or the memory limit is ended with all its children. */
  async bun(args: string[], limitMs: number): Promise<Run> {
    this.signal?.throwIfAborted()
    const since = performance.now()
    const env = { ...process.env, TMPDIR: this.temp, TMP: this.temp, TEMP: this.temp, NO_COLOR: '1' }
    const child = spawn(process.execPath, args, {
      cwd: this.tree,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.running = child
    let log = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (log = (log + text).slice(-20_000)))
    let tooLong = false
    const watch = setInterval(() => {
      if (performance.now() - since < limitMs && memoryOf(child.pid) < MOST_MEMORY) return
      tooLong = true
      end(child)
    }, 200)
    // `exit`, not `close`: a surviving grandchild would keep the pipes open.
    const code = await new Promise<number | null>((done) => child.once('exit', done))
    clearInterval(watch)
    this.endRunning()
    this.signal?.throwIfAborted()
    const outcome = tooLong ? 'too long' : code === 0 ? 'passed' : 'failed'
    return { outcome, log, ms: performance.now() - since }
  }

  close = (): void => {
    this.endRunning()
    rmSync(this.folder, { recursive: true, force: true })
    process.off('exit', this.close)
    this.signal?.removeEventListener('abort', this.endRunning)
  }

  private endRunning = (): void => {
    if (!this.running) return
    end(this.running)
    this.running = undefined
    for (const pid of strays(this.temp)) kill(pid)
  }
}

/** Daemons that a test started in their own process groups, found by their temporary folder. */
function strays(temp: string): number[] {
  if (!existsSync('/proc/self/environ')) return []
  const mine = (pid: string) => ['environ', 'cmdline'].some((name) => readProcess(pid, name).includes(temp))
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && mine(name))
    .map(Number)
}

function readProcess(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    // The process has ended, or belongs to another user.
    return ''
  }
}

function memoryOf(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * 4096
  } catch {
    return 0
  }
}

const end = (child: ChildProcess) => kill(-child.pid!)

/** A negative number is a group. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}
