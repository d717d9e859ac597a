import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { journalAt } from '../../testing/imports/filing'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileWithId } from '../series/file-store'
import { RECYCLE } from './recycle'
import { changesOf, findChange, setChange } from './store'

/** Undo of single changes: where the file returns to, and what prevents it. */

const WHEN = 1_760_000_000_000
let folder: string
let opened: ReturnType<typeof journalAt>
const at = (path: string) => join(folder, 'comics', path)
function put(path: string, text = 'comic', when = WHEN): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
  utimesSync(at(path), when / 1000, when / 1000)
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-take-back-'))
  opened = journalAt(folder)
  makeSeries(opened.db)
  makeIssues(opened.db, 'harbor', [1])
  put('a/1.cbz')
  makeFile(opened.db, { file_id: 'f', path: at('a/1.cbz'), issues: ['harbor-1'], size: 5, modified_ms: WHEN })
})
afterEach(() => {
  opened.db.close()
  rmSync(folder, { recursive: true, force: true })
})
function reopen(more: Partial<Files>): void {
  opened.db.close()
  opened = journalAt(folder, { ...systemFiles, ...more })
}

const begin = () => opened.journal.beginBatch({ kind: 'convert', comic_id: 'harbor', title: 'One file changed' })
const NEW = 'the new bytes'
const about = { format: 'cbz', page_count: 1, cover_page: 0 } as const
const request = {
  file_id: 'f',
  make: (temp: string) => systemFiles.write(temp, NEW),
  verify: async () => {},
  facts: about,
}
async function replaced(to?: string): Promise<string> {
  const batch = begin()
  await opened.journal.replaceFile(batch, { ...request, to })
  return batch
}
async function noted(): Promise<string> {
  const batch = begin()
  await opened.journal.writeMetadata(batch, { ...request, before_notes: {} })
  return batch
}
async function moved(to: string): Promise<string> {
  const batch = begin()
  await opened.journal.moveFile(batch, { file_id: 'f', to: at(to) })
  return batch
}
function arrived(from: string, returns: boolean): string {
  const batch = begin()
  const row = { file_id: 'f', from: at(from), to: at('a/1.cbz'), returns, size: 5, modified_ms: WHEN }
  opened.db.write((tx) => opened.journal.recordImport(tx, batch, row))
  return batch
}
const renote = (_path: string, _notes: unknown, temp: string) => systemFiles.write(temp, 'comic')
const undo = (batch: string) => opened.journal.undoBatch(batch, renote)
const why = async (batch: string) => (await undo(batch)).failed[0]?.error
const change = (batch: string) => changesOf(opened.db.read, batch)[0]!
const row = () => fileWithId(opened.db.read, 'f')

describe('a file that came from outside', () => {
  test('returns to where it was moved from', async () => {
    const batch = arrived('inbox/one.cbz', true)
    expect((await undo(batch)).undone).toBe(1)
    expect([existsSync(at('inbox/one.cbz')), existsSync(at('a/1.cbz'))]).toEqual([true, false])
    expect(change(batch)).toMatchObject({ state: 'undone', kept_path: null, after_size: 5 })
  })

  test('moves to the recycle folder when another file is there by now', async () => {
    const batch = arrived('inbox/one.cbz', true)
    put('inbox/one.cbz', 'other')
    expect((await undo(batch)).undone).toBe(1)
    expect(readFileSync(at('inbox/one.cbz'), 'utf8')).toBe('other')
    expect(change(batch).kept_path).toBe(at(`${RECYCLE}/${change(batch).change_id}/1.cbz`))
  })

  test('moves to the recycle folder when it was copied, even if its source is gone', async () => {
    const batch = arrived('inbox/one.cbz', false)
    expect((await undo(batch)).undone).toBe(1)
    expect([existsSync(at('inbox/one.cbz')), readFileSync(change(batch).kept_path!, 'utf8')]).toEqual([false, 'comic'])
  })

  test('is undone from its current path', async () => {
    const batch = arrived('inbox/one.cbz', true)
    await moved('b/renamed.cbz')
    expect((await undo(batch)).undone).toBe(1)
    expect([existsSync(at('inbox/one.cbz')), existsSync(at('b/renamed.cbz'))]).toEqual([true, false])
    expect(change(batch).to_path).toBe(at('b/renamed.cbz'))
  })

  test('is undone even though it changed since', async () => {
    const batch = arrived('inbox/one.cbz', true)
    put('a/1.cbz', 'changed since')
    expect((await undo(batch)).undone).toBe(1)
    expect(readFileSync(at('inbox/one.cbz'), 'utf8')).toBe('changed since')
  })

  test('stays when there is no room to keep it', async () => {
    reopen({ makeFolder: () => Promise.reject(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })) })
    const batch = arrived('inbox/one.cbz', false)
    expect(await why(batch)).toContain(`The disk of ${at('a')} is full.`)
    expect([change(batch).state, existsSync(at('a/1.cbz'))]).toEqual(['done', true])
  })

  test('that the library no longer has is left alone', async () => {
    const batch = arrived('inbox/one.cbz', true)
    opened.db.write((tx) => tx.run('delete from files' as never))
    expect(await why(batch)).toBe('The file is no longer in the library.')
    expect([change(batch).state, existsSync(at('a/1.cbz'))]).toEqual(['undo_failed', true])
  })
})

