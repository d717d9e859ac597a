import type { Config } from '../../base/config/config'
import type { AppEvent } from '../../base/events/types'
import type { Ports } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import type { AcquisitionGate } from '../../intake/acquisition/gate'
import type { ImportFacts } from './import-payload'
import { NoticeCollector } from './notice-collector'
import { type MigrationState, Notices } from './notices'
import { makeServices } from './services'
import type { Machine } from './services/desktop'
import type { NoticeItem } from './states'
import { Targets } from './targets'

interface NoticeDeps {
  ports: Pick<Ports, 'clock' | 'random' | 'log' | 'http' | 'programs' | 'mail'>
  db: Database
  config: Pick<Config, 'get'>
  machine: Machine
  gate: Pick<AcquisitionGate, 'read'>
  subscribe: (listener: (event: AppEvent) => void) => unknown
}

/** Notifications to people: targets, and the queue of notices. */
export function makeNotices({ ports, db, config, machine, gate, subscribe }: NoticeDeps) {
  const { clock, random, log } = ports
  const services = makeServices({ ...ports, machine })
  const linkTo = (page: string) => {
    const address = config.get('public_url').replace(/(?<!\/)\/+$/, '')
    return address === '' ? null : `${address}${page}`
  }
  const migrationState = () => gate.read().reconciliation.state
  const migration: MigrationState = {
    isRunning: () => migrationState() === 'migrating',
    isUnderReview: () => migrationState() !== 'ready',
  }
  const notices = new Notices({ db, clock, random, log, services, linkTo, migration })
  const happened = new NoticeCollector({ db, clock, log, notices, subscribe })
  return {
    targets: new Targets({ db, clock, random, services, notices, migration }),
    /** Collects new events and sends the notices that are due. */
    tick() {
      happened.collect()
      return notices.tick()
    },
    arrived: (tx: Tx, facts: ImportFacts) => happened.arrived(tx, facts),
    requested: (tx: Tx, item: NoticeItem) => happened.requested(tx, item),
    newer: (tx: Tx, version: { version: string; at: string | null }) => happened.newer(tx, version),
    /** Records a health problem or a recovery; `page` is where to fix it. */
    health: (tx: Tx, item: NoticeItem, page: string | null) => notices.record(tx, 'health', [item], page),
    idle: () => notices.idle(),
    stop: () => notices.stop(),
  }
}
