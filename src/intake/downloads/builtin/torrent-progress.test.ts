import { beforeEach, describe, expect, test } from 'bun:test'
import type { TorrentStatus } from './helper-messages'
import { hasSeededEnough } from './seeding'
import type { BuiltinTorrentRow } from './store'
import { idles, nextProgress, totalsOf } from './torrent-progress'
import { TorrentQueue } from './torrent-queue'

const row = { uploaded: 500, seeded_seconds: 60 } as BuiltinTorrentRow
const seen = (phase: TorrentStatus['phase'], uploaded: number): TorrentStatus => ({
  info_hash: 'a',
  phase,
  uploaded,
  total: 1000,
  done: 0,
  speed: 0,
  eta: null,
  peers: 1,
})
const at = (second: number) => `2026-11-21T08:00:${String(second).padStart(2, '0')}.000Z`

test('uploaded bytes add up over all runs of the helper', () => {
  let tally = nextProgress(undefined, row, seen('downloading', 0), at(0))
  tally = nextProgress(tally, row, seen('seeding', 200), at(1))
  expect(totalsOf(tally)).toEqual({ total: 1000, uploaded: 700, seeded_seconds: 60 })
  tally = nextProgress(tally, row, seen('checking', 0), at(2))
  tally = nextProgress(tally, row, seen('seeding', 50), at(3))
  expect(totalsOf(tally).uploaded).toBe(750)
})

test('uploaded bytes count once, however often they are reported', () => {
  let tally = nextProgress(undefined, row, seen('seeding', 200), at(0))
  for (const second of [1, 2, 3]) tally = nextProgress(tally, row, seen('seeding', 200), at(second))
  expect(totalsOf(tally).uploaded).toBe(700)
})

test('a long check does not count as idle', () => {
  const first = nextProgress(undefined, row, seen('checking', 0), at(0))
  expect(idles(nextProgress(first, row, seen('checking', 0), '2026-11-21T08:30:00.000Z'))).toBe(false)
})

test('only time between two checks of a seeding torrent counts as seeding time', () => {
  let tally = nextProgress(undefined, row, seen('seeding', 0), at(0))
  tally = nextProgress(tally, row, seen('seeding', 0), at(10))
  tally = nextProgress(tally, row, seen('checking', 0), at(25))
  tally = nextProgress(tally, row, seen('seeding', 0), at(30))
  expect(totalsOf(tally).seeded_seconds).toBe(70)
})

const progress = { total: 1000, uploaded: 0, seeded_seconds: 0, minimum_ratio: null, minimum_seed_seconds: null }

test('a torrent seeds until it meets the ratio of the settings and of its tracker', () => {
  expect(hasSeededEnough(progress, 0)).toBe(true)
  expect(hasSeededEnough({ ...progress, uploaded: 999 }, 1)).toBe(false)
  expect(hasSeededEnough({ ...progress, uploaded: 1000 }, 1)).toBe(true)
  expect(hasSeededEnough({ ...progress, uploaded: 1000, minimum_ratio: 1.5 }, 1)).toBe(false)
  expect(hasSeededEnough({ ...progress, uploaded: 1000, minimum_seed_seconds: 60 }, 1)).toBe(false)
  expect(hasSeededEnough({ ...progress, uploaded: 1000, minimum_seed_seconds: 60, seeded_seconds: 60 }, 1)).toBe(true)
})

test('no torrent is seeded for more than a day', () => {
  const day = { ...progress, seeded_seconds: 86_400, minimum_ratio: 5, minimum_seed_seconds: 300_000 }
  expect(hasSeededEnough(day, 3)).toBe(true)
})

describe('the queue', () => {
  const torrent = (info_hash: string, completed_at: string | null = null) =>
    ({ info_hash, completed_at }) as BuiltinTorrentRow
  let idle: string[]
  let atOnce: number
  let turns: TorrentQueue
  const next = (...rows: BuiltinTorrentRow[]) => turns.next(rows).map(({ info_hash }) => info_hash)
  const [a, b, c] = ['a', 'b', 'c'].map((hash) => torrent(hash)) as [
    BuiltinTorrentRow,
    BuiltinTorrentRow,
    BuiltinTorrentRow,
  ]
  beforeEach(() => {
    idle = []
    atOnce = 1
    turns = new TorrentQueue({ idles: (hash) => idle.includes(hash), atOnce: () => atOnce })
  })

  test('starts each row once, in order, and the next one when one ends', () => {
    expect(next(a, b, c)).toEqual(['a'])
    expect(next(a, b, c)).toEqual([])
    expect([turns.has('a'), turns.has('b')]).toEqual([true, false])
    turns.end('a')
    expect(next(b, c)).toEqual(['b'])
    atOnce = 2
    expect(next(b, c)).toEqual(['c'])
    atOnce = 0
    expect(next(b, c, torrent('d'))).toEqual([])
  })

  test('gives no slot to idle or seeding torrents', () => {
    expect(next(a, b)).toEqual(['a'])
    idle = ['a']
    expect(next(a, b, c)).toEqual(['b'])
    expect(next(torrent('s', 'now'), torrent('t', 'now'), a, b, c)).toEqual(['s', 't'])
    turns.end('b')
    turns.hold('c')
    expect(next(a, c)).toEqual([])
  })

  test('starts all torrents again in a new helper', () => {
    atOnce = 2
    next(a, b)
    turns.endAll()
    expect(next(a, b)).toEqual(['a', 'b'])
  })
})

test('a torrent is idle after five minutes without data; a check, progress or a new phase resets that', () => {
  const later = (minutes: number) => `2026-11-21T08:0${minutes}:00.000Z`
  const first = nextProgress(undefined, row, seen('downloading', 0), later(0))
  const looked = (now: Partial<TorrentStatus>, minutes: number) =>
    idles(nextProgress(first, row, { ...first.seen, ...now }, later(minutes)))
  expect(looked({}, 4)).toBe(false)
  expect(looked({}, 5)).toBe(true)
  expect(looked({ done: 1 }, 5)).toBe(false)
  expect(looked({ phase: 'checking' }, 5)).toBe(false)
  expect(looked({ phase: 'seeding' }, 5)).toBe(false)
})

test('the size of a torrent is saved once it is known', () => {
  const known = nextProgress(undefined, row, seen('seeding', 0), at(0))
  expect(totalsOf(known)).toEqual({ total: 1000, uploaded: 500, seeded_seconds: 60 })
  const unknown = { ...known, seen: { ...known.seen, total: null } }
  expect(totalsOf(unknown)).toEqual({ uploaded: 500, seeded_seconds: 60 })
})
