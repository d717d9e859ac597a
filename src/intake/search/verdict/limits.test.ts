import { expect, test } from 'bun:test'
import { leastScore, releaseLimitsOf } from './limits'

const SET = {
  use_minsize: true,
  minsize: 5,
  use_maxsize: true,
  maxsize: 900,
  search_languages: 'EN, de',
  ignore_covers: true,
  minseeds: 2,
  usenet_retention: 1200,
}
const config = (more: Partial<Record<keyof typeof SET, unknown>> = {}) =>
  ({ get: (name: keyof typeof SET) => ({ ...SET, ...more })[name] }) as never

test('only set limits apply', () => {
  expect(releaseLimitsOf(config())).toEqual({
    min_size_mb: 5,
    max_size_mb: 900,
    languages: ['en', 'de'],
    ignore_covers: true,
    reject_passworded: true,
    min_seeders: 2,
    max_age_days: 1200,
  })
  const off = config({ use_minsize: false, use_maxsize: false, search_languages: '' })
  expect(releaseLimitsOf(off)).toMatchObject({ min_size_mb: null, max_size_mb: null, languages: [] })
  expect(releaseLimitsOf(config({ use_maxsize: false }))).toMatchObject({ min_size_mb: 5, max_size_mb: null })
})

test.each([
  ['', '5', { comic: null, manga: 5 }],
  ['-10', '', { comic: -10, manga: null }],
  ['0', '+7', { comic: 0, manga: 7 }],
])('the minimum scores %p and %p are %j', (minimum_score_comics, minimum_score_manga, least) => {
  const set = config({ minimum_score_comics, minimum_score_manga } as never)
  expect({ comic: leastScore(set, 'comic'), manga: leastScore(set, 'manga') }).toEqual(least)
})
