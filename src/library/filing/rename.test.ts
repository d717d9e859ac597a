import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { sortKey } from '../../base/names/numbers'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { findCachedFile } from '../../intake/imports/scan/cache-store'
import { type TestApp, type TestOptions, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { otherDisk, readOnlyDisk } from '../../testing/imports/filing'
import { confirmImport, putFile, scanLibrary } from '../../testing/imports/imports'
import { fileAt, filesOf } from '../series/file-store'
import { type IssueRow, issuesOf, type SeriesRow, seriesNamed } from '../series/store'
import { issues } from '../series/tables'

/** Renames, moves and their undo from the user's view, on files that a scan imported. */

interface Preview {
  changes: { file_id: string; issue_id: string; from: string; to: string; problem?: string }[]
  others: { from: string; to: string; problem?: string }[]
  folder: { from: string; to: string } | null
  unchanged: number
  fingerprint: string
}
interface Started {
  operation_id: string
  batch_id: string
}
interface Batch {
  batch_id: string
  state: string
  title: string
  counts: Record<string, number>
  changes: { from: string; to: string; state: string; error: string | null; file_id: string }[]
}

let folder: string
let app: TestApp

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-rename-'))
  for (const root of ['comics', 'more', 'manga']) mkdirSync(join(folder, root))
  for (const n of [1, 2, 3]) put(`comics/old lights/lights ${n}.cbz`, n)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (path: string) => join(folder, path)
let written = 0
function put(path: string, n: number): void {
  putFile(at(path), makeCbz({ ...makePages(2), 'ComicInfo.xml': info(n), 'n.txt': `${n}` }))
  utimesSync(at(path), 1_760_000_000 + ++written, 1_760_000_000 + written)
}
const info = (n: number, series = 'Harbor Lights') =>
  `<ComicInfo><Series>${series}</Series><Number>${n}</Number><Year>2015</Year><Month>3</Month></ComicInfo>`

async function start(settings: TestOptions['settings'] = {}, files: Files = systemFiles): Promise<void> {
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const comic_dirs = ['comics', 'more'].map(at).join(';')
  const all = { comic_dirs, manga_dirs: at('manga'), zero_level_n: '00x', ...settings }
  app = await testApp({ settings: all, ports: { processes, files } })
  const view = await scanLibrary(app)
  expect(view.status).toBe('completed')
  expect(await confirmImport(app, view)).toMatchObject({ errors: [] })
}

const series = (name = 'Harbor Lights'): SeriesRow => seriesNamed(app.db.read, name)[0]!
const id = () => series().comic_id
const preview = (body: unknown = {}, comic = id()) =>
  app.reader.json<Preview>(200, app.reader.post(`/api/series/${comic}/rename/preview`, body))
const apply = (body: unknown) => app.reader.post(`/api/series/${id()}/rename/apply`, body)
const batch = (batch_id: string) => app.reader.json<Batch>(200, app.reader.get(`/api/filing/batches/${batch_id}`))

async function renamed(body: unknown = {}, file_ids?: string[]): Promise<Batch> {
  const { fingerprint } = await preview(body)
  const started = await app.reader.json<Started>(202, apply({ fingerprint, file_ids }))
  await app.idle()
  return batch(started.batch_id)
}

async function undone(batch_id: string): Promise<Batch> {
  await app.reader.json(202, app.reader.post(`/api/filing/batches/${batch_id}/undo`))
  await app.idle()
  return batch(batch_id)
}

function below(root: string): string[] {
  return readdirSync(at(root), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(at(root).length + 1))
    .sort()
}

/** The next scan's report about known files. */
async function nothingNew(): Promise<void> {
  const view = await scanLibrary(app)
  expect(view.results?.reduce((sum, { new_files }) => sum + new_files, 0) ?? 0).toBe(0)
  expect([view.progress.moved_files, view.progress.missing_files]).toEqual([0, 0])
}

const NEW = [1, 2, 3].map((n) => `Harbor Lights (2015)/Harbor Lights 00${n} (2015).cbz`)
const OLD = [1, 2, 3].map((n) => `old lights/lights ${n}.cbz`)

describe('a rename', () => {
  test('shows what would change and changes nothing', async () => {
    await start()
    const plan = await preview()
    expect(plan.folder).toEqual({ from: at('comics/old lights'), to: at('comics/Harbor Lights (2015)') })
    expect(plan.changes.map(({ from, to }) => [from, to])).toEqual(
      OLD.map((from, n) => [at(`comics/${from}`), at(`comics/${NEW[n]}`)]),
    )
    expect(plan.unchanged).toBe(0)
    expect(below('comics')).toEqual(OLD)
    expect(await preview()).toEqual(plan)
  })

  test('does what the preview showed; scans, progress, covers and the folder of the series follow', async () => {
    await start()
    const [first] = issuesOf(app.db.read, id())
    await app.reader.json(200, app.reader.post('/api/reading/mark', { issue_ids: [first!.issue_id], read: true }))
    const before = await app.reader.json(200, app.reader.get(`/api/reading/issues/${first!.issue_id}`))
    const cover = series().cover_version
    expect((await app.reader.get(`/api/covers/issues/${first!.issue_id}`)).status).toBe(200)
    app.events()
    const done = await renamed()
    expect(done).toMatchObject({ state: 'done', title: '3 files renamed', counts: { done: 3 } })
    expect(below('comics')).toEqual(NEW)
    expect(existsSync(at('comics/old lights'))).toBe(false)
    expect(series()).toMatchObject({ location: at('comics/Harbor Lights (2015)'), cover_version: cover, have: 3 })
    expect(app.events()).toContainEqual({ type: 'series.changed', comic_id: id() })
    expect(await app.reader.json(200, app.reader.get(`/api/reading/issues/${first!.issue_id}`))).toEqual(before)
    expect((await app.reader.get(`/api/covers/issues/${first!.issue_id}`)).status).toBe(200)
    await nothingNew()
    expect((await preview()).changes).toEqual([])
    expect((await preview()).unchanged).toBe(3)
  })

  test('is undone completely, and scans recognise the files again', async () => {
    await start()
    const { batch_id } = await renamed()
    const bytes = readFileSync(at(`comics/${NEW[0]}`))
    expect(await undone(batch_id)).toMatchObject({ state: 'undone', counts: { undone: 3 } })
    expect(below('comics')).toEqual(OLD)
    expect(readFileSync(at(`comics/${OLD[0]}`)).equals(bytes)).toBe(true)
    expect(existsSync(at('comics/Harbor Lights (2015)'))).toBe(false)
    expect(series().location).toBe(at('comics/old lights'))
    await nothingNew()
    const again = await app.reader.json(409, app.reader.post(`/api/filing/batches/${batch_id}/undo`))
    expect(again).toMatchObject({ detail: 'This was already undone.' })
  })

  test('on a read-only disk fails with the reason, and works once the disk is writable', async () => {
    let closed = true
    await start(
      {},
      readOnlyDisk(
        systemFiles,
        (path) => path.startsWith(at('comics')),
        () => closed,
      ),
    )
    const { fingerprint } = await preview()
    const { operation_id, batch_id } = await app.reader.json<Started>(202, apply({ fingerprint }))
    await app.idle()
    const failed = await batch(batch_id)
    expect(failed).toMatchObject({ state: 'partial', counts: { failed: 3 } })
    for (const { error } of failed.changes) expect(error).toContain('is read-only')
    const operation = await app.reader.json(200, app.reader.get(`/api/operations/${operation_id}`))
    expect(operation).toMatchObject({ state: 'failed', error: expect.stringContaining('is read-only') })
    expect(below('comics')).toEqual(OLD)
    closed = false
    expect(await renamed()).toMatchObject({ state: 'done', counts: { done: 3 } })
    expect(below('comics')).toEqual(NEW)
    await nothingNew()
  })

  test('on a disk that does not respond reports it, and is settled by the next change of the file', async () => {
    let dead = false
    const silent = () => Promise.reject(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }))
    let failing = true
    const files: Files = {
      ...systemFiles,
      place: (from, to) => {
        dead = failing
        return failing ? silent() : systemFiles.place(from, to)
      },
      stat: (path) => (dead && path.includes('comics') ? silent() : systemFiles.stat(path)),
    }
    await start({}, files)
    const { changes, fingerprint } = await preview()
    const { batch_id } = await app.reader.json<Started>(202, apply({ fingerprint, file_ids: [changes[0]!.file_id] }))
    await app.idle()
    const stuck = await batch(batch_id)
    expect(stuck.changes).toMatchObject([{ state: 'started', error: expect.stringContaining('The disk failed') }])
    dead = false
    failing = false
    expect(await renamed()).toMatchObject({ state: 'done', counts: { done: 3 } })
    expect((await batch(batch_id)).changes).toMatchObject([
      { state: 'failed', error: expect.stringContaining('The disk failed') },
    ])
    expect(below('comics')).toEqual(NEW)
  })

  test("accepts other templates than the settings', and does what they showed", async () => {
    await start()
    await renamed({ file_format: '$Year/$Series - $Issue', folder_format: '$Series' })
    expect(below('comics')).toEqual([1, 2, 3].map((n) => `Harbor Lights/2015/Harbor Lights - 00${n}.cbz`))
    expect(series().location).toBe(at('comics/Harbor Lights'))
    await nothingNew()
  })

  test('refuses templates with unknown words', async () => {
    await start()
    const reply = app.reader.post(`/api/series/${id()}/rename/preview`, { file_format: '$Series $Isue $Issue' })
    expect(await app.reader.json(400, reply)).toMatchObject({
      detail: '$Isue is not a word of file names.',
    })
  })

  test('renames only the chosen files', async () => {
    await start()
    const { changes } = await preview()
    await renamed({}, [changes[1]!.file_id])
    expect(below('comics')).toEqual([NEW[1]!, OLD[0]!, OLD[2]!])
    await nothingNew()
  })

  test('refuses when anything changed since the preview, and changes nothing', async () => {
    await start()
    for (const change of [
      () => utimesSync(at(`comics/${OLD[0]}`), 1_700_000_000, 1_700_000_000),
      () => rmSync(at(`comics/${OLD[1]}`)),
      () => putFile(at(`comics/${NEW[2]}`), 'somebody else'),
    ]) {
      const { fingerprint } = await preview()
      change()
      expect(await app.reader.json(409, apply({ fingerprint }))).toMatchObject({
        detail: 'The files changed since the preview. Check the preview again, then rename.',
      })
    }
  })

  test('of a series whose files are being moved is refused', async () => {
    await start()
    const { fingerprint } = await preview()
    const replies = await Promise.all([apply({ fingerprint }), apply({ fingerprint })])
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409])
    const refused = replies.find(({ status }) => status === 409)!
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('are already being moved') })
    await app.idle()
    expect(below('comics')).toEqual(NEW)
  })

  test('names the files that cannot be renamed, and renames the others', async () => {
    await start()
    rmSync(at(`comics/${OLD[0]}`))
    renameSync(at(`comics/${OLD[1]}`), at('comics/elsewhere.cbz'))
    symlinkSync('../elsewhere.cbz', at(`comics/${OLD[1]}`))
    const { changes } = await preview()
    expect(changes.map(({ problem }) => problem?.slice(0, 20))).toEqual([
      undefined,
      'File not found. Conn',
      'The file is a link t',
    ])
    await renamed()
    expect(below('comics')).toEqual([NEW[2]!, 'elsewhere.cbz', OLD[1]!])
  })

  test('has nothing to do for correct names', async () => {
    await start()
    await renamed()
    const { fingerprint } = await preview()
    expect(await app.reader.json(409, apply({ fingerprint }))).toMatchObject({
      detail: 'Nothing to change: all files have the right names and folders.',
    })
    expect(await app.reader.json(404, app.reader.post('/api/series/nobody/rename/preview', {}))).toBeDefined()
  })
})

