import { basename } from 'node:path'
import type { Database } from '../../../base/storage/database'
import type { CandidateFile, InspectedFile } from '../../../library/recognition/service'
import { type FileLocation, lastPathOf } from '../../../library/series/presence-store'
import type { NumbersInNames } from '../known/name-number'
import { type filesWithHash, type LibraryFile, libraryFileAt } from '../library-store'
import type { ScannedRow } from '../store'
import type { ReadFacts } from '../tables'
import { asKnownFile, type KnownFile } from './scan-file'

/** A file that is not in the library with this content at this path. */
export interface UnknownFile {
  /** Index in the scan's results. */
  at: number
  found: CandidateFile
  seen: InspectedFile
  row: ScannedRow
  /** The library file at the same path, with another content. */
  replaces?: LibraryFile
  /** Facts read from the file. */
  facts?: ReadFacts
  /** Library files with the same content. */
  twins: ReturnType<typeof filesWithHash>
}

export interface MovedFile {
  at: number
  found: CandidateFile
  /** The file as known to the library. */
  known: KnownFile
  /** Old path in the library. */
  was: string
  file: FileLocation
  /** Its name has another number than before. */
  numbers?: NumbersInNames
}

type Twin = UnknownFile['twins'][number]

/**
 * Unknown files that are moved library files. No file is matched twice, and among identical files one with the same
 * name is preferred. `isFree`: whether a twin is gone from its own path.
 */
export async function findMoved(
  db: Database,
  strangers: readonly UnknownFile[],
  isFree: (twin: Twin) => Promise<boolean>,
): Promise<MovedFile[]> {
  const moved = new Map<number, MovedFile>()
  const usedIds = new Set<string>()
  const sameName = (stranger: UnknownFile, { path }: Twin) => basename(path) === stranger.found.name
  for (const fits of [sameName, () => true]) {
    for (const stranger of strangers) {
      if (moved.has(stranger.at)) continue
      for (const twin of stranger.twins) {
        if (usedIds.has(twin.file_id) || !fits(stranger, twin) || !(await isFree(twin))) continue
        const libraryFile = libraryFileAt(db.read, twin.path)
        if (!libraryFile) continue
        usedIds.add(twin.file_id)
        moved.set(stranger.at, movedTo(stranger, libraryFile, lastPathOf(twin)))
        break
      }
    }
  }
  return [...moved.values()]
}

function movedTo({ at, found, seen, row }: UnknownFile, libraryFile: LibraryFile, was: string): MovedFile {
  const { path, size, modified_ms } = row
  const file = { file_id: libraryFile.file_id, path, size, modified_ms }
  return { at, found, was, known: asKnownFile(seen, row, libraryFile), file }
}
