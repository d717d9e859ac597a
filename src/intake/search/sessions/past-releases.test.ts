import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Database } from '../../../base/storage/database'
import { testDatabase } from '../../../testing/database'
import { makeIssues, makeSeries } from '../../../testing/make'
import { block } from '../../downloads/blocklist/store'
import { journal, journalIssues } from '../../downloads/tables'
import { releaseDigest, titleDigest } from '../digest'
import { saveLastSearch } from '../runs/last-store'
import { notOffered, type PastRelease, pastReleaseOf, pastReleases } from './past-releases'
import { addCandidate, addSession, type SearchSession, type SessionCandidate } from './store'

const T = (day: number) => `2026-10-${`${day}`.padStart(2, '0')}T09:00:00.000Z`
let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2', '3'])
  makeSeries(db, { comic_id: 'clouds', name: 'Clouds' })
  makeIssues(db, 'clouds', ['1'])
})
afterEach(() => db.close())

function session(entity_type: SearchSession['entity_type'], entity_id: string, session_id = 's'): SearchSession {
  const progress = { provider_total: 1, provider_completed: 1, current_provider: null }
  const times = { created_at: T(1), expires_at: T(2) }
  return { session_id, sid: 'b', entity_type, entity_id, series_id: 'harbor', state: 'complete', progress, provider_failures: [], ...times } // biome-ignore format: one row
}
const ISSUE = session('issue', 'harbor-1')
const past = (of: SearchSession = ISSUE) => [...pastReleases(db.read, of).values()]
const states = (of?: SearchSession) =>
  past(of)
    .map(({ digest, state }) => `${digest} ${state}`)
    .sort()

const blocked = (digest: string, entity_id: string | null = 'harbor-1', blocked_at = T(1)) =>
  db.write((tx) =>
    block(tx, { digest, title: `x ${digest}`, indexer: 'Mill', reason: 'Damaged.', entity_id, blocked_at }),
  )
const ended = (digest: string, more: Partial<typeof journal.$inferInsert> = {}, pack: string[] = []) =>
  db.write((tx) => {
    const row = { item_id: digest, release_key: digest, digest, title: `x ${digest}`, indexer: 'Mill', size: 5 }
    const of = { entity_type: 'issue', entity_id: 'harbor-1', comic_id: 'harbor', protocol: 'usenet' } as const
    tx.insert(journal)
      .values({ ...row, ...of, stage: 'failed', grabbed_at: T(1), updated_at: T(1), ...more })
      .run()
    for (const issue_id of pack) tx.insert(journalIssues).values({ item_id: digest, issue_id }).run()
  })
type Last = Parameters<typeof saveLastSearch>[1]
const searched = (entity_id: string, more: { ranked?: object[]; refused?: object[] }, searched_at = T(1)) =>
  db.write((tx) => {
    const row = { entity_id, entity_type: 'issue', run_id: null, state: 'no_match', summary: '' } as const
    saveLastSearch(tx, { ...row, asked: [], refused: [], grabbed: null, searched_at, ...more } as unknown as Last)
  })
const refused = (digest: string | undefined, title = `x ${digest}`) => ({ title, indexer: 'Mill', size_bytes: 40_000_000, reasons: [{ code: 'c', message: 'Too large' }, { code: 'd', message: 'Too old' }], ...(digest ? { digest } : {}) }) // biome-ignore format: one row
const ranked = (digest: string, outcome: string, detail: string | null = 'Away.') => ({ digest, title: `x ${digest}`, indexer: 'Mill', size_bytes: 7, outcome, detail }) // biome-ignore format: one row