describe('names that collide', () => {
  test('two files of an issue get a number, and keep it', async () => {
    const copy = makeCbz({ ...makePages(3), 'ComicInfo.xml': info(3) })
    putFile(at('comics/old lights/lights 3 (digital).cbz'), copy)
    await start()
    await renamed()
    const both = ['Harbor Lights 003 (2015) (2).cbz', 'Harbor Lights 003 (2015).cbz']
    expect(below('comics').filter((name) => name.includes('003'))).toEqual(
      both.map((name) => `Harbor Lights (2015)/${name}`),
    )
    expect((await preview()).changes).toEqual([])
    await nothingNew()
  })

  test('existing files keep their names, ignoring case', async () => {
    await start()
    putFile(at('comics/Harbor Lights (2015)/HARBOR lights 001 (2015).CBZ'), 'somebody else')
    await renamed()
    expect(below('comics')).toContain('Harbor Lights (2015)/Harbor Lights 001 (2015) (2).cbz')
    expect(readFileSync(at('comics/Harbor Lights (2015)/HARBOR lights 001 (2015).CBZ')).toString()).toBe(
      'somebody else',
    )
  })

  test('files that want each other’s names swap them, and back', async () => {
    await start()
    await renamed()
    const [one, two] = NEW.map((path) => at(`comics/${path}`)) as [string, string]
    // The file named 1 is issue 2, and the file named 2 is issue 1.
    const contents = [readFileSync(one), readFileSync(two)] as const
    const files = [fileAt(app.db.read, one)!, fileAt(app.db.read, two)!] as const
    const [first, second] = issuesOf(app.db.read, id())
    app.db.write((tx) => {
      const number = (row: IssueRow, text: string) =>
        tx
          .update(issues)
          .set({ number: text, sort_key: sortKey(text) })
          .where(eq(issues.issue_id, row.issue_id))
          .run()
      number(first!, '99')
      number(second!, '1')
      number(first!, '2')
    })
    const { changes } = await preview()
    expect(changes.map(({ from, to }) => [from, to]).sort()).toEqual([
      [one, two],
      [two, one],
    ])
    const done = await renamed()
    expect(done).toMatchObject({ state: 'done', counts: { done: 3 } })
    expect(readFileSync(one).equals(contents[1]) && readFileSync(two).equals(contents[0])).toBe(true)
    expect([fileAt(app.db.read, one)!.file_id, fileAt(app.db.read, two)!.file_id]).toEqual([
      files[1].file_id,
      files[0].file_id,
    ])
    await nothingNew()
    expect((await undone(done.batch_id)).state).toBe('undone')
    expect(readFileSync(one).equals(contents[0]) && readFileSync(two).equals(contents[1])).toBe(true)
    await nothingNew()
  })

  test('a file changes its case', async () => {
    await start()
    await renamed()
    await renamed({ file_format: '$series $Issue ($Year)' })
    expect(below('comics')).toEqual(NEW.map((name) => name.replace('/Harbor Lights', '/harbor lights')))
    await nothingNew()
  })
})

