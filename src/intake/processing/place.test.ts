import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AppEvent } from '../../base/events/types'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { fingerprint } from '../../base/formats/fingerprint'
import { systemFiles } from '../../base/platform/files'
import { lineLog } from '../../base/platform/log'
import { systemRandom } from '../../base/platform/random'
import type { Database } from '../../base/storage/database'
import { FileImporter } from '../../library/filing/importer'
import { FileJournal } from '../../library/filing/journal'
import type { NamingSettings } from '../../library/filing/naming'
import type { PlaceMethod } from '../../library/filing/states'
import { addBatch, addChange, changesOf, type FileChangeRow } from '../../library/filing/store'
import { fileChanges } from '../../library/filing/tables'
import { contentColumns, inspectFile } from '../../library/recognition/service'
import { fileOf } from '../../library/series/file-store'
import { setLocation } from '../../library/series/presence-store'
import { findSeries } from '../../library/series/store'
import { files } from '../../library/series/tables'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { addItem } from '../downloads/store'
import { journal as downloadJournal } from '../downloads/tables'
import { type PlacementSettings, Placer } from './place'
import { addPlacements, findPlacement, type NewPlacement, type Placement } from './store'

/** Where files of a download are placed, step by step, on a real disk. */

const NAMING: NamingSettings = {
  folder_format: '$Series',
  file_format: '$Series $Issue',
  replace_spaces: false,
  replace_char: '.',
  zero_level_n: '00x',
  lowercase_filenames: false,
}
const clock = fakeClock()
let folder: string
let db: Database
let naming: NamingSettings
let manner: PlacementSettings
let replaced: string[]
let ready: () => Promise<void>
let disk: typeof systemFiles
let events: AppEvent[]
let seen: { mode: number; isLink: boolean } | undefined

const at = (...parts: string[]) => join(folder, ...parts)
const comic = (about: string, bytes = 0) =>
  makeCbz({ ...makePages(3), 'n.txt': about, 'x.bin': Buffer.alloc(bytes, 7) }, { store: true })
function put(path: string, bytes: Uint8Array): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return path
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-place-'))
  mkdirSync(at('comics'))
  db = testDatabase((event) => events.push(event))
  naming = NAMING
  manner = { preference: 'filesize', renames: true, permissions: undefined }
  ;[replaced, seen, events] = [[], undefined, []]
  ready = async () => {}
  disk = systemFiles
  makeSeries(db, { year: 2015 })
  makeIssues(db, 'harbor', [3])
  const facts = { item_id: 'item', digest: 'd', title: 'x', indexer: 'Indexer A', protocol: 'usenet' } as const
  const about = { entity_type: 'issue', entity_id: 'harbor-3', comic_id: 'harbor', release_key: 'k' } as const
  db.write((tx) => {
    addItem(tx, { ...facts, ...about, grabbed_at: clock.now() }, ['harbor-3'])
    addBatch(tx, { batch_id: 'batch', kind: 'arrival', title: 'x', state: 'running', created_at: clock.now() })
    addBatch(tx, { batch_id: 'another', kind: 'arrival', title: 'x', state: 'running', created_at: clock.now() })
  })
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A placer with a file journal that writes the new file beside the old one and records the change. */
function placer() {
  const log = lineLog(clock.now, () => {})
  const library = { roots: () => [at('comics')], follow: () => {} }
  const own = new FileJournal({ db, clock, random: systemRandom, files: systemFiles, log, library })
  const journal = Object.assign(Object.create(own) as FileJournal, {
    ready: () => ready(),
    replaceFile: async (_batch: string, { to = '', make, verify }: Parameters<FileJournal['replaceFile']>[1]) => {
      const temp = at('comics', '.made.cbz')
      await make(temp)
      await verify?.(temp)
      seen = { mode: statSync(temp).mode & 0o777, isLink: lstatSync(temp).isSymbolicLink() }
      replaced.push(to)
    },
  })
  const archives = { files: disk, unpacker: {} as ArchiveDeps['unpacker'] }
  const homes = () => ({ roots: [at('comics')], naming })
  const inspect = async (path: string) => contentColumns(await inspectFile(path, archives))
  const importer = new FileImporter({ db, clock, random: systemRandom, files: systemFiles, journal, inspect })
  const ports = { clock }
  const arcPath = async () => undefined
  return new Placer({ db, ports, archives, journal, importer, homes, arcPath, manner: () => manner, order: () => [] })
}

