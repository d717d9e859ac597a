import type { ClientItemState } from '../../states'
import type { ClientItem } from '../client'
import { type ReplyFields, replyFields, replyNumber, replyRows, replyWord } from '../client-request'
import { inside } from '../paths'
import { NO_METADATA, topFolderOf } from '../torrents'

/** Fields to request for a download. */
export const ARIA2_FIELDS = [
  'gid',
  'status',
  'totalLength',
  'completedLength',
  'uploadLength',
  'downloadSpeed',
  'infoHash',
  'seeder',
  'dir',
  'files',
  'errorCode',
  'errorMessage',
  'followedBy',
  'following',
  'verifyIntegrityPending',
  'verifiedLength',
]

/** Exit codes of aria2 that blame the release: corrupt metadata, or pieces with a wrong checksum. */
const OF_THE_RELEASE = [26, 27, 32]

/** One download from `tellActive` and the like; every number is text. */
export function aria2Item(entry: ReplyFields): ClientItem {
  const [total, done] = [replyNumber(entry.totalLength) ?? 0, replyNumber(entry.completedLength) ?? 0]
  const known = hasContents(entry) && total > 0
  const whole = known && done >= total
  const [speed, sent] = [replyNumber(entry.downloadSpeed) ?? 0, replyNumber(entry.uploadLength) ?? 0]
  const state = stateOf(entry, known, whole, speed)
  const failed = state === 'failed'
  return {
    state,
    total: known ? total : undefined,
    done: known ? done : undefined,
    speed,
    eta: speed > 0 && known && !whole ? Math.ceil((total - done) / speed) : undefined,
    path: state === 'seeding' || state === 'done' ? pathOf(entry) : undefined,
    detail: failed ? aria2Error(entry) : state === 'stalled' && !known ? NO_METADATA : undefined,
    blames: failed ? OF_THE_RELEASE.includes(replyNumber(entry.errorCode) ?? 0) : undefined,
    ratio: whole ? sent / total : undefined,
    // A complete torrent that aria2 stopped has met its seeding goal.
    goal_met: state === 'done' ? true : undefined,
    instance: hasContents(entry) ? replyWord(entry.gid) || undefined : undefined,
  }
}

function stateOf(entry: ReplyFields, known: boolean, whole: boolean, speed: number): ClientItemState {
  switch (entry.status) {
    case 'error':
      return 'failed'
    case 'waiting':
      return entry.verifyIntegrityPending === 'true' ? 'checking' : 'queued'
    case 'paused':
      return whole ? 'seeding' : 'paused'
    case 'complete':
      // The metadata of a magnet link completes as a download of its own, before the content starts.
      return whole ? 'done' : 'queued'
    default:
      if (entry.verifiedLength !== undefined) return 'checking'
      if (entry.seeder === 'true' && whole) return 'seeding'
      return known && speed > 0 ? 'downloading' : 'stalled'
  }
}

/** Whether the download has more than the metadata of a magnet link. */
export function hasContents(entry: ReplyFields): boolean {
  const [first] = replyRows(entry.files)
  return first !== undefined && !replyWord(first.path).startsWith('[METADATA]')
}

/** Why the download failed, as a sentence; undefined when it did not fail. */
export function aria2Error(entry: ReplyFields): string | undefined {
  if (entry.status !== 'error') return undefined
  return replyWord(entry.errorMessage) || `It failed with error ${replyWord(entry.errorCode)} of aria2.`
}

function pathOf(entry: ReplyFields): string | undefined {
  const folder = replyWord(entry.dir)
  const path = replyWord(replyFields(replyRows(entry.files)[0]).path)
  const base = folder.replace(/(?<![\\/])[\\/]+$/, '')
  return path.startsWith(base) ? inside(base, topFolderOf(path.slice(base.length + 1))) : undefined
}