describe('other files of the folder', () => {
  test('move with it when the folder belongs to the series alone, and return', async () => {
    putFile(at('comics/old lights/cover.jpg'), 'a picture')
    putFile(at('comics/old lights/extras/notes.nfo'), 'notes')
    await start()
    // A comic that was not imported.
    put('comics/old lights/stranger.cbz', 77)
    await scanLibrary(app)
    const plan = await preview()
    expect(plan.others.map(({ from }) => from.slice(at('comics/old lights/').length))).toEqual([
      'cover.jpg',
      'extras/notes.nfo',
      'stranger.cbz',
    ])
    const { batch_id } = await renamed()
    const others = ['cover.jpg', 'extras/notes.nfo', 'stranger.cbz']
    expect(below('comics')).toEqual([...NEW, ...others.map((name) => `Harbor Lights (2015)/${name}`)].sort())
    expect(readdirSync(at('comics'))).toEqual(['Harbor Lights (2015)'])
    expect(findCachedFile(app.db.read, at('comics/Harbor Lights (2015)/stranger.cbz'))).toBeDefined()
    expect((await undone(batch_id)).state).toBe('undone')
    expect(below('comics')).toEqual([...OLD, ...others.map((name) => `old lights/${name}`)].sort())
  })

  test('stay where files of another series are too', async () => {
    put('comics/old lights/other 1.cbz', 50)
    writeFileSync(
      at('comics/old lights/other 1.cbz'),
      makeCbz({ ...makePages(2), 'ComicInfo.xml': info(1, 'Copper Orchard') }),
    )
    putFile(at('comics/old lights/cover.jpg'), 'a picture')
    await start()
    await renamed()
    expect(below('comics')).toEqual([...NEW, 'old lights/cover.jpg', 'old lights/other 1.cbz'])
    await nothingNew()
  })
})

