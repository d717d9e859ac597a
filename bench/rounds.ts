import { nextTurn } from '../src/base/platform/event-loop'
import { markSeriesSource } from '../src/library/metadata/store'
import { makeSeries as addSeries } from '../src/library/metadata/sync/save-series'
import { describeSeries } from '../src/library/series/describe-store'
import { addProviderSeries, fakeProvider } from '../src/testing/fakes/metadata-provider'
import { watchLoop } from '../src/testing/harness/loop-watch'
import { offer, putIndexers, searchHarness } from '../src/testing/indexers/search-harness'
import { makeIssues, makeSeries } from '../src/testing/make'
import { metadataHarness } from '../src/testing/metadata/metadata'
import { ms } from './measure'
import type { Row } from './table'

const SERIES = 5_000
const WANTED_EACH = 4
const RELEASES = 1_000
const SEARCHES = 100
const INDEXERS = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']
const LISTED = 100
const WORDS =
  'Harbor Copper Quiet Paper Winter Glass Iron Amber Hollow Northern Signal Lantern Orchard River Meadow Tide Ember Willow'.split(
    ' ',
  )
/** Eighteen words, three in a name: 5,832 names without a number. */
const nameOf = (n: number) => [n, Math.trunc(n / 18), Math.trunc(n / 324)].map((at) => WORDS[at % 18]).join(' ')
const releaseOf = (n: number, number: number) => `${nameOf(n)} ${String(number).padStart(3, '0')} (2016) (Digital)`

/** The regular work of a day with a large library, with replies that cost nothing. In processor time. */
export async function rounds(): Promise<Row[]> {
  return [await feedRow(), await searchRow(), await refreshRow()]
}

async function measured(what: string, budget: string, work: () => Promise<string>): Promise<Row> {
  const before = process.cpuUsage()
  const { value, cpuMs } = await watchLoop(work)
  const { user, system } = process.cpuUsage(before)
  return { what, budget, measured: `${ms((user + system) / 1000)} (${value}), longest turn ${ms(cpuMs)}` }
}

/** 5,000 series of which each misses four issues. */
function wantedLibrary() {
  const harness = searchHarness({ indexers: INDEXERS.map((name) => ({ name })) })
  // As over a network, a reply comes in a later turn.
  harness.outcome = async () => {
    await nextTurn()
    return { state: 'submitted', release_key: 'key' }
  }
  putIndexers(harness.db, INDEXERS)
  for (let n = 0; n < SERIES; n++) {
    makeSeries(harness.db, { comic_id: `s${n}`, name: nameOf(n), year: 2015 })
    const wanted = (number: number) =>
      ({ number: String(number), intent: 'wanted', release_date: '2016-06-01' }) as const
    makeIssues(
      harness.db,
      `s${n}`,
      Array.from({ length: WANTED_EACH }, (_, at) => wanted(at + 1)),
    )
  }
  return harness
}

async function feedRow(): Promise<Row> {
  const harness = wantedLibrary()
  const feed = Array.from({ length: RELEASES }, (_, n) => offer(releaseOf(n * 7, (n % 9) + 1)))
  harness.indexers[0]!.feed = () => ({ ok: feed })
  return measured(
    `a feed of ${RELEASES} releases against ${SERIES * WANTED_EACH} wanted, with the library`,
    '2 s',
    async () => {
      harness.feeds.force()
      await harness.operations.idle()
      const { releases, matched } = harness.operations.latest('feed_pass')!.detail as Record<string, number>
      return `${releases} read, ${matched} matched`
    },
  )
}

async function searchRow(): Promise<Row> {
  const harness = wantedLibrary()
  for (const indexer of harness.indexers)
    indexer.search = (text) => ({
      ok: Array.from({ length: LISTED }, (_, n) => offer(`${text} ${n} (2016) (${indexer.name})`)),
    })
  return measured(`${SEARCHES} searches over ${INDEXERS.length} indexers`, '10 s', async () => {
    const entities = Array.from(
      { length: SEARCHES },
      (_, n) => ({ entity_type: 'issue', entity_id: `s${n}-1` }) as const,
    )
    const scope = { scope_type: 'wanted_backlog', scope_id: 'bench' } as const
    harness.runs.begin({ trigger: 'scheduled', ...scope, priority: 'routine', entities })
    let isOver = false
    const ended = harness.operations.idle().then(() => {
      isOver = true
    })
    // They wait a minute between each other.
    while (!isOver) await harness.clock.advance('1 min')
    await ended
    return `${harness.queries.length} queries, ${LISTED} releases each`
  })
}

async function refreshRow(): Promise<Row> {
  const comicvine = fakeProvider('comicvine')
  const harness = metadataHarness([comicvine])
  for (let n = 1; n <= SERIES; n++) {
    addProviderSeries(comicvine, String(n), { facts: { name: nameOf(n) } })
  }
  const at = harness.clock.now()
  harness.db.write((tx) => {
    for (const record of comicvine.series_.values()) {
      const comicId = addSeries(tx, { record, at })
      markSeriesSource(tx, comicId, 'comicvine', { changed: record.changed, checked_at: at })
      describeSeries(tx, comicId, { status: 'active' }, at)
    }
  })
  await harness.clock.advance('1 d')
  // One in fifty has issues that are new.
  for (let n = 50; n <= SERIES; n += 50)
    addProviderSeries(comicvine, String(n), { facts: { name: nameOf(n) }, issues: 21, changed: 'b' })
  return measured(`the daily refresh of ${SERIES} series`, '1 s', async () => {
    harness.pass.begin()
    await harness.operations.idle()
    const { checked, added } = harness.operations.latest('metadata_refresh')!.detail as Record<string, number>
    return `${checked} checked, ${added} issues added`
  })
}
