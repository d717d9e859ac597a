import type { Clock, Log, Random } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { ContentType } from '../../../library/series/states'
import type { AcquisitionGate } from '../../acquisition/gate'
import type { Journal } from '../../downloads/journal/journal'
import type { Acquisition } from '../acquisition'
import type { Grabber } from '../grabs/grabber'
import type { Indexers } from '../indexers/indexer'
import type { IndexerClient } from '../indexers/indexer-client'
import type { ReleaseLimits } from '../verdict/wanted'
import { CandidateGrabber } from './candidate-grabber'
import { refind } from './refind'
import { type ArcIssueOf, TargetFinder } from './search-targets'
import { Interactive } from './service'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  indexers: Indexers
  indexerClient: Pick<IndexerClient, 'blockedBy'>
  acquisition: Pick<Acquisition, 'route'>
  gate: AcquisitionGate
  grabber: Grabber
  journal: Journal
  limits: () => ReleaseLimits
  arcIssueOf: ArcIssueOf
  unblock: (digest: string) => boolean
  leastScore: (kind: ContentType) => number | null
}

/** Interactive searches and their services. */
export function makeInteractive({
  indexers,
  indexerClient,
  acquisition,
  gate,
  grabber,
  journal,
  limits,
  arcIssueOf,
  unblock,
  leastScore,
  ...ports
}: Deps): Interactive {
  const { db, clock } = ports
  const targetFinder = new TargetFinder({ db, clock, limits, arcIssueOf })
  const candidateGrabber = new CandidateGrabber({
    ports,
    gate,
    grabber,
    indexers,
    refind: (grab, signal) => refind({ db, clock, indexers, targetFinder }, grab, signal),
    journal,
  })
  return new Interactive({
    ports,
    indexers,
    indexerClient,
    acquisition,
    targetFinder,
    grabber: candidateGrabber,
    unblock,
    leastScore,
  })
}
