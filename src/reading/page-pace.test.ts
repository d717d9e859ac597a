import { expect, test } from 'bun:test'
import { plus } from '../platform/clock'
import { nextPace, type ReadingPace } from './page-pace'

const START = '2026-11-21T08:00:00.000Z'

/** Which pages count, when they are fetched so many seconds after one another. */
function counted(...fetches: [page: number, seconds: number][]): number[] {
  let pace: ReadingPace | undefined
  let at = START
  return fetches.flatMap(([page, seconds]) => {
    at = plus(at, seconds * 1000)
    const next = nextPace(pace, page, at)
    pace = next.pace
    return next.reads ? [page] : []
  })
}

test.each([
  ['pages in order at the pace of reading count from the third on', [[0, 0], [1, 5], [2, 8], [3, 20]], [2, 3]],
  ['a first page alone is no reading', [[0, 0]], []],
  ['a burst is a prefetch', [[0, 0], [1, 0.1], [2, 0.1], [3, 0.1], [4, 0.1]], []],
  ['after a prefetch, pages one by one count', [[0, 0], [1, 0.1], [2, 0.1], [3, 9], [4, 9], [5, 9]], [4, 5]],
  ['prefetching two or more at every turn counts never', [[0, 0], [1, 0.1], [2, 0.1], [3, 9], [4, 0.1], [5, 0.1]], []],
  ['a double page is one step', [[0, 0], [1, 0.1], [2, 9], [3, 0.1], [4, 9], [5, 0.1]], [4, 5]],
  ['a jump begins anew', [[0, 0], [1, 5], [9, 5], [10, 5], [11, 5]], [11]],
  ['pages backwards count never', [[9, 0], [8, 5], [7, 5], [6, 5]], []],
  ['the same page in another size is no step', [[0, 0], [1, 5], [1, 0.2], [2, 5]], [2]],
  ['a reader who returns after a while starts anew', [[0, 0], [1, 5], [2, 601], [3, 5]], []],
  ['ten minutes on a page are a slow reader', [[0, 0], [1, 600], [2, 600]], [2]],
] as [string, [number, number][], number[]][])('%s', (_, fetches, expected) => {
  expect(counted(...fetches)).toEqual(expected)
}) // biome-ignore format: a table
