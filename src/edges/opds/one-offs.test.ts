import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf } from '../../base/platform/xml'
import { type TestApp, testApp } from '../../testing/app'
import { entriesOf, linkOf, makeCatalog, titlesOf } from '../../testing/catalog'

let open: TestApp
let app: ReturnType<typeof makeCatalog>
let folder: string

beforeEach(async () => {
  open = await testApp({ library: true })
  app = makeCatalog(open)
  folder = join(open.folder, 'one-offs')
})
afterEach(() => open.close())

const put = (name: string, content = 'x') => writeFileSync(join(folder, name), content)
const choose = (path = folder) => open.reader.json(200, open.reader.put('/api/config', { grabbag_dir: path }))

test('without a folder the feed is empty, and the root does not name it', async () => {
  expect(await app.titles('/opds/oneoffs')).toEqual([])
  expect(await app.titles('/opds')).not.toContain('One-offs')
  expect((await app.app.get('/opds/oneoffs/x.cbz')).status).toBe(404)
})

test('the comic files of the folder are listed by name, and sent', async () => {
  mkdirSync(folder)
  mkdirSync(join(folder, 'folder.cbz'))
  for (const name of [
    'Tide 10.cbz',
    'Tide 2.cbr',
    'Ünder & <Storm>.PDF',
    '4000-301 Kept.cbz',
    'note.txt',
    '.hidden.cbz',
    'cbz',
  ])
    put(name, name)
  await choose()
  const feed = await app.feed('/opds/oneoffs')
  expect(titlesOf(feed)).toEqual(['4000-301 Kept', 'Tide 2', 'Tide 10', 'Ünder & <Storm>'])
  const links = entriesOf(feed).map((entry) => linkOf(entry, 'http://opds-spec.org/acquisition'))
  expect(links.map((link) => link?.type)).toEqual(['application/vnd.comicbook+zip', 'application/vnd.comicbook-rar', 'application/vnd.comicbook+zip', 'application/pdf']) // biome-ignore format: one line
  for (const [at, name] of ['4000-301 Kept.cbz', 'Tide 2.cbr', 'Tide 10.cbz', 'Ünder & <Storm>.PDF'].entries()) {
    const reply = await app.app.get(links[at]!.href!)
    expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([200, links[at]!.type!, name])
  }
  expect(await app.titles('/opds')).toContain('One-offs')
  const root = (await (await app.app.get('/opds/v2')).json()) as { navigation: { title: string }[] }
  expect(root.navigation.map(({ title }) => title)).not.toContain('One-offs')
})

test('neither the root nor its links name a feed that does not exist', async () => {
  mkdirSync(folder)
  put('Tide 1.cbz')
  await choose()
  const open = ['/opds']
  const failed: string[] = []
  for (const path of open) {
    const feed = await app.feed(path)
    for (const { attributes: to } of [feed, ...entriesOf(feed)].flatMap((of) => childrenOf(of, 'link'))) {
      if (!/^application\/(?:atom\+xml|opds\+json)/.test(to.type ?? '') || /[{]|\/entries\//.test(to.href ?? '{'))
        continue
      const reply = await app.app.get(to.href!)
      if (reply.status !== 200) failed.push(`${path}: ${to.rel} ${to.href} ${reply.status}`)
      if (path === '/opds' && to.type!.startsWith('application/atom') && !open.includes(to.href!)) open.push(to.href!)
    }
  }
  expect(failed).toEqual([])
  expect(open).toContain('/opds/oneoffs')
})

test('pages of the feed are as long as those of other feeds', async () => {
  mkdirSync(folder)
  await open.reader.json(200, open.reader.put('/api/config', { opds_pagesize: 10 }))
  for (let n = 1; n <= 12; n++) put(`Tide ${n}.cbz`)
  await choose()
  expect(await app.titles('/opds/oneoffs')).toHaveLength(10)
  expect(await app.titles('/opds/oneoffs?index=10')).toEqual(['Tide 11', 'Tide 12'])
})

test('nothing outside the folder is sent', async () => {
  mkdirSync(folder)
  await choose()
  writeFileSync(join(open.folder, 'secret.cbz'), 'secret')
  symlinkSync(join(open.folder, 'secret.cbz'), join(folder, 'link.cbz'))
  expect(await app.titles('/opds/oneoffs')).toEqual([])
  for (const name of [
    'link.cbz',
    '..%2Fsecret.cbz',
    '%2E%2E%2Fsecret.cbz',
    encodeURIComponent(join(open.folder, 'secret.cbz')),
  ]) {
    const reply = await app.app.get(`/opds/oneoffs/${name}`)
    expect([name, reply.status]).toEqual([name, 404])
  }
})

test('a folder that is gone is an empty feed', async () => {
  mkdirSync(folder)
  await choose()
  rmSync(folder, { recursive: true })
  expect(await app.titles('/opds/oneoffs')).toEqual([])
})
