import type { ClientItemState, JobPriority } from '../../states'
import type { ClientItem } from '../client'
import { type ReplyFields, replyNumber, replyWord } from '../client-request'

const MEGABYTE = 1024 * 1024

/** The jobs in the queue, by their ids. */
export function sabnzbdQueueItems(queue: ReplyFields, slots: ReplyFields[]): Map<string, ClientItem> {
  return new Map(slots.map((slot) => [replyWord(slot.nzo_id), sightingOfQueue(queue, slot)]))
}

function sightingOfQueue(queue: ReplyFields, slot: ReplyFields): ClientItem {
  const total = megabytes(slot.mb)
  const left = megabytes(slot.mbleft)
  const bytes = { total, done: total === undefined || left === undefined ? undefined : total - left }
  const priority = sabnzbdPriority(slot)
  const labels = Array.isArray(slot.labels) ? slot.labels.map(replyWord) : []
  const filename = replyWord(slot.filename)
  // An encrypted job waits for its password.
  if (/^ENCRYPTED\s*\//.test(filename) || labels.includes('ENCRYPTED'))
    return { state: 'failed', ...bytes, blames: true, detail: 'The download is encrypted and its password is unknown.' }
  if (labels.includes('UNWANTED'))
    return {
      state: 'failed',
      ...bytes,
      blames: true,
      detail: 'The download contains file types that SABnzbd is set to reject.',
    }
  const state = stateOf(replyWord(slot.status), queue.paused === true, replyWord(slot.priority))
  const detail = whyPaused(state, queue, labels)
  const moving = state === 'downloading'
  return {
    state,
    ...bytes,
    ...(priority && { priority }),
    ...(moving && { speed: (replyNumber(queue.kbpersec) ?? 0) * 1024, eta: secondsOf(replyWord(slot.timeleft)) }),
    ...(detail && { detail }),
  }
}

const PRIORITIES: Record<string, JobPriority> = {
  low: 'low',
  '-1': 'low',
  normal: 'normal',
  '0': 'normal',
  high: 'high',
  '1': 'high',
  force: 'force',
  '2': 'force',
}

/** The priority of a job in the queue: a word or a number, by version. */
export const sabnzbdPriority = (slot: ReplyFields): JobPriority | undefined =>
  PRIORITIES[replyWord(slot.priority).toLowerCase()]

/** A paused queue still downloads jobs with the priority Force. */
function stateOf(status: string, paused: boolean, priority: string): ClientItemState {
  if (status === 'Paused') return 'paused'
  if (['Checking', 'QuickCheck', 'Verifying'].includes(status)) return 'checking'
  if (['Repairing', 'Extracting', 'Moving', 'Running'].includes(status)) return 'unpacking'
  if (paused && priority !== 'Force' && priority !== '2') return 'paused'
  return status === 'Downloading' || status === 'Fetching' ? 'downloading' : 'queued'
}

function whyPaused(state: ClientItemState, queue: ReplyFields, labels: string[]): string | undefined {
  if (state !== 'paused') return undefined
  if (labels.includes('DUPLICATE')) return 'SABnzbd holds it back as a duplicate of something it had before.'
  if (labels.includes('TOO LARGE')) return 'SABnzbd holds it back because it is larger than its limit.'
  return queue.paused === true ? 'The whole queue of SABnzbd is paused.' : 'It is paused in SABnzbd.'
}

/** A job in SABnzbd's history: complete downloads and failures. */
export function sabnzbdHistoryItem(slot: ReplyFields): ClientItem {
  const total = replyNumber(slot.bytes)
  const status = replyWord(slot.status)
  const path = replyWord(slot.storage)
  if (status === 'Failed') {
    const message = replyWord(slot.fail_message)
    return { state: 'failed', total, blames: !OWN_FAULT.test(message), detail: message || 'SABnzbd does not say why.' }
  }
  // While SABnzbd moves the files, their final path is unknown.
  if (status === 'Completed' && path !== '') return { state: 'done', total, done: total, path }
  return { state: status === 'Verifying' || status === 'QuickCheck' ? 'checking' : 'unpacking', total, done: total }
}

/** Failures of the disk, a script or SABnzbd's settings. The release is not to blame. */
const OWN_FAULT =
  /disk|write error|permission|denied|cannot create|failed to move|moving failed|too long|script|post[- ]processing (?:was aborted|failed)/i

const megabytes = (value: unknown): number | undefined => {
  const number = replyNumber(value)
  return number === undefined ? undefined : Math.round(number * MEGABYTE)
}

/** `H:MM:SS` or `D:HH:MM:SS`; zero when SABnzbd does not know the time. */
function secondsOf(text: string): number | undefined {
  const parts = text.split(':').map(Number)
  if (parts.some(Number.isNaN) || parts.length < 3) return undefined
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = parts.toReversed()
  return seconds + 60 * (minutes + 60 * (hours + 24 * days)) || undefined
}
