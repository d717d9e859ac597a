import { between, plus } from '../src/base/platform/clock'
import { nextTurn } from '../src/base/platform/event-loop'
import type { Instant } from '../src/base/platform/ports'
import type { QueryFailure } from '../src/library/metadata/providers/provider'
import { makeSeries } from '../src/library/metadata/sync/save-series'
import { addProviderSeries, type FakeProvider, fakeProvider } from '../src/testing/fakes/metadata-provider'
import { metadataHarness } from '../src/testing/metadata/metadata'
import type { Soak } from './soak'

const HOUR_MS = 3_600_000
/** Series per request to the provider. */
const AT_ONCE = 100
/** Each series changes once in three weeks, so a third of all series in this week. */
const CHANGES_EVERY = 21

export const soak: Soak = {
  name: 'provider-week',
  about:
    'a week of refreshes for series of a provider with a request limit; all series are fresh at the end, within the limit',
  full: 5000,
  async run(series, report) {
    // ComicVine allows 200 requests an hour for each resource: fewer than the daily changes of 5,000 series.
    const budget = Math.floor(series / 25)
    const { harness, comicvine } = libraryOf(series)
    const { db, clock } = harness
    const start = clock.now()
    const most = limit(comicvine, budget, clock.now)
    for (let day = 1; day <= 7; day++) {
      for (let n = day; n <= series; n += CHANGES_EVERY) comicvine.series_.get(String(n))!.changed = `day ${day}`
      harness.pass.begin()
      for (let hour = 0; hour < 24; hour++) {
        await waitUntilIdle(comicvine)
        await clock.advance('1 h')
      }
      report(`day ${day}: ${comicvine.requests.length} requests`)
    }
    const queries = comicvine.requests.length
    await harness.operations.idle()
    const [stale] = db.read.all<{ n: number }>(
      `select count(*) as n from series_sources where checked_at < '${start}' or changed is null` as never,
    )
    if (stale?.n !== 0) throw new Error(`${stale?.n} of ${series} series are not fresh after a week`)
    for (const [resource, questions] of most)
      if (questions > budget) throw new Error(`${questions} requests for ${resource} in an hour; ${budget} are allowed`)
    // Requests for all series, for each changed one, and up to two a day that hit the limit.
    const [pages, changed] = [Math.ceil(series / AT_ONCE), series / CHANGES_EVERY]
    const [least, mostAsked] = [7 * (pages + Math.floor(changed)), 7 * (pages + Math.ceil(changed) + 2)]
    if (queries < least || queries > mostAsked) throw new Error(`${queries} requests, not ${least} to ${mostAsked}`)
  },
}

/** Existing series that were last refreshed nine days ago. */
function libraryOf(series: number) {
  const comicvine = fakeProvider('comicvine')
  const harness = metadataHarness([comicvine])
  for (let n = 1; n <= series; n++)
    addProviderSeries(comicvine, String(n), { facts: { name: `Series ${n}` }, issues: 1, from: n * 10 })
  const at = plus(harness.clock.now(), -9 * 24 * HOUR_MS)
  harness.db.write((tx) => {
    for (const record of comicvine.series_.values()) makeSeries(tx, { record, at })
    tx.run("update series set status = 'active'")
    tx.run("update series_sources set changed = 'a'")
  })
  return { harness, comicvine }
}

/** Waits until no more requests are made: the pass has ended, or waits for its budget. */
async function waitUntilIdle(fake: FakeProvider): Promise<void> {
  for (let before = -1; before !== fake.requests.length; ) {
    before = fake.requests.length
    for (let turn = 0; turn < 4; turn++) await nextTurn()
  }
}

/** Refuses requests over the hourly budget. Returns the most requests in an hour, by resource. */
function limit(fake: FakeProvider, budget: number, now: () => Instant): Map<string, number> {
  const spent = new Map<string, Instant[]>()
  const most = new Map<string, number>()
  const failure = (resource: string): QueryFailure | undefined => {
    const recent = (spent.get(resource) ?? []).filter((at) => between(at, now()) < HOUR_MS)
    if (recent.length >= budget) return { failure: 'limit', detail: 'Too many.', until: plus(recent[0]!, HOUR_MS) }
    spent.set(resource, [...recent, now()])
    most.set(resource, Math.max(most.get(resource) ?? 0, recent.length + 1))
    return undefined
  }
  fake.onAsked = (question) => {
    fake.failures[0] = failure(question.split(' ')[0]!)
  }
  return most
}
