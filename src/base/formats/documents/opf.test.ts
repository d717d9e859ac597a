import { describe, expect, test } from 'bun:test'
import { parseOpf } from './opf'

const opf = (metadata: string, spine = '<spine/>') =>
  parseOpf(
    new TextEncoder().encode(
      `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf"><metadata>${metadata}</metadata>${spine}</package>`,
    ),
  )
const dc = (name: string, text: string) => `<dc:${name}>${text}</dc:${name}>`

test('calibre names the series and the position of a book', () => {
  const metas = '<meta name="calibre:series" content="Crimson Gate"/><meta name="calibre:series_index" content="1.0"/>'
  expect(opf(dc('title', 'The Door') + metas)).toMatchObject({
    title: 'The Door',
    series: 'Crimson Gate',
    position: '1',
  })
})

test('a collection of EPUB 3 names them too, a series before a set', () => {
  const collections =
    '<meta property="belongs-to-collection" id="a">Gate Library</meta><meta refines="#a" property="collection-type">set</meta>' +
    '<meta property="belongs-to-collection" id="b">Crimson Gate</meta><meta refines="#b" property="collection-type">series</meta>' +
    '<meta refines="#b" property="group-position">2.5</meta>'
  expect(opf(collections)).toMatchObject({ series: 'Crimson Gate', position: '2.5' })
})

test('a book is described by its elements, whatever their prefix and whatever surrounds them', () => {
  const known =
    dc('creator', 'Jane Doe') + dc('publisher', 'Northgate') + dc('language', 'en-US') + dc('date', '2019-05-07T00:00')
  const expected = { authors: ['Jane Doe'], publisher: 'Northgate', language: 'en-US', year: 2019, month: 5, day: 7 }
  expect(opf(known)).toMatchObject(expected)
  expect(opf(`<dc-metadata>${known.replaceAll('dc:', '')}</dc-metadata>`)).toMatchObject(expected)
})

describe('placeholders of packers are left out', () => {
  test.each([
    ['title', dc('title', 'Unknown')],
    ['year', dc('date', '0101-01-01T00:00:00+00:00')],
    ['language', dc('language', 'und')],
    ['isbn', dc('identifier', 'urn:uuid:1234')],
    ['series', '<meta name="calibre:series" content=" "/>'],
  ] as const)('is not a %s', (field, metadata) => expect(opf(metadata)[field]).toBeUndefined())
})

test('an ISBN is found in its usual spellings', () => {
  for (const spelling of ['urn:isbn:9781632365128', '978-1-63236-512-8', '9781632365128'])
    expect(opf(dc('identifier', 'x') + dc('identifier', spelling)).isbn).toBe('9781632365128')
})

test('the spine gives the direction', () => {
  expect(opf('').rightToLeft).toBe(false)
  expect(opf('', '<spine page-progression-direction="rtl"/>').rightToLeft).toBe(true)
})

test('another document is refused', () => {
  expect(() => parseOpf(new TextEncoder().encode('<html/>'))).toThrow('not <package>')
})

test('people have their roles, in the form of EPUB 2 and of EPUB 3; subjects and a rating are read', () => {
  const metadata =
    '<dc:creator opf:role="aut">Ada Moss</dc:creator><dc:creator id="c">Bo Rask</dc:creator>' +
    '<meta refines="#c" property="role">ill</meta><dc:contributor role="trl">Liv Aune</dc:contributor>' +
    '<dc:contributor>Unknown</dc:contributor><dc:subject>Crime</dc:subject><dc:subject></dc:subject>' +
    '<meta name="calibre:rating" content="8.0"/>'
  expect(opf(metadata)).toMatchObject({
    authors: ['Ada Moss', 'Bo Rask'],
    credits: [
      { name: 'Ada Moss', role: 'aut' },
      { name: 'Bo Rask', role: 'ill' },
      { name: 'Liv Aune', role: 'trl' },
    ],
    subjects: ['Crime'],
    rating: 4,
  })
  expect(opf('<meta name="calibre:rating" content="0"/>')).not.toHaveProperty('rating')
})
