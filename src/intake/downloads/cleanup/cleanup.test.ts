import { describe, expect, test } from 'bun:test'
import type { PlaceMethod } from '../../../library/filing/states'
import type { CleanupState, Protocol } from '../states'
import { type CleanupRules, cleanupAfter, dropsFiles, seededEnough } from './cleanup'
import { placeMethodOf } from './placing'

const rules = (more: Partial<CleanupRules> = {}): CleanupRules => ({
  placing: 'move',
  seed_ratio: null,
  seed_minutes: null,
  remove_completed: true,
  remove_failed: true,
  ...more,
})

test.each([
  ['usenet', 'placed', {}, 'waiting'],
  ['ddl', 'placed', {}, 'waiting'],
  ['torrent', 'placed', {}, 'seeding'],
  ['torrent', 'placed', { remove_completed: false }, null],
  ['usenet', 'placed', { placing: 'softlink' }, null],
  ['usenet', 'failed', {}, 'dropping'],
  ['usenet', 'failed', { remove_failed: false }, null],
  ['torrent', 'review', {}, null],
  ['torrent', 'cancelled', { remove_failed: false, remove_completed: false }, 'dropping'],
] as [Protocol, 'placed' | 'failed' | 'review' | 'cancelled', Partial<CleanupRules>, CleanupState | null][])(
  '%s, %s, with %p: cleanup is %p',
  (protocol, outcome, more, expected) => expect(cleanupAfter(rules(more), protocol, outcome)).toBe(expected),
)

test('without a client nothing is left to clean up', () => {
  expect(cleanupAfter(undefined, 'usenet', 'cancelled')).toBeNull()
})

test.each([
  ['usenet', 'move', false],
  ['usenet', 'copy', true],
  ['ddl', 'move', true],
  ['torrent', 'hardlink', true],
  ['torrent', 'softlink', false],
] as [Protocol, PlaceMethod, boolean][])(
  'the files of %s are removed with the job after %s: %p',
  (protocol, placing, goes) => {
    expect(dropsFiles(rules({ placing }), protocol)).toBe(goes)
  },
)

describe('a torrent has seeded enough', () => {
  const tracker = (minimum_ratio: number | null, minimum_seed_seconds: number | null) => ({
    minimum_ratio,
    minimum_seed_seconds,
  })
  test.each([
    ['never without a goal', tracker(null, null), {}, { ratio: 9, seeded_seconds: 1e6 }, false],
    ['when its client has stopped it', tracker(null, null), {}, { goal_met: true }, true],
    ["at the user's ratio", tracker(null, null), { seed_ratio: 2 }, { ratio: 2 }, true],
    [
      "after the user's minutes",
      tracker(null, null),
      { seed_ratio: 2, seed_minutes: 60 },
      { ratio: 1, seeded_seconds: 3600 },
      true,
    ],
    [
      'also not before that',
      tracker(null, null),
      { seed_ratio: 2, seed_minutes: 60 },
      { ratio: 1, seeded_seconds: 3599 },
      false,
    ],
    ["not before its tracker's minimum", tracker(3, null), { seed_ratio: 2 }, { ratio: 2, goal_met: true }, false],
    [
      "when its tracker's minimum is met, by time",
      tracker(3, 100),
      { seed_ratio: 2 },
      { ratio: 2, seeded_seconds: 100 },
      true,
    ],
  ] as const)('%s', (_, item, more, seen, enough) => {
    expect(seededEnough(item, rules(more), { state: 'seeding', ...seen })).toBe(enough)
  })
})

test.each([
  ['torrent', 'qbit', { placing: 'move' }, 'hardlink'],
  ['torrent', 'qbit', { placing: 'copy' }, 'copy'],
  ['usenet', 'sab', { placing: 'move' }, 'move'],
  ['usenet', null, undefined, 'copy'],
  ['torrent', 'gone', undefined, 'copy'],
] as [Protocol, string | null, { placing: PlaceMethod } | undefined, PlaceMethod][])(
  '%s of %p with %p is placed by %s',
  (protocol, client, own, placing) =>
    expect(placeMethodOf({ protocol, client, added: true }, own, 'copy')).toBe(placing),
)

test.each([
  ['move', 'copy'],
  ['copy', 'copy'],
  ['hardlink', 'hardlink'],
  ['softlink', 'softlink'],
] as [PlaceMethod, PlaceMethod][])('the user’s own torrent keeps its files: %s becomes %s', (own, placing) => {
  expect(placeMethodOf({ protocol: 'torrent', client: 'qbit', added: false }, { placing: own }, 'move')).toBe(placing)
})
