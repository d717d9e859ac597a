import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isPresent } from '../src/testing/harness/programs'
import { type ChangedLines, changedLines, readDiff } from './changed'
import { type Fault, findFaults, plant } from './faults'
import { figures } from './figures'
import { ImportGraph } from './import-graph'
import { chooseFaults, type FaultResult, mutate } from './mutate'

/** The code after each fault. */
const planted = (source: string) => findFaults('piece.ts', source).map((fault) => plant(source, fault).trim())

describe('the faults', () => {
  test.each([
    ['a condition is negated', 'if (a) b', ['if (!(a)) b']],
    ['a negated condition loses its sign', 'if (!a) b', ['if (a) b']],
    ['each part of a condition is left out once', 'const x = a && b && c', ['const x = b && c', 'const x = a && c', 'const x = a && b']],
    ['what is left of a condition may be an object', 'const x = () => a && { b }', ['const x = () => ({ b })', 'const x = () => a']],
    ['a boundary moves', 'const x = a < 6', ['const x = a <= 6']],
    ['an equality turns', 'const x = a === b', ['const x = a !== b']],
    ['an equality that is a condition turns once', 'if (a === b) c', ['if (!(a === b)) c']],
    ['a limit moves by one', 'const x = a.slice(0, 5)', ['const x = a.slice(0, 6)']],
    ['a constant moves by one', 'const MOST = 3', ['const MOST = 4']],
    ['the last before the end is forgotten', 'const x = a - 1', ['const x = a']],
    ['a call is left out', 'a.close()', ['{}']],
    ['what is kept is left out', 'a.b = c', ['{}']],
    ['the early way out is left out', 'for (;;) if (a) continue', ['for (;;) {}', 'for (;;) if (!(a)) continue']],
    ['an error branch and a clean-up are left out', 'try { a } catch { b() } finally { c() }',
      ['try { a } catch {} finally { c() }', 'try { a } catch { {} } finally { c() }', 'try { a } catch { b() } finally {}', 'try { a } catch { b() } finally { {} }']],
    ['what a rejection leads to is left out', 'const x = a.catch(b)', ['const x = a']],
    ['true and false change places', 'const x = () => true', ['const x = () => false']],
    ['an empty list is returned in place of another', 'const x = () => [a]', ['const x = () => []']],
    ['what stands for nothing is left out', 'const x = a ?? 5', ['const x = a']],
    ['a filter is left out', 'const x = a.filter(b)', ['const x = a']],
    ['some and every change places', 'const x = a.some(b)', ['const x = a.every(b)']],
    ['what narrows a query is left out', 'const x = a.where(b)', ['const x = a']],
    ['each part that narrows a query is left out once', 'const x = and(b, c)', ['const x = and(c)', 'const x = and(b)']],
  ])('%s', (_name, source, faults) => expect(planted(source).sort()).toEqual(faults.sort())) // biome-ignore format: a table

  test('awaited calls are left out, and an await itself if only a test notices', () => {
    expect(planted('async () => { await a() }')).toEqual(['async () => { {} }'])
    expect(planted('async () => { return await a() }')).toEqual([])
    expect(planted('async () => { try { return await a() } catch {} }')).toEqual([
      'async () => { try { return a() } catch {} }',
    ])
  })

  test.each([
    ['log lines', "log.warn('auth', a ?? 'nobody')"],
    ['messages', "throw new Refusal(400, a < 2 ? 'One.' : 'Many.')"],
    ['sentences', 'const x = `$'.concat("{a === 1 ? 'it' : 'they'} failed`")],
    ['types', 'type A<T> = T extends 5 ? true : false'],
    ['what only the types need', "const x = a.split('.')[0] ?? ''"],
  ])('%s have no faults', (_name, source) => expect(planted(source)).toEqual([]))
})

