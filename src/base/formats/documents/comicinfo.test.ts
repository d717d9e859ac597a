import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPresent } from '../../../testing/harness/programs'
import { XmlError } from '../../platform/xml'
import { parseComicInfo } from './comicinfo'
import { findProviderIds, type ProviderIds } from './provider-ids'

const full = `<?xml version="1.0" encoding="utf-8"?>
<ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <Title>The Long &amp; the Short</Title><Series>Lanterna</Series><Number>1.MU</Number><Count>12</Count>
  <Volume>2019</Volume><AlternateSeries>Nightfall</AlternateSeries><AlternateNumber>3</AlternateNumber>
  <AlternateCount>5</AlternateCount><Summary>First line.

Second line.</Summary><Notes>Tagged with ComicTagger 1.6 using info from Comic Vine on 2024-01-02. [Issue ID 987]</Notes>
  <Year>2019</Year><Month>4</Month><Day>30</Day><Writer>Ann One, Bo Two, Ann One</Writer><Penciller>Cy</Penciller>
  <Translator>Di</Translator><Publisher>North</Publisher><Imprint>Star</Imprint><Genre>Crime; Drama</Genre>
  <Tags>noir</Tags><Web>https://comicvine.gamespot.com/lanterna-1/4000-987/ https://mangadex.org/title/0B1C2D3E-0000-4000-8000-000000000001/x</Web>
  <PageCount>24</PageCount><LanguageISO>en</LanguageISO><Format>Annual</Format><BlackAndWhite>No</BlackAndWhite>
  <Manga>YesAndRightToLeft</Manga><Characters>A, B</Characters><Teams>C</Teams><Locations>D</Locations>
  <ScanInformation>scan</ScanInformation><StoryArc>Dusk, Dawn</StoryArc><StoryArcNumber>2, 1</StoryArcNumber>
  <SeriesGroup>Lights</SeriesGroup><AgeRating>Teen</AgeRating><CommunityRating>4.5</CommunityRating>
  <MainCharacterOrTeam>A</MainCharacterOrTeam><Review>Good.</Review><GTIN>9781234567897</GTIN>
  <Pages>
    <Page Image="0" Type="FrontCover" ImageWidth="1988" ImageHeight="3056" ImageSize="1234" />
    <Page Image="1" DoublePage="true" Bookmark="Chapter 1" />
    <Page Image="x" Type="Story" /><Page Image="2" Type="InnerCover Story" ImageWidth="-1" ImageHeight="-1" />
  </Pages>
</ComicInfo>`

test('every field of a full ComicInfo is read', () => {
  expect(parseComicInfo(full)).toEqual({
    title: 'The Long & the Short',
    series: 'Lanterna',
    number: '1.MU',
    count: 12,
    volume: 2019,
    alternateSeries: 'Nightfall',
    alternateNumber: '3',
    alternateCount: 5,
    summary: 'First line.\n\nSecond line.',
    notes: 'Tagged with ComicTagger 1.6 using info from Comic Vine on 2024-01-02. [Issue ID 987]',
    year: 2019,
    month: 4,
    day: 30,
    writer: ['Ann One', 'Bo Two'],
    penciller: ['Cy'],
    translator: ['Di'],
    publisher: 'North',
    imprint: 'Star',
    genre: ['Crime', 'Drama'],
    tags: ['noir'],
    web: [
      'https://comicvine.gamespot.com/lanterna-1/4000-987/',
      'https://mangadex.org/title/0B1C2D3E-0000-4000-8000-000000000001/x',
    ],
    pageCount: 24,
    languageISO: 'en',
    format: 'Annual',
    blackAndWhite: 'No',
    manga: 'YesAndRightToLeft',
    characters: ['A', 'B'],
    teams: ['C'],
    locations: ['D'],
    scanInformation: 'scan',
    storyArc: 'Dusk, Dawn',
    storyArcNumber: '2, 1',
    seriesGroup: 'Lights',
    ageRating: 'Teen',
    communityRating: 4.5,
    mainCharacterOrTeam: 'A',
    review: 'Good.',
    gtin: '9781234567897',
    pages: [
      { image: 0, type: 'FrontCover', width: 1988, height: 3056 },
      { image: 1, doublePage: true, bookmark: 'Chapter 1' },
      { image: 2, type: 'InnerCover' },
    ],
    providerIds: { comicvineIssue: '987', mangadexTitle: '0b1c2d3e-0000-4000-8000-000000000001' },
  })
})

test('what the schema writes for "not known" is absent', () => {
  const unknown = `<ComicInfo><Title></Title><Count>-1</Count><Volume>-1</Volume><Year>-1</Year><Month>0</Month><Day>40</Day>
    <PageCount>0</PageCount><Manga>Unknown</Manga><BlackAndWhite>Unknown</BlackAndWhite><AgeRating>Unknown</AgeRating>
    <CommunityRating>9</CommunityRating><Writer> , </Writer><Web> </Web><Pages /></ComicInfo>`
  expect(parseComicInfo(unknown)).toEqual({ providerIds: {}, impossible: ['Day 40', 'CommunityRating 9'] })
})

