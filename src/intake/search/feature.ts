import type { Config } from '../../base/config/config'
import type { AppEvent } from '../../base/events/types'
import type { Instant, Ports } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import type { Browse } from '../../library/series/browse'
import type { AcquisitionGate } from '../acquisition/gate'
import type { BlockedReleases } from '../downloads/blocklist/blocked-releases'
import type { Clients } from '../downloads/clients/clients'
import type { Journal } from '../downloads/journal/journal'
import { archiveHost } from './archive/host'
import { fetchFromArchive } from './archive/source'
import { Grabber } from './grabs/grabber'
import { blockedAs } from './grabs/known-store'
import { NextCandidate } from './grabs/next-candidate'
import { SearchHealth } from './health/health'
import { makeFetchRelease } from './indexers/fetch-release'
import type { FetchRelease } from './indexers/indexer'
import { IndexerClient } from './indexers/indexer-client'
import { makeIndexers } from './indexers/registry'
import { IndexerSettings } from './indexers/settings'
import { ARCHIVE } from './indexers/store'
import type { AlternateNames } from './queries/alternate-names'
import { SearchReview } from './reconciliation/service'
import { OlderReleaseOptions } from './rules/older-options'
import { ReleaseRules } from './rules/service'
import { makeRuns } from './runs/feature'
import { makeInteractive } from './sessions/feature'
import type { ArcIssueOf } from './sessions/search-targets'
import type { Trigger } from './states'
import { leastScore, releaseLimitsOf } from './verdict/limits'

interface Deps {
  ports: Ports
  db: Database
  config: Config
  operations: Operations
  browse: Browse
  downloads: { journal: Journal; clients: Clients; blocked: Pick<BlockedReleases, 'unblock'> }
  subscribe: (listener: (event: AppEvent) => void) => unknown
  arcIssueOf: ArcIssueOf
  gate: AcquisitionGate
  /** When the scheduler last checked its jobs. */
  lastTick: () => Instant | undefined
  /** Other names to search for, if indexers have nothing under those of the series. */
  alternates?: AlternateNames
}

/** Creates the services of searching and grabbing: indexers, grabs, runs, sessions. */
export function makeSearch({
  ports,
  db,
  config,
  operations,
  browse,
  downloads,
  subscribe,
  arcIssueOf,
  gate,
  lastTick,
  alternates,
}: Deps) {
  const { clock, random, http, names, log } = ports
  const indexerClient = new IndexerClient({ db, clock, http, names, log, config })
  const indexers = makeIndexers({ indexerClient, db, clock, config })
  const indexerSettings = new IndexerSettings({ db, clock, random, http, config, indexerClient })
  const { journal, clients, blocked } = downloads
  const fromIndexer = makeFetchRelease({ indexerClient, clock })
  const fromArchive = fetchFromArchive(indexerClient, () => archiveHost(config))
  const fetch: FetchRelease = (id, ...rest) => (id === ARCHIVE ? fromArchive : fromIndexer)(id, ...rest)
  const grabber = new Grabber({ db, clock, journal, clients, indexers, fetch })
  const made = makeRuns({
    db,
    clock,
    random,
    log,
    config,
    operations,
    browse,
    indexers,
    grabs: grabber,
    gate,
    alternates,
  })
  const { acquisition, feeds } = made
  const limits = () => releaseLimitsOf(config)
  const interactive = makeInteractive({
    db,
    clock,
    random,
    log,
    indexers,
    indexerClient,
    acquisition,
    gate,
    grabber,
    journal,
    limits,
    arcIssueOf,
    leastScore: (kind) => leastScore(config, kind),
    // Every row that may be the same release.
    unblock: (digest) => blockedAs(db.read, digest).filter((each) => blocked.unblock(each).success).length > 0,
  })
  const health = new SearchHealth({ db, clock, config, indexerClient, clients, operations, gate, feeds, lastTick })
  const again = new NextCandidate({ db, clock, log, runs: made.runs, acquisition, clients })
  subscribe((event) => {
    if (event.type === 'clients.changed') again.schedule()
    const ended = event.type === 'download.changed' && (event.stage === 'failed' || event.stage === 'post_processed')
    if (ended) again.schedule()
  })
  gate.onOpen(() => ({ search: made.runs.resume() + again.run(), refresh: feeds.waiting }))
  return {
    ...made,
    /** Searches for another release after a failed download. */
    nextCandidate: again,
    indexerSettings,
    releaseRules: new ReleaseRules({ db, clock, random, leastScore: (kind) => leastScore(config, kind) }),
    olderReleaseOptions: new OlderReleaseOptions({ db, clock, random, config, log }),
    health,
    review: new SearchReview({ db, clock, gate, searched: made.searched }),
    interactive,
    /** Starts a search for a newly wanted issue; null when nothing is missing or no search is possible. */
    searchFor: (issueId: string, trigger: Trigger = 'issue_wanted') =>
      (acquisition.route().viable && made.runs.beginIssue(issueId, trigger)?.run_id) || null,
    /** The same for several issues of one series. */
    searchForAll: (issueIds: readonly string[], trigger: Trigger) =>
      (acquisition.route().viable && made.runs.beginIssues(issueIds, trigger)?.run_id) || null,
    /** The journal recovers before the sessions, which depend on it. */
    recover: () => interactive.recover(() => journal.recover()),
  }
}
