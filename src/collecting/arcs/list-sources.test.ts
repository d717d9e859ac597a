import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cblDocument } from '../../base/formats/documents/cbl-writer'
import type { FileEntry, Files } from '../../base/platform/ports'
import { type TestApp, testApp } from '../../testing/app'
import { disk } from '../../testing/disks/disk'
import { fakeHttp, type Handler } from '../../testing/fakes/http'
import type { ArcSummary, ImportResult } from './schema'

const list = (name: string, ...numbers: string[]) =>
  cblDocument({ name, books: numbers.map((number) => ({ series: 'Harbor Lights', volume: 2015, number, ids: [] })) })

let app: TestApp
afterEach(() => app.close())
const names = async () => {
  const arcs = await app.reader.json<ArcSummary[]>(200, app.reader.get('/api/storyarcs'))
  return arcs.map(({ StoryArc, Total }) => `${StoryArc} ${Total}`)
}

describe('a list at an address', () => {
  const ADDRESS = 'https://lists.example/comics/Night%20Tide.cbl'
  let reply: Handler
  let requests: string[]
  beforeEach(async () => {
    const http = fakeHttp({
      'lists.example': (request) => reply(request),
      'nas.example': () => new Response(list('Inside', '1')),
    })
    requests = http.requests
    const addresses = async (host: string) => (host === 'nas.example' ? ['192.168.1.5'] : ['93.184.216.34'])
    app = await testApp({ ports: { http, names: { addresses } } })
    reply = () => new Response(list('Night Tide', '1', '2'))
  })
  const importAddress = <T = ImportResult>(status = 200, address = ADDRESS) =>
    app.reader.json<T>(status, app.reader.post('/api/storyarcs/import-address', { address }))
  const refused = async (status: number, address?: string) =>
    (await importAddress<{ detail: string }>(status, address)).detail

  test('becomes an arc', async () => {
    expect(await importAddress()).toMatchObject({ name: 'Night Tide', issues: 2, added: true })
    expect(requests).toEqual([`GET ${ADDRESS}`])
  })

  test('gets the name of its file when it has no name', async () => {
    reply = () => new Response(list('', '1'))
    expect(await importAddress()).toMatchObject({ name: 'Night Tide' })
  })

  test('may be in UTF-16', async () => {
    reply = () => new Response(Buffer.from(`\uFEFF${list('Wide', '½')}`, 'utf16le'))
    expect(await importAddress()).toMatchObject({ name: 'Wide', issues: 1 })
  })

  test('on the local network is not fetched, not even through a redirect', async () => {
    expect(await refused(400, 'http://nas.example/a.cbl')).toContain('nas.example')
    reply = () => new Response(null, { status: 302, headers: { Location: 'http://nas.example/a.cbl' } })
    expect(await refused(400)).toContain('nas.example')
    reply = () => new Response(null, { status: 302, headers: { Location: 'file:///etc/passwd' } })
    expect(await refused(400)).toBe('The link is not a web address.')
    expect(requests.filter((each) => each.includes('nas.example'))).toEqual([])
    expect(await names()).toEqual([])
  })

  test.each(['file:///etc/passwd', 'ftp://lists.example/a.cbl', 'Night Tide', 'https://me:secret@lists.example/a.cbl'])(
    'is refused at %p',
    async (address) => {
      await importAddress(400, address)
      expect(requests).toEqual([])
    },
  )

  test('that is missing, too large or another format is refused with the reason', async () => {
    reply = () => new Response('', { status: 404 })
    expect(await refused(502)).toBe('The list could not be fetched: lists.example responded with status 404.')
    reply = () => new Response(new Uint8Array(9 * 1024 * 1024))
    expect(await refused(400)).toBe('The list is larger than 8 MB.')
    reply = () => new Response('<!DOCTYPE html><html><body>Log in</body></html>')
    expect(await refused(400)).toStartWith('The file is not a reading list.')
  })
})

describe('the lists of a folder', () => {
  let folder: string
  let listing: Files['list']
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'panelkeep-lists-'))
    listing = disk.list
    app = await testApp({ ports: { files: { ...disk, list: (path) => listing(path) } } })
  })
  afterEach(() => rmSync(folder, { recursive: true }))
  const begin = <T = { message: string; operation_id: string }>(status = 200, path = folder) =>
    app.reader.json<T>(status, app.reader.post('/api/storyarcs/import-folder', { folder: path }))

  test('become arcs, and files that are no lists are reported', async () => {
    mkdirSync(join(folder, 'Inside'))
    writeFileSync(join(folder, 'a.cbl'), list('Night Tide', '1', '2'))
    writeFileSync(join(folder, 'Inside', 'b.CBL'), list('Low Water', '3'))
    writeFileSync(join(folder, 'c.cbl'), 'no list')
    writeFileSync(join(folder, 'd.txt'), list('Text', '3'))
    writeFileSync(join(folder, '.e.cbl'), list('Hidden', '3'))
    symlinkSync(folder, join(folder, 'Circle'))
    const { message, operation_id } = await begin()
    expect(message).toBe('3 reading lists are being imported.')
    await app.app.idle()
    expect(await names()).toEqual(['Low Water 1', 'Night Tide 2'])
    const { detail } = await app.reader.json<{ detail: object }>(200, app.reader.get(`/api/operations/${operation_id}`))
    expect(detail).toMatchObject({
      files: 3,
      added: 2,
      updated: 0,
      failed: 1,
      failures: [{ file: join(folder, 'c.cbl'), detail: expect.stringContaining('The file is not a reading list.') }],
    })
  })

  test('update arcs when they are imported again', async () => {
    writeFileSync(join(folder, 'a.cbl'), list('Night Tide', '1'))
    await begin()
    await app.app.idle()
    writeFileSync(join(folder, 'a.cbl'), list('Night Tide', '1', '2'))
    await begin()
    await app.app.idle()
    expect(await names()).toEqual(['Night Tide 2'])
  })

  const MORE = 'has more than 5000 lists. Import its folders one by one.'
  test.each([
    ['5,000 are imported', 0, 5000, undefined],
    ['more than 5,000 are refused', 0, 5001, MORE],
    ['more than 5,000 in several folders are refused', 1, 2501, MORE],
    ['nine folders deep are not searched', 9, 0, 'has no reading lists (.cbl or .json).'],
  ])('%s', async (_name, deepest, count, refusal) => {
    const entry = (name: string, kind: 'file' | 'folder' = 'file') => ({ name, kind }) as FileEntry
    listing = async (path) => {
      const depth = path.slice(folder.length).split('/').length - 1
      const files = Array.from({ length: depth === 9 ? 1 : count }, (_, at) => entry(`${at}.cbl`))
      return depth < deepest ? [...files, entry('more', 'folder')] : files
    }
    const { detail } = await begin<{ detail?: string }>(refusal === undefined ? 200 : 400)
    expect(detail).toBe(refusal && `${folder} ${refusal}`)
    await app.app.stop()
  })

  test('need a folder that can be opened and contains lists', async () => {
    const refused = async (status: number, path?: string) => (await begin<{ detail: string }>(status, path)).detail
    expect(await refused(400, 'lists')).toBe('The path of the folder must begin at the root of a disk.')
    expect(await refused(404, join(folder, 'none'))).toBe(`The folder ${join(folder, 'none')} cannot be opened.`)
    expect(await refused(400)).toBe(`${folder} has no reading lists (.cbl or .json).`)
  })
})
