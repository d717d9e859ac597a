import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attention } from '../../collecting/attention/schema'
import { fileOf } from '../../library/series/file-store'
import { findIssue } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import {
  filesBelow,
  type GrabbedItem,
  importDownload,
  putDownload,
  startProcessing,
} from '../../testing/downloads/processing'
import { makeIssues, makeSeries } from '../../testing/make'
import { findBlocked } from '../downloads/blocklist/store'
import { type DownloadItem, findDownload } from '../downloads/store'

/** Downloads that are not the wanted issue, from the grab to the library. */

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-offers-'))
  app = await startProcessing(folder)
  makeSeries(app.db, { year: 2015 })
  const numbers = ['2', '5', '10']
  makeIssues(
    app.db,
    'harbor',
    numbers.map((number) => ({ number, intent: 'wanted' as const })),
  )
  makeSeries(app.db, { comic_id: 'copper', name: 'Copper Winter', year: 2016 })
  makeIssues(app.db, 'copper', [{ number: '6' }, { number: '7' }])
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const comic = (n: number | string, info?: string, pages = 3) =>
  makeCbz({ ...makePages(pages), 'n.txt': `${n}`, ...(info ? { 'ComicInfo.xml': info } : {}) })
const grab = (content_path: string, more: Partial<GrabbedItem> = {}): GrabbedItem => {
  return { issues: ['harbor-10'], comic_id: 'harbor', title: 'Harbor Lights 010 (2015)', content_path, ...more }
}
interface Shown extends Record<string, unknown> {
  placements: { placement_id: string; source: string; state: string; offer: { label: string } | null }[]
}
const shown = ({ item_id }: DownloadItem) =>
  app.reader.json<Shown>(200, app.reader.get(`/api/downloads/items/${item_id}`))
const attention = () => app.reader.json<Attention>(200, app.reader.get('/api/attention'))
const accept = async (item: DownloadItem, status: number, at = 0) => {
  const { placements } = await shown(item)
  const path = `/api/downloads/items/${item.item_id}/offers/${placements[at]!.placement_id}`
  const reply = await app.reader.json<{ item_id: string; detail: string }>(status, app.reader.post(path))
  await app.idle()
  return reply
}

describe('a file that is another issue by its own evidence', () => {
  test('stays where it is, with the reason, and its issue stays reserved', async () => {
    const path = putDownload(folder, 'Survive 001 (2024).cbz', comic(1))
    const item = await importDownload(app, grab(path))
    expect(item).toMatchObject({ stage: 'manual_review' })
    expect(item.reason).toBe(
      'holds_something_else: The file does not match Harbor Lights #10. Its name: wrong series: Survive; wrong number: 1 (wanted: 10).',
    )
    expect([existsSync(path), filesBelow(folder, 'comics')]).toEqual([true, []])
    const { results } = await attention()
    expect(results.map(({ reason_phrase }) => reason_phrase)).toEqual(['The downloaded file is not the wanted issue'])
  })

  const SURVIVE = '<ComicInfo><Series>Survive</Series><Number>1</Number></ComicInfo>'
  test.each<[string, () => [string, Uint8Array], Partial<GrabbedItem>]>([
    ['in its ComicInfo', () => ['0a1b2c.cbz', comic(1, SURVIVE)], {}],
    [
      'in an archive',
      () => ['x.zip', makeCbz({ 'Survive 001 (2024).cbz': comic(1) as Uint8Array }, { store: true })],
      {},
    ],
    [
      'in an archive in an archive',
      () => {
        const inner = makeCbz({ 'Survive 001 (2024).cbz': comic(1) as Uint8Array }, { store: true })
        return ['x.zip', makeCbz({ 'y.zip': inner as Uint8Array }, { store: true })]
      },
      {},
    ],
    ['of a direct download', () => ['Survive 001 (2024).cbz', comic(1)], { protocol: 'ddl' }],
    [
      'of a release that the user chose for its size',
      () => ['Survive 001 (2024).cbz', comic(1)],
      { requested_by: 'interactive' },
    ],
    [
      'of a release that the user chose under another name',
      () => ['Survive 010 (2015).cbz', comic(1)],
      { requested_by: 'interactive', title: 'Hafenlichter 010 (2015)' },
    ],
    ['as a trade paperback', () => ['Harbor Lights v10 (TPB) (2016).cbz', comic(1)], {}],
    ['in its language', () => ['Harbor.Lights.010.2015.German.cbz', comic(1)], {}],
  ])('%s, is not imported', async (_, file, more) => {
    const item = await importDownload(app, grab(putDownload(folder, ...file()), more))
    expect(item.reason).toStartWith('holds_something_else: The file does not match Harbor Lights #10.')
    expect(filesBelow(folder, 'comics')).toEqual([])
  })

  test('is imported if the user chose its release under that very name', async () => {
    const path = putDownload(folder, 'Hafenlichter 010 (2015).cbz', comic(1))
    const how = { requested_by: 'interactive', title: 'Hafenlichter 010 (2015) (German)' }
    expect(await importDownload(app, grab(path, how))).toMatchObject({ stage: 'post_processed' })
  })
})