describe('a move', () => {
  test('returns the file as it is now, and drops the hash of an old copy', async () => {
    const batch = await moved('b/1.cbz')
    put('b/1.cbz', 'changed since')
    opened.db.write((tx) => setChange(tx, change(batch).change_id, { after_hash: 'old', error: 'once' }))
    expect((await undo(batch)).undone).toBe(1)
    expect(readFileSync(at('a/1.cbz'), 'utf8')).toBe('changed since')
    expect(change(batch)).toMatchObject({
      state: 'undone',
      error: null,
      after_size: 'changed since'.length,
      after_modified_ms: WHEN,
      after_hash: null,
      temp_path: null,
      from_path: at('a/1.cbz'),
      to_path: at('b/1.cbz'),
    })
  })

  test('is left alone when the file is elsewhere by now', async () => {
    const batch = await moved('b/1.cbz')
    await moved('c/1.cbz')
    expect(await why(batch)).toBe(`The file is at ${at('c/1.cbz')} now. Undo the later changes first.`)
    expect(existsSync(at('c/1.cbz'))).toBe(true)
  })

  test('of a file beside comics needs no row', async () => {
    put('a/cover.jpg')
    const batch = begin()
    const { size, mtimeMs } = statSync(at('a/cover.jpg'))
    const paths = { from: at('a/cover.jpg'), to: at('b/cover.jpg') }
    opened.journal.planMoves(batch, [{ file_id: '', ...paths, size, modified_ms: mtimeMs }])
    await opened.journal.runPlannedMove(change(batch))
    expect((await undo(batch)).undone).toBe(1)
    expect(existsSync(at('a/cover.jpg'))).toBe(true)
  })
})

describe('replaced bytes', () => {
  test('are removed, and the old ones return through the temporary name of the change', async () => {
    const batch = await replaced()
    expect((await undo(batch)).undone).toBe(1)
    expect([readFileSync(at('a/1.cbz'), 'utf8'), row()?.size]).toEqual(['comic', 5])
    expect(change(batch)).toMatchObject({ state: 'undone', from_path: at('a/1.cbz'), to_path: at('a/1.cbz') })
  })

  test('stay when the old file is no longer kept', async () => {
    const batch = await replaced()
    opened.db.write((tx) => setChange(tx, change(batch).change_id, { kept_path: null }))
    expect(await why(batch)).toBe('The original file is no longer in the recycle folder.')
    expect(readFileSync(at('a/1.cbz'), 'utf8')).toBe(NEW)
  })

  test('stay when the file is elsewhere by now', async () => {
    const batch = await replaced(at('a/1.cbr'))
    await moved('b/1.cbr')
    expect(await why(batch)).toContain(`The file is at ${at('b/1.cbr')} now.`)
  })

  test.each<[string, () => void]>([
    ['size', () => put('a/1.cbz', 'longer than that', statSync(at('a/1.cbz')).mtimeMs)],
    ['time', () => put('a/1.cbz', NEW, WHEN - 60_000)],
  ])('stay when the file has another %s since', async (_what, touch) => {
    for (const make of [replaced, noted]) {
      const batch = await make()
      touch()
      const text = readFileSync(at('a/1.cbz'), 'utf8')
      expect(await why(batch)).toBe('The file has changed since. Undo the later changes first.')
      expect(readFileSync(at('a/1.cbz'), 'utf8')).toBe(text)
    }
  })
})

describe('metadata', () => {
  test("is restored at the file's current path", async () => {
    const batch = await noted()
    await moved('b/1.cbz')
    expect((await undo(batch)).undone).toBe(1)
    expect(readFileSync(at('b/1.cbz'), 'utf8')).toBe('comic')
    expect(change(batch)).toMatchObject({ from_path: at('b/1.cbz'), to_path: at('b/1.cbz'), temp_path: null })
  })

  test('stays while the file is being changed', async () => {
    const batch = await noted()
    const begun = Promise.withResolvers<void>()
    const making = Promise.withResolvers<void>()
    const make = async (temp: string) => {
      begun.resolve()
      await making.promise
      await request.make(temp)
    }
    const noting = opened.journal.writeMetadata(begin(), { ...request, make, before_notes: {} })
    await begun.promise
    const { change_id } = change(batch)
    expect(await why(batch)).toContain('is being changed already')
    expect(findChange(opened.db.read, change_id)?.state).toBe('done')
    making.resolve()
    await noting
  })
})
