import type { Intent, MonitorMode } from '../../series/states'
import type { IssueFacts, IssueRecord } from '../providers/provider'
import { issueSlot } from './match-issues'

/** Which issues become wanted, and when: pure. */

export type Monitor = 'all' | 'future' | 'none'

/** Settings for series without their own choice. */
export interface MonitorSettings {
  autowant_all: boolean
  autowant_upcoming: boolean
}

interface MonitorPlan {
  /** For issues that exist when the series is added. */
  first: Monitor
  /** Issues that are listed later become wanted. */
  want_new: boolean
}

/**
 * `all`: everything, now and later. `future`: issues not released yet, now and later. `none`: nothing. Absent: the
 * settings decide.
 */
export function monitorPlan(monitor: Monitor | undefined, settings: MonitorSettings): MonitorPlan {
  const first = monitor ?? (settings.autowant_all ? 'all' : settings.autowant_upcoming ? 'future' : 'none')
  return { first, want_new: first !== 'none' }
}

/** No further issues will appear. A run of unknown state may continue. */
export const hasEnded = (publication: string | null | undefined): boolean =>
  publication === 'ended' || publication === 'cancelled'

interface Then {
  /** Which units of a manga are wanted. */
  mode: MonitorMode
  /** `2026-11-21` */
  today: string
}

/** Issues of a series that is being added. */
export const firstIntent =
  (first: Monitor, { mode, today }: Then) =>
  ({ facts }: IssueRecord): Intent =>
    fits(facts, mode) && (first === 'all' || (first === 'future' && comes(facts, today))) ? 'wanted' : 'policy'

/** The monitoring state of issues that appear later in a series of the library. */
export const laterIntent =
  (want_new: boolean, mode: MonitorMode) =>
  ({ facts }: IssueRecord): Intent =>
    want_new && fits(facts, mode) ? 'wanted' : 'policy'

function fits(facts: IssueFacts, mode: MonitorMode): boolean {
  const { unit } = issueSlot(facts, 'comic')
  return mode === 'blended' || unit === 'issue' || `${unit}s` === mode
}

/**
 * Released today or later. A date without a day counts as later until its month or year is over. An issue without a
 * date counts as old.
 */
function comes({ release_date, digital_date, issue_date }: IssueFacts, today: string): boolean {
  const date = release_date ?? digital_date ?? issue_date
  return date !== undefined && date >= today.slice(0, date.length)
}
