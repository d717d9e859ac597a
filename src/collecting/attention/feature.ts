import type { Bus } from '../../base/events/bus'
import { ChangeMemo } from '../../base/events/change-memo'
import type { Clock, Log } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { CancelResult } from '../../intake/downloads/queue/cancel'
import type { Acquisition } from '../../intake/search/acquisition'
import type { SearchRuns } from '../../intake/search/runs/service'
import type { SeriesLibrary } from '../../library/series/service'
import { ActiveWork } from './active-work'
import { Adapters } from './adapters'
import { AttentionList } from './attention-list'
import { cancelWithSeries } from './cancel-with-series'
import { Remedies } from './remedies'
import { Resolver } from './resolver'
import { StatusPublisher } from './status-publisher'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  bus: Bus
  library: Pick<SeriesLibrary, 'beforeDelete'>
  search: {
    runs: SearchRuns
    acquisition: Acquisition
  }
  downloads: {
    cancel: (releaseKey: string) => CancelResult
    cancelItem: (itemId: string) => CancelResult
    clients: { rules: ConstructorParameters<typeof Remedies>[0]['rulesOf'] }
  }
  importFrom: ConstructorParameters<typeof Remedies>[0]['importFrom']
  waitingRequests: () => number
}

/** Makes active work, items that need attention, and their actions. */
export function makeAttention({ db, clock, log, bus, library, search, downloads, importFrom, waitingRequests }: Deps) {
  const { runs } = search
  cancelWithSeries({ library, cancelDownload: (itemId) => downloads.cancelItem(itemId) })
  const memo = new ChangeMemo({ clock, subscribe: (listener) => bus.subscribe(listener) }, [
    'download.changed',
    'search.changed',
    'library.changed',
    'series.changed',
  ])
  const activeWork = new ActiveWork({
    db,
    memo,
    log,
    waitingRequests,
    cancelSearch: (row) => runs.cancelItem(row),
    cancelDownload: (releaseKey) => downloads.cancel(releaseKey),
  })
  const rulesOf = (client: string) => downloads.clients.rules(client)
  const remedies = new Remedies({ db, clock, log, search, rulesOf, importFrom })
  const resolver = new Resolver({ db, remedies })
  return {
    activeWork,
    attentionList: new AttentionList({ db, memo }),
    resolver,
    adapters: new Adapters(resolver),
    statusPublisher: new StatusPublisher({ bus, clock, counts: () => activeWork.counts() }),
  }
}
