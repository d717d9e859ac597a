import type { NewClientBody } from '../../../../intake/downloads/clients/schema'
import type { MylarSettings } from './settings-file'

/** An address as Mylar stores it: without a scheme, with a trailing slash. */
function addressOf(host: string | null): string | null {
  if (host === null) return null
  const address = (/^https?:\/\//i.test(host) ? host : `http://${host}`).replace(/(?<!\/)\/+$/, '')
  return URL.canParse(address) ? address : null
}

/** Mylar's fifth priority, `Paused`, would leave all downloads waiting in the client. */
const PRIORITIES = ['default', 'low', 'normal', 'high'] as const

/** `Default` to `Paused`, or the numbers of these. */
function priorityOf(text: string | null): (typeof PRIORITIES)[number] {
  const number = /^[0-3]$/.test(text ?? '') ? PRIORITIES[Number(text)] : undefined
  return number ?? PRIORITIES.find((word) => word === text?.toLowerCase()) ?? 'default'
}

type ClientReader = (settings: MylarSettings) => Omit<NewClientBody, 'name'> | undefined

const READERS: Record<string, ClientReader> = {
  SABnzbd(settings) {
    const address = addressOf(settings.text('sab_host'))
    if (address === null) return undefined
    return {
      type: 'sabnzbd',
      address,
      secret: settings.text('sab_apikey') ?? '',
      category: settings.text('sab_category') ?? 'comics',
      settings: { priority: priorityOf(settings.text('sab_priority')) },
      remove_completed: settings.flag('sab_remove_completed', false),
      remove_failed: settings.flag('sab_remove_failed', false),
    }
  },
  NZBGet(settings) {
    const host = addressOf(settings.text('nzbget_host'))
    if (host === null) return undefined
    const url = new URL(host)
    if (url.port === '') url.port = settings.text('nzbget_port') ?? '6789'
    const sub = settings.text('nzbget_sub')?.replace(/^\/+|(?<!\/)\/+$/g, '')
    return {
      type: 'nzbget',
      address: `${url.href.replace(/(?<!\/)\/+$/, '')}${sub ? `/${sub}` : ''}`,
      username: settings.text('nzbget_username') ?? '',
      secret: settings.text('nzbget_password') ?? '',
      category: settings.text('nzbget_category') ?? 'comics',
      settings: { priority: priorityOf(settings.text('nzbget_priority')) },
    }
  },
  rTorrent(settings) {
    const host = settings.text('rtorrent_host')
    const rpc = settings.text('rtorrent_rpc_url')?.replace(/^\/+/, '')
    const scheme = settings.flag('rtorrent_ssl', false) ? 'https' : 'http'
    const address = host === null ? null : addressOf(/:\/\//.test(host) ? host : `${scheme}://${host}`)
    if (address === null) return undefined
    return {
      type: 'rtorrent',
      address: rpc ? `${address}/${rpc}` : address,
      username: settings.text('rtorrent_username') ?? '',
      secret: settings.text('rtorrent_password') ?? '',
      category: settings.text('rtorrent_label') ?? 'comics',
      verify: settings.flag('rtorrent_verify', false),
      settings: {
        directory: settings.text('rtorrent_directory') ?? '',
        start: settings.flag('rtorrent_startonload', true) ? 'now' : 'paused',
        ...(rpc ? {} : { scgi: true }),
      },
    }
  },
  Transmission(settings) {
    const address = addressOf(settings.text('transmission_host'))
    if (address === null) return undefined
    return {
      type: 'transmission',
      address,
      username: settings.text('transmission_username') ?? '',
      secret: settings.text('transmission_password') ?? '',
      settings: { directory: settings.text('transmission_directory') ?? '' },
    }
  },
  qBittorrent(settings) {
    const address = addressOf(settings.text('qbittorrent_host'))
    if (address === null) return undefined
    const action = settings.text('qbittorrent_loadaction')
    return {
      type: 'qbittorrent',
      address,
      username: settings.text('qbittorrent_username') ?? '',
      secret: settings.text('qbittorrent_password') ?? '',
      category: settings.text('qbittorrent_label') ?? 'comics',
      settings: {
        directory: settings.text('qbittorrent_folder') ?? '',
        start: action === 'paused' ? 'paused' : action === 'force_start' ? 'forced' : 'now',
      },
    }
  },
}

/** The client in use, by Mylar's numbers. */
const NZB = ['SABnzbd', 'NZBGet']
const TORRENT = ['', 'uTorrent', 'rTorrent', 'Transmission', 'Deluge', 'qBittorrent']

/** Download clients of the settings. Those that were not in use are added as disabled. */
export function oldClients(settings: MylarSettings): { clients: NewClientBody[]; sentences: string[] } {
  const torrents = settings.flag('enable_torrents', false)
  const used = new Set([
    NZB[settings.integer('nzb_downloader') ?? -1],
    torrents ? TORRENT[settings.integer('torrent_downloader') ?? -1] : undefined,
  ])
  const clients = Object.entries(READERS).flatMap(([name, read]): NewClientBody[] => {
    const client = read(settings)
    return client ? [{ ...client, name, enabled: used.has(name) }] : []
  })
  const sentences: string[] = []
  if (settings.text('deluge_host') !== null)
    sentences.push('Deluge is reached through its web interface here. Add it under Download clients with that address.')
  if (used.has('uTorrent')) sentences.push('uTorrent is not supported. Add another torrent client.')
  return { clients, sentences }
}
