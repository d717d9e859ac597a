import { line, type RowKey, type RowKeys, secret, yesNo } from '../../../base/config/row-keys'
import type { NewClientBody } from '../../../intake/downloads/clients/schema'
import type { ClientSettings } from '../../../intake/downloads/clients/settings'
import type { ClientRow } from '../../../intake/downloads/clients/store'
import type { ClientType } from '../../../intake/downloads/states'

type Key = RowKey<ClientRow, NewClientBody>
type Written = { row: ClientRow | undefined; soFar: Partial<NewClientBody> }

const field = (name: 'username' | 'category'): Key => ({
  kind: line,
  read: (row) => row?.[name] ?? '',
  write: (value: string) => ({ [name]: value }),
})
const rule = (name: 'verify' | 'remove_completed' | 'remove_failed'): Key => ({
  kind: yesNo,
  read: (row) => row?.[name] ?? true,
  write: (value: boolean) => ({ [name]: value }),
})
const key: Key = {
  kind: secret,
  read: (row) => (row?.secret ?? '') !== '',
  write: (secret: string) => ({ secret }),
}
const place: Key = {
  kind: line,
  read: (row) => withoutLogin(row?.address ?? ''),
  write: (address: string) => ({ address }),
}

/** Translates between a value of the row and a word of existing tools. */
function wordOf<N extends keyof ClientSettings>(
  name: N,
  words: Record<string, NonNullable<ClientSettings[N]>>,
  usual: string,
): Key {
  return {
    kind: { type: 'choice', default: usual, choices: Object.keys(words) },
    read: (row) => Object.keys(words).find((word) => words[word] === row?.settings[name]) ?? usual,
    write: (word: string, at) => settled(at, { [name]: words[word] }),
  }
}
const directory: Key = {
  kind: line,
  read: (row) => row?.settings.directory ?? '',
  write: (value: string, at) => settled(at, { directory: value }),
}
/** Whether torrents are added paused. */
const starts = (whenPaused: boolean): Key => ({
  kind: yesNo,
  read: (row) => row !== undefined && (row.settings.start === 'paused') === whenPaused,
  write: (value: boolean, at) => settled(at, { start: value === whenPaused ? 'paused' : 'now' }),
})

function settled({ soFar }: Written, settings: ClientSettings): Partial<NewClientBody> {
  return { settings: { ...soFar.settings, ...settings } }
}

const priority = wordOf(
  'priority',
  { Default: 'default', Low: 'low', Normal: 'normal', High: 'high', Force: 'force' },
  'Default',
)

/** Maps keys of existing tools to fields of the first client of each type. */
export const clientKeys: Partial<Record<ClientType, RowKeys<ClientRow, NewClientBody>>> = {
  sabnzbd: {
    sab_host: place,
    sab_apikey: key,
    sab_category: field('category'),
    sab_priority: priority,
    sab_verify: rule('verify'),
    sab_remove_completed: rule('remove_completed'),
    sab_remove_failed: rule('remove_failed'),
  },
  nzbget: {
    nzbget_host: {
      kind: line,
      read: (row) => withPort(row?.address ?? '', ''),
      write: (host: string, { row }) => ({ address: withPort(host, portOf(host) || portOf(row?.address ?? '')) }),
    },
    nzbget_port: {
      kind: { type: 'integer', default: 6789, least: 1, most: 65_535 },
      read: (row) => Number(portOf(row?.address ?? '') || 80),
      write: (port: number, { row, soFar }) => ({
        address: withPort(soFar.address ?? row?.address ?? '', String(port)),
      }),
    },
    nzbget_username: field('username'),
    nzbget_password: key,
    nzbget_category: field('category'),
    nzbget_priority: priority,
    nzbget_verify: rule('verify'),
  },
  qbittorrent: {
    qbittorrent_host: place,
    qbittorrent_username: field('username'),
    qbittorrent_password: key,
    qbittorrent_label: field('category'),
    qbittorrent_folder: directory,
    qbittorrent_loadaction: wordOf('start', { default: 'now', force_start: 'forced', paused: 'paused' }, 'default'),
  },
  transmission: {
    transmission_host: place,
    transmission_username: field('username'),
    transmission_password: key,
    transmission_directory: directory,
  },
  // Existing tools store address and password of Deluge's daemon; ours are those of its web interface.
  deluge: { deluge_label: field('category'), deluge_download_directory: directory, deluge_pause: starts(true) },
  rtorrent: {
    rtorrent_username: field('username'),
    rtorrent_password: key,
    rtorrent_label: field('category'),
    rtorrent_directory: directory,
    rtorrent_startonload: starts(false),
    rtorrent_verify: rule('verify'),
  },
}

function withoutLogin(address: string): string {
  const url = URL.parse(address)
  if (!url) return ''
  url.username = url.password = ''
  return url.href.replace(/\/$/, '')
}

/** `host` may be a bare name, as some tools store it. */
const urlOf = (host: string): URL | null => URL.parse(host === '' || host.includes('://') ? host : `http://${host}`)

function withPort(host: string, port: string): string {
  const url = urlOf(host)
  if (!url) return ''
  url.port = port
  return withoutLogin(url.href)
}

const portOf = (host: string): string => urlOf(host)?.port ?? ''
