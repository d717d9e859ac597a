import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { type FileRow, fileOf, HAS_FILE } from '../../library/series/file-store'
import type { Fulfillment } from '../../library/series/states'
import type { IssueRow, SeriesRow } from '../../library/series/store'
import { issues, series } from '../../library/series/tables'
import {
  storyArcs as arcs,
  storyArcOrders as orders,
  storyArcIssues as rows,
  readingListRules as rules,
} from './tables'

export type ArcRow = typeof arcs.$inferSelect
export type ArcIssueRow = typeof rows.$inferSelect
export type NewArcIssue = Omit<ArcIssueRow, 'issue_arc_id' | 'arc_id' | 'position' | 'removed_at' | 'status'>

const is = sql.placeholder
const isThere = isNull(rows.removed_at)

// Arcs

export function allArcs(db: ReadHandle): ArcRow[] {
  return db.select().from(arcs).orderBy(sql`lower(${arcs.name})`, arcs.arc_id).all()
}

export function findArc(db: ReadHandle, arcId: string): ArcRow | undefined {
  return db.select().from(arcs).where(eq(arcs.arc_id, arcId)).get()
}

export type NewArc = Pick<ArcRow, 'name' | 'source' | 'ordered_by'> &
  Partial<Pick<ArcRow, 'publisher' | 'description' | 'image_url' | 'page_url'>>

export function insertArc(tx: Tx, row: NewArc & Pick<ArcRow, 'arc_id'>, at: Instant): void {
  tx.insert(arcs)
    .values({ ...row, added_at: at, updated_at: at })
    .run()
  tx.emit({ type: 'arc.changed', arc_id: row.arc_id })
}

export function changeArc(tx: Tx, arcId: string, change: Partial<ArcRow>, at: Instant): void {
  tx.update(arcs)
    .set({ ...change, updated_at: at })
    .where(eq(arcs.arc_id, arcId))
    .run()
  tx.emit({ type: 'arc.changed', arc_id: arcId })
}

/** Removes the arc with its rows and orders; issues of the library stay. */
export function deleteArc(tx: Tx, arcId: string): void {
  tx.delete(arcs).where(eq(arcs.arc_id, arcId)).run()
  tx.emit({ type: 'arc.changed', arc_id: arcId })
}

/** The highest number behind `C` among the ids of arcs; 0 without any. */
export function lastArcNumber(db: ReadHandle): number {
  const number = sql<number>`coalesce(max(cast(substr(${arcs.arc_id}, 2) as integer)), 0)`
  return db.select({ number }).from(arcs).where(sql`${arcs.arc_id} glob 'C[0-9]*'`).get()!.number
}

// Issues of an arc, with what the library has of them

const inOrder = preparedQuery((db: ReadHandle) =>
  db
    .select({ row: rows, issue: issues, series })
    .from(rows)
    .leftJoin(issues, eq(issues.issue_id, rows.issue_id))
    .leftJoin(series, eq(series.comic_id, issues.comic_id))
    .where(and(eq(rows.arc_id, is('arc_id')), isThere))
    .orderBy(rows.position, rows.issue_arc_id)
    .prepare(),
)

/** A row of an arc with its issue and file of the library. */
export interface ArcIssue {
  row: ArcIssueRow
  issue: IssueRow | null
  series: SeriesRow | null
  file: FileRow | undefined
}

/** The rows of an arc in its order. */
export function arcIssues(db: ReadHandle, arcId: string): ArcIssue[] {
  return inOrder(db)
    .all({ arc_id: arcId })
    .map((joined) => ({ ...joined, file: joined.issue ? fileOf(db, joined.issue.issue_id) : undefined }))
}

const byIds = preparedQuery((db: ReadHandle) =>
  db
    .select({ row: rows, issue: issues, series })
    .from(sql`json_each(${is('ids')}) as asked`)
    .innerJoin(rows, sql`${rows.issue_arc_id} = asked.value`)
    .leftJoin(issues, eq(issues.issue_id, rows.issue_id))
    .leftJoin(series, eq(series.comic_id, issues.comic_id))
    .orderBy(sql`asked.key`)
    .prepare(),
)

