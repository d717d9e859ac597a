import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { setIntent } from '../../../library/series/store'
import { testDatabase } from '../../../testing/database'
import { fakeClock } from '../../../testing/fakes/clock'
import { offer } from '../../../testing/indexers/search-harness'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { block } from '../../downloads/blocklist/store'
import { releaseDigest } from '../digest'
import type { Indexer, IndexerAnswer } from '../indexers/indexer'
import type { Offer } from '../offer'
import { saveRule } from '../rules/store'
import { refind } from './refind'
import { TargetFinder } from './search-targets'
import type { SearchSession, SessionCandidate } from './store'

const THREE = offer('Harbor Lights 003 (2015) (Digital)')
const PACK = offer('Harbor Lights 001-006 (2015)', { size: 300_000_000 })

let db: Database
let answer: IndexerAnswer<Offer[]>
let queries: string[]
let isThere: boolean
beforeEach(() => {
  db = testDatabase()
  makeSeries(db, { year: 2015, allow_packs: true })
  makeIssues(db, 'harbor', ['1', '2', '3', '4', '5', '6'].map((number) => ({ number, intent: 'wanted', release_date: `2015-0${number}-06` }))) // biome-ignore format: six issues
  answer = { ok: [THREE, PACK] }
  queries = []
  isThere = true
})
afterEach(() => db.close())

interface Given {
  offer?: Offer
  entity?: Pick<SearchSession, 'entity_type' | 'entity_id'>
  override?: boolean
  verdict?: object
  finder?: Pick<TargetFinder, 'of'>
}
function again({ offer = THREE, entity, override = false, verdict, finder }: Given = {}) {
  const clock = fakeClock()
  const search: Indexer['search'] = async ({ text }) => {
    queries.push(text)
    return answer
  }
  const indexers = { get: () => (isThere ? ({ row: { name: 'Mill' }, search } as unknown as Indexer) : undefined) }
  const targetFinder =
    finder ??
    new TargetFinder({
      db,
      clock,
      limits: () => ({ max_size_mb: 500, max_age_days: 1000 }),
      arcIssueOf: () => undefined,
    })
  const session = { entity_type: 'issue', entity_id: 'harbor-3', ...entity } as SearchSession
  const candidate = {
    indexer_id: 'a',
    digest: releaseDigest(offer),
    offer: { ...offer, found_by: 'Harbor Lights 003', found_for: 'harbor-3' },
    verdict: { accepted: true, overrideable: false, reasons: [], ...verdict },
  } as unknown as SessionCandidate
  return refind({ db, clock, indexers, targetFinder }, { session, candidate, override }, new AbortController().signal)
}
const found = async (request?: Given): Promise<unknown> => {
  const result = await again(request)
  return 'code' in result ? result.code : result
}
const SERIES = { entity_type: 'series', entity_id: 'harbor' } as const

test('a candidate is searched for again with the query that found it', async () => {
  expect(await again()).toMatchObject({ offer: THREE, issues: [{ issue_id: 'harbor-3' }], pack: false })
  expect(queries).toEqual(['Harbor Lights 003'])
})

test('a pack covers all missing issues, the one that it was found for first', async () => {
  makeFile(db, { issues: ['harbor-2'] })
  const result = await again({ offer: PACK, entity: SERIES })
  expect(result).toMatchObject({ pack: true })
  const ids = 'issues' in result ? result.issues.map(({ issue_id }) => issue_id) : []
  expect(ids).toEqual(['harbor-3', 'harbor-1', 'harbor-4', 'harbor-5', 'harbor-6'])
})

test('a pack whose searched issue is owned by now covers the others', async () => {
  makeFile(db, { issues: ['harbor-3'] })
  const result = await again({ offer: PACK, entity: SERIES })
  expect('issues' in result ? result.issues[0]?.issue_id : result).toBe('harbor-1')
})

test.each<[string, () => void, string]>([
  ['its issue is owned', () => makeFile(db, { issues: ['harbor-3'] }), 'item_not_eligible'],
  ['its indexer was removed', () => (isThere = false), 'provider_unavailable'],
  ['its indexer is unreachable', () => (answer = { failure: 'unreachable', detail: 'Away.' }), 'provider_unavailable'],
  ['its indexer is rate-limited', () => (answer = { failure: 'limit', detail: 'Enough.' }), 'search_busy'],
  ['the release is gone', () => (answer = { ok: [PACK] }), 'candidate_changed'],
  ['several look alike and none is identical', () => (answer = { ok: [{ ...THREE, guid: 'x' }, { ...THREE, guid: 'y' }] }), 'candidate_changed'],
  ['it is on the blocklist', () => db.write((tx) => block(tx, { digest: releaseDigest(THREE), title: '', indexer: '', reason: 'No.', blocked_at: '' })), 'candidate_changed'],
])('if %s the answer is %s', async (_, begin, code) => {
  begin()
  expect(await found()).toBe(code)
}) // biome-ignore format: a row each

test('among several that look alike it is the same post, and the only one under another post', async () => {
  answer = { ok: [{ ...THREE, guid: 'x', grabs: 1 }, { ...THREE, grabs: 2 }] }
  expect(await again()).toMatchObject({ offer: { grabs: 2 } })
  answer = { ok: [{ ...THREE, guid: 'x', grabs: 1 }, PACK] }
  expect(await again()).toMatchObject({ offer: { grabs: 1 } })
}) // biome-ignore format: two lists

