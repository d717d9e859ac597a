import { and, desc, eq, gte, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { PageSum } from '../../base/formats/archives/page-prints'
import type { PageSpan } from '../../base/http/paging'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { files, issueFiles, issues, series } from '../series/tables'
import { LEAST_FILES, type PageDecoding, type PageRule, type PageState } from './states'
import { pageFiles, pagePrints, repeatedPages } from './tables'

export type RepeatedPage = typeof repeatedPages.$inferSelect

const is = sql.placeholder

/** The id of a row, as `pageId` writes it. */
const ID = sql<string>`printf('%08x-%d', ${repeatedPages.crc}, ${repeatedPages.size})`
/** Pages that look alike are one group, named by the first of them. */
const GROUP = sql<string>`coalesce(${repeatedPages.near_to}, ${ID})`

const isPage = ({ crc, size }: PageSum) => and(eq(repeatedPages.crc, crc), eq(repeatedPages.size, size))

const byId = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(repeatedPages)
    .where(and(eq(repeatedPages.crc, is('crc')), eq(repeatedPages.size, is('size'))))
    .prepare(),
)

export function findPage(db: ReadHandle, { crc, size }: PageSum): RepeatedPage | undefined {
  return byId(db).get({ crc, size })
}

/** A page that was hidden or has a rule is listed even when no file has it now. */
function isListed(state: PageState) {
  const many = and(eq(repeatedPages.state, state), gte(repeatedPages.files, LEAST_FILES))
  const decided = or(eq(repeatedPages.state, 'hidden'), isNotNull(repeatedPages.rule))
  const shown = state === 'hidden' ? decided : state === 'found' ? and(many, isNull(repeatedPages.rule)) : many
  return and(eq(repeatedPages.look, 'seen'), shown)
}

/** The groups of pages in a state, those in most files first. */
export function groupsOf(db: ReadHandle, state: PageState, { limit, offset }: PageSpan): string[] {
  return db
    .select({ group: GROUP })
    .from(repeatedPages)
    .where(isListed(state))
    .groupBy(GROUP)
    .orderBy(desc(sql`sum(${repeatedPages.files})`), GROUP)
    .limit(limit)
    .offset(offset)
    .all()
    .map(({ group }) => group)
}

export function countGroups(db: ReadHandle, state: PageState): number {
  return db
    .select({ count: sql<number>`count(distinct ${GROUP})` })
    .from(repeatedPages)
    .where(isListed(state))
    .get()!.count
}

/** The pages of some groups, those in most files first. */
export function pagesOfGroups(
  db: ReadHandle,
  groups: readonly { group: string; sum: PageSum }[],
): (RepeatedPage & { group: string })[] {
  if (groups.length === 0) return []
  return db
    .select({ row: repeatedPages, group: GROUP })
    .from(repeatedPages)
    .where(
      and(
        eq(repeatedPages.look, 'seen'),
        or(
          inArray(
            repeatedPages.near_to,
            groups.map(({ group }) => group),
          ),
          ...groups.map(({ sum }) => isPage(sum)),
        ),
      ),
    )
    .orderBy(desc(repeatedPages.files), repeatedPages.crc)
    .all()
    .map(({ row, group }) => ({ ...row, group }))
}

/** Pages in enough files that were not decoded yet. */
export function unseenPages(db: ReadHandle, limit: number): RepeatedPage[] {
  return db
    .select()
    .from(repeatedPages)
    .where(and(isNull(repeatedPages.look), gte(repeatedPages.files, LEAST_FILES)))
    .orderBy(desc(repeatedPages.files))
    .limit(limit)
    .all()
}

/** The first page of each group with its perceptual hash. */
export function groupHashes(db: ReadHandle): { page_id: string; picture_hash: string }[] {
  return db
    .select({ page_id: ID, picture_hash: sql<string>`${repeatedPages.picture_hash}` })
    .from(repeatedPages)
    .where(and(eq(repeatedPages.look, 'seen'), isNull(repeatedPages.near_to), isNotNull(repeatedPages.picture_hash)))
    .all()
}

interface PageDecodingRow {
  look: PageDecoding
  sha256?: string
  width?: number
  height?: number
  picture_hash?: string
  near_to?: string | null
}

export function savePageDecoding(tx: Tx, page: PageSum, look: PageDecodingRow): void {
  tx.update(repeatedPages).set(look).where(isPage(page)).run()
}

interface Decision {
  state?: PageState
  rule?: PageRule | null
  decided_at: Instant
}

export function decide(tx: Tx, pages: readonly PageSum[], decision: Decision): void {
  for (const page of pages) tx.update(repeatedPages).set(decision).where(isPage(page)).run()
}

const ruled = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(repeatedPages)
    .where(
      and(
        eq(repeatedPages.crc, is('crc')),
        eq(repeatedPages.size, is('size')),
        isNotNull(repeatedPages.rule),
        eq(repeatedPages.look, 'seen'),
      ),
    )
    .prepare(),
)

/** Those of the pages that have a rule. */
export function ruledAmong(db: ReadHandle, sums: readonly PageSum[]): RepeatedPage[] {
  return sums.flatMap(({ crc, size }) => ruled(db).get({ crc, size }) ?? [])
}

/** Where a page is: one row for each issue, with the index of the page among all pages of the file. */
export function placesOfPage(db: ReadHandle, { crc, size }: PageSum, { limit, offset }: PageSpan) {
  return placeRows(db, { crc, size })
    .orderBy(series.sort_name, series.comic_id, issues.sort_key, files.path)
    .limit(limit)
    .offset(offset)
    .all()
}

const placeRows = (db: ReadHandle, { crc, size }: PageSum) =>
  db
    .select({ page: pagePrints.page, file: files, issue: issues, comic_id: series.comic_id, series_name: series.name })
    .from(pagePrints)
    .innerJoin(pageFiles, eq(pageFiles.file_no, pagePrints.file_no))
    .innerJoin(files, eq(files.file_id, pageFiles.file_id))
    .innerJoin(issueFiles, eq(issueFiles.file_id, files.file_id))
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(and(eq(pagePrints.crc, crc), eq(pagePrints.size, size), isNull(files.gone_at)))

export function countPlaces(db: ReadHandle, { crc, size }: PageSum): number {
  return db
    .select({ count: sql<number>`count(*)` })
    .from(pagePrints)
    .innerJoin(pageFiles, eq(pageFiles.file_no, pagePrints.file_no))
    .innerJoin(files, eq(files.file_id, pageFiles.file_id))
    .innerJoin(issueFiles, eq(issueFiles.file_id, files.file_id))
    .where(and(eq(pagePrints.crc, crc), eq(pagePrints.size, size), isNull(files.gone_at)))
    .get()!.count
}

/** How many files of the library were checked, and how many there are. */
export function checkedFiles(db: ReadHandle): { checked: number; files: number } {
  const count = { count: sql<number>`count(*)` }
  const checked = db.select(count).from(pageFiles).get()!.count
  // Both counts read an index alone.
  const gone = db.select(count).from(files).where(isNotNull(files.gone_at)).get()!.count
  const all = db.select(count).from(files).get()!.count - gone
  return { checked: Math.min(checked, all), files: all }
}
