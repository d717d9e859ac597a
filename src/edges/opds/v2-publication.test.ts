import { describe, expect, test } from 'bun:test'
import type { Audience } from './audience'
import type { PublicationRecord } from './records'
import type { Book } from './store'
import { bundleJson, images, manifestJson, publicationJson } from './v2-publication'

const audience: Audience = {
  origin: 'http://library.test',
  root: '',
  comics: 'standard',
  sortsTitles: false,
  mayDownload: true,
  sign: (path) => `${path}&s=1`,
}
const bookOf = ({
  issue = {},
  series = {},
  file = {},
}: {
  issue?: object
  series?: object
  file?: object
} = {}): Book =>
  ({
    issue: {
      issue_id: 'h1',
      kind: 'issue',
      unit: 'issue',
      number: '1',
      writer: null,
      summary: null,
      release_date: null,
      issue_date: null,
      digital_date: null,
      ...issue,
    },
    series: {
      comic_id: 'h',
      name: 'Harbor',
      year: null,
      publisher: null,
      language: null,
      content_type: 'comic',
      reading_direction: 'ltr',
      ...series,
    },
    file: {
      file_id: 'f',
      path: '/x/h1.cbz',
      format: 'cbz',
      size: 9,
      modified_ms: 1,
      content_hash: null,
      page_count: 2,
      cover_page: 0,
      ...file,
    },
  }) as unknown as Book
const recordOf = (parts: Parameters<typeof bookOf>[0] = {}): PublicationRecord => ({
  is: 'publication',
  book: bookOf(parts),
  title: 'Harbor #1',
  updated: '2026-01-01T00:00:00.000Z',
})
const metadataOf = (parts: Parameters<typeof bookOf>[0]) =>
  publicationJson(recordOf(parts), audience, undefined).metadata
const positionOf = (issue: object) => metadataOf({ issue }).belongsTo.series.position

describe('a publication', () => {
  test('without metadata has none of its fields', () => {
    expect(Object.keys(metadataOf({})).sort()).toEqual(
      [
        '@type',
        'belongsTo',
        'conformsTo',
        'identifier',
        'modified',
        'numberOfPages',
        'readingProgression',
        'subject',
        'title',
      ].sort(),
    )
  })

  test.each([
    [{ number: '7' }, 7],
    [{ number: '-1' }, -1],
    [{ number: '1.5' }, 1.5],
    [{ number: '1.MU' }, undefined],
    [{ number: '' }, undefined],
    [{ number: '7', kind: 'annual' }, undefined],
  ])('%j has the position %p in its series', (issue, position) => {
    expect(positionOf(issue)).toBe(position as never)
  })

  test.each([
    ['2015-03-04', '2015-03-04'],
    ['2015-03', undefined],
    [null, undefined],
  ])('that was released at %p is published at %p, since the schema has whole days', (release_date, published) => {
    expect(metadataOf({ issue: { release_date } }).published).toBe(published as never)
  })

  test('has the whole summary only in its own document', () => {
    const record = recordOf({ issue: { summary: 'word '.repeat(200) } })
    expect(publicationJson(record, audience, undefined).metadata.description!.length).toBeLessThanOrEqual(402)
    expect(manifestJson(record, audience, undefined).metadata.description!.length).toBe(999)
    expect(metadataOf({ issue: { summary: '<p></p>' } }).description).toBeUndefined()
  })

  test('that is a volume is a book, and a text book has neither pages, pictures nor a place', () => {
    expect(metadataOf({ issue: { unit: 'volume' } })['@type']).toBe('https://schema.org/Book')
    const text = publicationJson(recordOf({ file: { page_count: 0, format: 'epub' } }), audience, undefined)
    expect([text.metadata.conformsTo, text.metadata.numberOfPages, 'images' in text]).toEqual([
      undefined,
      undefined,
      false,
    ])
    expect(text.links.map(({ rel }) => rel)).toEqual(['self', 'http://opds-spec.org/acquisition'])
    expect('readingOrder' in manifestJson(recordOf({ file: { page_count: 0 } }), audience, undefined)).toBe(false)
  })

  test.each([
    ['ltr', [], undefined],
    ['down', [], 'scrolled'],
    [
      'ltr',
      [
        { width: 10, height: 21, type: 'jpeg' },
        { width: 10, height: 21, type: 'jpeg' },
      ],
      'scrolled',
    ],
    ['ltr', [{ width: 10, height: 20, type: 'jpeg' }, null], undefined],
    ['ltr', undefined, undefined],
  ] as const)('of the direction %s with the pages %j has the layout %p', (reading_direction, pages, layout) => {
    const { metadata } = manifestJson(recordOf({ series: { reading_direction } }), audience, pages as never)
    expect((metadata as { layout?: string }).layout).toBe(layout as never)
  })

  test('has pages with known sizes, and the cover with the size of its page', () => {
    const pages = [null, { width: 1200, height: 1800, type: 'jpeg' as const }]
    const json = manifestJson(recordOf({ file: { cover_page: 1 } }), audience, pages)
    expect(json.readingOrder!.map(({ width, height }) => [width, height])).toEqual([
      [undefined, undefined],
      [1200, 1800],
    ])
    expect(json.images!.map(({ width, height }) => [width, height])).toEqual([
      [300, 450],
      [600, 900],
    ])
    expect(manifestJson(recordOf({}), audience, pages).images![0]!.width).toBeUndefined()
  })
})

test.each([
  [{ width: 1200, height: 1800 }, [300, 450], [600, 900]],
  [{ width: 200, height: 300 }, [200, 300], [200, 300]],
  // Heights are limited to twice the width.
  [{ width: 600, height: 6000 }, [60, 600], [120, 1200]],
  [{ width: 1, height: 100_000 }, [1, 600], [1, 1200]],
  [{ width: 100_000, height: 1 }, [300, 1], [600, 1]],
])('the pictures of a page of %j have the sizes %j and %j', (page, thumbnail, cover) => {
  const made = images({ issueId: 'h1', version: 'v' }, audience, page)
  expect(made.map(({ width, height }) => [width, height])).toEqual([thumbnail, cover] as never)
  expect(made[0]!.href).toBe('http://library.test/opds/thumbnail/h1?v=v&s=1')
})

test('a series in one file states its number of files and bytes, and its publisher if known', () => {
  const bundle = {
    is: 'bundle',
    title: 'Harbor',
    updated: '2026-01-01T00:00:00.000Z',
    books: 2,
    size: 5_000_000,
  } as const
  const { series } = bookOf()
  const json = bundleJson({ ...bundle, series }, audience)
  expect(json.metadata).toMatchObject({
    title: 'Harbor',
    description: '2 files in one ZIP, 5.0 MB',
    readingProgression: 'ltr',
  })
  expect(['publisher' in json.metadata, 'images' in json]).toEqual([false, false])
  const named = bundleJson(
    { ...bundle, series: { ...series, publisher: 'Northgate' }, cover: { issueId: 'h1', version: 'v' } },
    audience,
  )
  expect([named.metadata.publisher, named.images!.length]).toEqual(['Northgate', 2])
})
