import { expect, test } from 'bun:test'
import { hasSeededEnough } from './seeding'
import type { OwnTorrent } from './store'
import type { Seen } from './talk'
import { tallied, totalsOf } from './tally'

const row = { uploaded: 500, seeded_seconds: 60 } as OwnTorrent
const seen = (phase: Seen['phase'], uploaded: number): Seen => ({
  ...{ info_hash: 'a', phase, uploaded, total: 1000 },
  ...{ done: 0, speed: 0, eta: null, peers: 1 },
})
const at = (second: number) => `2026-11-21T08:00:${String(second).padStart(2, '0')}.000Z`

test('what was sent adds up over every run of the helper', () => {
  let tally = tallied(undefined, row, seen('downloading', 0), at(0))
  tally = tallied(tally, row, seen('seeding', 200), at(1))
  expect(totalsOf(tally)).toEqual({ total: 1000, uploaded: 700, seeded_seconds: 60 })
  tally = tallied(tally, row, seen('checking', 0), at(2))
  tally = tallied(tally, row, seen('seeding', 50), at(3))
  expect(totalsOf(tally).uploaded).toBe(750)
})

test('only time between two looks at a seeding torrent is time of seeding', () => {
  let tally = tallied(undefined, row, seen('seeding', 0), at(0))
  tally = tallied(tally, row, seen('seeding', 0), at(10))
  tally = tallied(tally, row, seen('checking', 0), at(20))
  tally = tallied(tally, row, seen('seeding', 0), at(30))
  expect(totalsOf(tally).seeded_seconds).toBe(70)
})

const given = { total: 1000, uploaded: 0, seeded_seconds: 0, minimum_ratio: null, minimum_seed_seconds: null }

test('a torrent is seeded until it has given back what the settings and its tracker ask for', () => {
  expect(hasSeededEnough(given, 0)).toBe(true)
  expect(hasSeededEnough({ ...given, uploaded: 999 }, 1)).toBe(false)
  expect(hasSeededEnough({ ...given, uploaded: 1000 }, 1)).toBe(true)
  expect(hasSeededEnough({ ...given, uploaded: 1000, minimum_ratio: 1.5 }, 1)).toBe(false)
  expect(hasSeededEnough({ ...given, uploaded: 1000, minimum_seed_seconds: 60 }, 1)).toBe(false)
  expect(hasSeededEnough({ ...given, uploaded: 1000, minimum_seed_seconds: 60, seeded_seconds: 60 }, 1)).toBe(true)
})

test('no torrent is seeded for more than a day', () => {
  const day = { ...given, seeded_seconds: 86_400, minimum_ratio: 5, minimum_seed_seconds: 300_000 }
  expect(hasSeededEnough(day, 3)).toBe(true)
})
