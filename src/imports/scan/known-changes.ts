import type { ParseContext } from '../../recognition/service'
import type { Database } from '../../storage/database'
import type { KnownFiles } from '../known/known-files'
import { type FolderFacts, numberInNames } from '../known/name-number'
import { type KnownRewrite, rewriteOf } from '../known/rewrite'
import { libraryFileAt } from '../library-store'
import type { Progress } from '../progress'
import type { MovedFile, UnknownFile } from './moves'
import type { ReconcileResult } from './reconcile'
import { asKnownFile } from './scan-file'

interface Deps {
  db: Database
  known: KnownFiles
}

interface Reading {
  context: ParseContext
  folderOf: (place: UnknownFile['found']['place']) => Promise<FolderFacts>
}

/** A file of the library as it is now: moved here, or written anew where it is. */
export type KnownAgain = Pick<MovedFile, 'at' | 'found' | 'known'> & { was?: string }

type Accepted = KnownRewrite & { stranger: UnknownFile }

/**
 * What other programs did to files of the library: their rows, issues and series follow. Answers the files that the
 * library has by that; a rewritten file that may be another comic is not among them.
 */
export async function followChanges(
  { db, known }: Deps,
  { moved, rewritten }: ReconcileResult,
  reading: Reading,
  progress: Progress,
): Promise<KnownAgain[]> {
  const accepted = await known.accepted(rewritten.flatMap(acceptable))
  const renamed = []
  for (const file of moved) {
    const { file_id, comic_id } = file.known.libraryFile
    const numbers = numberInNames(file.was, file.found, await reading.folderOf(file.found.place), reading.context)
    if (numbers) renamed.push({ file_id, comic_id, ...numbers })
  }
  const sentences = await known.follow(accepted, renamed, (work) => progress.write(work))
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
