import type { ClientItemState, JobPriority } from '../../states'
import type { ClientItem } from '../client'
import { type ReplyFields, replyNumber, replyWord } from '../client-request'

/** A job in NZBGet's queue. */
export function nzbgetGroupItem(group: ReplyFields, status: ReplyFields): ClientItem {
  const total = sizeOf(group, 'FileSize')
  const left = sizeOf(group, 'RemainingSize')
  const state = stateOf(replyWord(group.Status), status.DownloadPaused === true)
  const speed = replyNumber(status.DownloadRate) ?? 0
  const moving = state === 'downloading'
  return {
    state,
    total,
    done: Math.max(0, total - left),
    ...priorityFields(group),
    ...(moving && { speed, ...(speed > 0 && { eta: Math.round(left / speed) }) }),
    ...(state === 'paused' && { detail: 'It is paused in NZBGet.' }),
  }
}

/** The priorities on NZBGet's own pages, lowest first. Any other number is possible too. */
export const NZBGET_PRIORITIES = [
  ['very low', -100],
  ['low', -50],
  ['normal', 0],
  ['high', 50],
  ['very high', 100],
  ['force', 900],
] as const satisfies [JobPriority, number][]

/** The priority of a job; a number between two of them counts as the lower one. */
export function nzbgetPriority({ MaxPriority }: ReplyFields): JobPriority | undefined {
  const value = replyNumber(MaxPriority)
  if (value === undefined) return undefined
  return NZBGET_PRIORITIES.findLast(([, least]) => value >= least)?.[0] ?? 'very low'
}

function priorityFields(group: ReplyFields): Pick<ClientItem, 'priority'> {
  const priority = nzbgetPriority(group)
  return priority ? { priority } : {}
}

const STATES: Record<string, ClientItemState> = {
  PAUSED: 'paused',
  DOWNLOADING: 'downloading',
  FETCHING: 'downloading',
  LOADING_PARS: 'checking',
  VERIFYING_SOURCES: 'checking',
  VERIFYING_REPAIRED: 'checking',
  REPAIRING: 'unpacking',
  QUEUED: 'queued',
}

/** All other states are steps after the download. */
function stateOf(status: string, paused: boolean): ClientItemState {
  const state = STATES[status] ?? 'unpacking'
  return paused && (state === 'queued' || state === 'downloading') ? 'paused' : state
}

/** A job in NZBGet's history. Only the whole status is reliable: its parts are `NONE` for parked jobs. */
export function nzbgetHistoryItem(job: ReplyFields): ClientItem {
  const total = sizeOf(job, 'FileSize')
  const status = replyWord(job.Status)
  const path = replyWord(job.FinalDir) || replyWord(job.DestDir)
  const [kind = '', why = ''] = status.split('/')
  const fine = kind === 'SUCCESS' || (kind === 'WARNING' && FINE.includes(why))
  if (fine && path !== '') return { state: 'done', total, done: total, path }
  if (fine)
    return {
      state: 'failed',
      total,
      blames: false,
      detail: `NZBGet does not report the folder of the download (${status}).`,
    }
  return { state: 'failed', total, blames: BLAMED.includes(why), detail: FAULTS[why] ?? `NZBGet says ${status}.` }
}

/** The files are complete; their quality is checked when they are opened. */
const FINE = ['SCRIPT', 'HEALTH']
const BLAMED = ['HEALTH', 'PAR', 'UNPACK', 'PASSWORD', 'DAMAGED', 'REPAIRABLE', 'SCAN', 'BAD', 'FETCH']

const FAULTS: Record<string, string> = {
  HEALTH: 'Too many of its articles are missing.',
  PAR: 'It is damaged and could not be repaired.',
  DAMAGED: 'The download is damaged, and repair is turned off in NZBGet.',
  REPAIRABLE: 'The download is damaged, and repair is turned off in NZBGet.',
  UNPACK: 'It could not be unpacked.',
  PASSWORD: 'The download is encrypted and its password is unknown.',
  SPACE: 'The disk of NZBGet is full.',
  MOVE: 'NZBGet could not move it to the folder for completed downloads.',
  SCAN: 'NZBGet could not read the NZB.',
  BAD: 'Marked as bad in NZBGet.',
  MANUAL: 'Deleted in NZBGet.',
  DUPE: 'NZBGet rejected the job as a duplicate.',
  COPY: 'NZBGet rejected the job as a duplicate.',
}

/** Sizes come in two halves of 32 bits; the lower half may be written as a signed number. */
function sizeOf(job: ReplyFields, what: string): number {
  const [high, low] = [replyNumber(job[`${what}Hi`]) ?? 0, replyNumber(job[`${what}Lo`]) ?? 0]
  return high * 2 ** 32 + (low < 0 ? low + 2 ** 32 : low)
}
