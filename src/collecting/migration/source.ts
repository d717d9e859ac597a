import type { Limits } from '../../base/auth/states'
import type { ForeignDatabase } from '../../base/platform/foreign-database'
import type { Files, Random } from '../../base/platform/ports'
import type { Tx } from '../../base/storage/database'
import type { ClientSetup } from '../../intake/downloads/clients/service'
import type { IndexerSettings } from '../../intake/search/indexers/settings'
import type { IdKind, SourceKind } from './states'
import type { Tally } from './tally'

/** A program that libraries are moved in from. Each has a descriptor in `sources/<kind>/descriptor.ts`. */
export interface MigrationSource {
  kind: SourceKind
  /** "Mylar" */
  label: string
  /** Possible names of the database, for the sentence when none is found. */
  database: string
  /** Small text files beside the database that a move reads, such as its settings. */
  textFiles: readonly string[]
  /** The absolute path of the database when `folder` is a folder of the program. */
  recognise(folder: string, files: Files): Promise<string | undefined>
  /** Checks that the copy has the program's tables; otherwise a sentence says why not. */
  check(copy: OpenSource): string | undefined
  /** The contents of a preview besides the counts of tables. */
  inspect(copy: OpenSource): SourceFindings
  /** Tables that the preview lists, in order; missing ones are named in a warning. */
  tables: readonly string[]
  /** Columns of the newest known layout, in lower case; missing ones are named in a warning. */
  columns?: Readonly<Record<string, readonly string[]>>
  /** The steps in order, each one transaction. */
  steps: readonly MigrationStep[]
  /**
   * Applies the settings after the last table. Returns a sentence for each setting that could not be applied. Safe to
   * repeat.
   */
  applySettings?(move: SettingsMove): Promise<string[]>
}

/** The private copy, and the text of the settings file if there is one. */
export interface OpenSource {
  database: ForeignDatabase
  /** Contents of small text files beside the database, by name; missing files are left out. */
  texts: Readonly<Record<string, string>>
}

export interface SourceFindings {
  /** The version that the source states. */
  version: string | null
  series: number
  issues: number
  /** Sections of the settings. */
  settings: string[]
  /** Absolute paths in the rows: folders of series and files. */
  paths: Iterable<string>
  /** Library folders under their paths in the source: paths below one are mapped together. */
  roots?: string[]
  /** Users, those with most reading progress first; the first one's is moved unless others are chosen. */
  readers?: SourceReader[]
  /** Folders in the settings, as `KEY`. */
  pathSettings: { key: string; path: string }[]
  /** Facts that the user should know before the start; an `error` blocks it. */
  problems: MigrationProblem[]
  /** Tables that are left behind, each with the reason. */
  left: { table: string; rows: number; reason: string }[]
}

/** A user of the source. */
export interface SourceReader {
  id: string
  /** Login name or e-mail address. */
  name: string
  /** Issues with reading progress. */
  progress: number
  is_admin: boolean
  /** The limits that a new user gets. */
  limits: Limits | null
  /** Why limits have no counterpart, so that the user sees nothing at first. */
  hidden_by: string | null
}

export interface MigrationProblem {
  severity: 'warning' | 'info'
  code: string
  /** The problem, with counts. */
  message: string
  /** Advice for the user. */
  help: string | null
}

export interface MigrationStep {
  /** The name of the table, which the progress shows. */
  name: string
  run(move: MoveIn): void
}

/** The context of a step. All of it is synchronous, since one step is one transaction. */
export interface MoveIn extends OpenSource {
  run_id: string
  tx: Tx
  at: string
  random: Random
  /** The user of the source whose reading becomes the owner's; null for none, and when the source has no users. */
  reader: string | null
  /** The owner's name, which no other user can have. */
  ownerName: string
  tally: Tally
  /** The path on this machine. */
  localPath(path: string): string
  /** The places on this machine that earlier runs mapped the path to, and the path itself. */
  wasHere(path: string): string[]
  /** Whether a folder is a library folder or in one. */
  isInLibrary(folder: string): boolean
  /** Our id of a series, an issue or an arc of the source; the same id unless another was recorded. */
  idOf(kind: 'series' | 'issue' | 'arc', sourceId: string): string
  /** Our id of a row that an earlier step recorded; undefined when there is none. */
  ownId(kind: IdKind, sourceId: string): string | undefined
  /** Records that an id of the source became another one. */
  renamed(kind: IdKind, sourceId: string, ownId: string): void
  /** Schedules the background search of a series' folders, which links the files in them to its issues. */
  list(comicId: string, folders: string[]): void
  /** Schedules the background search for a file, which links it to the issue. */
  expectFile(file: ExpectedFile): void
}

interface ExpectedFile {
  comic_id: string
  issue_id: string
  /** An absolute path on this machine, or a file name alone. */
  path: string
  read?: { page: number | null; completed: boolean; at: string }
}

/** Access to the settings that a source's settings are written to. */
export interface SettingsPorts {
  /** The current settings, under the names that existing tools use. */
  view(): Record<string, unknown>
  /** Saves settings under the names that existing tools use. Throws Refusal for an invalid value. */
  change(settings: Record<string, unknown>): Promise<unknown>
  /** Whether a secret or an address has no value yet, by its name in existing tools. */
  isUnset(key: string): boolean
  libraryFolders(): readonly string[]
  indexers: Pick<IndexerSettings, 'lists' | 'replace'>
  clients: Pick<ClientSetup, 'lists' | 'add'>
  login: {
    isSet(): boolean
    /** `password` in plain text, or its hash. */
    save(username: string, password: string): Promise<void>
  }
}

export interface SettingsMove extends OpenSource {
  localPath(path: string): string
  settings: SettingsPorts
}
