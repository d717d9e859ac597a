import { between } from '../../platform/clock'
import type { Instant } from '../../platform/ports'
import type { Backup } from './stored-backups'

export interface RetentionRules {
  /** Of each kind; 0 keeps any number. */
  count: number
  /** 0 keeps them for ever. */
  days: number
}

const DAY_MS = 86_400_000
/** Backups that are farther apart were made by two clocks, not by one that waited so long. */
const JUMP_MS = 365 * DAY_MS

/**
 * Which of `backups` (newest first) are to go: those beyond the count of their kind, and those that are too old. The
 * newest good one stays however old it is, and what was set aside for a restore is for people to remove. Where dates
 * jump only the count decides; what is dated in the future was made before the clock was set right.
 */
export function superfluous<B extends Backup>(backups: readonly B[], keeping: RetentionRules, now: Instant): B[] {
  const isAhead = ({ when }: Backup) => between(now, when) > DAY_MS
  const inOrder = [...backups.filter((backup) => !isAhead(backup)), ...backups.filter(isAhead)]
  const lastGood = inOrder.find(({ ok, why }) => ok && why !== 'before_restore')
  const seen = new Map<string, number>()
  let [last, jumped] = [now, false]
  const gone = inOrder.filter((backup) => {
    const { why, when } = backup
    jumped ||= Math.abs(between(when, last)) > JUMP_MS
    last = when
    if (why === 'before_restore') return false
    const newer = seen.get(why) ?? 0
    seen.set(why, newer + 1)
    if (backup === lastGood) return false
    const isTooMany = keeping.count > 0 && newer >= keeping.count
    return isTooMany || (!jumped && keeping.days > 0 && between(when, now) > keeping.days * DAY_MS)
  })
  return backups.filter((backup) => gone.includes(backup))
}
