import type { Ports } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import type { StoryArcs } from '../../../collecting/arcs/service'
import type { ReadingLists } from '../../../collecting/readlist/service'
import type { SeriesAdder } from '../../../library/metadata/add/series-adder'
import type { Lookup } from '../../../library/metadata/lookup/lookup'
import type { MonitorSettings } from '../../../library/metadata/sync/monitoring'
import type { SeriesLibrary } from '../../../library/series/service'
import type { LibraryTool } from '../library/tool'
import { addSeriesAction } from './add-series'
import { makeArc, makeList } from './make-lists'
import { markIssues } from './mark-issues'
import { orderList } from './order-list'
import { hidingSecrets } from './propose'
import { issueProposals } from './propose-issues'
import { listProposals } from './propose-lists'
import { seriesProposals } from './propose-series'
import { ActionProposals } from './service'
import { Toolbox } from './toolbox'

interface Deps {
  ports: Pick<Ports, 'clock' | 'random' | 'log'>
  db: Database
  operations: Operations
  library: Pick<SeriesLibrary, 'setIntent'>
  metadata: {
    lookup: Pick<Lookup, 'search'>
    adding: Pick<SeriesAdder, 'add'>
    monitorSettings: () => MonitorSettings
  }
  arcs: Pick<StoryArcs, 'make' | 'order'>
  readlist: Pick<ReadingLists, 'make' | 'add' | 'order'>
  /** Starts a search for issues of one series that just became wanted. */
  searchFor: (issueIds: readonly string[]) => unknown
  libraryTools: readonly LibraryTool[]
  /** Removes keys and passwords from a text. */
  hide: (text: string) => string
}

/** Makes the proposals of the assistant and the tools that create them. */
export function makeActions({
  ports,
  db,
  operations,
  library,
  metadata,
  arcs,
  readlist,
  searchFor,
  libraryTools,
  hide,
}: Deps) {
  const { clock, random, log } = ports
  const types = {
    add_series: addSeriesAction({ operations, add: (id, choices) => metadata.adding.add(id, choices) }),
    mark_issues: markIssues({ db, clock, setIntent: (id, intent) => library.setIntent(id, intent), searchFor }),
    make_arc: makeArc((name, issueIds) => arcs.make(name, issueIds)),
    make_list: makeList({ make: (name) => readlist.make(name), add: (id, issueIds) => readlist.add(id, issueIds) }),
    order_list: orderList({ arc: (id, ids) => arcs.order(id, ids), list: (id, ids) => readlist.order(id, ids) }),
  }
  const proposals = new ActionProposals({ db, clock, random, log, types })
  const actionTools = [
    ...seriesProposals({ ...metadata, proposals }),
    ...issueProposals({ db, clock, proposals }),
    ...listProposals({ db, proposals }),
  ].map((tool) => hidingSecrets(tool, hide))
  return { proposals, actionTools, toolbox: new Toolbox({ log, libraryTools, actionTools }) }
}
