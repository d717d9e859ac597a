import { lt } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import type { Tx } from '../storage/database'
import { type Activity, type ActivityStatus, cells, type SubjectType, troubles } from './states'
import { timeline } from './tables'

export type TimelineRow = typeof timeline.$inferSelect

/** What there is to tell; `tell` sees to it that it can be told. */
export interface Told {
  at: Instant
  activity: Activity
  status: ActivityStatus
  subject: { type: SubjectType; id: string; label: string }
  reason?: { code: string; detail?: string }
  provider?: string
  run_id?: string
  release_key?: string
  comic_id?: string | null
  scope?: { type: string; id: string }
}

/** Writes down what happened, and tells open pages after the commit. Throws RangeError for what nobody could tell. */
export function tell(tx: Tx, told: Told): void {
  const { at, activity, status, subject, reason, scope } = told
  const allowed = (cells[activity] as Partial<Record<ActivityStatus, readonly SubjectType[]>>)[status]
  if (!allowed?.includes(subject.type)) throw new RangeError(`${activity}.${status} is not told of ${subject.type}.`)
  const isTrouble = (troubles as readonly string[]).includes(status)
  const mayCount = status === 'cancelled' || (activity === 'import' && status === 'succeeded')
  if (isTrouble !== (reason !== undefined) && !(mayCount && !isTrouble))
    throw new RangeError(`${activity}.${status} needs a reason exactly when it is trouble.`)
  const row = tx
    .insert(timeline)
    .values({
      created_at: at,
      activity,
      status,
      subject_type: subject.type,
      subject_id: subject.id,
      subject_label: subject.label,
      reason_code: reason?.code ?? null,
      reason_detail: reason?.detail ?? null,
      provider: told.provider ?? null,
      run_id: told.run_id ?? null,
      release_key: told.release_key ?? null,
      parent_series_id: told.comic_id ?? null,
      scope_type: scope?.type ?? null,
      scope_id: scope?.id ?? null,
    })
    .returning()
    .get()
  tx.emit({ type: 'activity.told', row })
}

/** Forgets what was told before `at`. */
export function forgetBefore(tx: Tx, at: Instant): void {
  tx.delete(timeline).where(lt(timeline.created_at, at)).run()
}
