import { beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../base/storage/database'
import { markGone } from '../../library/series/presence-store'
import { testDatabase } from '../../testing/database'
import { makePlanReader } from '../../testing/harness/query-plans'
import { makeFile } from '../../testing/make'
import { correctedGroups, fileOfScan, removeSomeFiles } from './review/corrected-store'
import * as steps from './review/step-store'
import * as review from './review/store'
import * as moves from './scan/moves-store'
import * as store from './store'
import { importFiles, importGroups } from './tables'
import { mayScanAgain } from './watch/store'

/** Two scans with the same paths and series: queries and changes of one never affect the other. */

const T = (hour: number) => `2026-11-21T0${hour}:00:00.000Z`
let db: Database
beforeEach(() => {
  db = testDatabase()
  putScan('old', 1)
  putScan('new', 2)
  putScan('manga', 3, 'manga')
})

function putScan(
  scan_id: string,
  hour: number,
  kind: 'comic' | 'manga' = 'comic',
  state: store.ScanRow['state'] = 'completed',
): void {
  db.write((tx) => {
    store.insertScan(tx, { scan_id, kind, at: T(hour) })
    store.changeScan(tx, scan_id, 'scanning', { state, finished_at: T(hour) })
  })
}

/** A group `<scan>-<name>`. */
function putGroup(scan_id: string, name: string, more: Partial<store.GroupRow> = {}): string {
  const group_id = `${scan_id}-${name}`
  const counts = { file_count: 0, new_files: 0, issue_count: 0, size_bytes: 0, confidence: 60, found_confidence: 60 }
  const texts = { series_name: name, sort_name: name, content_type: 'comic', reading_direction: 'ltr' } as const
  const lists = { provider_ids: {}, confidence_parts: [], evidence: [], errors: [] }
  const row = { group_id, scan_id, comic_id: `local-${name}`, ...counts, ...texts, ...lists, ...more }
  db.write((tx) => store.insertGroup(tx, row))
  return group_id
}

function putFile(
  scan_id: string,
  path: string,
  group_id: string | null,
  more: Partial<store.ScannedFileRow> = {},
): void {
  const row = { scan_id, path, root_length: 8, size: 10, modified_ms: 1, evidence: [], group_id, ...more }
  db.write((tx) => tx.insert(importFiles).values(row).run())
}

const paths = (rows: readonly { path: string }[]) => rows.map(({ path }) => path)
const ids = (rows: readonly { group_id: string }[]) => rows.map(({ group_id }) => group_id)
const everyFile = (scan_id: string) =>
  db.read
    .select()
    .from(importFiles)
    .all()
    .filter((file) => file.scan_id === scan_id)
const everyGroup = () => ids(db.read.select().from(importGroups).all()).sort()

describe('a scan', () => {
  test('is the newest of its kind', () => {
    expect(store.currentScan(db.read, 'comic')?.scan_id).toBe('new')
    expect(store.currentScan(db.read, 'manga')?.scan_id).toBe('manga')
    putScan('same', 2)
    expect(store.currentScan(db.read, 'comic')?.scan_id).toBe('same')
    expect(store.findScan(db.read, 'old')?.scan_id).toBe('old')
    expect(store.findScan(db.read, 'none')).toBeUndefined()
  })

  test('is changed alone, and only from the expected state', () => {
    const changed = (from: store.ScanRow['state']) =>
      db.write((tx) => store.changeScan(tx, 'new', from, { state: 'importing', total_files: 7 }))
    expect(changed('cancelled')).toBeUndefined()
    expect(store.findScan(db.read, 'new')).toMatchObject({ state: 'completed', total_files: 0 })
    expect(changed('completed')).toMatchObject({ state: 'importing', total_files: 7 })
    expect(store.findScan(db.read, 'old')).toMatchObject({ state: 'completed', total_files: 0 })
  })

  test('adds its changes to those counted before', () => {
    db.write((tx) => store.countReconciled(tx, 'new', { moved_files: 2 }))
    db.write((tx) => store.countReconciled(tx, 'new', { moved_files: 1, missing_files: 4 }))
    expect(store.findScan(db.read, 'new')).toMatchObject({ moved_files: 3, missing_files: 4 })
    expect(store.findScan(db.read, 'old')).toMatchObject({ moved_files: 0, missing_files: 0 })
  })
})

describe('files of a scan', () => {
  beforeEach(() => {
    for (const scan of ['old', 'new']) {
      const group = putGroup(scan, 'harbor')
      const other = putGroup(scan, 'copper')
      putFile(scan, '/comics/b', group, { sort_key: '2', page_count: 20, number: '2' })
      putFile(scan, '/comics/a', group, { sort_key: '1', page_count: 0, number: '1', in_library: true })
      putFile(scan, '/comics/c', group, { sort_key: '2', page_count: 20, number: '2', problem: 'Torn.' })
      putFile(scan, '/comics/x', other, { moved_from: '/comics/y' })
    }
  })

  test('are those of a group in reading order', () => {
    expect(paths(store.listScannedFiles(db.read, 'new-harbor', 9))).toEqual(['/comics/a', '/comics/b', '/comics/c'])
    expect(paths(store.listScannedFiles(db.read, 'new-harbor', 2))).toEqual(['/comics/a', '/comics/b'])
    expect(paths(store.newFilesOfGroup(db.read, 'new-harbor'))).toEqual(['/comics/b', '/comics/c'])
    expect(paths(review.filesOfGroup(db.read, 'new-harbor'))).toEqual(['/comics/a', '/comics/b', '/comics/c'])
    // A book without pages has no cover to show.
    expect(store.firstFile(db.read, 'new-harbor')?.path).toBe('/comics/b')
    expect(store.firstFile(db.read, 'new-copper')?.path).toBe('/comics/x')
    expect(fileOfScan(db.read, 'new', '/comics/x')).toMatchObject({ scan_id: 'new', group_id: 'new-copper' })
    expect(fileOfScan(db.read, 'new', '/comics/none')).toBeUndefined()
  })

  test('are counted and found by scan', () => {
    putFile('new', '/comics/d', null, { problem: 'Lost.' })
    expect([store.countProblems(db.read, 'new'), store.countProblems(db.read, 'old')]).toEqual([2, 1])
    expect(paths(store.fileProblemsOf(db.read, 'new', 9))).toEqual(['/comics/c', '/comics/d'])
    expect(paths(store.fileProblemsOf(db.read, 'new', 1))).toEqual(['/comics/c'])
    putFile('new', '/comics/z', null, { moved_from: '/comics/w' })
    expect(moves.movedIn(db.read, 'new', 9).map(({ was }) => was)).toEqual(['/comics/y', '/comics/w'])
    expect(paths(moves.movedIn(db.read, 'new', 1))).toEqual(['/comics/x'])
    expect(moves.movedIn(db.read, 'old', 9)).toEqual([{ path: '/comics/x', was: '/comics/y' }])
  })

  test('are changed in one scan only, and other files stay unchanged', () => {
    const before = everyFile('old')
    db.write((tx) => {
      store.nowInLibrary(tx, [
        { scan_id: 'new', path: '/comics/b', page_count: 7, moved_from: '/comics/q', evidence: ['Known'] } as never,
      ])
      store.placeFiles(tx, [
        {
          scan_id: 'new',
          path: '/comics/x',
          group_id: 'new-harbor',
          kind: 'annual',
          unit: 'volume',
          number: '9',
          number_end: '10',
          sort_key: '9',
          duplicate_of: 'b',
        },
      ])
      review.updateFile(tx, { scan_id: 'new', path: '/comics/c' }, { number: '33' })
    })
    expect(everyFile('old')).toEqual(before)
    const now = (path: string) => fileOfScan(db.read, 'new', path)
    expect(now('/comics/a')).toMatchObject({ number: '1', in_library: true, moved_from: null })
    expect(now('/comics/b')).toMatchObject({ number: '2', in_library: true, page_count: 7, moved_from: '/comics/q' })
    expect(now('/comics/c')).toMatchObject({ number: '33', in_library: false })
    expect(now('/comics/x')).toMatchObject({ group_id: 'new-harbor', kind: 'annual', unit: 'volume', number: '9' })
    db.write((tx) => review.moveFilesToGroup(tx, 'new-harbor', 'new-copper'))
    expect(everyFile('old')).toEqual(before)
    expect(everyFile('new').map(({ group_id, said }) => `${group_id} ${said}`)).toEqual(
      Array(4).fill('new-copper true'),
    )
  })

  test('have the unit of their kind', () => {
    const units = () => review.filesOfGroup(db.read, 'new-harbor').map(({ unit }) => unit)
    db.write((tx) => review.updateFile(tx, { scan_id: 'new', path: '/comics/c' }, { unit: 'volume' }))
    db.write((tx) => review.recountUnits(tx, 'new-harbor', 'manga'))
    expect(units()).toEqual(['chapter', 'chapter', 'volume'])
    expect(fileOfScan(db.read, 'new', '/comics/x')?.unit).toBe('issue')
    db.write((tx) => review.recountUnits(tx, 'new-harbor', 'comic'))
    expect(units()).toEqual(['issue', 'issue', 'volume'])
  })

  test('with the same content are found by scan, library files first, and by group for copies', () => {
    const same = { content_hash: 'h' }
    putFile('new', '/comics/t1', 'new-copper', same)
    putFile('new', '/comics/t2', 'new-harbor', { ...same, duplicate_of: 't3', said: true })
    putFile('new', '/comics/t3', 'new-copper', { ...same, in_library: true, duplicate_of: 't1' })
    putFile('new', '/comics/t4', null, { content_hash: null, duplicate_of: 't1' })
    putFile('old', '/comics/t1', 'old-copper', same)
    expect(paths(review.twinsOfGroup(db.read, { scan_id: 'new', group_id: 'new-harbor' }))).toEqual([
      '/comics/t3',
      '/comics/t1',
      '/comics/t2',
    ])
    expect(review.twinsOfGroup(db.read, { scan_id: 'old', group_id: 'old-copper' })).toEqual([])
    const facts = { 'new-harbor': { duplicates: 1, corrected: true } }
    expect(Object.fromEntries(review.fileCountsOf(db.read, 'new'))).toEqual(facts)
    expect(Object.fromEntries(review.fileCountsOf(db.read, 'new', 'new-harbor'))).toEqual({
      'new-harbor': facts['new-harbor'],
    })
    const isSame = review.sameContent(db.read, { scan_id: 'new', group_id: 'new-harbor' })
    const file = (content_hash: string | null, duplicate_of: string | null) =>
      isSame({ content_hash, duplicate_of } as never)
    expect([file('h', 't3'), file('h', 't9'), file('i', 't3'), file('h', '/other/t9')]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect([file(null, '/other/t9'), file('h', null)]).toEqual([false, false])
  })

  test('that went missing are listed from a moment on', () => {
    const goneAt = (path: string, hour: number) => db.write((tx) => markGone(tx, [makeFileIn(path)], T(hour)))
    const makeFileIn = (path: string) => makeFile(db, { path })
    for (const [path, hour] of [['/comics/before', 1], ['/comics/at', 2], ['/comics/after', 3]] as const) goneAt(path, hour) // biome-ignore format: short
    makeFile(db, { path: '/comics/there' })
    expect(moves.missingSince(db.read, T(2), 9)).toEqual(['/comics/after', '/comics/at'])
    expect(moves.missingSince(db.read, T(2), 1)).toEqual(['/comics/after'])
  })
})

describe('groups', () => {
  test('are open until they were imported, ordered by name', () => {
    putGroup('new', 'b')
    putGroup('new', 'a', { new_files: 3 })
    putGroup('new', 'done', { imported_at: T(3), existing_comic_id: 'x' })
    putGroup('new', 'made', { imported_at: T(3), new_files: 2 })
    putGroup('new', 'held', { existing_comic_id: 'y' })
    putGroup('old', 'c', { new_files: 9 })
    expect(ids(store.openGroups(db.read, 'new'))).toEqual(['new-a', 'new-b', 'new-held'])
    expect(store.openGroupIds(db.read, 'new')).toEqual(['new-a', 'new-b', 'new-held'])
    expect(ids(store.groupsWith(db.read, ['old-c', 'none', 'new-a']))).toEqual(['old-c', 'new-a'])
    expect(store.countGroups(db.read, 'new')).toEqual({ all: 5, existing: 2, imported: 2, reconciled: 1 })
    expect(store.countNew(db.read, 'new')).toEqual({ files: 5, series: 2 })
    expect(store.countNew(db.read, 'manga')).toEqual({ files: 0, series: 0 })
    expect(review.groupOfSeries(db.read, 'new', 'local-a')?.group_id).toBe('new-a')
    expect(review.groupOfSeries(db.read, 'old', 'local-a')).toBeUndefined()
  })

  test('are changed, described and removed alone', () => {
    for (const name of ['a', 'b']) putGroup('new', name)
    putFile('new', '/comics/1', 'new-a', { summary: 'Dawn.' })
    db.write((tx) => {
      review.updateGroup(tx, 'new-a', { year: 2015 })
      store.changeGroup(tx, 'new-a', { imported_at: T(4) })
      store.describeByFile(tx, 'new-a')
    })
    expect(store.findGroup(db.read, 'new-a')).toMatchObject({ year: 2015, imported_at: T(4), description: 'Dawn.' })
    expect(store.findGroup(db.read, 'new-b')).toMatchObject({ year: null, imported_at: null, description: null })
    db.write((tx) => review.updateGroup(tx, 'new-a', { description: 'Dusk.' }))
    db.write((tx) => store.describeByFile(tx, 'new-a'))
    expect(store.findGroup(db.read, 'new-a')?.description).toBe('Dusk.')
    db.write((tx) => review.deleteGroup(tx, 'new-a'))
    expect(everyGroup()).toEqual(['new-b'])
  })

  test('are corrected ones of earlier, completed scans of the kind', () => {
    putScan('cut', 1, 'comic', 'error')
    putGroup('old', 'plain')
    putGroup('old', 'said', { said: true })
    putGroup('old', 'chosen', { proposal_said: true })
    putGroup('old', 'made', { found_confidence: null })
    putFile('old', '/comics/1', putGroup('old', 'file'), { said: true })
    putGroup('old', 'imported', { said: true, imported_at: T(2) })
    putGroup('new', 'own', { said: true })
    putGroup('cut', 'cut', { said: true })
    putGroup('manga', 'manga', { said: true })
    const found = correctedGroups(db.read, { kind: 'comic', scan_id: 'new' })
    expect(ids(found)).toEqual(['old-said', 'old-chosen', 'old-made', 'old-file'])
  })
})

describe('a sweep', () => {
  const swept = (own: boolean, keep: string[] = [], most = 100) =>
    db.write((tx) => removeSomeFiles(tx, { kind: 'comic', scan_id: 'new' }, { own, keep }, most))

  beforeEach(() => {
    for (const scan of ['old', 'new', 'manga'])
      for (const name of ['a', 'b']) putFile(scan, `/comics/${name}`, putGroup(scan, name))
    putFile('old', '/comics/loose', null)
  })
  const left = () => db.read.select().from(importFiles).all().map(({ scan_id, path }) => `${scan_id} ${path.at(-1)}`).sort() // biome-ignore format: one row

  test('deletes files of other scans of the kind, then their groups and the scans themselves', () => {
    expect(swept(false, [], 2)).toBe(true)
    expect(left()).toHaveLength(5)
    expect(everyGroup()).toHaveLength(6)
    expect([swept(false, [], 2), swept(false, [], 2)]).toEqual([true, false])
    expect(left()).toEqual(['manga a', 'manga b', 'new a', 'new b'])
    expect(everyGroup()).toEqual(['manga-a', 'manga-b', 'new-a', 'new-b'])
    expect(['old', 'new', 'manga'].map((id) => store.findScan(db.read, id)?.scan_id)).toEqual([
      undefined,
      'new',
      'manga',
    ])
  })

  test('leaves the kept groups and their scan', () => {
    while (swept(false, ['old-a']));
    expect(left()).toEqual(['manga a', 'manga b', 'new a', 'new b', 'old a'])
    expect(everyGroup()).toEqual(['manga-a', 'manga-b', 'new-a', 'new-b', 'old-a'])
    expect(store.findScan(db.read, 'old')).toBeDefined()
  })

  test('deletes the results of the scan itself on request, and never the scan', () => {
    while (swept(true));
    expect(left()).toEqual(['manga a', 'manga b'])
    expect(everyGroup()).toEqual(['manga-a', 'manga-b'])
    expect(store.findScan(db.read, 'new')).toBeDefined()
  })
})

describe('steps', () => {
  const keep = (scan_id: string, sentence: string) =>
    db.write((tx) => steps.saveStep(tx, { scan_id, said: sentence, groups: [], made: [], files: [] }))
  const newest = (scan_id: string) => steps.newestStepSentence(db.read, scan_id)

  test('belong to one scan, newest first, the last hundred', () => {
    keep('old', 'of the old one')
    for (let n = 1; n <= 101; n++) keep('new', `step ${n}`)
    expect([newest('new'), newest('old'), newest('manga')]).toEqual(['step 101', 'of the old one', undefined])
    let count = 0
    for (let step = steps.newestStep(db.read, 'new'); step; step = steps.newestStep(db.read, 'new'), count++)
      db.write((tx) => steps.undoStep(tx, step!))
    expect([count, newest('old')]).toEqual([100, 'of the old one'])
  })

  test('list the files that changed', () => {
    putGroup('new', 'x', { group_id: 'g' })
    for (const name of ['a', 'b', 'c']) putFile('new', `/comics/${name}`, 'g', {})
    const state = () => steps.snapshotOf(db.read, ['g'])
    const before = state()
    expect(ids(before.groups)).toEqual(['g'])
    db.write((tx) => review.updateFile(tx, { scan_id: 'new', path: '/comics/b' }, { number: '9' }))
    db.write((tx) => review.updateFile(tx, { scan_id: 'new', path: '/comics/c' }, { group_id: null }))
    expect(paths(steps.changedFiles(before, state()))).toEqual(['/comics/b', '/comics/c'])
  })
})

describe('an automatic scan', () => {
  const may = (now = '2026-11-22T01:59:59.000Z') => mayScanAgain(db.read, 'comic', now)
  const LATER = '2026-11-22T02:00:00.001Z'

  test('needs an earlier one, and no waiting proposals, for a day', () => {
    expect(mayScanAgain(testDatabase().read, 'comic', T(3))).toBe(false)
    expect(may()).toBe(true)
    putGroup('old', 'a', { new_files: 1, said: true })
    putGroup('manga', 'a', { new_files: 1 })
    putGroup('new', 'none')
    putGroup('new', 'imported', { new_files: 1, said: true, imported_at: T(3) })
    expect(may()).toBe(true)
    putGroup('new', 'waits', { new_files: 1 })
    expect([may(), may('2026-11-22T02:00:00.000Z'), may(LATER)]).toEqual([false, true, true])
  })

  test('does not start for a day after one was cancelled', () => {
    putScan('cancelled', 2, 'comic', 'cancelled')
    expect([may(), may(LATER)]).toEqual([false, true])
  })

  test.each<[string, () => void]>([
    ['the user named', () => void putGroup('new', 'said', { said: true })],
    ['the user chose a series for', () => void putGroup('new', 'chosen', { proposal_said: true })],
    ['the user created', () => void putGroup('new', 'made', { found_confidence: null })],
    ['has a file that the user renumbered', () => putFile('new', '/comics/1', putGroup('new', 'file'), { said: true })],
  ])('waits for proposals that %s, for any time', (_, put) => {
    put()
    expect([may(), may(LATER)]).toEqual([false, false])
  })
})

test('the problems of a scan are found and counted without its other files', () => {
  const plans = makePlanReader(db)
  for (const work of [() => store.fileProblemsOf(db.read, 'new', 10), () => store.countProblems(db.read, 'new')])
    expect(plans(work)[0]).toContain('import_files_with_problem')
})
