import { expect, test } from 'bun:test'
import { missingPages } from './page-gaps'

const run = (...numbers: number[]) => numbers.map((n) => `Harbor 001-${String(n).padStart(3, '0')}.jpg`)
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

test.each<[string, string[], string | undefined]>([
  ['a whole run', run(...upTo(9)), undefined],
  ['one missing page', run(1, 2, 3, 4, 6, 7), '5'],
  ['several', run(...upTo(5), 8, 9, 10, 12, 13, 14, 15, 16), '6–7, 11'],
  ['a double page', ['p1.jpg', 'p2.jpg', 'p3-4.jpg', 'p5.jpg', 'p6.jpg', 'p7.jpg'], undefined],
  ['a double page of padded names', ['a01.jpg', 'a02.jpg', 'a03_04.jpg', 'a05.jpg', 'a06.jpg', 'a07.jpg'], undefined],
  ['letters after a number', ['1.jpg', '2.jpg', '2b.jpg', '3.jpg', '4.jpg', '6.jpg'], '5'],
  ['folders', upTo(6).map((n) => `Harbor 001/${n}.jpg`), undefined],
  ['a cover and credits beside the run', ['cover.jpg', 'zz credits.jpg', ...run(1, 2, 3, 5, 6, 7)], '4'],
  ['few pages', run(1, 3), undefined],
  ['numbers that are no run', run(10, 20, 30, 40, 50, 60), undefined],
  ['names without numbers', ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'], undefined],
  ['a late first page', run(5, 6, 7, 8, 9), undefined],
])('of %s', (_, names, expected) => {
  expect(missingPages(names)).toBe(expected!)
})
