import { sql } from 'drizzle-orm'
import { callerId } from '../../base/platform/caller'
import type { ReadHandle } from '../../base/storage/database'
import type { BulkAction } from './states'

/** The changes that an action would make among some series. */
export interface ActionScope {
  series: number
  files: number
  bytes: number
  issues: number
}

/** For each action, the series that it changes. */
const CHANGES = {
  monitor: sql`s.status = 'paused'`,
  unmonitor: sql`s.status = 'active'`,
  search: sql`s.wanted > 0 and s.status <> 'paused'`,
  match: sql`not exists (select 1 from series_sources where comic_id = s.comic_id and provider_id is not null)`,
  refresh: sql`exists (select 1 from series_sources where comic_id = s.comic_id and provider_id is not null)`,
  rename: sql`s.file_count > 0`,
  write_metadata: sql`s.file_count > 0`,
  convert: sql`s.file_count > 0`,
  move: sql`s.file_count > 0`,
  mark_read: sql`s.readable > coalesce(r.read, 0)`,
  mark_unread: sql`coalesce(r.read, 0) + coalesce(r.reading, 0) > 0`,
  delete: sql`1`,
} as const satisfies Record<BulkAction, unknown>

const ISSUES: Partial<Record<BulkAction, ReturnType<typeof sql>>> = {
  search: sql`s.wanted`,
  mark_read: sql`max(0, s.readable - coalesce(r.read, 0))`,
  mark_unread: sql`coalesce(r.read, 0) + coalesce(r.reading, 0)`,
}

const NONE = sql`0`
const TOUCHES_FILES: readonly BulkAction[] = ['rename', 'write_metadata', 'move', 'delete']

/** Reads the counts of the series, and those of the caller's progress; `convert` reads the files, since the counts do not know formats. */
export function touchedBy(db: ReadHandle, action: BulkAction, comicIds: readonly string[]): ActionScope {
  const ids = sql`(select value from json_each(${JSON.stringify(comicIds)}))`
  if (action === 'convert') return convertible(db, ids)
  const files = TOUCHES_FILES.includes(action)
  const [sum] = db.all<ActionScope>(sql`select count(*) as series,
    ${files ? sql`coalesce(sum(s.file_count), 0)` : NONE} as files,
    ${files ? sql`coalesce(sum(s.size), 0)` : NONE} as bytes,
    coalesce(sum(${ISSUES[action] ?? NONE}), 0) as issues
    from series s left join series_reading r on r.comic_id = s.comic_id and r.user_id = ${callerId()}
    where s.comic_id in ${ids} and ${CHANGES[action]}`)
  return sum as ActionScope
}

function convertible(db: ReadHandle, ids: ReturnType<typeof sql>): ActionScope {
  const [sum] = db.all<ActionScope>(sql`select count(distinct comic_id) as series, count(distinct file_id) as files,
    coalesce(sum(size), 0) as bytes, 0 as issues from (
      select distinct i.comic_id, f.file_id, f.size from issues i cross join issue_files l cross join files f
      where i.comic_id in ${ids} and l.issue_id = i.issue_id and f.file_id = l.file_id
        and f.gone_at is null and f.format in ('cbr', 'cb7', 'cbt'))`)
  return sum as ActionScope
}
