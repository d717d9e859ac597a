import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../soak/random'
import type { ChangedLines } from './changed'
import { Coverage } from './coverage'
import { type Fault, findFaults } from './faults'
import { ImportGraph, sourcesOf } from './import-graph'
import { tryFault, type Verdict } from './try-fault'
import { Workshop } from './workshop'

export interface MutationOptions {
  root: string
  /** A folder or a file below the root; empty for the whole project. */
  of: string
  /** Only faults in these files; faults in these lines come first. */
  changed?: ChangedLines
  /** Number of faults, drawn by the seed; all if absent. */
  sample?: number
  seed: number
  /** The number of parallel workers. */
  workers: number
  /** The number of test files for a fault, the nearest first. Default: all that run the line. */
  near?: number
  /** The minimum time in milliseconds before tests count as endless. */
  leastMs?: number
  /** Ends the run early; the current fault does not count. */
  signal?: AbortSignal
}

export interface FaultResult {
  fault: Fault
  verdict: Verdict
}

/**
 * The faults of a folder or file in random order, so that the first ones are a fair sample. Faults in changed lines come
 * first, in random order too.
 */
export function chooseFaults({ root, of, changed, sample, seed }: MutationOptions): Fault[] {
  const files = sourcesOf(root).filter(
    (path) =>
      (of === '' || path === of || path.startsWith(`${of}/`)) &&
      !path.endsWith('.test.ts') &&
      (changed === undefined || (changed.has(path) && IS_TESTED.test(path))),
  )
  const faults = files.flatMap((file) => findFaults(file, readFileSync(join(root, file), 'utf8')))
  const random = seededRandom(seed)
  const drawn = faults
    .map((fault) => ({ fault, lot: random(), isAside: changed !== undefined && !isIn(changed, fault) }))
    .sort((a, b) => Number(a.isAside) - Number(b.isAside) || a.lot - b.lot)
  return drawn.slice(0, sample ?? faults.length).map(({ fault }) => fault)
}

/** The coverage by the tests beside the code. */
const IS_TESTED = /^(?:src|ui|build|mutate)\/(?!testing\/)/

const isIn = (changed: ChangedLines, { file, line, lastLine }: Fault) =>
  (changed.get(file) ?? []).some(([first, last]) => first <= lastLine && line <= last)

export interface MutationResult {
  tried: FaultResult[]
  /** Test files that fail without a fault, and so were skipped. */
  leftOut: string[]
}

/** Tries each fault and reports each result as soon as it is known. */
export async function mutate(options: MutationOptions, say: (tried: FaultResult) => void): Promise<MutationResult> {
  const waiting = chooseFaults(options)
  const graph = new ImportGraph(options.root)
  const coverage = new Coverage(graph, join(options.root, 'node_modules/.cache/mutate'))
  const { leastMs = 15_000, near, signal } = options
  const tried: FaultResult[] = []
  const worker = async () => {
    const workshop = new Workshop(options.root, signal)
    try {
      for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
        const verdict = await tryFault(fault, { graph: graph, coverage, workshop, leastMs, near })
        tried.push({ fault, verdict })
        say({ fault, verdict })
      }
    } catch (error) {
      if (!signal?.aborted) throw error
    } finally {
      workshop.close()
    }
  }
  await Promise.all(Array.from({ length: options.workers }, worker))
  return { tried, leftOut: [...coverage.failing].sort() }
}
