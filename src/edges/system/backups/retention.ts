import { between } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import type { Backup } from './stored-backups'

export interface RetentionRules {
  /** Backups to keep of each kind; 0 keeps all. */
  count: number
  /** Days to keep a backup; 0 keeps it forever. */
  days: number
}

const DAY_MS = 86_400_000
/** A gap of this length between two backups means that the clock was wrong at one of them. */
const JUMP_MS = 365 * DAY_MS

/**
 * The `backups` (newest first) to remove: those beyond the count of their kind, and those that are too old. The
 * newest good backup stays at any age, and libraries that were set aside are left to the user. After a jump of dates
 * only the count decides; a date in the future means that the clock was ahead.
 */
export function superfluous<B extends Backup>(backups: readonly B[], keeping: RetentionRules, now: Instant): B[] {
  const isAhead = ({ when }: Backup) => between(now, when) > DAY_MS
  const inOrder = [...backups.filter((backup) => !isAhead(backup)), ...backups.filter(isAhead)]
  const lastGood = inOrder.find(({ ok, why }) => ok && why !== 'before_restore')
  const seen = new Map<string, number>()
  let [last, jumped] = [now, false]
  const removable = inOrder.filter((backup) => {
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
  return backups.filter((backup) => removable.includes(backup))
}
