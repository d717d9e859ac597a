import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { journalAt, otherDisk } from '../../testing/imports/filing'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { type FileContent, fileWithId } from '../series/file-store'
import { findIssue } from '../series/store'
import { type ChangeStep, changeStep, type MetadataRestorer } from './change-steps'
import { type Direction, FileRows } from './changes'
import { addChange, type FileChangeRow, findChange } from './store'

/** Single changes: how each is run, how it is recognised after a crash, and what the rows say then. */

const WHEN = 1_760_000_000_000
const OLD = 'the old bytes'
const NEW = 'the new ones'
const content = (content_hash: string): FileContent => ({ format: 'cbz', page_count: 3, cover_page: 1, content_hash })
const before = { before_size: OLD.length, before_modified_ms: WHEN, before_file: content('old') }
const after = { after_size: NEW.length, after_modified_ms: WHEN, after_file: content('new') }

let folder: string
let opened: ReturnType<typeof journalAt>
const at = (path: string) => join(folder, 'comics', path)
function put(path: string, text: string, when = WHEN): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text)
  utimesSync(at(path), when / 1000, when / 1000)
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-acts-'))
  opened = journalAt(folder)
  makeSeries(opened.db)
  makeIssues(opened.db, 'harbor', [1])
  makeFile(opened.db, { file_id: 'f', path: at('a/1.cbr'), issues: ['harbor-1'], size: 1, modified_ms: 1 })
})
afterEach(() => {
  opened.db.close()
  rmSync(folder, { recursive: true, force: true })
})

function change(kind: FileChangeRow['kind'], more: Partial<FileChangeRow> = {}): FileChangeRow {
  const batch_id = opened.journal.beginBatch({ kind: 'rename', comic_id: 'harbor', title: 'One file changed' })
  const paths = { from_path: at('a/1.cbr'), to_path: at('b/1.cbr') }
  const row = { change_id: 'c', batch_id, kind, state: 'started' as const, file_id: 'f', ...paths, ...more }
  return opened.db.write((tx) => addChange(tx, row))
}
const act = (
  it: FileChangeRow,
  direction: Direction,
  files: Files = systemFiles,
  renote?: MetadataRestorer,
): ChangeStep => {
  const rows = new FileRows({ clock: opened.clock, files, follow: () => {} })
  return changeStep(it, direction, { db: opened.db, files, rows }, renote)
}
const row = () => fileWithId(opened.db.read, 'f')!
/** Writes the rows of a finished change. */
async function arrived(it: ChangeStep): Promise<Partial<FileChangeRow>> {
  const write = await it.writeDone()
  return opened.db.write(write)
}
async function returned(it: ChangeStep): Promise<void> {
  const write = await it.writeReverted()
  opened.db.write(write)
}
const here = () =>
  Object.fromEntries(
    readdirSync(at('.'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(at('.').length + 1), readFileSync(path, 'utf8')]),
  )
/** A disk that loses power while it works on `path`. */
const emptyDisk = { list: () => Promise.resolve([]) }

describe('a move', () => {
  const move = () => change('move', { ...before })

  test('is recorded as soon as the file has its name, and again with its facts', async () => {
    put('a/1.cbr', OLD)
    const it = act(move(), 'apply')
    await it.run()
    expect([here(), row().path]).toEqual([{ 'b/1.cbr': OLD }, at('b/1.cbr')])
    utimesSync(at('b/1.cbr'), 1, 1)
    opened.db.write((tx) => tx.run(`update files set size = ${OLD.length}, modified_ms = ${WHEN}` as never))
    await arrived(it)
    expect(row()).toMatchObject({ path: at('b/1.cbr'), size: OLD.length, modified_ms: 1000 })
  })

  test('to another disk stores the hash of the copy, which identifies the copy later', async () => {
    put('a/1.cbr', OLD)
    const it = act(
      move(),
      'apply',
      otherDisk(systemFiles, (path) => path.startsWith(at('b'))),
    )
    await it.run()
    expect(findChange(opened.db.read, 'c')?.after_hash).toBe(await systemFiles.hash(at('b/1.cbr')))
    put('a/1.cbr', OLD)
    expect([await it.settle(), here()]).toEqual(['at_target', { 'b/1.cbr': OLD }])
  })

  test('whose file did not move reports it', async () => {
    put('a/1.cbr', OLD)
    await returned(act(move(), 'apply'))
    expect(row()).toMatchObject({ path: at('a/1.cbr') })
    opened.db.write((tx) => tx.run(`update files set path = '${at('b/1.cbr')}'` as never))
    await returned(act(findChange(opened.db.read, 'c')!, 'apply'))
    expect(row()).toMatchObject({ path: at('a/1.cbr') })
  })
})

