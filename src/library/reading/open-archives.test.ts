import { beforeEach, expect, test } from 'bun:test'
import type { Unpacker } from '../../base/formats/helper/unpacker'
import { memoryFiles } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { OpenArchives } from './open-archives'

let clock: FakeClock
let archives: OpenArchives
let opened: string[]
let closed: string[]
let content: Record<string, Uint8Array>

beforeEach(() => {
  clock = fakeClock()
  opened = []
  closed = []
  content = Object.fromEntries([...'abcdefg'].map((name) => [name, makeCbz(makePages(2))]))
  const open = async (path: string) => {
    opened.push(path)
    const file = await memoryFiles(content).open(path)
    return { ...file, close: async () => void closed.push(path) }
  }
  archives = new OpenArchives({ files: { open }, unpacker: {} as Unpacker, clock })
})

const pages = (path: string, version = '1') => archives.with(path, version, async (archive) => archive.pages.length)

test('a file stays open between two pages and closes when no more pages are read', async () => {
  expect(await pages('a')).toBe(2)
  await clock.advance('20 s')
  await pages('a')
  await clock.advance('20 s')
  expect([opened, closed]).toEqual([['a'], []])
  await clock.advance('11 s')
  expect(closed).toEqual(['a'])
  await pages('a')
  expect(opened).toEqual(['a', 'a'])
})

test('simultaneous readers share one open file', async () => {
  await Promise.all([pages('a'), pages('a'), pages('a')])
  expect(opened).toEqual(['a'])
})

test('only a few stay open: the least recently used closes first', async () => {
  for (const path of 'abcdaef') await pages(path)
  expect(closed).toEqual(['b', 'c'])
})

test('a file in use is not closed', async () => {
  let finish = () => {}
  const slow = archives.with('a', '1', () => new Promise<void>((resolve) => (finish = resolve)))
  for (const path of 'bcdef') await pages(path)
  await archives.close()
  await clock.advance('1 min')
  expect(closed).not.toContain('a')
  finish()
  await slow
  await clock.advance('1 s')
  expect(closed.toSorted()).toEqual([...'abcdef'])
})

test('a file in use stays open for the next reader, however many others are opened', async () => {
  let finish = () => {}
  const slow = archives.with('a', '1', () => new Promise<void>((resolve) => (finish = resolve)))
  for (const path of 'bcdefg') await pages(path)
  await pages('a')
  expect(opened.filter((path) => path === 'a')).toEqual(['a'])
  finish()
  await slow
})

test('nothing stays open after close', async () => {
  await archives.close()
  await pages('a')
  await clock.advance('1 s')
  expect(closed).toEqual(['a'])
})

test('a file that changed is opened again', async () => {
  await pages('a')
  await pages('a', '2')
  expect(opened).toEqual(['a', 'a'])
})

test('a file that did not open is tried again', async () => {
  content.a = Buffer.from('nothing')
  expect(pages('a')).rejects.toThrow('not a ZIP, a RAR')
  content.a = content.b!
  await clock.advance('1 s')
  expect(await pages('a')).toBe(2)
})

test('background work waits until the file has not been read for a moment', async () => {
  const done: string[] = []
  const later = (path: string) =>
    archives
      .inBackground(path, '1', async () => void done.push(path))
      .catch((error: Error) => void done.push(error.message))
  await pages('a')
  void later('a')
  await later('b')
  await clock.advance('1 s')
  await pages('a')
  await clock.advance('1 s')
  expect(done).toEqual(['b'])
  await clock.advance('1 s')
  expect(done).toEqual(['b', 'a'])
  await pages('a')
  const waiting = later('a')
  await archives.close()
  await waiting
  expect(done).toEqual(['b', 'a', 'Panelkeep is closing.'])
})

test('background work waits while a page is being read, and for a moment after it', async () => {
  const [begun, page] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const reading = archives.with('a', '1', () => {
    begun.resolve()
    return page.promise
  })
  await begun.promise
  let isDone = false
  const later = archives.inBackground('a', '1', async () => {
    isDone = true
  })
  await clock.advance('1 s')
  expect(isDone).toBe(false)
  page.resolve()
  await reading
  await clock.advance('1 s')
  expect(isDone).toBe(false)
  await clock.advance('1 s')
  await later
  expect(isDone).toBe(true)
})