describe('earlier outcomes', () => {
  test('of a blocked release give the reason', () => {
    blocked('d')
    const known: PastRelease = { digest: 'd', title: 'x d', indexer: 'Mill', size_bytes: null, state: 'blocked', reasons: ['Damaged.'], at: T(1) } // biome-ignore format: one glance
    expect(past()).toEqual([known])
  })

  test.each<[string, string | null, string, string[]]>([
    ['failed', 'download_failed_no_auto_handling: Missing articles.', 'failed', ['Missing articles.']],
    ['failed', 'downloaded_invalid_artifact_command', 'failed', ['The completed download contains no comic']],
    ['failed', null, 'failed', []],
    ['failed', '', 'failed', []],
    ['cancelled', 'cancelled_by_operator: Cancelled by you', 'cancelled', ['Cancelled by you']],
  ])('of a download that is %s for %p is %s: %j', (stage, reason, state, reasons) => {
    ended('d', { stage: stage as 'failed', reason })
    const known = { digest: 'd', title: 'x d', indexer: 'Mill', size_bytes: 5, state, reasons, at: T(1) }
    expect(past()).toStrictEqual([known as PastRelease])
  })

  test.each<[string, Partial<typeof journal.$inferInsert>]>([
    ['is running', { stage: 'snatched' }],
    ['waits for a review', { stage: 'manual_review' }],
    ['was allowed again', { resolution: 'retried' }],
    ['is of another issue', { entity_id: 'harbor-2' }],
  ])('include no download that %s', (_, more) => {
    ended('d', more)
    expect(past()).toEqual([])
  })

  test('exclude downloads that were resolved otherwise, but include packs with the issue', () => {
    ended('a', { resolution: 'dismissed' as never })
    ended('b', { entity_id: 'harbor-2' }, ['harbor-2', 'harbor-1'])
    ended('c', { entity_id: 'harbor-2' }, ['harbor-2', 'harbor-3'])
    expect(states()).toEqual(['a failed', 'b failed'])
  })

  test('of the last search are those that failed and those that were rejected', () => {
    searched('harbor-1', {
      ranked: [ranked('a', 'failed'), ranked('b', 'failed', null), ranked('c', 'grabbed')],
      refused: [refused('d'), refused(undefined, 'Harbor Lights 001')],
    })
    const base = { indexer: 'Mill', at: T(1) }
    const why = { size_bytes: 40_000_000, state: 'rejected', reasons: ['Too large', 'Too old'] }
    expect(past()).toEqual([
      { digest: 'a', title: 'x a', size_bytes: 7, state: 'failed', reasons: ['Away.'], ...base },
      { digest: 'b', title: 'x b', size_bytes: 7, state: 'failed', reasons: [], ...base },
      { digest: 'd', title: 'x d', ...why, ...base },
      { digest: releaseDigest({ title: 'Harbor Lights 001', size: 40_000_000 }), title: 'Harbor Lights 001', ...why, ...base },
    ] as PastRelease[]) // biome-ignore format: a row each
  })

  test('are the strongest of several, and the newer of two equally strong', () => {
    searched('harbor-1', { refused: [refused('a'), refused('b'), refused('c')], ranked: [ranked('c', 'failed')] }) // biome-ignore format: one glance
    for (const digest of ['a', 'b']) ended(digest)
    blocked('a')
    expect(states()).toEqual(['a blocked', 'b failed', 'c failed'])
    ended('old', { digest: 'e', updated_at: T(2), stage: 'cancelled' })
    ended('new', { digest: 'e', updated_at: T(3) })
    expect(states()).toContain('e failed')
  })

  test('belong to the issue, to all issues of a series, or to the issue behind an entry of a story arc', () => {
    blocked('one')
    blocked('two', 'harbor-2')
    blocked('other', 'clouds-1')
    blocked('none', null)
    ended('three', { entity_id: 'harbor-3' })
    searched('harbor-2', { refused: [refused('four')] })
    searched('clouds-1', { refused: [refused('five')] })
    expect(states(session('issue', 'harbor-2'))).toEqual(['four rejected', 'two blocked'])
    expect(states(session('annual', 'harbor-1'))).toEqual(['one blocked'])
    expect(states(session('series', 'harbor'))).toEqual(['four rejected', 'one blocked', 'three failed', 'two blocked'])
    const arc = session('story_arc_issue', 'arc-1', 'arc')
    expect(states(arc)).toEqual([])
    const candidate = (session_id: string, found_for: string) => {
      const facts = { digest: 'x', indexer_id: 'a', state: 'available', verdict: {}, satisfies: [], outcome: null }
      const row = { session_id, candidate_id: session_id, ...facts, offer: { found_for }, updated_at: T(1) }
      db.write((tx) => addCandidate(tx, row as unknown as SessionCandidate))
    }
    db.write((tx) => {
      addSession(tx, session('issue', 'harbor-3', 'another'))
      addSession(tx, arc)
    })
    candidate('another', 'harbor-3')
    expect(states(arc)).toEqual([])
    candidate('arc', 'harbor-1')
    expect(states(arc)).toEqual(['one blocked'])
  })

  test('are limited to a hundred releases of each kind, the newest', () => {
    for (let n = 0; n < 101; n++) {
      blocked(`b${n}`, 'harbor-1', new Date(Date.parse(T(1)) + n * 1000).toISOString())
      ended(`e${n}`, { updated_at: new Date(Date.parse(T(1)) + n * 1000).toISOString() })
    }
    const known = states()
    expect(known).toHaveLength(200)
    expect([known.includes('b0 blocked'), known.includes('e0 failed')]).toEqual([false, false])
  })
})

describe('the earlier outcome', () => {
  const release = (digest: string, more: Partial<PastRelease> = {}): PastRelease => ({ digest, title: 'x', indexer: 'Mill', size_bytes: 1, state: 'failed', reasons: [], at: T(1), ...more }) // biome-ignore format: one row
  const all = (...releases: PastRelease[]) => new Map(releases.map((each) => [each.digest, each]))
  const candidate = (digest: string, title = 'Harbor Lights 001') => ({ digest, offer: { title } }) as SessionCandidate

  test('of a candidate is found by its digest, else by its title', () => {
    const titled = release(titleDigest('Harbor Lights 001'))
    expect(pastReleaseOf(all(release('a'), titled), candidate('a'))?.digest).toBe('a')
    expect(pastReleaseOf(all(release('a'), titled), candidate('b'))).toBe(titled)
    expect(pastReleaseOf(all(release('a'), titled), candidate('b', 'Clouds 001'))).toBeUndefined()
  })

  test.each([
    ['failed', true],
    ['cancelled', true],
    ['blocked', true],
    ['rejected', false],
  ] as const)('%s counts for a candidate: %p', (state, counts) => {
    expect(pastReleaseOf(all(release('a', { state })), candidate('a')) !== undefined).toBe(counts)
  })

  test('of releases that nobody offers is listed, newest first, and in order for equal times', () => {
    const titled = release(titleDigest('Harbor Lights 001'))
    const known = all(release('a'), titled, release('b', { at: T(3) }), release('c'), release('d', { at: T(2) }))
    const listed = (...offered: SessionCandidate[]) => notOffered(known, offered).map(({ digest }) => digest)
    expect(listed(candidate('x', 'y'))).toEqual(['b', 'd', 'a', titled.digest, 'c'])
    expect(listed(candidate('b'), candidate('c'))).toEqual(['d', 'a'])
  })
})
