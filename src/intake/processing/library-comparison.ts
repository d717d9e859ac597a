import { basename, dirname } from 'node:path'
import type { ArchiveDeps } from '../../base/formats/archives/archive'
import { fingerprint } from '../../base/formats/fingerprint'
import type { ArchiveFormat } from '../../base/formats/formats'
import type { Files } from '../../base/platform/ports'
import type { ReadHandle } from '../../base/storage/database'
import type { FileInspection } from '../../library/recognition/service'
import { type FileRow, fileOf, issuesIn } from '../../library/series/file-store'
import { findIssue } from '../../library/series/store'
import { findDownload } from '../downloads/store'
import { decidePlacement, fixesIn, type KeptFormat, type PlacementDecision } from './decide'
import { nameToParse } from './downloaded-file'
import { lastPlacementOf } from './store'

/** An incoming file and the issues that it contains. */
export interface IncomingFile {
  path: string
  /** The name of the file in its download. */
  name: string
  inspection: FileInspection
  size: number
  issues: readonly string[]
  /** Issues that the download was grabbed for. */
  expected: ReadonlySet<string>
  /** The user wants this file, even if the library already has one. */
  certain: boolean
  /** The file's download may only replace files that it brought itself. */
  onlyMissing: boolean
  item_id: string
}

export type ScoreOf = (issueIds: readonly string[], name: string) => number

/** Score of a format by the release rules, for the series of these issues. */
export type FormatScoreOf = (issueIds: readonly string[], format: ArchiveFormat) => number

export type LibraryComparison = PlacementDecision & { existing?: FileRow }

interface Library {
  db: ReadHandle
  archives: ArchiveDeps & { files: Files }
  preference: KeptFormat
  /** Score of a release name for a series; absent while scores replace no files. */
  scoreOf?: ScoreOf
  formatScoreOf?: FormatScoreOf
}

/** Decides what happens to a file, by the library's files for its issues. */
export async function compareWithLibrary(
  come: IncomingFile,
  { db, archives, preference, scoreOf, formatScoreOf }: Library,
): Promise<LibraryComparison> {
  const { path, name, inspection, size, issues, certain } = come
  const known = heldBy(db, issues)
  const existing = known && known !== 'several' && (await isLost(known, archives.files)) ? undefined : known
  if (existing === 'several') return { decision: 'worse', detail: 'The library already has all of its issues.' }
  if (!certain && !existing && issues.every((id) => isUnwanted(db, id, come.expected)))
    return { decision: 'unwanted', detail: 'It is skipped, so it was left where it is.' }
  const rankOf = issues.some((id) => come.expected.has(id)) ? formatScoreOf : undefined
  const hash = await fingerprint(path, archives.files)
  const other = existing && {
    format: existing.format,
    size: existing.size,
    pages: existing.page_count,
    hash: existing.content_hash,
    fixes: fixesOf(db, existing),
    score: scoreOf?.(issues, releaseNameOf(db, existing)),
    formatScore: rankOf?.(issues, existing.format),
  }
  const copy = {
    format: inspection.format,
    size,
    pages: inspection.pages,
    hash,
    fixes: fixesIn(name),
    score: scoreOf?.(issues, findDownload(db, come.item_id)?.title ?? name),
    formatScore: rankOf?.(issues, inspection.format),
  }
  const verdict = decidePlacement(copy, other, preference)
  const isBetter = verdict.decision === 'upgrade' || verdict.decision === 'fixed'
  if (come.onlyMissing && existing && isBetter && lastPlacementOf(db, existing.file_id)?.item_id !== come.item_id)
    return { decision: 'worse', detail: 'The library has this issue, and a pack only brings missing ones.', existing }
  if (certain && verdict.decision === 'worse') return { decision: 'upgrade', existing }
  return { ...verdict, existing }
}

/** The name of the release that the file came with, or else its own name. */
function releaseNameOf(db: ReadHandle, { file_id, path }: FileRow): string {
  const came = lastPlacementOf(db, file_id)
  return came ? (findDownload(db, came.item_id)?.title ?? nameToParse(came)) : basename(path)
}

/** The fixes in the release name; files that did not come from a download only have their own name. */
function fixesOf(db: ReadHandle, { file_id, path }: FileRow): number {
  const came = lastPlacementOf(db, file_id)
  return fixesIn(came ? nameToParse(came) : basename(path))
}

/** The one file that contains all of the issues and no others; undefined when an issue has no file. */
function heldBy(db: ReadHandle, issueIds: readonly string[]): FileRow | 'several' | undefined {
  const all = issueIds.map((id) => fileOf(db, id))
  // The file brings a missing issue.
  if (all.some((file) => file === undefined)) return undefined
  const [first, ...others] = new Map(all.map((file) => [file?.file_id, file])).values()
  if (!first || others.length > 0) return 'several'
  return issuesIn(db, first.file_id).every(({ issue_id }) => issueIds.includes(issue_id)) ? first : 'several'
}

/** The file is gone while its folder is there, so the next scan will not find it. */
async function isLost({ path }: FileRow, files: Files): Promise<boolean> {
  return (await files.stat(path)) === undefined && (await files.stat(dirname(path))) !== undefined
}

function isUnwanted(db: ReadHandle, issueId: string, expected: ReadonlySet<string>): boolean {
  const intent = findIssue(db, issueId)?.intent
  return !expected.has(issueId) && (intent === 'skipped' || intent === 'ignored')
}
