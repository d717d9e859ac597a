import { between } from '../../platform/clock'
import type { Instant } from '../../platform/ports'
import type { Backup } from './shelf'

export interface Keeping {
  /** Of each kind; 0 keeps any number. */
  count: number
  /** 0 keeps them for ever. */
  days: number
}

const DAY_MS = 86_400_000

/**
 * Which of `backups` (newest first) are to go: those beyond the count of their kind, and those that are too old. The
 * newest good one stays however old it is, and what was set aside for a restore is for people to remove.
 */
export function superfluous<B extends Backup>(backups: readonly B[], keeping: Keeping, now: Instant): B[] {
  const lastGood = backups.find(({ ok, why }) => ok && why !== 'before_restore')
  const seen = new Map<string, number>()
  return backups.filter((backup) => {
    const { why, when } = backup
    if (why === 'before_restore') return false
    const newer = seen.get(why) ?? 0
    seen.set(why, newer + 1)
    if (backup === lastGood) return false
    const isTooMany = keeping.count > 0 && newer >= keeping.count
    return isTooMany || (keeping.days > 0 && between(when, now) > keeping.days * DAY_MS)
  })
}
