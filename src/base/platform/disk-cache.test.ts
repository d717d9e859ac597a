import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DiskCache } from './disk-cache'

let folder: string
let cache: DiskCache
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-cache-'))
  cache = new DiskCache(join(folder, 'covers'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const bytes = (count: number) => new Uint8Array(count).fill(1)
const lastUsed = (name: string, day: number) => {
  const time = new Date(Date.UTC(2026, 0, day))
  utimesSync(join(folder, 'covers', name), time, time)
}

test('a stored file stays until the folder is deleted', async () => {
  await cache.put('ab/one.jpg', bytes(10))
  expect(await cache.get('ab/one.jpg')).toHaveLength(10)
  rmSync(join(folder, 'covers'), { recursive: true })
  expect(await cache.get('ab/one.jpg')).toBeUndefined()
  expect(await cache.tidy(0)).toEqual({ files: 0, bytes: 0, removed: 0 })
})

test('tidying drops the least recently used and stops at the limit', async () => {
  for (const [index, name] of ['a/1', 'a/2', 'b/3'].entries()) {
    await cache.put(name, bytes(100))
    lastUsed(name, index + 1)
  }
  await cache.get('a/1')
  expect(await cache.tidy(250)).toEqual({ files: 2, bytes: 200, removed: 1 })
  expect(await cache.get('a/2')).toBeUndefined()
  expect(await cache.get('a/1')).toHaveLength(100)
})

test('an interrupted write is removed after an hour', async () => {
  await cache.put('a/1', bytes(1))
  writeFileSync(join(folder, 'covers/a/.9-1.tmp'), 'half')
  await cache.tidy(1000)
  expect(existsSync(join(folder, 'covers/a/.9-1.tmp'))).toBe(true)
  lastUsed('a/.9-1.tmp', 1)
  expect(await cache.tidy(1000)).toEqual({ files: 1, bytes: 1, removed: 0 })
  expect(existsSync(join(folder, 'covers/a/.9-1.tmp'))).toBe(false)
})
