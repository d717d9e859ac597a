import { beforeEach, describe, expect, test } from 'bun:test'
import { offer, searchHarness } from '../../../testing/indexers/search-harness'
import { makeIssues, makeSeries } from '../../../testing/make'
import { findIndexer } from '../indexers/store'
import type { FeedDetail } from './feed-pass'
import { FEED_PASS } from './feed-pass'

let harness: ReturnType<typeof searchHarness>
const wanted = (number: number) => ({ number: String(number), intent: 'wanted', release_date: '2015-06-03' }) as const
const SEVEN = offer('Harbor Lights 007 (2015) (Digital)')
const OTHER = offer('Copper Orchard 001 (2019)')

beforeEach(() => {
  harness = searchHarness({ indexers: [{ name: 'alpha' }, { name: 'beta' }] })
  makeSeries(harness.db, { year: 2015 })
  makeIssues(harness.db, 'harbor', [wanted(7), wanted(8)])
})

async function pass(): Promise<FeedDetail> {
  harness.feeds.force()
  await harness.operations.idle()
  return harness.operations.latest(FEED_PASS)!.detail as FeedDetail
}
const standing = (name: string) => findIndexer(harness.db.read, name)!

describe('an RSS pass', () => {
  test('grabs wanted issues without further queries, and remembers the last seen item', async () => {
    harness.indexers[0]!.feed = () => ({ ok: [OTHER, SEVEN] })
    const detail = await pass()
    expect(detail).toMatchObject({ releases: 2, matched: 1 })
    expect(harness.queries).toEqual(['alpha: feed', 'beta: feed'])
    expect(harness.wishes).toMatchObject([{ entity_id: 'harbor-7', indexer_id: 'alpha', requested_by: 'rss' }])
    expect(harness.runs.run(detail.run_id!, {})).toMatchObject({
      run: { trigger: 'rss', scope_type: 'wanted_backlog', completion_state: 'completed' },
      items: [{ entity_id: 'harbor-7', state: 'succeeded', series: 'Harbor Lights', issue_number: '7', unit: 'issue' }],
    })
    expect(standing('alpha')).toMatchObject({ feed_guid: OTHER.guid, feed_gap: false, hits: 1 })
    expect(standing('beta')).toMatchObject({ feed_guid: null, feed_gap: false, hits: 0 })
  })

  test('grabs nothing from a year far in the future', async () => {
    makeSeries(harness.db, { comic_id: 'quiet', name: 'Quiet Signal', year: null })
    makeIssues(harness.db, 'quiet', [{ number: '3', intent: 'wanted', release_date: null }])
    harness.indexers[0]!.feed = () => ({ ok: [offer('Quiet Signal (2031) 003')] })
    expect(await pass()).toMatchObject({ releases: 1, matched: 0 })
    harness.indexers[0]!.feed = () => ({ ok: [offer('Quiet Signal (2026) 003')] })
    expect(await pass()).toMatchObject({ releases: 1, matched: 1 })
  })

  test('reads nothing twice', async () => {
    harness.indexers[0]!.feed = () => ({ ok: [OTHER] })
    await pass()
    harness.indexers[0]!.feed = () => ({ ok: [SEVEN, OTHER] })
    expect(await pass()).toMatchObject({ releases: 1, matched: 1 })
    expect(await pass()).toMatchObject({ releases: 0, matched: 0 })
    expect(standing('alpha').feed_guid).toBe(SEVEN.guid)
  })

  test('loses no release if several share a guid, the page of their series', async () => {
    const guid = 'https://idx.test/details/series'
    harness.indexers[0]!.feed = () => ({ ok: [{ ...OTHER, guid }] })
    await pass()
    harness.indexers[0]!.feed = () => ({
      ok: [
        { ...SEVEN, guid },
        { ...OTHER, guid },
      ],
    })
    expect(await pass()).toMatchObject({ releases: 1, matched: 1 })
    expect(await pass()).toMatchObject({ releases: 0, matched: 0 })
  })

  test('says how many items of a feed were unusable', async () => {
    harness.indexers[0]!.feed = () => ({ ok: [OTHER], left_out: '12 items had no usable link' }) as never
    expect((await pass()).indexers).toMatchObject([{ left_out: '12 items had no usable link' }, { fresh: 0 }])
  })

  test('notices that releases were missed in between, until the next one reaches back again', async () => {
    harness.indexers[0]!.feed = () => ({ ok: [OTHER] })
    await pass()
    harness.indexers[0]!.feed = () => ({ ok: [offer('Something else 01'), SEVEN] })
    expect((await pass()).indexers[0]).toMatchObject({ fresh: 2, gap: true })
    expect(standing('alpha').feed_gap).toBe(true)
    await pass()
    expect(standing('alpha').feed_gap).toBe(false)
  })

  test('uses the others when one fails or is too slow, and keeps the position in each feed', async () => {
    harness.indexers[1]!.feed = () => ({ ok: [OTHER] })
    await pass()
    const before = harness.clock.now()
    harness.indexers[0]!.feed = () => new Promise(() => {})
    harness.indexers[1]!.feed = () => ({ failure: 'unavailable', detail: 'beta is down.' })
    harness.indexers.push({ name: 'gamma', feed: () => ({ ok: [SEVEN] }) })
    harness.feeds.force()
    await harness.clock.advance('2 min')
    await harness.operations.idle()
    const detail = harness.operations.latest(FEED_PASS)!.detail as FeedDetail
    expect(detail).toMatchObject({ matched: 1 })
    expect(detail.indexers[1]).toMatchObject({ indexer: 'beta', failure: 'unavailable', detail: 'beta is down.' })
    expect(standing('beta')).toMatchObject({ feed_guid: OTHER.guid, feed_at: before })
    expect(harness.wishes).toMatchObject([{ indexer_id: 'gamma' }])
  })

  test('grabs from the better of two indexers, or from the other if that one fails', async () => {
    harness.indexers[0]!.feed = () => ({ ok: [SEVEN] })
    harness.indexers[1]!.feed = () => ({ ok: [{ ...SEVEN, title: `${SEVEN.title} (f1) fixed`, guid: 'fixed' }] })
    harness.outcome = ({ indexer_id }) =>
      indexer_id === 'alpha'
        ? { state: 'submitted', release_key: 'k' }
        : { state: 'failed', code: 'provider_unavailable', detail: 'Not now.' }
    await pass()
    expect(harness.wishes.map(({ indexer_id }) => indexer_id)).toEqual(['beta', 'alpha'])
  })

  test('is refused with a sentence when it could not grab anything, and runs once at a time', () => {
    expect(harness.feeds.force().message).toBe('RSS sync started.')
    expect(harness.feeds.force().message).toBe('RSS sync is already running.')
    harness.indexers.length = 0
    expect(() => harness.feeds.force()).toThrow('No indexer is enabled. Add or enable one in Settings, Indexers.')
  })

  test('waits while automation is held, also over several rounds, and then runs once', async () => {
    harness.hold('Maintenance is under way.')
    harness.feeds.begin()
    harness.feeds.begin()
    await harness.clock.advance('1 h')
    expect([harness.operations.active(FEED_PASS).length, harness.feeds.waiting, harness.queries]).toEqual([1, 1, []])
    expect(() => harness.feeds.force()).toThrow('Maintenance is under way.')
    harness.hold()
    await harness.operations.idle()
    expect([harness.feeds.waiting, harness.queries]).toEqual([0, ['alpha: feed', 'beta: feed']])
  })

  test('leaves no lease, no timer and no search behind when nothing is new', async () => {
    expect(await pass()).not.toHaveProperty('run_id')
    expect(harness.runs.list({}).runs).toEqual([])
    expect([harness.gate.leases.active(), harness.clock.isAwaited('1 h')]).toEqual([[], false])
  })

  test("does not read the archive's feed", async () => {
    await pass()
    harness.queries.length = 0
    harness.db.write((tx) => tx.run("update indexers set type = 'archive' where indexer_id = 'beta'" as never))
    await pass()
    expect(harness.queries).toEqual(['alpha: feed'])
  })

  test('misses nothing if a feed is empty once', async () => {
    harness.indexers[0]!.feed = () => ({ ok: [OTHER] })
    await pass()
    harness.indexers[0]!.feed = () => ({ ok: [] })
    await pass()
    expect(standing('alpha')).toMatchObject({ feed_guid: OTHER.guid, feed_gap: false })
  })

  test.each([
    [SEVEN, ['again-7', 'harbor-7']],
    [offer('2015.06.03 Weekly Pack', { size: 4_000_000_000 }), ['again-7 again-8 harbor-7 harbor-8']],
  ])('grabs $title for all of its issues, a single issue for one series only', async (release, expected) => {
    makeSeries(harness.db, { comic_id: 'again', name: 'Harbor Lights', year: 2015 })
    makeIssues(harness.db, 'again', [wanted(7), wanted(8)])
    harness.db.write((tx) => tx.run('update series set allow_packs = 1' as never))
    harness.indexers[0]!.feed = () => ({ ok: [release] })
    await pass()
    expect([...new Set(harness.wishes.map(({ issue_ids }) => issue_ids.sort().join(' ')))].sort()).toEqual(expected)
  }) // biome-ignore format: one row

  test('that is cancelled ends its requests, and forgets what it read', async () => {
    let asking: AbortSignal | undefined
    harness.indexers[0]!.feed = ({ signal }) => {
      asking = signal
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('given up'))))
    }
    harness.indexers[1]!.feed = () => ({ ok: [SEVEN] })
    harness.feeds.force()
    await harness.clock.advance('1 s')
    const [operation] = harness.operations.active(FEED_PASS)
    harness.operations.cancel(operation!.operation_id)
    await harness.operations.idle()
    expect([asking?.aborted, standing('beta').feed_guid, standing('beta').feed_at]).toEqual([true, null, null])
    expect([harness.wishes, harness.gate.leases.active()]).toEqual([[], []])
  })

  test('that is cancelled during the comparison starts no search', async () => {
    harness.indexers[0]!.feed = () => ({ ok: [SEVEN] })
    Object.defineProperty(harness.settings, 'annuals_on', {
      get() {
        const [operation] = harness.operations.active(FEED_PASS)
        harness.operations.cancel(operation!.operation_id)
        return true
      },
    })
    harness.feeds.force()
    await harness.operations.idle()
    expect([harness.runs.list({}).runs, standing('alpha').feed_guid]).toEqual([[], null])
  })

  test.each(['begin', 'routine'] as const)('starts waiting searches, at the %s', async (at) => {
    harness.hold('Maintenance is under way.')
    const { run_id } = harness.runs.beginIssue('harbor-7', 'issue_wanted')!
    harness.hold()
    if (at === 'begin') harness.feeds.begin()
    else harness.runs.routine({ everyMinutes: 1440, delayMinutes: 1 })
    expect(harness.runs.run(run_id, {}).run.dispatch_state).toBe('accepted')
  })

  test('does not start when it could not grab anything', () => {
    harness.ready = { ready: false, code: 'downloader_disabled', reason: 'No folder is set.' }
    harness.feeds.begin()
    expect(harness.operations.active(FEED_PASS)).toEqual([])
    expect(() => harness.feeds.force()).toThrow('No folder is set.')
  })
})
