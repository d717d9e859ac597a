import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../base/storage/database'
import { openStages, type Resolution, type Stage } from '../../intake/downloads/states'
import { journal, journalIssues } from '../../intake/downloads/tables'
import { BEST } from '../../library/series/file-store'
import { findIssue } from '../../library/series/store'
import { files, issueFiles, issues } from '../../library/series/tables'
import type { RepairBasis } from './states'

export interface LinkedFile {
  issue_id: string
  file_id: string
  path: string
  size: number
  modified_ms: number
  gone_at: string | null
}

/** The files of a series by issue: files that existed at the last scan first, the best of them in front. */
export function linkedFiles(db: ReadHandle, comicId: string): Map<string, LinkedFile[]> {
  const rows = db
    .select({
      issue_id: issueFiles.issue_id,
      file_id: files.file_id,
      path: files.path,
      size: files.size,
      modified_ms: files.modified_ms,
      gone_at: files.gone_at,
    })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(eq(issues.comic_id, comicId))
    .orderBy(sql`${files.gone_at} is not null`, ...BEST)
    .all()
  return Map.groupBy(rows, ({ issue_id }) => issue_id)
}

export interface JournalFact {
  item_id: string
  release_key: string
  stage: Stage
  resolution: Resolution | null
  reason: string | null
  updated_at: string
}

const isOpen = inArray(journal.stage, [...openStages])
const fact = {
  item_id: journal.item_id,
  release_key: journal.release_key,
  stage: journal.stage,
  resolution: journal.resolution,
  reason: journal.reason,
  updated_at: journal.updated_at,
}

/** Downloads of a series by issue: unfinished ones first, then the newest. */
export function downloadsOf(db: ReadHandle, comicId: string): Map<string, JournalFact[]> {
  const rows = db
    .select({ issue_id: issues.issue_id, ...fact })
    .from(issues)
    .innerJoin(journalIssues, eq(journalIssues.issue_id, issues.issue_id))
    .innerJoin(journal, eq(journal.item_id, journalIssues.item_id))
    .where(eq(issues.comic_id, comicId))
    .orderBy(sql`${isOpen} desc`, sql`${journal.updated_at} desc`, journal.item_id)
    .all()
  return Map.groupBy(rows, ({ issue_id }) => issue_id)
}

export const openMark = ({ item_id, stage }: Pick<JournalFact, 'item_id' | 'stage'>) => `${item_id} ${stage}`

/** The current row, with the same file as before; undefined when the library no longer has the issue. */
export function basisNow(db: ReadHandle, issueId: string, fileId: string | null): RepairBasis | undefined {
  const issue = findIssue(db, issueId)
  if (!issue) return undefined
  const open = db
    .select({ item_id: journal.item_id, stage: journal.stage })
    .from(journalIssues)
    .innerJoin(journal, eq(journal.item_id, journalIssues.item_id))
    .where(and(eq(journalIssues.issue_id, issueId), isOpen))
    .orderBy(sql`${journal.updated_at} desc`, journal.item_id)
    .get()
  const file = fileId === null ? undefined : linkNow(db, issueId, fileId)
  return {
    intent: issue.intent,
    fulfillment: issue.fulfillment,
    file_id: file ? fileId : null,
    gone_at: file?.gone_at ?? null,
    open: open ? openMark(open) : null,
  }
}

const linkNow = (db: ReadHandle, issueId: string, fileId: string) =>
  db
    .select({ gone_at: files.gone_at })
    .from(issueFiles)
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .where(and(eq(issueFiles.issue_id, issueId), eq(issueFiles.file_id, fileId)))
    .get()
