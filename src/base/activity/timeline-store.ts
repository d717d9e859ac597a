import { count, desc, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Instant } from '../platform/ports'
import type { ReadHandle } from '../storage/database'
import type { Scope } from './scope'
import type { TimelineRow } from './store'
import { timeline } from './tables'

/** Newest first. */
export function timelinePage(
  db: ReadHandle,
  scope: Scope | undefined,
  { limit, offset }: { limit: number; offset: number },
): { rows: TimelineRow[]; total: number } {
  const among = scope && about(scope)
  const newest = [desc(timeline.created_at), desc(timeline.event_id)]
  const ids = db
    .select({ event_id: timeline.event_id })
    .from(timeline)
    .where(among)
    .orderBy(...newest)
  // Skips to a late page on the index alone, without reading rows.
  const page = inArray(timeline.event_id, ids.limit(limit).offset(offset))
  const rows = db
    .select()
    .from(timeline)
    .where(page)
    .orderBy(...newest)
    .all()
  return { rows, total: db.select({ total: count() }).from(timeline).where(among).get()!.total }
}

/** The newest rows since a time. */
export function newestRows(db: ReadHandle, since: Instant, limit: number): TimelineRow[] {
  return db
    .select()
    .from(timeline)
    .where(gte(timeline.created_at, since))
    .orderBy(desc(timeline.created_at), desc(timeline.event_id))
    .limit(limit)
    .all()
}

/** Each half uses an index of its own. A series also includes rows of its issues, and runs for it. */
function about({ type, id }: Scope): SQL {
  const own = sql`select event_id from timeline where subject_type = ${type} and subject_id = ${id}`
  const runs = sql`select event_id from timeline where subject_type = 'run' and scope_type = ${type} and scope_id = ${id}`
  const below = sql`select event_id from timeline where parent_series_id = ${id}`
  return sql`${timeline.event_id} in (${own} union ${runs}${type === 'series' ? sql` union ${below}` : sql``})`
}
