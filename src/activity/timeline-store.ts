import { count, desc, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../storage/database'
import type { Scope } from './scope'
import type { TimelineRow } from './store'
import { timeline } from './tables'

/** The newest first. */
export function timelinePage(
  db: Reader,
  scope: Scope | undefined,
  { limit, offset }: { limit: number; offset: number },
): { rows: TimelineRow[]; total: number } {
  const among = scope && about(scope)
  const newest = db.select().from(timeline).where(among).orderBy(desc(timeline.created_at), desc(timeline.event_id))
  const total = db.select({ total: count() }).from(timeline).where(among).get()!.total
  return { rows: newest.limit(limit).offset(offset).all(), total }
}

/** Each half is found by an index of its own. Of a series also what was told of its issues, and of runs for it. */
function about({ type, id }: Scope): SQL {
  const own = sql`select event_id from timeline where subject_type = ${type} and subject_id = ${id}`
  const runs = sql`select event_id from timeline where subject_type = 'run' and scope_type = ${type} and scope_id = ${id}`
  const below = sql`select event_id from timeline where parent_series_id = ${id}`
  return sql`${timeline.event_id} in (${own} union ${runs}${type === 'series' ? sql` union ${below}` : sql``})`
}
