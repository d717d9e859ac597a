import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '../../base/work/tables'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbr, makeCbz, makePages } from '../../testing/archives/archives'
import { scanInbox } from '../../testing/imports/imports'
import { rawEntries } from '../../testing/imports/tagging'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'

/** Tagging, converting and undoing through the whole app. */

let folder: string
let app: TestApp
async function start(settings: Record<string, string> = {}): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-tagged-app-'))
  for (const name of ['comics', 'inbox']) mkdirSync(join(folder, name))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const dirs = { comic_dirs: join(folder, 'comics'), import_dir: join(folder, 'inbox'), import_scan_interval: '0' }
  app = await testApp({ folder, settings: { ...dirs, ...settings }, ports: { processes } })
}
beforeEach(() => start())
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

function put(name: string, bytes: Uint8Array, format: 'cbz' | 'cbr' = 'cbz'): string {
  const path = join(folder, 'comics', name)
  writeFileSync(path, bytes)
  const { size, mtimeMs } = statSync(path)
  makeSeries(app.db, { year: 2015 })
  const issues = makeIssues(app.db, 'harbor', [1])
  makeFile(app.db, { path, size, modified_ms: Math.trunc(mtimeMs), format, page_count: 3, issues })
  return path
}

const post = <T>(path: string, body: object) => app.reader.json<T>(200, app.reader.post(path, body))
/** The history of the issue, as sentences. */
const rows = async () => {
  const reply = app.reader.get('/api/series/issues/harbor-1')
  const { history } = await app.reader.json<{ history: { sentence: string }[] }>(200, reply)
  return history.map(({ sentence }) => sentence)
}
const picture = async (path: string) => {
  const reply = await app.reader.get(path)
  return [reply.status, Buffer.from(await reply.arrayBuffer())] as const
}

test('pages and covers stay the same when a file is tagged, converted and restored', async () => {
  const path = put('a.cbr', makeCbr(makePages(3)), 'cbr')
  const page = await picture('/api/reading/issues/harbor-1/pages/1')
  const cover = await picture('/api/covers/issues/harbor-1')
  expect([page[0], cover[0]]).toEqual([200, 200])
  const refused = await post<{ job_id: string }>('/api/metadata/metatag', { issue_id: 'harbor-1' })
  await app.idle()
  const operation = await app.reader.json<{ detail: object }>(200, app.reader.get(`/api/operations/${refused.job_id}`))
  expect(JSON.stringify(operation)).toContain('Convert it to CBZ first')

  await post('/api/metadata/convert', { comic_id: 'harbor' })
  await app.idle()
  const converted = path.replace('.cbr', '.cbz')
  expect((await rawEntries(converted)).map(([name]) => name)).toEqual(['p1.png', 'p2.png', 'p3.png'])
  expect(await picture('/api/reading/issues/harbor-1/pages/1')).toEqual(page)
  expect(await picture('/api/covers/issues/harbor-1')).toEqual(cover)

  await post('/api/metadata/metatag/bulk', { id: 'harbor', issue_ids: ['harbor-1'] })
  await app.idle()
  expect((await rawEntries(converted)).map(([name]) => name)).toEqual(['p1.png', 'p2.png', 'p3.png', 'ComicInfo.xml'])
  expect(await rows()).toEqual(
    expect.arrayContaining(['a.cbr was converted to a.cbz.', 'Metadata was written to a.cbz.']),
  )
  expect(await picture('/api/reading/issues/harbor-1/pages/1')).toEqual(page)
  expect(await picture('/api/covers/issues/harbor-1')).toEqual(cover)

  const list = await app.reader.json<{ batches: { batch_id: string; kind: string }[] }>(
    200,
    app.reader.get('/api/filing/batches?comic_id=harbor'),
  )
  const batches = list.batches.filter(({ kind }) => kind === 'tag' || kind === 'convert')
  for (const { batch_id } of batches) {
    const reply = await app.reader.post(`/api/filing/batches/${batch_id}/undo`, {})
    expect(reply.ok).toBe(true)
    await app.idle()
  }
  expect(readFileSync(path)).toEqual(Buffer.from(makeCbr(makePages(3))))
  expect((await rows()).sort()).toEqual([
    'Added to the series.',
    'File imported: a.cbr.',
    'Metadata written to a.cbz was undone.',
    'a.cbr replaced a.cbz again.',
  ])
  expect(await picture('/api/reading/issues/harbor-1/pages/1')).toEqual(page)
})

test('bad requests are refused in the form of the older routes', async () => {
  put('a.cbz', makeCbz(makePages(3)))
  for (const [path, body] of [
    ['metatag', {}],
    ['metatag/bulk', { comic_id: 'harbor' }],
    ['metatag/group', {}],
  ] as const) {
    const reply = await app.reader.json(400, app.reader.post(`/api/metadata/${path}`, body))
    expect(reply).toMatchObject({ success: false, error: expect.any(String) })
  }
  for (const [status, path, body] of [
    [404, 'metatag', { issue_id: 'harbor-1', comic_id: 'another' }],
    [400, 'metatag/group', { comic_id: 'harbor', issue_ids: ['harbor-1'] }],
  ] as const)
    await app.reader.json(status, app.reader.post(`/api/metadata/${path}`, body))
  expect(app.db.read.select().from(operations).all()).toEqual([])
  await app.reader.json(404, app.reader.get('/api/metadata/metatag/preview/none'))
})

test('imported files are tagged when the settings say so', async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
  await start({ enable_meta: 'true' })
  writeFileSync(join(folder, 'inbox', 'Harbor Lights 3.cbz'), makeCbz(makePages(2)))
  await scanInbox(app)
  const list = await app.reader.json<{ imports: { files: { impID: string }[] }[] }>(200, app.reader.get('/api/import'))
  const imp_ids = list.imports.flatMap(({ files }) => files.map(({ impID }) => impID))
  await app.reader.post('/api/import/match', {
    imp_ids,
    new_series: { name: 'Harbor Lights', year: 2015, content_type: 'comic' },
  })
  await app.idle()
  const [name] = readdirSync(join(folder, 'comics'), { recursive: true }).map(String).filter((each) => each.endsWith('.cbz')) // biome-ignore format: one glance
  expect((await rawEntries(join(folder, 'comics', name!))).map(([each]) => each)).toContain('ComicInfo.xml')
})
