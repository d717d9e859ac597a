import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPresent } from '../../../testing/harness/programs'
import { XmlError } from '../../platform/xml'
import { parseMetronInfo } from './metroninfo'

const full = `<?xml version="1.0" encoding="UTF-8"?>
<MetronInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="MetronInfo.xsd">
  <IDS><ID source="Comic Vine">290431</ID><ID source="Metron" primary="true">290</ID><ID source="Kitsu">a-7</ID></IDS>
  <Publisher id="12"><Name>Northgate</Name><Imprint id="1">Lowlight</Imprint></Publisher>
  <Series lang="en" id="65478">
    <Name>Harbor Lights</Name><SortName>Harbor Lights</SortName><Volume>2</Volume><Format>Limited Series</Format>
    <StartYear>2015</StartYear><IssueCount>6</IssueCount><VolumeCount>1</VolumeCount>
    <AlternativeNames><AlternativeName id="9">Feux du port</AlternativeName>
      <AlternativeName lang="de">Hafenlichter</AlternativeName></AlternativeNames>
  </Series>
  <MangaVolume>3</MangaVolume>
  <CollectionTitle>Low Tide &amp; High</CollectionTitle>
  <Number>½</Number>
  <Stories><Story id="5">Low Tide</Story><Story>Ebb</Story></Stories>
  <Summary>A lamp goes out.</Summary>
  <Prices><Price country="US">3.99</Price><Price country="GB">2.60</Price></Prices>
  <CoverDate>2015-07-01</CoverDate>
  <StoreDate>2015-05-20+02:00</StoreDate>
  <PageCount>36</PageCount>
  <Notes>Written by hand.</Notes>
  <Genres><Genre id="1">Mystery</Genre></Genres>
  <Tags><Tag>boats</Tag></Tags>
  <Arcs><Arc id="444"><Name>Night Watch</Name><Number>2</Number></Arc><Arc><Name>Fog</Name></Arc></Arcs>
  <Characters><Character id="8">Ada Quay</Character></Characters>
  <Teams><Team>Keepers</Team></Teams>
  <Universes><Universe id="25"><Name>Main</Name><Designation>N-1</Designation></Universe></Universes>
  <Locations><Location>The Pier</Location></Locations>
  <Reprints><Reprint id="65">Harbor Lights (2015) #1</Reprint></Reprints>
  <GTIN><ISBN>9781234567897</ISBN><UPC>76194130593600111</UPC></GTIN>
  <AgeRating>Teen Plus</AgeRating>
  <URLs><URL>https://comicvine.gamespot.com/harbor/4000-290431/</URL>
    <URL primary="true">https://metron.cloud/issue/harbor-lights-2015-1/</URL></URLs>
  <Credits><Credit><Creator id="3">Ines Varga</Creator><Roles><Role id="1">Writer</Role><Role>Cover</Role></Roles></Credit>
    <Credit><Creator>Tom Reed</Creator></Credit></Credits>
  <LastModified>2024-01-02T03:04:05Z</LastModified>
</MetronInfo>`

test('every field of a full MetronInfo is read', () => {
  expect(parseMetronInfo(full)).toEqual({
    ids: [
      { source: 'Metron', id: '290' },
      { source: 'Comic Vine', id: '290431' },
      { source: 'Kitsu', id: 'a-7' },
    ],
    publisher: { name: 'Northgate', id: '12', imprint: { name: 'Lowlight', id: '1' } },
    series: {
      name: 'Harbor Lights',
      sortName: 'Harbor Lights',
      id: '65478',
      language: 'en',
      volume: 2,
      format: 'Limited Series',
      startYear: 2015,
      issueCount: 6,
      volumeCount: 1,
      alternativeNames: [
        { name: 'Feux du port', id: '9' },
        { name: 'Hafenlichter', language: 'de' },
      ],
    },
    mangaVolume: '3',
    collectionTitle: 'Low Tide & High',
    number: '½',
    stories: [{ name: 'Low Tide', id: '5' }, { name: 'Ebb' }],
    summary: 'A lamp goes out.',
    prices: [
      { country: 'US', price: 3.99 },
      { country: 'GB', price: 2.6 },
    ],
    coverDate: '2015-07-01',
    storeDate: '2015-05-20',
    pageCount: 36,
    notes: 'Written by hand.',
    genres: [{ name: 'Mystery', id: '1' }],
    tags: [{ name: 'boats' }],
    arcs: [{ name: 'Night Watch', id: '444', number: 2 }, { name: 'Fog' }],
    characters: [{ name: 'Ada Quay', id: '8' }],
    teams: [{ name: 'Keepers' }],
    universes: [{ name: 'Main', id: '25', designation: 'N-1' }],
    locations: [{ name: 'The Pier' }],
    reprints: [{ name: 'Harbor Lights (2015) #1', id: '65' }],
    isbn: '9781234567897',
    upc: '76194130593600111',
    ageRating: 'Teen Plus',
    urls: ['https://metron.cloud/issue/harbor-lights-2015-1/', 'https://comicvine.gamespot.com/harbor/4000-290431/'],
    credits: [
      { name: 'Ines Varga', id: '3', roles: ['Writer', 'Cover'] },
      { name: 'Tom Reed', roles: [] },
    ],
    lastModified: '2024-01-02T03:04:05Z',
    providerIds: { metronIssue: '290', metronSeries: '65478', comicvineIssue: '290431' },
  })
})

