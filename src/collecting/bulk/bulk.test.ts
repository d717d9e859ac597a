import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemFiles } from '../../base/platform/files'
import type { Files } from '../../base/platform/ports'
import { RecycleBin } from '../../library/filing/recycle-bin'
import { readingProgress } from '../../library/reading/tables'
import { fileAt, fileOf, linkFileToIssue } from '../../library/series/file-store'
import { issuesOf, seriesNamed } from '../../library/series/store'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { confirmImport, putFile, scanLibrary } from '../../testing/imports/imports'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { BulkOperation, BulkPreview, Detail } from './schema'
import type { BulkAction } from './states'

/** Actions on several series as a user sees them, on files that a scan imported. */

let folder: string
let app: TestApp
/** Runs when a file has reached the recycle folder. */
let afterKeeping: (() => unknown) | undefined
let foldersAreStuck: boolean
const at = (path: string) => join(folder, path)
const NAMES = ['Copper Orchard', 'Harbor Lights', 'Winter Engine']

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-bulk-'))
  for (const root of ['comics', 'more']) mkdirSync(at(root))
  for (const name of NAMES)
    for (const n of [1, 2]) putFile(at(`comics/${name} (2015)/${name} ${n} (2015).cbz`), page(`${name} ${n}`))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const comic_dirs = ['comics', 'more'].map(at).join(';')
  afterKeeping = undefined
  foldersAreStuck = false
  const files: Files = {
    ...systemFiles,
    async removeEmptyFolder(path) {
      if (foldersAreStuck) throw new Error(`EACCES: ${path}`)
      return systemFiles.removeEmptyFolder(path)
    },
    async place(from, to) {
      const placed = await systemFiles.place(from, to)
      if (to.includes('.panelkeep-recycle')) await afterKeeping?.()
      return placed
    },
  }
  const settings = { comic_dirs, folder_format: '$Series', zero_level_n: '00x' }
  app = await testApp({ settings, ports: { processes, files } })
  await confirmImport(app, await scanLibrary(app))
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const page = (text: string) => makeCbz({ ...makePages(2), 'n.txt': text })
const idOf = (name: string) => seriesNamed(app.db.read, name)[0]!.comic_id
const ids = () => NAMES.map(idOf)
const preview = (action: BulkAction, some = ids()) =>
  app.reader.json<BulkPreview>(200, app.reader.post('/api/series/bulk/preview', { action, ids: some }))

type Done = typeof Detail.static
async function did(body: object, some = ids()): Promise<Done> {
  const begun = app.reader.post('/api/series/bulk', { ids: some, ...body })
  const { operation_id } = await app.reader.json<{ operation_id: string }>(202, begun)
  await app.idle()
  return detail(operation_id)
}
const detail = (operation_id: string) => app.reader.json<Done>(200, app.reader.get(`/api/series/bulk/${operation_id}`))
async function undone({ operation }: Done): Promise<Done> {
  await app.reader.json(202, app.reader.post(`/api/series/bulk/${operation.operation_id}/undo`))
  await app.idle()
  return detail(operation.operation_id)
}
const counts = ({ operation }: Done) => {
  const { done, unchanged, failed, undone, undoable } = operation
  return { done, unchanged, failed, undone, undoable }
}
/** Files of the library; those in a recycle folder without the id of their change. */
function below(root = 'comics'): string[] {
  return readdirSync(at(root), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(at(root).length + 1))
    .map((path) => path.replace(/^\.panelkeep-recycle\/[^/]+/, 'recycled'))
    .sort()
}
const statuses = () => NAMES.map((name) => seriesNamed(app.db.read, name)[0]?.status)

test('marks what the one who started it has read', async () => {
  await did({ action: 'mark_read' })
  const rows = app.db.read.select().from(readingProgress).all()
  expect(rows.map(({ user_id }) => user_id)).toEqual(Array(6).fill('owner'))
  const { payload } = app.db.read.all<{ payload: string }>("select payload from operations where kind = 'bulk'")[0]!
  expect(JSON.parse(payload)).toEqual({ action: 'mark_read', user_id: 'owner' })
})

