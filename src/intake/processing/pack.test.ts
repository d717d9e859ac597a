import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileOf } from '../../library/series/file-store'
import { findIssue, setIntent } from '../../library/series/store'
import type { TestApp } from '../../testing/app'
import { damage, makeCbz, makePages } from '../../testing/archives/archives'
import {
  filesBelow,
  type GrabbedItem,
  importDownload,
  putDownload,
  startProcessing,
} from '../../testing/downloads/processing'
import { makeIssues, makeSeries } from '../../testing/make'
import type { DownloadItem } from '../downloads/store'

/** Every file of a pack gets an outcome, and every issue in it is closed. */

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-packs-'))
  app = await startProcessing(folder)
  makeSeries(app.db, { year: 2015 })
  const wanted = (number: string) => ({ number, intent: 'wanted' as const })
  makeIssues(app.db, 'harbor', [
    ...['1', '2', '3', '4', '5', '6', '½', '1.5'].map(wanted),
    { ...wanted('1'), kind: 'annual', issue_id: 'annual-1', release_date: '2015-12-01' },
    { ...wanted('2'), kind: 'annual', issue_id: 'annual-2', release_date: '2016-12-01' },
  ])
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const comic = (about: string, pages = 3) => makeCbz({ ...makePages(pages), 'n.txt': about })
const fulfilled = (...ids: string[]) => ids.map((id) => findIssue(app.db.read, id)?.fulfillment)
const GRABBED = ['harbor-1', 'harbor-2', 'harbor-3', 'harbor-4']

async function pack(
  names: readonly string[],
  more: Partial<GrabbedItem> & { bytes?: Record<string, Uint8Array> } = {},
) {
  const { bytes, ...grabbed } = more
  for (const name of names) putDownload(folder, join('pack', name), bytes?.[name] ?? comic(name))
  const title = 'Harbor Lights 001-004 (2015-2016)'
  const content_path = join(folder, 'downloads', 'pack')
  return importDownload(app, { comic_id: 'harbor', issues: GRABBED, pack: true, title, content_path, ...grabbed })
}

interface Shown extends Record<string, unknown> {
  placements: { source: string; state: string; decision: string | null; why: string | null }[]
}
/** The text on the download's page for each file, by file name. */
async function outcomes(item: DownloadItem): Promise<Record<string, string>> {
  const { placements } = await app.reader.json<Shown>(200, app.reader.get(`/api/downloads/items/${item.item_id}`))
  return Object.fromEntries(
    placements.map(({ source, state, decision, why }) => {
      const outcome = state === 'placed' || state === 'kept' ? `${state} ${decision}` : `${state}: ${why}`
      return [source.slice(join(folder, 'downloads', 'pack').length + 1), outcome]
    }),
  )
}