describe('a file from outside that is removed from the library', () => {
  const KEPT = '.panelkeep-recycle/c/1.cbr'
  const arrive = (kept: string) => change('arrive', { kept_path: at(kept), ...after, after_size: OLD.length })

  test('is kept in the recycle folder', async () => {
    put('b/1.cbr', OLD)
    mkdirSync(dirname(at(KEPT)), { recursive: true })
    const it = act(arrive(KEPT), 'undo')
    await it.run()
    expect([here(), await it.settle()]).toEqual([{ [KEPT]: OLD }, 'at_target'])
    expect(await arrived(it)).toEqual({})
    expect([row().gone_at, findIssue(opened.db.read, 'harbor-1')?.intent]).toEqual([opened.clock.now(), 'wanted'])
  })

  test('does not overwrite another kept file', async () => {
    put('b/1.cbr', OLD)
    put(KEPT, 'other')
    await expect(act(arrive(KEPT), 'undo').run()).rejects.toThrow(`${at(KEPT)} already exists`)
    expect(here()).toEqual({ 'b/1.cbr': OLD, [KEPT]: 'other' })
  })

  test.each<[string, Record<string, string>, Partial<Files>, string]>([
    ['still in the library', { 'b/1.cbr': OLD }, {}, 'at_source'],
    ['in the recycle folder', { [KEPT]: OLD }, {}, 'at_target'],
    ['at neither place', { 'b/2.cbr': 'other' }, {}, 'lost'],
    ['on a disk that is away', {}, emptyDisk, 'away'],
  ])('%s when the process ended is found there', async (_where, found, more, where) => {
    for (const [path, text] of Object.entries(found)) put(path, text)
    const it = act(arrive(KEPT), 'undo', { ...systemFiles, ...more })
    expect(await it.settle()).toBe(where as never)
    expect(here()).toEqual(found)
    await returned(it)
    expect(row()).toMatchObject({ gone_at: null })
  })

  test('returns to where it was moved from, where nothing prunes it', async () => {
    put('b/1.cbr', OLD)
    const it = act(arrive('a/1.cbr'), 'undo')
    await it.run()
    expect([here(), await it.settle()]).toEqual([{ 'a/1.cbr': OLD }, 'at_target'])
    expect(await arrived(it)).toEqual({ kept_path: null })
    expect(row().gone_at).toBe(opened.clock.now())
  })

  test('is found on another disk by the hash of its copy', async () => {
    put('b/1.cbr', OLD)
    const it = act(
      arrive('a/1.cbr'),
      'undo',
      otherDisk(systemFiles, (path) => path.startsWith(at('b'))),
    )
    await it.run()
    put('b/1.cbr', OLD)
    expect([await it.settle(), here()]).toEqual(['at_target', { 'a/1.cbr': OLD }])
    rmSync(at('a/1.cbr'))
    put('b/1.cbr', OLD)
    expect(await it.settle()).toBe('at_source')
    await returned(it)
    expect(row().gone_at).toBeNull()
  })
})

