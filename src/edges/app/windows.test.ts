import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sha256 } from '../../base/platform/digest'
import { systemProcesses } from '../../base/platform/processes'
import { findInboxRow } from '../../intake/imports/inbox/store'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { type WindowsDisk, windowsDisk } from '../../testing/disks/windows-disk'
import { addDownloadedItem, waitForEnd } from '../../testing/downloads/processing'
import { confirmImport, putComic, scanInbox, scanLibrary } from '../../testing/imports/imports'
import { makeIssues, makeSeries } from '../../testing/make'
import { HARBOR, harborIssue, PROGRESS, START } from '../../testing/migration/moving'
import { makeMylar } from '../../testing/migration/mylar'
import { applyRestore } from '../host/apply-restore'
import { layout } from '../host/data-directory'

/** The whole app on a disk with the rules of Windows. */

const OPEN = 'The file is open in another program. Close it there, then try again.'
const SERIES = 'comics/Harbor Lights (2015)'
let folder: string
let disk: WindowsDisk
let app: TestApp
const at = (...names: string[]) => join(folder, ...names)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-windows-'))
  for (const name of ['comics', 'inbox', 'downloads']) mkdirSync(at(name))
  disk = windowsDisk()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(settings: Record<string, string> = {}): Promise<void> {
  const archives = archiveHelper()
  const helper = (role: string) => (role.includes('archive') ? archives : systemProcesses).helper(role)
  const processes = { helper, launch: async () => false }
  const options = { comic_dirs: at('comics'), import_dir: at('inbox'), import_scan_interval: '0', ...settings }
  app = await testApp({
    settings: options,
    folder,
    databasePath: at('panelkeep.db'),
    ports: { files: disk.files, processes },
  })
}
async function restarted(): Promise<void> {
  await app.close()
  await start()
  await app.idle()
}
/** A library with these issues, and names that the template changes. */
async function library(numbers: readonly number[] = [1, 2]): Promise<void> {
  for (const n of numbers) putComic(at(SERIES, `Harbor Lights ${n} (2015).cbz`), n)
  await start()
  await confirmImport(app, await scanLibrary(app))
}
const names = (path = SERIES) =>
  readdirSync(at(path))
    .filter((name) => !name.startsWith('.'))
    .toSorted()
const post = <T = Record<string, unknown>>(status: number, path: string, body?: unknown) =>
  app.reader.json<T>(status, app.reader.post(path, body))
const get = <T>(path: string) => app.reader.json<T>(200, app.reader.get(path))
async function comicId(name = 'Harbor Lights'): Promise<string> {
  const rows = await get<{ ComicID: string; ComicName: string }[]>('/api/series')
  return rows.find(({ ComicName }) => ComicName === name)!.ComicID
}
const issueIds = async (id: string) =>
  (await get<{ issues: { id: string; number: string }[] }>(`/api/series/${id}`)).issues.map((issue) => issue.id)

interface Batch {
  state: string
  changes: { state: string; error: string | null }[]
}
const batch = (id: string) => get<Batch>(`/api/filing/batches/${id}`)
async function renamed(): Promise<string> {
  const path = `/api/series/${await comicId()}/rename`
  type Preview = { fingerprint: string; changes: { file_id: string }[] }
  const { fingerprint, changes } = await post<Preview>(200, `${path}/preview`)
  const file_ids = changes.map(({ file_id }) => file_id)
  const { batch_id } = await post<{ batch_id: string }>(202, `${path}/apply`, { fingerprint, file_ids })
  await app.idle()
  return batch_id
}
async function tagged(): Promise<Record<string, unknown>> {
  const [issue_id] = await issueIds(await comicId())
  const { job_id } = await post<{ job_id: string }>(200, '/api/metadata/metatag', { issue_id })
  await app.idle()
  const { detail } = await get<{ detail: { results: Record<string, unknown>[] } }>(`/api/operations/${job_id}`)
  return detail.results[0]!
}
const readPage = async () => {
  const [issue] = await issueIds(await comicId())
  expect((await app.reader.get(`/api/reading/issues/${issue}/pages/0`)).status).toBe(200)
}

