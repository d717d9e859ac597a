import { join } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { arcFolderParts, type NamingSettings } from '../../library/filing/naming'
import { placeInArc } from './files-store'
import * as store from './store'
import { rowsOfIssue } from './unfollowed-store'
import { arcSummary } from './wire'

export interface ArcFolderSettings {
  /** The folder of all arcs, and the library folder that must exist before it is created. */
  places: { root: string; inside: string } | undefined
  /** Whether issues that only arcs have are filed there. */
  isOn: boolean
  format: string
  /** Whether file names begin with the issue's place in the arc. */
  isNumbered: boolean
  naming: NamingSettings
}

interface Deps {
  db: Database
  files: Files
  settings: () => ArcFolderSettings
}

const DIGITS = 3

/** The folders of story arcs, and the names of files in them. */
export class ArcFolders {
  constructor(private readonly deps: Deps) {}

  /**
   * The path of a file with issues of unfollowed series; undefined when the settings file it like all others. Throws
   * Refusal 'conflict' when the disk is not connected.
   */
  async pathOfUnfollowed(issueIds: readonly string[], name: string): Promise<string | undefined> {
    if (!this.deps.settings().isOn) return undefined
    const rows = issueIds.flatMap((issueId) => rowsOfIssue(this.deps.db.read, issueId))
    const row = rows.find(({ removed_at }) => removed_at === null)
    return row && join(await this.folderOf(row.arc_id), this.nameOf(row, name))
  }

  /** Throws Refusal 'conflict' when no folder is set or its disk is not connected. */
  async folderOf(arcId: string): Promise<string> {
    const { db, files, settings } = this.deps
    const { places, format, naming } = settings()
    if (!places) throw new Refusal('conflict', 'No folder for story arcs is set. Choose one in Settings, Story arcs.')
    const real = await files.real(places.inside).catch(() => undefined)
    if (real === undefined || (await files.stat(real))?.kind !== 'folder')
      throw new Refusal('conflict', `There is no folder at ${places.inside}. Connect its disk.`)
    const { StoryArc: arc, SpanYears, Publisher } = arcSummary(store.findArc(db.read, arcId)!, store.arcCounts(db.read, arcId)[0], null) // biome-ignore format: one line
    const facts = { arc, spanyears: SpanYears ?? '', publisher: Publisher ?? '' }
    return join(places.root, ...arcFolderParts(format, facts, naming))
  }

  /** The name of a file in the folder of the row's arc. */
  nameOf(row: store.ArcIssueRow, name: string): string {
    const { db, settings } = this.deps
    if (!settings().isNumbered) return name
    return `${String(placeInArc(db.read, row)).padStart(DIGITS, '0')}-${name}`
  }
}
