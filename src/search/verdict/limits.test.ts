import { expect, test } from 'bun:test'
import { limitsOf, tasteOf } from './limits'

const SET = {
  use_minsize: true,
  minsize: 5,
  use_maxsize: true,
  maxsize: 900,
  ignore_search_words: ' cam, ,promo ',
  search_languages: 'EN, de',
  ignore_covers: true,
  minseeds: 2,
  usenet_retention: 1200,
  preferred_quality: 0,
}
const config = (more: Partial<Record<keyof typeof SET, unknown>> = {}) =>
  ({ get: (name: keyof typeof SET) => ({ ...SET, ...more })[name] }) as never

test('limits are those that are set, and those that are switched off are none', () => {
  expect(limitsOf(config())).toEqual({
    min_size_mb: 5,
    max_size_mb: 900,
    ignore_words: ['cam', 'promo'],
    languages: ['en', 'de'],
    ignore_covers: true,
    reject_passworded: true,
    min_seeders: 2,
    max_age_days: 1200,
  })
  const off = config({ use_minsize: false, use_maxsize: false, ignore_search_words: '', search_languages: '' })
  expect(limitsOf(off)).toMatchObject({ min_size_mb: null, max_size_mb: null, ignore_words: [], languages: [] })
  expect(limitsOf(config({ use_maxsize: false }))).toMatchObject({ min_size_mb: 5, max_size_mb: null })
})

test.each([
  [0, {}],
  [1, { format: 'cbr' }],
  [2, { format: 'cbz' }],
  [3, {}],
])('the preferred quality %p is the taste %j', (preferred_quality, taste) => {
  expect(tasteOf(config({ preferred_quality }))).toEqual(taste as never)
})
