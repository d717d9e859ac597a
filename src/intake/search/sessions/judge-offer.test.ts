import { beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { offer } from '../../../testing/indexers/search-harness'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import type { Offer } from '../offer'
import { saveRule } from '../rules/store'
import type { KnownRelease, ReleaseLimits } from '../verdict/wanted'
import { judgeOffer } from './judge-offer'
import { TargetFinder } from './search-targets'

let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db, { year: 2015, allow_packs: true })
  const numbers = ['1', '2', '3', '4', '5', '6']
  makeIssues(db, 'harbor', numbers.map((number) => ({ number, intent: 'wanted', release_date: `2015-0${number}-06` }))) // biome-ignore format: six issues
})

interface Given {
  more?: Partial<Offer>
  known?: KnownRelease
  limits?: ReleaseLimits
  issue?: string
}
function judged(title: string, { more, known, limits = {}, issue }: Given = {}) {
  const finder = new TargetFinder({ db, clock: fakeClock(), limits: () => limits, arcIssueOf: () => undefined })
  const targets = issue ? finder.of('issue', `harbor-${issue}`) : finder.of('series', 'harbor')
  const now = '2026-11-21T08:00:00.000Z'
  const result = judgeOffer(targets, { offer: offer(title, more), indexer: 'Mill', known, now })
  return {
    code: result.verdict.reason_code,
    found: result.found_for.replace('harbor-', ''),
    brings: result.satisfies.map(({ issue_number }) => issue_number).join(),
    pack: result.verdict.match_kind === 'pack',
    overrideable: result.verdict.overrideable,
    why: result.verdict.reasons.at(-1)?.message,
  }
}

test.each<[string, Given, object]>([
  ['Harbor Lights 003 (2015)', {}, { code: 'accepted.issue', found: '3', brings: '3', pack: false }],
  ['Harbor Lights 003 (2015)', { issue: '3' }, { code: 'accepted.issue', found: '3', brings: '3' }],
  ['Harbor Lights 001-006 (2015)', { more: { size: 3e8 } }, { code: 'accepted.pack', found: '1', brings: '1,2,3,4,5,6', pack: true }],
  ['Harbor Lights 004-005 (2015)', {}, { code: 'accepted.pack', found: '4', brings: '4,5', pack: true }],
  ['Harbor Lights 004 (2015)', { issue: '3' }, { code: 'rejected.issue_mismatch', found: '3', brings: '4', overrideable: true }],
  ['Harbor Lights 001-002 (2015)', { issue: '3' }, { code: 'rejected.pack_issue_absent', brings: '1,2', pack: true, overrideable: true }],
  ['Harbor Lights 004 (1998)', { issue: '3' }, { brings: '4', overrideable: true }],
  ['Harbor Lights 004 (2015)', { issue: '3', more: { password: 1 }, limits: { reject_passworded: true } }, { brings: '4', overrideable: false }],
  ['Harbor Lights 099 (2015)', { issue: '3' }, { code: 'rejected.issue_mismatch', brings: '', overrideable: true }],
  ['Harbor Lights 099 (2015)', {}, { code: 'rejected.issue_mismatch', brings: '', overrideable: false }],
  ['Harbor Lights 090-099 (2015)', {}, { code: 'rejected.pack_issue_absent', brings: '', overrideable: false }],
  ['Harbor Lights Annual 003 (2015)', {}, { code: 'rejected.annual_mismatch', brings: '', overrideable: false }],
  ['Copper Lantern 003 (2015)', {}, { code: 'rejected.series_mismatch', found: '3', brings: '', overrideable: true }],
  ['Harbor Lights 005 (1998)', {}, { code: 'rejected.year_mismatch', found: '5', brings: '' }],
  ['Harbor Lights 005 (2015)', { more: { published_at: '2015-03-20T00:00:00.000Z' } }, { code: 'rejected.before_reference_date', found: '5', brings: '5' }],
  ['Copper Lantern 009 (2015)', {}, { code: 'rejected.series_mismatch', brings: '', overrideable: false }],
  ['Harbor Lights 003 (2015)', { more: { size: 9e8 }, limits: { max_size_mb: 500 } }, { code: 'rejected.size_above_max', found: '3', brings: '3', pack: false }],
  ['Harbor Lights 001-006 (2015)', { more: { size: 9e9 }, limits: { max_size_mb: 500 } }, { code: 'rejected.size_above_max', brings: '1,2,3,4,5,6', pack: true }],
  ['Harbor Lights 003 (1998)', { more: { size: 9e8 }, limits: { max_size_mb: 500 } }, { brings: '', pack: false }],
  ['Harbor Lights 003 (2015)', { more: { published_at: '2015-08-01T00:00:00.000Z' }, limits: { max_age_days: 4000 } }, { code: 'rejected.too_old', brings: '3' }],
  ['Harbor Lights 003 (2015)', { more: { published_at: '2015-08-01T00:00:00.000Z', protocol: 'torrent' }, limits: { max_age_days: 4000 } }, { code: 'accepted.issue' }],
  ['Harbor Lights 003 (2015)', { more: { seeders: 1, protocol: 'torrent' }, limits: { min_seeders: 2 } }, { code: 'rejected.seeders_below_min', brings: '3' }],
  ['Harbor Lights 003 (2015)', { more: { password: 1 }, limits: { reject_passworded: true } }, { code: 'rejected.password_protected', brings: '3' }],
  ['Harbor Lights 003 (2015)', { more: { categories: [2000] } }, { code: 'rejected.category_mismatch', brings: '3' }],
  ['Harbor Lights 003 (2015)', { known: { blocklisted: 'Damaged.' } }, { code: 'blocked.blocklisted', brings: '3' }],
])('%s, with %j, is judged as %j', (title, options, result) => {
  expect(judged(title, options)).toMatchObject(result)
}) // biome-ignore format: a row each

