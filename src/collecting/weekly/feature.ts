import type { Config } from '../../base/config/config'
import type { AppEvent } from '../../base/events/types'
import { RateLimitedClient } from '../../base/outbound/rate-limited-client'
import type { Ports } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import type { JobState } from '../../base/work/timetable'
import type { SeriesAdder } from '../../library/metadata/add/series-adder'
import type { Providers } from '../../library/metadata/providers/registry'
import type { FailureKind } from '../../library/metadata/states'
import { bindAfterLoads } from './bind-after-loads'
import { Binder } from './binder'
import { CalendarFeed } from './calendar-feed'
import { ReleaseFollower } from './follow-release'
import { WEEKLY_REFRESH, WeeklyRefresh } from './refresh'
import { RefreshRequests } from './refresh-requests'
import { Releases } from './service'
import { providerListings } from './sources/provider-listing'
import { sourceStates, sundaysOf } from './sources/sources'
import { makeWalksoftly } from './sources/walksoftly'
import { fetchesIn } from './store'

interface WeeklyDeps {
  ports: Pick<Ports, 'clock' | 'random' | 'http' | 'log'>
  db: Database
  config: Pick<Config, 'get'>
  operations: Operations
  metadata: { providers: Providers; adding: SeriesAdder }
  searchFor: (issueId: string) => string | null
  subscribe: (listener: (event: AppEvent) => void) => unknown
  sessionKey: Uint8Array
  /** The scheduled job that refreshes releases. */
  schedule: () => JobState | undefined
}

/** Release dates: the library's own, and those of release sources. */
export function makeWeekly({
  ports,
  db,
  config,
  operations,
  metadata,
  searchFor,
  subscribe,
  sessionKey,
  schedule,
}: WeeklyDeps) {
  const { clock, random, http, log } = ports
  const { providers, adding } = metadata
  const client = new RateLimitedClient<FailureKind>({ clock, log, area: 'weekly', noun: 'source' })
  const walksoftly = makeWalksoftly({ db, clock, http, config, client })
  const listings = () => [...providerListings({ db, config, providers }), walksoftly]
  const usable = () => listings().filter((listing) => listing.reasonUnused() === undefined)
  const binder = new Binder({ clock, random })
  const refresh = new WeeklyRefresh({
    db,
    clock,
    usable,
    bind: (tx, week) => binder.bind(tx, week),
    drop: (tx, source, weeks) => binder.drop(tx, source, weeks),
  })
  operations.handle(WEEKLY_REFRESH, refresh)
  bindAfterLoads({ db, clock, operations, subscribe, binder })
  const refreshing = new RefreshRequests({ operations, usable, schedule })
  const linkTo = (page: string) => {
    const address = config.get('public_url').replace(/(?<!\/)\/+$/, '')
    return address === '' ? null : `${address}${page}`
  }
  const annuals = () => config.get('annuals_on')
  const arcs = () => config.get('upcoming_storyarcs')
  const feed = new CalendarFeed({ db, clock, random, log, sessionKey, linkTo, annuals, arcs })
  const releases = new Releases({
    db,
    clock,
    annuals,
    arcs,
    sources: {
      get order() {
        return listings().map(({ source }) => source)
      },
      states: (span) => sourceStates(listings(), fetchesIn(db.read, sundaysOf(span))),
    },
    isRefreshing: () => refreshing.isRunning,
  })
  const follower = new ReleaseFollower({ db, clock, providers, adding, searchFor })
  return { releases, refreshing, feed, follower }
}
