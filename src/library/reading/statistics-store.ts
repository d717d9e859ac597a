import { and, eq, getTableColumns, lt, sql } from 'drizzle-orm'
import type { PageSpan } from '../../base/http/paging'
import { callerId } from '../../base/platform/caller'
import { plus } from '../../base/platform/clock'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { series } from '../series/tables'
import { readingDays, readingSittings, readingTotals, readingZone } from './tables'

/** What was read, in pages, finished issues and seconds. */
export interface ReadingSums {
  pages: number
  issues: number
  seconds: number
}

export interface SittingReport {
  sitting_id: string
  pages: number
  seconds: number
}

const is = sql.placeholder

/** Longer than any browser stores a report that it could not send. */
const KEPT_MS = 60 * 86_400_000

/** Counts a report of the caller's sitting; returns what is new since its last one. */
export function countSitting(tx: Tx, report: SittingReport, at: Instant): { pages: number; seconds: number } {
  const { sitting_id } = report
  const user_id = callerId()
  const isSame = and(eq(readingSittings.user_id, user_id), eq(readingSittings.sitting_id, sitting_id))
  const counted = tx.select().from(readingSittings).where(isSame).get()
  const pages = Math.max(report.pages, counted?.pages ?? 0)
  const seconds = Math.max(report.seconds, counted?.seconds ?? 0)
  const row = { pages, seconds, reported_at: at }
  tx.insert(readingSittings)
    .values({ user_id, sitting_id, ...row })
    .onConflictDoUpdate({ target: [readingSittings.user_id, readingSittings.sitting_id], set: row })
    .run()
  if (!counted)
    tx.delete(readingSittings)
      .where(lt(readingSittings.reported_at, plus(at, -KEPT_MS)))
      .run()
  return { pages: pages - (counted?.pages ?? 0), seconds: seconds - (counted?.seconds ?? 0) }
}

/** Adds to the caller's day, and to the caller's totals of the series. */
export function addReading(tx: Tx, of: { day: string; comic_id: string; name: string }, read: ReadingSums): void {
  const { day, comic_id, name } = of
  const user_id = callerId()
  const added = (table: typeof readingDays | typeof readingTotals) => ({
    pages: sql`${table.pages} + excluded.pages`,
    issues: sql`${table.issues} + excluded.issues`,
    seconds: sql`${table.seconds} + excluded.seconds`,
  })
  tx.insert(readingDays)
    .values({ user_id, day, comic_id, ...read })
    .onConflictDoUpdate({
      target: [readingDays.user_id, readingDays.day, readingDays.comic_id],
      set: added(readingDays),
    })
    .run()
  tx.insert(readingTotals)
    .values({ user_id, comic_id, name, ...read, last_day: day })
    .onConflictDoUpdate({
      target: [readingTotals.user_id, readingTotals.comic_id],
      set: { ...added(readingTotals), name, last_day: sql`max(${readingTotals.last_day}, excluded.last_day)` },
    })
    .run()
}

/** Adds what all users read of one series to another. */
export function joinReading(tx: Tx, from: string, to: string): void {
  const added = (table: string) =>
    sql.raw(
      ['pages', 'issues', 'seconds'].map((column) => `${column} = ${table}.${column} + excluded.${column}`).join(),
    )
  tx.run(sql`insert into reading_days (user_id, day, comic_id, pages, issues, seconds)
    select user_id, day, ${to}, pages, issues, seconds from reading_days where comic_id = ${from}
    on conflict do update set ${added('reading_days')}`)
  tx.run(sql`insert into reading_totals (user_id, comic_id, name, pages, issues, seconds, last_day)
    select user_id, ${to}, coalesce((select name from series where comic_id = ${to}), name), pages, issues, seconds, last_day
    from reading_totals where comic_id = ${from}
    on conflict do update set ${added('reading_totals')}, last_day = max(reading_totals.last_day, excluded.last_day)`)
  tx.delete(readingDays).where(eq(readingDays.comic_id, from)).run()
  tx.delete(readingTotals).where(eq(readingTotals.comic_id, from)).run()
}

// The caller's zone, for apps that report none

