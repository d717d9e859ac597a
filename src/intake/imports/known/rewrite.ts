import type { Instant } from '../../../base/platform/ports'
import type { ProviderName } from '../../../base/providers/descriptors'
import type { Tx } from '../../../base/storage/database'
import { saveCheckOf } from '../../../library/checks/store'
import type { IssueFacts } from '../../../library/metadata/providers/provider'
import type { FactsChange } from '../../../library/metadata/sync/facts-from-files'
import { changeContent } from '../../../library/reading/content-change-store'
import type { FileContent } from '../../../library/series/file-store'
import { type FileLocation, updateFileLocations } from '../../../library/series/presence-store'
import type { LibraryFile } from '../library-store'
import type { ScannedRow } from '../store'
import type { ReadFacts } from '../tables'
import { changedDetails, changeIssuesIn } from './file-details'
import { changedFields, type FileStatement, statementOf } from './statement'
import { findStatement, saveStatement } from './statement-store'

/** A library file that another program rewrote at its path. */
export interface RewrittenFile {
  place: FileLocation
  content: FileContent
  read: ReadFacts
}

/** A rewritten file and its series. */
export interface KnownRewrite extends RewrittenFile {
  comic_id: string
}

export interface TakenChanges {
  file_id: string
  before: FileStatement | undefined
  now: FileStatement
  fields: ReadonlySet<keyof FileStatement>
}

export interface ChangeContext {
  at: Instant
  /** Providers, the preferred one first. */
  order: readonly ProviderName[]
}

/** A library file and its new content. */
export function rewriteOf(
  { file_id, comic_id, format }: LibraryFile,
  { path, size, modified_ms, content_hash = null }: Pick<ScannedRow, 'path' | 'size' | 'modified_ms' | 'content_hash'>,
  read: ReadFacts,
): KnownRewrite {
  const { page_count, cover_page, format: now } = read.row
  const content = { format: now ?? format, page_count: page_count ?? 0, cover_page: cover_page ?? 0, content_hash }
  return { comic_id, place: { file_id, path, size, modified_ms }, content, read }
}

/**
 * Updates the row of a file to its new content: size, pages, cover and hash, with the progress of the old content. Its
 * issues get the metadata that the file changed.
 */
export function applyRewrite(tx: Tx, { place, content, read }: RewrittenFile, context: ChangeContext): TakenChanges {
  const { file_id } = place
  changeContent(tx, file_id, content)
  updateFileLocations(tx, [place], context.at)
  const before = findStatement(tx, file_id)
  const now = statementOf(read)
  saveStatement(tx, file_id, now)
  saveCheckOf(tx, file_id, read.check)
  changeIssuesIn(tx, file_id, issueChange(before, now, read), context)
  return { file_id, before, now, fields: changedFields(before, now) }
}

/** Without an earlier statement, the file's current metadata counts, and no field counts as removed. */
function issueChange(
  before: FileStatement | undefined,
  now: FileStatement,
  { row: { title, release_date, year, summary }, details }: ReadFacts,
): FactsChange<IssueFacts> {
  const differs = (field: keyof FileStatement) => (before ? before[field] !== now[field] : now[field] !== undefined)
  const issue_date = release_date ?? (year == null ? undefined : String(year))
  return {
    ...(differs('title') ? { title: title ?? undefined } : {}),
    ...(differs('date') ? { release_date: release_date ?? undefined, issue_date } : {}),
    ...(differs('summary') ? { summary: summary ?? undefined } : {}),
    ...changedDetails(before, now, details),
  }
}