test('a pack replaces no file, though it states the better format', () => {
  makeFile(db, { issues: ['harbor-3'], path: '/library/3.cbr', format: 'cbr' })
  const rule = { rule_id: 'r', match: 'format', scope: 'all', comic_id: null, level: 'score', score: 10 } as const
  db.write((tx) => saveRule(tx, { ...rule, text: 'cbz', added_at: '2026-11-21T08:00:00.000Z' }))
  expect(judged('Harbor Lights 001-006 (2015) cbz', { issue: '3', more: { size: 3e8 } })).toMatchObject({
    code: 'rejected.packs_disabled',
    overrideable: false,
  })
  expect(judged('Harbor Lights 003 (2015) cbz', { issue: '3' })).toMatchObject({ code: 'accepted.issue', brings: '3' })
  expect(judged('Harbor Lights 003 (2015)', { issue: '4' }).code).toBe('rejected.issue_mismatch')
})

test.each<[string, object]>([
  [
    'Copper Lantern (2015)',
    { code: 'rejected.series_mismatch', brings: '', overrideable: false, why: 'No number in the name' },
  ],
  ['Harbor Lights Prologue (2015)', { brings: '', overrideable: false }],
  ['qx88vv', { brings: '', overrideable: false }],
  ['Copper Lantern Annual 002 (2016)', { found: 'a2', overrideable: true }],
  ['Copper Lantern Annual 001 (2015)', { found: 'a1', overrideable: true }],
  ['Copper Lantern Annual 009 (2015)', { overrideable: false }],
  ['Copper Lantern Annual (2015)', { found: 'a1', overrideable: true }],
  ['Copper Lantern 001-006 + Annuals (2015)', { found: '1', overrideable: true }],
  ['Harbor Lights Annual 002 (2016)', { code: 'accepted.issue', brings: '2' }],
  ['Copper Lantern 002 (2015)', { found: '2', overrideable: true }],
  ['Copper Lantern 004-005 (2015)', { found: '4', overrideable: true }],
])('beside two missing annuals %s is judged as %j', (title, result) => {
  const annual = { kind: 'annual', intent: 'wanted' } as const
  makeIssues(db, 'harbor', [{ ...annual, number: '1', release_date: '2015-12-02' }, { ...annual, number: '2', release_date: '2016-12-07' }]) // biome-ignore format: one line
  expect(judged(title)).toMatchObject(result)
})

test('if no annual is missing, no override makes one a regular issue with its number', () => {
  const refused = { code: 'rejected.series_mismatch', overrideable: false, why: 'Annual; a regular issue is wanted' }
  expect(judged('Copper Lantern Annual 003 (2015)')).toMatchObject(refused)
})

test('in a series of annuals a release of another is overridden for the issue with its number', () => {
  makeSeries(db, { comic_id: 'tides', name: 'Tide Annual', year: 2015, allow_packs: true })
  makeIssues(db, 'tides', [1, 2, 3].map((number) => ({ number: String(number), intent: 'wanted', release_date: '2015-03-06' }))) // biome-ignore format: three issues
  const finder = new TargetFinder({ db, clock: fakeClock(), limits: () => ({}), arcIssueOf: () => undefined })
  const received = { offer: offer('Harbor Annual 003 (2015)'), indexer: 'Mill', known: undefined, now: '2026-11-21T08:00:00.000Z' } // biome-ignore format: one line
  expect(judgeOffer(finder.of('series', 'tides'), received)).toMatchObject({
    found_for: 'tides-3',
    verdict: { overrideable: true, reason_code: 'rejected.series_mismatch' },
  })
})
