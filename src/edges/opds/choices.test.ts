import { describe, expect, test } from 'bun:test'
import { choiceOf, chosenPath, type FacetCounts, facetsOf, valueTitle } from './choices'

const LIST = '/opds/books'
const countsOf = (counts: Partial<Record<keyof FacetCounts, Record<string, number>>>): FacetCounts => {
  const of = (group: keyof FacetCounts) => new Map(Object.entries(counts[group] ?? {}))
  return { read: of('read'), kind: of('kind'), publisher: of('publisher'), decade: of('decade'), format: of('format') }
}

test('a choice is read from known fields, and a sort order from its words', () => {
  expect(choiceOf({ read: 'unread', kind: '', sort: 'new', other: 'x' })).toEqual({ read: 'unread', sort: 'new' })
  expect(choiceOf({ sort: 'size' })).toEqual({})
})

test('one choice has one address, and the default order is not part of it', () => {
  const path = '/opds/books?read=unread&publisher=A%20%26%20B&sort=new'
  expect(chosenPath(LIST, choiceOf({ sort: 'new', publisher: 'A & B', read: 'unread' }))).toBe(path)
  expect(chosenPath(LIST, { sort: 'name' })).toBe(LIST)
})

test.each([
  ['read', 'reading', 'Being read'],
  ['read', 'elsewhere', 'elsewhere'],
  ['kind', 'manga', 'Manga'],
  ['decade', '1990', '1990s'],
  ['format', 'cbz', 'CBZ'],
  ['publisher', 'read', 'read'],
] as const)('in %s the value %s is named %s', (group, value, title) => {
  expect(valueTitle(group, value)).toBe(title)
})

describe('the facets of a list', () => {
  const titles = (counts: FacetCounts, choice = {}, total = 9) =>
    facetsOf(LIST, choice, counts, total).map(({ title, facets }) => [
      title,
      facets.map((each) => `${each.title} ${each.count}${each.active ? ' !' : ''}`),
    ])
  const SORT = ['Sort', ['By name 9 !', 'Newest first 9', 'By release date 9']]

  test('are the values by title with their counts, and all of them; a single value is no choice', () => {
    const counts = countsOf({
      read: { unread: 5, read: 4, reading: 0 },
      kind: { comic: 9 },
      publisher: { '': 2, B: 3, A: 4 },
    })
    expect(titles(counts)).toEqual([
      ['Reading', ['All 9 !', 'Read 4', 'Unread 5']],
      ['Publisher', ['All 9 !', 'A 4', 'B 3']],
      SORT,
    ])
  })

  test('show the chosen value as active, also when it is the only one', () => {
    expect(titles(countsOf({ kind: { comic: 9 } }), { kind: 'comic', sort: 'name' })).toEqual([
      ['Kind', ['All 9', 'Comics 9 !']],
      SORT,
    ])
  })

  test('are the twenty most frequent values, and the chosen one', () => {
    const many = Object.fromEntries(
      Array.from({ length: 25 }, (_, at) => [`P${String(at).padStart(2, '0')}`, 100 - at]),
    )
    const [[, shown]] = titles(countsOf({ publisher: many }), { publisher: 'P24' }) as [[string, string[]]]
    expect(shown).toHaveLength(22)
    expect([shown.at(1), shown.at(-2), shown.at(-1)]).toEqual(['P00 100', 'P19 81', 'P24 76 !'])
  })

  test('have no order for one entry, and none is active that was not chosen', () => {
    expect(titles(countsOf({}), {}, 1)).toEqual([])
    expect(titles(countsOf({}), { sort: 'release' }, 2)).toEqual([
      ['Sort', ['By name 2', 'Newest first 2', 'By release date 2 !']],
    ])
    // The order for clients that copy the catalog is not offered to users.
    expect(titles(countsOf({}), { sort: 'updated' }, 2)[0]![1]).not.toContainEqual(expect.stringContaining('!'))
  })

  test('count entries of a list besides its issues, and keep the other choices in their addresses', () => {
    const extra = (choice: object) => (Object.values(choice).every((each) => each === undefined) ? 1 : 0)
    const [read] = facetsOf(LIST, {}, countsOf({ read: { unread: 2, read: 1 } }), 4, extra)
    expect(read!.facets.map(({ count, path }) => [count, path])).toEqual([
      [4, LIST],
      [1, `${LIST}?read=read`],
      [2, `${LIST}?read=unread`],
    ])
    const [kept] = facetsOf(LIST, { kind: 'comic' }, countsOf({ read: { unread: 2, read: 1 } }), 3, extra)
    expect(kept!.facets.map(({ count, path }) => [count, path])).toEqual([
      [3, `${LIST}?kind=comic`],
      [1, `${LIST}?read=read&kind=comic`],
      [2, `${LIST}?read=unread&kind=comic`],
    ])
  })
})