const SOURCE = 'Harbor Lights 003 (2015).cbz'
function rowOf(change: Partial<Placement> = {}): Placement {
  const row = {
    placement_id: 'p',
    item_id: 'item',
    position: 0,
    source_path: at('downloads', SOURCE),
    inner: '',
    pictures: false,
    size: 1,
    modified_ms: 1,
    state: 'ready',
    issue_ids: ['harbor-3'],
    comic_id: 'harbor',
    updated_at: clock.now(),
  } satisfies NewPlacement
  db.write((tx) => addPlacements(tx, [{ ...row, ...change } as NewPlacement]))
  return findPlacement(db.read, 'p') as Placement
}
const place = (row: Placement, placing: PlaceMethod = 'move', path = row.source_path) =>
  placer().place(row, {
    path,
    placing,
    batch_id: 'batch',
    expected: new Set(['harbor-3']),
    certain: false,
    onlyMissing: false,
  })
const now = () => findPlacement(db.read, 'p')

/** The library has the issue; a larger file for it has arrived. */
function existingFile(): string {
  const path = put(at('comics', 'Harbor Lights', 'Harbor Lights 003.cbz'), comic('small'))
  makeFile(db, { issues: ['harbor-3'], path, size: statSync(path).size, page_count: 3, file_id: 'held' })
  put(at('downloads', SOURCE), comic('large', 50_000))
  return path
}

describe('an interrupted replacement', () => {
  test.each<[string, Partial<FileChangeRow>, isDone: boolean]>([
    ['was done', {}, true],
    ['failed', { state: 'failed' }, false],
    ['was only planned', { state: 'planned' }, false],
    ['was undone', { state: 'undone' }, false],
    ['was of another file', { file_id: 'other' }, false],
    ['went elsewhere', { to_path: '/elsewhere.cbz' }, false],
    ['was of another batch', { batch_id: 'another' }, false],
  ])('and %s', async (_, change, isDone) => {
    const path = existingFile()
    const row = rowOf({ state: 'placing', decision: 'upgrade', target: path, replaced_file_id: 'held' })
    const made = { change_id: 'c', batch_id: 'batch', kind: 'replace', state: 'done', file_id: 'held' } as const
    db.write((tx) => {
      addChange(tx, { ...made, from_path: path, to_path: path, changed_at: clock.now(), ...change })
    })
    await place(row)
    expect(replaced).toEqual(isDone ? [] : [path])
    expect(now()).toMatchObject({ state: 'placed', file_id: 'held' })
  })
})

test('a completed replacement is recognized by its own change, whatever else its batch did', async () => {
  const path = existingFile()
  const row = rowOf({ state: 'placing', decision: 'upgrade', target: path, replaced_file_id: 'held' })
  const change = {
    batch_id: 'batch',
    kind: 'replace',
    from_path: path,
    to_path: path,
    changed_at: clock.now(),
  } as const
  db.write((tx) => {
    addChange(tx, { ...change, change_id: 'a', file_id: 'other', state: 'failed' })
    addChange(tx, { ...change, change_id: 'b', file_id: 'held', state: 'done' })
  })
  await place(row)
  expect(replaced).toEqual([])
  expect(now()).toMatchObject({ state: 'placed', file_id: 'held' })
})

test('a library file that was being converted when the process ended is not missing', async () => {
  const path = existingFile()
  const before = `${path.slice(0, -4)}.cbr`
  db.write((tx) => void tx.update(files).set({ path: before }).run())
  ready = async () => db.write((tx) => void tx.update(files).set({ path }).run())
  await place(rowOf())
  expect(replaced).toEqual([path])
  expect(now()).toMatchObject({ state: 'placed', file_id: 'held', decision: 'upgrade' })
})

test('a file that was only prepared is placed again, whatever an earlier attempt left in its row', async () => {
  const path = existingFile()
  const row = rowOf({ decision: 'upgrade', target: path, replaced_file_id: 'held' })
  const change = { change_id: 'c', batch_id: 'batch', kind: 'replace', state: 'done', file_id: 'held' } as const
  db.write((tx) => addChange(tx, { ...change, from_path: path, to_path: path, changed_at: clock.now() }))
  await place(row)
  expect(replaced).toEqual([path])
})

test('a file that should replace a library file, and already is that file, is compared again', async () => {
  const path = put(at('comics', 'Harbor Lights', 'Harbor Lights 003.cbz'), comic('same'))
  makeFile(db, { issues: ['harbor-3'], path, size: statSync(path).size, page_count: 3, file_id: 'held' })
  mkdirSync(at('downloads'))
  linkSync(path, at('downloads', SOURCE))
  await place(rowOf({ state: 'placing', decision: 'upgrade', target: path, replaced_file_id: 'held' }))
  expect([now()?.state, now()?.decision]).toEqual(['kept', 'worse'])
  expect(readdirSync(at('comics', 'Harbor Lights'))).toEqual(['Harbor Lights 003.cbz'])
})

