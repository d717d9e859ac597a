import { beforeEach, describe, expect, test } from 'bun:test'
import { makeIssues, makeSeries } from '../../testing/make'
import { offer, searchHarness } from '../../testing/search-harness'
import { findIndexer } from '../indexers/store'
import type { FeedDetail } from './feed-pass'
import { FEED_PASS } from './feed-pass'

let house: ReturnType<typeof searchHarness>
const wanted = (number: number) => ({ number: String(number), intent: 'wanted', release_date: '2015-06-03' }) as const
const SEVEN = offer('Harbor Lights 007 (2015) (Digital)')
const OTHER = offer('Copper Orchard 001 (2019)')

beforeEach(() => {
  house = searchHarness({ indexers: [{ name: 'alpha' }, { name: 'beta' }] })
  makeSeries(house.db, { year: 2015 })
  makeIssues(house.db, 'harbor', [wanted(7), wanted(8)])
})

async function pass(): Promise<FeedDetail> {
  house.feeds.force()
  await house.operations.idle()
  return house.operations.latest(FEED_PASS)!.detail as FeedDetail
}
const standing = (name: string) => findIndexer(house.db.read, name)!

describe('a look at what is new', () => {
  test('takes what is wanted without asking further, and remembers how far it saw', async () => {
    house.indexers[0]!.feed = () => ({ ok: [OTHER, SEVEN] })
    const detail = await pass()
    expect(detail).toMatchObject({ releases: 2, matched: 1 })
    expect(house.asked).toEqual(['alpha: feed', 'beta: feed'])
    expect(house.wishes).toMatchObject([{ entity_id: 'harbor-7', indexer_id: 'alpha', requested_by: 'rss' }])
    expect(house.runs.run(detail.run_id!, {})).toMatchObject({
      run: { trigger: 'rss', scope_type: 'wanted_backlog', completion_state: 'completed' },
      items: [{ entity_id: 'harbor-7', state: 'succeeded', series: 'Harbor Lights', issue_number: '7' }],
    })
    expect(standing('alpha')).toMatchObject({ feed_guid: OTHER.guid, feed_gap: false, hits: 1 })
    expect(standing('beta')).toMatchObject({ feed_guid: null, feed_gap: false, hits: 0 })
  })

  test('takes nothing from a year that is far ahead', async () => {
    makeSeries(house.db, { comic_id: 'quiet', name: 'Quiet Signal', year: null })
    makeIssues(house.db, 'quiet', [{ number: '3', intent: 'wanted', release_date: null }])
    house.indexers[0]!.feed = () => ({ ok: [offer('Quiet Signal (2031) 003')] })
    expect(await pass()).toMatchObject({ releases: 1, matched: 0 })
    house.indexers[0]!.feed = () => ({ ok: [offer('Quiet Signal (2026) 003')] })
    expect(await pass()).toMatchObject({ releases: 1, matched: 1 })
  })

  test('reads nothing twice', async () => {
    house.indexers[0]!.feed = () => ({ ok: [OTHER] })
    await pass()
    house.indexers[0]!.feed = () => ({ ok: [SEVEN, OTHER] })
    expect(await pass()).toMatchObject({ releases: 1, matched: 1 })
    expect(await pass()).toMatchObject({ releases: 0, matched: 0 })
    expect(standing('alpha').feed_guid).toBe(SEVEN.guid)
  })

  test('notices that releases were missed in between, until the next one reaches back again', async () => {
    house.indexers[0]!.feed = () => ({ ok: [OTHER] })
    await pass()
    house.indexers[0]!.feed = () => ({ ok: [offer('Something else 01'), SEVEN] })
    expect((await pass()).indexers[0]).toMatchObject({ fresh: 2, gap: true })
    expect(standing('alpha').feed_gap).toBe(true)
    await pass()
    expect(standing('alpha').feed_gap).toBe(false)
  })

  test('uses the others when one fails or is too slow, and keeps the place in each feed', async () => {
    house.indexers[1]!.feed = () => ({ ok: [OTHER] })
    await pass()
    house.indexers[0]!.feed = () => new Promise(() => {})
    house.indexers[1]!.feed = () => ({ failure: 'unavailable', detail: 'beta is down.' })
    house.indexers.push({ name: 'gamma', feed: () => ({ ok: [SEVEN] }) })
    house.feeds.force()
    await house.clock.advance('2 min')
    await house.operations.idle()
    const detail = house.operations.latest(FEED_PASS)!.detail as FeedDetail
    expect(detail).toMatchObject({ matched: 1 })
    expect(detail.indexers[1]).toMatchObject({ indexer: 'beta', failure: 'unavailable', detail: 'beta is down.' })
    expect(standing('beta').feed_guid).toBe(OTHER.guid)
    expect(house.wishes).toMatchObject([{ indexer_id: 'gamma' }])
  })

  test('takes the better of two indexers, and the other where that one cannot give it', async () => {
    house.indexers[0]!.feed = () => ({ ok: [SEVEN] })
    house.indexers[1]!.feed = () => ({ ok: [{ ...SEVEN, title: `${SEVEN.title} (f1) fixed`, guid: 'fixed' }] })
    house.outcome = ({ indexer_id }) =>
      indexer_id === 'alpha'
        ? { state: 'submitted', release_key: 'k' }
        : { state: 'failed', code: 'provider_unavailable', detail: 'Not now.' }
    await pass()
    expect(house.wishes.map(({ indexer_id }) => indexer_id)).toEqual(['beta', 'alpha'])
  })

  test('is refused with a sentence when it could lead to nothing, and is one at a time', () => {
    expect(house.feeds.force().message).toBe('Looking through the feeds.')
    expect(house.feeds.force().message).toBe('The feeds are being looked through already.')
    house.indexers.length = 0
    expect(() => house.feeds.force()).toThrow('No indexer is set up and switched on.')
  })

  test('does not start while automation is held', () => {
    house.acquisition.holdWhile(() => 'Maintenance is under way.')
    house.feeds.begin()
    expect(house.operations.active(FEED_PASS)).toEqual([])
    expect(() => house.feeds.force()).toThrow('Maintenance is under way.')
  })
})
