import { type SQL, sql } from 'drizzle-orm'
import type { ArchiveFormat } from '../../base/formats/formats'
import type { PageSpan } from '../../base/http/paging'
import type { Instant } from '../../base/platform/ports'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { type WantedRow, wantedOf } from './list-store'
import type { ContentType } from './states'
import { findIssue } from './store'
import { issues, series, seriesFormats } from './tables'
import type { WantedView } from './wanted-store'

/** A replaceable format, and the series for which another one is preferred. */
export interface WorseFormat {
  format: ArchiveFormat
  kinds: readonly ContentType[]
  /** Series with their own rules. */
  also: readonly string[]
  except: readonly string[]
}

export interface UpgradesView extends Omit<WantedView, 'when' | 'today'> {
  worse: readonly WorseFormat[]
}

/** Written out, because SQLite uses the partial indexes only then. */
const REPLACEABLE = sql`(${issues.file_format} is not null and ${issues.kept_format} is not ${issues.file_format})`

/**
 * A page of owned issues in a worse format than preferred, with the number of all. By date each format is read in the
 * order of its index and these are merged, so nothing is sorted; by series the page's own series are read.
 */
export function listUpgrades(db: ReadHandle, view: UpgradesView, span: PageSpan): { rows: WantedRow[]; total: number } {
  const total = view.worse.length === 0 ? 0 : countUpgrades(db, view)
  if (span.offset >= total) return { rows: [], total }
  const query = view.sort === 'series' ? bySeries(db, view, span) : byDate(view, span)
  return { rows: wantedOf(db, db.all<{ issue_id: string }>(query)), total }
}

function countUpgrades(db: ReadHandle, view: UpgradesView): number {
  const isEvery = view.worse.every(isEverySeries) && view.key === undefined && view.kind === undefined
  const [row] = db.all<{ total: number | null }>(
    isEvery
      ? sql`select sum(${seriesFormats.count}) as total from ${seriesFormats}
          where ${seriesFormats.format} in ${among(view.worse.map(({ format }) => format))} ${countsAnnuals(view)}`
      : sql`select sum(n) as total from (${countOfSeries(view)})`,
  )
  return row?.total ?? 0
}

/** The series with upgrades, and how many of each. */
function countOfSeries(view: UpgradesView): SQL {
  const { key, kind } = view
  const formats = view.worse.map((worse) => sql`(${seriesFormats.format} = ${worse.format} and ${ruledBy(worse)})`)
  return sql`select ${series.comic_id} as comic_id, ${series.sort_name} as sort_name, sum(${seriesFormats.count}) as n
    from ${seriesFormats} join ${series} using (comic_id)
    where ${seriesFormats.count} > 0 and (${sql.join(formats, sql` or `)})
      ${countsAnnuals(view)} ${narrowedTo({ key, kind })}
    group by ${series.comic_id}`
}

function byDate(view: UpgradesView, { limit, offset }: PageSpan): SQL {
  const way = sql.raw(view.sort === 'oldest' ? 'asc' : 'desc')
  const columns = sql`${issues.release_date} as release_date, ${issues.issue_id} as issue_id`
  return sql`${eachFormat(view, columns)} order by release_date ${way}, issue_id ${way} limit ${limit} offset ${offset}`
}

/** The counts say which series are on the page. */
function bySeries(db: ReadHandle, view: UpgradesView, { limit, offset }: PageSpan): SQL {
  const shown = db.all<{ comic_id: string; skipped: number }>(
    sql`select comic_id, skipped from (
        select comic_id, sort_name, n, sum(n) over (order by sort_name, comic_id) - n as skipped from (${countOfSeries(view)})
      ) where skipped < ${offset + limit} and skipped + n > ${offset} order by sort_name, comic_id`,
  )
  const formats = view.worse.map((worse) => sql`(${issues.file_format} = ${worse.format} and ${ruledBy(worse)})`)
  return sql`select ${issues.issue_id} as issue_id from ${series} cross join ${issues} on ${issues.comic_id} = ${series.comic_id}
    where ${series.comic_id} in ${among(shown.map(({ comic_id }) => comic_id))}
      and ${REPLACEABLE} ${annualsOf(view)} and (${sql.join(formats, sql` or `)})
    order by ${series.sort_name}, ${series.comic_id}, ${issues.release_date}, ${issues.issue_id}
    limit ${limit} offset ${offset - (shown[0]?.skipped ?? 0)}`
}

function eachFormat(view: UpgradesView, columns: SQL): SQL {
  const all = view.worse.map(
    (worse) => sql`select ${columns} from ${issues}
      where ${REPLACEABLE} and ${issues.file_format} = ${worse.format} ${annualsOf(view)} ${ofSeries(worse, view)}`,
  )
  return sql.join(all, sql` union all `)
}

const annualsOf = ({ annuals }: UpgradesView) => (annuals ? sql`` : sql`and ${issues.kind} <> 'annual'`)

const countsAnnuals = ({ annuals }: UpgradesView) => (annuals ? sql`` : sql`and ${seriesFormats.kind} <> 'annual'`)

const among = (ids: readonly string[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

const isEverySeries = ({ kinds, also, except }: WorseFormat) =>
  kinds.length > 1 && also.length === 0 && except.length === 0

/** SQL condition on series: the rules prefer another format. */
const ruledBy = (worse: WorseFormat) =>
  isEverySeries(worse)
    ? sql`1`
    : sql`((${series.content_type} in ${among(worse.kinds)} and ${series.comic_id} not in ${among(worse.except)})
        or ${series.comic_id} in ${among(worse.also)})`

const narrowedTo = ({ key, kind }: Pick<UpgradesView, 'key' | 'kind'>) =>
  sql`${key === undefined ? sql`` : sql`and instr(${series.match_key}, ${key}) > 0`}
    ${kind === undefined ? sql`` : sql`and ${series.content_type} = ${kind}`}`

/**
 * SQL condition on the series of an issue; empty when every series counts. The plus sign keeps the order of the index.
 */
function ofSeries(worse: WorseFormat, { key, kind }: UpgradesView): SQL {
  if (isEverySeries(worse) && key === undefined && kind === undefined) return sql``
  return sql`and +${issues.comic_id} in (select ${series.comic_id} from ${series}
    where ${ruledBy(worse)} ${narrowedTo({ key, kind })})`
}

/** Keeps the file of an issue in its format, or offers upgrades again. False for an unknown issue. */
export function keepFormat(tx: Tx, issueId: string, isKept: boolean, at: Instant): boolean {
  const row = findIssue(tx, issueId)
  if (!row) return false
  tx.update(issues)
    .set({ kept_format: isKept ? row.file_format : null, updated_at: at })
    .where(sql`${issues.issue_id} = ${issueId}`)
    .run()
  tx.emit({ type: 'issue.changed', issue_id: issueId, comic_id: row.comic_id })
  return true
}
