import { isAbsolute } from 'node:path'
import { Refusal } from '../../../base/refusal'
import type { ClientType, Protocol } from '../states'
import type { ClientChangeBody } from './schema'
import type { ClientSettings } from './settings'
import { type ClientPathMapping, type ClientRow, NEW_CLIENT_STATE } from './store'

const PROTOCOLS: Record<Exclude<ClientType, 'blackhole'>, Protocol> = {
  sabnzbd: 'usenet',
  nzbget: 'usenet',
  qbittorrent: 'torrent',
  transmission: 'torrent',
  deluge: 'torrent',
  rtorrent: 'torrent',
  aria2: 'torrent',
}

/** Paths that users paste with the address. Each client adds its own. */
const ENDS: Partial<Record<ClientType, RegExp>> = {
  sabnzbd: /\/api$/,
  nzbget: /\/(?:jsonrpc|xmlrpc)$/,
  qbittorrent: /\/api\/v2$/,
  deluge: /\/json$/,
}

const refusing = (sentence: string, extra = {}) => new Refusal('invalid', sentence, extra)

export type NewClientFields = Pick<ClientRow, 'client_id' | 'position' | 'added_at'>

/** The row after a change: fields that the body leaves out keep their value or get the default. Throws Refusal. */
export function clientRowFrom(
  body: ClientChangeBody,
  { old, fresh }: { old?: ClientRow; fresh: NewClientFields },
): ClientRow {
  const type = typeOf(body.type, old)
  const name = (body.name ?? old?.name ?? '').trim()
  if (name === '') throw refusing('A download client needs a name.')
  const { address, scgi } = addressOf(body.address ?? old?.address ?? '', type, name)
  return {
    ...(old ?? { ...fresh, ...NEW_CLIENT_STATE }),
    type,
    name,
    protocol: protocolOf(type, body.protocol, old),
    enabled: body.enabled ?? old?.enabled ?? true,
    address,
    username: (body.username ?? old?.username ?? '').trim(),
    secret: secretFor(body.secret, { name, address }, old),
    verify: body.verify ?? old?.verify ?? true,
    category: (body.category ?? old?.category ?? 'comics').trim(),
    settings: settingsOf(body.settings, old?.settings, scgi || (address === old?.address && old.settings.scgi)),
    placing: body.placing ?? old?.placing ?? 'move',
    seed_ratio: body.seed_ratio === undefined ? (old?.seed_ratio ?? null) : body.seed_ratio,
    seed_minutes: body.seed_minutes === undefined ? (old?.seed_minutes ?? null) : body.seed_minutes,
    remove_completed: body.remove_completed ?? old?.remove_completed ?? true,
    remove_failed: body.remove_failed ?? old?.remove_failed ?? true,
  }
}

function typeOf(submitted: ClientType | undefined, old: ClientRow | undefined): ClientType {
  const type = submitted ?? old?.type
  if (!type) throw refusing('type is missing: the kind of download client.')
  if (old && old.type !== type)
    throw refusing(`${old.name} cannot be changed to another type. Add a new download client instead.`)
  return type
}

function protocolOf(type: ClientType, submitted: Protocol | undefined, old: ClientRow | undefined): Protocol {
  if (type !== 'blackhole') return PROTOCOLS[type]
  const protocol = submitted ?? old?.protocol
  if (!protocol) throw refusing('protocol is missing: usenet for a folder for NZB files, torrent for one for torrents.')
  return protocol
}

/** The address without the path that the client adds. For a watched folder, its path. */
function addressOf(submitted: string, type: ClientType, name: string): { address: string; scgi: boolean } {
  const text = submitted.trim()
  if (type === 'blackhole') {
    if (isAbsolute(text)) return { address: text, scgi: false }
    throw refusing(`The folder of ${name} must be a full path.`)
  }
  const scgi = type === 'rtorrent' && /^scgi:\/\//i.test(text)
  const url = /^(?:https?|scgi):\/\/[^/]/i.test(text) ? URL.parse(text.replace(/^scgi:/i, 'http:')) : null
  if (!url || (/^scgi:/i.test(text) && !scgi))
    throw refusing(
      `The address of ${name} has to begin with ${type === 'rtorrent' ? 'http://, https:// or scgi://' : 'http:// or https://'}.`,
    )
  if (url.username !== '' || url.password !== '')
    throw refusing(
      `The address of ${name} contains a login, which would be visible. Enter user name and password in their own fields.`,
    )
  const path = url.pathname
    .replace(/(?<!\/)\/+$/, '')
    .replace(ENDS[type] ?? /$^/, '')
    .replace(/(?<!\/)\/+$/, '')
  return { address: `${url.origin}${path}`, scgi }
}

/** `asScgi`: use SCGI, by the entered address, or by the saved one if it is unchanged. */
function settingsOf(submitted: ClientSettings = {}, old: ClientSettings = {}, asScgi = false): ClientSettings {
  const { scgi = asScgi, ...settings } = { ...old, scgi: undefined, ...submitted }
  const { directory, done_folder } = settings
  if (done_folder && !isAbsolute(done_folder))
    throw refusing('Enter the full path of the folder for completed downloads.')
  return { ...settings, ...(directory !== undefined && { directory: directory.trim() }), ...(scgi && { scgi }) }
}

/**
 * A secret only goes to the origin that it was entered for. Without a new secret, the saved one is kept only while
 * scheme, host and port are unchanged. Otherwise anyone allowed to edit the address could read the password.
 */
function secretFor(
  submitted: string | null | undefined,
  to: { name: string; address: string },
  old: ClientRow | undefined,
) {
  if (typeof submitted === 'string') return submitted
  if (!old || old.secret === '') return ''
  const [before, now] = [originOf(old.address), originOf(to.address)]
  if (before === now) return old.secret
  throw refusing(
    `${to.name} has another address now, so its password or key is needed again: the saved one was given for ${before}.`,
    {
      code: 'secret_required',
    },
  )
}

const originOf = (address: string): string => URL.parse(address)?.origin ?? address

/** The path mappings of a client, checked. Throws Refusal. */
export function readMappings(submitted: readonly ClientPathMapping[], name: string): ClientPathMapping[] {
  const mappings = submitted.map(({ remote, local }) => ({ remote: remote.trim(), local: local.trim() }))
  for (const { remote, local } of mappings) {
    if (remote === '') throw refusing(`A path mapping of ${name} has no folder of the client.`)
    if (!isAbsolute(local)) throw refusing(`${remote} of ${name} must be mapped to a full path on this computer.`)
  }
  return mappings
}

/** Whether the scheme, host or port changed, so that another server may answer. */
export const isOtherServer = (row: ClientRow, old: ClientRow): boolean =>
  originOf(row.address) !== originOf(old.address)
