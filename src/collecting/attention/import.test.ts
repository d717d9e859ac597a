import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FailureReason } from '../../intake/downloads/journal/reasons'
import { endAsFailed } from '../../intake/downloads/journal/stage-changes'
import { findDownload, itemsWithKey } from '../../intake/downloads/store'
import { fileOf } from '../../library/series/file-store'
import { findIssue } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addDownloadedItem, putDownload, startProcessing, waitForEnd } from '../../testing/downloads/processing'
import { makeIssues, makeSeries } from '../../testing/make'
import type { Attention, ResolveReport } from './schema'

/** Items that need attention are imported manually, with the real processing. */

const COMIC = makeCbz(makePages(3))
const KEY = 'harbor-3|indexer a'
let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-attention-'))
  app = await startProcessing(folder)
  makeSeries(app.db, { year: 2015 })
  makeIssues(app.db, 'harbor', [{ number: '3', intent: 'wanted' }])
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A download that could not be recognised. */
function waiting(content_path: string, reason: FailureReason = 'no_match_in_library'): string {
  const { item_id } = addDownloadedItem(app, { issues: ['harbor-3'], comic_id: 'harbor', content_path })
  app.db.write((tx) => {
    const end = {
      reason,
      detail: 'The file could not be identified.',
      at_step: 'import',
    } as const
    endAsFailed(tx, item_id, { to: 'manual_review', ...end }, app.clock.now())
  })
  return item_id
}

const imports = (status: number, import_source?: object) =>
  app.reader.json<ResolveReport>(
    status,
    app.reader.post('/api/attention/resolve', { action: 'import', release_keys: [KEY], import_source }),
  )
const attention = () => app.reader.json<Attention>(200, app.reader.get('/api/attention'))
const latest = () => itemsWithKey(app.db.read, KEY).at(0)!

test('an import uses the files of the client, under any name', async () => {
  const path = putDownload(folder, 'strange/0001.cbz', COMIC)
  const item_id = waiting(path)
  expect((await imports(200)).results[0]).toMatchObject({ ok: true, status: 'imported' })
  const { item_id: second } = itemsWithKey(app.db.read, KEY).find((item) => item.item_id !== item_id)!
  expect(await waitForEnd(app, { item_id: second })).toMatchObject({ stage: 'post_processed' })
  expect(fileOf(app.db.read, 'harbor-3')).toBeDefined()
  expect(findDownload(app.db.read, item_id)).toMatchObject({ stage: 'manual_review', resolution: 'imported' })
  expect(await attention()).toMatchObject({ total: 0 })
})

test('an import uses the path of the request', async () => {
  const item_id = waiting(join(folder, 'downloads', 'gone.cbz'))
  expect((await imports(409)).results[0]).toMatchObject({ code: 'invalid_import_source', status_code: 400 })
  for (const nzb_folder of ['relative', `${folder}/downloads/../comics`, join(folder, 'comics')])
    expect((await imports(409, { nzb_folder })).results[0]).toMatchObject({ code: 'invalid_import_source' })
  expect(findDownload(app.db.read, item_id)?.resolution).toBeNull()
  putDownload(folder, 'elsewhere/book.cbz', COMIC)
  await imports(200, { nzb_name: 'book.cbz', nzb_folder: join(folder, 'downloads', 'elsewhere') })
  const { item_id: second } = itemsWithKey(app.db.read, KEY).find((item) => item.item_id !== item_id)!
  expect(await waitForEnd(app, { item_id: second })).toMatchObject({ stage: 'post_processed' })
  expect(findIssue(app.db.read, 'harbor-3')?.fulfillment).toBe('downloaded')
})

test('a name without a folder confirms nothing: a file of another issue is not filed as the wanted one', async () => {
  const item_id = waiting(putDownload(folder, 'strange/Harbor Lights 009 (2015).cbz', COMIC), 'path_not_readable')
  await imports(200, { nzb_name: 'Harbor Lights 009 (2015).cbz' })
  const { item_id: second } = itemsWithKey(app.db.read, KEY).find((item) => item.item_id !== item_id)!
  expect((await waitForEnd(app, { item_id: second })).stage).not.toBe('post_processed')
  expect(fileOf(app.db.read, 'harbor-3')).toBeUndefined()
})

test('a failed import needs attention again under the same key', async () => {
  mkdirSync(join(folder, 'downloads', 'empty'))
  waiting(join(folder, 'downloads', 'empty'))
  await imports(200)
  await waitForEnd(app, latest())
  expect(itemsWithKey(app.db.read, KEY).filter(({ resolution }) => resolution === null)).toHaveLength(1)
})
