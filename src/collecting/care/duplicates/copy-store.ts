import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { ReadHandle } from '../../../base/storage/database'
import { preparedQuery } from '../../../base/storage/prepared-query'
import { fileStatements } from '../../../intake/imports/tables'
import { fileChecks } from '../../../library/checks/tables'
import { files, issueFiles, issues, series } from '../../../library/series/tables'
import type { Copy } from './choose-copy'

const is = sql.placeholder

const copiesByIds = preparedQuery((db: ReadHandle) =>
  db
    .select({
      file_id: files.file_id,
      path: files.path,
      size: files.size,
      modified_ms: files.modified_ms,
      format: files.format,
      pages: files.page_count,
      added_at: files.added_at,
      hash: files.content_hash,
      digest: fileChecks.page_digest,
      problem: fileChecks.problem,
      missing_pages: fileChecks.missing_pages,
      language: sql<string | null>`${fileStatements.stated} ->> '$.language'`,
      is_tagged: sql<number>`coalesce(${fileStatements.stated} ->> '$.series', '') <> ''`,
    })
    .from(files)
    .leftJoin(fileChecks, eq(fileChecks.file_id, files.file_id))
    .leftJoin(fileStatements, eq(fileStatements.file_id, files.file_id))
    .where(and(sql`${files.file_id} in (select value from json_each(${is('ids')}))`, isNull(files.gone_at)))
    .prepare(),
)

const issuesByFiles = preparedQuery((db: ReadHandle) =>
  db
    .select({ file_id: issueFiles.file_id, issue_id: issueFiles.issue_id, language: series.language })
    .from(issueFiles)
    .innerJoin(issues, eq(issues.issue_id, issueFiles.issue_id))
    .innerJoin(series, eq(series.comic_id, issues.comic_id))
    .where(sql`${issueFiles.file_id} in (select value from json_each(${is('ids')}))`)
    .prepare(),
)

/** The files on disk among these that contain issues. */
export function copiesOf(db: ReadHandle, fileIds: readonly string[]): Copy[] {
  const ids = JSON.stringify(fileIds)
  const linked = Map.groupBy(issuesByFiles(db).all({ ids }), ({ file_id }) => file_id)
  return copiesByIds(db)
    .all({ ids })
    .flatMap(({ is_tagged, ...file }) => {
      const own = linked.get(file.file_id)
      if (!own) return []
      const wanted_language = own.find(({ language }) => language)?.language ?? null
      return [{ ...file, is_tagged: is_tagged === 1, wanted_language, issue_ids: own.map(({ issue_id }) => issue_id) }]
    })
}

const ids = (rows: readonly { file_id: string }[]) => rows.map(({ file_id }) => file_id)

const filesByDigest = preparedQuery((db: ReadHandle) =>
  db
    .select({ file_id: fileChecks.file_id })
    .from(fileChecks)
    .where(eq(fileChecks.page_digest, is('key')))
    .prepare(),
)
export const filesWithDigest = (db: ReadHandle, key: string): string[] => ids(filesByDigest(db).all({ key }))

const filesByHash = preparedQuery((db: ReadHandle) =>
  db
    .select({ file_id: files.file_id })
    .from(files)
    .where(eq(files.content_hash, is('key')))
    .prepare(),
)
export const filesWithContent = (db: ReadHandle, key: string): string[] => ids(filesByHash(db).all({ key }))

const filesByIssue = preparedQuery((db: ReadHandle) =>
  db
    .select({ file_id: issueFiles.file_id })
    .from(issueFiles)
    .where(eq(issueFiles.issue_id, is('key')))
    .prepare(),
)
export const filesOfIssue = (db: ReadHandle, key: string): string[] => ids(filesByIssue(db).all({ key }))

const keysBySeries = preparedQuery((db: ReadHandle) =>
  db
    .selectDistinct({
      digest: sql<string | null>`case when (select count(*) from (select 1 from file_checks o
        where o.page_digest = ${fileChecks.page_digest} limit 2)) > 1 then ${fileChecks.page_digest} end`,
      hash: sql<string | null>`case when (select count(*) from (select 1 from files o
        where o.content_hash = ${files.content_hash} limit 2)) > 1 then ${files.content_hash} end`,
      issue_id: sql<string | null>`case when (select count(*) from (select 1 from issue_files o
        where o.issue_id = ${issueFiles.issue_id} limit 2)) > 1 then ${issueFiles.issue_id} end`,
    })
    .from(issues)
    .innerJoin(issueFiles, eq(issueFiles.issue_id, issues.issue_id))
    .innerJoin(files, eq(files.file_id, issueFiles.file_id))
    .leftJoin(fileChecks, eq(fileChecks.file_id, files.file_id))
    .where(eq(issues.comic_id, is('comic_id')))
    .prepare(),
)

/** The digests, contents and issues of the files of a series that another file has too: ids of groups. */
export function repeatedKeysOfSeries(db: ReadHandle, comicId: string): string[] {
  const keys = keysBySeries(db)
    .all({ comic_id: comicId })
    .flatMap(({ digest, hash, issue_id }) => [
      ...(digest === null ? [] : [`pages:${digest}`]),
      ...(hash === null ? [] : [`bytes:${hash}`]),
      ...(issue_id === null ? [] : [`issue:${issue_id}`]),
    ])
  return [...new Set(keys)]
}

/** Rows of one step through an index. */
const STEP = 2000

/** The keys that occur twice or more in the next part of an index, and where to continue; undefined at the end. */
export interface KeyStep {
  keys: string[]
  next: string | undefined
}

const digestStep = preparedQuery((db: ReadHandle) =>
  db
    .select({ key: sql<string>`${fileChecks.page_digest}` })
    .from(fileChecks)
    .where(gt(fileChecks.page_digest, is('after')))
    .orderBy(asc(fileChecks.page_digest))
    .limit(STEP)
    .prepare(),
)
export const repeatedDigests = (db: ReadHandle, after: string): KeyStep => repeated(digestStep(db).all({ after }))

const hashStep = preparedQuery((db: ReadHandle) =>
  db
    .select({ key: sql<string>`${files.content_hash}` })
    .from(files)
    .where(gt(files.content_hash, is('after')))
    .orderBy(asc(files.content_hash))
    .limit(STEP)
    .prepare(),
)
export const repeatedContents = (db: ReadHandle, after: string): KeyStep => repeated(hashStep(db).all({ after }))

const issueStep = preparedQuery((db: ReadHandle) =>
  db
    .select({ key: issueFiles.issue_id })
    .from(issueFiles)
    .where(gt(issueFiles.issue_id, is('after')))
    .orderBy(asc(issueFiles.issue_id))
    .limit(STEP)
    .prepare(),
)
export const repeatedIssues = (db: ReadHandle, after: string): KeyStep => repeated(issueStep(db).all({ after }))

/** The last key may continue in the next step, which therefore begins after the key before it. */
function repeated(rows: readonly { key: string }[]): KeyStep {
  const isEnd = rows.length < STEP
  const last = rows.at(-1)?.key
  const keys = new Set<string>()
  for (let at = 1; at < rows.length; at++) {
    const { key } = rows[at]!
    if (key === rows[at - 1]!.key) keys.add(key)
  }
  if (isEnd) return { keys: [...keys], next: undefined }
  const before = rows.findLast(({ key }) => key !== last)?.key
  // A key with more files than one step is complete: its group reads all of them.
  return { keys: [...keys], next: before === undefined ? last : before }
}
