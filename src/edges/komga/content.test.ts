import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bmpOfRgba } from '../../base/formats/images/bmp'
import { sniffImage } from '../../base/formats/images/images'
import { type TestApp, testApp } from '../../testing/app'
import { makeCbz, makeJpeg } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { basicOf, komgaApp, makeBooks, type ReadingApp } from '../../testing/reading-apps'
import { addUser, PASSWORD } from '../../testing/users'

let folder: string
let app: TestApp
let komga: ReadingApp

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-apps-'))
  app = await testApp({ library: true, databasePath: join(folder, 'panelkeep.db'), settings: { opds_enable: 'true' } })
  makeBooks(app)
  komga = komgaApp(app)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const BOOK = '/komga/api/v1/books/harbor-1'
const kindOf = async (reply: Response) => [reply.headers.get('content-type'), sniffImage(await reply.bytes())]

describe('pages', () => {
  test('are listed from 1 with their sizes in pixels', async () => {
    const pages = await komga.json<Record<string, unknown>[]>(200, komga.get(`${BOOK}/pages`))
    expect(pages).toHaveLength(4)
    expect(pages[0]).toMatchObject({ number: 1, mediaType: 'image/png', width: 60, height: 90 })
    expect((await komga.get('/komga/api/v1/books/nothing/pages')).status).toBe(404)
  })

  test('are sent as they are, and as JPEG to an app that accepts or asks for nothing else', async () => {
    const page = (query = '', accept?: string) => komga.get(`${BOOK}/pages/${query}`, accept ? { Accept: accept } : {})
    for (const accept of [undefined, 'image/*,*/*;q=0.8', 'image/png', 'application/pdf'])
      expect(await kindOf(await page('1', accept)), accept).toEqual(['image/png', 'png'])
    expect(await kindOf(await page('1', 'image/jpeg, image/webp'))).toEqual(['image/jpeg', 'jpeg'])
    expect(await kindOf(await page('1/raw', 'image/jpeg'))).toEqual(['image/png', 'png'])
    expect(await kindOf(await page('1?convert=JPEG'))).toEqual(['image/jpeg', 'jpeg'])
    expect(await kindOf(await page('1?convert=png', 'image/jpeg'))).toEqual(['image/png', 'png'])
    expect((await page('1?convert=bmp')).status).toBe(400)
    expect((await page('1')).headers.get('content-disposition')).toBe('inline')
  })

  test('of another kind are made PNG for an app that asks for it', async () => {
    const pages = {
      '1.bmp': bmpOfRgba(8, 12, new Uint8Array(8 * 12 * 4).fill(255)),
      '2.jpg': await makeJpeg(8, 12, [90, 20, 20]),
    }
    addFile(app, ['harbor-13'], 'harbor-13.cbz', makeCbz(pages), { page_count: 2 })
    const page = (path: string) => komga.get(`/komga/api/v1/books/harbor-13/pages/${path}`)
    expect(await kindOf(await page('1'))).toEqual(['image/bmp', 'bmp'])
    for (const number of ['1', '2']) {
      const made = await page(`${number}?convert=png`)
      expect(made.headers.get('etag')).not.toBe((await page(number)).headers.get('etag'))
      expect(await kindOf(made), number).toEqual(['image/png', 'png'])
    }
    expect(await kindOf(await page('2'))).toEqual(['image/jpeg', 'jpeg'])
  })

  test('are counted from 0 on request, and one that is not there is refused', async () => {
    const first = Buffer.from(await (await komga.get(`${BOOK}/pages/1`)).arrayBuffer())
    expect(Buffer.from(await (await komga.get(`${BOOK}/pages/0?zero_based=true`)).arrayBuffer())).toEqual(first)
    for (const page of ['0', '5', '4?zero_based=true', 'x', '-1', '1.5']) {
      const reply = await komga.get(`${BOOK}/pages/${page}`)
      expect([reply.status, (await reply.json()).message], page).toEqual([400, 'Page number does not exist.'])
    }
    expect((await komga.get('/komga/api/v1/books/nothing/pages/1')).status).toBe(404)
  })

  test('thumbnails and lists are not sent again to an app that has them', async () => {
    const paths = [`${BOOK}/pages/1`, `${BOOK}/pages/1/thumbnail`, `${BOOK}/thumbnail`, BOOK, '/komga/api/v1/series']
    for (const path of [...paths, '/komga/api/v1/series/harbor/thumbnail', '/komga/api/v1/genres']) {
      const reply = await komga.get(path)
      expect(reply.headers.get('cache-control'), path).toBe('max-age=0, must-revalidate, private')
      const etag = reply.headers.get('etag')!
      expect((await komga.get(path, { 'If-None-Match': etag })).status, path).toBe(304)
      expect((await komga.get(path, { 'If-None-Match': '"other"' })).status, path).toBe(200)
    }
  })

  test('and covers have thumbnails as JPEG', async () => {
    for (const path of [`${BOOK}/thumbnail`, `${BOOK}/pages/2/thumbnail`, '/komga/api/v1/series/harbor/thumbnail'])
      expect(await kindOf(await komga.get(path)), path).toEqual(['image/jpeg', 'jpeg'])
    for (const path of ['books/nothing', 'series/nothing', 'readlists/nothing', 'collections/nothing'])
      for (const what of ['thumbnail', 'thumbnails'])
        expect((await komga.get(`/komga/api/v1/${path}/${what}`)).status, path).toBe(404)
    expect(await komga.json<unknown>(200, komga.get(`${BOOK}/thumbnails`))).toEqual([])
  })
})

