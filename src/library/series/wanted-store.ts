import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PageSpan } from '../../base/http/paging'
import type { ReadHandle } from '../../base/storage/database'
import { isAnnounced } from './column-store'
import { type WantedRow, wantedOf } from './list-store'
import type { ContentType, WantedSort, WantedWhen } from './states'
import { issues, series } from './tables'

/** Wanted issues filtered for the page; tools list all of them (`listWanted`). */
export interface WantedView {
  /** Part of the series' name. */
  key: string | undefined
  annuals: boolean
  when: WantedWhen | undefined
  kind: ContentType | undefined
  sort: WantedSort
  today: string
}

export function countWantedView(db: ReadHandle, view: WantedView): number {
  return db.select({ total: sql<number>`count(*)` }).from(issues).where(narrowedTo(view)).get()!.total
}

/** A page in this order. Reads only wanted issues, from their indexes. */
export function listWantedView(db: ReadHandle, view: WantedView, span: PageSpan): WantedRow[] {
  const ids = db.select({ issue_id: issues.issue_id }).from(issues)
  const page =
    view.sort === 'series'
      ? // SQLite keeps the order of a cross join: without statistics it would sort all wanted issues.
        db
          .select({ issue_id: issues.issue_id })
          .from(series)
          .crossJoin(issues)
          .where(and(eq(series.comic_id, issues.comic_id), narrowedTo(view)))
          .orderBy(asc(series.sort_name), asc(series.comic_id), asc(issues.release_date), asc(issues.issue_id))
      : ids
          .where(narrowedTo(view))
          .orderBy(
            ...(view.sort === 'oldest'
              ? [asc(issues.release_date), asc(issues.issue_id)]
              : [desc(issues.release_date), desc(issues.issue_id)]),
          )
  return wantedOf(db, page.limit(span.limit).offset(span.offset).all())
}

function narrowedTo({ key, annuals, when, kind, sort, today }: WantedView): SQL | undefined {
  const held = key === undefined ? undefined : sql`instr(${series.match_key}, ${key}) > 0`
  const ofKind = kind === undefined ? undefined : eq(series.content_type, kind)
  const some = and(held, ofKind)
  return and(
    sql`${issues.intent} = 'wanted' and ${issues.fulfillment} = 'missing'`,
    annuals ? undefined : sql`${issues.kind} <> 'annual'`,
    when === 'upcoming' ? isAnnounced(today) : undefined,
    when === 'missing' ? sql`not ${isAnnounced(today)}` : undefined,
    // A kind is that of many series, so a page by date finds its rows among the first; a name is that of few.
    some &&
      (held === undefined && sort !== 'series'
        ? sql`exists (select 1 from ${series} where ${series.comic_id} = ${issues.comic_id} and ${some})`
        : sql`${issues.comic_id} in (select ${series.comic_id} from ${series} where ${series.wanted} > 0 and ${some})`),
  )
}