describe('a file of a series that is deleted', () => {
  const KEPT = 'a/.recycle/c/1.cbr'
  const recycle = (kept: string | null = at(KEPT)) =>
    change('recycle', { to_path: kept ?? at('a/1.cbr'), kept_path: kept, ...before })

  test('is moved to the recycle folder, and back', async () => {
    put('a/1.cbr', OLD)
    mkdirSync(dirname(at(KEPT)), { recursive: true })
    const it = act(recycle(), 'apply')
    expect(await it.settle()).toBe('at_source')
    await it.run()
    expect([await it.settle(), here()]).toEqual(['at_target', { [KEPT]: OLD }])
    const back = act(findChange(opened.db.read, 'c')!, 'undo')
    await back.run()
    expect([await back.settle(), here()]).toEqual(['at_target', { 'a/1.cbr': OLD }])
    expect(await arrived(back)).toEqual({ kept_path: null })
    expect(existsSync(dirname(at(KEPT)))).toBe(false)
  })

  test('stays when the name in the recycle folder is taken', async () => {
    put('a/1.cbr', OLD)
    put(KEPT, NEW)
    expect(act(recycle(), 'apply').run()).rejects.toThrow('already exists')
    expect(here()).toEqual({ 'a/1.cbr': OLD, [KEPT]: NEW })
  })

  test('stays when a crash happened before it had a place in the recycle folder', async () => {
    put('a/1.cbr', OLD)
    const it = act(recycle(null), 'apply')
    expect(it.run()).rejects.toThrow(at('a/1.cbr'))
    expect([await it.settle(), here()]).toEqual(['at_source', { 'a/1.cbr': OLD }])
  })

  test('does not overwrite a newer file on return', async () => {
    put('a/1.cbr', NEW)
    put(KEPT, OLD)
    expect(act(recycle(), 'undo').run()).rejects.toThrow('already exists')
    expect(here()).toEqual({ 'a/1.cbr': NEW, [KEPT]: OLD })
  })
})

describe('a replaced file', () => {
  const KEPT = '.panelkeep-recycle/c/1.cbr'
  const replace = (more: Partial<FileChangeRow> = {}) =>
    change('replace', { kept_path: at(KEPT), temp_path: at('b/.part'), ...before, ...after, ...more })
  const rest = () => mkdirSync(dirname(at(KEPT)), { recursive: true })

  test('is in the library as soon as it has its name, and again with its facts', async () => {
    put('a/1.cbr', OLD)
    put('b/.part', NEW)
    rest()
    const it = act(replace(), 'apply')
    await it.run()
    expect(here()).toEqual({ 'b/1.cbr': NEW, [KEPT]: OLD })
    expect(row()).toMatchObject({ path: at('b/1.cbr'), size: NEW.length, modified_ms: WHEN, ...content('new') })
    utimesSync(at('b/1.cbr'), 1, 1)
    expect(await arrived(it)).toEqual({ temp_path: null })
    expect(row()).toMatchObject({ modified_ms: 1000, content_hash: 'new' })
  })

  test('whose change failed has its old facts, and no folder of the change is left', async () => {
    put('a/1.cbr', OLD)
    rest()
    await returned(act(replace(), 'apply'))
    expect(row()).toMatchObject({ path: at('a/1.cbr'), size: OLD.length, modified_ms: WHEN, ...content('old') })
    expect(existsSync(at('.panelkeep-recycle'))).toBe(false)
  })

  test('whose change failed and which is gone keeps its row', async () => {
    const was = row()
    await returned(act(replace(), 'apply'))
    expect(row()).toEqual(was)
  })

  test('is restored by undo, and no folder of the change is left', async () => {
    put('b/1.cbr', NEW)
    put(KEPT, OLD)
    const it = act(replace(), 'undo')
    await it.run()
    expect(here()).toEqual({ 'a/1.cbr': OLD })
    expect(row()).toMatchObject({ path: at('a/1.cbr'), size: OLD.length, modified_ms: WHEN, ...content('old') })
    utimesSync(at('a/1.cbr'), 1, 1)
    expect(await arrived(it)).toEqual({ kept_path: null, temp_path: null })
    expect(row()).toMatchObject({ modified_ms: 1000, content_hash: 'old' })
    expect(existsSync(at('.panelkeep-recycle'))).toBe(false)
  })

  test('that could not be restored keeps its new facts', async () => {
    put('b/1.cbr', NEW)
    await returned(act(replace(), 'undo'))
    expect(row()).toMatchObject({ path: at('b/1.cbr'), size: NEW.length, modified_ms: WHEN, ...content('new') })
  })
})

