import { type ChildProcess, spawn } from 'node:child_process'

const reported = new Set<string>()
/** Running process groups. */
const running = new Set<number>()

/** Kills programs that a failed test left running; `preload.ts` calls it after the last test. */
export function endPrograms(): void {
  for (const group of running) signal(group, 'SIGKILL')
}
process.on('exit', endPrograms)
for (const ending of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(ending, () => process.exit(130))

/** Whether this machine meets a test's requirement; if not, the reason is printed once. `.ci/run` lists them. */
export function isPresent(present: boolean, reason: string): boolean {
  if (!present && !reported.has(reason)) console.log(`skipped: ${reason}`)
  if (!present) reported.add(reason)
  return present
}

/** Whether a system program is installed. */
export const hasProgram = (name: string): boolean =>
  isPresent(Bun.which(name) !== null, `${name} is not installed on this machine`)

/** A program that runs in the foreground, in a process group of its own. */
export interface Program {
  pid: number
  /** Output of the program. */
  log(): string
  /** Stops the program with its child processes. */
  stop(): Promise<void>
}

interface Starting {
  /** Polled until true; an error counts as false. */
  ready: () => Promise<boolean>
  cwd?: string
  env?: Record<string, string>
  /** Milliseconds until the program must be ready; default: a minute. */
  within?: number
}

/**
 * Starts a program and waits until it is ready. Rejects with the end of its log when the program exits or takes too
 * long.
 */
export async function startProgram(command: string[], starting: Starting): Promise<Program> {
  const { ready, cwd, env, within = 60_000 } = starting
  const [file = '', ...args] = command
  const child = spawn(file, args, {
    cwd,
    // In the C locale qBittorrent writes other names than it reports.
    env: { LANG: 'C.UTF-8', ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid !== undefined) running.add(child.pid)
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => (printed = (printed + text).slice(-100_000)))
  let over = false
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      over = true
      resolve()
    }
    child.once('exit', end)
    child.once('error', (error) => {
      printed += error.message
      end()
    })
  })
  const program = { pid: child.pid ?? 0, log: () => printed, stop: () => stop(child, ended) }
  const giveUpAt = Date.now() + within
  while (!(await ready().catch(() => false))) {
    if (!over && Date.now() < giveUpAt) {
      await Bun.sleep(50)
      continue
    }
    await program.stop()
    throw new Error(`${file} ${over ? 'ended' : 'was not ready in time'}:\n${printed.slice(-3000)}`)
  }
  return program
}

/** Terminates the process group, and kills it after three seconds. */
async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const group = child.pid
  if (group === undefined) return
  signal(group, 'SIGTERM')
  await Promise.race([ended, Bun.sleep(3000)])
  signal(group, 'SIGKILL')
  await ended
  running.delete(group)
}

function signal(group: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-group, name)
  } catch {
    // The group has already ended.
  }
}
