import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TimelinePage } from '../../base/activity/schema'
import { seriesNamed } from '../../library/series/store'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { confirmImport, putComic, putFile, scanLibrary } from '../../testing/imports/imports'
import { currentScan, type ScanRow } from './store'
import { recordScan, recordScanEnd } from './timeline'

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-story-'))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: folder, import_dir: '' }, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (name: string, n: number) => putComic(join(folder, name), n)

/** `add.succeeded series Harbor Lights: 2 files imported.`, oldest first. */
async function story(): Promise<string[]> {
  const { results } = await app.reader.json<TimelinePage>(200, app.reader.get('/api/activity/timeline'))
  return results
    .toReversed()
    .map(
      ({ activity, status, subject_type, subject_label, reason_detail }) =>
        `${activity}.${status} ${subject_type} ${subject_label}: ${reason_detail ?? ''}`,
    )
}

test('a scan is one line with its counts, an import one line for each series', async () => {
  for (const n of [1, 2]) put(`Harbor Lights (2015)/Harbor Lights ${n}.cbz`, n)
  put('Copper Orchard (2012)/Copper Orchard 1.cbz', 3)
  await confirmImport(app, await scanLibrary(app))
  expect(await story()).toEqual([
    'search.succeeded run Scan of comics: 3 files in 2 series, all new.',
    'add.succeeded series Copper Orchard: 1 file imported.',
    'add.succeeded series Harbor Lights: 2 files imported.',
  ])
  rmSync(join(folder, 'Harbor Lights (2015)/Harbor Lights 2.cbz'))
  await scanLibrary(app)
  expect((await story()).at(-1)).toBe(
    'search.succeeded run Scan of comics: 2 files in 2 series, nothing new, 1 file missing.',
  )
})

test('the row of a series links to it, and says what was not imported', async () => {
  for (const n of [1, 2, 3]) put(`Harbor Lights (2015)/Harbor Lights ${n}.cbz`, n)
  const view = await scanLibrary(app)
  for (const n of [1, 2]) rmSync(join(folder, `Harbor Lights (2015)/Harbor Lights ${n}.cbz`))
  await confirmImport(app, view)
  const [series] = seriesNamed(app.db.read, 'Harbor Lights')
  const scope = `scope_type=series&scope_id=${series!.comic_id}`
  const { results } = await app.reader.json<TimelinePage>(200, app.reader.get(`/api/activity/timeline?${scope}`))
  expect(results).toHaveLength(1)
  expect(results[0]).toMatchObject({ activity: 'add', subject_type: 'series', subject_id: series!.comic_id })
  expect(results[0]!.reason_detail).toStartWith('1 file imported. 2 files not imported. Harbor Lights 1.cbz: ')
})

test('an import that was undone says so, with a link only to a series that is still there', async () => {
  put('Copper Orchard (2012)/Copper Orchard 1.cbz', 3)
  await confirmImport(app, await scanLibrary(app))
  put('Copper Orchard (2012)/Copper Orchard 2.cbz', 4)
  put('Harbor Lights (2015)/Harbor Lights 1.cbz', 1)
  const { operation_id } = await confirmImport(app, await scanLibrary(app))
  await app.reader.json(200, app.reader.post('/api/import/comic/undo', { operation_id }))
  expect((await story()).slice(-2).toSorted()).toEqual([
    'refresh.succeeded series Copper Orchard: The import was undone.',
    'refresh.succeeded series Harbor Lights: The import was undone.',
  ])
  const { results } = await app.reader.json<TimelinePage>(200, app.reader.get('/api/activity/timeline'))
  const [orchard] = seriesNamed(app.db.read, 'Copper Orchard')
  const links = results.slice(0, 2).map(({ subject_label, parent_series_id }) => [subject_label, parent_series_id])
  expect(Object.fromEntries(links)).toEqual({ 'Copper Orchard': orchard!.comic_id, 'Harbor Lights': null })
})

test('an import without a new series is reported without a link', async () => {
  put('Harbor Lights (2015)/Harbor Lights 1.cbz', 1)
  const view = await scanLibrary(app)
  putFile(join(folder, 'Harbor Lights (2015)/Harbor Lights 1.cbz'), 'another one')
  await confirmImport(app, view)
  expect((await story()).at(-1)).toBe(
    'add.failed series Harbor Lights: Harbor Lights 1.cbz: The file changed since the scan. Scan again.',
  )
})

test('an automatic scan is listed only when it found something', async () => {
  put('Harbor Lights (2015)/Harbor Lights 1.cbz', 1)
  await confirmImport(app, await scanLibrary(app))
  await scanLibrary(app)
  const before = await story()
  const again = (change: Partial<ScanRow>) => {
    const scan = { ...currentScan(app.db.read, 'comic')!, ...change }
    app.db.write((tx) => recordScan(tx, scan, { at: scan.started_at, quiet: true }))
  }
  again({})
  expect(await story()).toEqual(before)
  again({ missing_files: 2, moved_files: 1, errors: ['The folder cannot be opened.'] })
  expect((await story()).at(-1)).toBe(
    'search.succeeded run Scan of comics: 1 file in 1 series, nothing new, 1 file moved, 2 files missing, 1 problem.',
  )
  put('Harbor Lights (2015)/Harbor Lights 2.cbz', 2)
  await scanLibrary(app)
  again({})
  expect(await story()).toHaveLength(before.length + 3)
})

test('a scan that was cancelled or failed says so', async () => {
  put('Harbor Lights (2015)/Harbor Lights 1.cbz', 1)
  await scanLibrary(app)
  const scan = currentScan(app.db.read, 'comic')!
  app.db.write((tx) => {
    recordScanEnd(tx, scan, { at: scan.started_at, state: 'cancelled' })
    recordScanEnd(tx, scan, { at: scan.started_at, state: 'error', error: 'The disk is full.' })
  })
  expect((await story()).slice(1)).toEqual([
    'search.started run Scan of comics: ',
    'search.started run Scan of comics: The disk is full.',
  ])
})