test.each<[string, object, boolean, boolean]>([
  ['agreed to', { accepted: false, overrideable: true, reasons: [{ code: 'rejected.size_above_max' }] }, true, true],
  ['not agreed to', { accepted: false, overrideable: true, reasons: [{ code: 'rejected.size_above_max' }] }, false, false],
  ['agreed to for another reason', { accepted: false, overrideable: true, reasons: [{ code: 'rejected.too_old' }] }, true, false],
  ['accepted before', { accepted: true, reasons: [{ code: 'rejected.size_above_max' }] }, true, false],
])('a release that is too large by now and was %s', async (_, verdict, override, fits) => {
  const huge = { ...THREE, size: 900_000_000 }
  answer = { ok: [huge] }
  const result = await again({ offer: huge, verdict, override })
  if (fits) expect(result).toMatchObject({ issues: [{ issue_id: 'harbor-3' }] })
  else expect(result).toMatchObject({ code: 'candidate_changed', detail: expect.stringContaining('above the maximum of 500 MB') })
}) // biome-ignore format: a row each

test('a release with two objections by now is grabbed only if both were agreed to', async () => {
  const bad = { ...THREE, size: 900_000_000, published_at: '2015-08-01T00:00:00.000Z' }
  answer = { ok: [bad] }
  const agreed = (...codes: string[]) => {
    const reasons = codes.map((code) => ({ code: `rejected.${code}` }))
    return found({ offer: bad, override: true, verdict: { accepted: false, overrideable: true, reasons } })
  }
  expect(await agreed('size_above_max')).toBe('candidate_changed')
  expect(await agreed('too_old')).toBe('candidate_changed')
  expect(await agreed('too_old', 'size_above_max')).toMatchObject({ issues: [{ issue_id: 'harbor-3' }] })
})

const OVERRIDEN = { accepted: false, overrideable: true }
const reasons = (...codes: string[]) => codes.map((code) => ({ code }))

test('a release without missing issues is grabbed for the searched one, while that is missing', async () => {
  const stranger = offer('Harbor Lights Annual 003 (2015)')
  answer = { ok: [stranger] }
  const given = { offer: stranger, override: true }
  const first = await again({ ...given, verdict: { ...OVERRIDEN, reasons: [] } })
  expect(first).toMatchObject({ code: 'candidate_changed', detail: expect.stringContaining('The release is now rejected (') }) // biome-ignore format: one glance
  const verdict = { ...OVERRIDEN, reasons: reasons('rejected.annual_mismatch') }
  expect(await again({ ...given, verdict })).toMatchObject({ issues: [{ issue_id: 'harbor-3' }], pack: false })
  expect(await again({ ...given, verdict, entity: SERIES })).toMatchObject({ code: 'candidate_changed' })
  makeFile(db, { issues: ['harbor-3'] })
  expect(await again({ ...given, verdict })).toEqual({
    code: 'item_not_eligible',
    detail: 'The issues of this search are no longer missing.',
  })
})

test("an override is for the issue in the release's name, and for no other once that is owned", async () => {
  const five = offer('Harbor Lights 005 (2015) (Digital)')
  answer = { ok: [five] }
  const given = { offer: five, override: true, verdict: { ...OVERRIDEN, reasons: reasons('rejected.issue_mismatch') } }
  expect(await again(given)).toMatchObject({ issues: [{ issue_id: 'harbor-5' }], pack: false })
  makeFile(db, { issues: ['harbor-5'] })
  expect(await found(given)).toBe('candidate_changed')
})

test('a pack that was found for an issue that the user ignores by now still covers it', async () => {
  for (const id of ['harbor-2', 'harbor-3']) db.write((tx) => setIntent(tx, id, 'ignored', '2026-11-21T08:00:00.000Z'))
  const result = await again({ offer: PACK, entity: SERIES })
  const ids = 'issues' in result ? result.issues.map(({ issue_id }) => issue_id) : []
  expect(ids).toEqual(['harbor-3', 'harbor-1', 'harbor-4', 'harbor-5', 'harbor-6'])
  expect(await again()).toMatchObject({ issues: [{ issue_id: 'harbor-3' }], upgrade: false })
})

test('a release of another issue than agreed is refused', async () => {
  const five = offer('Harbor Lights 005 (2015) (Digital)', { size: 900_000_000 })
  answer = { ok: [five] }
  const verdict = { ...OVERRIDEN, reasons: reasons('rejected.size_above_max') }
  expect(await found({ offer: five, entity: SERIES, override: true, verdict })).toBe('candidate_changed')
})

test('a release that cannot be overridden any more is refused, though the same was agreed to', async () => {
  const why = { title: '', indexer: '', reason: 'No.', blocked_at: '' }
  db.write((tx) => block(tx, { digest: releaseDigest(THREE), ...why }))
  const verdict = { ...OVERRIDEN, reasons: reasons('blocked.blocklisted') }
  expect(await found({ verdict, override: true })).toBe('candidate_changed')
})

test('a better file is an upgrade', async () => {
  makeFile(db, { issues: ['harbor-3'], path: '/library/3.cbr', format: 'cbr' })
  const rule = { rule_id: 'r', match: 'format', scope: 'all', comic_id: null, level: 'score', score: 10 } as const
  db.write((tx) => saveRule(tx, { ...rule, text: 'cbz', added_at: '2026' }))
  const better = offer('Harbor Lights 003 (2015) cbz')
  answer = { ok: [better] }
  expect(await again({ offer: better })).toMatchObject({ upgrade: true, issues: [{ issue_id: 'harbor-3' }] })
})

test('an internal error does not mean that the release is gone', async () => {
  const finder = { of: () => { throw new TypeError('boom') } } // biome-ignore format: one glance
  await expect(again({ finder })).rejects.toThrow('boom')
})
