import { expect, test } from 'bun:test'
import type { PastRelease } from './past-releases'
import type { SearchSession, SessionCandidate } from './store'
import { sessionView } from './wire'

const session = (entity_type: SearchSession['entity_type']) =>
  ({ sid: 'secret', session_id: 's', entity_type, entity_id: 'harbor' }) as SearchSession
const names = new Map([
  ['a', { name: 'Mill', order: 0 }],
  ['b', { name: 'Oak', order: 1 }],
])

interface Given {
  offer?: object
  verdict?: object
  indexer_id?: string
  satisfies?: number
}
function candidate(
  candidate_id: string,
  { offer, verdict, indexer_id = 'a', satisfies = 0 }: Given = {},
): SessionCandidate {
  return {
    candidate_id,
    digest: candidate_id,
    indexer_id,
    state: 'available',
    offer: { title: 'x', protocol: 'usenet', ...offer },
    verdict: { accepted: true, overrideable: false, reason_code: 'accepted.issue', reasons: [], match_kind: 'issue', satisfies: [], ...verdict },
    satisfies: Array.from({ length: satisfies }, () => ({})),
  } as unknown as SessionCandidate // biome-ignore format: one glance
}
const refused = (reasons: number, overrideable = true) => ({
  verdict: { accepted: false, overrideable, reasons: Array.from({ length: reasons }, () => ({ code: 'c', message: 'm' })) },
}) // biome-ignore format: one glance
const order = (type: SearchSession['entity_type'], ...candidates: SessionCandidate[]) =>
  sessionView(session(type), candidates, names)
    .candidates.map(({ candidate_id }) => candidate_id)
    .join('')

test.each<[string, SearchSession['entity_type'], SessionCandidate[], string]>([
  ['accepted ones before rejected ones', 'issue', [candidate('r', refused(1)), candidate('a')], 'ar'],
  ['the first indexer before others, and a removed one last', 'issue', [candidate('x', { indexer_id: 'gone' }), candidate('b', { indexer_id: 'b' }), candidate('a')], 'abx'],
  ['few reasons before many', 'issue', [candidate('2', refused(2)), candidate('1', refused(1))], '12'],
  ['overridable ones before others', 'issue', [candidate('n', refused(1, false)), candidate('o', refused(3))], 'on'],
  ['for an issue the issue before a pack', 'issue', [candidate('p', { verdict: { match_kind: 'pack' }, satisfies: 3 }), candidate('i', { satisfies: 1 })], 'ip'],
  ['for a series the most missing issues', 'series', [candidate('1', { satisfies: 1 }), candidate('3', { satisfies: 3 }), candidate('2', { satisfies: 2 })], '321'],
  ['for a series accepted ones before those with more issues', 'series', [candidate('r', { ...refused(1), satisfies: 9 }), candidate('a', { satisfies: 1 })], 'ar'],
  ['for a series of rejected ones the most missing issues', 'series', [candidate('1', { ...refused(1), satisfies: 1 }), candidate('3', { ...refused(2), satisfies: 3 })], '31'],
  ['for a series of rejected ones with as many issues a pack', 'series', [candidate('i', { ...refused(1), satisfies: 2 }), candidate('p', { verdict: { ...refused(2).verdict, match_kind: 'pack' }, satisfies: 2 })], 'pi'],
  ['for a series of otherwise equal rejected ones few reasons', 'series', [candidate('2', refused(2)), candidate('1', refused(1))], '12'],
  ['for an issue of rejected ones few reasons, with any number of issues', 'issue', [candidate('2', { ...refused(2), satisfies: 9 }), candidate('1', { ...refused(1), satisfies: 1 })], '12'],
  ['for a series a pack before an equal issue', 'series', [candidate('i', { satisfies: 1 }), candidate('p', { satisfies: 1, verdict: { match_kind: 'pack' } })], 'pi'],
])('a search shows %s', (_, type, candidates, shown) => {
  expect(order(type, ...candidates)).toBe(shown)
}) // biome-ignore format: a row each

test.each([
  [{}, { seeders: null, peers: null, leechers: null, grabs: null, files: null }],
  [{ seeders: 2 }, { seeders: 2, peers: null, leechers: null }],
  [{ leechers: 3 }, { seeders: null, peers: null, leechers: 3 }],
  [
    { seeders: 2, leechers: 3, grabs: 4, files: 5 },
    { seeders: 2, peers: 5, leechers: 3, grabs: 4, files: 5 },
  ],
])('an offer with %j is shown with %j', (offer, metrics) => {
  expect(sessionView(session('issue'), [candidate('a', { offer })], names).candidates[0]?.candidate).toMatchObject({ metrics }) // biome-ignore format: one glance
})

test.each([
  ['accepted.issue', 'accepted'],
  ['rejected.year_mismatch', 'rejected'],
  ['blocked.blocklisted', 'blocked'],
  ['ignored.search_word', 'rejected'],
])('a verdict with %s is shown as %s', (reason_code, status) => {
  const [shown] = sessionView(session('issue'), [candidate('a', { verdict: { reason_code } })], names).candidates
  expect(shown?.verdict.status).toBe(status)
})

test('a pack is shown as one', () => {
  const kinds = ['pack', 'issue', 'none'].map((match_kind) => candidate(match_kind, { verdict: { match_kind } }))
  const { candidates } = sessionView(session('issue'), kinds, names)
  expect(candidates.map(({ candidate_id, candidate: { pack } }) => `${candidate_id} ${pack}`).sort()).toEqual([
    'issue false',
    'none false',
    'pack true',
  ])
})

test('a search shows the number of results, the indexer of each, and no browser session', () => {
  const view = sessionView(session('issue'), [candidate('a'), candidate('x', { indexer_id: 'gone' })], names)
  expect(view.candidate_count).toBe(2)
  expect(view.candidates.map(({ candidate }) => candidate.provider)).toEqual(['Mill', ''])
  expect(JSON.stringify(view)).not.toContain('secret')
})

test('of earlier releases it shows the newest fifty', () => {
  const past = new Map(
    Array.from({ length: 60 }, (_, n) => [
      `${n}`,
      { digest: `${n}`, title: `x${n}`, indexer: 'Mill', size_bytes: null, state: 'failed', reasons: [], at: `2026-01-01T00:${`${n}`.padStart(2, '0')}:00.000Z` } as PastRelease,
    ]),
  ) // biome-ignore format: one glance
  const { remembered } = sessionView(session('issue'), [], names, { past })
  expect(remembered).toHaveLength(50)
  expect([remembered[0]?.title, remembered.at(-1)?.title]).toEqual(['x59', 'x10'])
})
