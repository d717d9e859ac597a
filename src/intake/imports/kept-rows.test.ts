import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { operations } from '../../base/work/tables'
import { libraryView } from '../../library/recognition/library-store'
import { markGone } from '../../library/series/presence-store'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { lastConfirm, wasResumed } from './confirm/last-confirm-store'
import { saveMadeRows } from './confirm/made-store'
import * as disks from './folders/disk-store'
import { figuresBelow, lastScanAt } from './folders/store'
import * as library from './library-store'
import * as seen from './scan/cache-store'
import { CONFIRM, SCAN, UNDO } from './states'
import { changeScan, insertGroup, insertScan } from './store'
import { importFiles, importSeen } from './tables'

/** Rows that outlive a scan: each query and change affects only its own, and leaves its neighbours unchanged. */

const AT = '2026-11-21T08:00:00.000Z'
let db: Database
beforeEach(() => {
  db = testDatabase()
})

function putScan(
  scan_id: string,
  kind: 'comic' | 'manga' = 'comic',
  at = AT,
  state: 'completed' | 'error' = 'completed',
): void {
  db.write((tx) => {
    insertScan(tx, { scan_id, kind, at })
    changeScan(tx, scan_id, 'scanning', { state, finished_at: at })
  })
}

function putGroup(scan_id: string, comic_id: string, more: object = {}): void {
  const counts = { file_count: 0, new_files: 1, issue_count: 0, size_bytes: 0, confidence: 60, found_confidence: 60 }
  const texts = { series_name: comic_id, sort_name: comic_id, content_type: 'comic', reading_direction: 'ltr' } as const
  const lists = { provider_ids: {}, confidence_parts: [], evidence: [], errors: [] }
  const row = { group_id: `${scan_id}-${comic_id}`, scan_id, comic_id, ...counts, ...texts, ...lists, ...more }
  db.write((tx) => insertGroup(tx, row))
}

describe('cached facts of scans', () => {
  const remember = (path: string, kind: 'comic' | 'manga' = 'comic', content_hash = path) =>
    db.write((tx) => seen.cacheFiles(tx, [{ path, kind, size: 1, modified_ms: 2, content_hash, facts: {} as never }]))
  const left = () => db.read.select().from(importSeen).all().map(({ path }) => path).sort() // biome-ignore format: one row

  test('are found by path, in their newest form, and only from this version of the reader', () => {
    remember('/a')
    remember('/b')
    remember('/a', 'comic', 'new')
    expect(seen.findCachedFile(db.read, '/a')).toMatchObject({ content_hash: 'new', size: 1, modified_ms: 2 })
    expect(seen.findCachedFile(db.read, '/none')).toBeUndefined()
    db.write((tx) => tx.update(importSeen).set({ reading: 0 }).run())
    expect(seen.findCachedFile(db.read, '/a')).toBeUndefined()
    remember('/a')
    expect(seen.findCachedFile(db.read, '/a')).toBeDefined()
  })

  test('move with their file and replace those at its path', () => {
    for (const path of ['/a', '/b', '/c']) remember(path)
    db.write((tx) => seen.moveCachedFile(tx, '/a', '/b'))
    expect(left()).toEqual(['/b', '/c'])
    expect(seen.findCachedFile(db.read, '/b')?.content_hash).toBe('/a')
    db.write((tx) => seen.moveCachedFile(tx, '/a', '/b'))
    expect(seen.findCachedFile(db.read, '/b')?.content_hash).toBe('/a')
  })

  test('are deleted when the scan did not find the file, or the library has it, a few at a time', () => {
    putScan('old')
    putScan('new')
    for (const path of ['/a', '/b', '/c', '/d']) remember(path)
    remember('/m', 'manga')
    const row = { root_length: 1, size: 1, modified_ms: 1, evidence: [] }
    const put = (scan_id: string, path: string, in_library = false) =>
      db.write((tx) =>
        tx
          .insert(importFiles)
          .values({ ...row, scan_id, path, in_library })
          .run(),
      )
    put('new', '/a')
    put('old', '/b')
    put('new', '/c', true)
    put('new', '/d')
    const forget = (after: string, most: number) =>
      db.write((tx) => seen.pruneCachedFiles(tx, { kind: 'comic', scan_id: 'new' }, after, most))
    expect(forget('', 2)).toBe('/b')
    expect(left()).toEqual(['/a', '/c', '/d', '/m'])
    expect(forget('/b', 2)).toBe('/d')
    expect(left()).toEqual(['/a', '/d', '/m'])
    expect(forget('/d', 2)).toBeUndefined()
    expect(left()).toEqual(['/a', '/d', '/m'])
  })
})

