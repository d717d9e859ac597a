import type { ClientItemState } from '../../states'
import type { ClientItem } from '../client'
import { type Fields, fieldsOf, listOf, numberOf, wordOf } from '../client-request'
import { inside } from '../paths'
import { NO_METADATA, topOf } from '../torrents'

/** Fields that are requested of a download. */
export const FIELDS = [
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

/** Exit codes of aria2 that are of what it was given: corrupt metadata, and pieces that are not what they should be. */
const OF_THE_RELEASE = [26, 27, 32]

/** One download of `tellActive` and its like; every number is text. */
export function clientItemOf(entry: Fields): ClientItem {
  const [total, done] = [numberOf(entry.totalLength) ?? 0, numberOf(entry.completedLength) ?? 0]
  const known = isWhole(entry) && total > 0
  const whole = known && done >= total
  const [speed, sent] = [numberOf(entry.downloadSpeed) ?? 0, numberOf(entry.uploadLength) ?? 0]
  const state = stateOf(entry, known, whole, speed)
  const failed = state === 'failed'
  return {
    state,
    total: known ? total : undefined,
    done: known ? done : undefined,
    speed,
    eta: speed > 0 && known && !whole ? Math.ceil((total - done) / speed) : undefined,
    path: state === 'seeding' || state === 'done' ? pathOf(entry) : undefined,
    detail: failed ? errorOf(entry) : state === 'stalled' && !known ? NO_METADATA : undefined,
    blames: failed ? OF_THE_RELEASE.includes(numberOf(entry.errorCode) ?? 0) : undefined,
    ratio: whole ? sent / total : undefined,
    // Torrents that it stops have met their seeding goal.
    goal_met: state === 'done' ? true : undefined,
    instance: isWhole(entry) ? wordOf(entry.gid) || undefined : undefined,
  }
}

function stateOf(entry: Fields, known: boolean, whole: boolean, speed: number): ClientItemState {
  switch (entry.status) {
    case 'error':
      return 'failed'
    case 'waiting':
      return entry.verifyIntegrityPending === 'true' ? 'checking' : 'queued'
    case 'paused':
      return whole ? 'seeding' : 'paused'
    case 'complete':
      // The metadata of a magnet link is complete before what it leads to has begun.
      return whole ? 'done' : 'queued'
    default:
      if (entry.verifiedLength !== undefined) return 'checking'
      if (entry.seeder === 'true' && whole) return 'seeding'
      return known && speed > 0 ? 'downloading' : 'stalled'
  }
}

/** Not only the metadata of a magnet link. */
export function isWhole(entry: Fields): boolean {
  const [first] = listOf(entry.files)
  return first !== undefined && !wordOf(first.path).startsWith('[METADATA]')
}

/** Why it failed, as a sentence; undefined for what did not. */
export function errorOf(entry: Fields): string | undefined {
  if (entry.status !== 'error') return undefined
  return wordOf(entry.errorMessage) || `It failed with error ${wordOf(entry.errorCode)} of aria2.`
}

function pathOf(entry: Fields): string | undefined {
  const folder = wordOf(entry.dir)
  const path = wordOf(fieldsOf(listOf(entry.files)[0]).path)
  const base = folder.replace(/(?<![\\/])[\\/]+$/, '')
  return path.startsWith(base) ? inside(base, topOf(path.slice(base.length + 1))) : undefined
}
