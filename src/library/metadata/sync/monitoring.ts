import type { Intent, MonitorMode } from '../../series/states'
import type { IssueFacts, IssueRecord } from '../providers/provider'
import { issueSlot } from './match-issues'

/** What becomes wanted when: pure. */

export type Monitor = 'all' | 'future' | 'none'

/** Settings for series without a choice of their own. */
export interface MonitorSettings {
  autowant_all: boolean
  autowant_upcoming: boolean
}

interface MonitorPlan {
  /** Of the issues that are there when the series is added. */
  first: Monitor
  /** Issues that are listed later become wanted. */
  want_new: boolean
}

/**
 * `all`: everything, now and later. `future`: what is not out yet, now and later. `none`: nothing. Without a word the
 * settings decide.
 */
export function monitorPlan(monitor: Monitor | undefined, settings: MonitorSettings): MonitorPlan {
  const first = monitor ?? (settings.autowant_all ? 'all' : settings.autowant_upcoming ? 'future' : 'none')
  return { first, want_new: first !== 'none' }
}

/** No further issues come. A run of unknown state may go on. */
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

/** Intent of issues that appear later in a series of the library. */
export const laterIntent =
  (want_new: boolean, mode: MonitorMode) =>
  ({ facts }: IssueRecord): Intent =>
    want_new && fits(facts, mode) ? 'wanted' : 'policy'

function fits(facts: IssueFacts, mode: MonitorMode): boolean {
  const { unit } = issueSlot(facts, 'comic')
  return mode === 'blended' || unit === 'issue' || `${unit}s` === mode
}

/** Out today or later; of a date without a day, not out before its month or year is over. What has no date is old. */
function comes({ release_date, digital_date, issue_date }: IssueFacts, today: string): boolean {
  const date = release_date ?? digital_date ?? issue_date
  return date !== undefined && date >= today.slice(0, date.length)
}