describe('before it starts', () => {
  test('an action says how many series, files and bytes it touches', async () => {
    const size = seriesNamed(app.db.read, 'Harbor Lights')[0]!.size
    expect(size).toBeGreaterThan(100)
    expect(await preview('rename')).toMatchObject({ series: 3, skipped: 0, files: 6 })
    expect(await preview('delete', [idOf('Harbor Lights')])).toMatchObject({ series: 1, files: 2, bytes: size })
    expect(await preview('mark_read')).toMatchObject({ series: 3, files: 0, issues: 6 })
    expect(await preview('monitor')).toMatchObject({ series: 0, skipped: 3 })
    expect(await preview('convert')).toMatchObject({ series: 0, files: 0, bytes: 0 })
    expect(await preview('refresh')).toMatchObject({ series: 0 })
    expect(await preview('match')).toMatchObject({ series: 3 })
  })

  test('nothing starts without series, or without the folder to move to', async () => {
    await app.reader.json(404, app.reader.post('/api/series/bulk', { action: 'monitor', ids: ['none'] }))
    expect(await app.reader.json(200, app.reader.get('/api/series/bulk'))).toEqual({ operation: null })
    await app.reader.json(400, app.reader.post('/api/series/bulk', { action: 'move', ids: ids() }))
    await app.reader.json(400, app.reader.post('/api/series/bulk', { action: 'paint', ids: ids() }))
    await app.reader.json(404, app.reader.get('/api/series/bulk/none'))
  })
})

