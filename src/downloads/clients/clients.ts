import type { Config } from '../../config/config'
import type { Files } from '../../platform/ports'
import type { Protocol } from '../states'
import { Blackhole } from './blackhole'
import type { DownloadClient } from './client'

/** The clients that releases are handed to, by how a release reaches us. */
export class Clients {
  private readonly routes: Partial<Record<Protocol, { client: DownloadClient; isSet: () => boolean }>>

  constructor({ files, config }: { files: Files; config: Pick<Config, 'get'> }) {
    const hole = (name: string, what: string, folder: () => string) => ({
      client: new Blackhole({ name, label: `Folder for ${what}`, what, files, folder }),
      isSet: () => folder() !== '',
    })
    this.routes = {
      usenet: hole('blackhole_nzb', 'NZB files', () => config.get('blackhole_dir')),
      torrent: hole('blackhole_torrent', 'torrents', () => config.get('local_watchdir')),
    }
  }

  /** Undefined where nothing takes such releases. */
  for(protocol: Protocol): DownloadClient | undefined {
    return this.routes[protocol]?.client
  }

  named(name: string | null): DownloadClient | undefined {
    return Object.values(this.routes).find(({ client }) => client.name === name)?.client
  }

  /** Whether somebody has set up where such releases go; whether it works now only its test says. */
  isSet(protocol: Protocol): boolean {
    return this.routes[protocol]?.isSet() ?? false
  }
}
