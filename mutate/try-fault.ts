import { type Coverage, ran, type TestBaseline } from './coverage'
import { type Fault, plant } from './faults'
import type { ImportGraph } from './import-graph'
import type { Workshop } from './workshop'

/** `refused`: the compiler finds the fault, so it does not count. */
export type Verdict = 'caught' | 'caught by time' | 'survived' | 'not reached' | 'refused'

const MOST_NEAR = 40
/** The most test files for one fault, of those that run the line. */
const MOST_TESTS = 25
/** The most test files if none is known to run the line. */
const MOST_BLIND = 8

interface Tools {
  graph: ImportGraph
  coverage: Coverage
  workshop: Workshop
  leastMs: number
  /** The most test files considered; more distant files test something else. */
  near?: number
}

/** Plants one fault and runs the tests that run its line, the nearest first, until one fails. */
export async function tryFault(fault: Fault, tools: Tools): Promise<Verdict> {
  const { workshop, leastMs } = tools
  const { tests, usualMs, isRun } = await testsFor(fault, tools)
  return await workshop.changed(fault.file, plant(workshop.read(fault.file), fault), async () => {
    for (const batch of batchesOf(tests)) {
      const { outcome } = await workshop.test(batch, leastMs + usualMs * 5)
      if (outcome === 'failed') return 'caught'
      if (outcome === 'too long') return 'caught by time'
    }
    const types = await workshop.bun(['check', fault.file, '--no-script'], 60_000)
    if (types.outcome === 'failed') return 'refused'
    return isRun ? 'survived' : 'not reached'
  })
}

async function testsFor(fault: Fault, { graph, coverage, workshop, near = MOST_NEAR }: Tools) {
  const whole: ({ test: string } & TestBaseline)[] = []
  const running: typeof whole = []
  for (const test of graph.testsOf(fault.file).slice(0, near)) {
    const known = { test, ...(await coverage.of(test, workshop)) }
    if (!known.passes) continue
    whole.push(known)
    if (ran(known.lines[fault.file], fault.line, fault.lastLine)) running.push(known)
    if (running.length === MOST_TESTS) break
  }
  // A child process of a test may run the line without being measured.
  const tests = running.length > 0 ? running : whole.slice(0, MOST_BLIND)
  return {
    isRun: running.length > 0,
    tests: tests.map(({ test }) => test),
    usualMs: tests.reduce((sum, { ms }) => sum + ms, 0),
  }
}

/** The nearest test file alone, then larger and larger groups in one process, since the first file catches most faults. */
function batchesOf(tests: string[]): string[][] {
  const batches: string[][] = []
  for (let at = 0, size = 1; at < tests.length; at += size, size *= 3) batches.push(tests.slice(at, at + size))
  return batches
}
