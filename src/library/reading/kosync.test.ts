import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { partialMd5 } from '../../base/formats/partial-md5'
import { epochSeconds } from '../../base/platform/clock'
import { md5 } from '../../base/platform/digest'
import { type Client, type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileAt, setContentHash } from '../series/file-store'
import { hasDigests } from './digest-store'
import { setHiddenPages } from './hidden-page-store'
import { saveSynced, syncedDocument } from './kosync-store'
import { issueProgress } from './progress-store'
import type { ReadIssue } from './schema'

let app: TestApp
let koreader: Client
let key: string
let document: string
let path: string

/** A library with one issue of 10 pages, and a KOReader with a key and the file. */
beforeEach(async () => {
  app = await testApp({ library: true })
  makeSeries(app.db)
  makeIssues(app.db, 'harbor', [1, 2])
  path = addFile(app, ['harbor-1'], 'Harbor Lights 001.cbz', makeCbz(makePages(10)), { page_count: 10 })
  document = await partialMd5(path, app.ports.files)
  const made = await app.reader.json<{ key: string }>(200, app.reader.post('/api/devices', { name: 'Kobo' }))
  key = made.key
  koreader = app.client({ 'x-auth-user': 'me', 'x-auth-key': md5(key), Accept: 'application/vnd.koreader.v1+json' })
  await named(path)
})
afterEach(() => app.close())

