import type { MoveIn } from '../source'
import { knownFiles } from './known-files'
import { type FileMatch, matchFiles } from './match-files'
import { providersOf } from './match-series'
import type { SourceLibrary } from './rows'

/**
 * State that the steps of a move from a library program share. Each step is a transaction of its own and builds it
 * again.
 */
export class LibraryMove {
  private matched: Map<string, FileMatch> | undefined
  private needed: Set<string> | undefined
  private owned: Set<string> | undefined
  private doubles: Map<string, string> | undefined

  constructor(
    readonly move: MoveIn,
    readonly library: SourceLibrary,
    /** "Komga" */
    readonly label: string,
  ) {}

  /** Files of the library that match files of the source, by id in the source. */
  get matches(): Map<string, FileMatch> {
    const { tx, run_id, localPath } = this.move
    this.matched ??= matchFiles(this.library.files(), knownFiles(tx, run_id), localPath)
    return this.matched
  }

  /** Whether this user's reading is moved. */
  isReader(userId: string): boolean {
    return this.move.reader === null || this.move.reader === userId
  }

  /** Issues that were read or are in a list. They get a row even when their file is gone. */
  get worthKeeping(): Set<string> {
    if (this.needed) return this.needed
    const ids = new Set<string>()
    for (const { issue_id, user_id } of this.library.progress()) if (this.isReader(user_id)) ids.add(issue_id)
    for (const { issue_id, user_id } of this.library.bookmarks()) if (this.isReader(user_id)) ids.add(issue_id)
    for (const { kind, items } of this.library.lists()) if (kind === 'list') for (const id of items) ids.add(id)
    this.needed = ids
    return ids
  }

  /**
   * Second rows of a series in the source, by id, with the id of the row that counts. A service has each series once.
   * The monitored row counts.
   */
  get twins(): ReadonlyMap<string, string> {
    if (this.doubles) return this.doubles
    this.doubles = new Map()
    if (!this.library.describedByService) return this.doubles
    const rows = [...this.library.series()].filter((row) => providersOf(row).length > 0)
    const groups = Map.groupBy(rows, (row) => `${providersOf(row)[0]} ${row.ids[providersOf(row)[0]!]}`)
    for (const group of groups.values()) {
      const first = group.find(({ monitored }) => monitored) ?? group[0]!
      for (const row of group) if (row !== first) this.doubles.set(row.id, first.id)
    }
    return this.doubles
  }

  /** Issues with a file in the source. */
  get withFile(): Set<string> {
    this.owned ??= new Set([...this.library.files()].flatMap(({ issue_ids }) => issue_ids))
    return this.owned
  }
}