export function lastZone(db: ReadHandle): string | undefined {
  return db.select().from(readingZone).where(eq(readingZone.user_id, callerId())).get()?.zone
}

export function saveZone(tx: Tx, zone: string): void {
  tx.insert(readingZone)
    .values({ user_id: callerId(), zone })
    .onConflictDoUpdate({ target: readingZone.user_id, set: { zone } })
    .run()
}

// The caller's reading

const sums = (table: typeof readingDays | typeof readingTotals) => ({
  pages: sql<number>`coalesce(sum(${table.pages}), 0)`,
  issues: sql<number>`coalesce(sum(${table.issues}), 0)`,
  seconds: sql<number>`coalesce(sum(${table.seconds}), 0)`,
})

const sumsByDay = preparedQuery((db: ReadHandle) =>
  db
    .select({ day: readingDays.day, ...sums(readingDays) })
    .from(readingDays)
    .where(sql`${readingDays.user_id} = ${is('user_id')} and ${readingDays.day} >= ${is('from')}`)
    .groupBy(readingDays.day)
    .prepare(),
)

/** Days on which something was read, from `from` on. */
export function readingDaysFrom(db: ReadHandle, from: string): (ReadingSums & { day: string })[] {
  return sumsByDay(db).all({ user_id: callerId(), from })
}

/** An issue that was only open counts as time, not as reading. */
const hasRead = ({ pages, issues }: typeof readingDays | typeof readingTotals) => sql`(${pages} > 0 or ${issues} > 0)`
const HAS_READ = hasRead(readingDays)

/** The number of consecutive days with reading, up to the last one not before `yesterday`. */
export function streakUntil(db: ReadHandle, yesterday: string): number {
  const isOwn = eq(readingDays.user_id, callerId())
  const rows = db.all<{ days: number }>(sql`
    with recursive run(day) as (
      select max(${readingDays.day}) from ${readingDays}
        where ${isOwn} and ${readingDays.day} >= ${yesterday} and ${HAS_READ}
      union all
      select (select ${readingDays.day} from ${readingDays}
        where ${isOwn} and ${readingDays.day} = date(run.day, '-1 day') and ${HAS_READ} limit 1)
        from run where run.day is not null
    ) select count(day) as days from run`)
  return rows[0]?.days ?? 0
}

const totalSums = preparedQuery((db: ReadHandle) =>
  db
    .select({ ...sums(readingTotals), series: sql<number>`count(case when ${hasRead(readingTotals)} then 1 end)` })
    .from(readingTotals)
    .where(eq(readingTotals.user_id, is('user_id')))
    .prepare(),
)

export function readingTotal(db: ReadHandle): ReadingSums & { series: number } {
  return totalSums(db).get({ user_id: callerId() })!
}

/** The first counted day; null before any. */
export function firstReadingDay(db: ReadHandle): string | null {
  return (
    db
      .select({ day: sql<string | null>`min(${readingDays.day})` })
      .from(readingDays)
      .where(and(eq(readingDays.user_id, callerId()), HAS_READ))
      .get()?.day ?? null
  )
}

const { comic_id, name, cover_issue_id, cover_version, image_url, cover_choice } = getTableColumns(series)
/** The fields for a name and a cover, without the descriptions. */
const COVER = { comic_id, name, cover_issue_id, cover_version, image_url, cover_choice }

const seriesByPages = preparedQuery((db: ReadHandle) =>
  db
    .select({ total: getTableColumns(readingTotals), series: COVER })
    .from(readingTotals)
    .leftJoin(series, eq(series.comic_id, readingTotals.comic_id))
    .where(and(eq(readingTotals.user_id, is('user_id')), hasRead(readingTotals)))
    .orderBy(sql`${readingTotals.pages} desc`, sql`${readingTotals.comic_id} desc`)
    .limit(is('limit'))
    .offset(is('offset'))
    .prepare(),
)

/** Series by pages read, most first; without `series` when it was deleted. */
export function readSeriesTotals(db: ReadHandle, span: PageSpan) {
  return seriesByPages(db).all({ ...span, user_id: callerId() })
}