/** Some rows, in the order of `rowIds`. */
export function arcIssuesOf(db: ReadHandle, rowIds: readonly string[]): ArcIssue[] {
  return byIds(db)
    .all({ ids: JSON.stringify(rowIds) })
    .map((joined) => ({ ...joined, file: joined.issue ? fileOf(db, joined.issue.issue_id) : undefined }))
}

const idsInOrder = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_arc_id: rows.issue_arc_id })
    .from(rows)
    .where(and(eq(rows.arc_id, is('arc_id')), isThere))
    .orderBy(rows.position, rows.issue_arc_id)
    .prepare(),
)

/** Ids of the rows of an arc in its order. */
export function arcRowIds(db: ReadHandle, arcId: string): string[] {
  return idsInOrder(db)
    .all({ arc_id: arcId })
    .map(({ issue_arc_id }) => issue_arc_id)
}

/** The rows of an arc in its order, without issue and file. */
export function rowsOfArc(db: ReadHandle, arcId: string): ArcIssueRow[] {
  return allArcRows(db, arcId).filter(({ removed_at }) => removed_at === null)
}

/** All rows of an arc in its order, including those that the user deleted. */
export function allArcRows(db: ReadHandle, arcId: string): ArcIssueRow[] {
  return db.select().from(rows).where(eq(rows.arc_id, arcId)).orderBy(rows.position, rows.issue_arc_id).all()
}

/** Some rows of an arc in its order, including those that the user deleted: the first `limit` after `after`. */
export function rowsBehind(
  db: ReadHandle,
  arcId: string,
  after: Pick<ArcIssueRow, 'position' | 'issue_arc_id'> | undefined,
  limit: number,
): ArcIssueRow[] {
  const behind = after && sql`(${rows.position}, ${rows.issue_arc_id}) > (${after.position}, ${after.issue_arc_id})`
  return db
    .select()
    .from(rows)
    .where(and(eq(rows.arc_id, arcId), behind))
    .orderBy(rows.position, rows.issue_arc_id)
    .limit(limit)
    .all()
}

/** How many issues an arc names, how many of them the library has, and how many match several issues. */
export function matchCounts(db: ReadHandle, arcId: string) {
  const isMatched = sql`${issues.issue_id} is not null`
  return db
    .select({
      issues: sql<number>`count(*)`,
      matched: sql<number>`coalesce(sum(${isMatched}), 0)`,
      ambiguous: sql<number>`coalesce(sum(not ${isMatched} and ${rows.candidates} <> '[]'), 0)`,
    })
    .from(rows)
    .leftJoin(issues, eq(issues.issue_id, rows.issue_id))
    .where(and(eq(rows.arc_id, arcId), isThere))
    .get()!
}

/** Ids of the issues with a file, in order, for each arc or for one; arcs without such an issue are left out. */
export function readableArcs(db: ReadHandle, arcId?: string): Map<string, string[]> {
  const readable = db
    .select({ arc_id: rows.arc_id, issue_id: issues.issue_id })
    .from(rows)
    .innerJoin(issues, eq(issues.issue_id, rows.issue_id))
    .where(and(isThere, HAS_FILE, arcId === undefined ? undefined : eq(rows.arc_id, arcId)))
    .orderBy(rows.arc_id, rows.position, rows.issue_arc_id)
    .all()
  const byArc = Map.groupBy(readable, ({ arc_id }) => arc_id)
  return new Map([...byArc].map(([arcId, list]) => [arcId, list.map(({ issue_id }) => issue_id)]))
}

