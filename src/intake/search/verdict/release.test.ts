import { expect, test } from 'bun:test'
import type { Offer } from '../offer'
import { offeredReleaseOf } from './release'

const NOW = '2026-03-20T12:00:00.000Z'
const offer: Offer = {
  title: 'Harbor Lights 007 (2016)',
  guid: 'a',
  link: 'https://idx.test/a',
  protocol: 'usenet',
  categories: [7030, 7000],
}

test('a release is judged by what its offer says', () => {
  const said = { size: 45_500_000, published_at: '2026-03-10T12:00:00.000Z', password: 2, seeders: 4 }
  expect(offeredReleaseOf({ ...offer, ...said }, 'Northgate', NOW)).toEqual({
    title: 'Harbor Lights 007 (2016)',
    size_mb: 45.5,
    category: [7030, 7000],
    published: '2026-03-10T12:00:00.000Z',
    age_days: 10,
    password: 2,
    seeders: 4,
    indexer: 'Northgate',
  })
})

test('facts missing from an offer are unknown, not zero', () => {
  const unknown = { size_mb: null, published: null, age_days: null, password: null, seeders: null }
  expect(offeredReleaseOf(offer, 'Northgate', NOW)).toMatchObject(unknown)
  expect(offeredReleaseOf({ ...offer, size: 0, password: 0, seeders: 0 }, 'Northgate', NOW)).toMatchObject({
    size_mb: 0,
    password: 0,
    seeders: 0,
  })
})

test.each([
  ['usenet', '2026-03-19T12:00:00.000Z', 1],
  ['usenet', '2026-03-19T12:00:00.001Z', 0],
  ['torrent', '2026-03-10T12:00:00.000Z', null],
  ['ddl', '2026-03-10T12:00:00.000Z', null],
] as const)('for a release posted by %s at %s, %p whole days count', (protocol, published_at, age_days) => {
  expect(offeredReleaseOf({ ...offer, protocol, published_at }, 'Northgate', NOW).age_days).toBe(age_days)
})
