import type { Config } from '../config/config'
import { homesOf, namingOf } from '../filing/configured'
import type { Clock, Random } from '../platform/ports'
import type { Library } from '../series/service'
import type { Database } from '../storage/database'
import type { Operations } from '../work/operations'
import { ADD, Adding, type Home } from './add'
import { inOrder } from './configured'
import { Editing } from './edit'
import { ownFolder } from './folder'
import { IssuePages } from './issue-page'
import { Linking } from './link'
import type { LoadDeps } from './load'
import { Lookup } from './lookup'
import { PASS, RoutinePass } from './pass'
import { REFRESH, Refreshing } from './refresh'
import type { Providers } from './registry'
import { linkedTo } from './store'
import { refId } from './wire-ids'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  config: Config
  operations: Operations
  providers: Providers
}

/** All that brings what providers know into the library, with its work in the background. */
export function makeMetadata({ config, operations, ...rest }: Deps) {
  const load: LoadDeps = { ...rest, order: () => inOrder(config), annuals: () => config.get('annuals_on') }
  const wishes = () => ({
    autowant_all: config.get('autowant_all'),
    autowant_upcoming: config.get('autowant_upcoming'),
  })
  const home: Home = (facts, kind, root = homesOf(config, kind)[0]) =>
    root === undefined ? undefined : ownFolder(root, facts, namingOf(config))
  const adding = new Adding({ load, operations, wishes, home })
  const refreshing = new Refreshing({ load, operations })
  const pass = new RoutinePass({ load, operations })
  operations.handle(ADD, adding)
  operations.handle(REFRESH, refreshing)
  operations.handle(PASS, pass)
  return {
    adding,
    refreshing,
    pass,
    lookup: new Lookup({ ...rest, operations }),
    editing: new Editing(load),
    linking: new Linking({ load, refreshing }),
    issues: new IssuePages(load),
  }
}

/** Work on a series ends with it. */
export function endsWithSeries(library: Library, operations: Operations): void {
  library.beforeDelete.push((tx, comicId) => {
    const ids = [comicId, ...linkedTo(tx, comicId).map(refId)]
    const work = [...operations.active(REFRESH, comicId), ...ids.flatMap((id) => operations.active(ADD, id))]
    for (const { operation_id } of work) operations.cancel(operation_id)
  })
}
