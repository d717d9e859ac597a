import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from './digest'
import { systemFiles } from './files'
import { FolderLost, watchFolder } from './watch'

const folder = mkdtempSync(join(tmpdir(), 'panelkeep-copy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)

test('a copy is the same to the last byte, and returns its hash', async () => {
  const bytes = new Uint8Array(2_500_000).map((_, index) => (index * 31) % 251)
  writeFileSync(at('a'), bytes)
  writeFileSync(at('b'), 'something longer that was there before')
  expect(await systemFiles.copy(at('a'), at('b'))).toBe(sha256(bytes))
  expect(await systemFiles.hash(at('b'))).toBe(sha256(bytes))
  expect(readFileSync(at('b')).equals(Buffer.from(bytes))).toBe(true)
})

test('copying a missing file creates nothing', async () => {
  await expect(systemFiles.hash(at('none'))).rejects.toThrow()
  await expect(systemFiles.copy(at('none'), at('out'))).rejects.toThrow()
})

test('a name is given once: an existing file stays', async () => {
  writeFileSync(at('new'), 'new')
  expect(await systemFiles.place(at('new'), at('c'))).toBe(true)
  expect(existsSync(at('new'))).toBe(false)
  writeFileSync(at('newer'), 'newer')
  expect(await systemFiles.place(at('newer'), at('c'))).toBe(false)
  expect([readFileSync(at('c'), 'utf8'), readFileSync(at('newer'), 'utf8')]).toEqual(['new', 'newer'])
  await expect(systemFiles.place(at('gone'), at('d'))).rejects.toThrow()
})

test('a watched folder reports files in later folders, not names that begin with a dot', async () => {
  mkdirSync(at('watched'))
  const stop = new AbortController()
  let started = Promise.withResolvers<void>()
  let count = 0
  const watching = systemFiles.watch(
    at('watched'),
    () => {
      count += 1
      started.resolve()
    },
    stop.signal,
  )
  writeFileSync(at('watched/.half.part'), 'x')
  mkdirSync(at('watched/inside'))
  await started.promise
  started = Promise.withResolvers()
  writeFileSync(at('watched/inside/a.cbz'), 'x')
  await started.promise
  stop.abort()
  await watching
  expect(count).toBeGreaterThan(1)
})

test('a missing folder cannot be watched', async () => {
  const watching = systemFiles.watch(at('nowhere'), () => {}, new AbortController().signal)
  await expect(watching).rejects.toBeInstanceOf(FolderLost)
})

test('a watched folder that is removed or replaced is lost', async () => {
  for (const [name, takeItsPlace] of [['goes', false] as const, ['replaced', true] as const]) {
    mkdirSync(at(name))
    const watching = watchFolder(at(name), () => {}, new AbortController().signal, 5)
    renameSync(at(name), at(`${name} before`))
    if (takeItsPlace) mkdirSync(at(name))
    await expect(watching).rejects.toBeInstanceOf(FolderLost)
  }
})

test('a file is extended from where it stopped, and bytes after that offset are cut off', async () => {
  writeFileSync(at('part'), 'begun, and then rubbish')
  const written = (text: string) => async (write: (bytes: Uint8Array) => Promise<void>) => write(Buffer.from(text))
  await systemFiles.extend(at('part'), 5, written(' and done'))
  expect(readFileSync(at('part'), 'utf8')).toBe('begun and done')
  await systemFiles.extend(at('part'), 0, written('anew'))
  expect(readFileSync(at('part'), 'utf8')).toBe('anew')
  await expect(systemFiles.extend(at('part'), 5, written('beyond its end'))).rejects.toThrow()
  expect(readFileSync(at('part'), 'utf8')).toBe('anew')
})

test('files are hashed with other algorithms too', async () => {
  writeFileSync(at('named'), 'abc')
  expect(await systemFiles.hash(at('named'), 'md5')).toBe('900150983cd24fb0d6963f7d28e17f72')
  expect(await systemFiles.hash(at('named'), 'sha1')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d')
})
