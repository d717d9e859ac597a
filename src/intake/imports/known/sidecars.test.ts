import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../base/storage/database'
import { knownIds } from '../../../library/metadata/sync/save-series'
import { findSeries, type SeriesRow, seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { testDatabase } from '../../../testing/database'
import { confirmImport, putFile, scanLibrary } from '../../../testing/imports/imports'
import { makeSeries } from '../../../testing/make'
import { followSidecar, type SidecarStatement } from './sidecars'
import { findSidecarStatement } from './statement-store'

/** Changes that other programs make later to files beside the comics, and to documents other than ComicInfo. */

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-sidecars-'))
  mkdirSync(join(folder, 'comics'))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: join(folder, 'comics') }, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, 'comics', 'Harbor Lights (2015)', name)
let written = 0
function put(name: string, content: Uint8Array | string): void {
  putFile(at(name), content)
  const time = 1_760_000_000 + ++written
  utimesSync(at(name), time, time)
}
const json = (more: object) =>
  put('series.json', JSON.stringify({ metadata: { type: 'comicSeries', name: 'Harbor Lights', year: 2015, ...more } }))
async function importAll(): Promise<void> {
  expect(await confirmImport(app, await scanLibrary(app))).toMatchObject({ errors: [] })
}
const series = (name = 'Harbor Lights'): SeriesRow => seriesNamed(app.db.read, name)[0]!

describe('series.json', () => {
  beforeEach(() => put('Harbor Lights 001 (2015).cbz', makeCbz(makePages(2))))

  test('rates its series from the import on', async () => {
    json({ age_rating: 'Mature' })
    await importAll()
    expect(series()).toMatchObject({ age_rating: 'Mature', age_years: 17 })
    json({ age_rating: 'Teen' })
    await scanLibrary(app)
    expect(series()).toMatchObject({ age_rating: 'Teen', age_years: 13 })
  })

  test('that was changed after the import updates its series', async () => {
    json({ publisher: 'Northgate', description_text: 'Old words.', comicid: 7, total_issues: 4 })
    await importAll()
    expect(series()).toMatchObject({ publisher: 'Northgate' })
    json({ publisher: 'Kestrel', description_text: 'New words.', comicid: 8, total_issues: 9, year: 2016 })
    await scanLibrary(app)
    expect(series()).toMatchObject({ publisher: 'Kestrel', description: 'New words.', year: 2016, total: 9 })
    expect(Object.values(knownIds(app.db.read, series().comic_id))).toEqual(['8'])
  })

  test("that was changed does not change the user's edits", async () => {
    json({ publisher: 'Northgate' })
    await importAll()
    const { comic_id } = series()
    await app.reader.json(200, app.reader.patch(`/api/series/${comic_id}/metadata`, { publisher: 'Mine' }))
    json({ publisher: 'Kestrel', description_text: 'New words.' })
    await scanLibrary(app)
    expect(series()).toMatchObject({ publisher: 'Mine', description: 'New words.' })
  })

  test('that was added after the import fills empty fields, and nothing else', async () => {
    await importAll()
    json({ publisher: 'Kestrel', year: 2016, name: 'Harbour Lights' })
    await scanLibrary(app)
    expect(series()).toMatchObject({ name: 'Harbor Lights', publisher: 'Kestrel', year: 2015 })
  })

  test('that was removed removes nothing, and has no effect when it comes back', async () => {
    json({ publisher: 'Northgate' })
    await importAll()
    rmSync(at('series.json'))
    await scanLibrary(app)
    expect(series()).toMatchObject({ publisher: 'Northgate' })
    await app.reader.json(200, app.reader.patch(`/api/series/${series().comic_id}/metadata`, { publisher: 'Mine' }))
    json({ publisher: 'Northgate' })
    await scanLibrary(app)
    expect(series()).toMatchObject({ publisher: 'Mine' })
  })
})

test('cvinfo that was changed after the import changes the id of its series', async () => {
  put('Harbor Lights 001 (2015).cbz', makeCbz(makePages(2)))
  put('cvinfo', 'https://comicvine.gamespot.com/harbor-lights/4050-7/')
  await importAll()
  put('cvinfo', 'https://comicvine.gamespot.com/harbor-lights/4050-8/')
  await scanLibrary(app)
  expect(Object.values(knownIds(app.db.read, series().comic_id))).toEqual(['8'])
})