describe('import', () => {
  test('reads files that another program has open, and says when a file cannot be read', async () => {
    putComic(at(SERIES, 'Harbor Lights 1 (2015).cbz'), 1)
    putComic(at(SERIES, 'Harbor Lights 2 (2015).cbz'), 2)
    disk.hold(at(SERIES, 'Harbor Lights 1 (2015).cbz'))
    disk.hold(at(SERIES, 'Harbor Lights 2 (2015).cbz'), 'none')
    await start()
    const scan = await scanLibrary(app)
    expect(JSON.stringify(scan)).toContain(OPEN)
    expect(JSON.stringify(scan)).not.toMatch(/\bE[A-Z]{3,}: /)
    await confirmImport(app, scan)
    expect(await issueIds(await comicId())).toHaveLength(1)
  })

  test('files a comic whose original another program keeps open', async () => {
    await start({ imp_move: 'true' })
    makeSeries(app.db, { location: at(SERIES), name: 'Harbor Lights', year: 2015 })
    makeIssues(app.db, 'harbor', ['3'])
    putComic(at('inbox', 'Harbor Lights 3.cbz'), 3)
    disk.hold(at('inbox', 'Harbor Lights 3.cbz'))
    await scanInbox(app)
    const imp_id = sha256(at('inbox', 'Harbor Lights 3.cbz')).slice(0, 32)
    await app.reader.post('/api/import/match', { imp_ids: [imp_id], comic_id: 'harbor' })
    await app.idle()
    expect(findInboxRow(app.db.read, imp_id)).toMatchObject({ status: 'Imported' })
    expect(names()).toHaveLength(1)
  })

  test('shows pages of files in long paths and in folders that end with a dot', async () => {
    const deep = Array.from({ length: 4 }, (_, n) => `${n}`.repeat(60))
    putComic(at('comics', 'Harbor Lights (2015)', ...deep, 'Harbor Lights 1 (2015).cbz'), 1)
    putComic(at('comics', 'Vol. 1.', 'Saga 1 (2012).cbz'), 2)
    await start()
    await confirmImport(app, await scanLibrary(app))
    for (const name of ['Harbor Lights', 'Saga']) {
      const [issue] = await issueIds(await comicId(name))
      for (const path of [`/api/reading/issues/${issue}/pages/0`, `/api/reading/issues/${issue}/file`])
        expect([path, (await app.reader.get(path)).status]).toEqual([path, 200])
    }
  })
})

describe('filing', () => {
  test('renames the file that its own reader has open', async () => {
    await library([1])
    await readPage()
    expect(disk.open()).toHaveLength(1)
    await renamed()
    expect(names()).toEqual(['Harbor Lights 001 (2015).cbz'])
    expect(disk.waits).toEqual([])
  })

  test('keeps a file in place while another program has it open, and undo and the next start agree', async () => {
    await library()
    const release = disk.hold(at(SERIES, 'Harbor Lights 2 (2015).cbz'))
    const id = await renamed()
    const after = ['Harbor Lights 001 (2015).cbz', 'Harbor Lights 2 (2015).cbz']
    expect(names()).toEqual(after)
    expect((await batch(id)).changes).toMatchObject([{ state: 'done' }, { state: 'failed', error: OPEN }])
    release()
    await restarted()
    expect(names()).toEqual(after)
    await post(202, `/api/filing/batches/${id}/undo`)
    await app.idle()
    const before = ['Harbor Lights 1 (2015).cbz', 'Harbor Lights 2 (2015).cbz']
    expect([names(), (await batch(id)).state]).toEqual([before, 'undone'])
    await restarted()
    expect([names(), (await batch(id)).state]).toEqual([before, 'undone'])
  })

  test('waits for a virus scanner that releases the file soon', async () => {
    await library([1])
    const release = disk.hold(at(SERIES, 'Harbor Lights 1 (2015).cbz'))
    disk.onWait = (count) => count === 2 && release()
    await renamed()
    expect(names()).toEqual(['Harbor Lights 001 (2015).cbz'])
  })

  test('changes only the case of a name', async () => {
    await library([1])
    await renamed()
    await app.reader.json(200, app.reader.put('/api/config', { lowercase_filenames: true }))
    await renamed()
    expect(names()).toEqual(['harbor lights 001 (2015).cbz'])
  })
})

