import { expect, test } from 'bun:test'
import {
  bookish,
  categoryNames,
  categoryNumbers,
  type Indexer,
  indexerFacts,
  indexerState,
  inSearchOrder,
  type WireIndexers,
} from './indexer-words'

const standing = (more: object = {}) => ({
  state: 'ok',
  failure: null,
  blocked_until: null,
  grabs_blocked_until: null,
  last_ok_at: null,
  lacks_categories: false,
  asked_last_day: 0,
  grabs_last_day: 0,
  caps: null,
  ...more,
})
const LATER = '2026-11-21T12:00:00Z'

test.each([
  [{ last_ok_at: LATER }, {}, /^Ready$/],
  [{}, {}, /^Not used yet$/],
  [{ failure: 'server', last_ok_at: LATER }, {}, /^Retrying soon$/],
  [{ lacks_categories: true, failure: 'server' }, {}, /^Choose categories$/],
  [{ grabs_blocked_until: LATER, lacks_categories: true }, {}, /^Download limit until .+/],
  [{ state: 'waiting', failure: 'limit', blocked_until: LATER }, {}, /^Request limit until .+/],
  [{ state: 'waiting', failure: 'server' }, {}, /^Paused$/],
  [{ state: 'blocked', blocked_until: LATER }, {}, /^Blocked until .+/],
  [{ failure: 'auth', state: 'blocked' }, { api_key_set: true }, /^API key rejected$/],
  [{ failure: 'auth' }, { api_key_set: false }, /^API key missing$/],
  [{ failure: 'auth' }, { enabled: false }, /^Off$/],
])('the indexer %j %j is %p', (health, more, word) => {
  const indexer = { enabled: true, api_key_set: true, standing: standing(health), ...more }
  expect(indexerState(indexer as never).word).toMatch(word)
  expect(indexerState(indexer as never, false).word).toBe('Off')
})

test.each([
  [{}, 'Usenet · Comics'],
  [
    { standing: standing({ asked_last_day: 12, grabs_last_day: 2 }) },
    'Usenet · Comics · 12 requests and 2 downloads in the last day',
  ],
  [
    { standing: standing({ grabs_last_day: 1 }), type: 'torznab', categories: '' },
    'Torrents · 1 download in the last day',
  ],
])('the facts of %j are %p', (more, facts) => {
  expect(
    indexerFacts({ type: 'newznab', categories: '7030', standing: standing(), ...more } as unknown as Indexer),
  ).toBe(facts)
})

test('categories have the names of the indexer, or their numbers', () => {
  const caps = { categories: [{ id: 7000, name: 'Books', sub: [{ id: 7030, name: 'Comic' }] }] } as never
  expect(categoryNames(categoryNumbers('7000, 7030,x,8000'), caps)).toEqual(['Books', 'Comic', '8000'])
  expect(categoryNames([7030, 7000], null)).toEqual(['Comics', '7000'])
})

test.each([
  [{ id: 7000, name: 'x', sub: [] }, true],
  [{ id: 7999, name: 'x', sub: [] }, true],
  [{ id: 8000, name: 'x', sub: [] }, false],
  [{ id: 6999, name: 'x', sub: [] }, false],
  [{ id: 1, name: 'E-Books', sub: [] }, true],
  [{ id: 1, name: 'x', sub: [{ name: 'TV' }, { name: 'Graphic novels' }] }, true],
])('the category %j comes first: %p', (category, isFirst) => {
  expect(bookish(category as never)).toBe(isFirst)
})

test('both lists are one, by order and name', () => {
  const of = (...providers: [string, number][]) => ({ providers: providers.map(([name, order]) => ({ name, order })) })
  const lists = { newznab: of(['b', 2], ['z', 1]), torznab: of(['a', 1], ['c', 0]) } as unknown as WireIndexers
  expect(inSearchOrder(lists).map(({ name, type }) => `${name} ${type}`)).toEqual([
    'c torznab',
    'a torznab',
    'z newznab',
    'b newznab',
  ])
})