describe('a file of another issue that the library lacks', () => {
  test('is offered there; after the import the wanted issue is searched for again', async () => {
    const path = putDownload(folder, 'Copper Winter 006 (2016).cbz', comic(6))
    const item = await importDownload(app, grab(path))
    expect((await attention()).results[0]?.members[0]?.offers).toMatchObject([{ label: 'Copper Winter (2016) #6' }])
    expect((await shown(item)).placements).toMatchObject([
      { state: 'contrary', offer: { label: 'Copper Winter (2016) #6' } },
    ])
    const { item_id } = await accept(item, 200)
    expect(findDownload(app.db.read, item_id)?.stage).toBe('post_processed')
    expect(filesBelow(folder, 'comics')).toEqual([join('Copper Winter (2016)', 'Copper Winter 006 (2016).cbz')])
    expect(fileOf(app.db.read, 'copper-6')).toBeDefined()
    expect(findDownload(app.db.read, item.item_id)).toMatchObject({
      resolution: 'imported',
      again_at: expect.any(String),
    })
    expect(findIssue(app.db.read, 'harbor-10')?.fulfillment).toBe('missing')
    expect(findBlocked(app.db.read, item.digest)?.reason).toContain('was not the wanted issue')
  })

  test('is not offered once the library has that issue', async () => {
    const item = await importDownload(app, grab(putDownload(folder, 'Copper Winter 006 (2016).cbz', comic(6))))
    const other = putDownload(folder, 'b/Copper Winter 006 (2016).cbz', comic('b'))
    await importDownload(app, {
      ...grab(other, { item_id: 'two', digest: 'two', title: 'Copper Winter 006 (2016)' }),
      issues: ['copper-6'],
      comic_id: 'copper',
    })
    expect((await shown(item)).placements).toMatchObject([{ offer: null }])
    expect((await accept(item, 409)).detail).toContain('not missing any more')
  })

  test('from a torrent stays where it is in the torrent', async () => {
    const path = putDownload(folder, 'Copper Winter 006 (2016).cbz', comic(6))
    const item = await importDownload(app, grab(path, { protocol: 'torrent', client: 'qBittorrent' }))
    await accept(item, 200)
    expect([existsSync(path), fileOf(app.db.read, 'copper-6') !== undefined]).toEqual([true, true])
  })

  test('is refused once its file is gone', async () => {
    const path = putDownload(folder, 'Copper Winter 006 (2016).cbz', comic(6))
    const item = await importDownload(app, grab(path))
    rmSync(path)
    expect((await accept(item, 409)).detail).toBe(`There is nothing at ${path} any more.`)
    expect(findIssue(app.db.read, 'copper-6')?.fulfillment).toBe('missing')
  })

  test('is unknown under another download', async () => {
    const item = await importDownload(app, grab(putDownload(folder, 'Copper Winter 006 (2016).cbz', comic(6))))
    await app.reader.json(404, app.reader.post(`/api/downloads/items/${item.item_id}/offers/none`))
  })
})

describe('a pack', () => {
  const pack = (more: Partial<GrabbedItem> = {}) =>
    grab(join(folder, 'downloads', 'pack'), {
      issues: ['harbor-2', 'harbor-5'],
      title: 'Harbor Lights 001-012 (2015)',
      pack: true,
      ...more,
    })

  const twins = () => {
    makeSeries(app.db, { comic_id: 'twins11', name: 'Twin Stars', year: 2011 })
    makeIssues(app.db, 'twins11', ['3'])
    makeSeries(app.db, { comic_id: 'twins22', name: 'Twin Stars', year: 2022 })
    makeIssues(app.db, 'twins22', ['3', '4'])
    return { issues: ['twins22-3', 'twins22-4'], comic_id: 'twins22', title: 'Twin Stars 001-006 (2022)' }
  }

  test('imports the wanted issues, and offers those of the older run, from archives too', async () => {
    const how = twins()
    putDownload(folder, 'pack/Twin Stars 004 (2022).cbz', comic(4))
    const inside = { 'Twin Stars 003 (2011).cbz': comic(3) }
    putDownload(folder, 'pack/more.zip', makeCbz(inside as Record<string, Uint8Array>, { store: true }))
    const item = await importDownload(app, pack(how))
    expect(item.stage).toBe('post_processed')
    const { placements } = await shown(item)
    const at = placements.findIndex(({ offer }) => offer !== null)
    expect(placements.map(({ state }) => state).sort()).toEqual(['contrary', 'placed'])
    await accept(item, 200, at)
    expect(fileOf(app.db.read, 'twins11-3')?.path).toContain('Twin Stars 003')
    expect(filesBelow(folder, 'comics')).toHaveLength(2)
  })

  test('never replaces a single issue with a trade paperback of its number, whatever its page count', async () => {
    const first = await importDownload(
      app,
      grab(putDownload(folder, 'Harbor Lights 002.cbz', comic(2)), {
        issues: ['harbor-2'],
        title: 'Harbor Lights 002',
      }),
    )
    expect(first.stage).toBe('post_processed')
    const before = fileOf(app.db.read, 'harbor-2')!
    putDownload(folder, 'pack/Harbor Lights Volume 2 (2016).cbz', comic('tpb', undefined, 40))
    putDownload(folder, 'pack/Harbor Lights 005.cbz', comic(5))
    await importDownload(app, pack({ item_id: 'two', digest: 'two', issues: ['harbor-5'] }))
    expect(fileOf(app.db.read, 'harbor-2')).toEqual(before)
    expect(existsSync(join(folder, 'downloads', 'pack', 'Harbor Lights Volume 2 (2016).cbz'))).toBe(true)
  })

  test('of the older run imports nothing under the newer one of the same name', async () => {
    const how = twins()
    for (const n of [3, 4]) putDownload(folder, `pack/Twin Stars 00${n} (2011).cbz`, comic(n))
    expect((await importDownload(app, pack(how))).reason).toContain('wrong year: 2011 (wanted: 2022)')
    expect(filesBelow(folder, 'comics')).toEqual([])
  })
})
