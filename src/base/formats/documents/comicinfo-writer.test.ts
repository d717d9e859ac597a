import { describe, expect, test } from 'bun:test'
import { noValidator, schemaFaults } from '../../../testing/documents/xsd'
import { parseXml, XmlError } from '../../platform/xml'
import { parseComicInfo } from './comicinfo'
import { type ComicInfoFields, writeComicInfo } from './comicinfo-writer'

const ALL: ComicInfoFields = {
  title: 'The Lamp & the <Sea>',
  series: 'Harbor Lights',
  number: '½',
  count: 12,
  volume: 2015,
  alternateSeries: 'Tides',
  alternateNumber: '3',
  alternateCount: 4,
  summary: 'Two keepers.\nOne lamp.',
  notes: 'Tagged with Panelkeep. [Issue ID 31]',
  year: 2015,
  month: 5,
  day: 6,
  writer: ['Ada Moss', 'Moss, Jr.; Tom'],
  penciller: ['Bo Rask'],
  inker: ['Bo Rask'],
  colorist: ['Ida Lund'],
  letterer: ['Ona Vey'],
  coverArtist: ['Bo Rask'],
  editor: ['Per Holm'],
  translator: ['Liv Aune'],
  publisher: 'Northgate',
  imprint: 'Open Window',
  genre: ['Drama', 'Mystery'],
  tags: ['sea'],
  web: ['https://comicvine.gamespot.com/a b/4000-31/', 'https://metron.cloud/issue/7/'],
  pageCount: 24,
  languageISO: 'en',
  format: 'Annual',
  blackAndWhite: 'No',
  manga: 'YesAndRightToLeft',
  characters: ['Nell'],
  teams: ['Keepers'],
  locations: ['Westhaven, Norway'],
  mainCharacterOrTeam: 'Nell',
  scanInformation: 'c2c',
  storyArc: 'Tides',
  storyArcNumber: '3',
  seriesGroup: 'Harbor',
  ageRating: 'Teen',
  communityRating: 4.26,
  review: 'Good.',
  gtin: '9781234567897',
  pages: [{ image: 0, type: 'FrontCover', doublePage: true, bookmark: 'Start', width: 1000, height: 1500 }],
}
/** Added in 2.1. */
const NEWER = ['translator', 'tags', 'storyArcNumber', 'gtin'] as const
const OLD = `<?xml version="1.0"?>
<ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:x="urn:x">
  <series>Old name</series><Notes>Tagged with another tool</Notes><Year></Year><Count>many</Count><Volume>3</Volume>
  <AgeRating>Everybody</AgeRating><BlackAndWhite>yes</BlackAndWhite><Review>Mine &amp; only mine</Review>
  <x:Rating by="me">5<x:of>6</x:of></x:Rating><MyField>kept</MyField>
  <Pages><Page Image="1" Type="Story Letters nonsense" Bookmark="Part 2" Key="abc" ImageSize="123" mine="1"/>
  <Page Image="0" Type="InnerCover" DoublePage="True" ImageWidth="wide"/><Page Type="Story"/></Pages>
</ComicInfo>`