const empty = {
  ids: [],
  stories: [],
  prices: [],
  genres: [],
  tags: [],
  arcs: [],
  characters: [],
  teams: [],
  universes: [],
  locations: [],
  reprints: [],
  urls: [],
  credits: [],
  providerIds: {},
}

test('values that are absent, empty or out of range are left out', () => {
  expect(parseMetronInfo('<MetronInfo/>')).toEqual(empty)
  const odd = `<metroninfo><IDS><ID source="Metron"/><ID>7</ID></IDS><Publisher/><Series id="4"><SortName>x</SortName></Series>
    <Number> </Number><CoverDate>2015-13-01</CoverDate><StoreDate>soon</StoreDate><PageCount>0</PageCount>
    <Prices><Price>3.99</Price><Price country="US">free</Price></Prices><AgeRating>Unknown</AgeRating>
    <Arcs><Arc><Number>2</Number></Arc></Arcs><Credits><Credit><Roles><Role>Writer</Role></Roles></Credit></Credits></metroninfo>`
  expect(parseMetronInfo(odd)).toEqual(empty)
})

test('names in another case, repeated elements and the publisher of drafts are read', () => {
  const sloppy =
    '<METRONINFO><series Lang="fr"><NAME>Phare</NAME><startyear>2015</startyear></series><publisher>Northgate</publisher>' +
    '<number/><Number>3</Number><ids><id Source="comic vine" PRIMARY="1">5</id></ids></METRONINFO>'
  expect(parseMetronInfo(sloppy)).toEqual({
    ...empty,
    ids: [{ source: 'comic vine', id: '5' }],
    publisher: { name: 'Northgate' },
    series: { name: 'Phare', language: 'fr', startYear: 2015, alternativeNames: [] },
    number: '3',
    providerIds: { comicvineIssue: '5' },
  })
})

describe('ids', () => {
  const cases: [string, object][] = [
    ['<ID source="MangaDex">c1</ID>', { mangadexChapter: 'c1', mangadexTitle: 's1' }],
    ['<ID source="AniList">30013</ID>', { anilist: '30013' }],
    [
      '<ID source="Comic Vine">1</ID><ID source="Metron">2</ID>',
      { comicvineIssue: '1', metronIssue: '2', comicvineVolume: 's1' },
    ],
    ['<ID source="League of Comic Geeks">9</ID>', {}],
    ['', {}],
  ]
  for (const [ids, expected] of cases)
    test(`${ids || 'none'} and the series' own`, () => {
      const document = `<MetronInfo><IDS>${ids}</IDS><Series id="s1"><Name>Harbor Lights</Name></Series></MetronInfo>`
      expect(parseMetronInfo(document).providerIds).toEqual(expected)
    })
})

test('other documents and large ones are refused', () => {
  for (const document of ['<ComicInfo/>', 'no XML', `<MetronInfo>${' '.repeat(1024 * 1024)}</MetronInfo>`])
    expect(() => parseMetronInfo(document)).toThrow(XmlError)
})

const schema = join(import.meta.dir, '../../../../../shared/data/comicinfo/MetronInfo-1.0.xsd')
const present = isPresent(existsSync(schema), 'the MetronInfo schema is not on this machine')

test.skipIf(!present)('each element of the published schema is in the full document above', () => {
  const names = [...readFileSync(schema, 'utf8').matchAll(/<xs:(?:element|attribute) name="(\w+)"/g)].map(
    (each) => each[1]!,
  )
  expect(names.length).toBeGreaterThan(50)
  for (const name of names) expect(full).toMatch(new RegExp(`[< ]${name}[ >=]`))
})
