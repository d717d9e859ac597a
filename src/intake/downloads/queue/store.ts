import { and, asc, eq, getTableColumns, inArray, ne, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import type { IssueTitleFields } from '../../../library/series/issue-title'
import { issues, series } from '../../../library/series/tables'
import type { DdlRow } from '../ddl/store'
import { openStages } from '../states'
import type { DownloadItem } from '../store'
import { ddlItems, journal } from '../tables'

/** An item in flight or a direct download that waits for the user, with its title from the library. */
export interface QueuedItem extends IssueTitleFields {
  item: DownloadItem | null
  ddl: DdlRow | null
  year: number | null
  /** URL of the issue's cover at its provider. */
  image_url: string | null
}

const isOpen = inArray(journal.stage, [...openStages])
const NAMES = {
  series: series.name,
  year: series.year,
  kind: issues.kind,
  unit: issues.unit,
  number: issues.number,
  image_url: issues.image_url,
}

/** All open items, with the rows of direct downloads. */
export function queuedItems(db: ReadHandle): QueuedItem[] {
  return db
    .select({ item: getTableColumns(journal), ddl: getTableColumns(ddlItems), ...NAMES })
    .from(journal)
    .leftJoin(ddlItems, eq(ddlItems.client_name, journal.client_name))
    .leftJoin(issues, eq(issues.issue_id, journal.entity_id))
    .leftJoin(series, eq(series.comic_id, sql`coalesce(${issues.comic_id}, ${journal.comic_id})`))
    .where(isOpen)
    .orderBy(asc(journal.grabbed_at), asc(journal.item_id))
    .all()
}

/** Direct downloads without an open item: failed ones wait for the user to retry. */
export function strayDownloads(db: ReadHandle): QueuedItem[] {
  const names = db.select({ name: journal.client_name }).from(journal).where(isOpen)
  const stray = sql`${ddlItems.client_name} not in (select client_name from (${names}) where client_name is not null)`
  const rows = db
    .select({ ddl: getTableColumns(ddlItems), ...NAMES })
    .from(ddlItems)
    .leftJoin(issues, eq(issues.issue_id, ddlItems.issue_id))
    .leftJoin(series, eq(series.comic_id, sql`coalesce(${issues.comic_id}, ${ddlItems.comic_id})`))
    .where(and(ne(ddlItems.status, 'Completed'), stray))
    .orderBy(asc(ddlItems.submitted_at), asc(ddlItems.ddl_id))
    .all()
  return rows.map((row) => ({ item: null, ...row }))
}
