import { between, fromMs } from '../../../../base/platform/clock'
import type { Instant } from '../../../../base/platform/ports'
import type { ClientItemState } from '../../states'
import type { ClientItem } from '../client'
import { addingTime, replyNumber, replyWord } from '../client-request'
import { inside } from '../paths'
import { NO_METADATA } from '../torrents'
import type { XmlRpcValue } from './xml-rpc'

/** Fields to request for a torrent, as rTorrent commands. */
export const RTORRENT_FIELDS = [
  'd.hash=',
  'd.name=',
  'd.complete=',
  'd.size_bytes=',
  'd.left_bytes=',
  'd.is_active=',
  'd.hashing=',
  'd.down.rate=',
  'd.down.total=',
  'd.ratio=',
  'd.base_path=',
  'd.directory=',
  'd.is_multi_file=',
  'd.message=',
  'd.timestamp.finished=',
  'd.timestamp.started=',
  'd.custom1=',
] as const

/** Fields of one torrent, by command. */
export type RTorrentFields = Record<string, XmlRpcValue | undefined>

/** The rows of a multicall, keyed by the commands that were sent. */
export function rtorrentFields(rows: XmlRpcValue, commands: readonly string[]): RTorrentFields[] {
  const list = Array.isArray(rows) ? rows.filter((row) => Array.isArray(row)) : []
  return list.map((row) => Object.fromEntries(commands.map((command, at) => [command, row[at]])))
}

/** One torrent of `d.multicall2`; `now` by rTorrent's clock. */
export function rtorrentItem(fields: RTorrentFields, now: Instant): ClientItem {
  const number = (field: (typeof RTORRENT_FIELDS)[number]) => replyNumber(fields[field]) ?? 0
  // Until its metadata has arrived, a magnet link shows as a torrent with one small file.
  const known = !replyWord(fields['d.name=']).endsWith('.meta')
  const whole = known && number('d.complete=') === 1
  const [total, left, rate] = [number('d.size_bytes='), number('d.left_bytes='), number('d.down.rate=')]
  const state = stateOf({ known, whole, rate, active: number('d.is_active=') === 1, hashing: number('d.hashing=') > 0 })
  const finished = number('d.timestamp.finished=')
  return {
    state,
    total: known ? total : undefined,
    done: known ? total - left : undefined,
    fetched: replyNumber(fields['d.down.total=']),
    speed: rate,
    eta: known && rate > 0 && left > 0 ? Math.ceil(left / rate) : undefined,
    path: whole && state !== 'checking' ? pathOf(fields) : undefined,
    detail: replyWord(fields['d.message=']) || (!known && state === 'stalled' ? NO_METADATA : undefined),
    ratio: whole ? number('d.ratio=') / 1000 : undefined,
    seeded_seconds:
      whole && finished > 0 ? Math.max(0, Math.floor(between(fromMs(finished * 1000), now) / 1000)) : undefined,
    category: replyWord(fields['d.custom1=']) || undefined,
    // rTorrent stores when a torrent was first started, not when it was added.
    ...addingTime(fields['d.timestamp.started=']),
  }
}

interface Facts {
  known: boolean
  whole: boolean
  rate: number
  active: boolean
  hashing: boolean
}

function stateOf({ known, whole, rate, active, hashing }: Facts): ClientItemState {
  if (hashing) return 'checking'
  if (whole) return active ? 'seeding' : 'done'
  if (!active) return 'paused'
  return known && rate > 0 ? 'downloading' : 'stalled'
}

/** A torrent has no path before rTorrent opened it, only a folder. */
export function pathOf(fields: RTorrentFields): string {
  const path = replyWord(fields['d.base_path='])
  if (path !== '') return path
  const folder = replyWord(fields['d.directory='])
  return replyNumber(fields['d.is_multi_file=']) === 1 ? folder : inside(folder, replyWord(fields['d.name=']))
}
