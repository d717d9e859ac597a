import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { countWithIgnored, IGNORED } from './column-store'
import { fileOf, versionOf } from './file-store'
import { type CountedIssue, countManga, coveredChapters } from './machine'
import { rateSeries } from './rating-store'
import type { CoverChoice } from './states'
import type { SeriesRow } from './store'
import { files, issueFiles, issues, series } from './tables'

const is = sql.placeholder

const DATE = sql`coalesce(${issues.release_date}, ${issues.digital_date}, ${issues.issue_date})`
const inSeries = eq(issues.comic_id, is('comic_id'))
const regular = and(inSeries, eq(issues.kind, sql`'issue'`))

const tally = preparedQuery((db: ReadHandle) =>
  db
    .select({
      total: sql<number>`count(*) filter (where not ${IGNORED})`,
      listed: sql<number>`count(*)`,
      have: sql<number>`count(*) filter (where ${issues.fulfillment} in ('downloaded', 'archived', 'covered'))`,
      wanted: sql<number>`count(*) filter (where ${issues.intent} = 'wanted' and ${issues.fulfillment} = 'missing')`,
      latest_date: sql<string | null>`max(${DATE})`,
      regular: sql<number>`count(*) filter (where ${issues.kind} = 'issue')`,
      single: sql<number>`count(*) filter (where ${issues.kind} = 'issue' and ${issues.unit} = 'issue')`,
      numberless: sql<number>`count(*) filter (where ${issues.number} = '')`,
    })
    .from(issues)
    .where(inSeries)
    .prepare(),
)

const countedSeries = preparedQuery((db: ReadHandle) =>
  db
    .select({
      content_type: series.content_type,
      mode: series.monitor_mode,
      publication: series.publication,
      book_type: series.book_type,
      listed: series.listed,
      said_total: series.said_total,
      cover_choice: series.cover_choice,
    })
    .from(series)
    .where(eq(series.comic_id, is('comic_id')))
    .prepare(),
)

const countedIssues = preparedQuery((db: ReadHandle) =>
  db
    .select({
      issue_id: issues.issue_id,
      unit: issues.unit,
      number: issues.number,
      volume_number: issues.volume_number,
      fulfillment: issues.fulfillment,
      intent: issues.intent,
    })
    .from(issues)
    .where(inSeries)
    .prepare(),
)

const newestDated = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id, number: issues.number, sort_key: issues.sort_key })
    .from(issues)
    .where(regular)
    .orderBy(sql`${DATE} desc nulls last`, desc(issues.sort_key))
    .limit(1)
    .prepare(),
)

const undatedAbove = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id, number: issues.number })
    .from(issues)
    // Sort keys of numbers begin with n or p; words and the empty number sort above them and are no later issues.
    .where(and(regular, sql`${DATE} is null and ${issues.sort_key} > ${is('above')} and ${issues.sort_key} < 'q'`))
    .orderBy(desc(issues.sort_key))
    .limit(1)
    .prepare(),
)

const firstWithPages = preparedQuery((db: ReadHandle) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(
      and(
        inSeries,
        sql`exists (select 1 from ${issueFiles} join ${files} using (file_id)
      where ${issueFiles.issue_id} = ${issues.issue_id} and ${files.page_count} > 0
          and ${files.gone_at} is null)`,
      ),
    )
    .orderBy(desc(issues.kind), desc(issues.unit), issues.sort_key)
    .limit(1)
    .prepare(),
)

const filesOnDisk = preparedQuery((db: ReadHandle) =>
  db
    .select({
      readable: sql<number>`count(distinct ${issues.issue_id})`,
      files_at: sql<string | null>`max(${files.added_at})`,
    })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(inSeries, isNull(files.gone_at)))
    .prepare(),
)

const diskUse = preparedQuery((db: ReadHandle) =>
  db
    .select({ file_count: sql<number>`count(*)`, size: sql<number>`coalesce(sum(${files.size}), 0)` })
    .from(files)
    .where(
      sql`${files.gone_at} is null and ${files.file_id} in (select ${issueFiles.file_id}
        from ${issues} join ${issueFiles} using (issue_id) where ${issues.comic_id} = ${is('comic_id')})`,
    )
    .prepare(),
)

const setCounts = preparedQuery((tx: Tx) =>
  tx
    .update(series)
    .set({
      total: sql`${is('total')}`,
      have: sql`${is('have')}`,
      readable: sql`${is('readable')}`,
      counted_in: sql`${is('counted_in')}`,
      total_known: sql`${is('total_known')}`,
      wanted: sql`${is('wanted')}`,
      latest_issue_id: sql`${is('latest_issue_id')}`,
      latest_number: sql`${is('latest_number')}`,
      latest_date: sql`${is('latest_date')}`,
      cover_issue_id: sql`${is('cover_issue_id')}`,
      cover_version: sql`${is('cover_version')}`,
      files_at: sql`${is('files_at')}`,
      file_count: sql`${is('file_count')}`,
      size: sql`${is('size')}`,
    })
    .where(eq(series.comic_id, is('comic_id')))
    .prepare(),
)

/**
 * Updates the counts and the age rating of a series. Code that inserts or deletes issues, links files or changes an intent or a
 * fulfillment calls it once per series at the end of the same transaction.
 * The latest issue is the newest by date; for files without dates, a higher number without a date is later.
 */
