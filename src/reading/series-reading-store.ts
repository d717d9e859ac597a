import { desc, sql } from 'drizzle-orm'
import { HAS_FILE } from '../series/file-store'
import { files, issueFiles, issues } from '../series/tables'
import type { Reader } from '../storage/database'
import { prepared } from '../storage/prepared'
import type { ReadState } from './states'
import { readingProgress } from './tables'

/** Reading as it stands in single series, for the lists of `progress-store.ts`. */

const is = sql.placeholder

/** The issue that comes next in a series. */
export interface OnDeck {
  issue_id: string
  comic_id: string
  /** The one that was read last. */
  after_issue_id: string
}

/** Of an issue, the same as `stateOf` says of its newest row; null for one that nobody ever opened. */
const STATE = sql<ReadState | null>`(
  select case when completed then 'read' when furthest > 0 then 'reading' else 'unread' end from ${readingProgress} as own
  where own.issue_id = ${issues.issue_id} or own.content_key in (
    select ${files.content_hash} from ${issueFiles} join ${files} using (file_id) where ${issueFiles.issue_id} = ${issues.issue_id})
  order by own.read_at desc, own.revision desc limit 1)`

const statesBySeries = prepared((db: Reader) => {
  const touched = db
    .selectDistinct({ issue_id: sql`touched.issue_id`.as('touched_issue') })
    .from(
      sql`(select ${readingProgress.issue_id} as issue_id from json_each(${is('ids')}) as asked
          join ${readingProgress} on ${readingProgress.comic_id} = asked.value
        union select ${issueFiles.issue_id} from json_each(${is('ids')}) as asked
          cross join ${readingProgress} cross join ${files} cross join ${issueFiles}
          where ${readingProgress.comic_id} = asked.value and ${files.content_hash} = ${readingProgress.content_key}
            and ${issueFiles.file_id} = ${files.file_id}) as touched`,
    )
    .as('t')
  return db
    .select({ comic_id: issues.comic_id, state: STATE.as('state') })
    .from(touched)
    .crossJoin(issues)
    .where(
      sql`${issues.issue_id} = ${touched.issue_id} and ${issues.comic_id} in (select value from json_each(${is('ids')}))`,
    )
    .prepare()
})

/** Whether each issue of these series that was ever opened is read; one row an issue. */
export function statesIn(db: Reader, comicIds: readonly string[]): { comic_id: string; state: ReadState | null }[] {
  return statesBySeries(db).all({ ids: JSON.stringify(comicIds) })
}

const seriesByReading = prepared((db: Reader) =>
  db
    .select({ comic_id: sql<string>`${readingProgress.comic_id}` })
    .from(readingProgress)
    .where(sql`${readingProgress.comic_id} is not null`)
    .groupBy(readingProgress.comic_id)
    .orderBy(sql`max(${readingProgress.read_at}) desc`)
    .prepare(),
)

/** Series of which something was read or marked, the last one first. */
export function seriesRead(db: Reader): string[] {
  return seriesByReading(db)
    .all()
    .map((row) => row.comic_id)
}

/** Volumes before the chapters that they may hold again, annuals last. */
const READING_ORDER = [desc(issues.kind), desc(issues.unit), issues.sort_key, issues.issue_id]

const allInOrder = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id, has_file: sql<number>`${HAS_FILE}` })
    .from(issues)
    .where(sql`${issues.comic_id} = ${is('comic_id')}`)
    .orderBy(...READING_ORDER)
    .prepare(),
)

/** The issues of a series in reading order. */
export function inOrder(db: Reader, comicId: string): { issue_id: string; readable: boolean }[] {
  return allInOrder(db)
    .all({ comic_id: comicId })
    .map(({ issue_id, has_file }) => ({ issue_id, readable: has_file === 1 }))
}

/** Not an older reading of an issue whose file was replaced since. */
const IS_NEWEST = sql`not exists (select 1 from ${readingProgress} as later
  where later.issue_id = ${readingProgress.issue_id} and later.revision > ${readingProgress.revision})`
const inSeries = sql`${readingProgress.comic_id} = ${is('comic_id')}`

const busyIn = prepared((db: Reader) =>
  db
    .select({ issue_id: readingProgress.issue_id })
    .from(readingProgress)
    .where(sql`${inSeries} and ${readingProgress.completed} = 0 and ${readingProgress.furthest} > 0 and ${IS_NEWEST}`)
    .limit(1)
    .prepare(),
)

/** Of issues that were marked together, all have the same time: then the last of them in order. */
const lastReadIn = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id, kind: issues.kind, unit: issues.unit, sort_key: issues.sort_key })
    .from(readingProgress)
    .crossJoin(issues)
    .where(
      sql`${inSeries} and ${readingProgress.completed} = 1 and ${issues.issue_id} = ${readingProgress.issue_id} and ${IS_NEWEST}`,
    )
    .orderBy(desc(readingProgress.read_at), issues.kind, issues.unit, desc(issues.sort_key))
    .limit(1)
    .prepare(),
)

const IS_UNREAD = sql`${HAS_FILE} and coalesce(${STATE}, 'unread') <> 'read'`
const sameKind = sql`${issues.comic_id} = ${is('comic_id')} and ${issues.kind} = ${is('kind')}`

/** Among the same numbers: these lie in an index in their order, so it looks at one or two and not at the whole series. */
const nextNumber = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(
      sql`${sameKind} and ${issues.sort_key} > ${is('sort_key')} and ${issues.unit} = ${is('unit')} and ${IS_UNREAD}`,
    )
    .orderBy(issues.sort_key)
    .limit(1)
    .prepare(),
)

/** Chapters after the volumes, annuals after the issues. */
const firstOfRest = prepared((db: Reader) =>
  db
    .select({ issue_id: issues.issue_id })
    .from(issues)
    .where(
      sql`((${sameKind} and ${issues.unit} < ${is('unit')})
        or (${issues.comic_id} = ${is('comic_id')} and ${issues.kind} < ${is('kind')})) and ${IS_UNREAD}`,
    )
    .orderBy(...READING_ORDER)
    .limit(1)
    .prepare(),
)

/** The first issue that can be read and was not, after the one that was read last. */
export function nextIn(db: Reader, comicId: string): OnDeck | undefined {
  if (busyIn(db).get({ comic_id: comicId })) return undefined
  const last = lastReadIn(db).get({ comic_id: comicId })
  const place = { comic_id: comicId, ...last }
  const next = last && (nextNumber(db).get(place) ?? firstOfRest(db).get(place))
  return next && { issue_id: next.issue_id, comic_id: comicId, after_issue_id: last.issue_id }
}
