import type { Database, Tx } from '../../../base/storage/database'
import type { FileLocation } from '../../../library/series/presence-store'
import type { KnownFiles } from '../known/known-files'
import { type KnownRewrite, rewriteOf } from '../known/rewrite'
import { libraryFileAt } from '../library-store'
import type { ScanProgress } from '../progress'
import type { MovedFile, UnknownFile } from './moves'
import type { ReconcileResult } from './reconcile'
import { asKnownFile } from './scan-file'

interface Deps {
  db: Database
  known: KnownFiles
  /** Stores the new paths of moved files. */
  place: (tx: Tx, moved: readonly FileLocation[]) => void
}

/** A library file in its current state: moved here, or rewritten in place. */
export type KnownAgain = Pick<MovedFile, 'at' | 'found' | 'known'> & { was?: string }

type Accepted = KnownRewrite & { stranger: UnknownFile }

/**
 * Applies what other programs did to library files to their rows, issues and series. Returns the files that belong to
 * the library after that; a rewritten file that may be another comic is not among them.
 */
export async function followChanges(
  { db, known, place }: Deps,
  { moved, rewritten }: ReconcileResult,
  progress: ScanProgress,
): Promise<KnownAgain[]> {
  const accepted = await known.accepted(rewritten.flatMap(acceptable))
  const renamed = moved.flatMap(({ file, known: { libraryFile }, numbers }) =>
    numbers ? [{ file, file_id: file.file_id, comic_id: libraryFile.comic_id, ...numbers }] : [],
  )
  const bySeries = Map.groupBy(renamed, ({ comic_id }) => comic_id)
  const sentences = await known.follow(accepted, renamed, (comicId, work) =>
    progress.write((tx) => {
      const files = (bySeries.get(comicId) ?? []).map(({ file }) => file)
      if (files.length > 0) place(tx, files)
      work(tx)
    }),
  )
  for (const sentence of sentences) progress.fail(sentence)
  const still = [...moved.map((file) => ({ ...file, ...file.known })), ...accepted.map(({ stranger }) => stranger)]
  return still.flatMap((file) => {
    const libraryFile = libraryFileAt(db.read, file.row.path)
    if (!libraryFile) return []
    const { at, found, seen, row } = file
    return { at, found, known: asKnownFile(seen, row, libraryFile), ...('was' in file ? { was: file.was } : {}) }
  })
}

/** A file with the content of another library file is a copy. */
function acceptable(stranger: UnknownFile): Accepted[] {
  const { replaces, facts, row, twins } = stranger
  if (!replaces || !facts || twins.length > 0) return []
  return [{ stranger, ...rewriteOf(replaces, row, facts) }]
}
