import { begunBy, between, plus } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import { type CleanupRules, cleanupAfter } from '../cleanup/cleanup'
import type { ClientItem } from '../clients/client'
import type { FailureReason } from '../journal/reasons'
import type { FailedEnd } from '../journal/stage-changes'
import type { CleanupState, ClientItemState } from '../states'
import type { DownloadItem } from '../store'
import type { FailureSettings } from './failure-settings'

/** The state of an item at its client. */
export type ItemSighting =
  /** The client does not answer, so the state of the item is unknown. */
  | { kind: 'unreachable' }
  /** The client answers, and does not have the item. */
  | { kind: 'absent' }
  /** The client was removed from the settings. */
  | { kind: 'unset' }
  | { kind: 'sighted'; sighting: ClientItem }

export interface TrackingFacts {
  now: Instant
  /** The user's name for the client. */
  client: string
  /** Checks in a row without the item, including this one. */
  looks: number
  /**
   * For an absent item: the client's id for our name; null when the client has no such item, undefined when it could
   * not tell.
   */
  found?: string | null
  /** The download's path as the client sees it and on this machine, and whether it is readable here. */
  place?: { remote: string; local: string; readable: boolean }
  /** Bytes at the previous check. */
  before?: number
  /** Number of failed releases for the same issue within a week. */
  failures: () => number
  rules: CleanupRules | undefined
  settings: FailureSettings
}

export type TrackingDecision =
  | { do: 'nothing' }
  | { do: 'note'; facts: Partial<DownloadItem> }
  /** The download is complete and readable here. */
  | { do: 'arrive'; content_path: string }
  | { do: 'end'; end: FailedEnd; held: CleanupState | null }

const NOTHING: TrackingDecision = { do: 'nothing' }
const MINUTE = 60_000

/** A missing item or path may come back: clients restart, disks are mounted late. */
const PATIENCE_MS = 10 * MINUTE
const LOOKS = 3

/** Pauses before another release is tried: after the first failure within a week, the second, and so on. */
const WAITS_MS = [0, 10 * MINUTE, 60 * MINUTE, 360 * MINUTE]

/**
 * Decides what happens to an item after a check of its client. Pure. Only snatched items follow their client: before
 * that the hand-over decides, and afterwards the files are ours.
 */
export function decideTracking(item: DownloadItem, seen: ItemSighting, facts: TrackingFacts): TrackingDecision {
  if (item.stage !== 'snatched') return NOTHING
  if (seen.kind === 'unset') return missingDecision(item, facts, `${facts.client} is not set up any more.`)
  if (seen.kind === 'unreachable') {
    // A client that comes back needs a moment to find its items, so the wait for missing ones starts over.
    return changes(item, { unreachable_since: begunBy(item.unreachable_since, facts.now), missing_since: null })
  }
  if (seen.kind === 'absent') return whenAbsent(item, facts)
  return BY_STATE[seen.sighting.state](item, seen.sighting, facts)
}

type Rule = (item: DownloadItem, sighting: ClientItem, facts: TrackingFacts) => TrackingDecision

/** The client works on the item, or will. */
const underWay: Rule = (item) => changes(item, { ...ANSWERED, stalled_since: null })

const ANSWERED = { unreachable_since: null, missing_since: null }

const moving: Rule = (item, { state, done = 0, speed = 0 }, facts) => {
  if (item.protocol !== 'torrent') return underWay(item, { state }, facts)
  const had = item.stalled_since === null ? facts.before : (item.bytes_done ?? 0)
  const stands = had === undefined ? state === 'stalled' : done <= had && speed === 0
  if (!stands) return underWay(item, { state }, facts)
  const since = begunBy(item.stalled_since, facts.now)
  const { stalled_hours } = facts.settings
  if (stalled_hours > 0 && between(since, facts.now) >= stalled_hours * 60 * MINUTE) {
    const detail = `${facts.client} got nothing of it for ${stalled_hours} hours.`
    return failedDecision(item, facts, { reason: 'ddl_stalled', detail, blames: true })
  }
  return changes(item, { ...ANSWERED, stalled_since: since, bytes_done: done })
}

