import type { ClientItemState } from '../../states'
import type { ClientItem } from '../client'
import { addingTime, type ReplyFields, replyNumber, replyWord } from '../client-request'
import { inside } from '../paths'
import { NO_METADATA } from '../torrents'

/** The states of a torrent in qBittorrent; since 5.0 `paused` is called `stopped`. */
const states: Record<string, ClientItemState> = {
  allocating: 'queued',
  queuedDL: 'queued',
  metaDL: 'stalled',
  forcedMetaDL: 'stalled',
  downloading: 'downloading',
  forcedDL: 'downloading',
  stalledDL: 'stalled',
  pausedDL: 'paused',
  stoppedDL: 'paused',
  checkingDL: 'checking',
  checkingUP: 'checking',
  checkingResumeData: 'checking',
  moving: 'unpacking',
  uploading: 'seeding',
  forcedUP: 'seeding',
  stalledUP: 'seeding',
  queuedUP: 'seeding',
  pausedUP: 'done',
  stoppedUP: 'done',
  missingFiles: 'failed',
  error: 'stalled',
}

const details: Record<string, string> = {
  metaDL: NO_METADATA,
  forcedMetaDL: NO_METADATA,
  moving: 'Its files are being moved to their final folder.',
  missingFiles: 'Its files are gone from the folder of the client.',
  error: 'The client stopped it because of an error. See the log of the client.',
}

/** qBittorrent sends this when the remaining time is unknown. */
const FOR_EVER = 8_640_000

/** One torrent of `torrents/info`. */
export function qbittorrentItem(info: ReplyFields): ClientItem {
  const word = replyWord(info.state)
  const state = states[word] ?? 'queued'
  const total = positive(info.size)
  const left = replyNumber(info.amount_left)
  const eta = replyNumber(info.eta)
  const whole = state === 'done' || state === 'seeding'
  const path = whole ? pathOf(info) : undefined
  const detail = details[word] ?? (whole && path === undefined ? looseSentence(info) : undefined)
  return {
    state,
    total,
    done: total === undefined || left === undefined ? undefined : Math.max(0, total - left),
    fetched: replyNumber(info.downloaded),
    speed: replyNumber(info.dlspeed),
    eta: eta === undefined || eta >= FOR_EVER ? undefined : eta,
    place: positive(info.priority),
    path,
    detail,
    ratio: replyNumber(info.ratio),
    seeded_seconds: replyNumber(info.seeding_time),
    goal_met: state === 'done' ? reached(info) : undefined,
    category: replyWord(info.category) || undefined,
    ...addingTime(info.added_on),
  }
}

/**
 * Before 4.3.1, qBittorrent does not report the path of the files; while it checks them, it reports only part of the
 * path.
 */
function pathOf(info: ReplyFields): string | undefined {
  const path = contentPathOf(info)
  return same(path, replyWord(info.save_path)) ? undefined : path
}

/** The torrent's file or folder; the parent folder when its files are loose in there. */
export function contentPathOf(info: ReplyFields): string {
  const [folder, content] = [replyWord(info.save_path), replyWord(info.content_path)]
  return inside(folder, content === '' ? replyWord(info.name) : content)
}

const same = (path: string, folder: string) =>
  path.replace(/(?<![\\/])[\\/]+$/, '') === folder.replace(/(?<![\\/])[\\/]+$/, '')

const looseSentence = (info: ReplyFields) =>
  `The files of the torrent are loose in ${replyWord(info.save_path)}, together with other files. Set the torrent content layout of qBittorrent to Original.`

/**
 * Whether qBittorrent stopped the torrent at its seeding goal, instead of the user pausing it. Limits below 0 are off.
 */
function reached(info: ReplyFields): boolean {
  const ratio = replyNumber(info.max_ratio) ?? -1
  const minutes = replyNumber(info.max_seeding_time) ?? -1
  return (
    (ratio >= 0 && (replyNumber(info.ratio) ?? 0) >= ratio) ||
    (minutes >= 0 && (replyNumber(info.seeding_time) ?? 0) >= minutes * 60)
  )
}

function positive(value: unknown): number | undefined {
  const number = replyNumber(value)
  return number !== undefined && number > 0 ? number : undefined
}
