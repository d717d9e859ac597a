import type { Config } from '../../base/config/config'
import type { Ports } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import type { Trigger } from '../../intake/search/states'
import type { SeriesAdder } from '../../library/metadata/add/series-adder'
import type { Providers } from '../../library/metadata/providers/registry'
import type { MonitorSettings } from '../../library/metadata/sync/monitoring'
import type { SeriesLibrary } from '../../library/series/service'
import { Acceptance } from './acceptance'
import { followRequests } from './follow-up'
import { Requests } from './service'
import { RequestSubjects } from './subjects'
import type { CardOf } from './wire'

interface Deps {
  ports: Pick<Ports, 'clock' | 'random'>
  db: Database
  config: Pick<Config, 'get'>
  library: SeriesLibrary
  metadata: { providers: Providers; adding: SeriesAdder; monitorSettings: () => MonitorSettings }
  roots: () => string[]
  searchForAll: (issueIds: readonly string[], trigger: Trigger) => string | null
  cardOf: CardOf
  recordNotice: (tx: Tx, item: { label: string; detail: string }) => void
}

/** What users ask for. */
export function makeRequests({ ports, db, library, metadata, ...rest }: Deps): Requests {
  const { clock, random } = ports
  followRequests({ db, clock, library })
  const acceptance = new Acceptance({ db, clock, library, ...metadata, ...rest })
  const subjects = new RequestSubjects({ db, clock, ...metadata })
  return new Requests({ db, clock, random, acceptance, subjects, ...rest })
}
