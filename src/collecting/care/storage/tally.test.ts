import { expect, test } from 'bun:test'
import type { CheckedFile } from '../findings/facts-store'
import type { SizeFacet } from '../states'
import { SizeTally } from './tally'

const NOW = '2026-11-20T10:00:00.000Z'
const series = (comic_id: string, change = {}) => ({
  comic_id,
  name: comic_id.toUpperCase(),
  year: 2015,
  publisher: 'Northgate',
  content_type: 'comic' as const,
  ...change,
})
const file = (size: number, change: Partial<CheckedFile> = {}): CheckedFile => ({
  file_id: `${size}`,
  path: '/comics/a/1.cbz',
  size,
  format: 'cbz',
  pages: 10,
  added_at: '2026-01-02T03:04:05.000Z',
  page_bytes: null,
  missing_pages: null,
  problem: null,
  language: null,
  sort_key: 'n1',
  date: null,
  ...change,
})

test('files are added up by all that divides them', () => {
  const tally = new SizeTally(['/comics', '/comics/a', '/manga'], NOW)
  tally.add(series('harbor'), [file(100), file(50, { format: 'cbr', page_bytes: 20, pages: 0 })])
  tally.add(series('port', { publisher: null, year: null, content_type: 'manga' }), [
    file(7, { path: '/elsewhere/1.cbz', date: '2019-04', added_at: '2026-11-02T00:00:00.000Z' }),
  ])
  const rows = tally.rows()
  const of = (facet: SizeFacet) =>
    rows.filter((row) => row.facet === facet).map(({ label, key, files, bytes }) => [label || key, files, bytes])
  expect(of('total')).toEqual([['2026-11-20', 3, 157]])
  expect(of('folder')).toEqual([['/comics/a', 2, 150], ['Other folders', 1, 7]]) // biome-ignore format: rows
  expect(of('kind')).toEqual([['Comics', 2, 150], ['Manga', 1, 7]]) // biome-ignore format: rows
  expect(of('publisher')).toEqual([['Northgate', 2, 150], ['No publisher', 1, 7]]) // biome-ignore format: rows
  expect(of('series')).toEqual([['HARBOR', 2, 150], ['PORT', 1, 7]]) // biome-ignore format: rows
  expect(of('format')).toEqual([['CBZ', 2, 107], ['CBR', 1, 50]]) // biome-ignore format: rows
  expect(of('year')).toEqual([['2015', 2, 150], ['2019', 1, 7]]) // biome-ignore format: rows
  expect(of('added')).toEqual([['2026-01', 2, 150], ['2026-11', 1, 7]]) // biome-ignore format: rows
  expect(of('grown')).toEqual([['PORT', 1, 7]])
  expect(of('converted')).toEqual([['CBR', 1, 30]])
})

test('of many series only the largest are kept', () => {
  const tally = new SizeTally([], NOW)
  for (let n = 1; n <= 1000; n++) tally.add(series(`s${n}`), [file((n * 8) % 1001)])
  const sizes = tally.rows().flatMap(({ facet, bytes }) => (facet === 'series' ? bytes : []))
  expect([sizes.length, sizes[0], sizes.at(-1)]).toEqual([100, 1000, 901])
})

test('of many publishers only the largest have a row, and one row has the others', () => {
  const tally = new SizeTally([], NOW)
  const publishers = (from: number, to: number) => {
    for (let n = from; n <= to; n++) tally.add(series('one', { publisher: `P${n}` }), [file(n)])
    return tally.rows().filter(({ facet }) => facet === 'publisher')
  }
  expect(publishers(1, 200)).toHaveLength(200)
  const rows = publishers(201, 203)
  expect(rows).toHaveLength(201)
  expect(rows[0]).toMatchObject({ label: 'P203' })
  expect(rows.at(-1)).toMatchObject({ label: 'Others', files: 3, bytes: 6 })
})

test('files of the last 30 days have grown a series, and only formats with known pages shrink when converted', () => {
  const tally = new SizeTally([], NOW)
  const day = (added_at: string, change = {}) => file(10, { added_at, format: 'cbr', ...change })
  tally.add(series('harbor'), [day('2026-10-21T10:00:00.000Z'), day('2026-10-21T09:59:59.000Z', { page_bytes: 0 })])
  tally.add(series('port'), [file(10, { page_bytes: 5 })])
  const of = (facet: SizeFacet) => tally.rows().filter((row) => row.facet === facet)
  expect(of('grown')).toMatchObject([{ key: 'harbor', files: 1, bytes: 10 }])
  expect(of('converted')).toEqual([])
})