test('with all kinds of files reports the outcome of each', async () => {
  app.db.write((tx) => void setIntent(tx, 'harbor-6', 'skipped', app.clock.now()))
  makeSeries(app.db, { comic_id: 'copper', name: 'Copper Orchard', year: 2020 })
  makeIssues(app.db, 'copper', [{ number: '7', intent: 'wanted' }])
  const names = [
    'Harbor Lights 001 (2015) (digital).cbz',
    'Harbor Lights 002 (2015).cbz',
    'Harbor Lights 003 (2016) (c2c).cbz',
    'Harbor Lights 004 (2016).cbz',
    'Harbor Lights 006 (2016).cbz',
    'Harbor Lights 099 (2016).cbz',
    'Harbor Lights Annual 001 (2015).cbz',
    'Copper Orchard 007 (2020).cbz',
    'Winter Engine 001 (2019).cbz',
    'copies/Harbor Lights 001 (2015).cbz',
  ]
  const bytes = {
    'Harbor Lights 004 (2016).cbz': damage(comic('4'), 'cut'),
    'copies/Harbor Lights 001 (2015).cbz': comic('Harbor Lights 001 (2015) (digital).cbz'),
  }
  const item = await pack(names, { bytes })
  expect(await outcomes(item)).toEqual({
    'Harbor Lights 001 (2015) (digital).cbz': 'kept duplicate',
    'Harbor Lights 002 (2015).cbz': 'placed new',
    'Harbor Lights 003 (2016) (c2c).cbz': 'placed new',
    'Harbor Lights 004 (2016).cbz': expect.stringMatching(/^damaged: ./),
    'Harbor Lights 006 (2016).cbz': 'kept unwanted',
    'Harbor Lights 099 (2016).cbz': 'unmatched: Harbor Lights has no issue 99.',
    'Harbor Lights Annual 001 (2015).cbz': 'placed new',
    'Copper Orchard 007 (2020).cbz': 'placed new',
    'Winter Engine 001 (2019).cbz': 'unmatched: No series in the library matches Winter Engine.',
    'copies/Harbor Lights 001 (2015).cbz': 'placed new',
  })
  expect(item).toMatchObject({ stage: 'post_processed', again_at: expect.any(String) })
  expect(fulfilled('harbor-1', 'harbor-2', 'harbor-3', 'annual-1', 'copper-7')).toEqual(Array(5).fill('downloaded'))
  expect(fulfilled('harbor-4', 'harbor-6')).toEqual(['missing', 'missing'])
  // Only the files that moved to the library left the download.
  expect(filesBelow(folder, 'downloads')).toEqual(
    [
      'Harbor Lights 004 (2016).cbz',
      'Harbor Lights 006 (2016).cbz',
      'Harbor Lights 099 (2016).cbz',
      'Winter Engine 001 (2019).cbz',
    ].map((name) => join('pack', name)),
  )
})

test('with annuals, halves and points places each correctly', async () => {
  const names = {
    'Harbor Lights 001 (2015).cbz': 'harbor-1',
    'Harbor Lights 0.5 (2015).cbz': 'harbor-½',
    'Harbor Lights 001.5 (2015).cbz': 'harbor-1.5',
    'Harbor Lights Annual 001 (2015).cbz': 'annual-1',
    'Harbor Lights Annual 002 (2016).cbz': 'annual-2',
  }
  await pack(Object.keys(names), { issues: Object.values(names) })
  expect(fulfilled(...Object.values(names))).toEqual(Array(5).fill('downloaded'))
  for (const [name, id] of Object.entries(names)) {
    const bytes = readFileSync(fileOf(app.db.read, id)!.path)
    expect([id, bytes.equals(Buffer.from(comic(name)))]).toEqual([id, true])
  }
})

test('with files of several issues closes each of them', async () => {
  const item = await pack(['Harbor Lights 001-003 (2015).cbz', 'Harbor Lights 004-006 (2016).cbz'])
  expect(item).toMatchObject({ stage: 'post_processed', again_at: null })
  expect(fulfilled(...['1', '2', '3', '4', '5', '6'].map((n) => `harbor-${n}`))).toEqual(Array(6).fill('downloaded'))
})

test('with two files of one issue keeps the better one', async () => {
  const small = 'Harbor Lights 001 (2015).cbz'
  const large = 'Harbor Lights 001 (2015) (HD).cbz'
  const bytes = { [large]: makeCbz({ ...makePages(3), 'x.bin': Buffer.alloc(50_000, 7) }, { store: true }) }
  const item = await pack([small, large], { issues: ['harbor-1'], bytes })
  expect(item.stage).toBe('post_processed')
  expect(fileOf(app.db.read, 'harbor-1')?.size).toBe(bytes[large]!.length)
  const lines = Object.values(await outcomes(item)).sort()
  expect([
    ['kept worse', 'placed new'],
    ['placed new', 'placed upgrade'],
  ]).toContainEqual(lines)
})

const sizeOf = (id: string) => fileOf(app.db.read, id)?.size
const scan = (about: string, bytes: number) =>
  makeCbz({ ...makePages(3), 'n.txt': about, 'x.bin': Buffer.alloc(bytes, 7) }, { store: true })

