import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IssueFacts } from '../../../library/metadata/providers/provider'
import { issueSourcesOf, putIssueSource, seriesSourceOf } from '../../../library/metadata/store'
import { mergeIssueSources } from '../../../library/metadata/sync/save-issues'
import { issuesOf, type SeriesRow, seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { makeEpub, makePdf } from '../../../testing/archives/books'
import { confirmImport, putFile, scanLibrary } from '../../../testing/imports/imports'

/** What files of all formats state, and what no file should state. */

let folder: string
let app: TestApp
let written = 0

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-file-facts-'))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  putFile(join(folder, 'comics', 'none.txt'), '')
  app = await testApp({ settings: { comic_dirs: join(folder, 'comics') }, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

function put(name: string, bytes: Uint8Array): void {
  const path = join(folder, 'comics', 'Harbor Lights (2015)', name)
  putFile(path, bytes)
  const time = 1_760_000_000 + ++written
  utimesSync(path, time, time)
}
const putInfo = (n: number, info: Record<string, string | number>) =>
  putXml(n, { 'ComicInfo.xml': `<ComicInfo>${elements({ Series: 'Harbor Lights', Number: n, ...info })}</ComicInfo>` })
const putXml = (n: number, documents: Record<string, string>) =>
  put(`Harbor Lights 00${n} (2015).cbz`, makeCbz({ ...makePages(3), 'n.txt': `${n}`, ...documents }))
const elements = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join('')

async function importAll(): Promise<string[]> {
  const view = await scanLibrary(app)
  const evidence: string[] = []
  for (const { group_id } of view.results!) {
    const path = `/api/import/groups/${group_id}/files`
    const { files } = await app.reader.json<{ files: { evidence: string[] }[] }>(200, app.reader.get(path))
    evidence.push(...files.flatMap((each) => each.evidence))
  }
  expect(await confirmImport(app, view)).toMatchObject({ errors: [] })
  return evidence
}
const series = (): SeriesRow => seriesNamed(app.db.read, 'Harbor Lights')[0]!
const issue = (number: string) => issuesOf(app.db.read, series().comic_id).find((each) => each.number === number)!
const facts = async (number: string): Promise<IssueFacts> => {
  const path = `/api/series/issues/${issue(number).issue_id}`
  return (await app.reader.json<{ facts: IssueFacts }>(200, app.reader.get(path))).facts
}

describe('documents of other formats', () => {
  test('MetronInfo is kept with its own roles, names and dates', async () => {
    const metron = `<MetronInfo><Publisher><Name>Northgate</Name><Imprint>Open Window</Imprint></Publisher>
      <Series lang="fr"><Name>Harbor Lights</Name><Format>Limited Series</Format><StartYear>2015</StartYear></Series>
      <CollectionTitle>The Tides</CollectionTitle><Number>1</Number><Prices><Price country="US">3.99</Price></Prices>
      <CoverDate>2015-07-01</CoverDate><StoreDate>2015-05-06</StoreDate><Notes>By hand.</Notes>
      <Arcs><Arc><Name>Harbor War, Part One</Name><Number>2</Number></Arc></Arcs>
      <Characters><Character>Moss, Nell</Character></Characters><Teams><Team>Keepers</Team></Teams>
      <Universes><Universe><Name>Earth 7</Name></Universe></Universes><Locations><Location>Westhaven</Location></Locations>
      <Reprints><Reprint>Tides #1</Reprint></Reprints><GTIN><ISBN>9781632365128</ISBN><UPC>12345</UPC></GTIN>
      <URLs><URL primary="true">https://fans.example/1</URL></URLs>
      <Credits><Credit><Creator>Moss, Ada</Creator><Roles><Role>Writer</Role><Role>Cover</Role></Roles></Credit>
      <Credit><Creator>Bo Rask</Creator><Roles><Role>Ink Assists</Role></Roles></Credit></Credits></MetronInfo>`
    putXml(1, { 'MetronInfo.xml': metron })
    await importAll()
    expect(await facts('1')).toMatchObject({
      release_date: '2015-05-06',
      issue_date: '2015-07-01',
      credits: [
        { name: 'Moss, Ada', roles: ['Writer', 'CoverArtist'] },
        { name: 'Bo Rask', roles: ['Ink Assists'] },
      ],
      arcs: [{ name: 'Harbor War, Part One', number: '2' }],
      characters: ['Moss, Nell'],
      teams: ['Keepers'],
      universes: ['Earth 7'],
      locations: ['Westhaven'],
      reprints: ['Tides #1'],
      collection_title: 'The Tides',
      language: 'fr',
      format: 'Limited Series',
      price: '3.99 USD',
      isbn: '9781632365128',
      upc: '12345',
      links: ['https://fans.example/1'],
      notes: 'By hand.',
    })
    expect(issue('1')).toMatchObject({ writer: 'Moss, Ada', issue_date: '2015-07-01' })
    expect(series()).toMatchObject({ publisher: 'Northgate', imprint: 'Open Window' })
  })

  test('of ComicInfo and MetronInfo in one file, each fills what the other leaves out', async () => {
    putXml(1, {
      'ComicInfo.xml': '<ComicInfo><Series>Harbor Lights</Series><Number>1</Number><Genre>Crime</Genre></ComicInfo>',
      'MetronInfo.xml':
        '<MetronInfo><Genres><Genre>Drama</Genre></Genres><Teams><Team>Keepers</Team></Teams></MetronInfo>',
    })
    await importAll()
    expect(await facts('1')).toMatchObject({ genres: ['Crime'], teams: ['Keepers'] })
  })

  test('ComicBookInfo in the comment of an archive identifies and describes it', async () => {
    const book = {
      series: 'Harbor Lights',
      issue: 4,
      title: 'The Lamp',
      publicationYear: 2015,
      publicationMonth: 5,
      publisher: 'Northgate',
      comments: 'Two keepers.',
      rating: 4,
      genre: 'Crime',
      language: 'Norwegian',
      tags: ['sea'],
      credits: [
        { person: 'Moss, Ada', role: 'Writer' },
        { person: 'Bo Rask', role: 'Cover' },
      ],
    }
    const comment = JSON.stringify({ appID: 'Tagger', 'ComicBookInfo/1.0': book })
    put('scan.cbz', makeCbz(makePages(3), { comment }))
    const evidence = await importAll()
    expect(evidence.join()).not.toContain('cannot be read')
    expect(issue('4')).toMatchObject({ title: 'The Lamp', summary: 'Two keepers.', issue_date: '2015-05' })
    expect(await facts('4')).toMatchObject({
      credits: [
        { name: 'Moss, Ada', roles: ['Writer'] },
        { name: 'Bo Rask', roles: ['CoverArtist'] },
      ],
      genres: ['Crime'],
      tags: ['sea'],
      community_rating: 4,
    })
  })

  test('the package document of an EPUB names its people by role', async () => {
    const metadata = `<dc:title>Harbor Lights, Vol. 2</dc:title><dc:creator opf:role="aut">Ada Moss</dc:creator>
      <dc:contributor opf:role="trl">Liv Aune</dc:contributor><dc:subject>Crime</dc:subject><dc:language>en</dc:language>
      <dc:identifier>urn:isbn:9781632365128</dc:identifier>`
    put('Harbor Lights v02.epub', makeEpub(makePages(3), { metadata }))
    await importAll()
    const [only] = issuesOf(app.db.read, series().comic_id)
    expect(await facts(only!.number)).toMatchObject({
      credits: [
        { name: 'Ada Moss', roles: ['Writer'] },
        { name: 'Liv Aune', roles: ['Translator'] },
      ],
      genres: ['Crime'],
      language: 'en',
      isbn: '9781632365128',
    })
  })

  test('a PDF has author, keywords, title and subject, and its title identifies nothing', async () => {
    const info = { Title: 'The Lamp', Author: 'Ada Moss; Bo Rask', Subject: 'Two keepers.', Keywords: 'sea, night' }
    put('Harbor Lights 003 (2015).pdf', makePdf([{ draw: '' }, { draw: '' }], { info }))
    await importAll()
    expect(issue('3')).toMatchObject({ title: 'The Lamp', summary: 'Two keepers.', writer: 'Ada Moss, Bo Rask' })
    expect(await facts('3')).toMatchObject({ tags: ['sea', 'night'] })
  })
})

describe('sources', () => {
  test('win in their order, field by field, and a refresh of the file changes only what it states', async () => {
    putInfo(1, { Characters: 'Nell', Teams: 'Keepers', Locations: 'Westhaven', Review: 'Good.' })
    await importAll()
    const { issue_id } = issue('1')
    app.db.write((tx) => {
      putIssueSource(tx, { issue_id, source: 'comicvine', facts: { teams: ['Wardens'] }, said_at: app.clock.now() })
      mergeIssueSources(tx, issue('1'), app.clock.now())
    })
    const path = `/api/series/issues/${issue_id}`
    await app.reader.json(200, app.reader.patch(path, { characters: ['Nell Moss'] }))
    const before = { characters: ['Nell Moss'], teams: ['Wardens'], locations: ['Westhaven'], review: 'Good.' }
    expect(await facts('1')).toMatchObject(before)
    putInfo(1, { Characters: 'Someone', Teams: 'Others', Locations: 'Easthaven' })
    await scanLibrary(app)
    const { review: _, ...kept } = before
    expect(await facts('1')).toMatchObject({ ...kept, locations: ['Easthaven'] })
    expect(await facts('1')).not.toHaveProperty('review')
    await app.reader.json(200, app.reader.patch(path, { characters: null }))
    expect(await facts('1')).toMatchObject({ characters: ['Someone'] })
    const { fields } = await app.reader.json<{ fields: { field: string; source: string }[] }>(200, app.reader.get(path))
    const sources = Object.fromEntries(fields.map(({ field, source }) => [field, source]))
    expect(sources).toMatchObject({ characters: 'file', teams: 'comicvine', locations: 'file' })
  })

  test('people of other programs stay until the file names some', async () => {
    putInfo(1, {})
    await importAll()
    app.db.write((tx) => {
      const facts: IssueFacts = { credits: [{ name: 'Ada Moss', roles: ['Writer'] }] }
      putIssueSource(tx, { issue_id: issue('1').issue_id, source: 'file', facts, said_at: app.clock.now() })
    })
    putInfo(1, { Genre: 'Crime' })
    await scanLibrary(app)
    expect(await facts('1')).toMatchObject({ genres: ['Crime'], credits: [{ name: 'Ada Moss', roles: ['Writer'] }] })
    putInfo(1, { Inker: 'Bo Rask' })
    await scanLibrary(app)
    expect((await facts('1')).credits).toEqual([{ name: 'Bo Rask', roles: ['Inker'] }])
    putInfo(1, {})
    await scanLibrary(app)
    expect((await facts('1')).credits).toBeUndefined()
  })
})

describe('bad input', () => {
  test('is kept as far as it has a meaning, with a line for what is left out', async () => {
    const people = Array.from({ length: 10_000 }, (_, at) => `Person ${at}`).join(', ')
    const summary = `&lt;p&gt;Two &lt;b&gt;keepers&lt;/b&gt;.&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;${'x'.repeat(500_000)}`
    putInfo(1, { Writer: people, Summary: summary, Month: 13, Day: 40, Year: 2015, CommunityRating: 11 })
    putInfo(2, { Year: 2015, Month: 2, Day: 30, AgeRating: 'Ab 12 Jahren', Penciller: '尾田栄一郎, Олег Тищенков' })
    putXml(3, { 'ComicInfo.xml': `<ComicInfo><Summary>${'x'.repeat(1_100_000)}</Summary></ComicInfo>` })
    putXml(4, { 'ComicInfo.xml': '<html><Title>Broken</Title></html>' })
    putInfo(5, { Characters: 'Robert Downey, Jr., "Moss, Nell", Anna "Ace" Fenn', Web: 'javascript:alert(1)' })
    const evidence = await importAll()
    expect(evidence).toContain('Only the first 300 of 10,000 people were kept')
    expect(evidence).toContain('The summary was shortened')
    expect(evidence).toContain('Invalid values were ignored: Month 13, Day 40, CommunityRating 11')
    expect(evidence).toContain('Invalid values were ignored: Day 30')
    expect(evidence.filter((line) => line === 'ComicInfo.xml cannot be read')).toHaveLength(2)
    const first = await facts('1')
    expect([first.credits!.length, first.issue_date]).toEqual([300, '2015'])
    expect(issue('1').summary).toStartWith('Two keepers.')
    expect(issue('1').summary!.length).toBeLessThanOrEqual(10_000)
    expect(issue('1').summary).not.toContain('script')
    expect(await facts('2')).toMatchObject({
      age_rating: 'Ab 12 Jahren',
      release_date: '2015-02',
      credits: [{ name: '尾田栄一郎' }, { name: 'Олег Тищенков' }],
    })
    expect((await facts('5')).characters).toEqual(['Robert Downey, Jr.', 'Moss, Nell', 'Anna "Ace" Fenn'])
    expect(issuesOf(app.db.read, series().comic_id)).toHaveLength(5)
  })

  test('contradicting issues give their series only what half of them share', async () => {
    putInfo(1, { Genre: 'Crime', SeriesGroup: 'Quayside', Publisher: 'Northgate' })
    putInfo(2, { Genre: 'Crime', SeriesGroup: 'Moors', Publisher: 'Rookery' })
    putInfo(3, { Genre: 'Romance', SeriesGroup: 'Quayside', Publisher: 'Lumen' })
    await importAll()
    expect(series().genres).toEqual(['Crime'])
    const { facts: own } = seriesSourceOf(app.db.read, series().comic_id, 'file')!
    expect(own.series_groups).toEqual(['Quayside'])
    for (const n of [1, 2, 3]) expect(issueSourcesOf(app.db.read, issue(`${n}`).issue_id)).toHaveLength(1)
  })
})
