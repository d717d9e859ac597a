import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { childrenOf, parseXml, type XmlElement } from '../../../base/platform/xml'
import { issuesOf, seriesNamed } from '../../../library/series/store'
import { type Client, LOGIN, type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbr, makeCbz, makeJpeg, makePages } from '../../../testing/archives/archives'
import { makeEpub, makePdf } from '../../../testing/archives/books'
import { makeCb7 } from '../../../testing/archives/cb7'
import { makeCbt } from '../../../testing/archives/cbt'
import { childText } from '../../../testing/catalog'
import { scanLibrary } from '../../../testing/imports/imports'
import type { ProgressView } from '../schema'

/** Every format from the folder to the reading app. */

const PAGES = makePages(3)
let folder: string
let app: TestApp
let reading: Client

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-formats-'))
  mkdirSync(join(folder, 'comics'))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: join(folder, 'comics') }, ports: { processes } })
  reading = app.client({ Authorization: `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}` }, '192.0.2.50')
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

function put(path: string, bytes: Uint8Array): void {
  const full = join(folder, 'comics', path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, bytes)
}

const scan = () => scanLibrary(app)

async function importAll(): Promise<ProgressView> {
  const view = await scan()
  const selected_ids = view.results!.map(({ match }) => match!.comicid)
  const body = { scan_id: view.scan_id, selected_ids }
  expect(await app.reader.json(200, app.reader.post('/api/import/comic/confirm', body))).toMatchObject({ errors: [] })
  return view
}

/** The entries of the one series, as a reading app sees them, without the last one: the file with the whole series. */
async function entries(): Promise<XmlElement[]> {
  const [series] = seriesNamed(app.db.read, 'Harbor Lights')
  const reply = await reading.get(`/opds/comics/${series!.comic_id}`)
  const all = childrenOf(parseXml(await reply.text()), 'entry')
  return all.filter((entry) => !links(entry).acquisition!.href!.endsWith('/all.zip'))
}

const links = (entry: XmlElement) =>
  Object.fromEntries(childrenOf(entry, 'link').map(({ attributes }) => [attributes.rel!.split('/').at(-1), attributes]))

const book = () =>
  makeEpub(PAGES, { body: (_, index) => `<p>Chapter ${index + 1} is nothing but words, many of them.</p>` })

async function everyFormat(): Promise<[name: string, bytes: Uint8Array, type: string][]> {
  const jpeg = await makeJpeg(60, 90, [200, 90, 40])
  const page = { jpeg, width: 60, height: 90 }
  return [
    ['1.cbz', makeCbz(PAGES), 'application/vnd.comicbook+zip'],
    ['2.cbr', makeCbr(PAGES, { rar5: true }), 'application/vnd.comicbook-rar'],
    ['3.cb7', makeCb7(PAGES), 'application/x-cb7'],
    ['4.cbt', makeCbt(PAGES), 'application/x-cbt'],
    ['5.pdf', makePdf([page, page, page]), 'application/pdf'],
    ['6.epub', makeEpub(PAGES), 'application/epub+zip'],
  ]
}

test('every format is found, imported, sent as a file and page by page', async () => {
  const formats = await everyFormat()
  for (const [name, bytes] of formats) put(`Harbor Lights (2015)/Harbor Lights ${name}`, bytes)
  const view = await importAll()
  expect(view.problems).toEqual([])
  expect(view.results!.flatMap(({ files }) => files.map(({ number, pages }) => [number, pages]))).toEqual(
    formats.map((_, index) => [String(index + 1), 3]),
  )
  const listed = await entries()
  expect(listed).toHaveLength(6)
  for (const [index, [name, bytes, type]] of formats.entries()) {
    const found = links(listed[index]!)
    expect(found.acquisition).toMatchObject({ type, length: String(bytes.length) })
    expect(found.acquisition!.href).toEndWith(name)
    const whole = await reading.get(found.acquisition!.href!)
    expect(whole.headers.get('content-type')).toBe(type)
    expect(await whole.bytes()).toHaveLength(bytes.length)
    expect(found.stream!['pse:count']).toBe('3')
    const page = await reading.get(found.stream!.href!.replace('{pageNumber}', '2').replace('{maxWidth}', '600'))
    expect([name, page.status, page.headers.get('content-type')]).toEqual([name, 200, 'image/jpeg'])
    expect((await reading.get(found.image!.href!)).status).toBe(200)
  }
})