/** Arcs that have an issue with a file, by name. Reading stops at the first such issue of each arc. */
export function arcsToRead(db: ReadHandle): ArcRow[] {
  const readable = sql`exists (select 1 from ${rows} join ${issues} on ${issues.issue_id} = ${rows.issue_id}
    where ${rows.arc_id} = ${arcs.arc_id} and ${isThere} and ${HAS_FILE})`
  return db.select().from(arcs).where(readable).orderBy(sql`lower(${arcs.name})`, arcs.arc_id).all()
}

/** The first issue of an arc that has a file. */
export function firstToRead(db: ReadHandle, arcId: string): string | undefined {
  return db
    .select({ issue_id: issues.issue_id })
    .from(rows)
    .innerJoin(issues, eq(issues.issue_id, rows.issue_id))
    .where(and(eq(rows.arc_id, arcId), isThere, HAS_FILE))
    .orderBy(rows.position, rows.issue_arc_id)
    .limit(1)
    .get()?.issue_id
}

/**
 * The first issue of each arc that has a file: its cover represents the arc. SQLite keeps the order of a cross join;
 * without statistics it would begin with all issues.
 */
export function firstReadable(db: ReadHandle): Map<string, IssueRow> {
  const first = db
    .select({ arc_id: rows.arc_id, issue: issues, first: sql`min(${rows.position})` })
    .from(rows)
    .crossJoin(issues)
    .where(and(eq(issues.issue_id, rows.issue_id), isThere, HAS_FILE))
    .groupBy(rows.arc_id)
    .all()
  return new Map(first.map(({ arc_id, issue }) => [arc_id, issue]))
}

export function findArcIssue(db: ReadHandle, arcId: string, issueArcId: string): ArcIssueRow | undefined {
  return db
    .select()
    .from(rows)
    .where(and(eq(rows.issue_arc_id, issueArcId), eq(rows.arc_id, arcId), isThere))
    .get()
}

/** Like `findArcIssue`, in any arc. */
export function arcIssueWithId(db: ReadHandle, issueArcId: string): ArcIssueRow | undefined {
  return db
    .select()
    .from(rows)
    .where(and(eq(rows.issue_arc_id, issueArcId), isThere))
    .get()
}

const putRow = preparedQuery((tx: Tx) =>
  tx
    .insert(rows)
    .values({
      issue_arc_id: is('issue_arc_id'),
      arc_id: is('arc_id'),
      position: is('position'),
      added_by: is('added_by'),
      series: is('series'),
      series_key: is('series_key'),
      volume: is('volume'),
      number: is('number'),
      year: is('year'),
      title: is('title'),
      issue_date: is('issue_date'),
      release_date: is('release_date'),
      book_type: is('book_type'),
      ids: is('ids'),
      issue_id: is('issue_id'),
      matched_by: is('matched_by'),
      reason: is('reason'),
      candidates: is('candidates'),
    })
    .prepare(),
)

/** Adds rows at the end of the arc. */
export function addArcIssues(tx: Tx, arc: ArcRow, added: readonly NewArcIssue[], at: Instant): void {
  const put = putRow(tx)
  const last = tx.select({ last: sql<number>`coalesce(max(${rows.position}), 0)` }).from(rows).where(eq(rows.arc_id, arc.arc_id)) // biome-ignore format: one line
  const { last: position } = last.get()!
  for (const [index, row] of added.entries()) {
    const made = arc.rows_made + index + 1
    put.run({ ...row, issue_arc_id: `${arc.arc_id}_${made}`, arc_id: arc.arc_id, position: position + index + 1 })
  }
  changeArc(tx, arc.arc_id, { rows_made: arc.rows_made + added.length }, at)
}

export function changeArcIssue(tx: Tx, issueArcId: string, change: Partial<ArcIssueRow>): void {
  tx.update(rows).set(change).where(eq(rows.issue_arc_id, issueArcId)).run()
}

export function deleteArcIssue(tx: Tx, issueArcId: string): void {
  tx.delete(rows).where(eq(rows.issue_arc_id, issueArcId)).run()
}

