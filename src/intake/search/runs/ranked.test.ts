import { beforeEach, describe, expect, test } from 'bun:test'
import { type IndexerStub, offer, searchHarness } from '../../../testing/indexers/search-harness'
import { makeIssues, makeSeries } from '../../../testing/make'
import { type RuleRow, saveRule } from '../rules/store'
import { lastOf } from './last-store'

const alpha: IndexerStub = { name: 'alpha' }
let harness: ReturnType<typeof searchHarness>
beforeEach(() => {
  harness = searchHarness({ indexers: [{ ...alpha }] })
  makeSeries(harness.db, { year: 2015 })
  makeIssues(harness.db, 'harbor', [{ number: '7', intent: 'wanted', release_date: '2015-06-03' }])
})

const ZONE = 'Harbor Lights 007 (2015) (Digital) (Zone-Empire)'
const OTHER = 'Harbor Lights 007 (2015) (Webrip) (Other)'
const big = { size: 90_000_000 }

let made = 0
const rule = (text: string, more: Partial<RuleRow> = {}) =>
  harness.db.write((tx) => {
    const row: RuleRow = {
      rule_id: `rule-${++made}`,
      match: 'word',
      text,
      scope: 'all',
      comic_id: null,
      level: 'score',
      score: 10,
      added_at: harness.clock.now(),
    }
    saveRule(tx, { ...row, ...more })
  })
const searched = async (offers = [offer(OTHER, big), offer(ZONE)]) => {
  harness.indexers[0]!.search = () => ({ ok: offers })
  harness.runs.beginIssue('harbor-7', 'issue_wanted')
  await harness.operations.idle()
  return lastOf(harness.db.read, 'harbor-7')!
}

describe('an automatic search', () => {
  test('grabs the larger release without rules, and keeps why', async () => {
    const { grabbed, ranked } = await searched()
    expect(grabbed).toBe(OTHER)
    expect(ranked.map(({ title, line, outcome }) => [title, line, outcome])).toEqual([
      [OTHER, 'Ranked 1st: larger than the next', 'downloaded'],
      [ZONE, 'Ranked 2nd: smaller than the best', null],
    ])
  })

  test.each<[string, Partial<RuleRow>]>([
    ['Zone', {}],
    ['Zone', { scope: 'comic' }],
    ['Zone', { scope: 'series', comic_id: 'harbor' }],
    ['empire', { match: 'group' }],
    ['webrip', { score: -10 }],
    ['webrip', { level: 'must_not' }],
    ['digital', { level: 'must' }],
    ['empire', { match: 'group', level: 'must' }],
  ])('grabs the smaller one by a rule about %s %j', async (text, more) => {
    rule(text, more)
    expect((await searched()).grabbed).toBe(ZONE)
  })

  test.each<[string, Partial<RuleRow>]>([
    ['Zone', { scope: 'manga' }],
    ['Zon', {}],
  ])('grabs the larger one in spite of a rule about %s %j', async (text, more) => {
    rule(text, more)
    expect((await searched()).grabbed).toBe(OTHER)
  })

  test('downloads nothing below the minimum score, and says so', async () => {
    harness.settings.minimum_score_comics = '5'
    rule('Zone', { score: 4 })
    const { state, grabbed, refused } = await searched()
    expect([state, grabbed]).toEqual(['no_match', null])
    expect(
      refused.map(({ title, reasons, overrideable }) => [title, reasons[0]?.message, overrideable]),
    ).toContainEqual([ZONE, 'Score +4, below the minimum of +5 for automatic downloads', true])
    harness.settings.minimum_score_comics = '4'
    expect((await searched()).grabbed).toBe(ZONE)
  })

  test('does not apply the minimum of manga to a comic', async () => {
    harness.settings.minimum_score_manga = '5'
    expect((await searched()).grabbed).toBe(OTHER)
  })

  test('keeps the outcome of each release that it tried', async () => {
    harness.outcome = ({ offer: { title } }) =>
      title === OTHER
        ? { state: 'failed', code: 'handoff_rejected', detail: 'The NZB is empty.' }
        : { state: 'submitted', release_key: 'key' }
    const { ranked } = await searched()
    expect(ranked.map(({ title, outcome, detail }) => [title, outcome, detail])).toEqual([
      [OTHER, 'failed', 'The NZB is empty.'],
      [ZONE, 'downloaded', null],
    ])
  })
})

test('an RSS pass follows the rules of the series', async () => {
  rule('webrip', { level: 'must_not', scope: 'series', comic_id: 'harbor' })
  harness.indexers[0]!.feed = () => ({ ok: [offer(OTHER, big), offer(ZONE)] })
  harness.feeds.begin()
  await harness.operations.idle()
  expect(harness.wishes.map(({ offer: { title } }) => title)).toEqual([ZONE])
})