test('a file keeps its real format, with a remark if its name states another', async () => {
  put('Harbor Lights (2015)/Harbor Lights 1.cbr', makeCbz(PAGES))
  put('Harbor Lights (2015)/Harbor Lights 2.cbz', makeCb7(PAGES))
  const [result] = (await importAll()).results!
  const remarks = result!.files.map(({ evidence }) => evidence.at(-1))
  expect(remarks).toEqual([
    'The file is a ZIP archive, despite its name',
    'The file is a 7-Zip archive, despite its name',
  ])
  const names = (await entries()).map((entry) => links(entry).acquisition!.href!.split('/').at(-1))
  expect(names).toEqual(['Harbor%20Lights%201.cbz', 'Harbor%20Lights%202.cb7'])
})

test('an EPUB is what its package document says', async () => {
  const metadata = '<dc:title>Harbor Lights, Vol. 1</dc:title><dc:creator>Jane Doe</dc:creator>'
  put('Books/9781632365128.epub', makeEpub(PAGES, { metadata }))
  const [result] = (await importAll()).results!
  expect(result!.series_name).toBe('Harbor Lights')
  expect(result!.evidence).toContain('EPUB names the series in 1 of 1 files')
  const [series] = seriesNamed(app.db.read, 'Harbor Lights')
  const [issue] = issuesOf(app.db.read, series!.comic_id)
  expect(issue).toMatchObject({ number: '1', unit: 'volume', writer: 'Jane Doe' })
})

test('a text book counts as an existing file, without pages or a cover', async () => {
  put('Harbor Lights (2015)/Harbor Lights 1.epub', book())
  const [result] = (await importAll()).results!
  expect(result!.files[0]).toMatchObject({ pages: 0 })
  expect(result!.files[0]!.evidence.at(-1)).toContain('text book')
  expect((await app.reader.get(result!.match!.image!)).status).toBe(404)
  const [series] = seriesNamed(app.db.read, 'Harbor Lights')
  expect(series).toMatchObject({ have: 1, cover_issue_id: null, cover_version: null, files_at: expect.any(String) })
  const [entry] = await entries()
  expect(Object.keys(links(entry!))).toEqual(['acquisition', 'alternate'])
  expect(childText(entry, 'content')).toEndWith('kB, EPUB')
  const [issue] = issuesOf(app.db.read, series!.comic_id)
  expect((await reading.get(`/opds/stream/${issue!.issue_id}?page=0`)).status).toBe(404)
  expect((await reading.get(`/opds/cover/${issue!.issue_id}`)).status).toBe(404)
})

test('a file with any archive extension is a comic only when it has pages', async () => {
  put('Harbor Lights (2015)/Harbor Lights 1.zip', makeCbz(PAGES))
  put('Harbor Lights (2015)/Harbor Lights 2.rar', makeCbr(PAGES))
  put('Harbor Lights (2015)/Harbor Lights 3.7z', makeCb7(PAGES))
  put('Harbor Lights (2015)/Harbor Lights 4.tar', makeCbt(PAGES))
  put('Harbor Lights (2015)/fonts.zip', makeCbz({ 'font.ttf': 'letters' }))
  put('Harbor Lights (2015)/backup.tar', makeCbt({ 'notes.txt': 'words' }))
  put('Harbor Lights (2015)/empty.rar', new Uint8Array(0))
  const view = await importAll()
  expect(view.progress).toMatchObject({ total_files: 4, processed_files: 4, series_found: 1 })
  expect(view.problems).toEqual([])
  expect(view.results![0]!.files.map(({ evidence }) => evidence)).toEqual([
    ['Its name and its folder agree'],
    ['Its name and its folder agree'],
    ['Its name and its folder agree'],
    ['Its name and its folder agree'],
  ])
})