const metron = (title: string, number = 1) =>
  `<MetronInfo><Series><Name>Harbor Lights</Name></Series><Number>${number}</Number><Stories><Story>${title}</Story></Stories></MetronInfo>`

const DOCUMENTS: [string, string, (title: string) => Uint8Array][] = [
  ['MetronInfo', '001.cbz', (title) => makeCbz({ ...makePages(2), 'MetronInfo.xml': metron(title) })],
  [
    'ComicInfo in a folder of the archive',
    '001.cbz',
    (title) => makeCbz({ ...makePages(2), 'x/ComicInfo.xml': `<ComicInfo><Title>${title}</Title></ComicInfo>` }),
  ],
]

test.each(DOCUMENTS)('%s that was changed gives the issue its new title', async (_, name, make) => {
  put(`Harbor Lights ${name}`, make('Fog'))
  await importAll()
  const titles = () => app.reader.json(200, app.reader.get(`/api/series/${series().comic_id}`)).then(JSON.stringify)
  expect(await titles()).toContain('Fog')
  put(`Harbor Lights ${name}`, make('Mist'))
  await scanLibrary(app)
  expect(await titles()).toContain('Mist')
})

describe('a sidecar', () => {
  let db: Database
  beforeEach(() => {
    db = testDatabase()
  })
  afterEach(() => db.close())
  const PATH = '/comics/series.json'
  const CONTEXT = { at: '2026-11-21T08:00:00.000Z', order: [] }
  const follow = (stated: SidecarStatement) => db.write((tx) => followSidecar(tx, PATH, stated, 'harbor', CONTEXT))
  const row = () => findSeries(db.read, 'harbor')

  test('that is new fills each field that the series lacks, and changes none', () => {
    makeSeries(db, { publisher: 'Northgate', book_type: 'Print' })
    follow({ name: 'Other', publisher: 'Kestrel', imprint: 'Low Tide', year: 2016, volume: 2, book_type: 'TPB', description: 'Words.', age_rating: 'Teen' }) // biome-ignore format: one line
    expect(row()).toMatchObject({ name: 'Harbor Lights', publisher: 'Northgate', imprint: 'Low Tide', year: 2016, volume: 2, book_type: 'TPB', description: 'Words.', age_rating: 'Teen' }) // biome-ignore format: one line
  })

  test('that is new leaves the kind of book and the rating of the series', () => {
    makeSeries(db, { book_type: 'TPB', stated_age_rating: 'Everyone' })
    follow({ book_type: 'HC', age_rating: 'Teen' } as SidecarStatement)
    expect(row()).toMatchObject({ book_type: 'TPB' })
    expect(row()?.age_rating).not.toBe('Teen')
  })

  test('that is new does not link its series to another one of the provider', () => {
    makeSeries(db)
    follow({ volume_id: '7' })
    expect(knownIds(db.read, 'harbor')).toEqual({})
    follow({ volume_id: '8' })
    expect(Object.values(knownIds(db.read, 'harbor'))).toEqual(['8'])
  })

  test('that loses a field removes it from the series, but never the name', () => {
    makeSeries(db)
    follow({ name: 'Harbor Lights', imprint: 'Low Tide' })
    follow({})
    expect(row()).toMatchObject({ name: 'Harbor Lights', imprint: null })
  })

  test('whose total changes raises that of its series and never lowers it', () => {
    makeSeries(db)
    follow({ total: 4 })
    for (const total of [9, 3]) {
      follow({ total })
      expect(row()?.total).toBe(9)
    }
  })

  test('beside files of no series, or of several, is remembered alone', () => {
    makeSeries(db)
    db.write((tx) => followSidecar(tx, PATH, { imprint: 'Low Tide' }, undefined, CONTEXT))
    expect(findSidecarStatement(db.read, PATH)).toEqual({ imprint: 'Low Tide' })
    expect(row()?.imprint).toBeNull()
  })
})
