import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { type Entries, makeCbr, makeCbz, makePages } from '../../testing/archives/archives'
import { makeCb7 } from '../../testing/archives/cb7'
import { makeCbt } from '../../testing/archives/cbt'
import { confirmImport, putFile, scanLibrary } from '../../testing/imports/imports'
import type { CareSummary, CopyPage, RemovalPreview } from './schema'

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-care-'))
  mkdirSync(join(folder, 'comics'))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: join(folder, 'comics') }, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (path: string) => join(folder, 'comics', path)
const pages = makePages(6)
const info = (number: number, more = '') =>
  `<ComicInfo><Series>Harbor Lights</Series><Number>${number}</Number><Year>2015</Year>${more}</ComicInfo>`

let written = 0
function put(path: string, bytes: Uint8Array): Uint8Array {
  putFile(at(path), bytes)
  const time = 1_760_000_000 + ++written
  utimesSync(at(path), time, time)
  return bytes
}
const cbz = (entries: Entries = pages) => makeCbz(entries)

async function importAll(): Promise<void> {
  expect(await confirmImport(app, await scanLibrary(app))).toMatchObject({ errors: [] })
}
async function check(): Promise<void> {
  await app.reader.json(202, app.reader.post('/api/care/check'))
  await app.idle()
}
const summary = () => app.reader.json<CareSummary>(200, app.reader.get('/api/care'))
const copies = async (kind: string) =>
  (await app.reader.json<CopyPage>(200, app.reader.get(`/api/care/copies?kind=${kind}`))).groups
const names = async (kind: string) =>
  (await copies(kind)).map(({ copies }) => copies.map(({ path }) => path.slice(at('x').length - 1)))
async function remove(body: object): Promise<string> {
  const { batch_id } = await app.reader.json<{ batch_id: string }>(
    202,
    app.reader.post('/api/care/copies/remove', body),
  )
  await app.idle()
  return batch_id
}
async function undo(batchId: string): Promise<void> {
  await app.reader.json(202, app.reader.post(`/api/filing/batches/${batchId}/undo`))
  await app.idle()
}

const A = 'Harbor Lights (2015)/Harbor Lights 001 (2015).cbz'
const B = 'Harbor Lights (2015)/Harbor Lights 001 (2015) scan.cbr'

