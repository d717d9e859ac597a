import { beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import { systemRandom } from '../../base/platform/random'
import { putIndexers, searchHarness } from '../../testing/indexers/search-harness'
import { makeIssues, makeSeries } from '../../testing/make'
import { makeSearch } from './feature'

let harness: ReturnType<typeof searchHarness>
let search: ReturnType<typeof makeSearch>
let heard: (event: AppEvent) => void
/** Number of checks whether another release has to be searched for. */
let looks: number

beforeEach(() => {
  harness = searchHarness({ indexers: [] })
  const { db, clock, operations, gate } = harness
  const settings: Record<string, unknown> = { ...harness.settings, newznab: true }
  harness.settings = settings
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  looks = 0
  const healthyNames = () => {
    looks++
    return new Set<string>()
  }
  search = makeSearch({
    ports: { clock, random: systemRandom, log, http: () => new Promise(() => {}), names: {} } as never,
    db,
    config: { get: (name: string) => settings[name] } as never,
    operations,
    browse: {} as never,
    downloads: {
      journal: {},
      clients: { isSet: () => true, healthyNames, check: async () => {} },
      blocked: {},
    } as never,
    subscribe: (listener) => {
      heard = listener
    },
    arcIssueOf: () => undefined,
    gate,
    lastTick: () => undefined,
  })
  putIndexers(db, ['alpha'])
  makeSeries(db, { year: 2015 })
  const out = { intent: 'wanted', release_date: '2015-06-03' } as const
  makeIssues(db, 'harbor', [{ ...out, number: '7' }, { ...out, number: '8' }, { ...out, number: '9', intent: 'skipped' }]) // biome-ignore format: one row
})
const settle = () => new Promise((resolve) => setImmediate(resolve))
const run = (runId: string) => harness.runs.run(runId, {}).run
const withoutIndexers = () => harness.db.write((tx) => tx.run('delete from indexers' as never))

const moved = (stage: string) => ({ type: 'download.changed', item_id: 'item', release_key: 'key', stage }) as const
test.each<[AppEvent | object, number]>([
  [{ type: 'clients.changed' }, 1],
  [moved('failed'), 1],
  [moved('post_processed'), 1],
  [moved('snatched'), 0],
  [{ type: 'search.changed', run_id: 'run', stage: 'failed' }, 0],
  [{ type: 'search.changed', run_id: 'run', stage: 'post_processed' }, 0],
])('after %j it is checked %p times whether another release must be searched for', async (event, expected) => {
  heard(event as AppEvent)
  await settle()
  expect(looks).toBe(expected)
})

describe('a search for a newly wanted issue', () => {
  test.each<[string, () => string | null, object]>([
    ['one issue', () => search.searchFor('harbor-7'), { trigger: 'issue_wanted', scope_id: 'harbor-7' }],
    ['one of the week', () => search.searchFor('harbor-7', 'weekly'), { trigger: 'weekly', scope_id: 'harbor-7' }],
    ['several issues', () => search.searchForAll(['harbor-7', 'harbor-8'], 'story_arc'), { trigger: 'issue_wanted', cause: 'story_arc', scope_id: 'harbor', accepted_count: 2 }],
  ])('of %s starts', (_, begin, expected) => {
    expect(run(begin()!)).toMatchObject(expected)
  }) // biome-ignore format: a row each

  test('does not start if the issue is not missing, or no indexer is set up', () => {
    expect([search.searchFor('harbor-9'), search.searchForAll(['harbor-9'], 'story_arc')]).toEqual([null, null])
    withoutIndexers()
    expect([search.searchFor('harbor-7'), search.searchForAll(['harbor-7', 'harbor-8'], 'story_arc')]).toEqual([null, null]) // biome-ignore format: one row
    expect(harness.runs.list({}).runs).toEqual([])
  })

  test('waits while automation is held, and starts at once when it is released', () => {
    harness.hold('Somebody moves in.')
    const runId = search.searchFor('harbor-7')!
    expect(run(runId)).toMatchObject({ dispatch_state: 'pending', reason: 'Somebody moves in.' })
    looks = 0
    harness.hold()
    expect(run(runId)).toMatchObject({ dispatch_state: 'accepted', reason: null })
    expect(looks).toBe(1)
  })
})

describe('its jobs', () => {
  test('start the routine search, the RSS pass, and the check for another release', async () => {
    const kinds = () => ['search_run', 'feed_pass'].map((kind) => harness.operations.active(kind).length)
    search.beginRoutine()
    expect([kinds(), harness.runs.list({}).runs.map(({ trigger }) => trigger as string)]).toEqual([[1, 0], ['scheduled']]) // biome-ignore format: one row
    search.feeds.begin()
    expect(kinds()).toEqual([1, 1])
    await search.nextCandidate.tick()
    expect(looks).toBe(1)
  })
})
