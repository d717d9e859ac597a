import { describe, expect, test } from 'bun:test'
import type { IssueFacts } from '../metadata/providers/provider'
import { namesOfIssue, namesOfSeries } from './collect-names'
import { MOST_USES, roleOf } from './states'

const named = (facts: unknown) =>
  namesOfIssue(facts as IssueFacts).map(({ kind, name, role }) => [kind, name, ...(role ? [role] : [])])

describe('the names of an issue', () => {
  test('are of every kind, each once in a role', () => {
    const facts = {
      credits: [
        { name: 'Ann Lee', roles: ['Writer', 'story', 'Cover Artist'] },
        { name: 'ann lee', roles: ['writer'] },
        { name: 'Bo Ek', roles: [] },
      ],
      characters: ['The Keeper', 'Keeper'],
      teams: ['Night Watch'],
      locations: ['Old Port'],
      arcs: [{ name: 'Rising Tide', number: '1' }],
      genres: ['Noir'],
      tags: ['boats'],
    }
    expect(named(facts)).toEqual([
      ['person', 'Ann Lee', 'Writer'],
      ['person', 'Ann Lee', 'CoverArtist'],
      ['person', 'Bo Ek'],
      ['character', 'The Keeper'],
      ['team', 'Night Watch'],
      ['location', 'Old Port'],
      ['genre', 'Noir'],
      ['tag', 'boats'],
      ['arc', 'Rising Tide'],
    ])
  })

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['texts for lists', { credits: 'Ann', characters: 'Ada', arcs: 'Tide' }],
    ['blank names', { credits: [{ name: ' ', roles: ['Writer'] }], characters: ['', '  '] }],
    ['other values for names', { credits: [null, 5, { name: 7 }, {}], characters: [null, 3, {}], arcs: [null, {}] }],
    ['a text without end', { characters: ['x'.repeat(1_000_000)] }],
  ])('are left out for %s', (_, facts) => {
    expect(named(facts)).toEqual([])
  })

  test('are limited, and a role that is no word counts as none', () => {
    const credits = Array.from({ length: 10_000 }, (_, n) => ({ name: `Person ${n}`, roles: ['Writer'] }))
    expect(named({ credits })).toHaveLength(MOST_USES)
    expect(named({ credits: [{ name: 'Ann', roles: [' ', 'x'.repeat(99), 3] }] })).toEqual([['person', 'Ann']])
  })

  test('have 255 letters at most, and a role 40', () => {
    const long = (length: number) => 'x'.repeat(length)
    expect(named({ characters: [long(255), long(256)] })).toEqual([['character', long(255)]])
    const roles = [long(40), long(41)]
    expect(named({ credits: [{ name: ' Ann ', roles }] })).toEqual([['person', 'Ann', long(40)]])
  })

  test('keep other alphabets', () => {
    expect(named({ credits: [{ name: '荒木飛呂彦', roles: ['Author'] }], characters: ['Жанна'] })).toEqual([
      ['person', '荒木飛呂彦', 'Writer'],
      ['character', 'Жанна'],
    ])
  })
})

test('the authors of a series are its writers, beside publisher, imprint, genres and tags', () => {
  const facts = { publisher: 'Northgate', imprint: 'Low Tide', authors: ['Mo Rin'], genres: ['Noir'], tags: ['Road'] }
  expect(namesOfSeries(facts).map(({ kind, name, role }) => [kind, name, role])).toEqual([
    ['publisher', 'Northgate', undefined],
    ['imprint', 'Low Tide', undefined],
    ['person', 'Mo Rin', 'Writer'],
    ['genre', 'Noir', undefined],
    ['tag', 'Road', undefined],
  ])
})

test.each([
  ['writer', 'Writer'],
  ['Cover Artist', 'CoverArtist'],
  ['cover_artist', 'CoverArtist'],
  ['Colourist', 'Colorist'],
  ['Storyboarder', 'Storyboarder'],
  ['', undefined],
  ['constructor', 'constructor'],
])('the role %p is %p', (word, role) => {
  expect(roleOf(word)).toBe(role)
})