test('sloppy files are read: other case, text for numbers, repeated elements', () => {
  const sloppy = `<comicinfo><series> A </series><Series>B</Series><Year>two</Year><Month>4.5</Month><Day>7.0</Day>
    <manga>yes</manga><CommunityRating>3,5</CommunityRating></comicinfo>`
  expect(parseComicInfo(sloppy)).toEqual({
    series: 'A',
    day: 7,
    manga: 'Yes',
    communityRating: 3.5,
    providerIds: {},
    impossible: ['Year two', 'Month 4.5'],
  })
})

test('other documents, large ones and entities are refused', () => {
  const refused = [
    '<MetronInfo/>',
    'text',
    '<!DOCTYPE x []><ComicInfo/>',
    `<ComicInfo>${' '.repeat(1_048_576)}</ComicInfo>`,
  ]
  for (const document of refused) expect(() => parseComicInfo(document)).toThrow(XmlError)
})

describe('ids', () => {
  const uuid = '0b1c2d3e-0000-4000-8000-000000000001'
  const cases: [string, string, ProviderIds][] = [
    ['Scraped metadata from ComicVine [CVDB12345].', '', { comicvineIssue: '12345' }],
    ['cvid: 77', '', { comicvineIssue: '77' }],
    ['Tagged with comicbox dev on 2022-04-16 [Issue ID 145269] urn:comicvine:145269', '', { comicvineIssue: '145269' }],
    ['Tagged using info from Metron on 2023-04-05. [Issue ID 5]', '', { metronIssue: '5' }],
    ['Tagged with MetronTagger-1.0 using info from Metron on 2021-01-01. [issue_id:12]', '', { metronIssue: '12' }],
    ['', 'https://comicvine.gamespot.com/x/4050-9/', { comicvineVolume: '9' }],
    ['', 'http://www.comicvine.gamespot.com/a-b-1/4000-123', { comicvineIssue: '123' }],
    ['[CVDB1]', 'https://comicvine.gamespot.com/x/4000-2/', { comicvineIssue: '1' }],
    ['', 'http://www.comicvine.com/a-b-1/37-123/', { comicvineIssue: '123' }],
    ['', 'http://www.comicvine.com/a-b/49-9/', { comicvineVolume: '9' }],
    ['From Comic Vine, volume 4050-9. urn:metron:series:7', '', { comicvineVolume: '9', metronSeries: '7' }],
    ['', 'https://metron.cloud/issue/321/', { metronIssue: '321' }],
    ['', 'https://metron.cloud/issue/lanterna-2019-1/', {}],
    ['', `https://mangadex.org/chapter/${uuid}/1`, { mangadexChapter: uuid }],
    ['', 'https://anilist.co/manga/30013/One', { anilist: '30013' }],
    ['', 'https://myanimelist.net/manga/13', { myanimelist: '13' }],
    ['Read in 2019. Issue 4 of 12.', 'https://example.com/4000-1/', {}],
  ]
  for (const [notes, web, ids] of cases)
    test(`${notes || web} gives ${JSON.stringify(ids)}`, () => {
      expect(findProviderIds(notes || undefined, web ? [web] : [])).toEqual(ids)
    })
})

const schemas = join(import.meta.dir, '../../../../../shared/data/comicinfo')
const present = isPresent(existsSync(schemas), 'the ComicInfo schemas are not on this machine')

test.skipIf(!present)('each element of the published schema has a field here', () => {
  const schema = readFileSync(join(schemas, 'ComicInfo-2.1.xsd'), 'utf8')
  const body = schema.slice(schema.indexOf('complexType name="ComicInfo"'), schema.indexOf('simpleType name="YesNo"'))
  const names = [...body.matchAll(/<xs:element [^>]*name="(\w+)"/g)].map((match) => match[1]!)
  const value: Record<string, string> = { Pages: '<Page Image="0"/>', Manga: 'Yes', BlackAndWhite: 'Yes' }
  expect(names.length).toBeGreaterThan(40)
  for (const name of names) {
    const read = parseComicInfo(`<ComicInfo><${name}>${value[name] ?? '4'}</${name}></ComicInfo>`)
    expect([name, Object.keys(read).length]).toEqual([name, 2])
  }
})

test('a page has a size when both sides are known, and a rating may be the best', () => {
  const pages = '<Pages><Page Image="0" ImageWidth="100"/><Page Image="1" ImageWidth="100" ImageHeight="150"/></Pages>'
  const info = parseComicInfo(`<ComicInfo><CommunityRating>5</CommunityRating>${pages}</ComicInfo>`)
  expect(info.pages).toEqual([{ image: 0 }, { image: 1, width: 100, height: 150 }])
  expect(info.communityRating).toBe(5)
  for (const [text, rating] of [
    ['0', 0],
    ['5.01', undefined],
    ['-0.1', undefined],
  ] as const)
    expect(parseComicInfo(`<ComicInfo><CommunityRating>${text}</CommunityRating></ComicInfo>`).communityRating).toBe(
      rating,
    )
})
