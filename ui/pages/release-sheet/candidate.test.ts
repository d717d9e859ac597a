import { describe, expect, test } from 'bun:test'
import {
  ageWords,
  bestOf,
  candidateFacts,
  fillsWords,
  type ReleaseSheetView,
  shownCandidates,
  type WireCandidate,
} from './candidate'

type Facts = Partial<WireCandidate['candidate']> & { seeders?: number | null; grabs?: number | null }
type Parts = Partial<Omit<WireCandidate, 'candidate' | 'satisfies'>> & {
  facts?: Facts
  fills?: string[]
  accepted?: boolean
}

const release = (name: string, { facts = {}, fills = ['1'], accepted = true, ...more }: Parts = {}): WireCandidate => {
  const { seeders = null, grabs = null, ...rest } = facts
  return {
    candidate_id: name,
    state: 'available',
    past: null,
    verdict: { accepted },
    satisfies: fills.map((issue_number) => ({ issue_number, entity_id: `i${issue_number}` })),
    ...more,
    candidate: {
      provider: name,
      source_kind: 'usenet',
      size_bytes: null,
      published_at: null,
      pack: false,
      metrics: { seeders, grabs },
      ...rest,
    },
  } as unknown as WireCandidate
}
const names = (all: readonly WireCandidate[]) => all.map(({ candidate }) => candidate.provider).join(' ')

describe('the list of releases', () => {
  const all = [
    release('b', {
      accepted: false,
      facts: { size_bytes: 30, published_at: '2026-01-02T00:00:00Z', seeders: 0, grabs: 9 },
    }),
    release('c', { facts: { size_bytes: 20, published_at: '2026-01-01T00:00:00Z', grabs: 7 } }),
    release('a'),
    release('d', { accepted: false }),
  ]
  const shown = (view: Partial<ReleaseSheetView>) =>
    names(shownCandidates(all, { show: 'all', sort: 'best', down: true, ...view }))

  test.each<[view: Partial<ReleaseSheetView>, order: string]>([
    [{}, 'c a b d'],
    [{ down: false }, 'd b a c'],
    [{ show: 'fits' }, 'c a'],
    [{ show: 'refused' }, 'b d'],
    [{ sort: 'size' }, 'b c a d'],
    [{ sort: 'size', down: false }, 'c b a d'],
    [{ sort: 'age', down: false }, 'b c a d'],
    [{ sort: 'age', down: true }, 'c b a d'],
    // Seeders are shown before grabs, even zero.
    [{ sort: 'alive' }, 'c b a d'],
    [{ sort: 'indexer', down: false }, 'a b c d'],
    [{ sort: 'indexer', down: true }, 'd c b a'],
  ])('by %j is %s', (view, order) => {
    expect(shown(view)).toBe(order)
  })
})

describe('the best release', () => {
  test.each<[what: string, all: WireCandidate[], best: string | undefined]>([
    ['is the first accepted one', [release('a', { accepted: false }), release('b'), release('c')], 'b'],
    ['is not one that was tried before', [release('a', { past: {} as never }), release('b')], 'b'],
    ['is not one with an active download', [release('a', { state: 'submitted' })], undefined],
    [
      'has an issue without an active download',
      [release('a', { state: 'submitted' }), release('b'), release('c', { fills: ['1', '2'] })],
      'c',
    ],
    ['is none without releases', [], undefined],
  ])('%s', (_what, all, best) => {
    expect(bestOf(all)?.candidate.provider).toBe(best as never)
  })

  test('may have no missing issue, as long as no download is active', () => {
    expect(names([bestOf([release('a', { fills: [] })])!])).toBe('a')
  })
})

const NOW = Date.parse('2026-11-21T12:00:00Z')

test('the facts of a release leave out unknown ones', () => {
  expect(candidateFacts(release('Rook'), NOW)).toEqual(['Rook', 'Usenet', 'Unknown size'])
  const facts = {
    source_kind: 'torrent' as never,
    size_bytes: 120_000_000,
    published_at: '2026-11-18T12:00:00Z',
    pack: true,
    seeders: 1,
    grabs: 0,
  }
  expect(candidateFacts(release('Rook', { facts }), NOW)).toEqual([
    'Rook', 'Torrent', 'Pack', expect.stringContaining('MB'), '3 days old', '1 seeder', '0 grabs',
  ]) // biome-ignore format: one glance
})

test.each([
  ['2026-11-21T11:59:00Z', 'New'],
  ['2026-11-22T12:00:00Z', 'New'],
  ['2026-11-21T11:00:00Z', '1 hour old'],
  ['2026-11-20T12:00:01Z', '23 hours old'],
  ['2026-11-20T12:00:00Z', '1 day old'],
  ['2026-10-20T12:00:00Z', '1 month old'],
  ['2015-11-20T12:00:00Z', '11 years old'],
])('a release of %s is %s', (at, words) => {
  expect(ageWords(at, NOW)).toBe(words)
})

test.each([
  [['3'], '#3'],
  [['1', '2'], '#1, #2'],
  [['1', '2', '3', '4', '9'], '#1 to #4, #9'],
  [['1', '1.5', '2'], '#1, #1.5, #2'],
  [['9', '8'], '#9, #8'],
  [[], ''],
  [
    ['1', '3', '5', '7', '9', '11', '13', '15', '17', '19', '21', '23'],
    '#1, #3, #5, #7, #9, #11, #13, #15, #17, #19, #21, #23',
  ],
  [
    ['1', '3', '5', '7', '9', '11', '13', '15', '17', '19', '21', '23', '25'],
    '#1, #3, #5, #7, #9, #11, #13, #15, #17, #19, #21, #23, 1 more',
  ],
])('the issues %j are named %p', (fills, words) => {
  expect(fillsWords(release('a', { fills }))).toBe(words)
})
