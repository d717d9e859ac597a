import type { ClientItemState } from '../../states'
import type { ClientItem } from '../client'
import { addingTime, type ReplyFields, replyNumber, replyRows, replyWord } from '../client-request'
import { inside } from '../paths'
import { queuePlace } from '../queue-order'
import { NO_METADATA, topFolderOf } from '../torrents'

/** Fields to request for a torrent. */
export const DELUGE_FIELDS = [
  'state',
  'message',
  'save_path',
  'files',
  'is_finished',
  'ratio',
  'eta',
  'total_wanted',
  'total_done',
  'download_payload_rate',
  'all_time_download',
  'seeding_time',
  'stop_at_ratio',
  'stop_ratio',
  'queue',
  'label',
  'time_added',
]

/** One torrent of `core.get_torrents_status`. */
export function delugeItem(status: ReplyFields): ClientItem {
  const total = replyNumber(status.total_wanted) ?? 0
  const known = total > 0
  const whole = known && status.is_finished === true
  const state = stateOf(status, known, whole)
  const [first] = replyRows(status.files)
  const [eta, ratio] = [replyNumber(status.eta) ?? 0, replyNumber(status.ratio) ?? -1]
  return {
    state,
    total: known ? total : undefined,
    done: known ? Math.min(total, replyNumber(status.total_done) ?? 0) : undefined,
    fetched: replyNumber(status.all_time_download),
    speed: replyNumber(status.download_payload_rate),
    eta: eta > 0 && !whole ? eta : undefined,
    place: queuePlace(status.queue, whole),
    // Not the torrent's name, which Panelkeep has set.
    path: isThere(state) && first ? inside(replyWord(status.save_path), topFolderOf(replyWord(first.path))) : undefined,
    detail: detailOf(status, known, state),
    ratio: ratio >= 0 ? ratio : undefined,
    seeded_seconds: replyNumber(status.seeding_time),
    goal_met: state === 'done' ? stopped(status, ratio) : undefined,
    category: replyWord(status.label) || undefined,
    ...addingTime(status.time_added),
  }
}

function stateOf({ state, download_payload_rate }: ReplyFields, known: boolean, whole: boolean): ClientItemState {
  switch (state) {
    case 'Checking':
      return 'checking'
    case 'Moving':
      return 'unpacking'
    case 'Error':
      return 'stalled'
    case 'Seeding':
      return 'seeding'
    case 'Paused':
      return whole ? 'done' : 'paused'
    case 'Downloading':
      return known && (replyNumber(download_payload_rate) ?? 0) > 0 ? 'downloading' : 'stalled'
    default:
      // Queued, or allocating space on the disk.
      return whole ? 'seeding' : 'queued'
  }
}

const isThere = (state: ClientItemState) => state === 'seeding' || state === 'done'

function detailOf({ state, message }: ReplyFields, known: boolean, seen: ClientItemState): string | undefined {
  if (state === 'Moving') return 'Its files are being moved to their final folder.'
  if (state === 'Error') return replyWord(message) || 'The client stopped it because of an error.'
  return seen === 'stalled' && !known ? NO_METADATA : undefined
}

const stopped = ({ stop_at_ratio, stop_ratio }: ReplyFields, ratio: number) =>
  stop_at_ratio === true && ratio >= (replyNumber(stop_ratio) ?? Number.POSITIVE_INFINITY)
