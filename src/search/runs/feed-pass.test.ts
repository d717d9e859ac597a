import { beforeEach, describe, expect, test } from 'bun:test'
import { makeIssues, makeSeries } from '../../testing/make'
import { offer, searchHarness } from '../../testing/search-harness'
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

describe('a look at what is new', () => {
  test('takes what is wanted without asking further, and remembers how far it saw', async () => {
    harness.indexers[0]!.feed = () => ({ ok: [OTHER, SEVEN] })
    const detail = await pass()
    expect(detail).toMatchObject({ releases: 2, matched: 1 })
    expect(harness.queries).toEqual(['alpha: feed', 'beta: feed'])
    expect(harness.wishes).toMatchObject([{ entity_id: 'harbor-7', indexer_id: 'alpha', requested_by: 'rss' }])
    expect(harness.runs.run(detail.run_id!, {})).toMatchObject({
      run: { trigger: 'rss', scope_type: 'wanted_backlog', completion_state: 'completed' },
      items: [{ entity_id: 'harbor-7', state: 'succeeded', series: 'Harbor Lights', issue_number: '7' }],
    })
    expect(standing('alpha')).toMatchObject({ feed_guid: OTHER.guid, feed_gap: false, hits: 1 })
    expect(standing('beta')).toMatchObject({ feed_guid: null, feed_gap: false, hits: 0 })
  })

  test('takes nothing from a year that is far ahead', async () => {
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

  test('notices that releases were missed in between, until the next one reaches back again', async () => {
    harness.indexers[0]!.feed = () => ({ ok: [OTHER] })
    await pass()
    harness.indexers[0]!.feed = () => ({ ok: [offer('Something else 01'), SEVEN] })
    expect((await pass()).indexers[0]).toMatchObject({ fresh: 2, gap: true })
    expect(standing('alpha').feed_gap).toBe(true)
    await pass()
    expect(standing('alpha').feed_gap).toBe(false)
  })

  test('uses the others when one fails or is too slow, and keeps the place in each feed', async () => {
    harness.indexers[1]!.feed = () => ({ ok: [OTHER] })
    await pass()
    harness.indexers[0]!.feed = () => new Promise(() => {})
    harness.indexers[1]!.feed = () => ({ failure: 'unavailable', detail: 'beta is down.' })
    harness.indexers.push({ name: 'gamma', feed: () => ({ ok: [SEVEN] }) })
    harness.feeds.force()
    await harness.clock.advance('2 min')
    await harness.operations.idle()
    const detail = harness.operations.latest(FEED_PASS)!.detail as FeedDetail
    expect(detail).toMatchObject({ matched: 1 })
    expect(detail.indexers[1]).toMatchObject({ indexer: 'beta', failure: 'unavailable', detail: 'beta is down.' })
    expect(standing('beta').feed_guid).toBe(OTHER.guid)
    expect(harness.wishes).toMatchObject([{ indexer_id: 'gamma' }])
  })

  test('takes the better of two indexers, and the other where that one cannot give it', async () => {
    harness.indexers[0]!.feed = () => ({ ok: [SEVEN] })
    harness.indexers[1]!.feed = () => ({ ok: [{ ...SEVEN, title: `${SEVEN.title} (f1) fixed`, guid: 'fixed' }] })
    harness.outcome = ({ indexer_id }) =>
      indexer_id === 'alpha'
        ? { state: 'submitted', release_key: 'k' }
        : { state: 'failed', code: 'provider_unavailable', detail: 'Not now.' }
    await pass()
    expect(harness.wishes.map(({ indexer_id }) => indexer_id)).toEqual(['beta', 'alpha'])
  })

  test('is refused with a sentence when it could lead to nothing, and is one at a time', () => {
    expect(harness.feeds.force().message).toBe('RSS sync started.')
    expect(harness.feeds.force().message).toBe('RSS sync is already running.')
    harness.indexers.length = 0
    expect(() => harness.feeds.force()).toThrow('No indexer is enabled. Add or enable one in Settings, Indexers.')
  })

  test('waits while automation is held, also over several rounds, and then asks once', async () => {
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
})
