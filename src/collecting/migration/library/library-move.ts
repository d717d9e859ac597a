import { OWNER_ID } from '../../../base/platform/caller'
import type { MoveIn } from '../source'
import { movedUsers } from '../store'
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
  private chosen: boolean | undefined

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

  /** The user of Panelkeep who gets what this user of the source has; undefined when the user was not chosen. */
  userOf(sourceId: string): string | undefined {
    return this.move.ownId('user', sourceId) ?? (this.hasChoice ? undefined : OWNER_ID)
  }

  /** Whether users were chosen. In a source without users all reading is the owner's. */
  get hasChoice(): boolean {
    const { tx, run_id, reader } = this.move
    this.chosen ??= reader !== null || movedUsers(tx, run_id).length > 0
    return this.chosen
  }

  /** Whether more people than the owner are moved, who saw what was shared in the source. */
  get hasOthers(): boolean {
    return [...this.library.users()].some(({ id }) => (this.userOf(id) ?? OWNER_ID) !== OWNER_ID)
  }

  /** Issues that were read or are in a list. They get a row even when their file is gone. */
  get worthKeeping(): Set<string> {
    if (this.needed) return this.needed
    const ids = new Set<string>()
    for (const { issue_id, user_id } of this.library.progress())
      if (this.userOf(user_id) !== undefined) ids.add(issue_id)
    for (const { issue_id, user_id } of this.library.bookmarks())
      if (this.userOf(user_id) !== undefined) ids.add(issue_id)
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