describe('tagging', () => {
  test('writes into a file that was just read', async () => {
    await library([1])
    await readPage()
    expect(await tagged()).toMatchObject({ state: 'done' })
    expect(disk.waits).toEqual([])
  })

  test('says that another program has the file open, and changes nothing', async () => {
    await library([1])
    const path = at(SERIES, 'Harbor Lights 1 (2015).cbz')
    const before = readFileSync(path)
    const release = disk.hold(path)
    expect(await tagged()).toMatchObject({ state: 'failed', sentence: OPEN })
    expect(readFileSync(path)).toEqual(before)
    expect(readdirSync(dirname(path))).toEqual(['Harbor Lights 1 (2015).cbz'])
    release()
    expect(await tagged()).toMatchObject({ state: 'done' })
  })
})

test('processing imports a download whose folder another program keeps from being removed', async () => {
  await start({ comic_dirs: at('comics'), enable_meta: 'false', cbr2cbz: 'false' })
  makeSeries(app.db, { location: at(SERIES), name: 'Harbor Lights', year: 2015 })
  makeIssues(app.db, 'harbor', ['3'])
  const content_path = at('downloads', 'job')
  mkdirSync(content_path)
  writeFileSync(join(content_path, 'Harbor Lights 003 (2015).cbz'), makeCbz(makePages(3)))
  writeFileSync(join(content_path, 'readme.nfo'), 'x')
  disk.hold(join(content_path, 'readme.nfo'))
  disk.hold(join(content_path, 'Harbor Lights 003 (2015).cbz'))
  const item = addDownloadedItem(app, { issues: ['harbor-3'], comic_id: 'harbor', content_path })
  expect((await waitForEnd(app, item)).stage).toBe('post_processed')
  expect(names()).toEqual(['Harbor Lights 003 (2015).cbz'])
})

test('moving in ends, also when part of its copy cannot be removed', async () => {
  await start()
  const path = makeMylar(at('mylar'), { comics: [HARBOR], issues: [harborIssue('1'), harborIssue('2')] })
  const { removeFolder } = disk.files
  let isLocked = true
  disk.files.removeFolder = async (each) => {
    if (isLocked && each.includes('migration')) throw Object.assign(new Error('EBUSY: busy'), { code: 'EBUSY' })
    await removeFolder(each)
  }
  await restarted()
  await post(200, START, { path, path_mappings: [] })
  await app.idle()
  expect(await get(PROGRESS)).toMatchObject({ status: 'complete', error: null })
  isLocked = false
})

describe('backups', () => {
  test('are made and pruned while another program has an old one open', async () => {
    await library([1])
    const made = await post<{ backup_id: string }>(201, '/api/system/backups')
    const [old] = readdirSync(at('backups'))
    const release = disk.hold(at('backups', old!, 'panelkeep.db'))
    const refused = await app.reader.delete(`/api/system/backups/${made.backup_id}`)
    expect([refused.status, ((await refused.json()) as { detail: string }).detail]).toEqual([
      503,
      expect.stringContaining(OPEN),
    ])
    await post(201, '/api/system/backups')
    release()
  })

  test('a leftover of a restore that cannot be removed stops no start, and a later one removes it', async () => {
    await library([1])
    const at_ = layout(folder)
    mkdirSync(at_.pending, { recursive: true })
    writeFileSync(join(at_.pending, 'leftover'), 'x')
    const release = disk.hold(join(at_.pending, 'leftover'))
    await app.close()
    expect(await applyRestore(app.ports, at_)).toBeUndefined()
    expect(app.log.join('\n')).toContain('leftover not removed')
    release()
    await applyRestore(app.ports, at_)
    expect(existsSync(at_.pending)).toBe(false)
    await start()
  })
})

describe('settings', () => {
  test('name a folder once, as the disk does', async () => {
    await start()
    app.config.get('comic_dirs')
    await app.close()
    app = await testApp({ folder, databasePath: at('panelkeep.db'), ports: { files: disk.files } })
    await app.reader.json(
      200,
      app.reader.put('/api/config', { comic_dirs: [at('COMICS'), at('comics'), `${at('comics')}/`] }),
    )
    expect(await get('/api/config')).toMatchObject({ comic_dirs: [at('comics')] })
  })

  test('removing a series says which file stays and why', async () => {
    await library([1])
    disk.hold(at(SERIES, 'Harbor Lights 1 (2015).cbz'))
    const reply = await app.reader.delete(`/api/series/${await comicId()}?directory=true`)
    const { detail } = (await reply.json()) as { detail: string }
    expect([reply.status, detail]).toEqual([503, expect.stringContaining(OPEN)])
    expect(detail).not.toMatch(/\bE[A-Z]{3,}: /)
  })
})
