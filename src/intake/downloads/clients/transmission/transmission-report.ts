import type { ClientItemState } from '../../states'
import type { ClientItem } from '../client'
import { addingTime, type ReplyFields, replyNumber, replyRows, replyWord } from '../client-request'
import { inside } from '../paths'
import { queuePlace } from '../queue-order'
import { NO_METADATA, topFolderOf } from '../torrents'

/** Fields to request for a torrent. */
export const TRANSMISSION_FIELDS = [
  'hashString',
  'downloadDir',
  'files',
  'sizeWhenDone',
  'leftUntilDone',
  'metadataPercentComplete',
  'isFinished',
  'eta',
  'status',
  'error',
  'errorString',
  'rateDownload',
  'downloadedEver',
  'secondsSeeding',
  'uploadRatio',
  'queuePosition',
  'labels',
  'addedDate',
]

const STOPPED = 0
const QUEUED = 3
const LOADING = 4
/** A value of `error`; 1 and 2 are messages of a tracker. */
const LOCAL_ERROR = 3

export const labelsOf = (torrent: ReplyFields): string[] =>
  Array.isArray(torrent.labels) ? torrent.labels.map(replyWord) : []

/**
 * One torrent of `torrent-get`, with its fields in snake_case. `category`: reported when it is one of the torrent's
 * labels.
 */
export function transmissionItem(torrent: ReplyFields, category: string): ClientItem {
  const [total, left] = [replyNumber(torrent.size_when_done) ?? 0, replyNumber(torrent.left_until_done) ?? 0]
  const known = total > 0 && replyNumber(torrent.metadata_percent_complete) !== 0
  const whole = known && left === 0
  const state = stateOf(torrent, known, whole)
  const isThere = state === 'seeding' || state === 'done'
  const eta = replyNumber(torrent.eta) ?? -1
  const ratio = replyNumber(torrent.upload_ratio) ?? -1
  const [first] = replyRows(torrent.files)
  return {
    state,
    total: known ? total : undefined,
    done: known ? total - left : undefined,
    fetched: replyNumber(torrent.downloaded_ever),
    speed: replyNumber(torrent.rate_download),
    eta: eta >= 0 && !whole ? eta : undefined,
    place: queuePlace(torrent.queue_position, whole),
    // Not the torrent's name: some of its characters differ on the disk.
    path: isThere && first ? inside(replyWord(torrent.download_dir), topFolderOf(replyWord(first.name))) : undefined,
    detail: replyWord(torrent.error_string) || (!known && state === 'stalled' ? NO_METADATA : undefined),
    ratio: ratio >= 0 ? ratio : undefined,
    seeded_seconds: replyNumber(torrent.seconds_seeding),
    goal_met: state === 'done' ? torrent.is_finished === true : undefined,
    category: labelsOf(torrent).includes(category) ? category : undefined,
    ...addingTime(torrent.added_date),
  }
}

function stateOf(torrent: ReplyFields, known: boolean, whole: boolean): ClientItemState {
  const status = replyNumber(torrent.status) ?? STOPPED
  if (status === STOPPED && replyNumber(torrent.error) === LOCAL_ERROR) return 'stalled'
  if (status === STOPPED) return whole ? 'done' : 'paused'
  if (status < QUEUED) return 'checking'
  if (status === QUEUED) return 'queued'
  if (status > LOADING) return 'seeding'
  // For a moment the torrent is complete, but its files do not have their final names yet.
  if (whole) return 'checking'
  return known && (replyNumber(torrent.rate_download) ?? 0) > 0 ? 'downloading' : 'stalled'
}