describe('a failing disk', () => {
  test('read-only: the files stay, and the batch says why', async () => {
    const denied = () => Object.assign(new Error('EACCES'), { code: 'EACCES' })
    let isReadOnly = false
    const refusing: Files = {
      ...systemFiles,
      // The new name can be created, but the old one cannot be removed.
      async place(from, to) {
        if (!isReadOnly || !from.startsWith(at('comics/old lights'))) return systemFiles.place(from, to)
        linkSync(from, to)
        throw denied()
      },
      async remove(path) {
        if (isReadOnly && path.startsWith(at('comics/old lights'))) throw denied()
        await systemFiles.remove(path)
      },
    }
    await start({}, refusing)
    isReadOnly = true
    const done = await renamed()
    expect(done).toMatchObject({ state: 'partial', counts: { failed: 3 } })
    expect(done.changes[0]!.error).toContain('read-only')
    expect(below('comics')).toEqual(OLD)
    expect(existsSync(at('comics/Harbor Lights (2015)'))).toBe(false)
    await nothingNew()
  })

  test('full: the file stays complete in its place, and nothing is left behind', async () => {
    const full: Files = {
      ...otherDisk(systemFiles, (path) => path.startsWith(at('more'))),
      async copy(from, to) {
        writeFileSync(to, readFileSync(from).subarray(0, 100))
        throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
      },
    }
    await start({}, full)
    const started = await app.reader.json<Started>(
      202,
      app.reader.post(`/api/series/${id()}/move`, { folder: at('more') }),
    )
    await app.idle()
    const done = await batch(started.batch_id)
    expect(done.state).toBe('partial')
    expect(done.changes[0]!.error).toStartWith('The disk of ')
    expect(below('comics')).toEqual(OLD)
    expect(readdirSync(at('more'))).toEqual([])
    expect(series().location).toBe(at('comics/old lights'))
    await nothingNew()
  })
})