describe('an action on several series', () => {
  test('unmonitors them, skips unmonitored ones, and is undone', async () => {
    await app.reader.json(200, app.reader.put(`/api/series/${idOf('Winter Engine')}/pause`))
    const done = await did({ action: 'unmonitor' })
    expect(counts(done)).toEqual({ done: 2, unchanged: 1, failed: 0, undone: 0, undoable: 2 })
    expect(statuses()).toEqual(['paused', 'paused', 'paused'])
    expect(counts(await undone(done))).toMatchObject({ undone: 2, undoable: 0 })
    expect(statuses()).toEqual(['active', 'active', 'paused'])
  })

  test('renames their files, reports a failure, and undoes the others', async () => {
    const before = below()
    unlinkSync(at('comics/Winter Engine (2015)/Winter Engine 2 (2015).cbz'))
    unlinkSync(at('comics/Winter Engine (2015)/Winter Engine 1 (2015).cbz'))
    const done = await did({ action: 'rename' })
    expect(counts(done)).toEqual({ done: 2, unchanged: 0, failed: 1, undone: 0, undoable: 2 })
    expect(done.items.map(({ name, state }) => [name, state])).toEqual([
      ['Copper Orchard', 'done'],
      ['Harbor Lights', 'done'],
      ['Winter Engine', 'failed'],
    ])
    expect(done.items[0]!.sentence).toBe('2 files renamed.')
    expect(done.items[2]!.sentence).toContain('Connect its disk')
    expect(below()).toContain('Harbor Lights/Harbor Lights 001 (2015).cbz')
    await undone(done)
    expect(below()).toEqual(before.filter((path) => !path.startsWith('Winter')))
  })

  test('moves them to another library folder and back', async () => {
    const before = below()
    const done = await did({ action: 'move', folder: at('more') })
    expect(counts(done)).toMatchObject({ done: 3, undoable: 3 })
    expect([below(), below('more')]).toEqual([[], before])
    await undone(done)
    expect([below(), below('more')]).toEqual([before, []])
  })

  test('writes metadata into their files and removes it again', async () => {
    const done = await did({ action: 'write_metadata' })
    expect(counts(done)).toMatchObject({ done: 3, failed: 0 })
    expect(counts(await did({ action: 'write_metadata' }))).toMatchObject({ done: 0, unchanged: 3 })
    expect(counts(await undone(done))).toMatchObject({ undone: 3 })
  })

  test('marks them read', async () => {
    expect(counts(await did({ action: 'mark_read' }))).toMatchObject({ done: 3, undoable: 0 })
    expect(await preview('mark_read')).toMatchObject({ series: 0, issues: 0 })
    expect(counts(await did({ action: 'mark_unread' }))).toMatchObject({ done: 3 })
  })

  test('reports why one cannot be refreshed or searched, and continues with the others', async () => {
    const { items } = await did({ action: 'refresh' })
    expect(items.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed'])
    expect(items[0]!.sentence).toContain('Copper Orchard')
    expect(counts(await did({ action: 'search' }))).toMatchObject({ unchanged: 3 })
    expect((await did({ action: 'match' })).items[0]).toMatchObject({
      state: 'failed',
      sentence: 'No metadata source for comics is set up. Set one up in Settings, Metadata.',
    })
    expect((await preview('match')).problem).toBe(
      'No metadata source for comics is set up. Set one up in Settings, Metadata.',
    )
  })
})

describe('deleting several series', () => {
  const everything = () => {
    const rows = NAMES.map((name) => seriesNamed(app.db.read, name)[0]!)
    return [rows, rows.map(({ comic_id }) => issuesOf(app.db.read, comic_id)), below()]
  }

  test('keeps their files in the recycle folder, and undo restores all rows and files', async () => {
    await did({ action: 'mark_read' }, [idOf('Harbor Lights')])
    const progress = () => app.db.read.select().from(readingProgress).all()
    const [before, read] = [everything(), progress()]
    const done = await did({ action: 'delete', with_files: true })
    expect(counts(done)).toEqual({ done: 3, unchanged: 0, failed: 0, undone: 0, undoable: 3 })
    expect(seriesNamed(app.db.read, 'Harbor Lights')).toEqual([])
    expect(below()).toHaveLength(6)
    expect(below().every((path) => path.startsWith('recycled'))).toBe(true)
    expect(readdirSync(at('comics'))).toEqual(['.panelkeep-recycle'])
    expect(counts(await undone(done))).toMatchObject({ failed: 0, undone: 3, undoable: 0 })
    expect(everything()).toEqual(before)
    expect(progress()).toEqual(read)
    const view = await scanLibrary(app)
    expect([view.progress.missing_files, view.results?.reduce((sum, each) => sum + each.new_files, 0) ?? 0]).toEqual([
      0, 0,
    ])
  })

  test('undo restores their favourites, ratings, tags and collections', async () => {
    const id = idOf('Harbor Lights')
    const { reader } = app
    const added = reader.post('/api/collections', { name: 'Rainy days' })
    const { collection } = await reader.json<{ collection: { collection_id: string } }>(200, added)
    const inside = `/api/collections/${collection.collection_id}`
    await reader.json(200, reader.post(`${inside}/series`, { ids: ids() }))
    await reader.json(200, reader.put(`${inside}/order`, { ids: ids().reverse() }))
    await reader.json(
      200,
      reader.patch(`/api/series/${id}/marks`, { favourite: true, rating: 4, tags: ['Noir', 'lent'] }),
    )
    const shelves = async () => [
      await reader.json(200, reader.get(`/api/series/${id}/marks`)),
      (await reader.json<{ series: { ComicID: string }[] }>(200, reader.get(inside))).series.map((one) => one.ComicID),
      await reader.json(200, reader.get('/api/tags')),
    ]
    const before = await shelves()
    const done = await did({ action: 'delete', with_files: true }, [id])
    await reader.json(404, reader.get(`/api/series/${id}/marks`))
    expect(await reader.json(200, reader.get('/api/tags'))).toEqual({ tags: [] })
    await undone(done)
    expect(await shelves()).toEqual(before)
  })

  test('leaves the current series unchanged when it is cancelled', async () => {
    const before = everything()
    afterKeeping = async () => {
      const { operation } = await app.reader.json<{ operation: BulkOperation }>(200, app.reader.get('/api/series/bulk'))
      await app.reader.json(200, app.reader.post(`/api/series/bulk/${operation.operation_id}/cancel`))
    }
    const done = await did({ action: 'delete', with_files: true })
    expect(done.operation.state).toBe('cancelled')
    expect(done.items[0]).toMatchObject({ state: 'failed', sentence: 'Cancelled.' })
    expect(everything()).toEqual(before)
  })

  test('moves all files of a series or none: a missing file keeps the others in place', async () => {
    const before = below()
    unlinkSync(at('comics/Harbor Lights (2015)/Harbor Lights 2 (2015).cbz'))
    const done = await did({ action: 'delete', with_files: true }, [idOf('Harbor Lights')])
    expect(done.items[0]!.state).toBe('failed')
    expect(done.items[0]!.sentence).toEndWith(' The series was not deleted.')
    expect(seriesNamed(app.db.read, 'Harbor Lights')).toHaveLength(1)
    expect(below()).toEqual(before.filter((path) => !path.includes('Harbor Lights 2 ')))
  })

  test('reports a file that could not be put back either', async () => {
    unlinkSync(at('comics/Harbor Lights (2015)/Harbor Lights 2 (2015).cbz'))
    afterKeeping = () => rmSync(at('comics/.panelkeep-recycle'), { recursive: true })
    const done = await did({ action: 'delete', with_files: true }, [idOf('Harbor Lights')])
    expect(done.items[0]!.sentence).toMatch(/ The series was not deleted\. 1 file stayed in the recycle folder: There is nothing/)
  }) // biome-ignore format: one line

  test('of a series without files on disk says that no file was moved', async () => {
    makeSeries(app.db, { comic_id: 'empty', name: 'Empty' })
    makeIssues(app.db, 'empty', [1])
    const done = await did({ action: 'delete', with_files: true }, ['empty'])
    expect(done.items[0]).toMatchObject({ state: 'done', sentence: 'Its files stay on disk.' })
  })

  test('succeeds when an empty folder cannot be removed', async () => {
    foldersAreStuck = true
    expect(counts(await did({ action: 'delete', with_files: true }))).toMatchObject({ done: 3, failed: 0 })
    expect(readdirSync(at('comics'))).toContain('Harbor Lights (2015)')
  })

  test('reports a series that was deleted meanwhile', async () => {
    const last = idOf('Winter Engine')
    afterKeeping = async () => {
      afterKeeping = undefined
      await app.reader.json(200, app.reader.delete(`/api/series/${last}`))
    }
    const done = await did({ action: 'delete', with_files: true })
    expect(done.items[2]).toMatchObject({ state: 'failed', sentence: 'The series was deleted already.' })
  })

  test('keeps a file that another series also has', async () => {
    makeSeries(app.db, { comic_id: 'other', name: 'Other' })
    const [issue] = makeIssues(app.db, 'other', [1])
    const path = 'Harbor Lights (2015)/Harbor Lights 1 (2015).cbz'
    app.db.write((tx) => linkFileToIssue(tx, issue!, fileAt(tx, at(`comics/${path}`))!.file_id))
    const done = await did({ action: 'delete', with_files: true }, [idOf('Harbor Lights')])
    expect(counts(done)).toMatchObject({ done: 1, failed: 0 })
    const left = below().filter((each) => each.includes('Harbor Lights'))
    expect(left).toEqual([path, expect.stringMatching(/^recycled.*Harbor Lights 2/)])
    expect(fileOf(app.db.read, issue!)?.path).toBe(at(`comics/${path}`))
  })

  test.each([1, 2])(
    'undo says that file %p could not be restored, and the library marks it as missing',
    async (lost) => {
      const done = await did({ action: 'delete', with_files: true }, [idOf('Harbor Lights')])
      const recycled = readdirSync(at('comics/.panelkeep-recycle'), { recursive: true, encoding: 'utf8' })
      unlinkSync(at(`comics/.panelkeep-recycle/${recycled.find((path) => path.includes(`Harbor Lights ${lost} `))}`))
      const after = await undone(done)
      expect(after.items[0]!.sentence).toStartWith('Not undone. There is nothing at')
      expect(seriesNamed(app.db.read, 'Harbor Lights')[0]).toMatchObject({ have: 1, total: 2 })
      const left = `Harbor Lights (2015)/Harbor Lights ${3 - lost} (2015).cbz`
      expect(below().filter((path) => path.includes('Harbor'))).toEqual([left])
    },
  )

  test('never removes its files from the recycle folder by age', async () => {
    await did({ action: 'delete', with_files: true })
    app.clock.jump('400 d')
    await new RecycleBin({ ...app.ports, db: app.db, days: () => 30 }).prune()
    await app.idle()
    expect(below()).toHaveLength(6)
  })

  test('leaves the files in place when only the series are deleted', async () => {
    const before = below()
    const done = await did({ action: 'delete' })
    expect(below()).toEqual(before)
    expect(seriesNamed(app.db.read, 'Harbor Lights')).toEqual([])
    await undone(done)
    expect(statuses()).toEqual(['active', 'active', 'active'])
  })

  test('a series that was added again meanwhile is not overwritten', async () => {
    const done = await did({ action: 'delete' }, [idOf('Harbor Lights')])
    const [item] = done.items
    await confirmImport(app, await scanLibrary(app))
    const after = await undone(done)
    const again = seriesNamed(app.db.read, 'Harbor Lights')
    expect(again).toHaveLength(again[0]!.comic_id === item!.comic_id ? 1 : 2)
    expect(after.operation.undoing).toBe(false)
    expect(after.items[0]!.sentence).toBe('Not undone. The series is in the library again.')
    await app.reader.json(200, app.reader.delete(`/api/series/${item!.comic_id}`))
    expect(counts(await undone(after))).toMatchObject({ failed: 0, undone: 1, undoable: 0 })
  })

  test('a series whose files belong to another series is restored when they are free again', async () => {
    const before = everything()
    const done = await did({ action: 'delete' }, [idOf('Harbor Lights')])
    makeSeries(app.db, { comic_id: 'other', name: 'Other' })
    makeIssues(app.db, 'other', [1])
    makeFile(app.db, { path: at('comics/Harbor Lights (2015)/Harbor Lights 1 (2015).cbz'), issues: ['other-1'] })
    const after = await undone(done)
    expect(seriesNamed(app.db.read, 'Harbor Lights')).toEqual([])
    expect(after.items[0]!.sentence).toBe(
      'Not undone. Its files are in another series of the library now. Delete that series, then undo again.',
    )
    await app.reader.json(200, app.reader.delete('/api/series/other'))
    expect(counts(await undone(after))).toMatchObject({ failed: 0, undone: 1, undoable: 0 })
    expect(everything()).toEqual(before)
  })
})

test('one bulk operation runs at a time, and can be cancelled', async () => {
  const begun = await app.reader.json<{ operation_id: string }>(
    202,
    app.reader.post('/api/series/bulk', { action: 'rename', ids: ids() }),
  )
  const { detail: why } = await app.reader.json(
    409,
    app.reader.post('/api/series/bulk', { action: 'monitor', ids: ids() }),
  )
  expect(why).toContain('Another bulk operation is running.')
  await app.reader.json(200, app.reader.post(`/api/series/bulk/${begun.operation_id}/cancel`))
  await app.idle()
  const { operation }: { operation: BulkOperation } = await detail(begun.operation_id)
  expect(operation.state).toBe('cancelled')
  expect(operation.done + operation.failed).toBeLessThan(3)
  await app.reader.json(409, app.reader.post(`/api/series/bulk/${begun.operation_id}/cancel`))
  expect(counts(await did({ action: 'unmonitor' }))).toMatchObject({ done: 3 })
})
