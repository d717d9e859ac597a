import { beforeEach, describe, expect, test } from 'bun:test'
import { makeIssues, makeSeries } from '../../testing/make'
import { searchHarness } from '../../testing/search-harness'

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

describe('a search for an issue', () => {
  const begin = (body: object = {}, sid = 'browser', issueId = 'harbor-7') =>
    harness.previews.beginIssue(issueId, sid, body as never)

  test.each([
    [undefined, 'accepted', 'Searching for 1 issue.'],
    ['Paused.', 'pending_dispatch', 'The search starts when automatic searches resume.'],
  ])('begins without a preview; while automation is held by %p it is %s', (reason, status, message) => {
    if (reason !== undefined) harness.hold(reason)
    const first = begin()
    expect(first).toMatchObject({ success: true, status, message, accepted: 1, idempotent: false })
    expect(begin()).toMatchObject({ run_id: first.run_id, status, idempotent: true })
  })

  test('begins once for a preview, of this issue, this browser and this quarter of an hour', async () => {
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

  test('is refused for what is unknown, not wanted, or not out', () => {
    makeIssues(harness.db, 'harbor', [
      { number: '9', intent: 'ignored', release_date: '2015-06-03' },
      { number: '10', intent: 'wanted', release_date: '2031-06-03' },
    ])
    expect(resultOf(() => begin({}, 'browser', 'none'))).toBe('Issue none is not in the library.')
    expect(resultOf(() => begin({}, 'browser', 'harbor-9'))).toContain('is not wanted. Mark it as wanted first.')
    expect(resultOf(() => begin({}, 'browser', 'harbor-10'))).toMatch(/not released yet|is not wanted/)
  })
})

describe('a search for a series', () => {
  const begin = (body: object) => harness.previews.beginSeries('harbor', 'browser', body as never)

  test('begins with a preview and a yes, and answers twice alike', () => {
    const { preview_token, fingerprint, eligibleCount, summary, canSearch } = harness.previews.series('harbor', 'browser')
    expect([eligibleCount, summary, canSearch]).toEqual([2, '2 issues to search, 0 left out.', true])
    const shown = { preview_token, fingerprint, confirm: true }
    expect(resultOf(() => begin({ ...shown, confirm: 'true' }))).toContain('Missing confirm')
    expect(resultOf(() => begin({ ...shown, fingerprint: 'another' }))).toContain('The missing issues have changed. Check them again.')
    const first = begin(shown)
    expect(first).toMatchObject({ status: 'accepted', accepted: 2, rejected: 0, idempotent: false, message: 'Searching for 2 issues.' })
    expect(begin(shown)).toMatchObject({ run_id: first.run_id, accepted: 2, idempotent: true })
  }) // biome-ignore format: one row

  test('shows that nothing could come of it', () => {
    harness.ready = { ready: false, code: 'route_unavailable', reason: 'Nothing takes releases.' }
    const shown = harness.previews.series('harbor', 'browser')
    expect(shown).toMatchObject({ canSearch: false, route: { viable: false, reason: 'Nothing takes releases.' } })
    const { preview_token, fingerprint } = shown
    expect(resultOf(() => begin({ preview_token, fingerprint, confirm: true }))).toBe('Nothing takes releases.')
  })
})
