import type { Reply } from '../../api/contract'
import type { StepSubject } from '../../panels/step-subject'
import type { MarkState } from '../../parts/status/mark'
import { numberWords, percentWords, sizeWords } from '../../parts/text/format'
import { spanWords } from '../../parts/text/span-words'
import { whenWords } from '../../parts/text/when'
import type { ItemControl } from './moves'

type Queue = Reply<'GET /api/downloads/queue'>
export type QueueRow = Extract<Queue, readonly unknown[]>[number]

/** The progress of a download from events, between two requests. */
export type LiveProgress = {
  id: string
  status: string
  percent: number
  bytes: number
  total: number
  speed: number
  eta: number | null
  priority: QueueRow['priority']
  place: number | null
}

/** A download as the queue shows it. */
export type QueueLine = {
  key: string
  thing: StepSubject
  /** The release or file of the download. */
  file: string
  mark: MarkState
  word: string
  /** From 0 to 1; undefined while unknown. */
  share: number | undefined
  /** Whether a progress bar is shown. */
  moves: boolean
  /** "48 of 120 MB", "2.3 MB/s", "4 minutes left" */
  facts: string[]
  client: string
  /** "High priority", "No. 3 in queue"; empty where the client reports neither. */
  order: string
  /** Whether the client has priorities rather than places. */
  hasPriority: boolean
  detail: string
  canRetry: boolean
  /** The item in the journal; undefined for a direct download without a grab. */
  itemId: string | undefined
  /** Whether the data can stay in the client. */
  canKeep: boolean
  /** The actions that the client supports now. */
  controls: readonly ItemControl[]
}

type Look = { mark: MarkState; word: string; moves?: boolean }

/** The state is unknown: the client does not answer, or does not list the download. */
const HELD_UP: Look = { mark: 'wanted', word: 'Client not responding' }
const QUEUED: Look = { mark: 'unknown', word: 'Queued' }

/** The states that a client reports. */
const STATES: Record<string, Look> = {
  queued: QUEUED,
  paused: { mark: 'skipped', word: 'Paused' },
  downloading: { mark: 'way', word: 'Downloading', moves: true },
  stalled: { mark: 'wanted', word: 'Stalled', moves: true },
  checking: { mark: 'way', word: 'Checking', moves: true },
  unpacking: { mark: 'way', word: 'Unpacking', moves: true },
  done: { mark: 'way', word: 'Downloaded' },
  seeding: { mark: 'way', word: 'Downloaded' },
  failed: { mark: 'attention', word: 'Failed' },
}

/** Panelkeep's own stages; they win over the client's state once Panelkeep has the files. */
const STAGES: Record<string, Look> = {
  reserved: { mark: 'unknown', word: 'Queued' },
  downloaded: { mark: 'way', word: 'Downloaded' },
  post_processing: { mark: 'way', word: 'Importing' },
  moved: { mark: 'way', word: 'Importing' },
}

/** The stages of a direct download without a grab. */
const STATUSES: Record<string, Look> = {
  Queued: QUEUED,
  Downloading: { mark: 'way', word: 'Downloading', moves: true },
  Failed: { mark: 'attention', word: 'Failed' },
}

export function queueLine(row: QueueRow, live?: LiveProgress): QueueLine {
  const { status, stage } = row
  const state = live?.status ?? row.state
  const look = row.since ? HELD_UP : (STAGES[stage ?? ''] ?? STATES[state ?? ''] ?? STATUSES[status ?? ''] ?? QUEUED)
  const done = live?.bytes ?? row.done
  const total = live?.total || row.total
  const percent = live?.percent ?? row.progress
  const { priority, place } = live ?? row
  const isOver = stage !== 'snatched' || row.since !== null || OVER.includes(state ?? '')
  return {
    key: row.ID,
    thing: { label: row.label, comicId: row.comicid, issueId: row.issueid, image: row.image },
    file: row.filename ?? '',
    mark: look.mark,
    word: look.word,
    share: percent === null || percent === undefined ? undefined : percent / 100,
    moves: look.moves ?? false,
    facts: look.moves ? factsOf(done, total, live ?? row) : [],
    client: row.client_label ?? row.site ?? '',
    order: isOver ? '' : orderWords(priority, place),
    hasPriority: Boolean(priority),
    detail: [row.detail, row.since && `Since ${whenWords(row.since)}.`].filter(Boolean).join(' '),
    canRetry: status === 'Failed',
    itemId: row.item_id ?? undefined,
    canKeep: row.client !== null && !OWN.includes(row.client),
    controls: row.controls.filter((one) => (state === 'paused' ? one !== 'pause' : one !== 'resume')),
  }
}

const OVER = ['done', 'seeding', 'failed']

const ORDER_WORDS: Record<NonNullable<QueueRow['priority']>, string> = {
  'very low': 'Very low priority',
  low: 'Low priority',
  normal: 'Normal priority',
  high: 'High priority',
  'very high': 'Very high priority',
  force: 'Forced',
}

const orderWords = (priority: QueueRow['priority'], place: Amount) =>
  priority ? ORDER_WORDS[priority] : place ? `No. ${numberWords(place)} in queue` : ''

/** Panelkeep's own clients. */
const OWN = ['ddl', 'embedded']

type Amount = number | null | undefined

function factsOf(done: Amount, total: Amount, { speed, eta }: Pick<QueueRow, 'speed' | 'eta'>): string[] {
  const amount = total ? `${sizeWords(done ?? 0)} of ${sizeWords(total)}` : done ? sizeWords(done) : ''
  const pace = speed ? `${sizeWords(speed)}/s` : ''
  const left = eta ? `${spanWords(eta)} left` : ''
  return [amount, pace, left].filter(Boolean)
}

/** "41%" */
export const shareWords = (share: number | undefined): string =>
  share === undefined ? '' : percentWords(Math.floor(share * 100))