test('replaces nothing in the library, however much larger or corrected it is', async () => {
  const ids = ['harbor-1', 'harbor-2', 'harbor-3', 'harbor-4']
  for (const [at, id] of ids.slice(0, 3).entries()) {
    const content_path = putDownload(folder, `Harbor Lights 00${at + 1} (2015).cbz`, scan(id, 1000))
    await importDownload(app, { comic_id: 'harbor', issues: [id], content_path, item_id: id, digest: id })
  }
  const before = ids.map(sizeOf)
  const names = ['001 (2015)', '002 (2015) (f)', '003 (2015)', '004 (2015)'].map((name) => `Harbor Lights ${name}.cbz`)
  const bytes = Object.fromEntries(names.map((name) => [name, scan(name, 90_000)]))
  bytes[names[2]!] = scan('harbor-3', 1000)
  const item = await pack(names, { issues: ['harbor-4'], item_id: 'pack', digest: 'pack', bytes })
  expect(await outcomes(item)).toEqual({
    [names[0]!]: 'kept worse',
    [names[1]!]: 'kept worse',
    [names[2]!]: 'kept duplicate',
    [names[3]!]: 'placed new',
  })
  expect(ids.map(sizeOf)).toEqual([...before.slice(0, 3), bytes[names[3]!]!.length])
  expect(item.stage).toBe('post_processed')
})

test('with one file replaces nothing either', async () => {
  const content_path = putDownload(folder, 'Harbor Lights 001 (2015).cbz', scan('1', 1000))
  await importDownload(app, { comic_id: 'harbor', issues: ['harbor-1'], content_path, item_id: 'own', digest: 'own' })
  const name = 'Harbor Lights 001 (2015).cbz'
  const item = await pack([name], {
    issues: ['harbor-1'],
    item_id: 'pack',
    digest: 'pack',
    bytes: { [name]: scan('better', 90_000) },
  })
  expect(await outcomes(item)).toEqual({ [name]: 'kept worse' })
  expect(sizeOf('harbor-1')).toBe(scan('1', 1000).length)
})

test('that the user imports replaces issues with better files', async () => {
  const own = putDownload(folder, 'Harbor Lights 001 (2015).cbz', scan('1', 1000))
  await importDownload(app, {
    comic_id: 'harbor',
    issues: ['harbor-1'],
    content_path: own,
    item_id: 'own',
    digest: 'own',
  })
  const second = putDownload(folder, 'Harbor Lights 002 (2015).cbz', scan('2', 1000))
  await importDownload(app, {
    comic_id: 'harbor',
    issues: ['harbor-2'],
    content_path: second,
    item_id: 'b',
    digest: 'b',
  })
  const names = ['Harbor Lights 001 (2015).cbz', 'Harbor Lights 002 (2015).cbz']
  const bytes = { [names[0]!]: scan('better', 90_000), [names[1]!]: scan('alike', 1100) }
  const item = await pack(names, { issues: ['harbor-1'], item_id: 'pack', digest: 'pack', bytes })
  expect([item.stage, item.reason]).toEqual(['manual_review', expect.stringContaining('a pack only brings missing')])
  const body = { action: 'import', release_keys: [item.release_key] }
  await app.reader.json(200, app.reader.post('/api/attention/resolve', body))
  await app.idle()
  expect([sizeOf('harbor-1'), sizeOf('harbor-2')]).toEqual([bytes[names[0]!]!.length, scan('2', 1000).length])
})

test('with two files of one issue keeps the better one also when it comes second', async () => {
  const names = ['a', 'b'].map((where) => join(where, 'Harbor Lights 001 (2015).cbz'))
  const bytes = { [names[0]!]: scan('small', 1000), [names[1]!]: scan('large', 90_000) }
  const item = await pack(names, { issues: ['harbor-1'], bytes })
  expect(await outcomes(item)).toEqual({ [names[0]!]: 'placed new', [names[1]!]: 'placed upgrade' })
  expect(sizeOf('harbor-1')).toBe(bytes[names[1]!]!.length)
})
