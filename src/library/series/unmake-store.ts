import { and, eq, sql } from 'drizzle-orm'
import type { ReadHandle, Tx } from '../../base/storage/database'
import { preparedQuery } from '../../base/storage/prepared-query'
import { recount } from './counts-store'
import { HAS_FILE } from './file-store'
import { deleteIssue, deleteSeries, findIssue, findSeries, issuesOf } from './store'
import { files, issueFiles, issues } from './tables'

/** Rows that one task created, which can be undone together. */
export interface MadeRows {
  series: ReadonlySet<string>
  issues: ReadonlySet<string>
  files: ReadonlySet<string>
  links: readonly { issue_id: string; file_id: string }[]
}

const linksAmong = new WeakMap<MadeRows, Set<string>>()

/**
 * What happened to the rows since they were created, as a sentence; undefined when they are unchanged. `all` is
 * everything that was created with them.
 */
export function changedSince(tx: ReadHandle, made: MadeRows, all: MadeRows = made): string | undefined {
  for (const id of made.series) {
    const row = findSeries(tx, id)
    if (!row) return 'A series from this import was removed.'
    if (row.updated_at !== row.added_at) return `${row.name} was changed.`
    if (issuesOf(tx, id).some(({ issue_id }) => !all.issues.has(issue_id))) return `${row.name} has new issues.`
  }
  for (const id of made.issues) {
    const row = findIssue(tx, id)
    if (!row) return 'An issue from this import was removed.'
    const name = () => `Issue ${row.number} of ${findSeries(tx, row.comic_id)?.name}`
    if (row.updated_at !== row.added_at) return `${name()} was changed.`
    if (hasOtherFile(tx, id, all)) return `${name()} has another file.`
  }
  for (const id of made.files) {
    const row = fileById(tx).get({ file_id: id })
    if (!row) return 'A file from this import was removed from the library.'
    const links = linksOfFile(tx).all({ file_id: id })
    if (links.some((row) => !isAmong(row, all))) return `${row.path} contains another issue now.`
  }
  return made.links.every((row) => link(tx).get(row))
    ? undefined
    : 'A file from this import is no longer linked to its issue.'
}

/** Whether the issue has a file that was not created with the rest. */
export function hasOtherFile(db: ReadHandle, issueId: string, all: MadeRows): boolean {
  const links = linksOfIssue(db).all({ issue_id: issueId })
  return links.some((row) => !isAmong(row, all))
}

function isAmong(row: MadeRows['links'][number], all: MadeRows): boolean {
  return linksAmong.getOrInsertComputed(all, () => new Set(all.links.map(linkKey))).has(linkKey(row))
}

/** Deletes the rows, and nothing on disk. Older issues that lose their only file are missing again. */
export function deleteMadeRows(tx: Tx, made: MadeRows): void {
  const touched = new Set<string>()
  const before = made.links.filter(({ issue_id }) => !made.issues.has(issue_id))
  for (const row of made.links) unlink(tx).run(row)
  for (const { issue_id } of before) {
    const row = markMissing(tx).get({ issue_id })
    if (row) touched.add(row.comic_id)
  }
  for (const id of made.issues) {
    const comicId = deleteIssue(tx, id)
    if (comicId !== undefined) touched.add(comicId)
  }
  for (const id of made.files) removeFile(tx).run({ file_id: id })
  for (const id of made.series) deleteSeries(tx, id)
  for (const id of touched) if (!made.series.has(id)) recount(tx, id)
}

const linkKey = ({ issue_id, file_id }: { issue_id: string; file_id: string }) => `${issue_id}\n${file_id}`

const is = sql.placeholder

const linksOfIssue = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(issueFiles)
    .where(eq(issueFiles.issue_id, is('issue_id')))
    .prepare(),
)

const linksOfFile = preparedQuery((db: ReadHandle) =>
  db
    .select()
    .from(issueFiles)
    .where(eq(issueFiles.file_id, is('file_id')))
    .prepare(),
)

const fileById = preparedQuery((db: ReadHandle) =>
  db
    .select({ path: files.path })
    .from(files)
    .where(eq(files.file_id, is('file_id')))
    .prepare(),
)

const linkOf = and(eq(issueFiles.issue_id, is('issue_id')), eq(issueFiles.file_id, is('file_id')))
const link = preparedQuery((db: ReadHandle) => db.select().from(issueFiles).where(linkOf).prepare())
const unlink = preparedQuery((tx: Tx) => tx.delete(issueFiles).where(linkOf).prepare())

const removeFile = preparedQuery((tx: Tx) =>
  tx
    .delete(files)
    .where(eq(files.file_id, is('file_id')))
    .prepare(),
)

const markMissing = preparedQuery((tx: Tx) =>
  tx
    .update(issues)
    .set({
      fulfillment: sql`case when ${issues.fulfillment} = 'downloaded' and not ${HAS_FILE}
        then 'missing' else ${issues.fulfillment} end`,
    })
    .where(eq(issues.issue_id, is('issue_id')))
    .returning({ comic_id: issues.comic_id })
    .prepare(),
)