describe('copies with the same pages', () => {
  test.each([
    ['CBR', 'cbr', (entries: Entries) => makeCbr(entries)],
    ['CB7', 'cb7', (entries: Entries) => makeCb7(entries)],
    ['TAR, whose pages are read', 'cbt', (entries: Entries) => makeCbt(entries)],
    ['tagged CBZ', 'cbz', (entries: Entries) => makeCbz({ ...(entries as object), 'ComicInfo.xml': info(1) })],
    [
      'CBZ with other page names',
      'cbz',
      () => makeCbz(Object.fromEntries(Object.values(pages).map((page, at) => [`x${at}.png`, page]))),
    ],
  ])('are found in a CBZ and a %s', async (_, extension, make) => {
    put(A, cbz())
    put(B.replace('cbr', extension), make(pages))
    await importAll()
    await check()
    const found = await names('pages')
    expect(found.map((each) => each.length)).toEqual([2])
    expect((await summary()).copies).toMatchObject([{ kind: 'pages', groups: 1, files: 1 }])
  })

  test('are no copies when one page differs', async () => {
    put(A, cbz())
    put(B, makeCbr({ ...pages, ...Object.fromEntries([[Object.keys(pages)[0]!, Object.values(makePages(7))[6]!]]) }))
    await importAll()
    await check()
    expect(await names('pages')).toEqual([])
    expect(await names('issue')).toEqual([[A, B]])
  })

  test('with equal bytes are of the first kind', async () => {
    put(A, cbz())
    put(B.replace('cbr', 'cbz'), cbz())
    await importAll()
    await check()
    expect(await names('bytes')).toEqual([[A, B.replace('cbr', 'cbz')]])
    expect(await names('pages')).toEqual([])
  })

  test('go to the recycle folder, and undo brings back every byte', async () => {
    put(A, cbz())
    const bytes = put(B, makeCbr(pages))
    await importAll()
    await check()
    const [group] = await copies('pages')
    expect(group).toMatchObject({ reason: 'Keep this one: CBZ opens faster than CBR.' })
    const body = { group_ids: [group!.group_id] }
    const preview = await app.reader.json<RemovalPreview>(200, app.reader.post('/api/care/copies/preview', body))
    expect(preview).toEqual({ groups: 1, files: 1, bytes: bytes.length, skipped: 0, lost: 0, lost_labels: [] })
    const batch = await remove(body)
    expect([existsSync(at(A)), existsSync(at(B))]).toEqual([true, false])
    expect(await summary()).toMatchObject({
      copies: [],
      recycled: { files: 1, bytes: bytes.length },
      batches: [{ batch_id: batch, title: '1 copy removed', state: 'done', done: 1, failed: 0 }],
    })
    await undo(batch)
    expect(readFileSync(at(B)).equals(Buffer.from(bytes))).toBe(true)
    await app.clock.advance('3 s')
    await app.idle()
    expect(await names('pages')).toEqual([[A, B]])
    expect(await summary()).toMatchObject({ recycled: { files: 0 }, batches: [{ state: 'undone' }] })
  })

  test('are kept as the user says', async () => {
    put(A, cbz())
    put(B, makeCbr(pages))
    await importAll()
    await check()
    const [group] = await copies('pages')
    const rar = group!.copies.find(({ path }) => path === at(B))!
    await remove({ group_ids: [group!.group_id], keep: { [group!.group_id]: rar.file_id } })
    expect([existsSync(at(A)), existsSync(at(B))]).toEqual([false, true])
  })

  test('stay when the other one changed since', async () => {
    put(A, cbz())
    put(B, makeCbr(pages))
    await importAll()
    await check()
    const [group] = await copies('pages')
    putFile(at(A), cbz(makePages(3)))
    await remove({ group_ids: [group!.group_id] })
    expect(existsSync(at(B))).toBe(true)
    expect((await summary()).batches).toMatchObject([
      { done: 0, failed: 1, error: 'The files are no longer copies of each other, so the file was not removed.' },
    ])
  })

  test('of a kind are removed together, without those that are ignored', async () => {
    const second = (path: string) => path.replaceAll('001', '002')
    const other = makePages(8)
    put(A, cbz())
    put(B, makeCbr(pages))
    put(second(A), cbz(other))
    put(second(B), makeCbr(other))
    await importAll()
    await check()
    const ignored = (await copies('pages')).find(({ copies }) => copies.some(({ path }) => path === at(A)))!
    const body = { kind: 'copies', subjects: [ignored.group_id], ignored: true }
    await app.reader.json(200, app.reader.post('/api/care/ignored', body))
    expect(await summary()).toMatchObject({ copies: [{ groups: 1 }], ignored: 1 })
    await check()
    expect(await names('pages')).toHaveLength(1)
    await remove({ kind: 'pages' })
    expect([at(B), at(second(B))].map((path) => existsSync(path))).toEqual([true, false])
  })
})

test('a scan keeps what it read, so that a check opens no imported file again', async () => {
  put(A, cbz())
  put('Harbor Lights (2015)/Harbor Lights 002 (2015).cbr', makeCbr(makePages(4)))
  await importAll()
  const checks = app.db.read.all<{ page_digest: string; size: number }>(
    sql`select page_digest, size from file_checks join files using (file_id, size, modified_ms) order by path`,
  )
  expect(checks).toMatchObject([{ size: cbz().length }, {}])
  expect(checks.map(({ page_digest }) => page_digest.length)).toEqual([16, 16])
})

test('groups that are gone are counted as skipped, and removing them does nothing', async () => {
  const body = { group_ids: ['pages:gone', 'issue:gone'] }
  expect(await app.reader.json<RemovalPreview>(200, app.reader.post('/api/care/copies/preview', body))).toMatchObject({
    groups: 0,
    skipped: 2,
  })
  await remove(body)
  expect((await summary()).batches).toEqual([])
})

test('a removal names either a kind or groups', async () => {
  for (const body of [{}, { kind: 'pages', group_ids: ['x'] }])
    expect((await app.reader.post('/api/care/copies/remove', body)).status).toBe(400)
})
