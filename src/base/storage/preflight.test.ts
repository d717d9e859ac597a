import { Database as Sqlite } from 'bun:sqlite'
import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../platform/files'
import { Database } from './database'
import { DamagedDatabase, DatabaseError } from './migrate'
import { damagedError, damageIn, preflight } from './preflight'
import { isDiskFull } from './write-errors'

const folder = mkdtempSync(join(tmpdir(), 'panelkeep-preflight-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const coded = (code: string, more: ErrorOptions = {}) => Object.assign(new Error(`${code}.`, more), { code })

test('damage is found anywhere in the chain of causes', () => {
  expect(damageIn(damagedError('/a.db', 'page 7'))).toBe('page 7')
  expect(damageIn(coded('SQLITE_CORRUPT_INDEX'))).toBe('SQLITE_CORRUPT_INDEX.')
  expect(damageIn(new Error('No.', { cause: coded('SQLITE_NOTADB') }))).toBe('SQLITE_NOTADB.')
  for (const other of [coded('SQLITE_FULL'), new DatabaseError('newer'), 'SQLITE_CORRUPT', undefined])
    expect(damageIn(other)).toBeUndefined()
})

test('a full disk is found anywhere in the chain of causes', () => {
  expect(isDiskFull(coded('SQLITE_FULL'))).toBe(true)
  expect(isDiskFull(new Error('No.', { cause: coded('SQLITE_FULL') }))).toBe(true)
  for (const other of [coded('SQLITE_BUSY'), new Error('full'), 'SQLITE_FULL', undefined])
    expect(isDiskFull(other)).toBe(false)
})

test('a damaged database names its file, the problem and the solution', () => {
  const error = damagedError('/data/panelkeep.db', 'page 7')
  expect(error).toBeInstanceOf(DamagedDatabase)
  expect(error.message).toMatch(/\/data\/panelkeep\.db is damaged \(page 7\)\. Replace it with a backup/)
})

describe('a file', () => {
  const path = join(folder, 'panelkeep.db')
  const broken = () => {
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
    new Database(path, { publish: () => {} }).close()
    const { size } = statSync(path)
    truncateSync(path, Math.floor(size / 2))
    const { size: cut, mtimeMs } = statSync(path)
    return { size: cut, modifiedMs: mtimeMs }
  }

  test('that does not exist is fine', async () => {
    await preflight(systemFiles, join(folder, 'none.db'))
  })

  test('that is empty, as an interrupted start leaves it, is fine', async () => {
    const empty = join(folder, 'empty.db')
    writeFileSync(empty, '')
    await preflight(systemFiles, empty)
  })

  test('with tables but none of ours is refused', async () => {
    const other = join(folder, 'other.db')
    const raw = new Sqlite(other)
    raw.run('CREATE TABLE recipes (name TEXT)')
    raw.close()
    await expect(preflight(systemFiles, other)).rejects.toThrow('not a database of Panelkeep')
  })

  test('with a journal is left to the opening, and with an empty one it is not', async () => {
    broken()
    writeFileSync(`${path}-wal`, 'x')
    await preflight(systemFiles, path)
    writeFileSync(`${path}-wal`, '')
    expect(preflight(systemFiles, path)).rejects.toThrow('is damaged')
    rmSync(`${path}-wal`)
  })

  test('of another size than at the last stop is checked, whatever its time', async () => {
    const left = broken()
    expect(preflight(systemFiles, path, { ...left, size: left.size + 1 })).rejects.toThrow('is damaged')
  })
})
