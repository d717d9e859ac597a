import { describe, expect, test } from 'bun:test'
import type { StoredProgress } from '../../library/reading/progress-store'
import { CardIndex, changedAt } from './card-index'
import type { IssueCard, SeriesCard } from './card-store'
import type { FacetChoice } from './choices'

const series = (more: Partial<SeriesCard> = {}): SeriesCard => ({
  comic_id: 'harbor',
  content_type: 'comic',
  publisher: 'Northgate',
  year: 2015,
  updated_at: '2026-01-01T00:00:00.000Z',
  ...more,
})
const card = (issue_id: string, more: Partial<IssueCard> = {}): IssueCard => ({
  issue_id,
  release_date: '2015-03-04',
  updated_at: '2026-01-02T00:00:00.000Z',
  format: 'cbz',
  added_at: '2026-01-03T00:00:00.000Z',
  ...more,
})
const read = (completed: boolean, read_at = '2026-02-01T00:00:00.000Z') => ({ completed, read_at }) as StoredProgress

/** Four issues, in the order of their names. */
function library(): CardIndex {
  const cards = new CardIndex()
  cards.add(series(), card('a', { release_date: '2015-03-04', added_at: '2026-01-05T00:00:00.000Z' }), read(true))
  cards.add(series(), card('b', { release_date: null, added_at: '2026-01-07T00:00:00.000Z' }), read(false))
  cards.add(
    series({ publisher: null, content_type: 'manga' }),
    card('c', { release_date: '1999', format: 'cbr' }),
    undefined,
  )
  cards.add(
    series({ year: null, publisher: 'Rook' }),
    card('d', { release_date: '2015-04', added_at: '2026-01-05T00:00:00.000Z' }),
    undefined,
  )
  return cards
}
const all = (of: { ids: { length: number; slice(from: number, to: number): string[] } }) =>
  of.ids.slice(0, of.ids.length).join('')

describe('a choice', () => {
  test.each<[choice: FacetChoice, ids: string]>([
    [{}, 'abcd'],
    [{ sort: 'name' }, 'abcd'],
    [{ read: 'read' }, 'a'],
    [{ read: 'reading' }, 'b'],
    [{ read: 'unread' }, 'cd'],
    [{ kind: 'manga' }, 'c'],
    [{ publisher: 'Northgate' }, 'ab'],
    [{ publisher: '' }, 'c'],
    [{ publisher: 'Elsewhere' }, ''],
    [{ decade: '2010' }, 'abd'],
    [{ decade: '1990' }, 'c'],
    [{ format: 'cbr', kind: 'manga' }, 'c'],
    [{ format: 'cbr', kind: 'comic' }, ''],
    [{ sort: 'new' }, 'badc'],
    [{ sort: 'release' }, 'dacb'],
    [{ sort: 'updated' }, 'abdc'],
    [{ sort: 'new', read: 'unread' }, 'dc'],
  ])('%j is %p', (choice, ids) => {
    const cards = library()
    expect(all(cards.select(choice))).toBe(ids)
    expect(cards.select(choice).ids.length).toBe(ids.length)
    // The second query uses the stored order.
    expect(all(cards.select(choice))).toBe(ids)
  })

  test('counts each group without its own filter, and the others with it', () => {
    const { counts } = library().select({ kind: 'comic', read: 'unread' })
    expect(Object.fromEntries(counts.kind)).toEqual({ comic: 1, manga: 1 })
    expect(Object.fromEntries(counts.read)).toEqual({ read: 1, reading: 1, unread: 1 })
    expect(Object.fromEntries(counts.publisher)).toEqual({ Northgate: 0, '': 0, Rook: 1 })
  })

  test('is read in parts, and ends at its end', () => {
    const { ids } = library().select({ read: 'unread' })
    expect([ids.slice(0, 1), ids.slice(1, 10), ids.slice(5, 10)]).toEqual([['c'], ['d'], []])
  })

  test('stays correct after any number of others', () => {
    const cards = library()
    for (let at = 0; at < 30; at++) cards.select({ publisher: `P${at}` })
    expect(all(cards.select({ publisher: 'Rook' }))).toBe('d')
  })

  test('is computed once for up to twelve choices, and so are the values of a group', () => {
    const cards = library()
    const first = cards.select({})
    for (let at = 0; at < 11; at++) expect(cards.select({ publisher: `P${at}` })).not.toBe(first)
    expect(cards.select({})).toBe(first)
    cards.select({ publisher: 'the thirteenth' })
    expect(cards.select({})).not.toBe(first)
    expect(cards.values('kind')).toBe(cards.values('kind'))
  })
})

test('the values of a group are in order, with their first issue, and without the empty one', () => {
  const cards = library()
  const values = [
    { value: 'Northgate', count: 2, first: 'a' },
    { value: 'Rook', count: 1, first: 'd' },
  ]
  expect(cards.values('publisher')).toEqual(values)
  expect(cards.values('publisher')).toEqual(values)
  expect(cards.values('decade').map(({ value }) => value)).toEqual(['1990', '2010'])
  expect(cards.size).toBe(4)
})

test.each([
  ['2026-01-01', '2026-01-02', '2026-01-03', undefined, '2026-01-03'],
  ['2026-01-09', '2026-01-02', '2026-01-03', undefined, '2026-01-09'],
  ['2026-01-01', '2026-01-09', '2026-01-03', undefined, '2026-01-09'],
  ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-09', '2026-01-09'],
  ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-01', '2026-01-03'],
])('of series %s, issue %s, file %s and reading %s the last change counts', (own, issue, file, read_at, last) => {
  const progress = read_at === undefined ? undefined : { read_at }
  expect(changedAt({ updated_at: own }, { updated_at: issue, added_at: file }, progress)).toBe(last)
})
