import type { Move } from '../source'
import { type FileMatch, matchFiles } from './match-files'
import { ownFiles } from './own-files-store'
import type { SourceLibrary } from './rows'

/** What the steps of a move from a library program share. Each step is a transaction of its own, and makes it anew. */
export class LibraryMove {
  private matched: Map<string, FileMatch> | undefined
  private needed: Set<string> | undefined
  private owned: Set<string> | undefined

  constructor(
    readonly move: Move,
    readonly library: SourceLibrary,
    /** "Komga" */
    readonly label: string,
  ) {}

  /** Files of the library that are files of the source, by the id there. */
  get matches(): Map<string, FileMatch> {
    this.matched ??= matchFiles(this.library.files(), ownFiles(this.move.tx), this.move.here)
    return this.matched
  }

  /** Whose reading is taken. */
  isReader(userId: string): boolean {
    return this.move.reader === null || this.move.reader === userId
  }

  /** Issues that were read or are in a list: they are worth a row though their file is gone. */
  get worthKeeping(): Set<string> {
    if (this.needed) return this.needed
    const ids = new Set<string>()
    for (const { issue_id, user_id } of this.library.progress()) if (this.isReader(user_id)) ids.add(issue_id)
    for (const { issue_id, user_id } of this.library.bookmarks()) if (this.isReader(user_id)) ids.add(issue_id)
    for (const { kind, items } of this.library.lists()) if (kind === 'list') for (const id of items) ids.add(id)
    this.needed = ids
    return ids
  }

  /** Issues that the source has a file of. */
  get withFile(): Set<string> {
    this.owned ??= new Set([...this.library.files()].flatMap(({ issue_ids }) => issue_ids))
    return this.owned
  }
}