test.each([
  ['the series', { comic_id: 'gone' }],
  ['the issue', { issue_ids: ['gone'] }],
  ['every issue', { issue_ids: [] }],
  ['the issue to another series', { issue_ids: ['tide-1'] }],
])('a file stays when %s was removed meanwhile', async (_, change) => {
  makeSeries(db, { comic_id: 'tide', name: 'Tide' })
  makeIssues(db, 'tide', [1])
  const path = put(at('downloads', SOURCE), comic('new'))
  expect(await place(rowOf(change)).catch(String)).toContain('was removed from the library')
  expect([existsSync(path), existsSync(at('comics', 'Harbor Lights'))]).toEqual([true, false])
})

test.each([
  ['Harbor Lights 003 (2015).CBZ', true, 'Harbor Lights 003.cbz'],
  ['Harbor Lights 003 (2015).zip', true, 'Harbor Lights 003.cbz'],
  ['Harbor Lights 003 (2015).cbr', true, 'Harbor Lights 003.cbz'],
  ['An own name.cbz', false, 'An own name.cbz'],
  ['An own name.zip', false, 'An own name.cbz'],
  ['No ending', false, 'No ending.cbz'],
])('%s, renamed: %p, becomes %s', async (name, renames, called) => {
  manner = { ...manner, renames }
  put(at('downloads', name), comic('new'))
  await place(rowOf({ source_path: at('downloads', name) }))
  expect(readdirSync(at('comics', 'Harbor Lights'))).toEqual([called])
})

test('the library has the placed file with its pages, and counts it', async () => {
  put(at('downloads', SOURCE), comic('new'))
  const before = findSeries(db.read, 'harbor')?.have
  await place(rowOf({ detail: 'odd' }))
  const file = fileOf(db.read, 'harbor-3')!
  expect(file).toMatchObject({ path: now()?.target, page_count: 3, format: 'cbz' })
  expect(now()).toMatchObject({ state: 'placed', file_id: file.file_id, detail: null })
  const { file_id, size, modified_ms } = file
  expect(changesOf(db.read, 'batch')).toMatchObject([
    {
      kind: 'arrive',
      state: 'done',
      file_id,
      from_path: at('downloads', SOURCE),
      to_path: file.path,
      before_size: null,
      after_size: size,
      after_modified_ms: modified_ms,
    },
  ])
  expect([before, findSeries(db.read, 'harbor')?.have]).toEqual([0, 1])
  expect(events).toContainEqual({ type: 'issue.changed', issue_id: 'harbor-3', comic_id: 'harbor' })
})

test.each(['cancelled', 'failed'] as const)('a file that was %s meanwhile is removed again', async (stage) => {
  const source = put(at('downloads', SOURCE), comic('new'))
  const row = rowOf()
  db.write((tx) => tx.update(downloadJournal).set({ stage }).run())
  await place(row, 'copy')
  expect([readdirSync(at('comics', 'Harbor Lights')), existsSync(source)]).toEqual([[], true])
  expect([fileOf(db.read, 'harbor-3'), changesOf(db.read, 'batch')]).toEqual([undefined, []])
})

test('an issue that was removed meanwhile is skipped', async () => {
  put(at('downloads', SOURCE), comic('new'))
  await place(rowOf({ issue_ids: ['gone', 'harbor-3'] }))
  expect(fileOf(db.read, 'harbor-3')).toBeDefined()
  expect(events.filter(({ type }) => type === 'issue.changed')).toHaveLength(1)
})

test('a replacement takes over the row and issues of the old file, and is counted', async () => {
  const path = existingFile()
  makeIssues(db, 'harbor', [4])
  const made = { change_id: 'c', batch_id: 'batch', kind: 'replace', state: 'done', file_id: 'held' } as const
  db.write((tx) => addChange(tx, { ...made, from_path: path, to_path: path, changed_at: clock.now() }))
  const known = {
    state: 'placing',
    decision: 'upgrade',
    target: path,
    replaced_file_id: 'held',
    detail: 'odd',
  } as const
  await place(rowOf({ ...known, issue_ids: ['harbor-3', 'harbor-4'] }))
  expect([fileOf(db.read, 'harbor-3')?.file_id, fileOf(db.read, 'harbor-4')?.file_id]).toEqual(['held', 'held'])
  expect(now()).toMatchObject({ state: 'placed', file_id: 'held', detail: null })
  expect(findSeries(db.read, 'harbor')?.have).toBe(2)
})

