import { expect, test } from 'bun:test'
import { plus } from '../../base/platform/clock'
import { nextPace, type ReadingPace } from './page-pace'

const START = '2026-11-21T08:00:00.000Z'

/** Which pages count when they are fetched this many seconds apart. */
function counted(fetches: [page: number, seconds: number][], pageCount = 24): number[] {
  let pace: ReadingPace | undefined
  let at = START
  return fetches.flatMap(([page, seconds]) => {
    at = plus(at, seconds * 1000)
    const next = nextPace(pace, page, at, pageCount)
    pace = next.pace
    return next.read ?? []
  })
}

test.each([
  ['pages in order at the pace of reading count from the third on', [[0, 0], [1, 5], [2, 8], [3, 20]], [2, 3]],
  ['a first page alone is no reading', [[0, 0]], []],
  ['a burst is a prefetch', [[0, 0], [1, 0.1], [2, 0.1], [3, 0.1], [4, 0.1]], []],
  ['after a prefetch, pages one by one count, less what was fetched in advance', [[0, 0], [1, 0.1], [2, 0.1], [3, 9], [4, 9], [5, 9]], [2, 3]],
  ['with one page in advance the page before counts', [[0, 0], [1, 0.1], [2, 9], [3, 9], [4, 0.9], [5, 9], [6, 9]], [2, 3, 4, 5]],
  ['with a double page in advance the pages before count', [[0, 0], [1, 0.1], [2, 0.1], [3, 0.1], [4, 9], [5, 0.1], [6, 9], [7, 0.1]], [4, 5]],
  ['after a pause the pages in advance are the same', [[0, 0], [1, 0.1], [2, 0.1], [3, 601], [4, 9], [5, 9]], [3]],
  ['pages leafed over at the start are not in advance', [[0, 0], [1, 1], [2, 1], [3, 9], [4, 9]], [3, 4]],
  ['prefetching two or more at every turn counts never', [[0, 0], [1, 0.1], [2, 0.1], [3, 9], [4, 0.1], [5, 0.1]], []],
  ['a double page is one step', [[0, 0], [1, 0.1], [2, 9], [3, 0.1], [4, 9], [5, 0.1]], [4, 5]],
  ['a jump restarts the count', [[0, 0], [1, 5], [9, 5], [10, 5], [11, 5]], [11]],
  ['pages backwards count never', [[9, 0], [8, 5], [7, 5], [6, 5]], []],
  ['the same page in another size is no step', [[0, 0], [1, 5], [1, 0.2], [2, 5]], [2]],
  ['a reader who returns after a while restarts', [[0, 0], [1, 5], [2, 601], [3, 5]], []],
  ['a second and a half on a page is reading', [[0, 0], [1, 1.5], [2, 1.5]], [2]],
  ['less than that is leafing', [[0, 0], [1, 1.499], [2, 1.499], [3, 1.499]], []],
  ['ten minutes on a page are a slow reader', [[0, 0], [1, 600], [2, 600]], [2]],
] as [string, [number, number][], number[]][])('%s', (_, fetches, expected) => {
  expect(counted(fetches)).toEqual(expected)
}) // biome-ignore format: a table

/** Pages from `first` on, one every `seconds`. */
const oneByOne = (first: number, last: number, seconds: number): [number, number][] =>
  Array.from({ length: last - first + 1 }, (_, at) => [first + at, seconds])

test.each([
  ['one page counts', [[0, 0]], 1, [0]],
  ['two pages counts', [[0, 0], [1, 5]], 2, [1]],
  ['two pages fetched at once does not', [[0, 0], [1, 0.1]], 2, []],
  ['three pages counts at its third', [[0, 0], [1, 5], [2, 5]], 3, [2]],
  ['twenty pages, resumed at 19, counts at 20', [[18, 0], [19, 5]], 20, [19]],
  ['twenty pages, resumed at 18 with double pages, counts at 20', [[17, 0], [18, 5], [19, 0.1]], 20, [19]],
  ['twenty pages, opened at its last, does not', [[19, 0]], 20, []],
] as [string, [number, number][], number, number[]][])('an issue of %s', (_, fetches, pageCount, expected) => {
  expect(counted(fetches, pageCount)).toEqual(expected)
}) // biome-ignore format: a table

test('an app that reads ahead, four at once and then one every two seconds, does not finish early', () => {
  const pages = counted([[0, 0], ...oneByOne(1, 3, 0.1), ...oneByOne(4, 19, 2)], 20)
  expect([pages[0], pages.at(-1)]).toEqual([2, 16])
})

test.each([
  ['in any order', [[2, 0], [0, 0.01], [3, 0.01], [1, 0.01]]],
  ['with a page twice', [[0, 0], [1, 0.01], [2, 0.01], [3, 0.01], [2, 0.01]]],
  ['with the first page beside those of the reader', [[0, 0], [4, 0.01], [5, 0.01], [6, 0.01], [7, 0.01]]],
] as [string, [number, number][]][])('pages of the opening that arrive %s are the lead', (_, opening) => {
  const last = Math.max(...opening.map(([page]) => page))
  expect(counted([...opening, ...oneByOne(last + 1, 19, 2)], 20).at(-1)).toBe(16)
}) // biome-ignore format: a table

test('double pages whose halves overtake each other count', () => {
  expect(counted([[0, 0], [2, 9], [1, 0.1], [4, 9], [3, 0.1], [6, 9], [5, 0.1]]).at(-1)).toBe(6) // biome-ignore format: one line
})
