import { join } from 'node:path'
import type { Config } from '../../config/config'
import type { Ports } from '../../platform/ports'
import type { Database } from '../../storage/database'
import type { Fallback } from '../clients/clients'
import { EmbeddedTorrents } from './client'
import { OwnTorrents } from './torrents'

interface World extends Pick<Ports, 'clock' | 'files' | 'processes' | 'log'> {
  db: Database
  config: Pick<Config, 'get'>
  /** Where downloads of ours go unless the settings name a folder. */
  downloadsDir: string
}

/** The open internet, as a torrent client meets it; tests stay on this machine. */
export const PUBLIC = { dht: true, nat: true }

/** Torrents that Panelkeep fetches by itself where no torrent client is set up. */
export function makeOwnTorrents({ db, clock, files, processes, log, config, downloadsDir }: World, meets = PUBLIC) {
  const folder = () => join(config.get('ddl_location') || downloadsDir, 'torrents')
  const ratio = () => config.get('embedded_seed_ratio') / 100
  const enabled = () => config.get('enable_embedded_torrents')
  const torrents = new OwnTorrents({ db, clock, files, processes, log, settings: { folder, ratio } }, meets)
  const fallback: Fallback = {
    client: new EmbeddedTorrents({ torrents, files, enabled, folder }),
    protocol: 'torrent',
    enabled,
    detail: () => `Panelkeep fetches torrents by itself into ${folder()}, as long as no torrent client is set up.`,
    lastResort: true,
    // It seeds what the library has.
    rules: { placing: 'hardlink' },
  }
  return { torrents, fallback }
}