test('a file that the previous process placed is linked as decided, and not decided again', async () => {
  const path = put(at('comics', 'Harbor Lights', 'Harbor Lights 003.cbz'), comic('new'))
  const source = put(at('downloads', SOURCE), comic('new'))
  // The library got the same issue from another source in the meantime.
  const other = put(at('comics', 'Harbor Lights', 'other.cbz'), comic('other', 9000))
  makeFile(db, { issues: ['harbor-3'], path: other, size: statSync(other).size, page_count: 3 })
  const target_hash = await systemFiles.hash(source)
  await place(rowOf({ state: 'placing', decision: 'new', target: path, target_hash }))
  expect(now()).toMatchObject({ state: 'placed', target: path })
})

test.each<Partial<Placement>>([
  { state: 'ready', decision: 'new' },
  { state: 'placing', decision: null },
])('a file at the target is compared with the library if nothing was decided: %j', async (change) => {
  const path = put(at('comics', 'Harbor Lights', 'Harbor Lights 003.cbz'), comic('new'))
  const source = put(at('downloads', SOURCE), comic('new'))
  const other = put(at('comics', 'Harbor Lights', 'other.cbz'), comic('other', 9000))
  makeFile(db, { issues: ['harbor-3'], path: other, size: statSync(other).size, page_count: 3 })
  await place(rowOf({ target: path, target_hash: await systemFiles.hash(source), ...change }))
  expect([now()?.state, now()?.decision]).toEqual(['kept', 'worse'])
})

test('a new file gets another name when its own is taken', async () => {
  const stray = put(at('comics', 'Harbor Lights', 'Harbor Lights 003.cbz'), comic('a stray'))
  const before = statSync(stray).size
  put(at('downloads', SOURCE), comic('new', 900))
  await place(rowOf())
  expect(statSync(stray).size).toBe(before)
  expect(readdirSync(at('comics', 'Harbor Lights'))).toHaveLength(2)
  expect(now()).toMatchObject({ state: 'placed', replaced_file_id: null })
})

test('a file worse than the library’s stays where it is, and says why', async () => {
  existingFile()
  const path = put(at('downloads', SOURCE), comic('x'))
  await place(rowOf())
  expect(now()).toMatchObject({ state: 'kept', decision: 'worse', detail: expect.any(String) as never, target: null })
  expect([replaced, existsSync(path)]).toEqual([[], true])
})

test('an identical file stays where it is as well', async () => {
  const path = put(at('comics', 'Harbor Lights', 'Harbor Lights 003.cbz'), comic('same'))
  const source = put(at('downloads', SOURCE), comic('same'))
  const content_hash = await fingerprint(source, systemFiles)
  makeFile(db, { issues: ['harbor-3'], path, size: statSync(path).size, page_count: 3, content_hash })
  await place(rowOf())
  expect([now()?.state, now()?.decision]).toEqual(['kept', 'duplicate'])
  expect([replaced, existsSync(source)]).toEqual([[], true])
})

test('a file of a skipped issue stays where it is as well', async () => {
  const source = put(at('downloads', SOURCE), comic('new'))
  makeIssues(db, 'harbor', [{ number: '4', intent: 'skipped' }])
  await place(rowOf({ issue_ids: ['harbor-4'] }))
  expect([now()?.state, now()?.decision]).toEqual(['kept', 'unwanted'])
  expect([fileOf(db.read, 'harbor-4'), existsSync(source)]).toEqual([undefined, true])
})

test('an interrupted replacement is decided once the journal knows its outcome', async () => {
  const path = existingFile()
  const row = rowOf({ state: 'placing', decision: 'upgrade', target: path, replaced_file_id: 'held' })
  const made = { change_id: 'c', batch_id: 'batch', kind: 'replace', state: 'planned', file_id: 'held' } as const
  db.write((tx) => addChange(tx, { ...made, from_path: path, to_path: path, changed_at: clock.now() }))
  ready = async () => db.write((tx) => void tx.update(fileChanges).set({ state: 'done' }).run())
  await place(row)
  expect([replaced, now()?.state]).toEqual([[], 'placed'])
})

