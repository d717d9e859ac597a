import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TextIndex } from './text-index'

let folder: string
let path: string
let index: TextIndex
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-index-'))
  path = join(folder, 'cache', 'search.db')
  index = new TextIndex(path)
})
afterEach(() => {
  index.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (id: string, ...lines: string[]) =>
  index.put('series', [{ id, owner: null, key: lines.map((line) => `${line}\n`).join('') }])
const ids = (found: { id: string }[] | undefined) => found?.map(({ id }) => id)
const containing = (...keys: string[]) => ids(index.containing('series', keys, 10))
const startingWith = (start: string, limit = 10) => ids(index.startingWith('series', start, limit))

describe('an entry', () => {
  beforeEach(() => put('harbor', 'harbor lights', 'the lighthouse'))

  test('is found by any part of its lines, and by several at once', () => {
    put('atlas', 'winter atlas')
    expect(containing('light')).toEqual(['harbor'])
    expect(containing('light', 'bor')).toEqual(['harbor'])
    expect(containing('light', 'atlas')).toEqual([])
    expect([startingWith('har'), startingWith('the'), startingWith('winter')]).toEqual([['harbor'], [], ['atlas']])
  })

  test('is found by its new lines only once it is replaced', () => {
    put('harbor', 'silver road')
    expect([containing('lights'), startingWith('harbor')]).toEqual([[], []])
    expect([containing('silver'), startingWith('silver')]).toEqual([['harbor'], ['harbor']])
  })

  test('is not found once it is removed, and again once it is restored', () => {
    put('harbor')
    expect([containing('lights'), startingWith('harbor')]).toEqual([[], []])
    put('harbor', 'harbor lights')
    expect(containing('lights')).toEqual(['harbor'])
  })

  test('of an issue is separate, with its series', () => {
    index.put('issue', [{ id: 'harbor-1', owner: 'harbor', key: 'night tide\n' }])
    expect(containing('night')).toEqual([])
    expect(index.containing('issue', ['night'], 10)).toEqual([{ id: 'harbor-1', owner: 'harbor', key: 'night tide\n' }])
    index.put('issue', [{ id: 'harbor-1', owner: 'lights', key: 'night tide\n' }])
    expect(index.containing('issue', ['night'], 10)).toMatchObject([{ owner: 'lights' }])
  })
})

test('as many are found as requested, in alphabetical order', () => {
  for (const name of ['harbor c', 'harbor a', 'harbor b']) put(name, name)
  expect(startingWith('harbor', 2)).toEqual(['harbor a', 'harbor b'])
  expect(ids(index.containing('series', ['harbor'], 2))).toEqual(['harbor c', 'harbor a'])
})

test('words of two characters are searched in scripts where that is a word, and short ones elsewhere are not', () => {
  put('cloud', '雲の橋')
  put('bridge', '橋')
  expect([containing('の橋'), containing('雲の'), containing('橋雲')]).toEqual([['cloud'], ['cloud'], []])
  expect(containing('ab')).toBeUndefined()
})

test('characters of the query language are plain letters', () => {
  put('quoted', 'the "harbor" or lights*')
  expect([containing('"harbor"'), containing('lights*'), containing('x" or "har')]).toEqual([
    ['quoted'],
    ['quoted'],
    [],
  ])
})

test('a transaction that fails leaves nothing', () => {
  const failing = () =>
    index.write(() => {
      put('harbor', 'harbor lights')
      index.writeNote('made', 'today')
      throw new Error('no')
    })
  expect(failing).toThrow('no')
  expect([containing('lights'), index.readNote('made')]).toEqual([[], undefined])
})

describe('its file', () => {
  test('is used again by the next run', () => {
    put('harbor', 'harbor lights')
    index.writeNote('made', 'today')
    index.writeNote('made', 'now')
    index.close()
    index = new TextIndex(path)
    expect([containing('lights'), index.readNote('made'), index.readNote('other')]).toEqual([
      ['harbor'],
      'now',
      undefined,
    ])
  })

  test('of another version is rebuilt', () => {
    put('harbor', 'harbor lights')
    index.close()
    const raw = new Sqlite(path)
    raw.run('PRAGMA user_version = 7')
    raw.close()
    expect(containing('lights')).toEqual([])
  })

  test('that is not a database is an error, until it is cleared', () => {
    put('harbor', 'harbor lights')
    index.close()
    for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
    writeFileSync(path, 'no database at all'.repeat(300))
    expect(() => containing('lights')).toThrow()
    index.clear()
    expect(existsSync(path)).toBe(false)
    expect(containing('lights')).toEqual([])
  })

  test('does not exist for an index in memory', () => {
    index = new TextIndex(':memory:')
    put('harbor', 'harbor lights')
    expect([containing('lights'), existsSync(path)]).toEqual([['harbor'], false])
    index.clear()
    expect(containing('lights')).toEqual([])
  })
})
