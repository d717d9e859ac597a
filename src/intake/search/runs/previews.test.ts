import { beforeEach, describe, expect, test } from 'bun:test'
import { findIssue, setIntent } from '../../../library/series/store'
import { searchHarness } from '../../../testing/indexers/search-harness'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import { saveRule } from '../rules/store'
import * as tokens from './previews-store'

let harness: ReturnType<typeof searchHarness>
beforeEach(() => {
  harness = searchHarness({ indexers: [{ name: 'alpha' }] })
  makeSeries(harness.db, { year: 2015 })
  makeIssues(harness.db, 'harbor', ['7', '8'].map((number) => ({ number, intent: 'wanted', release_date: '2015-06-03' }))) // biome-ignore format: two issues
})
const resultOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return (error as Error).message
  }
}

const intend = (issueId: string, intent: 'wanted' | 'skipped' | 'policy') =>
  harness.db.write((tx) => void setIntent(tx, issueId, intent, harness.clock.now()))
const STALE = { issue: 'The issue has changed. Check it again.', series: 'The missing issues have changed. Check them again.' } // biome-ignore format: one glance

describe('a search for an issue', () => {
  const begin = (body: object = {}, sid = 'browser', issueId = 'harbor-7') =>
    harness.previews.beginIssue(issueId, sid, body as never)

  test.each([
    [undefined, 'accepted', 'Searching for 1 issue.'],
    ['Paused.', 'pending_dispatch', 'The search starts when automatic searches resume.'],
  ])('starts without a preview; while automation is held by %p it is %s', (reason, status, message) => {
    if (reason !== undefined) harness.hold(reason)
    const first = begin()
    expect(first).toMatchObject({ success: true, status, message, accepted: 1, idempotent: false })
    expect(begin()).toMatchObject({ run_id: first.run_id, status, idempotent: true })
  })

  test('starts once for a preview, of this issue, this browser and this quarter of an hour', async () => {
    const { preview_token, fingerprint } = harness.previews.issue('harbor-7', 'browser')
    const shown = { preview_token, fingerprint }
    const unknown = 'This preview has expired. Request it again.'
    expect(resultOf(() => begin(shown, 'other'))).toBe(unknown)
    expect(resultOf(() => begin(shown, 'browser', 'harbor-8'))).toBe(unknown)
    expect(resultOf(() => begin({ fingerprint }))).toContain('Missing preview_token')
    expect(resultOf(() => begin({ preview_token }))).toContain('The issue has changed. Check it again.')
    expect(resultOf(() => begin({ ...shown, fingerprint: 'another' }))).toContain(
      'The issue has changed. Check it again.',
    )
    const first = begin(shown)
    expect(first).toMatchObject({ accepted: 1, idempotent: false })
    expect(begin(shown)).toMatchObject({ run_id: first.run_id, accepted: 1, idempotent: true })
    const late = harness.previews.issue('harbor-8', 'browser')
    await harness.clock.advance('15 min')
    expect(resultOf(() => begin(late, 'browser', 'harbor-8'))).toBe(unknown)
  })

  test('starts for a preview of an unchanged issue, and by its own fingerprint', () => {
    const before = harness.previews.issue('harbor-7', 'browser')
    harness.db.write((tx) => tx.run("update series set status = 'paused'" as never))
    const after = harness.previews.issue('harbor-7', 'browser')
    expect(resultOf(() => begin(before))).toBe(STALE.issue)
    expect(resultOf(() => begin({ ...before, fingerprint: after.fingerprint }))).toBe(STALE.issue)
    const { preview_token: previewToken, fingerprint } = after
    expect(begin({ previewToken, fingerprint })).toMatchObject({ status: 'accepted', idempotent: false })
  })

  test('returns the same run at any later time, also while that waits', async () => {
    harness.hold('Paused.')
    const shown = harness.previews.issue('harbor-7', 'browser')
    const first = begin(shown)
    await harness.clock.advance('1 h')
    expect(begin(shown)).toMatchObject({ run_id: first.run_id, status: 'pending_dispatch', idempotent: true })
    harness.hold()
    harness.runs.resume()
    await harness.operations.idle()
    expect(begin(shown)).toMatchObject({ run_id: first.run_id, status: 'accepted', idempotent: true })
  })

  test('starts for one in the library only if a better file is possible', () => {
    makeFile(harness.db, { issues: ['harbor-7'], path: '/library/7.cbr', format: 'cbr' })
    expect(resultOf(() => begin())).toBe('Issue harbor-7 is not wanted. Mark it as wanted first.')
    const rule = { rule_id: 'r', match: 'format', scope: 'all', comic_id: null, level: 'score', score: 10 } as const
    harness.db.write((tx) => saveRule(tx, { ...rule, text: 'cbz', added_at: harness.clock.now() }))
    expect(begin()).toMatchObject({ status: 'accepted', accepted: 1 })
  })

  test('is refused for an issue that is unknown, not wanted, or not released', () => {
    makeIssues(harness.db, 'harbor', [
      { number: '9', intent: 'ignored', release_date: '2015-06-03' },
      { number: '10', intent: 'wanted', release_date: '2031-06-03' },
    ])
    expect(resultOf(() => begin({}, 'browser', 'none'))).toBe('Issue none is not in the library.')
    expect(resultOf(() => begin({}, 'browser', 'harbor-9'))).toContain('is not wanted. Mark it as wanted first.')
    expect(resultOf(() => begin({}, 'browser', 'harbor-10'))).toBe('The issue is not released yet.')
  })
})

