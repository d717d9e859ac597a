import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ImportGraph } from './import-graph'
import type { Workshop } from './workshop'

/** The result of a test file without a fault. */
export interface TestBaseline {
  passes: boolean
  ms: number
  /** By file, the number of runs of each line. Lines that continue a statement are not listed. */
  lines: Record<string, [line: number, times: number][]>
}

/** Measures each test file once and keeps the result until the file or one of its imports changes. */
export class Coverage {
  /** Tests that fail without a fault, and so cannot detect one. */
  readonly failing = new Set<string>()
  private known = new Map<string, Promise<TestBaseline>>()

  constructor(
    private graph: ImportGraph,
    private folder: string,
  ) {
    mkdirSync(folder, { recursive: true })
  }

  of(test: string, workshop: Workshop): Promise<TestBaseline> {
    const known = this.known.get(test) ?? this.read(test, workshop)
    this.known.set(test, known)
    return known
  }

  private async read(test: string, workshop: Workshop): Promise<TestBaseline> {
    const at = join(this.folder, `${this.keyOf(test, workshop)}.json`)
    if (existsSync(at)) return JSON.parse(readFileSync(at, 'utf8'))
    const known = await measure(test, workshop)
    if (known.passes) writeFileSync(at, JSON.stringify(known))
    else this.failing.add(test)
    return known
  }

  private keyOf(test: string, workshop: Workshop): string {
    const hash = createHash('sha256')
    for (const path of this.graph.closureOf(test))
      if (existsSync(join(workshop.tree, path))) hash.update(path).update('\n').update(workshop.read(path))
    return hash.digest('hex').slice(0, 24)
  }
}

async function measure(test: string, workshop: Workshop): Promise<TestBaseline> {
  const into = join(workshop.tree, '.coverage')
  const run = await workshop.test([test], 120_000, '--coverage', '--coverage-reporter=lcov', `--coverage-dir=${into}`)
  const report = join(into, 'lcov.info')
  const lines = existsSync(report) ? readLines(readFileSync(report, 'utf8')) : {}
  rmSync(into, { recursive: true, force: true })
  return { passes: run.outcome === 'passed', ms: run.ms, lines }
}

function readLines(report: string): TestBaseline['lines'] {
  const lines: TestBaseline['lines'] = {}
  let of: TestBaseline['lines'][string] = []
  for (const line of report.split('\n')) {
    if (line.startsWith('SF:')) lines[line.slice(3).replaceAll('\\', '/')] = of = []
    const [, number, times] = /^DA:(\d+),(\d+)/.exec(line) ?? []
    if (number) of.push([Number(number), Number(times)])
  }
  return lines
}

/** Whether any line from `first` to `last` ran. */
export function ran(lines: TestBaseline['lines'][string] = [], first: number, last: number): boolean {
  const begin = Math.max(0, ...lines.map(([line]) => line).filter((line) => line <= first))
  return lines.some(([line, times]) => line >= begin && line <= last && times > 0)
}