/** Restores rows that were marked as deleted: these, or all of a list. Returns how many. */
export function restoreArcIssues(tx: Tx, arcId: string, issueArcIds?: readonly string[]): number {
  const which = issueArcIds ? inArray(rows.issue_arc_id, [...issueArcIds]) : eq(rows.added_by, 'list')
  const removed = and(eq(rows.arc_id, arcId), isNotNull(rows.removed_at), which)
  return tx.update(rows).set({ removed_at: null }).where(removed).returning({ id: rows.issue_arc_id }).all().length
}

/** Deletes for good the rows that the user added and marked as deleted before `before`. */
export function deleteRemovedRows(tx: Tx, arcId: string, before: Instant): void {
  const isOwn = and(eq(rows.arc_id, arcId), eq(rows.added_by, 'user'))
  tx.delete(rows)
    .where(and(isOwn, lt(rows.removed_at, before)))
    .run()
}

const placeRow = preparedQuery((tx: Tx) =>
  tx
    .update(rows)
    .set({ position: sql`${is('position')}` })
    .where(eq(rows.issue_arc_id, is('issue_arc_id')))
    .prepare(),
)

/** Puts the rows in this order; rows that are left out follow and keep their order. */
export function placeArcIssues(tx: Tx, issueArcIds: readonly string[]): void {
  placeArcRows(tx, issueArcIds.map((issue_arc_id, index) => ({ issue_arc_id, position: index + 1 }))) // biome-ignore format: one line
}

export function placeArcRows(tx: Tx, placed: readonly Pick<ArcIssueRow, 'issue_arc_id' | 'position'>[]): void {
  for (const { issue_arc_id, position } of placed) placeRow(tx).run({ issue_arc_id, position })
}

// Matching

/** SQL condition: the issue of a row belongs to a series that the library follows. */
const IS_FOLLOWED = sql`exists (select 1 from ${issues} join ${series} on ${series.comic_id} = ${issues.comic_id}
  where ${issues.issue_id} = ${rows.issue_id} and ${series.status} <> 'unfollowed')`

/**
 * Rows that may match now: rows without an issue, and rows whose issue is not in the library or has left it. Returns
 * the first `limit` after `after`, of all arcs or of one.
 */
export function looseRows(
  db: ReadHandle,
  { arcId, after, limit }: { arcId: string | undefined; after: ArcIssueRow | undefined; limit: number },
): ArcIssueRow[] {
  const place = sql`(${rows.arc_id}, ${rows.position}, ${rows.issue_arc_id})`
  const behind = after && sql`${place} > (${after.arc_id}, ${after.position}, ${after.issue_arc_id})`
  const isMissing = sql`not ${IS_FOLLOWED}`
  // The user decided that the row has no issue.
  const settled = sql`(${rows.matched_by} is 'user'
    and (${rows.issue_id} is null or exists (select 1 from ${issues} where ${issues.issue_id} = ${rows.issue_id})))`
  return db
    .select()
    .from(rows)
    .where(
      and(arcId === undefined ? undefined : eq(rows.arc_id, arcId), behind, isThere, isMissing, sql`not ${settled}`),
    )
    .orderBy(rows.arc_id, rows.position, rows.issue_arc_id)
    .limit(limit)
    .all()
}

/**
 * Call after these issues were renumbered. List rows that were matched to them by number are matched again; rows
 * matched by id or by the user do not change.
 */
export function loosenNumbered(tx: Tx, issueIds: readonly string[]): void {
  tx.update(rows)
    .set({ issue_id: null, matched_by: null, reason: 'issue_missing' })
    .where(and(inArray(rows.issue_id, [...issueIds]), inArray(rows.matched_by, ['name', 'rule'])))
    .run()
}