describe('the file of a book', () => {
  test('is sent whole or in ranges, under any name', async () => {
    const whole = await komga.get(`${BOOK}/file`)
    expect(whole.headers.get('content-disposition')).toContain("filename*=UTF-8''harbor-1.cbz")
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    const named = await komga.get(`${BOOK}/file/any%20name.cbz`)
    expect(Buffer.from(await named.arrayBuffer())).toEqual(bytes)
    expect((await komga.get('/komga/api/v1/books/nothing/file')).status).toBe(404)
  })

  test('is kept from who may not download, who also lacks the role', async () => {
    await addUser(app, 'Kit', { limits: { may_download: false } })
    const kit = komgaApp(app, basicOf('Kit', PASSWORD))
    for (const path of ['file', 'file/x.cbz']) {
      const reply = await kit.get(`${BOOK}/${path}`)
      expect([reply.status, (await reply.json()).error]).toEqual([403, 'Forbidden'])
    }
    expect((await kit.json<{ roles: string[] }>(200, kit.get('/komga/api/v2/users/me'))).roles).toEqual(['USER', 'PAGE_STREAMING']) // biome-ignore format: one request
    expect((await kit.get(`${BOOK}/pages/1`)).status).toBe(200)
  })
})

test('the manifest names every page by its whole address', async () => {
  const reply = await komga.get(`${BOOK}/manifest`, { Accept: 'application/divina+json' })
  expect(reply.headers.get('content-type')).toBe('application/divina+json')
  const { readingOrder, metadata } = (await reply.json()) as { readingOrder: { href: string }[]; metadata: object }
  expect(readingOrder[3]).toMatchObject({ href: `http://localhost:8090${BOOK}/pages/4`, type: 'image/png', width: 60 })
  expect(metadata).toMatchObject({ title: 'Tide', author: ['Ann Lee', 'Bo Ek'], readingProgression: 'ltr' })
})

describe('a scan', () => {
  test('is started by owner and managers on a machine where they manage, and refused to readers', async () => {
    const scan = (client: Pick<ReadingApp, 'post'>, id = 'comics') =>
      client.post(`/komga/api/v1/libraries/${id}/scan`, '')
    await addUser(app, 'Ann', { role: 'manager' })
    await addUser(app, 'Rea')
    const here = (name: string, password = PASSWORD) => app.client(basicOf(name, password))
    expect((await scan(here('reader', 'correct horse'))).status).toBe(202)
    expect((await scan(here('Ann'))).status).toBe(202)
    expect((await scan(here('Rea'))).status).toBe(403)
    expect((await scan(komga)).status).toBe(403)
    expect((await scan(here('Ann'), 'nothing')).status).toBe(404)
  })
})
