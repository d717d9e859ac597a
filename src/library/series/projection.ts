import type {
  DateSource,
  DisplayState,
  EligibilityReason,
  Fulfillment,
  Intent,
  LegacyStatus,
  OwnershipEvidence,
  SeriesStatus,
} from './states'

/** Derived from intent and fulfillment: the older status word, the state to show, and whether to search. */

export interface ProjectionFacts {
  intent: Intent
  fulfillment: Fulfillment
  /** A file that was opened and found complete is linked to the issue. */
  hasFile: boolean
  series: SeriesStatus
  release_date: string | null
  digital_date: string | null
  issue_date: string | null
  /** `2026-11-21` */
  today: string
}

export interface Eligibility {
  eligible: boolean
  reason: EligibilityReason
  date: string | null
  source: DateSource | null
}

export interface Projection {
  status: LegacyStatus
  fulfillment: Fulfillment
  fulfillmentEvidence: OwnershipEvidence
  displayState: DisplayState
  eligibility: Eligibility
  owned: boolean
  covered: boolean
  physicalOwned: boolean
  archived: boolean
  inFlight: boolean
  missing: boolean
  monitored: boolean
  future: boolean
  /** Wanted or left to the settings; only the date, or the pause of the series, prevents a search. */
  deferred: boolean
}

export function project(facts: ProjectionFacts): Projection {
  const { intent } = facts
  const fulfillment = effectiveFulfillment(facts)
  const physicalOwned = fulfillment === 'downloaded'
  const archived = fulfillment === 'archived'
  const owned = physicalOwned || archived
  const covered = fulfillment === 'covered'
  const inFlight = fulfillment === 'reserved' || fulfillment === 'snatched'
  const missing = !owned && !inFlight && !covered
  const monitored = intent === 'policy' || intent === 'wanted'
  const { date, source } = dateOf(facts)
  const future = !owned && isFuture(date, facts.today)
  const reason = eligibilityOf({ ...facts, fulfillment }, date)
  return {
    status: statusWord(intent, fulfillment),
    fulfillment,
    fulfillmentEvidence: evidenceOf(facts, fulfillment),
    displayState: displayed(intent, fulfillment),
    eligibility: { eligible: reason === 'eligible', reason, date, source },
    owned,
    covered,
    physicalOwned,
    archived,
    inFlight,
    missing,
    monitored,
    future,
    deferred: missing && monitored && (reason === 'future' || reason === 'paused'),
  }
}

/** Only a file proves that an issue is owned. Archived is the user's own choice, so it stays. */
function effectiveFulfillment({ fulfillment, hasFile }: ProjectionFacts): Fulfillment {
  if (fulfillment === 'archived') return fulfillment
  if (hasFile) return 'downloaded'
  return fulfillment === 'downloaded' ? 'unknown' : fulfillment
}

function evidenceOf({ hasFile }: ProjectionFacts, fulfillment: Fulfillment): OwnershipEvidence {
  if (hasFile) return 'verified_location'
  if (fulfillment === 'unknown') return 'unverified_downloaded'
  return fulfillment === 'missing' ? 'none' : 'legacy_status'
}

const BY_INTENT = { policy: 'Skipped', wanted: 'Wanted', skipped: 'Skipped', ignored: 'Ignored' } as const

/** A covered chapter is owned in another file and never searched; older tools call that archived. */
export function statusWord(intent: Intent, fulfillment: Fulfillment): LegacyStatus {
  switch (fulfillment) {
    case 'missing':
      return BY_INTENT[intent]
    case 'failed':
      return intent === 'skipped' || intent === 'ignored' ? BY_INTENT[intent] : 'Failed'
    case 'unknown':
    case 'downloaded':
      return 'Downloaded'
    case 'archived':
    case 'covered':
      return 'Archived'
    case 'reserved':
      return 'Reserved'
    case 'snatched':
      return 'Snatched'
  }
}

function displayed(intent: Intent, fulfillment: Fulfillment): DisplayState {
  if (fulfillment === 'unknown') return 'Unknown'
  if (fulfillment === 'covered') return 'Covered'
  if (fulfillment === 'missing' && intent === 'policy') return 'Missing'
  return statusWord(intent, fulfillment)
}

function dateOf(facts: ProjectionFacts): { date: string | null; source: DateSource | null } {
  if (facts.release_date) return { date: facts.release_date, source: 'releaseDate' }
  if (facts.digital_date) return { date: facts.digital_date, source: 'digitalDate' }
  if (facts.issue_date) return { date: facts.issue_date, source: 'issueDate' }
  return { date: null, source: null }
}

/** A day, or only its month or year. Older databases store 0000-00-00 for an unknown date. */
const DAY = /^(?!0000)\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/

/** The current month or year is not in the future. */
function isFuture(date: string | null, today: string): boolean {
  return date !== null && DAY.test(date) && date > today.slice(0, date.length)
}

function eligibilityOf(
  { intent, fulfillment, series, today }: ProjectionFacts,
  date: string | null,
): EligibilityReason {
  if (fulfillment === 'downloaded' || fulfillment === 'archived') return 'owned'
  if (fulfillment === 'covered') return 'covered'
  if (fulfillment === 'reserved' || fulfillment === 'snatched') return 'in_flight'
  if (intent === 'ignored') return 'explicit_ignore'
  if (intent === 'skipped') return 'explicit_skip'
  // The issue may be owned already, and downloading it again costs the user quota, so only the user can search for it.
  if (fulfillment === 'unknown') return 'unverified'
  if (series === 'paused') return 'paused'
  if (date === null) return 'missing_date'
  if (!DAY.test(date)) return 'invalid_date'
  return isFuture(date, today) ? 'future' : 'eligible'
}
