import { expect, test } from 'bun:test'
import { AGE_RATINGS } from '../../base/formats/documents/comicinfo-writer'
import { METRON_AGE_RATINGS } from '../../base/formats/documents/metroninfo-writer'
import { ageRatings, strictestOf, yearsOf } from './age-ratings'

const COMIC_INFO: [string, number | null][] = [
  ['Unknown', null],
  ['Rating Pending', null],
  ['Early Childhood', 3],
  ['Everyone', 0],
  ['G', 0],
  ['Kids to Adults', 6],
  ['Everyone 10+', 10],
  ['PG', 8],
  ['Teen', 13],
  ['MA15+', 15],
  ['Mature 17+', 17],
  ['M', 17],
  ['R18+', 18],
  ['X18+', 18],
  ['Adults Only 18+', 18],
]
const METRON: [string, number | null][] = [
  ['Everyone', 0],
  ['Teen', 13],
  ['Teen Plus', 15],
  ['Mature', 17],
  ['Explicit', 18],
  ['Adult', 18],
  ['Unknown', null],
]
const OTHERS: [string, number | null][] = [
  ['safe', 0],
  ['suggestive', 13],
  ['erotica', 18],
  ['pornographic', 18],
  ['All', 0],
  ['All Ages', 0],
  ['T+', 15],
]

test.each([...COMIC_INFO, ...METRON, ...OTHERS])('%s stands for %p years', (word, years) => {
  expect(yearsOf(word)).toBe(years)
})

test('the table has every word of both documents, and no other than those above', () => {
  const words = (list: readonly (readonly [string, unknown])[]) => list.map(([word]) => word).sort()
  expect(words(COMIC_INFO)).toEqual([...AGE_RATINGS].sort())
  expect(words(METRON)).toEqual([...METRON_AGE_RATINGS].sort())
  const known = new Set([...COMIC_INFO, ...METRON, ...OTHERS].map(([word]) => word.toLowerCase()))
  expect(new Set(ageRatings.map(({ word }) => word.toLowerCase()))).toEqual(known)
})

const SPELLINGS: [string, number | null][] = [
  ['TEEN', 13],
  [' teen ', 13],
  ['Teen+', 15],
  ['teen +', 15],
  ['TeenPlus', 15],
  ['Teen-Plus', 15],
  ['t +', 15],
  ['T', null],
  ['Mature (17+)', 17],
  ['mature 17', 17],
  ['Mature 17 plus', 17],
  ['MA 15+', 15],
  ['ma15', 15],
  ['R 18+', 18],
  ['Everyone 10 +', 10],
  ['Everyone10', 10],
  ['adults-only 18+', 18],
  ['ＰＧ', 8],
  ['All-Ages', 0],
  ['Mature+', null],
  ['18+', 18],
  ['12+', 12],
  ['120', null],
  ['Teens', null],
  ['+', null],
  ['', null],
  ['constructor', null],
  ['Für alle', null],
]

test.each(SPELLINGS)('the spelling %p stands for %p years', (word, years) => {
  expect(yearsOf(word)).toBe(years)
})

test('a series without a rating is unrated', () => {
  expect(yearsOf(null)).toBeNull()
})

test('the strictest of several words counts, and unknown words only without a known one', () => {
  expect(strictestOf(['Teen', 'Mature 17+', 'Everyone'])).toBe('Mature 17+')
  expect(strictestOf(['Explicit', 'R18+'])).toBe('Explicit')
  expect(strictestOf([null, 'House rating', 'Everyone'])).toBe('Everyone')
  expect(strictestOf([null, 'House rating', 'Unknown'])).toBe('House rating')
  expect(strictestOf([null])).toBeNull()
  expect(strictestOf([])).toBeNull()
})