describe('moving a series to another library folder', () => {
  const move = (target: string) => app.reader.post(`/api/series/${id()}/move`, { folder: target })
  async function moved(target: string): Promise<Batch> {
    const started = await app.reader.json<Started>(202, move(target))
    await app.idle()
    return batch(started.batch_id)
  }

  test('keeps names, hard links and everything in the folder', async () => {
    putFile(at('comics/old lights/series.json'), '{}')
    await start()
    linkSync(at(`comics/${OLD[0]}`), at('seeding.cbz'))
    const shown = await app.reader.json<Preview>(
      200,
      app.reader.post(`/api/series/${id()}/move?preview=true`, { folder: at('more') }),
    )
    expect(shown.folder).toEqual({ from: at('comics/old lights'), to: at('more/old lights') })
    expect(below('comics')).toHaveLength(4)
    const done = await moved(at('more'))
    expect(done).toMatchObject({ state: 'done', title: '3 files moved to more' })
    expect(below('more')).toEqual([...OLD, 'old lights/series.json'])
    expect(readdirSync(at('comics'))).toEqual([])
    expect(statSync(at(`more/${OLD[0]}`)).ino).toBe(statSync(at('seeding.cbz')).ino)
    expect(series().location).toBe(at('more/old lights'))
    putFile(at('comics/keep.txt'), 'so that the folder counts as connected')
    await nothingNew()
    expect((await undone(done.batch_id)).state).toBe('undone')
    expect(series().location).toBe(at('comics/old lights'))
  })

  test('to another disk copies, checks, and keeps the times of the files', async () => {
    await start(
      {},
      otherDisk(systemFiles, (path) => path.startsWith(at('more'))),
    )
    const before = [...filesOf(app.db.read, id()).values()]
    expect((await moved(at('more'))).state).toBe('done')
    expect(below('more')).toEqual(OLD)
    expect(below('comics')).toEqual([])
    const after = [...filesOf(app.db.read, id()).values()]
    expect(after.map(({ modified_ms }) => modified_ms)).toEqual(before.map(({ modified_ms }) => modified_ms))
    expect(after.map(({ content_hash }) => content_hash)).toEqual(before.map(({ content_hash }) => content_hash))
    putFile(at('comics/keep.txt'), 'so that the folder counts as connected')
    await nothingNew()
  })

  test('goes to library folders of its kind only', async () => {
    await start()
    for (const target of [at('manga'), at('nowhere'), '/'])
      expect(await app.reader.json(400, move(target))).toMatchObject({
        detail: expect.stringContaining('library folder'),
      })
    expect(await app.reader.json(409, move(at('comics')))).toMatchObject({ detail: expect.stringContaining('Nothing') })
  })
})

