import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { Client } from '../e2e/panelkeep'

/** Milliseconds of one call, `times` after each other on connections that stay open; the first tenth warms up. */
export async function timeCalls(times: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  for (let n = 0; n < Math.ceil(times / 10); n++) await work(n)
  const durations: number[] = []
  for (let n = 0; n < times; n++) {
    const since = performance.now()
    await work(n)
    durations.push(performance.now() - since)
  }
  return durations
}

/** Requests `path` and reads the whole response; throws unless it is 200. */
export async function readPath(client: Client, path: string): Promise<number> {
  return readWhole(path, await client.get(path))
}

/** The same for a request with a body, as JSON. */
export async function readPosted(client: Client, path: string, body: string): Promise<number> {
  return readWhole(path, await client.post(path, body))
}

async function readWhole(path: string, reply: Response): Promise<number> {
  const body = await reply.arrayBuffer()
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}`)
  return body.byteLength
}

/** The value that `share` of all do not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
export const mb = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`
export const p50p99 = (values: number[]) => `p50 ${ms(percentile(values, 0.5))}, p99 ${ms(percentile(values, 0.99))}`
export const perSecond = (count: number, elapsedMs: number, what: string) =>
  `${Math.round((count / elapsedMs) * 1000).toLocaleString('en')} ${what}/s`

/** A process and the helpers that it started. Linux only. */
function family(pid: number): Set<number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      // The command in brackets may hold anything; the parent is the second field behind it.
      const after = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!
      parents.set(Number(name), Number(after.split(' ')[1]))
    } catch {
      // the process has ended meanwhile
    }
  }
  const members = new Set([pid])
  for (let grown = true; grown; ) {
    grown = false
    for (const [child, parent] of parents) {
      if (!members.has(parent) || members.has(child)) continue
      members.add(child)
      grown = true
    }
  }
  return members
}

/** Resolves when a process has no running helper, such as that of a backup. */
export async function alone(pid: number): Promise<void> {
  while (family(pid).size > 1) await Bun.sleep(500)
}

/** Resident bytes of a process and of the helpers that it started. Linux only. */
export function resident(pid: number): number {
  let sum = 0
  for (const member of family(pid)) {
    try {
      sum += Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${member}/status`, 'utf8'))?.[1] ?? 0) * 1024
    } catch {
      // the process has ended meanwhile
    }
  }
  return sum
}

export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0

/** Of a process, to its disks. Linux only. */
export const writtenBytes = (pid: number): number =>
  Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])

/** The most resident bytes of a process since its start, or since `resetPeak`. Linux only. */
export const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024

export const resetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5')

const TICKS_PER_SECOND = 100

/** Milliseconds of processor time that a process spent, without its helpers. Linux only. */
export function processorMs(pid: number): number {
  const after = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return ((Number(after[11]) + Number(after[12])) * 1000) / TICKS_PER_SECOND
}