describe('ComicInfo', () => {
  test('that is written reads back with the same values', () => {
    const info = parseComicInfo(writeComicInfo(ALL))
    expect(info).toMatchObject({
      ...ALL,
      communityRating: 4.3,
      writer: ['Ada Moss', 'Moss Jr. Tom'],
      locations: ['Westhaven Norway'],
      web: ['https://comicvine.gamespot.com/a%20b/4000-31/', 'https://metron.cloud/issue/7/'],
    })
    expect(info.providerIds).toEqual({ comicvineIssue: '31', metronIssue: '7' })
  })

  test('is in the order of the schema, without unknown values', () => {
    const names = parseXml(writeComicInfo(ALL)).children.map(({ name }) => name)
    expect(names.slice(0, 5)).toEqual(['Title', 'Series', 'Number', 'Count', 'Volume'])
    expect(names.slice(-6)).toEqual(['AgeRating', 'Pages', 'CommunityRating', 'MainCharacterOrTeam', 'Review', 'GTIN'])
    expect(names.length).toBe(Object.keys(ALL).length)
    expect(parseXml(writeComicInfo({ series: 'A', writer: [], title: ' ' })).children.map((each) => each.name)).toEqual(
      ['Series'],
    )
  })

  test('of version 2.0 has no later elements', () => {
    const info = parseComicInfo(writeComicInfo(ALL, undefined, '2.0'))
    for (const key of NEWER) expect(info[key]).toBeUndefined()
  })

  test('keeps elements of other tools that have no new value', () => {
    const text = writeComicInfo({ series: 'New name', pages: [{ image: 0, type: 'FrontCover' }] }, OLD)
    const root = parseXml(text)
    expect(root.attributes).toEqual({ 'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance', 'xmlns:x': 'urn:x' })
    expect(root.children.map(({ name, text }) => [name, text]).filter(([name]) => name !== 'Pages')).toEqual([
      ['Series', 'New name'],
      ['Volume', '3'],
      ['Notes', 'Tagged with another tool'],
      ['BlackAndWhite', 'Yes'],
      ['AgeRating', 'Everybody'],
      ['Review', 'Mine & only mine'],
      ['x:Rating', '5'],
      ['MyField', 'kept'],
    ])
    expect(root.children.find(({ name }) => name === 'Pages')?.children.map(({ attributes }) => attributes)).toEqual([
      { Image: '0', Type: 'FrontCover', DoublePage: 'true' },
      { Image: '1', Type: 'Story Letters nonsense', Bookmark: 'Part 2', Key: 'abc', ImageSize: '123', mine: '1' },
    ])
    expect(text).toContain('<x:Rating by="me">5<x:of>6</x:of></x:Rating>')
  })

  test('written over itself stays the same', () => {
    const once = writeComicInfo(ALL, OLD)
    expect(writeComicInfo(ALL, once)).toBe(once)
    expect(writeComicInfo({}, once)).toBe(once)
  })

  const hostile = `a\u0000\u0008b]]>c<!-- d -->\ud800e\udfff&amp;\ufffe"'\r\n😀`
  test('accepts any text', () => {
    const info = parseComicInfo(
      writeComicInfo({ series: hostile, writer: [hostile], summary: `${'ab '.repeat(40_000)}.` }),
    )
    expect(info.series).toBe(`ab]]>c<!-- d -->e&amp;"'\r\n😀`)
    expect(info.summary?.length).toBe(120_001)
  })

  test('is not written over a document that is not a ComicInfo', () => {
    expect(() => writeComicInfo({}, '<html>')).toThrow(XmlError)
    expect(() => writeComicInfo({}, 'nothing')).toThrow(XmlError)
  })

  test.skipIf(noValidator !== undefined)('is valid against the schemas', async () => {
    const without = Object.fromEntries(Object.entries(ALL).filter(([key]) => !NEWER.includes(key as never)))
    const documents = [
      writeComicInfo({}),
      writeComicInfo(without),
      writeComicInfo({ series: hostile, summary: hostile.repeat(10_000), notes: ']]>', web: [hostile] }),
      writeComicInfo(ALL, undefined, '2.0'),
      writeComicInfo({ volume: 2 ** 40, count: Number.NaN, year: 1.5, ageRating: 'Odd', communityRating: 9 }),
    ]
    expect(await schemaFaults('ComicInfo-2.0', documents)).toEqual([])
    expect(await schemaFaults('ComicInfo-2.1', [...documents, writeComicInfo(ALL)])).toEqual([])
    expect(await schemaFaults('ComicInfo-2.0', [writeComicInfo(ALL)])).not.toEqual([])
    const odd = /<x:Rating.*<\/MyField>|<AgeRating>.*<\/AgeRating>| nonsense| mine="1"/gs
    const kept = OLD.replace(odd, '')
    expect(await schemaFaults('ComicInfo-2.1', [writeComicInfo(ALL, kept)])).toEqual([])
  })
})

test('a namespace, as the default or with a prefix, is dropped; those of others stay', () => {
  const kept = [
    '<ComicInfo xmlns="urn:a" xmlns:xsi="urn:xsi"><Review>Mine</Review><Odd xmlns="urn:b"><Inner>1</Inner></Odd></ComicInfo>',
    '<c:ComicInfo xmlns:c="urn:a" xmlns:xsi="urn:xsi"><c:Review>Mine</c:Review><c:Odd><c:Inner>1</c:Inner></c:Odd></c:ComicInfo>',
  ]
  for (const each of kept) {
    const text = writeComicInfo({ series: 'Lanterna' }, each)
    expect(text).toContain('<ComicInfo xmlns:xsi="urn:xsi">')
    expect(text).toContain('<Review>Mine</Review>')
    expect(text).toMatch(/<Odd>\s*<Inner>1<\/Inner>\s*<\/Odd>/)
    expect(parseComicInfo(each).review).toBe('Mine')
  }
  expect(() => parseComicInfo('<c:Other xmlns:c="urn:a"/>')).toThrow('The document is <c:Other>, not <ComicInfo>.')
})
