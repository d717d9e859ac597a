import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { addUser } from '../../testing/users'
import type { KeptReply, ReadIssue } from './schema'

let app: TestApp
let folder: string
beforeEach(async () => {
  // Users with limits read through connections of their own.
  folder = mkdtempSync(join(tmpdir(), 'kept-'))
  app = await testApp({ library: true, databasePath: join(folder, 'panelkeep.db') })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2, 3])
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Issues with different bytes, since identical ones share their progress. */
const shelve = (...numbers: number[]) =>
  numbers.map((n) =>
    addFile(app, [`harbor-${n}`], `Harbor 00${n}.cbz`, makeCbz({ ...makePages(6), 'note.txt': Buffer.from(`${n}`) }), {
      page_count: 6,
    }),
  )
const check = (client: Client, ...issue_ids: string[]) =>
  client.json<KeptReply>(200, client.post('/api/reading/kept', { issue_ids }))
const idsOf = ({ issues }: KeptReply) => issues.map(({ issue_id }) => issue_id).toSorted()

test('an issue may be kept with the version that its pages have, and with what was read of it', async () => {
  shelve(1, 2)
  const read = await app.reader.json<ReadIssue>(200, app.reader.get('/api/reading/issues/harbor-1'))
  await app.reader.put('/api/reading/issues/harbor-1/progress', { page: 3, share: 0.5 })
  await app.reader.put('/api/reading/issues/harbor-1/bookmarks/2', { note: 'The lighthouse' })
  const { may_keep, issues } = await check(app.reader, 'harbor-1', 'harbor-2')
  expect(may_keep).toBe(true)
  expect(issues.find(({ issue_id }) => issue_id === 'harbor-1')).toMatchObject({
    version: read.version,
    progress: { page: 3, completed: false },
    place: { page: 3, share: 0.5 },
    bookmarks: [{ page: 2, note: 'The lighthouse' }],
  })
  expect(issues.find(({ issue_id }) => issue_id === 'harbor-2')).toMatchObject({
    progress: null,
    place: null,
    bookmarks: [],
  })
})

test('a place within the first page stays, although its issue has no progress yet', async () => {
  shelve(1)
  await app.reader.put('/api/reading/issues/harbor-1/progress', { page: 0, share: 0.6, completed: false })
  const { progress, place } = await app.reader.json<ReadIssue>(200, app.reader.get('/api/reading/issues/harbor-1'))
  expect([progress, place]).toEqual([null, { page: 0, share: 0.6 }])
  const { issues } = await check(app.reader, 'harbor-1')
  expect(issues[0]).toMatchObject({ progress, place })
})

test('an issue that is unknown, without a file or without pages is left out', async () => {
  shelve(1)
  addFile(app, ['harbor-2'], 'Harbor 002.epub', new Uint8Array([1]), { page_count: 0, format: 'epub' })
  expect(idsOf(await check(app.reader, 'harbor-1', 'harbor-2', 'harbor-3', 'nothing'))).toEqual(['harbor-1'])
})

test('a replaced file has another version', async () => {
  const [path] = shelve(1)
  const before = (await check(app.reader, 'harbor-1')).issues[0]!.version
  rmSync(String(path), { force: true })
  addFile(app, ['harbor-1'], 'Harbor 001.cbz', makeCbz(makePages(9)), { page_count: 9 })
  expect((await check(app.reader, 'harbor-1')).issues[0]!.version).not.toBe(before)
})

test('a user keeps only what the limits allow, and nothing without the right to download', async () => {
  shelve(1)
  const kit = await addUser(app, 'Kit', { limits: { kinds: ['manga'] } })
  const old = await addUser(app, 'Old', { limits: { kinds: ['comic'] } })
  const may = await addUser(app, 'May', { limits: { may_download: false } })
  expect(await check(kit, 'harbor-1')).toEqual({ may_keep: true, issues: [] })
  expect(idsOf(await check(old, 'harbor-1'))).toEqual(['harbor-1'])
  expect(await check(may, 'harbor-1')).toEqual({ may_keep: false, issues: [] })
})

test('more issues than the limit are refused', async () => {
  const many = Array.from({ length: 201 }, (_, at) => `id-${at}`)
  expect((await app.reader.post('/api/reading/kept', { issue_ids: many })).status).toBe(400)
  expect((await app.guest.post('/api/reading/kept', { issue_ids: [] })).status).toBe(401)
})
