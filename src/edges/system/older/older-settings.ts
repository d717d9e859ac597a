import { dirname } from 'node:path'
import type { Annex } from '../../../base/config/annex'
import type { Config } from '../../../base/config/config'
import type { LogBook } from '../../../base/platform/log-book'
import type { Database } from '../../../base/storage/database'
import { clientPresets } from '../../../intake/downloads/clients/presets'
import type { ClientSetup } from '../../../intake/downloads/clients/service'
import { type ClientRow, listClients } from '../../../intake/downloads/clients/store'
import type { ClientType } from '../../../intake/downloads/states'
import { listTargets } from '../../notify/notice-store'
import type { Targets } from '../../notify/targets'
import { clientKeys } from './client-keys'
import { noticeKeys } from './notice-keys'
import { olderRows } from './older-rows'
import { whichClient } from './which-client'

interface Deps {
  db: Database
  config: Pick<Config, 'get' | 'save'>
  clients: Pick<ClientSetup, 'plan' | 'change' | 'order'>
  targets: Pick<Targets, 'plan'>
  /** Read only: paths are set at the start. */
  places: { dataDir: string; cacheDir: string; book: Pick<LogBook, 'path'> }
}

/** Settings of existing tools that Panelkeep stores elsewhere. */
export function olderSettings({ db, config, clients, targets, places }: Deps): Annex[] {
  const all = () => listClients(db.read)
  const firstOf = (rows: ClientRow[], type: ClientType) => {
    const ofType = rows.filter((client) => client.type === type)
    return ofType.find(({ enabled }) => enabled) ?? ofType[0]
  }
  return [
    olderRows({
      keys: clientKeys,
      all,
      find: firstOf,
      plan: (type, row, change) =>
        clients.plan(row ? change : { type, name: labelOf(type), ...change }, row && { clientId: row.client_id }),
    }),
    olderRows({
      keys: noticeKeys,
      all: () => listTargets(db.read),
      find: (rows, service) => rows.find((target) => target.service === service),
      plan: (service, row, change) => targets.plan(row ? change : { service, ...change }, row?.target_id),
    }),
    whichClient({ all, config, clients }),
    {
      shown: () => ({
        data_dir: places.dataDir,
        cache_dir: places.cacheDir,
        log_dir: places.book.path === null ? '' : dirname(places.book.path),
        // 2: a login form, the only method of Panelkeep.
        authentication: 2,
      }),
    },
  ]
}

const labelOf = (type: ClientType) => clientPresets.find((preset) => preset.type === type)?.label ?? type
