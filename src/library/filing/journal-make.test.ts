import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { journalAt } from '../../testing/imports/filing'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileWithId } from '../series/file-store'
import { changesOf } from './store'

/** New bytes for a file: written, checked and read before the old file is touched. */

let folder: string
let opened: ReturnType<typeof journalAt>
const at = (path: string) => join(folder, 'comics', path)
function put(path: string, text = 'comic'): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
}
const facts = (path: string) => {
  const { size, mtimeMs } = statSync(at(path))
  return { size, modified_ms: Math.trunc(mtimeMs) }
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-journal-make-'))
  opened = journalAt(folder)
  makeSeries(opened.db)
  const ids = makeIssues(opened.db, 'harbor', [1, 2, 3])
  for (const n of [1, 2, 3]) {
    put(`a/${n}.cbz`)
    makeFile(opened.db, { file_id: `f${n}`, path: at(`a/${n}.cbz`), issues: [ids[n - 1]!], ...facts(`a/${n}.cbz`) })
  }
})
afterEach(() => {
  opened.db.close()
  rmSync(folder, { recursive: true, force: true })
})
function reopen(more: Partial<Files>): void {
  opened.db.close()
  opened = journalAt(folder, { ...systemFiles, ...more })
}

const begin = (more: object = {}) =>
  opened.journal.beginBatch({ kind: 'rename', comic_id: 'harbor', title: 'Files moved', ...more })
const changes = (batch: string) => changesOf(opened.db.read, batch)
const states = (batch: string) => changes(batch).map(({ state }) => state)
const make = (temp: string) => systemFiles.write(temp, 'other bytes')
const about = { format: 'cbz', page_count: 1, cover_page: 0 } as const
const replace = (batch: string, more: object = {}) =>
  opened.journal.replaceFile(batch, { file_id: 'f1', make, verify: async () => {}, facts: about, ...more })
const note = (batch: string, more: object = {}) =>
  opened.journal.writeMetadata(batch, { file_id: 'f1', make, verify: async () => {}, before_notes: {}, ...more })
describe('new bytes', () => {
  test.each<[string, typeof replace]>([
    ['a replacement', replace],
    ['new notes', note],
  ])('are not written in place of a file that they were not made from: %s', async (_what, act) => {
    const was = facts('a/1.cbz')
    put('a/1.cbz', 'changed meanwhile')
    const batch = begin({ kind: 'convert' })
    await expect(act(batch, { was })).rejects.toThrow('changed in the meantime')
    expect(readFileSync(at('a/1.cbz'), 'utf8')).toBe('changed meanwhile')
    expect(changes(batch)).toEqual([])
    await act(batch, { was: facts('a/1.cbz') })
    expect(readFileSync(at('a/1.cbz'), 'utf8')).toBe('other bytes')
  })

  test.each<[string, typeof replace]>([
    ['a replacement', replace],
    ['new notes', note],
  ])('are written in a new folder, checked and read: %s', async (_what, act) => {
    const batch = begin({ kind: 'convert' })
    const temps: [string, boolean][] = []
    const verify = async (temp: string) => {
      temps.push([temp, existsSync(temp)])
      expect(changes(batch)[0]).toMatchObject({ temp_path: temp, state: 'started' })
    }
    const before = fileWithId(opened.db.read, 'f1')!
    await act(batch, { verify })
    const { format, page_count, cover_page, content_hash } = before
    expect(changes(batch)[0]).toMatchObject({
      state: 'done',
      temp_path: null,
      before_size: 5,
      after_size: 'other bytes'.length,
      before_file: { format, page_count, cover_page, content_hash },
    })
    expect(temps).toMatchObject([[expect.stringContaining('.panelkeep-'), true]])
  })

  test('are written into a folder that does not exist yet', async () => {
    await replace(begin({ kind: 'convert' }), { to: at('new/folder/1.cbz') })
    expect(readFileSync(at('new/folder/1.cbz'), 'utf8')).toBe('other bytes')
  })

  test('of a file that the library does not have are refused before anything is recorded', async () => {
    const batch = begin()
    await expect(replace(batch, { file_id: 'gone' })).rejects.toThrow('The file is no longer in the library.')
    expect(changes(batch)).toEqual([])
  })

  test('that could not be made leave nothing, and the old file unchanged', async () => {
    const batch = begin({ kind: 'convert' })
    const broken = async (temp: string) => {
      await make(temp)
      throw new Error('broken')
    }
    await expect(replace(batch, { make: broken })).rejects.toThrow('broken')
    expect(states(batch)).toEqual(['failed'])
    expect(readdirSync(at('a')).sort()).toEqual(['1.cbz', '2.cbz', '3.cbz'])
  })

  test('leave nothing when there is no room to keep the old file', async () => {
    reopen({
      makeFolder: (folder, mode) =>
        folder.includes('recycle') ? Promise.reject(new Error('EACCES')) : systemFiles.makeFolder(folder, mode),
    })
    const batch = begin({ kind: 'convert' })
    await expect(replace(batch)).rejects.toThrow('EACCES')
    expect([states(batch), readFileSync(at('a/1.cbz'), 'utf8')]).toEqual([['failed'], 'comic'])
    expect(readdirSync(at('a')).sort()).toEqual(['1.cbz', '2.cbz', '3.cbz'])
  })
})