describe('undoing in part', () => {
  test('leaves files whose place was taken, and says so', async () => {
    await start()
    const { batch_id } = await renamed()
    putFile(at(`comics/${OLD[0]}`), 'somebody else')
    rmSync(at(`comics/${NEW[1]}`))
    const done = await undone(batch_id)
    expect(done.state).toBe('partial')
    expect(done.counts).toEqual({ undone: 1, undo_failed: 2 })
    expect(done.changes.map(({ error }) => /already exists|There is nothing/.exec(error ?? '')?.[0] ?? null)).toEqual([
      'already exists',
      'There is nothing',
      null,
    ])
    expect(readFileSync(at(`comics/${OLD[0]}`)).toString()).toBe('somebody else')
    rmSync(at(`comics/${OLD[0]}`))
    expect((await undone(batch_id)).counts).toEqual({ undone: 2, undo_failed: 1 })
  })

  test('files that were renamed again are left alone until that is undone', async () => {
    await start()
    const first = await renamed()
    const second = await renamed({ file_format: '$Series $Issue' })
    expect((await undone(first.batch_id)).counts).toEqual({ undo_failed: 3 })
    expect((await undone(second.batch_id)).state).toBe('undone')
    expect((await undone(first.batch_id)).state).toBe('undone')
    expect(below('comics')).toEqual(OLD)
  })
})

test('batches are listed newest first, by series', async () => {
  await start()
  const first = await renamed()
  const second = await undone(first.batch_id).then(() => renamed({ file_format: '$Series $Issue' }))
  const list = (query: string) =>
    app.reader.json<{ batches: Batch[] }>(200, app.reader.get(`/api/filing/batches${query}`))
  expect((await list(`?comic_id=${id()}`)).batches.map(({ batch_id }) => batch_id)).toEqual([
    second.batch_id,
    first.batch_id,
  ])
  expect((await list('?comic_id=nobody')).batches).toEqual([])
  await app.reader.json(404, app.reader.get('/api/filing/batches/nothing'))
  await app.reader.json(404, app.reader.post('/api/filing/batches/nothing/undo'))
})

test('samples show the effect of the templates', async () => {
  await start()
  const reply = app.reader.get('/api/filing/sample-name?file_format=%24Series+%24Issue&zero_level_n=0x')
  const { samples, problems } = await app.reader.json<{
    samples: { folder: string; file: string }[]
    problems: string[]
  }>(200, reply)
  expect(samples.map(({ file }) => file)).toEqual([
    'Harbor Lights 07.cbz',
    'Harbor Lights Annual 01.cbz',
    'Harbor Lights ½.cbz',
    'Tides - Low-High 12-13.cbz',
    'Kumo Garden v05 c34.cbz',
  ])
  expect(problems).toEqual([])
})
