import { expect, test } from 'bun:test'
import { splitNames } from './name-list'

test.each<[text: string | undefined, names: string[] | undefined]>([
  [undefined, undefined],
  [' , ;', undefined],
  ['Ada Moss, Bo Rask; Ada Moss', ['Ada Moss', 'Bo Rask']],
  ['Robert Downey, Jr., Ada Moss', ['Robert Downey, Jr.', 'Ada Moss']],
  ['Tom Vik, III; Stephen Strange, M.D.', ['Tom Vik, III', 'Stephen Strange, M.D.']],
  ['"Moss, Ada", Bo Rask', ['Moss, Ada', 'Bo Rask']],
  ['Bo Rask,"Moss, Ada"', ['Bo Rask', 'Moss, Ada']],
  ['Anna "Ace" Fenn, Bo Rask', ['Anna "Ace" Fenn', 'Bo Rask']],
  ['"never closed, Bo Rask', ['"never closed', 'Bo Rask']],
  ['Jr., Ada Moss', ['Jr.', 'Ada Moss']],
  ['尾田栄一郎, Олег Тищенков, نجيب', ['尾田栄一郎', 'Олег Тищенков', 'نجيب']],
])('%j has the names %j', (text, names) => {
  expect(splitNames(text)).toEqual(names)
})

test('ten thousand names, quoted or not, are split at once', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `"Name ${at}, the ${at}th"`)
  expect(splitNames(many.join(','))).toHaveLength(10_000)
  expect(splitNames('"'.repeat(500_000))).toHaveLength(1)
})
