import { and, desc, eq, lt } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import type { ReadHandle, Tx } from '../storage/database'
import { preparedQuery } from '../storage/prepared-query'
import { everyColumn, wholeRow } from '../storage/whole-row'
import { type Activity, type ActivityStatus, allowedSubjects, type SubjectType, troubles } from './states'
import { timeline } from './tables'

export type TimelineRow = typeof timeline.$inferSelect

/** A new row of the timeline; `addTimelineRow` checks it against `allowedSubjects`. */
export interface NewTimelineRow {
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

const addRow = preparedQuery((tx: Tx) => tx.insert(timeline).values(everyColumn(timeline)).returning().prepare())

/**
 * Adds a row and publishes it to open pages after the commit. Throws RangeError for a combination that is not in
 * `allowedSubjects`, a failure without a reason, and a run of anything but a search. An added or refreshed series
 * starts only once, even when the work fails or is resumed after a restart.
 */
export function addTimelineRow(tx: Tx, row: NewTimelineRow): void {
  const { at, activity, status, subject, comic_id } = row
  if (activity === 'add' || activity === 'refresh') {
    const hasBegun = (status === 'started' || status === 'failed') && isStarted(tx, activity, subject)
    if (status === 'started' && hasBegun) return
    if (status === 'failed' && !hasBegun) insertRow(tx, { at, activity, subject, comic_id, status: 'started' })
  }
  insertRow(tx, row)
}

function insertRow(tx: Tx, row: NewTimelineRow): void {
  const { at, activity, status, subject, reason, scope } = row
  const allowed = (allowedSubjects[activity] as Partial<Record<ActivityStatus, readonly SubjectType[]>>)[status]
  if (!allowed?.includes(subject.type))
    throw new RangeError(`${activity}.${status} is not allowed for ${subject.type}.`)
  const needsReason = (troubles as readonly string[]).includes(status)
  if (needsReason && reason === undefined) throw new RangeError(`${activity}.${status} needs a reason.`)
  if (row.run_id !== undefined && activity !== 'search')
    throw new RangeError(`${activity}.${status} has a run of a search.`)
  const added = addRow(tx).get(
    wholeRow(timeline, {
      created_at: at,
      activity,
      status,
      subject_type: subject.type,
      subject_id: subject.id,
      subject_label: subject.label,
      reason_code: reason?.code,
      reason_detail: reason?.detail,
      provider: row.provider,
      run_id: row.run_id,
      release_key: row.release_key,
      parent_series_id: row.comic_id,
      scope_type: scope?.type,
      scope_id: scope?.id,
    }),
  )
  tx.emit({ type: 'activity.added', row: added })
}

/** Whether the newest timeline row of this activity says that the activity started. */
function isStarted(db: ReadHandle, activity: Activity, subject: { type: SubjectType; id: string }): boolean {
  const { activity: what, status, subject_type, subject_id, event_id } = timeline
  const last = db
    .select({ status })
    .from(timeline)
    .where(and(eq(subject_type, subject.type), eq(subject_id, subject.id), eq(what, activity)))
    .orderBy(desc(event_id))
    .limit(1)
    .get()
  return last?.status === 'started'
}

/** Deletes rows older than `at`. */
export function deleteRowsBefore(tx: Tx, at: Instant): void {
  tx.delete(timeline).where(lt(timeline.created_at, at)).run()
}
