import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseMetronInfo } from '../../base/formats/documents/metroninfo'
import { type TestApp, testApp } from '../../testing/app'
import { archiveHelper } from '../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { documentIn } from '../../testing/archives/comics'
import { confirmImport, putFile, scanLibrary } from '../../testing/imports/imports'
import { lostInDocument } from '../../testing/libraries/full-comicinfo-found'
import { issuesOf, seriesNamed } from '../series/store'

/** Files are imported and tagged again: what nobody changed stays as the file states it. */

let folder: string
let app: TestApp
const pathOf = () => join(folder, 'comics', 'Harbor Lights (2015)', 'Harbor Lights 003 (2015).cbz')

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-kept-fields-'))
  putFile(join(folder, 'comics', 'none.txt'), '')
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const settings = { comic_dirs: join(folder, 'comics'), ct_tag_metroninfo: 'true' }
  app = await testApp({ settings, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function importFile(documents: Record<string, string>): Promise<void> {
  putFile(pathOf(), makeCbz({ ...makePages(3), ...documents }))
  expect(await confirmImport(app, await scanLibrary(app))).toMatchObject({ errors: [] })
}
const series = () => seriesNamed(app.db.read, 'Harbor Lights')[0]!
const issueId = () => issuesOf(app.db.read, series().comic_id)[0]!.issue_id
async function tag(): Promise<void> {
  await app.reader.json(200, app.reader.post('/api/metadata/metatag', { issue_id: issueId() }))
  await app.idle()
}
const edit = (change: object) => app.reader.json(200, app.reader.patch(`/api/series/issues/${issueId()}`, change))

const ODD = `<ComicInfo xmlns:x="urn:x"><Title>The Lamp</Title><Series>Harbor Lights (2015)</Series><Number>003</Number>
  <Volume>2015</Volume><Summary>&lt;p&gt;Two &amp;amp; one.&lt;/p&gt;</Summary><Year>2015</Year><Month>5</Month>
  <Writer>"Moss, Ada", Robert Downey, Jr.</Writer><Inker>Bo Rask;Tom Vik</Inker><Publisher>NORTHGATE</Publisher>
  <Genre>Crime ,Drama</Genre><Web>https://fans.example/3</Web><LanguageISO>nb-NO</LanguageISO><Format>Webcomic</Format>
  <BlackAndWhite>Yes</BlackAndWhite><Manga>No</Manga><AgeRating>Ab 12 Jahren</AgeRating>
  <AlternateSeries>Tides</AlternateSeries><StoryArc>Truth, Justice</StoryArc><StoryArcNumber>3</StoryArcNumber>
  <CommunityRating>4.25</CommunityRating><Review>Good.</Review><MainCharacterOrTeam>Nell</MainCharacterOrTeam>
  <x:Shelf row="3">Top<x:Place>7</x:Place></x:Shelf>
  <Pages><Page Image="0" Type="FrontCover" Key="k"/><Page Image="2" Type="Fold Out" Bookmark="End" mine="1"/></Pages>
</ComicInfo>`

describe('ComicInfo', () => {
  test('that nobody changed keeps every field, spelling and element', async () => {
    await importFile({ 'ComicInfo.xml': ODD })
    await tag()
    const written = await documentIn(pathOf())
    expect(lostInDocument(ODD, written)).toEqual([])
    await tag()
    expect(await documentIn(pathOf())).toBe(written)
  })

  test('gets what the user changed, and nothing else', async () => {
    await importFile({ 'ComicInfo.xml': ODD })
    await edit({ title: 'The Lantern', genres: ['Noir'], age_rating: 'Teen' })
    await tag()
    const written = await documentIn(pathOf())
    const changed = lostInDocument(ODD, written)
    expect(changed).toEqual([
      '/ComicInfo/Title: The Lantern instead of The Lamp',
      '/ComicInfo/Genre: Noir instead of Crime ,Drama',
      '/ComicInfo/AgeRating: Teen instead of Ab 12 Jahren',
    ])
  })

  test('gets another name and number of the library', async () => {
    await importFile({ 'ComicInfo.xml': ODD })
    await app.reader.json(200, app.reader.patch(`/api/series/${series().comic_id}/metadata`, { publisher: 'Rookery' }))
    await edit({ number: '4' })
    await tag()
    expect(lostInDocument(ODD, await documentIn(pathOf()))).toEqual([
      '/ComicInfo/Number: 4 instead of 003',
      '/ComicInfo/Publisher: Rookery instead of NORTHGATE',
    ])
  })
})

const METRON = `<MetronInfo xmlns:x="urn:x"><IDS><ID source="League of Comic Geeks" primary="true">77</ID></IDS>
  <Publisher id="3"><Name>Northgate</Name><Imprint id="4">Open Window</Imprint></Publisher>
  <Series lang="nb" id="9"><Name>Harbor Lights</Name><SortName>Lights, Harbor</SortName><Volume>2</Volume>
  <Format>Limited Series</Format><StartYear>2015</StartYear><IssueCount>12</IssueCount>
  <AlternativeNames><AlternativeName lang="no" id="1">Havnelys</AlternativeName></AlternativeNames></Series>
  <CollectionTitle>The Tides</CollectionTitle><Number>3</Number><Stories><Story id="5">The Lamp</Story></Stories>
  <Summary>Two keepers.</Summary><Prices><Price country="DE">3.50</Price></Prices><CoverDate>2015-07-01</CoverDate>
  <StoreDate>2015-05-06</StoreDate><PageCount>3</PageCount><Notes>By hand.</Notes>
  <Genres><Genre id="6">Crime</Genre></Genres><Tags><Tag>sea, deep</Tag></Tags>
  <Arcs><Arc id="8"><Name>Harbor War, Part One</Name><Number>2</Number></Arc></Arcs>
  <Characters><Character id="10">Moss, Nell</Character></Characters><Teams><Team>Keepers</Team></Teams>
  <Universes><Universe id="11"><Name>Earth 7</Name><Designation>E7</Designation></Universe></Universes>
  <Locations><Location>Westhaven</Location></Locations><Reprints><Reprint id="12">Tides #1</Reprint></Reprints>
  <GTIN><ISBN>9781632365128</ISBN><UPC>12345</UPC></GTIN><AgeRating>Teen Plus</AgeRating>
  <URLs><URL primary="true">https://fans.example/3</URL></URLs>
  <Credits><Credit><Creator id="13">Moss, Ada</Creator><Roles><Role id="1">Writer</Role></Roles></Credit>
  <Credit><Creator>Bo Rask</Creator><Roles><Role>Ink Assists</Role></Roles></Credit></Credits>
  <LastModified>2024-05-31T10:00:00Z</LastModified><x:Shelf row="3">Top</x:Shelf></MetronInfo>`

test('MetronInfo that nobody changed keeps every field, id and element', async () => {
  await importFile({ 'MetronInfo.xml': METRON })
  await tag()
  const written = await documentIn(pathOf(), 'MetronInfo.xml')
  expect(lostInDocument(METRON, written)).toEqual([])
  const [before, after] = [parseMetronInfo(METRON), parseMetronInfo(written)]
  expect(after).toEqual({ ...before, notes: after.notes! })
  expect(after.notes).toEndWith(before.notes!)
})

test('MetronInfo gets what the user changed', async () => {
  await importFile({ 'MetronInfo.xml': METRON })
  await edit({ characters: ['Nell'], title: 'The Lantern' })
  await tag()
  const written = parseMetronInfo(await documentIn(pathOf(), 'MetronInfo.xml'))
  expect(written.characters).toEqual([{ name: 'Nell' }])
  expect(written.stories).toEqual([{ name: 'The Lantern' }])
  expect(written.credits).toEqual(parseMetronInfo(METRON).credits)
})

test('a file with MetronInfo alone gets a ComicInfo with the same facts', async () => {
  await importFile({ 'MetronInfo.xml': METRON })
  await tag()
  const written = await documentIn(pathOf())
  for (const part of [
    '<Teams>Keepers</Teams>',
    '<StoryArcNumber>2</StoryArcNumber>',
    '<Locations>Westhaven</Locations>',
  ])
    expect(written).toContain(part)
})
