import { beforeEach, describe, expect, test } from 'bun:test'
import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import type { ContentType } from '../series/states'
import { type FileToIdentify, type Identification, identifyFiles } from './identify'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

/** A file directly in the import folder. */
function file(name: string, info?: Partial<ComicInfo>, more: Partial<FileToIdentify> = {}): FileToIdentify {
  const place = { root: '/import', path: '/import', parts: [] }
  const comicInfo = info && { providerIds: {}, ...info }
  const seen = { place, name, path: `/import/${name}`, size: 1000, pages: 24, info: comicInfo }
  return { seen, info: comicInfo, modified_ms: 7, ...more }
}

async function identified(files: FileToIdentify[], usual: ContentType = 'comic'): Promise<Identification[]> {
  const found = await identifyFiles(files, { db: db.read, year: 2026, usual })
  return files.map(({ seen }) => found.get(seen.path)!)
}
const one = async (...of: Parameters<typeof file>) => (await identified([file(...of)]))[0]!

describe('whether a file is a comic or a manga', () => {
  const kind = async (usual: ContentType, manga?: ComicInfo['manga']) =>
    (await identified([file('Quiet Wolves 3.cbz', manga && { manga })], usual))[0]!.content_type

  test('ComicInfo decides', async () => {
    expect([await kind('comic', 'Yes'), await kind('comic', 'YesAndRightToLeft')]).toEqual(['manga', 'manga'])
    expect([await kind('comic', 'No'), await kind('manga', 'No')]).toEqual(['comic', 'manga'])
  })

  test('the library with the series decides, else the default', async () => {
    expect([await kind('comic'), await kind('manga')]).toEqual(['comic', 'manga'])
    makeSeries(db, { comic_id: 'wolves', name: 'Quiet Wolves', content_type: 'manga' })
    expect([await kind('comic'), await kind('manga')]).toEqual(['manga', 'manga'])
    makeSeries(db, { comic_id: 'comic', name: 'Quiet Wolves', content_type: 'comic' })
    expect([await kind('comic'), await kind('manga')]).toEqual(['comic', 'manga'])
  })
})

test('a file is assigned to an issue of the series with its name', async () => {
  makeSeries(db, { comic_id: 'harbor', year: 2015, volume: 2 })
  makeIssues(db, 'harbor', [4])
  const found = await one('Harbor Lights 004 (2015).cbz')
  expect(found).toMatchObject({
    path: '/import/Harbor Lights 004 (2015).cbz',
    size: 1000,
    modified_ms: 7,
    series_name: 'Harbor Lights',
    match_key: 'harborlights',
    year: 2015,
    volume: 2,
    kind: 'issue',
    unit: 'issue',
    number: '4',
    number_end: '',
    suggested_comic_id: 'harbor',
    suggested_issue_id: 'harbor-4',
    match_source: 'filename',
    problem: null,
  })
  expect(found.confidence).toBeWithin(1, 100)
})

test('a file of an unknown series has only its name', async () => {
  expect(await one('Harbor Lights 004-005.cbz', undefined, { problem: 'It is encrypted.' })).toMatchObject({
    series_name: 'Harbor Lights',
    year: null,
    volume: null,
    number: '4',
    number_end: '5',
    title: null,
    release_date: null,
    writer: null,
    summary: null,
    suggested_comic_id: null,
    suggested_name: null,
    suggested_issue_id: null,
    confidence: null,
    problem: 'It is encrypted.',
  })
})

test("a file that names no series has its own name, never the import folder's", async () => {
  expect(await one('003.cbz')).toMatchObject({ series_name: '003', match_key: '003' })
})

test('the year is that of the series, else that of the issue', async () => {
  expect((await one('Harbor Lights 7 (2018).cbz')).year).toBe(2018)
  expect((await one('Harbor Lights v2015 7 (2018).cbz')).year).toBe(2015)
})

test('ComicInfo states title, date and writers', async () => {
  const info = { series: 'Harbor Lights', number: '4', title: 'Low Tide', year: 2016, month: 5 }
  expect(await one('x.cbz', { ...info, writer: ['Ada', 'Ben'], summary: 'Fog.' })).toMatchObject({
    title: 'Low Tide',
    release_date: '2016-05',
    writer: 'Ada, Ben',
    summary: 'Fog.',
    match_source: 'comicinfo',
  })
  const long = await one('x.cbz', { ...info, writer: ['A'.repeat(400)], summary: 'F'.repeat(20_000) })
  expect([long.writer?.length, long.summary?.length]).toEqual([300, 10_000])
})

describe('a chapter with a stated volume', () => {
  beforeEach(() => {
    makeSeries(db, { comic_id: 'wolves', name: 'Quiet Wolves', content_type: 'manga' })
    makeIssues(db, 'wolves', [1, 2, 3])
    for (const n of [1, 2, 3]) makeFile(db, { path: `/manga/Quiet Wolves v01 c00${n}.cbz`, issues: [`wolves-${n}`] })
  })
  const found = async (name: string) => {
    const [{ number, suggested_issue_id } = {} as Identification] = await identified([file(name)], 'manga')
    return [number, suggested_issue_id]
  }

  test("is not the library's chapter in another volume", async () => {
    expect(await found('Quiet Wolves v02 c001.cbz')).toEqual(['V2 1', null])
    expect(await found('Quiet Wolves v02 c001-002.cbz')).toEqual(['V2 1-2', null])
  })

  test('is the one of its volume, or any where nothing contradicts', async () => {
    expect(await found('Quiet Wolves v01 c002.cbz')).toEqual(['2', 'wolves-2'])
    expect(await found('Quiet Wolves c002.cbz')).toEqual(['2', 'wolves-2'])
  })

  test('may be the last one of the previous volume', async () => {
    expect(await found('Quiet Wolves v02 c003.cbz')).toEqual(['3', 'wolves-3'])
    expect(await found('Quiet Wolves v02 c004.cbz')).toEqual(['4', null])
  })
})

test('a folder of many files is identified with turns for other work in between', async () => {
  const files = Array.from({ length: 40 }, (_, n) => file(`Series ${String.fromCharCode(65 + (n % 26))}${n} 1.cbz`))
  let turns = 0
  let done = false
  const count = () => {
    turns++
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  const found = await identified(files)
  done = true
  expect(found.every((each) => each !== undefined)).toBe(true)
  expect(turns).toBeWithin(12, 30)
})
