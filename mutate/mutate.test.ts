import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findFaults, plant } from './faults'
import { figures } from './figures'
import { chooseFaults, mutate, type Tried } from './mutate'
import { Reach } from './reach'

/** What each fault of a piece of code makes of it. */
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

  test('what is waited for is left out, and the wait itself where only a test notices', () => {
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
  ])('%s have none', (_name, source) => expect(planted(source)).toEqual([]))
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
  const asked = () => ({ root, of: 'src/shelf', seed: 1, workers: 1, leastMs: 1500 })

  test('has its tests tried in the order of nearness, and only those that reach the file', () => {
    expect(new Reach(root).testsOf('src/shelf/fits.ts')).toEqual(['src/shelf/fits.test.ts', 'src/room/room.test.ts'])
  })

  test('is told which faults its tests miss, and is left as it was', async () => {
    const before = readFileSync(join(root, 'src/shelf/fits.ts'), 'utf8')
    const leftBehind = () => readdirSync(tmpdir()).filter((name) => name.startsWith('panelkeep-mutate-')).length
    const there = leftBehind()
    const { tried, leftOut } = await mutate({ ...asked(), of: 'src' }, () => undefined)
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

  test('whose tests look closer has the fault caught', async () => {
    write({
      'src/shelf/fits.test.ts':
        "import { expect, test } from 'bun:test'\nimport { fits } from './fits'\ntest('fits', () => expect(fits(6)).toBe(false))\n",
    })
    const { tried } = await mutate({ ...asked(), of: 'src/shelf/fits.ts' }, () => undefined)
    expect(tried.find(({ fault }) => fault.line === 1)?.verdict).toBe('caught')
  }, 60_000)

  test('is told which test files fail without a fault, and they catch none', async () => {
    write({
      'src/shelf/fits.test.ts':
        "import { expect, test } from 'bun:test'\nimport { fits } from './fits'\ntest('fits', () => expect(fits(9)).toBe(true))\n",
    })
    const { tried, leftOut } = await mutate({ ...asked(), of: 'src/shelf/fits.ts' }, () => undefined)
    expect(leftOut).toEqual(['src/shelf/fits.test.ts'])
    expect(tried.find(({ fault }) => fault.line === 1)?.verdict).toBe('survived')
  }, 60_000)

  test('gets the same sample for the same seed, and another for another', () => {
    const sample = (seed: number) => chooseFaults({ ...asked(), of: 'src', sample: 2, seed }).map(({ what }) => what)
    expect(sample(1)).toEqual(sample(1))
    expect(new Set([1, 2, 3, 4].map((seed) => sample(seed).join())).size).toBeGreaterThan(1)
  })
})

test('the figures leave out what the compiler refuses', () => {
  const [fault] = findFaults('a.ts', 'if (a) b')
  const verdicts: Tried['verdict'][] = ['caught', 'caught by time', 'survived', 'not reached', 'refused']
  const tried = verdicts.map((verdict) => ({ fault: fault!, verdict }))
  expect(figures({ tried, leftOut: [] })).toEqual([
    '    2/4  a.ts',
    '2 of 4 caught (50 %), 1 by running too long, 1 refused by the compiler are not counted',
  ])
})

test('the figures name and count the tests that were left out', () => {
  expect(figures({ tried: [], leftOut: ['a.test.ts'] })).toEqual([
    'Left out, since it fails without a fault: a.test.ts',
    '0 of 0 caught (100 %), 1 test file left out',
  ])
})
