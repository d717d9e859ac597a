import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issueSourcesOf } from '../../../library/metadata/store'
import { recount } from '../../../library/series/counts-store'
import { deleteIssue, issuesOf, type SeriesRow, seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { confirmImport, putFile, scanInbox, scanLibrary } from '../../../testing/imports/imports'

/** Age ratings, genres and tags that files state. */

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-details-'))
  for (const each of ['comics', 'inbox']) mkdirSync(join(folder, each))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const settings = { comic_dirs: join(folder, 'comics'), import_dir: join(folder, 'inbox'), import_scan_interval: '0' }
  app = await testApp({ settings, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

type Info = Record<string, string | number>

const nameOf = (n: number) => `Harbor Lights 00${n} (2015).cbz`
const comicInfo = (n: number, info: Info) =>
  `<ComicInfo>${Object.entries({ Series: 'Harbor Lights', Number: n, Year: 2015, ...info })
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')}</ComicInfo>`

let written = 0
function put(n: number, documents: Record<string, string>, below = 'comics/Harbor Lights (2015)'): void {
  const path = join(folder, below, nameOf(n))
  putFile(path, makeCbz({ ...makePages(2), 'n.txt': `${n}`, ...documents }))
  const time = 1_760_000_000 + ++written
  utimesSync(path, time, time)
}
const putInfo = (n: number, info: Info) => put(n, { 'ComicInfo.xml': comicInfo(n, info) })

async function importAll(): Promise<void> {
  expect(await confirmImport(app, await scanLibrary(app))).toMatchObject({ errors: [] })
}

const series = (): SeriesRow => seriesNamed(app.db.read, 'Harbor Lights')[0]!
const issue = (number: string) => issuesOf(app.db.read, series().comic_id).find((each) => each.number === number)!
const facts = async (number: string) => {
  const page = await app.reader.json<{ facts: object }>(
    200,
    app.reader.get(`/api/series/issues/${issue(number).issue_id}`),
  )
  return page.facts
}
const ofFile = (number: string) =>
  issueSourcesOf(app.db.read, issue(number).issue_id).find(({ source }) => source === 'file')?.facts
type Sheet = { fields: { field: string; value: unknown; source: string | null; locked: boolean }[] }
const metadata = async (field: string) => {
  const sheet = await app.reader.json<Sheet>(200, app.reader.get(`/api/series/${series().comic_id}/metadata`))
  return sheet.fields.find((each) => each.field === field)
}
const edit = (change: object) =>
  app.reader.json(200, app.reader.patch(`/api/series/${series().comic_id}/metadata`, change))

const METRON = `<MetronInfo><Series><Name>Harbor Lights</Name><StartYear>2015</StartYear></Series><Number>1</Number>
  <Genres><Genre>Horror</Genre><Genre>Crime</Genre></Genres><Tags><Tag id="3">Fog, thick</Tag></Tags>
  <AgeRating>Teen Plus</AgeRating></MetronInfo>`

describe('an imported file', () => {
  test('gives its issue and series the rating, genres and tags of ComicInfo 2.1', async () => {
    putInfo(1, { AgeRating: 'Mature 17+', Genre: 'Horror, Crime', Tags: 'Fog, Night' })
    await importAll()
    const said = { age_rating: 'Mature 17+', genres: ['Horror', 'Crime'], tags: ['Fog', 'Night'] }
    expect(await facts('1')).toMatchObject(said)
    expect(ofFile('1')).toMatchObject(said)
    expect(series()).toMatchObject({ age_rating: 'Mature 17+', age_years: 17, genres: ['Horror', 'Crime'] })
    expect(await metadata('tags')).toMatchObject({ value: ['Fog', 'Night'], source: 'file' })
    const marks = await app.reader.json(200, app.reader.get(`/api/series/${series().comic_id}/marks`))
    expect(marks).toMatchObject({ tags: [] })
  })

  test('gives them those of MetronInfo, as written', async () => {
    put(1, { 'MetronInfo.xml': METRON })
    await importAll()
    expect(await facts('1')).toMatchObject({
      age_rating: 'Teen Plus',
      genres: ['Horror', 'Crime'],
      tags: ['Fog, thick'],
    })
    expect(series()).toMatchObject({ age_rating: 'Teen Plus', age_years: 15 })
  })

  test('from the import folder gives them too', async () => {
    putInfo(1, { AgeRating: 'PG' })
    await importAll()
    put(2, { 'ComicInfo.xml': comicInfo(2, { AgeRating: 'Teen', Genre: 'Crime' }) }, 'inbox')
    await scanInbox(app)
    const { imports } = await app.reader.json<{ imports: { files: { impID: string }[] }[] }>(
      200,
      app.reader.get('/api/import'),
    )
    const imp_ids = imports.flatMap(({ files }) => files.map(({ impID }) => impID))
    await app.reader.json(200, app.reader.post('/api/import/match', { imp_ids, comic_id: series().comic_id }))
    await app.idle()
    expect(await facts('2')).toMatchObject({ age_rating: 'Teen', genres: ['Crime'] })
    expect(series()).toMatchObject({ age_rating: 'Teen', age_years: 13, genres: ['Crime'] })
  })

  test('with an unknown rating keeps the word and is unrated', async () => {
    putInfo(1, { AgeRating: 'Ab 12 Jahren' })
    await importAll()
    expect(series()).toMatchObject({ age_rating: 'Ab 12 Jahren', age_years: null })
  })

  test('is imported in spite of endless tags, words and markup, with a remark', async () => {
    const tags = Array.from({ length: 10_000 }, (_, at) => `tag ${at}`).join(',')
    putInfo(1, { AgeRating: 'x'.repeat(400_000), Genre: '&lt;b&gt;Horror&lt;/b&gt;', Tags: tags })
    putInfo(2, { Genre: 'g'.repeat(900_000) })
    const view = await scanLibrary(app)
    const { files } = await app.reader.json<{ files: { evidence: string[] }[] }>(
      200,
      app.reader.get(`/api/import/groups/${view.results![0]!.group_id}/files`),
    )
    const evidence = files.flatMap((each) => each.evidence)
    expect(evidence).toContain('Only the first 200 of 10,000 tags were kept')
    expect(evidence).toContain('The age rating was shortened')
    expect(evidence).toContain('The genres were shortened')
    expect(await confirmImport(app, view)).toMatchObject({ errors: [] })
    const { tags: kept, genres, age_rating } = ofFile('1')!
    expect([kept!.length, genres, age_rating!.length]).toEqual([200, ['<b>Horror</b>'], 100])
    expect(ofFile('2')!.genres![0]).toHaveLength(300)
  })
})

describe('the rating of a series', () => {
  beforeEach(async () => {
    putInfo(1, { AgeRating: 'Everyone' })
    putInfo(2, { AgeRating: 'R18+' })
    putInfo(3, { AgeRating: 'Teen' })
    await importAll()
  })

  test('is the strictest of its issues', async () => {
    expect(series()).toMatchObject({ age_rating: 'R18+', age_years: 18 })
    expect(await metadata('age_rating')).toMatchObject({ value: 'R18+', source: null, locked: false })
  })

  test('follows an issue that is removed', () => {
    app.db.write((tx) => {
      deleteIssue(tx, issue('2').issue_id)
      recount(tx, series().comic_id)
    })
    expect(series()).toMatchObject({ age_rating: 'Teen', age_years: 13 })
  })

  test('follows an issue that the user rates', async () => {
    await app.reader.json(200, app.reader.patch(`/api/series/issues/${issue('2').issue_id}`, { age_rating: 'PG' }))
    expect(series()).toMatchObject({ age_rating: 'Teen', age_years: 13 })
    await app.reader.json(200, app.reader.patch(`/api/series/issues/${issue('2').issue_id}`, { age_rating: null }))
    expect(series()).toMatchObject({ age_rating: 'R18+', age_years: 18 })
  })

  test('is what the user says, whatever its files say later', async () => {
    await edit({ age_rating: 'Everyone 10+' })
    expect(series()).toMatchObject({ age_rating: 'Everyone 10+', age_years: 10 })
    putInfo(3, { AgeRating: 'X18+' })
    await scanLibrary(app)
    expect(series()).toMatchObject({ age_rating: 'Everyone 10+', age_years: 10 })
    expect(await metadata('age_rating')).toMatchObject({ value: 'Everyone 10+', source: 'user', locked: true })
    await edit({ age_rating: null })
    expect(series()).toMatchObject({ age_rating: 'R18+', age_years: 18 })
  })

  test('is no rating when the user says so', async () => {
    await edit({ age_rating: 'Unknown' })
    expect(series()).toMatchObject({ age_rating: 'Unknown', age_years: null })
  })

  test('follows files that another program tagged', async () => {
    putInfo(2, { AgeRating: 'Kids to Adults' })
    putInfo(3, {})
    await scanLibrary(app)
    expect(issue('3').age_rating).toBeNull()
    expect(series()).toMatchObject({ age_rating: 'Kids to Adults', age_years: 6 })
  })
})

describe('genres and tags of a series', () => {
  test('are those that half of its files state, without regard to case', async () => {
    putInfo(1, { Genre: 'Horror, Crime', Tags: 'Fog' })
    putInfo(2, { Genre: 'horror, Comedy', Tags: 'Sun' })
    putInfo(3, { Genre: 'Comedy' })
    putInfo(4, {})
    await importAll()
    expect(series().genres).toEqual(['Horror', 'Comedy'])
    expect(await metadata('tags')).toMatchObject({ value: null })
  })

  test('follow files that another program tagged, and an edit stays', async () => {
    for (const n of [1, 2]) putInfo(n, { Genre: 'Horror', Tags: 'Fog' })
    await importAll()
    await edit({ tags: ['Mine'] })
    for (const n of [1, 2]) putInfo(n, { Genre: 'Crime' })
    await scanLibrary(app)
    expect(series().genres).toEqual(['Crime'])
    expect(ofFile('1')).not.toHaveProperty('tags')
    expect(await metadata('tags')).toMatchObject({ value: ['Mine'], source: 'user' })
  })
})