/** Rows of all arcs that name this series. */
export function rowsNaming(db: ReadHandle, seriesKey: string, volume: number | undefined): ArcIssueRow[] {
  const ofVolume = volume === undefined ? undefined : eq(rows.volume, volume)
  return db
    .select()
    .from(rows)
    .where(and(eq(rows.series_key, seriesKey), ofVolume, isThere))
    .all()
}

// Rules

const ruleOf = preparedQuery((db: ReadHandle) =>
  db
    .select({ comic_id: rules.comic_id })
    .from(rules)
    .where(and(eq(rules.series_key, is('key')), sql`${rules.volume} in (${is('volume')}, 0)`))
    .orderBy(desc(rules.volume))
    .limit(1)
    .prepare(),
)

/** The series that the user chose for a name; a rule for this volume wins over a rule for any. */
export function findArcRule(db: ReadHandle, key: string, volume: number | null): string | undefined {
  return ruleOf(db).get({ key, volume: volume ?? 0 })?.comic_id
}

export function putRule(tx: Tx, rule: typeof rules.$inferInsert): void {
  tx.insert(rules)
    .values(rule)
    .onConflictDoUpdate({
      target: [rules.series_key, rules.volume],
      set: { comic_id: rule.comic_id, made_at: rule.made_at },
    })
    .run()
}

// Orders

/** Number of orders that can be restored. */
const KEPT_ORDERS = 20

export function keepOrder(tx: Tx, order: Omit<typeof orders.$inferInsert, 'order_id'>): void {
  tx.insert(orders).values(order).run()
  const kept = tx.select({ id: orders.order_id }).from(orders).where(eq(orders.arc_id, order.arc_id)).orderBy(desc(orders.order_id)).limit(KEPT_ORDERS) // biome-ignore format: one line
  tx.delete(orders)
    .where(and(eq(orders.arc_id, order.arc_id), sql`${orders.order_id} not in ${kept}`))
    .run()
}

/** Removes and returns the newest replaced order. */
export function takeOrder(tx: Tx, arcId: string): typeof orders.$inferSelect | undefined {
  const newest = tx.select().from(orders).where(eq(orders.arc_id, arcId)).orderBy(desc(orders.order_id)).limit(1).get()
  if (newest) tx.delete(orders).where(eq(orders.order_id, newest.order_id)).run()
  return newest
}

export function hasOrders(db: ReadHandle, arcId: string): boolean {
  return db.select({ id: orders.order_id }).from(orders).where(eq(orders.arc_id, arcId)).limit(1).get() !== undefined
}

/** The issue's year, else the list's, as text. */
const yearOfRow = sql`coalesce(
  substr(${issues.issue_date}, 1, 4), substr(${issues.release_date}, 1, 4),
  substr(${rows.issue_date}, 1, 4), cast(${rows.year} as text))`

/** Issues without a file whose rows still say Downloaded or Archived (`wire.ts`). */
const HAD = ['unknown', 'archived', 'covered'] as const satisfies Fulfillment[]

/** Counts of all arcs, or of one. */
export function arcCounts(db: ReadHandle, arcId?: string) {
  return db
    .select({
      arc_id: rows.arc_id,
      total: sql<number>`count(*)`,
      have: sql<number>`coalesce(sum(${HAS_FILE} or ${issues.fulfillment} in ${[...HAD]}), 0)`,
      unmatched: sql<number>`sum(${series.comic_id} is null or ${series.status} = 'unfollowed')`,
      first: sql<string | null>`min(${yearOfRow})`,
      last: sql<string | null>`max(${yearOfRow})`,
      publisher: sql<string | null>`max(${series.publisher})`,
      publishers: sql<number>`count(distinct ${series.publisher})`,
    })
    .from(rows)
    .leftJoin(issues, eq(issues.issue_id, rows.issue_id))
    .leftJoin(series, eq(series.comic_id, issues.comic_id))
    .where(and(isThere, arcId === undefined ? undefined : eq(rows.arc_id, arcId)))
    .groupBy(rows.arc_id)
    .orderBy(asc(rows.arc_id))
    .all()
}
