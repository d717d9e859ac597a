import { describe, expect, test } from 'bun:test'
import { evidenceSentence } from '../edit/file-evidence'
import type { SharableFacts } from '../file-facts-store'
import { sharedFacts } from './shared-facts'

const credit = (name: string, ...roles: string[]) => ({ name, roles })
const issues: SharableFacts[] = [
  { genres: ['Crime', 'Drama'], manga: 'YesAndRightToLeft', credits: [credit('Mo Rin', 'Writer', 'Artist')] },
  {
    genres: ['crime', 'Crime'],
    manga: 'YesAndRightToLeft',
    credits: [credit('Mo Rin', 'Writer'), credit('Liv', 'Letterer')],
  },
  { genres: ['Romance'], language: 'ja', series_groups: ['Quayside'] },
  {},
]

describe('the facts that issues share', () => {
  test('are those of half of them, in the spelling of the first', () => {
    expect(sharedFacts(issues, { content_type: 'comic' })).toMatchObject({
      facts: { genres: ['Crime'], tags: undefined, series_groups: undefined, reading_direction: 'rtl' },
      stated: {
        genres: [
          { value: 'Crime', count: 2 },
          { value: 'Drama', count: 1 },
          { value: 'Romance', count: 1 },
        ],
        language: [{ value: 'ja', count: 1 }],
      },
      issues: 4,
    })
  })

  test('include the makers of a manga; those of a comic belong to its issues', () => {
    expect(sharedFacts(issues, { content_type: 'manga' }).facts.authors).toEqual(['Mo Rin'])
    expect(sharedFacts(issues, { content_type: 'comic' }).facts).not.toHaveProperty('authors')
  })

  test('of a series without files are none', () => {
    expect(sharedFacts([], { content_type: 'comic' }).facts.genres).toBeUndefined()
  })
})

test('the evidence names each value with its count, and the rest as a number', () => {
  const stated = Array.from({ length: 10 }, (_, at) => ({ value: `G${at}`, count: 10 - at }))
  expect(evidenceSentence(stated.slice(0, 2), 20)).toBe('G0 in 10, G1 in 9 of 20 issues')
  expect(evidenceSentence(stated, 1)).toEndWith('G7 in 3, 2 more of 1 issue')
  expect(evidenceSentence([], 3)).toBeUndefined()
})
