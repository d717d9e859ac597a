import { join, relative } from 'node:path'
import type { ArchiveDeps } from '../../../base/formats/archives/archive'
import { ArchiveError, type FaultKind } from '../../../base/formats/archives/archive-error'
import { fileFacts } from '../../../base/formats/archives/file-facts'
import { openFingerprinted } from '../../../base/formats/fingerprint'
import { diskReason } from '../../../base/platform/disk-reason'
import type { FileFacts, Files } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import {
  type CandidateFile,
  type InspectedFile,
  inspectFile,
  isGenericArchiveName,
} from '../../../library/recognition/service'
import { type LibraryFile, libraryFileAt } from '../library-store'
import type { ScannedRow } from '../store'
import type { ReadFacts } from '../tables'
import { type CachedFile, findCachedFile } from './cache-store'
import { readFactsOf } from './read-facts'

interface Deps {
  db: Database
  archives: ArchiveDeps & { files: Files }
}

export interface ScannedFile {
  /** Absent when the file cannot be imported; the row has the reason. */
  seen?: InspectedFile
  row: ScannedRow
  /** The library's file at the path, if its content is the same. */
  libraryFile?: LibraryFile
  /** The library's file at the path, if its content differs. */
  replaces?: LibraryFile
  /** Facts of the file, read now or by an earlier scan. */
  facts?: ReadFacts
  /** Facts that were read just now, to be cached. */
  read?: ReadFacts
  /** Device number of its disk. */
  device?: number
}

/**
 * Scans one file. A file that is unchanged in the library, or since an earlier scan, is not opened. Errors become the
 * file's problem. Undefined when neither its name nor its content is a comic's.
 */
export async function scanFile(
  { place, name }: CandidateFile,
  scanId: string,
  { db, archives }: Deps,
): Promise<ScannedFile | undefined> {
  const path = join(place.path, name)
  const base = { scan_id: scanId, path, root_length: path.length - relative(place.root, path).length, evidence: [] }
  try {
    const facts = await fileFacts(archives.files, path)
    const row = { ...base, size: facts.size, modified_ms: facts.modifiedMs }
    const libraryFile = libraryFileAt(db.read, path)
    const file = { place, name, path, size: facts.size }
    const { device } = facts
    if (libraryFile && isUnchanged(libraryFile, facts)) return { ...asKnownFile(file, row, libraryFile), device }
    const replaces = libraryFile ? { replaces: libraryFile } : {}
    const before = findCachedFile(db.read, path)
    if (before && isUnchanged(before, facts))
      return { ...asBefore({ ...file, libraryIssue: libraryFile }, row, before), device, ...replaces }
    const open = await openFingerprinted(path, archives.files)
    try {
      const hash = open.fingerprint
      if (libraryFile?.content_hash === hash) return { ...asKnownFile(file, row, libraryFile), device }
      if (before?.content_hash === hash)
        return {
          ...asBefore({ ...file, libraryIssue: libraryFile }, row, before),
          read: before.facts,
          device,
          ...replaces,
        }
      const once = { ...archives, files: { open: async () => open } }
      const inspected = await opened(
        { ...file, libraryIssue: libraryFile, hash },
        { ...row, content_hash: hash },
        path,
        once,
      )
      return inspected && { ...inspected, device, ...replaces }
    } finally {
      await open.close()
    }
  } catch (error) {
    return { row: { size: 0, modified_ms: 0, ...base, problem: reason(error) } }
  }
}

type File = Omit<InspectedFile, 'pages'>
export type KnownFile = Required<Pick<ScannedFile, 'seen' | 'libraryFile' | 'row'>>

/** The row of a file that need not be opened: the library has the same content, possibly at another path. */
export function asKnownFile(file: File, row: ScannedRow, libraryFile: LibraryFile): KnownFile {
  const { format, page_count, cover_page, content_hash } = libraryFile
  const known = { format, page_count, cover_page, content_hash, in_library: true, evidence: ['It is in the library'] }
  const seen = {
    ...file,
    libraryIssue: libraryFile,
    hash: content_hash ?? undefined,
    pages: page_count,
    unchanged: true,
  }
  return { seen, libraryFile, row: { ...row, ...known } }
}

/** The facts that a scan read earlier from the same content. */
function asBefore(file: File, row: ScannedRow, { content_hash, facts }: CachedFile): ScannedFile {
  const { row: columns, details: _, check: __, ...infoFacts } = facts
  const seen = { ...file, hash: content_hash, pages: columns.page_count ?? 0, ...infoFacts }
  return { seen, row: { ...row, content_hash, ...columns }, facts }
}

const NO_COMIC = new Set<FaultKind>(['empty', 'not_an_archive', 'no_pages'])

async function opened(
  file: File,
  row: ScannedRow,
  path: string,
  archives: ArchiveDeps,
): Promise<ScannedFile | undefined> {
  try {
    const inspection = await inspectFile(path, archives)
    const read = readFactsOf(inspection)
    const { row: columnValues, details: _, check: __, ...infoFacts } = read
    const seen = { ...file, pages: inspection.pages, ...infoFacts }
    return { seen, row: { ...row, ...columnValues }, read, facts: read }
  } catch (error) {
    if (isGenericArchiveName(file.name) && error instanceof ArchiveError && NO_COMIC.has(error.fault)) return undefined
    return { row: { ...row, problem: reason(error) } }
  }
}

function isUnchanged(libraryFile: Pick<LibraryFile, 'size' | 'modified_ms'>, facts: FileFacts): boolean {
  return libraryFile.size === facts.size && libraryFile.modified_ms === facts.modifiedMs
}

function reason(error: unknown): string {
  if (error instanceof ArchiveError || error instanceof Refusal) return error.detail
  return `The file cannot be read: ${diskReason(error)}`
}