describe('the last import', () => {
  let n = 0
  function putOperation(operation_id: string, more: Partial<typeof operations.$inferInsert> = {}): void {
    const created_at = `2026-11-21T08:00:${String(n++ % 60).padStart(2, '0')}.000Z`
    const payload = { scan_id: 'scan', group_ids: [] }
    const row = { operation_id, kind: CONFIRM, subject: 'comic', payload, state: 'succeeded', created_at } as const
    db.write((tx) =>
      tx
        .insert(operations)
        .values({ ...row, ...more })
        .run(),
    )
  }
  const made = (id: string) => db.write((tx) => saveMadeRows(tx, id, [{ kind: 'file', id: `file of ${id}` }]))
  const last = () => lastConfirm(db.read, 'comic')?.operation_id ?? null

  test('is the newest of its kind that ended with a result', () => {
    expect(last()).toBeNull()
    putOperation('one', { finished_at: AT })
    made('one')
    putOperation('manga', { subject: 'manga' })
    made('manga')
    putOperation('undo', { kind: UNDO })
    made('undo')
    putOperation('running', { state: 'running' })
    made('running')
    putOperation('in vain')
    expect(lastConfirm(db.read, 'comic')).toEqual({
      operation_id: 'one',
      finished_at: AT,
      complete: true,
      undoable: true,
      imported: null,
      series: 0,
      issues: 0,
      files: 1,
      errors: [],
    })
  })

  test('says why nothing was imported, as long as it is the newest', () => {
    putScan('scan')
    putScan('other')
    putGroup('scan', 'local-a', { series_name: 'Harbor Lights' })
    putGroup('other', 'local-b', { series_name: 'Tin Sea' })
    makeSeries(db, { comic_id: 'held', name: 'Copper Orchard' })
    const errors = ['local-a', 'local-b', 'held'].map((comicid) => ({ comicid, error: 'No room.' }))
    putOperation('failed', { state: 'failed', detail: { imported: 0, errors } })
    const result = lastConfirm(db.read, 'comic')
    expect(result).toMatchObject({ operation_id: 'failed', complete: false, undoable: false, imported: 0, files: 0 })
    expect(result?.errors.map(({ name }) => name)).toEqual(['Harbor Lights', 'local-b', 'Copper Orchard'])
    putOperation('nothing to do', { detail: { imported: 0, errors: [] } })
    expect(last()).toBeNull()
    putOperation('all was there', { detail: { imported: 1, errors } })
    expect(last()).toBeNull()
  })

  test('lists at most 500 reasons', () => {
    const errors = Array.from({ length: 501 }, (_, at) => ({ comicid: `${at}`, error: 'No room.' }))
    putOperation('failed', { state: 'failed', detail: { imported: 0, errors } })
    expect(lastConfirm(db.read, 'comic')?.errors).toHaveLength(500)
  })

  test.each<[string, Partial<typeof operations.$inferInsert>, boolean]>([
    ['a scan that runs again', { kind: SCAN, attempt: 2 }, true],
    ['an import that runs again', { attempt: 2 }, true],
    ['one that runs for the first time', { attempt: 1 }, false],
    ['another work', { kind: UNDO, attempt: 2 }, false],
    ['one of the other kind', { subject: 'manga', attempt: 2 }, false],
    ['one that waits', { state: 'queued', attempt: 2 }, false],
  ])('was resumed: %s', (_, more, is) => {
    putOperation('x', { state: 'running', ...more })
    expect(wasResumed(db.read, 'comic')).toBe(is)
  })
})

test('disks are recorded, lost and forgotten one by one', () => {
  const lost = () => disks.lostDisks(db.read)
  db.write((tx) => {
    for (const path of ['/c', '/a', '/b']) disks.saveDisk(tx, path, AT)
    disks.loseDisk(tx, '/a', AT)
    disks.loseDisk(tx, '/c', AT)
  })
  expect([disks.knownDisks(db.read).sort(), lost()]).toEqual([
    ['/a', '/b', '/c'],
    ['/a', '/c'],
  ])
  db.write((tx) => disks.saveDisk(tx, '/a', AT))
  expect(lost()).toEqual(['/c'])
  db.write((tx) => disks.forgetDisk(tx, '/c'))
  expect([disks.knownDisks(db.read).sort(), lost()]).toEqual([['/a', '/b'], []])
})

