import type { Ports } from '../../base/platform/ports'
import type { Database } from '../../base/storage/database'
import type { AcquisitionGate } from '../../intake/acquisition/gate'
import type { Maintenance } from '../../intake/acquisition/maintenance'
import type { Protocol } from '../../intake/downloads/states'
import { Canary } from './canary'
import { RunWorker } from './run-worker'
import { Repair } from './service'

interface Deps {
  ports: Pick<Ports, 'clock' | 'random' | 'files' | 'log'>
  db: Database
  gate: AcquisitionGate
  maintenance: Maintenance
  clients: { downstream: (route: Protocol) => Promise<unknown> }
}

/** Repairs the states of issues by the evidence. */
export function makeRepair({ ports: { clock, random, files, log }, db, gate, maintenance, clients }: Deps) {
  const worker = new RunWorker({ db, clock, files, log, gate, maintenance })
  const hasClient = async (route: Protocol) => (await clients.downstream(route)) !== undefined
  const canary = new Canary({ db, clock, random, log, gate, maintenance, hasClient })
  const repair = new Repair({ db, clock, random, files, worker, canary })
  return {
    repair,
    repairRuns: {
      /** After a start. */
      resume() {
        canary.resume()
        worker.resume()
      },
      idle: () => worker.idle(),
      stop: () => Promise.all([worker.stop(), canary.stop()]),
    },
  }
}
