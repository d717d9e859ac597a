import { expect, test } from 'bun:test'
import type { IndexerQueryResult } from '../tables'
import type { WantedFacts } from '../verdict/wanted'
import { alternateQueries, joinedResults } from './alternate-names'

const comic: WantedFacts = { kind: 'comic', series: 'Salt Tide', year: 2015, issue: '7', aliases: ['Crab'] }

test('another name becomes one query, unless it was sent or has no word', () => {
  const names = ['Tide of Salt', 'Salt-Tide', '!!!', 'TIDE OF SALT', 'Low Water']
  const queries = ['Tide of Salt 007', 'Low Water 007']
  expect(alternateQueries(comic, names, ['Salt Tide 007'])).toEqual(queries)
  expect(alternateQueries({ ...comic, allow_packs: true }, names, ['Salt Tide 007'])).toEqual(queries)
})

test('the results of two rounds become one for each indexer, with the queries under other names', () => {
  const first: IndexerQueryResult[] = [
    { indexer: 'a', queries: ['Salt Tide 007'], found: 2 },
    { indexer: 'b', queries: ['Salt Tide 007'], found: 0 },
    { indexer: 'c', queries: ['Salt Tide 007'], found: 0, failure: 'limit', detail: 'Too many.' },
    { indexer: 'd', queries: ['Salt Tide 007'], found: 1 },
  ]
  const second: IndexerQueryResult[] = [
    { indexer: 'b', queries: ['Low Water 007'], found: 3, failure: 'unavailable', detail: 'Away.' },
    { indexer: 'a', queries: ['Low Water 007'], found: 4 },
    { indexer: 'd', queries: [], found: 0 },
  ]
  const both = ['Salt Tide 007', 'Low Water 007']
  const alternates = ['Low Water 007']
  expect(joinedResults(first, second)).toEqual([
    { indexer: 'a', queries: both, found: 6, alternates },
    { indexer: 'b', queries: both, found: 3, failure: 'unavailable', detail: 'Away.', alternates },
    { indexer: 'c', queries: ['Salt Tide 007'], found: 0, failure: 'limit', detail: 'Too many.' },
    { indexer: 'd', queries: ['Salt Tide 007'], found: 1 },
  ])
})