export function recount(tx: Tx, comicId: string): void {
  const of = { comic_id: comicId }
  const facts = countedSeries(tx).get(of)
  if (!facts) return
  const manga = facts.content_type === 'manga' ? updateCoverage(tx, comicId, facts) : undefined
  const { regular, single, numberless, ...tallied } = tally(tx).get(of)!
  const counts = { ...tallied, ...(manga ? countManga(manga, facts) : { unit: 'issue' }) }
  // The files state the number of all issues, so the ignored ones are compared too.
  const rows = manga ? counts.listed : totalOfFiles(single, regular)
  const more = facts.listed ? 0 : Math.max(0, (facts.said_total ?? 0) - rows)
  const dated = newestDated(tx).get(of)
  const latest = dated && (undatedAbove(tx).get({ ...of, above: dated.sort_key }) ?? dated)
  const first = chosenIssue(tx, comicId, facts.cover_choice) ?? firstWithPages(tx).get(of)
  const cover = first && fileOf(tx, first.issue_id)
  setCounts(tx).run({
    ...of,
    ...counts,
    total: counts.total + more,
    counted_in: counts.unit,
    total_known: Number(isTotalKnown(facts, { rows, isBook: counts.listed === 1 && numberless === 1 })),
    latest_issue_id: latest?.issue_id ?? null,
    latest_number: latest?.number ?? null,
    cover_issue_id: first?.issue_id ?? null,
    cover_version: cover ? versionOf(cover) : null,
    ...filesOnDisk(tx).get(of)!,
    ...diskUse(tx).get(of)!,
  })
  rateSeries(tx, comicId)
  tx.emit({ type: 'series.changed', comic_id: comicId })
}

/** Files of a comic state the number of its single issues; those of a series of books, the number of books. */
const totalOfFiles = (single: number, regular: number) => single || regular

const regularRows = preparedQuery((db: ReadHandle) =>
  db
    .select({
      regular: sql<number>`count(*) filter (where ${issues.kind} = 'issue')`,
      single: sql<number>`count(*) filter (where ${issues.kind} = 'issue' and ${issues.unit} = 'issue')`,
    })
    .from(issues)
    .where(inSeries)
    .prepare(),
)

/**
 * The total to state in the files of a series whose issues a provider lists: the number with which `recount` compares a
 * stated total, so without annuals. Undefined while no provider lists them.
 */
export function totalForFiles(
  db: ReadHandle,
  { comic_id, content_type, listed }: Pick<SeriesRow, 'comic_id' | 'content_type' | 'listed'>,
): number | undefined {
  if (!listed) return undefined
  if (content_type === 'manga') return countWithIgnored(db, comic_id)
  const { regular, single } = regularRows(db).get({ comic_id })!
  return totalOfFiles(single, regular)
}

/** The issue whose cover the user chose, while it has pages. */
function chosenIssue(tx: Tx, comicId: string, choice: CoverChoice | null): { issue_id: string } | undefined {
  if (!choice || !('issue_id' in choice)) return undefined
  const file = fileOf(tx, choice.issue_id)
  const isOwn = tx.select().from(issues).where(eq(issues.issue_id, choice.issue_id)).get()?.comic_id === comicId
  return isOwn && file !== undefined && file.page_count > 0 ? { issue_id: choice.issue_id } : undefined
}

type Counted = NonNullable<ReturnType<ReturnType<typeof countedSeries>['get']>>

/** Marks the chapters that owned volumes contain, and clears the mark of chapters that no owned volume contains. */
function updateCoverage(tx: Tx, comicId: string, { mode, publication }: Counted): CountedIssue[] {
  const rows = countedIssues(tx).all({ comic_id: comicId })
  const covered = coveredChapters(rows, { mode, ended: publication === 'ended' || publication === 'cancelled' })
  return rows.map((row) => {
    const isCovered = covered.has(row.issue_id)
    if (isCovered === (row.fulfillment === 'covered')) return row
    const fulfillment = isCovered ? 'covered' : 'missing'
    tx.update(issues).set({ fulfillment }).where(eq(issues.issue_id, row.issue_id)).run()
    return { ...row, fulfillment }
  })
}

/** A total from the files that is lower than the number of owned issues counts as unknown. */
function isTotalKnown(
  { listed, said_total, book_type }: Counted,
  { rows, isBook }: { rows: number; isBook: boolean },
): boolean {
  return listed || (said_total !== null && said_total >= rows) || (isBook && book_type !== 'Print')
}

/** Records whether a provider lists the issues of the series. */
export function markIssuesListed(tx: Tx, comicId: string, listed: boolean): void {
  const changed = tx
    .update(series)
    .set({ listed })
    .where(and(eq(series.comic_id, comicId), ne(series.listed, listed)))
    .returning({ comic_id: series.comic_id })
    .get()
  if (changed) recount(tx, comicId)
}

/**
 * Records the total stated by the files; a later file with a lower total does not reduce it. A provider that lists the
 * issues knows better: older versions wrote totals with annuals into the files.
 */
export function raiseTotal(tx: Tx, comicId: string, total: number): void {
  const lower = and(
    eq(series.comic_id, comicId),
    eq(series.listed, false),
    sql`coalesce(${series.said_total}, 0) < ${total}`,
  )
  tx.update(series).set({ said_total: total }).where(lower).run()
}

/** Undoes the raise of a total; one that other files have raised since stays. */
export function restoreTotal(
  tx: Tx,
  comicId: string,
  { before, raised }: { before: number | null; raised: number },
): void {
  const same = and(eq(series.comic_id, comicId), eq(series.said_total, raised))
  const changed = tx.update(series).set({ said_total: before }).where(same).returning({ id: series.comic_id }).get()
  if (changed) recount(tx, comicId)
}

const uncounted = preparedQuery((db: ReadHandle) =>
  db
    .select({ id: series.comic_id })
    .from(series)
    .where(isNull(series.counted_in))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** Series whose counts predate the coverage of chapters by volumes. */
export function seriesWithoutCounts(db: ReadHandle, limit: number): string[] {
  return uncounted(db)
    .all({ limit })
    .map(({ id }) => id)
}
