import { backOffMs } from '../../../base/outbound/back-off'
import type { TransferOutcome } from '../../../base/outbound/transfer/transfer'
import { between, plus } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import type { DdlRow } from './store'

export interface AttemptConsequence {
  change: Partial<DdlRow>
  /** No other download contacts the host until then. */
  restUntil?: Instant
  /** The partial file is of no use for the next attempt. */
  dropPart?: boolean
}

interface Around {
  now: Instant
  /** Without a byte for this long, another address is tried. */
  stuckMs: number
  /** The attempt received data. */
  moved: boolean
}

/** Limit of attempts per address without data; the second limit applies when there is another address. */
const MOST_TRIES = 6
const TRIES_BEFORE_NEXT = 2
const DISK_MS = 600_000

/** What happens to a direct download after an attempt that did not complete it. */
export function changeAfterAttempt(
  row: DdlRow,
  outcome: Exclude<TransferOutcome, { kind: 'done' } | { kind: 'stopped' }>,
  around: Around,
): AttemptConsequence {
  const { now } = around
  const { detail } = outcome
  if (outcome.kind === 'disk')
    return { change: { status: 'Queued', retry_at: plus(now, DISK_MS), error: detail, updated_at: now } }
  if (outcome.kind === 'lost') return next(row, detail, outcome.blames, now)
  const attempts = around.moved ? 1 : row.attempts + 1
  const again = outcome.until ?? (outcome.busy ? plus(now, pause(attempts)) : soon(row, pause(attempts), around))
  const restUntil = outcome.busy ? { restUntil: again } : {}
  if (isHopeless(row, outcome.busy, { ...around, again, attempts }))
    return { ...next(row, detail, false, now), ...restUntil }
  return { change: { status: 'Queued', attempts, retry_at: again, error: detail, updated_at: now }, ...restUntil }
}

const pause = (attempts: number) => backOffMs('unavailable', { failuresInRow: attempts, limitMs: 0 }) as number

/** The next attempt, but not much later than the download would be given up. */
function soon({ moved_at }: DdlRow, ms: number, { now, stuckMs, moved }: Around): Instant {
  const left = stuckMs - (moved ? 0 : between(moved_at ?? now, now))
  return plus(now, Math.max(pause(1), Math.min(ms, left)))
}

/** Whether another address, or another release, would be faster. */
function isHopeless(row: DdlRow, busy: boolean, state: Around & { again: Instant; attempts: number }): boolean {
  const { now, stuckMs, moved, again, attempts } = state
  const hasNext = row.link_at + 1 < row.links.length
  if (attempts >= MOST_TRIES) return true
  if (busy) return hasNext && between(now, again) > stuckMs
  if (hasNext && attempts >= TRIES_BEFORE_NEXT) return true
  return !moved && row.moved_at !== null && between(row.moved_at, now) >= stuckMs
}

/** Moves on to the next address; after the last one the download has failed. */
function next(row: DdlRow, detail: string, blames: boolean, now: Instant): AttemptConsequence {
  // The release is to blame only if all of its addresses are.
  const all = blames && (row.link_at === 0 || row.blames)
  const to = row.links[row.link_at + 1]
  const common = { error: detail, blames: all, retry_at: null, updated_at: now }
  if (!to) return { change: { ...common, status: 'Failed' } }
  const from = row.links[row.link_at]
  const same = (to.sha1 !== undefined && to.sha1 === from?.sha1) || (to.md5 !== undefined && to.md5 === from?.md5)
  const anew = {
    ...common,
    status: 'Queued' as const,
    link_at: row.link_at + 1,
    attempts: 0,
    etag: null,
    moved_at: null,
  }
  return same ? { change: anew } : { change: { ...anew, got: 0 }, dropPart: true }
}
