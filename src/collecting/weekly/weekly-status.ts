import { statusWord } from '../../library/series/projection'
import type { Fulfillment, Intent, LegacyStatus } from '../../library/series/states'
import type { WeeklyStatus } from './states'

/** Older tools know fewer words for a release than for an issue. */
const WORDS: Record<LegacyStatus, WeeklyStatus> = {
  Wanted: 'Wanted',
  Skipped: 'Skipped',
  Ignored: 'Ignored',
  Reserved: 'Snatched',
  Snatched: 'Snatched',
  Downloaded: 'Downloaded',
  Archived: 'Archived',
  Failed: 'Incomplete',
}

interface IssueState {
  intent: Intent
  fulfillment: Fulfillment
  hasFile: boolean
}

export function weeklyStatusOf({ intent, fulfillment, hasFile }: IssueState): WeeklyStatus {
  const here = hasFile && fulfillment !== 'archived' ? 'downloaded' : fulfillment
  return WORDS[statusWord(intent, here)]
}
