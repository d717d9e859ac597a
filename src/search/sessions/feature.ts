import type { Journal } from '../../downloads/journal'
import type { Clock, Log, Random } from '../../platform/ports'
import type { Database } from '../../storage/database'
import type { Acquisition } from '../acquisition'
import type { Grabber } from '../grab'
import type { Indexers } from '../indexers/indexer'
import type { Limits } from '../verdict/wanted'
import { Quests } from './quest'
import { refind } from './refind'
import { Interactive } from './service'
import { Taking } from './taking'

interface World {
  db: Database
  clock: Clock
  random: Random
  log: Log
  indexers: Indexers
  acquisition: Pick<Acquisition, 'route'>
  grabber: Grabber
  journal: Journal
  limits: () => Limits
}

/** Interactive searches, with what they are made of. */
export function makeInteractive(world: World): Interactive {
  const { db, clock, indexers, acquisition } = world
  const quests = new Quests(world)
  const taking = new Taking({
    ...world,
    quests,
    refind: (session, candidate, override) => refind({ db, clock, indexers, quests }, session, candidate, override),
  })
  return new Interactive({ world, indexers, acquisition, quests, taking })
}
