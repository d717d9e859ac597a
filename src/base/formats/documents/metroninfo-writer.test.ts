import { describe, expect, test } from 'bun:test'
import { noValidator, schemaFaults } from '../../../testing/documents/xsd'
import { parseXml, XmlError } from '../../platform/xml'
import { parseMetronInfo } from './metroninfo'
import { type MetronInfoFields, writeMetronInfo } from './metroninfo-writer'

const ALL: MetronInfoFields = {
  ids: [
    { source: 'Comic Vine', id: '31' },
    { source: 'Metron', id: '7' },
  ],
  publisher: { name: 'Northgate', imprint: { name: 'Open Window' } },
  series: {
    name: 'Harbor Lights',
    sortName: 'Harbor Lights',
    id: '4',
    language: 'en',
    volume: 2,
    format: 'Annual',
    startYear: 2015,
    issueCount: 12,
    volumeCount: 3,
    alternativeNames: [{ name: 'Havnelys', language: 'no' }],
  },
  mangaVolume: '3',
  collectionTitle: 'Complete',
  number: '½',
  stories: [{ name: 'The <Lamp>' }],
  summary: 'Two keepers.',
  prices: [{ country: 'US', price: 3.99 }],
  coverDate: '2015-05-06',
  storeDate: '2015-03-01',
  pageCount: 24,
  notes: 'Tagged with Panelkeep.',
  genres: [{ name: 'Drama' }],
  tags: [{ name: 'sea' }],
  arcs: [{ name: 'Tides', number: 2 }],
  characters: [{ name: 'Nell' }],
  teams: [{ name: 'Keepers' }],
  locations: [{ name: 'Westhaven' }],
  reprints: [{ name: 'Older #1' }],
  isbn: '9781234567897',
  upc: '76194134192700111',
  ageRating: 'Teen Plus',
  urls: ['https://comicvine.gamespot.com/x/4000-31/', 'https://metron.cloud/issue/7/'],
  credits: [{ name: 'Ada Moss', roles: ['Writer', 'Cover'] }],
  lastModified: '2026-11-21T10:00:00Z',
}

const OLD = `<MetronInfo xmlns:x="urn:x"><IDS><ID source="Comic Vine" primary="true">1</ID><ID source="Marvel">m-9</ID></IDS>
  <Publisher id="12"><Name>northgate</Name></Publisher><Series id="99" lang="en"><Name>Harbor Lights</Name>
  <Volume>7</Volume></Series><Genres><Genre id="5">drama</Genre></Genres>
  <Universes><Universe id="2"><Name>Main</Name><Designation>Prime</Designation></Universe></Universes>
  <Credits><Credit><Creator id="77">Ada Moss</Creator></Credit></Credits>
  <URLs><URL primary="true">https://mine.example/</URL></URLs><GTIN/><x:Mine at="1">kept</x:Mine></MetronInfo>`

describe('MetronInfo', () => {
  test('that is written reads back with the same values', () => {
    const { providerIds, ...fields } = parseMetronInfo(writeMetronInfo(ALL))
    expect(fields).toEqual({ ...ALL, universes: [] } as never)
    expect(providerIds).toEqual({ comicvineIssue: '31', metronIssue: '7', comicvineVolume: '4' })
  })

  test('keeps elements of other tools that have no new value, with their ids', () => {
    const text = writeMetronInfo(
      {
        series: { name: 'Harbor Lights', startYear: 2015 },
        ids: [{ source: 'Comic Vine', id: '31' }],
        publisher: { name: 'Northgate' },
        genres: [{ name: 'Drama' }],
        urls: ['https://comicvine.gamespot.com/x/4000-31/'],
        credits: [{ name: 'Ada Moss', roles: ['Writer', 'Lighting', 'Catering'] }],
      },
      OLD,
    )
    const info = parseMetronInfo(text)
    expect(info.ids).toEqual([
      { source: 'Comic Vine', id: '31' },
      { source: 'Marvel', id: 'm-9' },
    ])
    expect(info.publisher).toEqual({ name: 'Northgate', id: '12' })
    expect(info.series).toMatchObject({ id: '99', language: 'en', volume: 7, startYear: 2015 })
    expect(info.genres).toEqual([{ name: 'Drama', id: '5' }])
    expect(info.universes).toEqual([{ name: 'Main', id: '2', designation: 'Prime' }])
    expect(info.credits).toEqual([{ name: 'Ada Moss', id: '77', roles: ['Writer', 'Other'] }])
    expect(info.urls).toEqual(['https://comicvine.gamespot.com/x/4000-31/', 'https://mine.example/'])
    expect(text.match(/primary/g)?.length).toBe(2)
    expect(parseXml(text).children.at(-1)).toMatchObject({ name: 'x:Mine', attributes: { at: '1' }, text: 'kept' })
  })

  test('written over itself stays the same', () => {
    const once = writeMetronInfo(ALL, OLD)
    expect(writeMetronInfo(ALL, once)).toBe(once)
  })

  test('is not written over a document that is not a MetronInfo', () => {
    expect(() => writeMetronInfo(ALL, '<ComicInfo/>')).toThrow(XmlError)
  })

  const hostile = 'a\u0000]]>b<c>\ud800&amp;'
  test.skipIf(noValidator !== undefined)('is valid against the schema', async () => {
    const documents = [
      writeMetronInfo(ALL),
      writeMetronInfo({ series: { name: hostile, format: 'odd', language: 'english' } }),
      writeMetronInfo({
        series: { name: 'x'.repeat(100_000) },
        summary: hostile.repeat(10_000),
        ageRating: 'odd',
        ids: [{ source: 'Nobody', id: '1' }],
        prices: [{ country: 'Norway', price: 1 }],
        credits: [{ name: hostile, roles: [] }],
        arcs: [{ name: hostile }],
      }),
      writeMetronInfo(ALL, OLD.replace(/<x:Mine.*x:Mine>/, '')),
    ]
    expect(await schemaFaults('MetronInfo-1.0', documents)).toEqual([])
  })
})
