import { dirname } from 'node:path'
import { type ClientRow, listClients } from '../downloads/clients/store'
import type { ClientType } from '../downloads/states'
import type { LogBook } from '../platform/log-book'
import type { Database } from '../storage/database'

interface Deps {
  db: Database
  cacheDir: string
  book: Pick<LogBook, 'path'>
}

const NZB = { sabnzbd: [0, 'SABnzbd'], nzbget: [1, 'NZBGet'], blackhole: [2, 'Blackhole'] } as const
const NO_NZB = [3, 'Disabled'] as const
const TORRENT = {
  blackhole: [0, 'Watchfolder'],
  rtorrent: [2, 'rTorrent'],
  transmission: [3, 'Transmission'],
  deluge: [4, 'Deluge'],
  qbittorrent: [5, 'qBittorrent'],
} as const

/**
 * What existing tools read among the settings and is kept elsewhere here: the download clients are rows, of which these
 * keys name the first one of their kind. They can be read, not written.
 */
export function olderKeys({ db, cacheDir, book }: Deps) {
  return () => {
    const clients = listClients(db.read).filter(({ enabled }) => enabled)
    const first = (protocol: string) => clients.find((client) => client.protocol === protocol)
    const sabnzbd = clients.find(({ type }) => type === 'sabnzbd')
    const [nzb, torrent] = [first('usenet'), first('torrent')]
    const [nzb_downloader, nzb_downloader_label] = wordOf(NZB, nzb) ?? NO_NZB
    const [torrent_downloader, torrent_downloader_label] = wordOf(TORRENT, torrent) ?? TORRENT.blackhole
    return {
      ...{ nzb_downloader, nzb_downloader_label, torrent_downloader, torrent_downloader_label },
      sab_host: sabnzbd ? withoutLogin(sabnzbd.address) : '',
      sab_category: sabnzbd?.category ?? '',
      sab_apikey_set: (sabnzbd?.secret ?? '') !== '',
      cache_dir: cacheDir,
      log_dir: book.path === null ? '' : dirname(book.path),
    }
  }
}

function wordOf(words: Partial<Record<ClientType, readonly [number, string]>>, client: ClientRow | undefined) {
  return client && words[client.type]
}

function withoutLogin(address: string): string {
  const url = URL.parse(address)
  if (!url) return ''
  url.username = url.password = ''
  return url.href.replace(/\/$/, '')
}