describe('new metadata', () => {
  const note = (more: Partial<FileChangeRow> = {}) =>
    change('note', {
      from_path: at('a/1.cbr'),
      to_path: at('a/1.cbr'),
      temp_path: at('a/.part'),
      ...before,
      ...after,
      ...more,
    })

  test('is written in one step', async () => {
    put('a/1.cbr', OLD)
    put('a/.part', NEW)
    const it = act(note(), 'apply')
    await it.run()
    expect(here()).toEqual({ 'a/1.cbr': NEW })
    expect(await arrived(it)).toEqual({ temp_path: null })
    expect(row()).toMatchObject({ size: NEW.length, modified_ms: WHEN, ...content('new') })
  })

  test('is not written into a changed file', async () => {
    put('a/1.cbr', 'changed')
    put('a/.part', NEW)
    await expect(act(note(), 'apply').run()).rejects.toThrow('changed in the meantime')
    expect(here()).toEqual({ 'a/1.cbr': 'changed', 'a/.part': NEW })
  })

  test.each<[string, Record<string, string>, number, Partial<Files>, string, string]>([
    ['before they had their place', { 'a/1.cbr': OLD, 'a/.part': NEW }, WHEN, {}, 'at_source', 'at_target'],
    ['before that over an equal file', { 'a/1.cbr': NEW, 'a/.part': NEW }, WHEN, {}, 'at_source', 'at_source'],
    ['in their place', { 'a/1.cbr': NEW }, WHEN, {}, 'at_target', 'at_source'],
    ['with a file of another size there', { 'a/1.cbr': OLD }, WHEN, {}, 'at_source', 'at_target'],
    ['with a file of another time there', { 'a/1.cbr': NEW }, WHEN + 5000, {}, 'at_source', 'at_target'],
    ['with nothing there', { 'a/2.cbr': 'x' }, WHEN, {}, 'lost', 'lost'],
    ['on a disk that is away', {}, WHEN, emptyDisk, 'away', 'away'],
  ])('interrupted %s is found', async (_when, found, when, more, on, back) => {
    for (const [direction, where] of [
      ['apply', on],
      ['undo', back === 'at_target' && 'a/.part' in found ? 'at_source' : back],
    ] as const) {
      for (const [path, text] of Object.entries(found)) put(path, text, when)
      opened.db.write((tx) => tx.run('delete from file_changes' as never))
      expect(await act(note(), direction, { ...systemFiles, ...more }).settle()).toBe(where as never)
      expect(existsSync(at('a/.part'))).toBe(false)
    }
  })

  test('is replaced by the older one on undo, and the file gets its old time where the length is the same', async () => {
    put('a/1.cbr', NEW)
    const requests: unknown[] = []
    const renote =
      (text: string): MetadataRestorer =>
      async (path, notes, temp) => {
        requests.push([path, notes])
        await systemFiles.write(temp, text)
      }
    const it = act(note({ before_notes: { 'ComicInfo.xml': null } }), 'undo', systemFiles, renote(OLD))
    await it.run()
    expect(requests).toEqual([[at('a/1.cbr'), { 'ComicInfo.xml': null }]])
    expect(await arrived(it)).toEqual({ temp_path: null })
    const { content_hash, ...facts } = row()
    expect(facts).toMatchObject({ size: OLD.length, modified_ms: WHEN, page_count: 3, cover_page: 1 })
    expect(content_hash).not.toBe('old')
    opened.db.write((tx) => tx.run('delete from file_changes' as never))
    put('a/1.cbr', NEW)
    const longer = act(note(), 'undo', systemFiles, renote(`${OLD}, longer`))
    await longer.run()
    expect(requests[1]).toEqual([at('a/1.cbr'), {}])
    await arrived(longer)
    expect(row().modified_ms).not.toBe(WHEN)
  })

  test('without an earlier time keeps the time of its writing', async () => {
    put('a/1.cbr', NEW)
    const renote: MetadataRestorer = (_path, _notes, temp) => systemFiles.write(temp, OLD)
    await act(note({ before_modified_ms: null }), 'undo', systemFiles, renote).run()
    expect((await systemFiles.stat(at('a/1.cbr')))?.modifiedMs).toBeGreaterThan(WHEN)
  })

  test('stays when the older one cannot be written, or the file changed', async () => {
    put('a/1.cbr', NEW)
    await expect(act(note(), 'undo').run()).rejects.toThrow('The earlier metadata cannot be written')
    put('a/1.cbr', 'changed')
    opened.db.write((tx) => tx.run('delete from file_changes' as never))
    const renote: MetadataRestorer = () => Promise.reject(new Error('was written'))
    await expect(act(note(), 'undo', systemFiles, renote).run()).rejects.toThrow('changed in the meantime')
    await returned(act(findChange(opened.db.read, 'c')!, 'undo', systemFiles, renote))
    expect(row().content_hash).not.toBe('old')
  })
})