describe('the replacement of a file', () => {
  test.each<[PlaceMethod, isSet: boolean]>([
    ['move', true],
    ['copy', true],
    ['hardlink', false],
    ['softlink', false],
  ])('placed as %s is never a link to another place, and has the set permissions: %p', async (placing, isSet) => {
    existingFile()
    manner = { ...manner, permissions: { file: 0o604, folder: 0o705 } }
    await place(rowOf(), placing)
    expect(replaced).toHaveLength(1)
    expect(seen).toMatchObject({ isLink: false })
    expect(seen?.mode === 0o604).toBe(isSet)
  })
})

test.each([
  ['the name from the template, when the library used another one', 'Harbor Lights/other.cbz', 'Harbor Lights/Harbor Lights 003.cbz'],
  ['the name that it has, also by another path to it', 'Alias/Harbor Lights 003.cbz', 'Alias/Harbor Lights 003.cbz'],
])('a replacement of a file has %s', async (_, before, after) => {
  mkdirSync(at('comics', 'Harbor Lights'))
  symlinkSync(at('comics', 'Harbor Lights'), at('comics', 'Alias'))
  const path = put(at('comics', before), comic('small'))
  makeFile(db, { issues: ['harbor-3'], path, size: statSync(path).size, page_count: 3, file_id: 'held' })
  put(at('downloads', SOURCE), comic('large', 50_000))
  await place(rowOf())
  expect(replaced).toEqual([at('comics', after)])
}) // biome-ignore format: a table

test('a replacement keeps its name on a disk that cannot tell files apart', async () => {
  const path = existingFile()
  disk = { ...systemFiles, same: async () => false }
  await place(rowOf())
  expect(replaced).toEqual([path])
})

describe('the folder of a series without one', () => {
  const location = () => findSeries(db.read, 'harbor')?.location

  test.each([
    ['when the template adds folders inside', 'Issues/$Series $Issue', null, true],
    ['not when files are directly in it', '$Series $Issue', null, false],
  ])('is saved %s', async (_, file_format, before, isWritten) => {
    naming = { ...naming, file_format }
    db.write((tx) => setLocation(tx, 'harbor', before, clock.now()))
    put(at('downloads', SOURCE), comic('new'))
    await place(rowOf())
    expect(location()).toBe(isWritten ? at('comics', 'Harbor Lights') : null)
  })

  test('stays unchanged when there is one', async () => {
    naming = { ...naming, file_format: 'Issues/$Series $Issue' }
    mkdirSync(at('comics', 'Own'))
    db.write((tx) => setLocation(tx, 'harbor', at('comics', 'Own'), clock.now()))
    put(at('downloads', SOURCE), comic('new'))
    await place(rowOf())
    expect(location()).toBe(at('comics', 'Own'))
  })
})

test('a file that cannot be linked to its issues is removed from the library again', async () => {
  const source = put(at('downloads', SOURCE), comic('new'))
  const row = rowOf()
  const write = db.write.bind(db)
  let isFull = false
  db.write = (work) => {
    if (isFull) throw new Error('database or disk is full')
    const done = write(work)
    isFull = now()?.state === 'placing'
    return done
  }
  expect(await place(row, 'hardlink').catch(String)).toContain('disk is full')
  db.write = write
  expect(readdirSync(at('comics', 'Harbor Lights'))).toEqual([])
  expect([existsSync(source), fileOf(db.read, 'harbor-3')]).toEqual([true, undefined])
})

test.each<[PlaceMethod, isSet: boolean]>([
  ['move', true],
  ['copy', true],
  ['hardlink', false],
])('a new file placed as %s has the set permissions: %p', async (placing, isSet) => {
  manner = { ...manner, permissions: { file: 0o604, folder: 0o705 } }
  const before = statSync(at('comics')).mode
  put(at('downloads', SOURCE), comic('new'))
  await place(rowOf(), placing)
  expect(now()?.state).toBe('placed')
  expect((statSync(now()?.target as string).mode & 0o777) === 0o604).toBe(isSet)
  expect(statSync(at('comics')).mode).toBe(before)
  expect(statSync(at('comics', 'Harbor Lights')).mode & 0o777).toBe(0o705)
})

test('an existing folder keeps its permissions', async () => {
  manner = { ...manner, permissions: { file: 0o604, folder: 0o705 } }
  mkdirSync(at('comics', 'Harbor Lights'), { mode: 0o750 })
  const before = statSync(at('comics')).mode
  put(at('downloads', SOURCE), comic('new'))
  await place(rowOf())
  expect(now()?.state).toBe('placed')
  expect([statSync(at('comics', 'Harbor Lights')).mode & 0o777, statSync(at('comics')).mode]).toEqual([0o750, before])
})
