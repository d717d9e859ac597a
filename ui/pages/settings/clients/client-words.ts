import type { Reply } from '../../../api/contract'
import type { MarkState } from '../../../parts/status/mark'
import { whenWords } from '../../../parts/text/when'

export type WireClients = Reply<'GET /api/config/clients'>
export type Client = WireClients['clients'][number]
export type WireClientPreset = WireClients['presets'][number]
export type ClientTestReply = Reply<'POST /api/config/clients/test'>
export type ClientType = Client['type']
export type Protocol = Client['protocol']
/** The protocols that a client can be used for. */
export type ClientProtocol = Exclude<Protocol, 'ddl'>
export type ImportMethod = Client['placing']

export const PROTOCOL_NAMES: Record<Protocol, string> = {
  usenet: 'Usenet',
  torrent: 'Torrents',
  ddl: 'Direct downloads',
}

/** The test succeeded without warnings. */
export const isHealthy = ({ success, warnings = [] }: Pick<ClientTestReply, 'success'> & Partial<ClientTestReply>) =>
  success && warnings.length === 0

/** The state of a client, in a few words. */
export function clientState(
  { enabled, standing: { state, since } }: Pick<Client, 'enabled' | 'standing'>,
  now = new Date(),
): { mark: MarkState; word: string } {
  const at = since ? ` ${whenWords(since, now)}` : ''
  if (!enabled) return { mark: 'skipped', word: 'Off' }
  if (state === 'failing') return { mark: 'attention', word: at ? `Fails since${at}` : 'Fails' }
  return state === 'ok' ? { mark: 'have', word: `Answered${at}` } : { mark: 'unknown', word: 'Not tried yet' }
}

/** "SABnzbd 4.3.2 · Usenet · 127.0.0.1:8080 · moves files into the library" */
export function clientFacts(client: Client, presets: readonly WireClientPreset[]): string {
  const { type, name, protocol, address, standing, placing } = client
  const { version } = standing
  const label = presets.find((one) => one.type === type)?.label ?? type
  return [
    ...(version ? [`${label} ${version}`] : label === name ? [] : [label]),
    PROTOCOL_NAMES[protocol],
    address.replace(/^https?:\/\//, ''),
    importMethodWords(protocol, placing).fact,
  ].join(' · ')
}

type PlacingWords = { value: ImportMethod; label: string; fact: string; about: string }

const COPY: PlacingWords = {
  value: 'copy',
  label: 'Copy',
  fact: 'copies files',
  about: 'The library gets its own copy, which needs the space twice while the client keeps its file.',
}
const SOFTLINK: PlacingWords = {
  value: 'softlink',
  label: 'Symbolic link',
  fact: 'links to the files of the client',
  about: 'The library links to the file of the client, which must stay there, so nothing is removed from the client.',
}
const MOVE: PlacingWords = {
  value: 'move',
  label: 'Move',
  fact: 'moves files',
  about: 'The file is moved into the library and removed from the folder of the client.',
}
const HARDLINK: PlacingWords = {
  value: 'hardlink',
  label: 'Hardlink',
  fact: 'hardlinks files',
  about: 'One file under two names, which needs no extra space. On another disk the file is copied.',
}

/** The import methods of a client. A torrent client's files are never moved, so that it can seed on. */
export const importMethodsOf = (protocol: Protocol): readonly PlacingWords[] =>
  protocol === 'torrent' ? [HARDLINK, COPY, SOFTLINK] : [MOVE, COPY, HARDLINK, SOFTLINK]

export function importMethodWords(protocol: Protocol, placing: ImportMethod): PlacingWords {
  const all = importMethodsOf(protocol)
  return all.find(({ value }) => value === placing) ?? (all[0] as PlacingWords)
}

export type DownloadRoute = { name: string; detail?: string }

/** The clients that get releases of a protocol, in order. */
export function protocolClients({ clients, fallbacks }: WireClients, protocol: Protocol): DownloadRoute[] {
  const set = clients.filter((one) => one.enabled && one.protocol === protocol).map(({ name }) => ({ name }))
  const own = fallbacks.filter((one) => one.enabled && one.protocol === protocol)
  const named = (all: typeof own) =>
    all.map(({ name, label, detail }) => ({ name: ITSELF.includes(name) ? 'Panelkeep itself' : label, detail }))
  const all = [...set, ...named(own.filter(({ name }) => name !== LAST))]
  return all.length > 0 ? all : named(own)
}

/** Used only when no other client accepts torrents. */
const LAST = 'embedded'
const ITSELF = [LAST, 'ddl']
