import type { ClientType, Protocol } from '../states'

export interface ClientPreset {
  type: ClientType
  label: string
  /** Null when the user chooses the protocol. */
  protocol: Exclude<Protocol, 'ddl'> | null
  /** The usual address; empty for a folder. */
  address: string
  /** Whether the client needs a user name. */
  username: boolean
  /** The client's name for its secret. */
  secret: 'key' | 'password' | 'token' | 'none'
  /** Where to find the secret, or what else to know: a sentence. */
  help: string
}

/** The common clients, to fill in a form with. */
export const clientPresets: ClientPreset[] = [
  {
    type: 'sabnzbd',
    label: 'SABnzbd',
    protocol: 'usenet',
    address: 'http://127.0.0.1:8080',
    username: false,
    secret: 'key',
    help: 'Find the API key in SABnzbd under Config, General. The NZB key is not enough.',
  },
  {
    type: 'nzbget',
    label: 'NZBGet',
    protocol: 'usenet',
    address: 'http://127.0.0.1:6789',
    username: true,
    secret: 'password',
    help: 'The user name and password are in NZBGet under Settings, Security: ControlUsername and ControlPassword.',
  },
  {
    type: 'qbittorrent',
    label: 'qBittorrent',
    protocol: 'torrent',
    address: 'http://127.0.0.1:8080',
    username: true,
    secret: 'password',
    help: 'Turn on the web interface in qBittorrent under Tools, Options, Web UI. From version 5.2 an API key works instead of both.',
  },
  {
    type: 'transmission',
    label: 'Transmission',
    protocol: 'torrent',
    address: 'http://127.0.0.1:9091',
    username: true,
    secret: 'password',
    help: 'Turn on remote access in Transmission under Preferences, Remote.',
  },
  {
    type: 'deluge',
    label: 'Deluge',
    protocol: 'torrent',
    address: 'http://127.0.0.1:8112',
    username: false,
    secret: 'password',
    help: 'The password is that of the web interface, not that of the daemon. The plugin Label files downloads under a label.',
  },
  {
    type: 'rtorrent',
    label: 'rTorrent',
    protocol: 'torrent',
    address: 'http://127.0.0.1/RPC2',
    username: true,
    secret: 'password',
    help: 'The address is that of XML-RPC over HTTP, or scgi://127.0.0.1:5000 for its own port.',
  },
  {
    type: 'aria2',
    label: 'aria2',
    protocol: 'torrent',
    address: 'http://127.0.0.1:6800',
    username: false,
    secret: 'token',
    help: 'The token is what aria2 was started with as rpc-secret.',
  },
  {
    type: 'blackhole',
    label: 'Blackhole folder',
    protocol: null,
    address: '',
    username: false,
    secret: 'none',
    help: 'Any program that watches a folder for NZB files or torrents. Name its folder for completed downloads too, so that they come into the library.',
  },
]
