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
import { disk } from '../../testing/disks/disk'
import { fakeClock } from '../../testing/fakes/clock'
import { COPY, copyDatabaseFiles, smallText } from './private-copy'

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

/** Copies a database while `write` runs after each copied file, at most `times` times. */
async function copyWhile(write: () => unknown, times: number): Promise<void> {
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

test('files that change during the copy are copied again', async () => {
  await copyWhile(() => appendFileSync(database, '+'), 2)
  expect(readFileSync(join(to, COPY), 'utf8')).toBe('first++')
})

test.each([
  ['before it was copied', 1],
  ['once it was copied', 2],
])('a journal that disappears %s is not kept from the previous attempt', async (_name, copied) => {
  writeFileSync(`${database}-journal`, 'journal')
  let copies = 0
  await copyWhile(() => ++copies === copied && rmSync(`${database}-journal`), 2)
  expect([readdirSync(to), copies]).toEqual([[COPY], 2])
})

test('a file that exists but cannot be read ends the copy with the reason', async () => {
  const copy = () => Promise.reject(new Error('EACCES'))
  const copied = copyDatabaseFiles({ files: { ...disk, copy }, clock: fakeClock(), database, to })
  await expect(copied).rejects.toThrow('EACCES')
})

test.each([
  ['is read, wrong bytes as U+FFFD', Uint8Array.of(0x61, 0xff), 'a\ufffd'],
  ['of 4 MB is read', new Uint8Array(4 * 1024 * 1024), '\0'.repeat(4 * 1024 * 1024)],
  ['that is larger is not read', new Uint8Array(4 * 1024 * 1024 + 1), undefined],
  ['that is missing is undefined', undefined, undefined],
])('a small text %s', async (_name, bytes, text) => {
  const path = join(folder, 'config.ini')
  if (bytes) writeFileSync(path, bytes)
  expect((await smallText(disk, path)) === text).toBe(true)
  expect(await smallText(disk, folder)).toBeUndefined()
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

test('a database that never stays unchanged is refused with advice', async () => {
  const copied = copyWhile(() => appendFileSync(database, '+'), 100)
  await expect(copied).rejects.toThrow('Stop the program that uses it')
})
