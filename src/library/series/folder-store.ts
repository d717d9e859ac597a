import { sep } from 'node:path'
import { and, gt, lt, ne, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { files, issueFiles, issues, series } from './tables'

/**
 * The name of another series whose folder this is, or that has files directly in it. Ignores the case of folder names.
 */
export function ownerOf(db: ReadHandle, folder: string, comicId: string | null): string | undefined {
  const other = comicId === null ? undefined : ne(series.comic_id, comicId)
  const named = db
    .select({ name: series.name })
    .from(series)
    .where(and(sql`${series.location} = ${folder} collate nocase`, other))
    .limit(1)
    .get()
  if (named) return named.name
  const below = and(gt(files.path, folder + sep), lt(files.path, `${folder + sep}\u{10ffff}`))
  const isDirect = sql`instr(substr(${files.path}, ${folder.length + 2}), ${sep}) = 0`
  return db
    .select({ name: series.name })
    .from(files)
    .innerJoin(issueFiles, sql`${issueFiles.file_id} = ${files.file_id}`)
    .innerJoin(issues, sql`${issues.issue_id} = ${issueFiles.issue_id}`)
    .innerJoin(series, sql`${series.comic_id} = ${issues.comic_id}`)
    .where(and(below, isDirect, other))
    .limit(1)
    .get()?.name
}
