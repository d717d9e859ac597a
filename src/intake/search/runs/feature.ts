import type { Config } from '../../../base/config/config'
import type { Clock, Log, Random } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import type { Browse } from '../../../library/series/browse'
import type { AcquisitionGate } from '../../acquisition/gate'
import { Acquisition } from '../acquisition'
import type { Grabs } from '../grabs/grab-request'
import type { Indexers } from '../indexers/indexer'
import type { AlternateNames } from '../queries/alternate-names'
import { leastScore, releaseLimitsOf } from '../verdict/limits'
import { FEED_PASS, FeedPass, Feeds } from './feed-pass'
import { ItemSearcher } from './item-search'
import { SearchPreviews } from './previews'
import { SEARCH_RUN, SearchRunner } from './runner'
import { SearchRuns } from './service'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  config: Pick<Config, 'get'>
  operations: Operations
  browse: Browse
  indexers: Indexers
  grabs: Grabs
  gate: AcquisitionGate
  alternates?: AlternateNames
}

/** Background searches: runs and their operation. */
export function makeRuns({ config, browse, indexers, grabs, gate, alternates, ...base }: Deps) {
  const { db, clock, random, log, operations } = base
  const limits = () => releaseLimitsOf(config)
  const acquisition = new Acquisition({ indexers, grabs, gate })
  const seeker = new ItemSearcher({
    db,
    clock,
    indexers,
    grabs,
    limits,
    leastScore: (kind) => leastScore(config, kind),
    alternates,
  })
  const delayMinutes = () => config.get('search_delay')
  const runner = new SearchRunner({ db, clock, log, seeker, acquisition, gate, delayMinutes })
  const searched = () => ({ annuals: config.get('annuals_on'), arcs: config.get('search_storyarcs') })
  const runs = new SearchRuns({ db, clock, random, log, operations, acquisition, runner, searched })
  const previews = new SearchPreviews({ db, clock, random, browse, acquisition, runs })
  const pass = new FeedPass({ db, clock, indexers, runs, gate, limits, searched })
  const feeds = new Feeds({ operations, acquisition, runs, pass })
  operations.handle(SEARCH_RUN, runner)
  operations.handle(FEED_PASS, pass)
  /** Searches for wanted issues that were not searched for within the interval. */
  const beginRoutine = () => runs.routine({ everyMinutes: config.get('search_interval'), delayMinutes: delayMinutes() })
  return { runs, previews, feeds, acquisition, beginRoutine, searched }
}
