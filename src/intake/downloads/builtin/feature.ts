import { join } from 'node:path'
import type { Config } from '../../../base/config/config'
import { allowedHostsIn } from '../../../base/outbound/allowed-address'
import type { Ports } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { FallbackClient } from '../clients/clients'
import { BuiltinClient } from './client'
import type { TorrentLimits } from './helper-process'
import { BuiltinTorrents } from './torrents'

interface Deps extends Pick<Ports, 'clock' | 'files' | 'processes' | 'log'> {
  db: Database
  config: Pick<Config, 'get'>
  /** Default folder for Panelkeep's own downloads. */
  downloadsDir: string
}

/** The built-in torrent client, used when no other torrent client is set up. */
export function makeBuiltinTorrents({ db, clock, files, processes, log, config, downloadsDir }: Deps) {
  const folder = () => join(config.get('ddl_location') || downloadsDir, 'torrents')
  const ratio = () => config.get('embedded_seed_ratio') / 100
  const enabled = () => config.get('enable_embedded_torrents')
  const atOnce = () => config.get('embedded_torrents_at_once')
  const settings = { folder, ratio, atOnce, limits: () => limitsOf(config) }
  const torrents = new BuiltinTorrents({ db, clock, files, processes, log, settings })
  const fallback: FallbackClient = {
    client: new BuiltinClient({ torrents, files, enabled, folder }),
    protocol: 'torrent',
    enabled,
    detail: () => `The built-in torrent client downloads into ${folder()} while no other torrent client is set up.`,
    lastResort: true,
    // Seeds the files in the library.
    rules: { placing: 'hardlink' },
  }
  return { torrents, fallback }
}

const KB = 1024

function limitsOf(config: Pick<Config, 'get'>): TorrentLimits {
  const pace = (kilobytes: number) => (kilobytes === 0 ? null : kilobytes * KB)
  return {
    opening: {
      dht: config.get('embedded_dht'),
      pex: config.get('embedded_pex'),
      lsd: config.get('embedded_lsd'),
      nat: config.get('embedded_port_mapping'),
      allowed: allowedHostsIn(config.get('ddl_allowed_hosts')),
    },
    pace: { down: pace(config.get('embedded_download_limit')), up: pace(config.get('embedded_upload_limit')) },
  }
}