const whenDone: Rule = (item, { path }, facts) => {
  const { place, now, client } = facts
  if (place?.readable) return { do: 'arrive', content_path: place.local }
  const since = begunBy(item.missing_since, now)
  if (between(since, now) < PATIENCE_MS) {
    const content_path = place?.local ?? item.content_path
    return changes(item, { unreachable_since: null, stalled_since: null, missing_since: since, content_path })
  }
  const detail = place ? unreadable(client, place) : `${client} reports no folder for ${path ?? 'the download'}.`
  return { do: 'end', end: { to: 'manual_review', reason: 'path_not_readable', detail, at_step: 'import' }, held: null }
}

function unreadable(client: string, { remote, local }: { remote: string; local: string }): string {
  const where = remote === local ? `at ${local}` : `at ${remote}, which is ${local} here`
  return `${client} has it ${where}, and Panelkeep cannot read that. Check its permissions, or set a path mapping for ${client} in Settings, Download clients.`
}

const whenFailed: Rule = (item, { detail, blames = false }, facts) =>
  failedDecision(item, facts, {
    reason: 'download_failed_researching',
    detail: detail ? `${facts.client} says: ${detail}` : `${facts.client} reported a failure without a reason.`,
    blames,
  })

const BY_STATE = {
  queued: underWay,
  paused: underWay, // The user paused the item and will resume it.
  downloading: moving,
  stalled: moving,
  checking: underWay,
  unpacking: underWay,
  done: whenDone,
  seeding: whenDone,
  failed: whenFailed,
} as const satisfies Record<ClientItemState, Rule>

function whenAbsent(item: DownloadItem, facts: TrackingFacts): TrackingDecision {
  const { found, place, now, client, looks } = facts
  if (found === undefined) return NOTHING
  // Clients may assign new ids after a restart.
  if (found !== null && found !== item.client_id) return changes(item, { ...ANSWERED, client_id: found })
  if (found !== null) return changes(item, ANSWERED)
  // The item was removed from the client after it was complete.
  if (place?.readable) return { do: 'arrive', content_path: place.local }
  const since = begunBy(item.missing_since, now)
  if (looks >= LOOKS && between(since, now) >= PATIENCE_MS)
    return missingDecision(item, facts, `${client} does not have it any more.`)
  return changes(item, { unreachable_since: null, missing_since: since })
}

/** Nothing speaks against the release, so it is not blamed. */
const missingDecision = (item: DownloadItem, facts: TrackingFacts, detail: string): TrackingDecision =>
  failedDecision(item, facts, { reason: 'download_gone', detail, blames: false })

interface Failure {
  /** When another release is searched for. */
  reason: FailureReason
  detail: string
  blames: boolean
}

/**
 * Outcome of an item whose release failed: when another one is searched for, and whether this one may be grabbed again.
 */
export function failedDecision(
  item: DownloadItem,
  facts: Pick<TrackingFacts, 'now' | 'rules' | 'settings' | 'failures'>,
  { reason, detail, blames }: Failure,
): Extract<TrackingDecision, { do: 'end' }> {
  const { now, rules, settings } = facts
  const held = reason === 'download_gone' ? null : cleanupAfter(rules, item.protocol, 'failed')
  const end = { to: 'failed', detail, at_step: 'download', blames: blames && settings.blocks } as const
  // A direct download that the user requested is only retried by the user.
  if (!settings.searches || item.origin !== 'grab') {
    return { do: 'end', end: { ...end, reason: 'download_failed_no_auto_handling' }, held }
  }
  const failures = facts.failures()
  // If the release is not to blame, the client's disk or connection may be, and the next release would fail too.
  const wait = WAITS_MS[blames || reason === 'download_gone' ? failures : Math.max(1, failures)]
  if (wait === undefined) {
    const tried = `${detail} That makes ${failures + 1} failed releases within a week.`
    return { do: 'end', end: { ...end, reason: 'search_exhausted', detail: tried }, held }
  }
  return { do: 'end', end: { ...end, reason, again_at: plus(now, wait) }, held }
}

/** Only changes are written, since most checks find none. */
function changes(item: DownloadItem, facts: Partial<DownloadItem>): TrackingDecision {
  const news = Object.entries(facts).filter(([name, value]) => item[name as keyof DownloadItem] !== value)
  return news.length === 0 ? NOTHING : { do: 'note', facts: Object.fromEntries(news) }
}