describe('a search for a series', () => {
  const begin = (body: object) => harness.previews.beginSeries('harbor', 'browser', body as never)

  test('starts with a preview and a confirmation, and returns the same reply twice', () => {
    const { preview_token, fingerprint, eligibleCount, summary, canSearch } = harness.previews.series('harbor', 'browser')
    expect([eligibleCount, summary, canSearch]).toEqual([2, '2 issues to search, 0 left out.', true])
    const shown = { preview_token, fingerprint, confirm: true }
    expect(resultOf(() => begin({ ...shown, confirm: 'true' }))).toContain('Missing confirm')
    expect(resultOf(() => begin({ ...shown, fingerprint: 'another' }))).toContain('The missing issues have changed. Check them again.')
    const first = begin(shown)
    expect(first).toMatchObject({ status: 'accepted', accepted: 2, rejected: 0, idempotent: false, message: 'Searching for 2 issues.' })
    expect(begin(shown)).toMatchObject({ run_id: first.run_id, accepted: 2, idempotent: true })
  }) // biome-ignore format: one row

  test('shows that nothing could be grabbed', () => {
    harness.ready = { ready: false, code: 'route_unavailable', reason: 'Nothing takes releases.' }
    const shown = harness.previews.series('harbor', 'browser')
    expect(shown).toMatchObject({ canSearch: false, route: { viable: false, reason: 'Nothing takes releases.' } })
    const { preview_token, fingerprint } = shown
    expect(resultOf(() => begin({ preview_token, fingerprint, confirm: true }))).toBe('Nothing takes releases.')
  })

  const confirmed = (more: object = {}) => {
    const { preview_token, fingerprint } = harness.previews.series('harbor', 'browser')
    return { preview_token, fingerprint, confirm: true, ...more }
  }

  test('is for the previewed issues: changes since are shown again', () => {
    const shown = confirmed()
    intend('harbor-7', 'skipped')
    makeIssues(harness.db, 'harbor', [{ number: '9', intent: 'policy', release_date: '2015-06-03' }])
    expect(resultOf(() => begin(shown))).toBe(STALE.series)
    const anew = confirmed()
    expect(resultOf(() => begin({ ...shown, fingerprint: anew.fingerprint }))).toBe(STALE.series)
    expect(begin(anew)).toMatchObject({ status: 'accepted', accepted: 2, rejected: 1 })
    expect(['7', '8', '9'].map((number) => findIssue(harness.db.read, `harbor-${number}`)?.intent)).toEqual(['skipped', 'wanted', 'wanted']) // biome-ignore format: one glance
  })

  test('names an annual as one', () => {
    makeIssues(harness.db, 'harbor', [{ number: '1', kind: 'annual', intent: 'wanted', release_date: '2015-06-03' }])
    const { eligible } = harness.previews.series('harbor', 'browser')
    expect(eligible.map(({ issueId, entityType }) => `${issueId} ${entityType}`).sort()).toEqual(['harbor-7 issue', 'harbor-8 issue', 'harbor-a1 annual']) // biome-ignore format: one glance
  })

  test('does nothing when nothing is missing any more, and needs no confirmation then', () => {
    const shown = confirmed()
    intend('harbor-7', 'skipped')
    expect(begin(confirmed())).toMatchObject({ status: 'accepted', accepted: 1 })
    intend('harbor-8', 'skipped')
    expect(begin(shown)).toMatchObject({ status: 'noop', accepted: 0, rejected: 2, run_id: null, idempotent: false })
    const none = harness.previews.series('harbor', 'browser')
    expect(none).toMatchObject({ eligibleCount: 0, canSearch: false })
    expect(none).not.toHaveProperty('preview_token')
  })

  test('does not start with the preview of an issue, or without one', () => {
    makeIssues(harness.db, 'harbor', [{ number: '9', issue_id: 'harbor', intent: 'wanted', release_date: '2015-06-03' }]) // biome-ignore format: one glance
    const issue = harness.previews.issue('harbor', 'browser')
    expect(resultOf(() => begin({ ...issue, confirm: true }))).toBe('This preview has expired. Request it again.')
    expect(resultOf(() => begin({ confirm: true }))).toContain('Missing preview_token')
  })
})

test('a token stays with the run that it was first used for, and others are unchanged', () => {
  const { db } = harness
  const scope = { sid: 'browser', scope_type: 'issue', scope_id: 'harbor-7', fingerprint: 'f' } as const
  db.write((tx) => {
    for (const token_hash of ['a', 'b'])
      tokens.insertPreview(tx, { ...scope, token_hash, created_at: '2026-11-21', expires_at: '2026-11-22' })
    for (const run of ['first', 'second']) tokens.usePreview(tx, 'a', run)
  })
  const runOf = (token: string, now: string) => tokens.findPreview(db.read, token, 'browser', now)?.run_id
  expect([runOf('a', '2026-11-21'), runOf('b', '2026-11-21')]).toEqual(['first', null])
  expect([runOf('a', '2026-11-22'), runOf('b', '2026-11-22')]).toEqual(['first', undefined])
})
