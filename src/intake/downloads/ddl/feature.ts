import type { Config } from '../../../base/config/config'
import type { Ports } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { AcquisitionGate } from '../../acquisition/gate'
import type { FallbackClient } from '../clients/clients'
import type { CancelResult } from '../queue/cancel'
import { DdlClient } from './client'
import { DdlRequests } from './requests'
import { DdlWorker } from './worker'

interface Deps extends Pick<Ports, 'clock' | 'random' | 'files' | 'transfers' | 'names' | 'log'> {
  db: Database
  config: Pick<Config, 'get'>
  gate: Pick<AcquisitionGate, 'decide'>
  /** Default folder for Panelkeep's own downloads. */
  downloadsDir: string
}

/** Direct downloads: files that Panelkeep fetches itself. `cancelItem`: cancels an item of the journal. */
export function makeDirect(deps: Deps, cancelItem: (itemId: string) => CancelResult) {
  const { db, clock, random, files, transfers, names, log, config, gate, downloadsDir } = deps
  const settings = { config, folder: downloadsDir }
  const worker = new DdlWorker({ db, clock, files, log, net: { transfers, names }, settings })
  const client = new DdlClient({ db, clock, files, random, worker })
  const fallback: FallbackClient = {
    client,
    protocol: 'ddl',
    enabled: () => worker.isOn(),
    detail: () => `Panelkeep downloads direct links into ${worker.location()}.`,
    // Failed downloads stay in the queue, so that the user can restart them.
    rules: { remove_failed: false },
  }
  const addresses = { names, config }
  const requests = new DdlRequests({ db, clock, random, worker, addresses, gate, cancelItem })
  return { worker, requests, fallback }
}
