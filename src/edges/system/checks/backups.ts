import { between } from '../../../base/platform/clock'
import type { Instant } from '../../../base/platform/ports'
import { pluralWords } from '../../../base/platform/words'
import type { HealthFinding } from './check'

export interface BackupFact {
  /** Minutes between two backups; 0 or less turns automatic backups off. */
  everyMinutes: number
  /** The newest intact backup; null when there is none. */
  newest: Instant | null
  /** When the job last ran; null before the first run. */
  startedAt: Instant | null
  /** Why that run failed, as a sentence. */
  failure: string | null
}

const MINUTE = 60_000
const page = '/system/backups'

/** Reports backups that were due and failed. A backup checks the whole database, so damage is reported here too. */
export function backupFindings(
  { everyMinutes, newest, startedAt, failure }: BackupFact,
  now: Instant,
): HealthFinding[] {
  if (failure !== null)
    return [
      {
        subject: 'failed',
        gravity: 'error',
        message: `The last backup failed. ${failure}`,
        remedy: 'Resolve that, then make a backup.',
        page,
      },
    ]
  if (everyMinutes <= 0 || startedAt === null || newest === null) return []
  if (between(newest, now) < everyMinutes * 2 * MINUTE) return []
  const days = Math.floor(between(newest, now) / (24 * 60 * MINUTE))
  const age = days === 0 ? 'less than a day' : pluralWords(days, 'a day', '{count} days')
  return [
    {
      subject: 'old',
      gravity: 'warning',
      message: `The newest sound backup is ${age} old.`,
      remedy: 'Make a backup now; the log says why none was made.',
      page,
    },
  ]
}
