import type { Config } from '../../base/config/config'
import type { AppEvent } from '../../base/events/types'
import type { Ports } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { Operations } from '../../base/work/operations'
import type { AcquisitionGate } from '../acquisition/gate'
import { BlockedReleases } from './blocklist/blocked-releases'
import { makeBuiltinTorrents } from './builtin/feature'
import { ClientCleanup } from './cleanup/client-cleanup'
import { Clients } from './clients/clients'
import { ClientSetup } from './clients/service'
import { makeDirect } from './ddl/feature'
import { DownloadHistory } from './history/history'
import { Journal } from './journal/journal'
import { DownloadCancels } from './queue/cancel'
import { ItemControls } from './queue/control'
import { itemDetail } from './queue/item-detail'
import { ProgressBoard } from './queue/progress'
import { DownloadQueue } from './queue/queue'
import type { ItemFiles } from './schema'
import { CompletedDownloads } from './tracking/completed-downloads'
import { failureSettings } from './tracking/failure-settings'
import { Watcher } from './tracking/watcher'

interface Deps
  extends Pick<Ports, 'clock' | 'random' | 'files' | 'http' | 'tcp' | 'transfers' | 'names' | 'processes' | 'log'> {
  db: Database
  config: Pick<Config, 'get'>
  operations: Operations
  gate: Pick<AcquisitionGate, 'decide'>
  /** Default folder for Panelkeep's own downloads. */
  downloadsDir: string
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/** Grabbed releases, and the clients that they are sent to. */
export function makeDownloads(deps: Deps) {
  const { db, clock, random, log, files, http, tcp, config, operations } = deps
  const clients = new Clients({ db, clock, http, tcp, files, log, config })
  const own = makeBuiltinTorrents(deps)
  clients.fallback(own.fallback)
  const board = new ProgressBoard()
  const watcher: Watcher = new Watcher({
    db,
    clock,
    board,
    completedDownloads: new CompletedDownloads({ db, clock, log, operations }),
    holding: new ClientCleanup({ db, clock, log, clients }),
    ports: { files, log, clients, settings: () => failureSettings(config) },
  })
  const checkNow = () => watcher.checkNow()
  deps.subscribe((event) => {
    if (event.type === 'download.changed') watcher.checkRegularly()
  })
  const journal = new Journal({ db, clock, random, log, clients, onChange: checkNow })
  const cancels = new DownloadCancels({ db, clock, operations, checkNow: checkNow })
  const direct = makeDirect(deps, (itemId) => cancels.byId(itemId))
  clients.fallback(direct.fallback)
  return {
    journal,
    clients,
    clientSetup: new ClientSetup({ db, clock, random, files, clients }),
    ownTorrents: own.torrents,
    direct: direct.requests,
    /** Fetches direct downloads. */
    directWorker: direct.worker,
    /** Follows items in their clients; call `checkNow` when it gets a new one. */
    watcher,
    /** Cancels all open items with this release key. */
    cancel: (releaseKey: string) => cancels.byKey(releaseKey),
    cancelItem: (itemId: string) => cancels.byId(itemId),
    queue: new DownloadQueue({ db, clients, progressOf: (itemId) => board.of(itemId) }),
    controls: new ItemControls({ db, clients, cancels, checkNow: checkNow }),
    history: new DownloadHistory({ db, clock, log }),
    blocked: new BlockedReleases({ db }),
    detail: (itemId: string, files: ItemFiles) => itemDetail({ db, clients }, itemId, files),
    /** Progress of an item in its client; undefined before the first check. */
    progressOf: (itemId: string) => board.of(itemId),
  }
}
