import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Finds the test files that import a file, directly or not, the nearest first. Paths are relative to the root. */
export class ImportGraph {
  private imported = new Map<string, Set<string>>()
  private importers = new Map<string, Set<string>>()

  constructor(root: string) {
    const scanner = new Bun.Transpiler({ loader: 'ts' })
    for (const path of sourcesOf(root)) {
      const targets = new Set<string>()
      for (const { path: to } of scanner.scanImports(readFileSync(join(root, path), 'utf8')))
        if (to.startsWith('.')) targets.add(target(root, path, to))
      this.imported.set(path, targets)
      for (const to of targets) this.importers.set(to, (this.importers.get(to) ?? new Set()).add(path))
    }
  }

  /**
   * The test of the same name, then tests of the same folder by distance, then all others by distance. Tests of the
   * executable are left out: they run an earlier build without the fault.
   */
  testsOf(file: string): string[] {
    const distance = steps(file, this.importers)
    const rank = (test: string) => {
      if (test === file.replace(/\.ts$/, '.test.ts')) return -1
      return (distance.get(test) ?? 500) + (dirname(test) === dirname(file) ? 0 : 1000)
    }
    const beside = [...this.imported.keys()].filter((path) => dirname(path) === dirname(file))
    return [...new Set([...distance.keys(), ...beside])]
      .filter((path) => path.endsWith('.test.ts') && !path.startsWith('e2e/'))
      .sort((a, b) => rank(a) - rank(b))
  }

  /** A file and all its imports, directly or not. */
  closureOf(file: string): string[] {
    return [...steps(file, this.imported).keys()].sort()
  }
}

export function sourcesOf(root: string): string[] {
  return [...new Bun.Glob('{src,ui,build,mutate,e2e,bench,soak}/**/*.ts').scanSync(root)]
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !basename(path).endsWith('.d.ts'))
    .sort()
}

function target(root: string, from: string, to: string): string {
  const path = resolve('/', dirname(from), to).slice(1).replaceAll('\\', '/')
  return /\.[a-z\d]+$/.test(path) && !isThere(root, `${path}.ts`) ? path : `${path}.ts`
}

const isThere = (root: string, path: string) => Bun.file(join(root, path)).size > 0

function steps(from: string, ways: Map<string, Set<string>>): Map<string, number> {
  const distance = new Map([[from, 0]])
  for (const [at, far] of distance)
    for (const next of ways.get(at) ?? []) if (!distance.has(next)) distance.set(next, far + 1)
  return distance
}
