import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'

/** Pictures named in replies to the API key, opened by tools that know only those replies. */

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  const library = join(app.folder, 'comics')
  mkdirSync(library)
  await app.config.save({ comic_dirs: [library] })
  for (const comic_id of ['harbor', 'orchard']) {
    makeSeries(app.db, { comic_id, name: comic_id })
    const path = join(library, `${comic_id}.cbz`)
    writeFileSync(path, makeCbz(makePages(2)))
    const { size, mtimeMs } = statSync(path)
    const issues = makeIssues(app.db, comic_id, [1])
    makeFile(app.db, { file_id: comic_id, path, size, modified_ms: Math.trunc(mtimeMs), page_count: 2, issues })
  }
})
afterAll(() => app.close())

const keyed = <T>(path: string) =>
  app.guest.json<T>(200, app.guest.get(path, { 'X-Api-Key': app.config.credential('apiKey') }))
const status = async (path: string) => (await app.guest.get(path)).status
const cover = async () => (await keyed<{ ComicImage: string }[]>('/api/comic/harbor'))[0]!.ComicImage

test.each([
  ['/api/watchlist', 'ComicImage'],
  ['/api/comics', 'ComicImage'],
  ['/api/comic/harbor', 'ComicImage'],
  ['/api/comic/harbor/issues', 'ImageURL'],
  ['/api/comic/harbor/issue/harbor-1', 'ImageURL'],
] as const)('a picture that %s names as %s opens without a session, in any width', async (path, field) => {
  const [row] = await keyed<Record<string, string>[]>(path)
  for (const address of [row![field]!, `${row![field]}&width=150`]) {
    const reply = await app.guest.get(address)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  }
})

test('a signed address opens one picture and nothing else', async () => {
  const address = await cover()
  const signature = new URL(address, 'http://here').searchParams.get('s')
  expect(await status(address.replace('harbor', 'orchard'))).toBe(401)
  expect(await status(address.replace('/api/covers/series/harbor', '/api/series/harbor'))).toBe(401)
  expect(await status('/api/covers/series/harbor')).toBe(401)
  expect(await status(`/api/covers/series/harbor?s=${'0'.repeat(32)}`)).toBe(401)
  expect(await status(`/api/metadata/image-proxy?url=https://a.example/&s=${signature}`)).toBe(401)
  expect(
    (await app.guest.request('DELETE', address, undefined, { 'X-Requested-With': 'ServiceFrontend' })).status,
  ).toBe(404)
})

test('a new API key invalidates the addresses of the old one', async () => {
  const address = await cover()
  await app.reader.json(200, app.reader.post('/api/config/api-key/regenerate'))
  expect(await status(address)).toBe(401)
  expect(await status(await cover())).toBe(200)
})

test('pages get addresses without a signature: they have a session', async () => {
  const [series] = await app.reader.json<{ ComicImage: string }[]>(200, app.reader.get('/api/series'))
  expect(series!.ComicImage).not.toContain('s=')
  expect((await app.reader.get(series!.ComicImage)).status).toBe(200)
})
