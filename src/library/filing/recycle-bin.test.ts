import { afterEach, beforeEach, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import { lineLog } from '../../base/platform/log'
import type { Files } from '../../base/platform/ports'
import { journalAt } from '../../testing/imports/filing'
import { RECYCLE } from './recycle'
import { RecycleBin } from './recycle-bin'
import { addChange, findChange } from './store'

const GIB = 1024 ** 3
let folder: string
let opened: ReturnType<typeof journalAt>
let free: number
let logged: string[]
const kept = (id: string) => join(folder, 'comics', RECYCLE, id, '1.cbr')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-recycle-bin-'))
  opened = journalAt(folder)
  free = 100 * GIB
  logged = []
})
afterEach(() => {
  opened.db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A file kept since now. */
function put(id: string): void {
  mkdirSync(dirname(kept(id)), { recursive: true })
  writeFileSync(kept(id), 'old')
  const batch_id = opened.journal.beginBatch({ kind: 'convert', comic_id: null, title: 'One file converted' })
  const paths = { from_path: '/a', to_path: '/b', kept_path: kept(id) }
  const row = { change_id: id, batch_id, kind: 'replace', state: 'done', file_id: id, ...paths } as const
  opened.db.write((tx) => addChange(tx, { ...row, changed_at: opened.clock.now() }))
}
async function prune(more: Partial<Files> = {}): Promise<void> {
  const files = { ...systemFiles, freeSpace: async () => ({ free, total: 1e12, remote: false }), ...more }
  const { db, clock } = opened
  await new RecycleBin({
    db,
    clock,
    files,
    log: lineLog(clock.now, (line) => logged.push(line)),
    days: () => 30,
  }).prune()
}
const rests = (id: string) => [existsSync(kept(id)), findChange(opened.db.read, id)?.kept_path !== null]

test('an old file is removed after its days and not before, and its row is cleared', async () => {
  put('a')
  await opened.clock.advance('30 d')
  await prune()
  expect(rests('a')).toEqual([true, true])
  await opened.clock.advance('1 s')
  await prune()
  expect(rests('a')).toEqual([false, false])
  expect(existsSync(join(folder, 'comics', RECYCLE))).toBe(false)
})

test('only the files of a full disk are removed after a day, and no sooner', async () => {
  put('a')
  free = 0
  await opened.clock.advance('1 d')
  await prune()
  expect(rests('a')).toEqual([true, true])
  await opened.clock.advance('1 s')
  free = GIB
  await prune()
  expect(rests('a')).toEqual([true, true])
  free = GIB - 1
  await prune()
  expect(rests('a')).toEqual([false, false])
})

test('a disk that does not report its space counts as one with room', async () => {
  put('a')
  await opened.clock.advance('2 d')
  await prune({ freeSpace: () => Promise.reject(new Error('EIO')) })
  expect(rests('a')).toEqual([true, true])
})

test('a file that cannot be removed is retried, and the others are removed', async () => {
  put('a')
  put('b')
  await opened.clock.advance('31 d')
  const remove: Files['remove'] = (path) =>
    path === kept('a') ? Promise.reject(new Error('EACCES')) : systemFiles.remove(path)
  await prune({ remove })
  expect([rests('a'), rests('b')]).toEqual([
    [true, true],
    [false, false],
  ])
  expect(logged).toEqual([expect.stringContaining('old file not removed')])
  await prune()
  expect(rests('a')).toEqual([false, false])
})
