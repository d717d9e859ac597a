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
  /** Stores where moved files are. */
  place: (tx: Tx, moved: readonly FileLocation[]) => void
}

/** A file of the library as it is now: moved here, or rewritten where it is. */
export type KnownAgain = Pick<MovedFile, 'at' | 'found' | 'known'> & { was?: string }

type Accepted = KnownRewrite & { stranger: UnknownFile }

/**
 * What other programs did to files of the library: their rows, issues and series follow. Answers the files that the
 * library has by that; a rewritten file that may be another comic is not among them.
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

/** A file with the content of another one of the library is a copy of that. */
function acceptable(stranger: UnknownFile): Accepted[] {
  const { replaces, facts, row, twins } = stranger
  if (!replaces || !facts || twins.length > 0) return []
  return [{ stranger, ...rewriteOf(replaces, row, facts) }]
}