describe('a project', () => {
  let root: string
  const write = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
  }
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'mutated-'))
    write({
      'src/shelf/fits.ts': 'export const fits = (books: number) => books < 6\nexport function endless(n: number) {\n  for (let at = 0; at < n; ) {\n    at += 1\n  }\n  return n\n}\n',
      'src/shelf/fits.test.ts': "import { expect, test } from 'bun:test'\nimport { fits } from './fits'\ntest('fits', () => expect(fits(9)).toBe(false))\n",
      'src/room/room.ts': "import { endless, fits } from '../shelf/fits'\nexport const room = (n: number) => fits(n) && endless(n) > 0\nexport function door() {\n  return false\n}\n",
      'src/room/room.test.ts': "import { expect, test } from 'bun:test'\nimport { room } from './room'\ntest('room', () => expect(room(1)).toBe(true))\n",
      'src/door/door.test.ts': "import { expect, test } from 'bun:test'\ntest('door', () => expect(1).toBe(1))\n",
    }) // biome-ignore format: files
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))
  const options = () => ({ root, of: 'src/shelf', seed: 1, workers: 1, leastMs: 1500 })

  test('has its tests run by distance, and only those that import the file', () => {
    write({ 'e2e/shelf.test.ts': "import '../src/shelf/fits'\n" })
    expect(new ImportGraph(root).testsOf('src/shelf/fits.ts')).toEqual([
      'src/shelf/fits.test.ts',
      'src/room/room.test.ts',
    ])
  })

  test('reports the faults that its tests miss, and is unchanged afterwards', async () => {
    const before = readFileSync(join(root, 'src/shelf/fits.ts'), 'utf8')
    const leftBehind = () => readdirSync(tmpdir()).filter((name) => name.startsWith('panelkeep-mutate-')).length
    const there = leftBehind()
    const { tried, leftOut } = await mutate({ ...options(), of: 'src' }, () => undefined)
    const verdicts = tried.map(({ fault, verdict }) => `${fault.file}:${fault.line} ${verdict}`)
    expect(verdicts).toContain('src/shelf/fits.ts:1 survived')
    expect(verdicts).toContain('src/shelf/fits.ts:3 survived')
    expect(verdicts).toContain('src/shelf/fits.ts:4 caught by time')
    expect(verdicts).toContain('src/room/room.ts:4 not reached')
    expect(verdicts).toContain('src/room/room.ts:2 survived')
    expect(readFileSync(join(root, 'src/shelf/fits.ts'), 'utf8')).toBe(before)
    expect(leftBehind()).toBe(there)
    expect(leftOut).toEqual([])
  }, 60_000)

  test('with stricter tests has the fault caught', async () => {
    write({
      'src/shelf/fits.test.ts':
        "import { expect, test } from 'bun:test'\nimport { fits } from './fits'\ntest('fits', () => expect(fits(6)).toBe(false))\n",
    })
    const { tried } = await mutate({ ...options(), of: 'src/shelf/fits.ts' }, () => undefined)
    expect(tried.find(({ fault }) => fault.line === 1)?.verdict).toBe('caught')
  }, 60_000)

  test('reports test files that fail without a fault; they catch none', async () => {
    write({
      'src/shelf/fits.test.ts':
        "import { expect, test } from 'bun:test'\nimport { fits } from './fits'\ntest('fits', () => expect(fits(9)).toBe(true))\n",
    })
    const { tried, leftOut } = await mutate({ ...options(), of: 'src/shelf/fits.ts' }, () => undefined)
    expect(leftOut).toEqual(['src/shelf/fits.test.ts'])
    expect(tried.find(({ fault }) => fault.line === 1)?.verdict).toBe('survived')
  }, 60_000)

  test('gets the same sample for the same seed, and another for another', () => {
    const sample = (seed: number) => chooseFaults({ ...options(), of: 'src', sample: 2, seed }).map(({ what }) => what)
    expect(sample(1)).toEqual(sample(1))
    expect(new Set([1, 2, 3, 4].map((seed) => sample(seed).join())).size).toBeGreaterThan(1)
  })

  test('has its faults tried in random order, so that an interrupted run is a smaller sample', () => {
    const sample = (sample: number) => chooseFaults({ ...options(), of: 'src', sample, seed: 7 })
    expect(sample(6).slice(0, 3)).toEqual(sample(3))
    const inOrder = (faults: Fault[]) => faults.toSorted((a, b) => a.file.localeCompare(b.file) || a.start - b.start)
    expect(sample(6)).not.toEqual(inOrder(sample(6)))
  })

  test('with changes has only the faults of changed files tried, those of changed lines first', () => {
    write({ 'src/testing/fake.ts': 'export const fake = (n: number) => n < 3\n' })
    const changed: ChangedLines = new Map([
      ['src/shelf/fits.ts', [[3, 4]]],
      ['src/shelf/fits.test.ts', [[1, 9]]],
      ['src/testing/fake.ts', [[1, 1]]],
    ])
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const faults = chooseFaults({ ...options(), of: seed % 2 ? '' : 'src/shelf', changed, seed })
      expect(faults.every(({ file }) => file === 'src/shelf/fits.ts')).toBe(true)
      const [last, ...first] = faults.map(({ line }) => line).reverse()
      expect([first.sort(), last]).toEqual([[3, 4], 1])
    }
    expect(chooseFaults({ ...options(), of: 'src/room', changed })).toEqual([])
  })

  // Inside a git hook, git's variables would point to the outer repository.
  const hasGit = isPresent(
    Bun.which('git') !== null && !process.env.GIT_DIR,
    'git is not on this machine, or runs this test',
  )
  test.skipIf(!hasGit)('has its changed lines reported by git, including uncommitted ones', () => {
    const git = (...args: string[]) => {
      const who = ['-c', 'user.name=reader', '-c', 'user.email=reader@example.org', '-c', 'commit.gpgsign=false']
      const { exitCode, stderr } = Bun.spawnSync(['git', ...who, ...args], { cwd: root })
      expect([exitCode, stderr.toString()]).toEqual([0, expect.anything()])
    }
    git('init', '--quiet', '--initial-branch=main')
    git('add', '.')
    git('commit', '--quiet', '-m', 'first')
    git('switch', '--quiet', '-c', 'branch')
    write({ 'src/door/door.ts': 'export const door = 1\n' })
    git('add', '.')
    git('commit', '--quiet', '-m', 'second')
    write({ 'src/door/door.ts': 'export const door = 1\nexport const key = 2\n', 'src/door/bell ü.ts': 'ring()\n' })
    rmSync(join(root, 'src/door/door.test.ts'))
    expect(changedLines(root, 'main')).toEqual(
      new Map([
        ['src/door/door.ts', [[1, 2]]],
        ['src/door/bell ü.ts', [[1, Number.MAX_SAFE_INTEGER]]],
      ]),
    )
    expect(() => changedLines(root, 'nowhere')).toThrow('nowhere')
  })

  test('keeps its results when the run is stopped', async () => {
    const stopping = new AbortController()
    const { tried, leftOut } = await mutate({ ...options(), of: 'src', signal: stopping.signal }, () =>
      stopping.abort(),
    )
    expect(tried).toHaveLength(1)
    expect(leftOut).toEqual([])
    expect(chooseFaults({ ...options(), of: 'src' }).length).toBeGreaterThan(1)
  }, 60_000)

  test('does not wait for a running test when the run is stopped', async () => {
    write({
      'src/shelf/fits.test.ts':
        "import { test } from 'bun:test'\nimport { writeFileSync } from 'node:fs'\nimport './fits'\n" +
        `test('fits', () => { writeFileSync('${join(root, 'begun')}', ''); return new Promise(() => {}) }, 300_000)\n`,
    })
    const stopping = new AbortController()
    const running = mutate({ ...options(), of: 'src/shelf/fits.ts', signal: stopping.signal }, () => undefined)
    while (!existsSync(join(root, 'begun'))) await Bun.sleep(20)
    stopping.abort()
    expect(await running).toEqual({ tried: [], leftOut: [] })
  }, 30_000)

  test.skipIf(!existsSync('/proc/self/environ'))(
    'has daemons ended that its tests left',
    async () => {
      write({
        'src/shelf/fits.test.ts':
          "import { test } from 'bun:test'\nimport { spawn } from 'node:child_process'\nimport { writeFileSync } from 'node:fs'\nimport './fits'\n" +
          "test('fits', () => {\n  const { pid } = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' })\n" +
          `  writeFileSync('${join(root, 'pid')}', String(pid))\n})\n`,
      })
      await mutate({ ...options(), of: 'src/shelf/fits.ts', sample: 1 }, () => undefined)
      const pid = Number(readFileSync(join(root, 'pid'), 'utf8'))
      expect(pid).toBeGreaterThan(1)
      // An ended process has no arguments, even before its parent has reaped it.
      const daemon = `/proc/${pid}/cmdline`
      expect(existsSync(daemon) ? readFileSync(daemon, 'utf8') : '').not.toContain('sleep')
    },
    60_000,
  )
})

test.each([
  ['@@ -3 +4 @@', [[4, 4]]],
  ['@@ -3,2 +4,3 @@ function a() {', [[4, 6]]],
  ['@@ -3,2 +2,0 @@', [[2, 3]]],
])('%s of a diff is the lines %p', (hunk, lines) => {
  expect(readDiff(`diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n${hunk}\n-a\n+b\n`)).toEqual(
    new Map([['x.ts', lines as [number, number][]]]),
  )
})

test('the figures leave out faults that the compiler refuses', () => {
  const [fault] = findFaults('a.ts', 'if (a) b')
  const verdicts: FaultResult['verdict'][] = ['caught', 'caught by time', 'survived', 'not reached', 'refused']
  const tried = verdicts.map((verdict) => ({ fault: fault!, verdict }))
  expect(figures({ tried, leftOut: [] })).toEqual([
    '    2/4  a.ts',
    '2 of 4 caught (50 %), 1 by running too long, 1 refused by the compiler are not counted',
  ])
})

test('the figures name and count the skipped tests', () => {
  expect(figures({ tried: [], leftOut: ['a.test.ts'] })).toEqual([
    'Left out, since it fails without a fault: a.test.ts',
    '0 of 0 caught (100 %), 1 test file left out',
  ])
})
