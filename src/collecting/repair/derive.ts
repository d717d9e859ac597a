import { openStages, type Resolution, type Stage } from '../../intake/downloads/states'
import { project } from '../../library/series/projection'
import type { DateSource, Fulfillment, Intent, SeriesStatus } from '../../library/series/states'
import type { ItemReason, RowChange } from './states'

export interface IssueEvidence {
  intent: Intent
  fulfillment: Fulfillment
  release_date: string | null
  digital_date: string | null
  issue_date: string | null
  series: SeriesStatus
  today: string
  /** The linked file; null without one. `on_disk`: size and time match the file that was opened. */
  file: { path: string; on_disk: boolean; marked_gone: boolean } | null
  /** The unfinished download of the issue, else the newest one. */
  download: { stage: Stage; resolution: Resolution | null } | null
}

export interface Finding {
  reason: ItemReason
  intent: Intent
  fulfillment: Fulfillment
  date: string | null
  date_source: DateSource | null
  /** Null: the row is correct. */
  change: RowChange | null
  /** Changed only when the user chooses it. */
  optional: boolean
}

type Verdict = Pick<Finding, 'reason' | 'fulfillment'> & { location?: string; wantable?: true }

/**
 * The state of an issue by the evidence: a file proves that it is owned, an unfinished download that it is in flight.
 * Without either, the stored state counts unless evidence contradicts it. Choices of the user stay.
 */
export function derive(facts: IssueEvidence): Finding {
  const { reason, fulfillment, location, wantable } = verdictOf(facts)
  const { date, source } = project({ ...facts, fulfillment: 'missing', hasFile: false }).eligibility
  const optional = wantable === true && facts.intent === 'policy'
  const change: RowChange = {}
  if (fulfillment !== facts.fulfillment) change.fulfillment = fulfillment
  if (location !== undefined) change.location = location
  if (optional) change.intent = 'wanted'
  return {
    reason,
    intent: facts.intent,
    fulfillment,
    date,
    date_source: source,
    change: Object.keys(change).length === 0 ? null : change,
    optional,
  }
}

const IN_FLIGHT = new Set<Fulfillment>(['reserved', 'snatched'])
const isOpen = (stage: Stage): stage is (typeof openStages)[number] => (openStages as readonly Stage[]).includes(stage)

function verdictOf(facts: IssueEvidence): Verdict {
  const { fulfillment, file, download } = facts
  if (fulfillment === 'archived') return { reason: 'archived', fulfillment }
  if (file?.on_disk) return owned(file)
  if (download && isOpen(download.stage)) {
    return { reason: `journal_${download.stage}`, fulfillment: download.stage === 'reserved' ? 'reserved' : 'snatched' }
  }
  if (fulfillment === 'covered') return { reason: 'covered_by_volume', fulfillment }
  // The library knows a file that is not found now: its disk may be disconnected, which a scan checks.
  if (file && !file.marked_gone) return { reason: 'legacy_downloaded', fulfillment }
  if (fulfillment === 'downloaded' || fulfillment === 'unknown')
    return { reason: 'legacy_downloaded', fulfillment: 'unknown' }
  if (IN_FLIGHT.has(fulfillment)) return stuck(fulfillment, download)
  if (fulfillment === 'failed') return { reason: 'legacy_failed', fulfillment }
  return { reason: missingReason(facts), fulfillment, ...(isOut(facts) ? { wantable: true } : {}) }
}

const owned = ({ path, marked_gone }: { path: string; marked_gone: boolean }): Verdict => ({
  reason: 'verified_file',
  fulfillment: 'downloaded',
  ...(marked_gone ? { location: path } : {}),
})

/** The row says in flight, but nothing is being downloaded. */
function stuck(fulfillment: Fulfillment, download: IssueEvidence['download']): Verdict {
  if (!download)
    return { reason: fulfillment === 'reserved' ? 'legacy_reserved' : 'legacy_snatched', fulfillment: 'missing' }
  // The user decides in Needs attention; until then the issue stays reserved.
  if (download.stage === 'manual_review' && download.resolution === null)
    return { reason: 'journal_manual_review', fulfillment }
  return { reason: download.stage === 'failed' ? 'journal_failed' : 'journal_ended', fulfillment: 'missing' }
}

const eligibilityOf = (facts: IssueEvidence) =>
  project({ ...facts, intent: 'policy', fulfillment: 'missing', hasFile: false }).eligibility.reason

const isOut = (facts: IssueEvidence) => eligibilityOf(facts) === 'eligible'

function missingReason(facts: IssueEvidence): ItemReason {
  if (facts.intent === 'skipped') return 'legacy_skipped'
  if (facts.intent === 'ignored') return 'legacy_ignored'
  const reason = eligibilityOf(facts)
  switch (reason) {
    case 'paused':
    case 'future':
    case 'missing_date':
    case 'invalid_date':
      return reason
    default:
      return 'released_missing'
  }
}