test('files are counted below a folder, missing ones separately', () => {
  const goneFile = makeFile(db, { path: '/comics/a/1.cbz' })
  for (const path of ['/comics/a/2.cbz', '/comics/a/b/3.cbz', '/comics/ab/4.cbz', '/comics/5.cbz'])
    makeFile(db, { path })
  db.write((tx) => markGone(tx, [goneFile], AT))
  expect(figuresBelow(db.read, '/comics/a')).toEqual({ file_count: 2, gone_count: 1 })
  expect(figuresBelow(db.read, '/comics/a/b/')).toEqual({ file_count: 1, gone_count: 0 })
  expect(figuresBelow(db.read, '/')).toEqual({ file_count: 4, gone_count: 1 })
})

test('the folders of a kind were last scanned when its newest scan ended', () => {
  putScan('first', 'comic', '2026-11-21T01:00:00.000Z')
  putScan('last', 'comic', '2026-11-21T02:00:00.000Z')
  putScan('cut', 'comic', '2026-11-21T03:00:00.000Z', 'error')
  expect(lastScanAt(db.read, 'comic')).toBe('2026-11-21T02:00:00.000Z')
  expect(lastScanAt(db.read, 'manga')).toBeNull()
})

describe("the library's file", () => {
  beforeEach(() => {
    makeSeries(db, { comic_id: 'harbor', name: 'Harbor Lights', year: 2015 })
    makeSeries(db, { comic_id: 'wolves', name: 'Harbor Lights', content_type: 'manga', bare_number_mode: 'volumes' })
    makeIssues(db, 'harbor', [2, 1])
    makeIssues(db, 'wolves', [1])
    makeFile(db, { path: '/comics/a/1.cbz', issues: ['harbor-2', 'harbor-1'], content_hash: 'h' })
    makeFile(db, { path: '/comics/a/loose.cbz', content_hash: 'h' })
    makeFile(db, { path: '/comics/b/2.cbz', issues: ['wolves-1'], content_hash: 'i' })
  })

  test('at a path comes with its first issue', () => {
    expect(library.libraryFileAt(db.read, '/comics/a/1.cbz')).toMatchObject({
      comic_id: 'harbor',
      number: '1',
      content_hash: 'h',
    })
    expect(library.libraryFileAt(db.read, '/comics/a/loose.cbz')).toBeUndefined()
    expect(library.libraryFileAt(db.read, '/comics/none.cbz')).toBeUndefined()
  })

  test('with a content is found by path, and it is known whether there are any contents', () => {
    expect(library.filesWithHash(db.read, 'h').map(({ path }) => path)).toEqual([
      '/comics/a/1.cbz',
      '/comics/a/loose.cbz',
    ])
    expect(library.filesWithHash(db.read, 'none')).toEqual([])
    expect(library.knowsContents(db.read)).toBe(true)
    const other = testDatabase()
    expect(library.knowsContents(other.read)).toBe(false)
    makeFile(other, { path: '/a' })
    expect(library.knowsContents(other.read)).toBe(false)
  })

  test('below a folder is listed from a path on, without missing files', () => {
    const below = (folder: string, after?: string, limit = 9) =>
      library.filesBelow(db.read, folder, after, limit).map(({ path }) => path)
    expect(below('/comics/a')).toEqual(['/comics/a/1.cbz', '/comics/a/loose.cbz'])
    expect(below('/comics', '/comics/a/1.cbz', 1)).toEqual(['/comics/a/loose.cbz'])
    expect([library.holdsSeveralSeries(db.read, '/comics'), library.holdsSeveralSeries(db.read, '/comics/a')]).toEqual([
      true,
      false,
    ])
    db.write((tx) => markGone(tx, [library.filesWithHash(db.read, 'i')[0]!.file_id], AT))
    expect(below('/comics')).toEqual(['/comics/a/1.cbz', '/comics/a/loose.cbz'])
    expect(library.holdsSeveralSeries(db.read, '/comics')).toBe(false)
  })

  test('of a name is found by kind', () => {
    const view = libraryView(db.read, 'comic')
    expect(view.named('harborlights').map(({ comic_id }) => comic_id)).toEqual(['harbor'])
    expect(
      libraryView(db.read, 'manga')
        .named('harborlights')
        .map(({ comic_id }) => comic_id),
    ).toEqual(['wolves'])
    expect(view.named('other')).toEqual([])
    expect([view.find('harbor')?.year, view.find('none')]).toEqual([2015, undefined])
    expect(['wolves', 'harbor', 'none'].map(view.bareNumbers)).toEqual(['volumes', 'auto', 'auto'])
  })
})
