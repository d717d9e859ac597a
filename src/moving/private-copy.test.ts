import { afterEach, beforeEach, expect, test } from 'bun:test'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from '../testing/disk'
import { fakeClock } from '../testing/fakes/clock'
import { COPY, copyDatabaseFiles } from './private-copy'

let folder: string
let database: string
let to: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-copy-'))
  database = join(folder, 'mylar.db')
  to = join(folder, 'copy')
  mkdirSync(to)
  writeFileSync(database, 'first')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Copies while `write` runs after each file that was copied, `times` times at most. */
async function copyWhile(write: () => void, times: number): Promise<void> {
  const clock = { ...fakeClock(), after: async () => {} }
  const files = {
    ...disk,
    async copy(from: string, target: string) {
      const hash = await disk.copy(from, target)
      if (times-- > 0) write()
      return hash
    },
  }
  await copyDatabaseFiles({ files, clock, database, to })
}

test('a database is copied with its journals under one name', async () => {
  writeFileSync(`${database}-wal`, 'log')
  writeFileSync(`${database}-shm`, 'memory')
  await copyWhile(() => {}, 0)
  expect(readdirSync(to).sort()).toEqual([COPY, `${COPY}-wal`])
})

test('what changed while it was read is read again', async () => {
  await copyWhile(() => appendFileSync(database, '+'), 2)
  expect(readFileSync(join(to, COPY), 'utf8')).toBe('first++')
})

test('a journal that went away meanwhile is not kept from the try before', async () => {
  writeFileSync(`${database}-journal`, 'journal')
  await copyWhile(() => rmSync(`${database}-journal`, { force: true }), 1)
  expect(readdirSync(to)).toEqual([COPY])
})

test('a change of the same size within one tick of the clock is noticed', async () => {
  const { atime, mtime } = statSync(database)
  const writeInTick = () => {
    writeFileSync(database, 'later')
    utimesSync(database, atime, mtime)
  }
  await copyWhile(writeInTick, 1)
  expect(readFileSync(join(to, COPY), 'utf8')).toBe('later')
})

test('a database that never rests is refused with what helps', async () => {
  const copied = copyWhile(() => appendFileSync(database, '+'), 100)
  await expect(copied).rejects.toThrow('Stop the program that uses it')
})
