import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Reader, Tx } from '../storage/database'
import { prepared } from '../storage/prepared'
import { fileOf, versionOf } from './file-store'
import { files, issueFiles, issues, series } from './tables'

const is = sql.placeholder

const DATE = sql`coalesce(${issues.release_date}, ${issues.digital_date}, ${issues.issue_date})`
const inSeries = eq(issues.comic_id, is('comic_id'))
const regular = and(inSeries, eq(issues.kind, sql`'issue'`))

const tally = prepared((db: Reader) =>
  db
    .select({
      total: sql<number>`count(*)`,
      have: sql<number>`count(*) filter (where ${issues.fulfillment} in ('downloaded', 'archived', 'covered'))`,
      wanted: sql<number>`count(*) filter (where ${issues.intent} = 'wanted' and ${issues.fulfillment} = 'missing')`,
      latest_date: sql<string | null>`max(${DATE})`,
    })
    .from(issues)
    .where(inSeries)
    .prepare(),
)

const newestDated = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id, number: issues.number, sort_key: issues.sort_key })
    .from(issues)
    .where(regular)
    .orderBy(sql`${DATE} desc nulls last`, desc(issues.sort_key))
    .limit(1)
    .prepare(),
)

const undatedAbove = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id, number: issues.number })
    .from(issues)
    // Keys of numbers begin with n or p; words and the empty number sort above them and follow nothing.
    .where(and(regular, sql`${DATE} is null and ${issues.sort_key} > ${is('above')} and ${issues.sort_key} < 'q'`))
    .orderBy(desc(issues.sort_key))
    .limit(1)
    .prepare(),
)

const firstWithPages = prepared((db: Reader) =>
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

const lastFileAt = prepared((db: Reader) =>
  db
    .select({ at: sql<string | null>`max(${files.added_at})` })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(inSeries, isNull(files.gone_at)))
    .prepare(),
)

const setCounts = prepared((tx: Tx) =>
  tx
    .update(series)
    .set({
      total: sql`${is('total')}`,
      have: sql`${is('have')}`,
      wanted: sql`${is('wanted')}`,
      latest_issue_id: sql`${is('latest_issue_id')}`,
      latest_number: sql`${is('latest_number')}`,
      latest_date: sql`${is('latest_date')}`,
      cover_issue_id: sql`${is('cover_issue_id')}`,
      cover_version: sql`${is('cover_version')}`,
      files_at: sql`${is('files_at')}`,
    })
    .where(eq(series.comic_id, is('comic_id')))
    .prepare(),
)

/**
 * Brings the counts that a series carries up to date. Whoever inserts or deletes issues, links files or changes an
 * intent or a fulfillment calls it once per series at the end of the same transaction.
 * The latest issue is the newest by date; where files came without dates, a higher number without one is later.
 */
export function recount(tx: Tx, comicId: string): void {
  const of = { comic_id: comicId }
  const counts = tally(tx).get(of)!
  const dated = newestDated(tx).get(of)
  const latest = dated && (undatedAbove(tx).get({ ...of, above: dated.sort_key }) ?? dated)
  const first = firstWithPages(tx).get(of)
  const cover = first && fileOf(tx, first.issue_id)
  setCounts(tx).run({
    ...of,
    ...counts,
    latest_issue_id: latest?.issue_id ?? null,
    latest_number: latest?.number ?? null,
    cover_issue_id: first?.issue_id ?? null,
    cover_version: cover ? versionOf(cover) : null,
    files_at: lastFileAt(tx).get(of)?.at ?? null,
  })
  tx.emit({ type: 'series.changed', comic_id: comicId })
}