/** Digests are computed in the background, a moment after a file was added. */
async function named(path: string) {
  await app.clock.advance('10 s')
  const isNamed = () => hasDigests(app.db.read, fileAt(app.db.read, path)!)
  for (let turn = 0; turn < 500 && !isNamed(); turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(isNamed()).toBe(true)
}

const MODEL = { device: 'Kobo_nova', device_id: 'A1B2' }
const say = (page: number, of = document, more: object = {}) => ({
  document: of,
  progress: String(page),
  percentage: page / 10,
  ...MODEL,
  ...more,
})
const put = (body: unknown) => koreader.put('/opds/sync/syncs/progress', body)
const get = (of = document) =>
  koreader.json<Record<string, unknown>>(200, koreader.get(`/opds/sync/syncs/progress/${of}`))
const issue = () => app.reader.json<ReadIssue>(200, app.reader.get('/api/reading/issues/harbor-1'))

describe('the protocol', () => {
  test('accepts a device key and nothing else', async () => {
    const auth = '/opds/sync/users/auth'
    expect(await koreader.json(200, koreader.get(auth))).toEqual({ authorized: 'OK' })
    const wrong: Record<string, string>[] = [{}, { 'x-auth-key': md5('wrong') }, { 'x-auth-key': key }]
    for (const headers of wrong) {
      expect(await app.guest.json(401, app.guest.get(auth, headers))).toEqual({
        message: 'Unauthorized',
        detail: expect.stringMatching(/ .+\.$/),
      })
    }
    const guest = app.client()
    expect((await guest.put('/opds/sync/syncs/progress', say(1))).status).toBe(401)
    expect((await guest.get(`/opds/sync/syncs/progress/${document}`)).status).toBe(401)
    expect((await app.reader.get(auth)).status).toBe(401)
  })

  test('creates no accounts, and says where keys are created', async () => {
    const refused = app.client().post('/opds/sync/users/create', { username: 'me', password: md5('secret') })
    const { message } = await app.guest.json<{ message: string }>(402, refused)
    expect(message).toContain('settings of Panelkeep')
    expect(await app.guest.json(200, app.client().get('/opds/sync/healthcheck'))).toEqual({ state: 'OK' })
  })

  test('keeps names of documents and devices that begin like an id', async () => {
    const named = { ...say(3, '4050-Tide'), device_id: '4000-A1' }
    expect((await put(named)).status).toBe(200)
    expect(await get('4050-Tide')).toMatchObject({ document: '4050-Tide', progress: '3', device_id: '4000-A1' })
  })

  test('refuses requests without a field or with invalid values', async () => {
    for (const field of ['document', 'progress', 'percentage', 'device']) {
      expect((await put({ ...say(3), [field]: undefined })).status).toBe(400)
    }
    expect((await put(say(3, document, { percentage: 7 }))).status).toBe(400)
    expect((await put({ ...say(3), device_id: undefined, metadata: { title: 'Harbor' } })).status).toBe(200)
  })

  test('is closed with the catalog', async () => {
    await app.reader.put('/api/config', { opds_enable: false })
    expect((await koreader.get('/opds/sync/users/auth')).status).toBe(404)
  })

  test('is closed to a device whose key was revoked', async () => {
    const { devices } = await app.reader.json<{ devices: { device_id: string }[] }>(200, app.reader.get('/api/devices'))
    await app.reader.delete(`/api/devices/${devices[0]!.device_id}`)
    expect((await koreader.get('/opds/sync/users/auth')).status).toBe(401)
  })
})

describe('a comic of the library', () => {
  test('continues in the reader page where KOReader left off', async () => {
    await put(say(4))
    expect((await issue()).progress).toMatchObject({ page: 3, percent: 0.4, completed: false, device: 'Kobo' })
    expect(await get()).toEqual({ ...say(4), timestamp: epochSeconds(app.clock.now()) })
  })

  test('returns progress from elsewhere when that is newer', async () => {
    await put(say(4))
    await app.clock.advance('1 min')
    await app.reader.put('/api/reading/issues/harbor-1/progress', { page: 6, device: 'Browser' })
    expect(await get()).toEqual({
      document,
      progress: '7',
      percentage: 0.7,
      device: 'Browser',
      device_id: 'panelkeep',
      timestamp: epochSeconds(app.clock.now()),
    })
    await app.clock.advance('1 min')
    await put(say(9))
    expect(await get()).toMatchObject({ progress: '9', ...MODEL })
  })

  test('is read at its last page, and unread again when marked so', async () => {
    await put(say(10))
    expect((await issue()).progress).toMatchObject({ completed: true, page: 9 })
    await app.clock.advance('1 min')
    await app.reader.delete('/api/reading/issues/harbor-1/progress')
    expect(await get()).toEqual({})
  })

  test('keeps its page when KOReader opens it at the first one', async () => {
    await app.reader.put('/api/reading/issues/harbor-1/progress', { page: 6, device: 'Browser' })
    await put(say(1))
    expect(await get()).toMatchObject({ progress: '7', device: 'Browser' })
  })

  test('with more pages in KOReader than here ends with the last one', async () => {
    await put(say(14, document, { percentage: 1 }))
    expect((await issue()).progress).toMatchObject({ completed: true })
  })

  test('is recognised by its file name too, unless another file has the same', async () => {
    const byName = md5('Harbor Lights 001.cbz')
    await put(say(4, byName))
    expect((await issue()).progress).toMatchObject({ page: 3 })
    await named(addFile(app, ['harbor-2'], 'other/Harbor Lights 001.cbz', makeCbz(makePages(5))))
    await put(say(5, byName))
    expect((await issue()).progress).toMatchObject({ page: 3 })
    expect(await get(byName)).toMatchObject({ progress: '5', ...MODEL })
  })

  test('gets progress that KOReader sent before the file was known', async () => {
    const comic = makeCbz({ ...makePages(10), 'note.txt': Buffer.from('later') })
    const later = join(app.folder, 'later.cbz')
    writeFileSync(later, comic)
    await put(say(4, await partialMd5(later, app.ports.files)))
    await named(addFile(app, ['harbor-2'], 'Harbor Lights 002.cbz', comic, { page_count: 10 }))
    expect(issueProgress(app.db.read, 'harbor-2')).toMatchObject({ page: 3, device: 'Kobo_nova' })
  })
})

test('progress of a book that is not in the library is stored unchanged', async () => {
  const foreign = 'd41d8cd98f00b204e9800998ecf8427e'
  expect(await get(foreign)).toEqual({})
  const update = { document: foreign, progress: '/body/DocFragment[20]/body/p[22]/img.0', percentage: 0.32, ...MODEL }
  const timestamp = epochSeconds(app.clock.now())
  expect(await koreader.json(200, put(update))).toEqual({ document: foreign, timestamp })
  expect(await get(foreign)).toEqual({ ...update, timestamp })
})

test('each device has room for a limited number of books, and the last read ones are kept', async () => {
  const syncedRow = (document: string, synced_at: string, key_device_id: string) => ({
    document,
    synced_at,
    key_device_id,
    progress: '1',
    percentage: 0,
    device: 'Kobo',
    device_id: null,
  })
  const at = (n: number) => `2026-11-01T00:00:0${n}.000Z`
  app.db.write((tx) => {
    for (let n = 1; n <= 3; n++) saveSynced(tx, syncedRow(`other-${n}`, at(n), 'other'), 3)
    for (const n of [3, 1, 2, 4, 5]) saveSynced(tx, syncedRow(`own-${n}`, at(n), 'own'), 3)
    saveSynced(tx, syncedRow('own-3', at(6), 'own'), 3)
    saveSynced(tx, syncedRow('own-6', at(7), 'own'), 3)
  })
  const kept = ['own-1', 'own-2', 'own-3', 'own-4', 'own-5', 'own-6', 'other-1'].filter((each) =>
    syncedDocument(app.db.read, each),
  )
  expect(kept).toEqual(['own-3', 'own-5', 'own-6', 'other-1'])
})

/** Documents of this KOReader's key, all older than the one it sends now. */
const fill = (count: number) =>
  app.db.write((tx) =>
    tx.run(
      `insert into synced_documents (document, progress, percentage, device, synced_at, key_device_id)
      with recursive n(n) as (select 0 union all select n + 1 from n where n < ${count - 1})
      select 'filled-' || n, '1', 0, 'Kobo', '2026-11-01T00:00:' || printf('%06.3f', n / 1000.0) || 'Z',
        (select key_device_id from synced_documents where document = '${document}') from n` as never,
    ),
  )
const stored = () => app.db.read.all<{ n: number }>('select count(*) n from synced_documents' as never)[0]!.n

test('a key stores 2,000 documents, and above that the oldest is deleted', async () => {
  await put(say(4))
  fill(2100)
  await put(say(1, md5('new')))
  expect([stored(), (await get(md5('new'))).progress]).toEqual([2000, '1'])
  for (let n = 0; n < 3; n++) await put(say(2, md5(`newer ${n}`)))
  expect([stored(), await get('filled-0'), (await get('filled-2099')).progress]).toEqual([2000, {}, '1'])
  await put(say(3, md5('new')))
  expect([stored(), (await get(md5('new'))).progress]).toEqual([2000, '3'])
})

test('the position in a book of the library outlives the limit, with pages and without', async () => {
  const book = Buffer.from('a book without pages')
  await named(addFile(app, ['harbor-2'], 'text.epub', book, { format: 'epub', page_count: 0 }))
  const text = md5('text.epub')
  await put({ ...say(1, text), progress: '/body/p[3]' })
  await put(say(4))
  fill(1998)
  // Both are older than all others.
  app.db.write((tx) => tx.run(`update synced_documents set synced_at = '2026-10-01T00:00:00.000Z' where document not like 'filled%'` as never)) // biome-ignore format: one statement
  for (let n = 0; n < 3; n++) await put(say(2, md5(`newer ${n}`)))
  expect([stored(), syncedDocument(app.db.read, document)]).toEqual([2000, undefined])
  expect(await get(text)).toMatchObject({ progress: '/body/p[3]' })
  expect(await get()).toMatchObject({ progress: '4', percentage: 0.4 })
  expect((await issue()).progress).toMatchObject({ page: 3 })
})

test('progress of a text book in the library is stored unchanged', async () => {
  makeFile(app.db, { issues: ['harbor-2'], path: '/library/text.epub', format: 'epub', page_count: 0 })
  const byName = md5('text.epub')
  await put({ ...say(1, byName), progress: '/body/p[3]' })
  expect(await get(byName)).toMatchObject({ progress: '/body/p[3]' })
})

test('a device with the file from before another program rewrote it keeps its place', async () => {
  expect((await put(say(4))).status).toBe(200)
  expect((await issue()).progress).toMatchObject({ page: 3 })
  writeFileSync(path, makeCbz({ ...makePages(10), 'ComicInfo.xml': '<ComicInfo><Title>Fog</Title></ComicInfo>' }))
  const hash = fileAt(app.db.read, path)!.content_hash
  expect((await issue()).progress).toMatchObject({ page: 3 })
  expect(fileAt(app.db.read, path)!.content_hash).not.toBe(hash)
  await named(path)
  const now = await partialMd5(path, app.ports.files)
  for (const each of [document, now]) expect(await get(each)).toMatchObject({ progress: '4' })
  await app.clock.advance('1 min')
  expect((await put(say(6))).status).toBe(200)
  expect((await issue()).progress).toMatchObject({ page: 5 })
  expect(await get(now)).toMatchObject({ progress: '6' })
})

test('KOReader counts hidden pages, since it reads the file itself', async () => {
  app.db.write((tx) => {
    setContentHash(tx, fileAt(tx, path)!.file_id, 'content')
    setHiddenPages(tx, 'content', [0, 4])
  })
  expect((await put(say(4))).status).toBe(200)
  expect(await issue()).toMatchObject({ page_count: 8, progress: { page: 2 } })
  // Page 5 is hidden: the next page counts.
  expect((await put(say(5))).status).toBe(200)
  expect(await issue()).toMatchObject({ progress: { page: 3 } })
  await app.clock.advance('1 min')
  await app.reader.json(200, app.reader.put('/api/reading/issues/harbor-1/progress', { page: 6 }))
  expect(await get()).toMatchObject({ progress: '9', percentage: 0.9 })
})
