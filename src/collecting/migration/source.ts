import type { ForeignDatabase } from '../../base/platform/foreign-database'
import type { Files, Random } from '../../base/platform/ports'
import type { Tx } from '../../base/storage/database'
import type { ClientSetup } from '../../intake/downloads/clients/service'
import type { IndexerSettings } from '../../intake/search/indexers/settings'
import type { IdKind, SourceKind } from './states'
import type { Tally } from './tally'

/** A program that people move in from. One descriptor each, in `sources/<kind>/descriptor.ts`. */
export interface MigrationSource {
  kind: SourceKind
  /** "Mylar" */
  label: string
  /** Names that its database has, for the sentence when none is there. */
  database: string
  /** Small text files beside the database that a move reads, such as its settings. */
  textFiles: readonly string[]
  /** The whole path of its database when `folder` is a folder of that program. */
  recognise(folder: string, files: Files): Promise<string | undefined>
  /** Whether the copy holds that program's tables; a sentence says why not. */
  check(copy: OpenSource): string | undefined
  /** What a preview shows beyond the counts of tables. */
  inspect(copy: OpenSource): SourceFindings
  /** Tables that the preview lists, in their order; those that are missing are named in a warning. */
  tables: readonly string[]
  /** Columns that its newest layout has, in lower case, for a warning that names those that are missing. */
  columns?: Readonly<Record<string, readonly string[]>>
  /** One transaction each, in this order. */
  steps: readonly MigrationStep[]
  /** After the last table: the settings. Returns a sentence for each that could not be taken over. May run again. */
  applySettings?(move: SettingsMove): Promise<string[]>
}

/** The private copy, and the text of its settings file when it has one. */
export interface OpenSource {
  database: ForeignDatabase
  /** Contents of small text files beside the database, by name; absent when missing. */
  texts: Readonly<Record<string, string>>
}

export interface SourceFindings {
  /** The version that the source states. */
  version: string | null
  series: number
  issues: number
  /** Sections of its settings. */
  settings: string[]
  /** Whole paths in its rows: folders of series and files. */
  paths: Iterable<string>
  /** Library folders as the source names them: paths in one are mapped together. */
  roots?: string[]
  /** People whose reading it keeps; the first one's is taken unless another is chosen. */
  readers?: SourceReader[]
  /** Folders that its settings name, as `KEY`. */
  pathSettings: { key: string; path: string }[]
  /** What a person should know before the start; `error` forbids it. */
  problems: MigrationProblem[]
  /** Tables that are left behind, each with the reason. */
  left: { table: string; rows: number; reason: string }[]
}

/** A person of the source. */
export interface SourceReader {
  id: string
  /** The login name or address. */
  name: string
  /** Issues with reading progress. */
  progress: number
}

export interface MigrationProblem {
  severity: 'warning' | 'info'
  code: string
  /** What is the matter, with counts. */
  message: string
  /** What helps. */
  help: string | null
}

export interface MigrationStep {
  /** The name of the table that progress shows. */
  name: string
  run(move: MoveIn): void
}

/** What a step works with. All of it is synchronous: one step is one transaction. */
export interface MoveIn extends OpenSource {
  run_id: string
  tx: Tx
  at: string
  random: Random
  /** The person of the source whose reading is taken; null where there is nobody to choose from. */
  reader: string | null
  tally: Tally
  /** The path on this machine. */
  localPath(path: string): string
  /** Where earlier runs took the path to be on this machine, and the path as it is. */
  wasHere(path: string): string[]
  /** Whether a folder is a library folder or in one. */
  isInLibrary(folder: string): boolean
  /** Our id of a series, an issue or an arc of the source; the same id when nothing else was noted. */
  idOf(kind: 'series' | 'issue' | 'arc', sourceId: string): string
  /** Our id of a row that an earlier step noted; undefined when none was. */
  ownId(kind: IdKind, sourceId: string): string | undefined
  /** Notes that an id of the source became another one. */
  renamed(kind: IdKind, sourceId: string, ownId: string): void
  /** Has the folders of a series listed in the background, and the files in them matched to its issues. */
  list(comicId: string, folders: string[]): void
  /** Has a file found in the background and linked to the issue. */
  expectFile(file: ExpectedFile): void
}

interface ExpectedFile {
  comic_id: string
  issue_id: string
  /** A whole path on this machine, or a bare name. */
  path: string
  read?: { page: number | null; completed: boolean; at: string }
}

/** Where the settings of a source go. */
export interface SettingsPorts {
  /** The settings as they are now, by the same words. */
  view(): Record<string, unknown>
  /** Saves settings in the words of existing tools. Throws Refusal for a value that makes no sense. */
  change(settings: Record<string, unknown>): Promise<unknown>
  /** Whether a secret or an address of existing tools has no value yet. */
  isUnset(key: string): boolean
  libraryFolders(): readonly string[]
  indexers: Pick<IndexerSettings, 'lists' | 'replace'>
  clients: Pick<ClientSetup, 'lists' | 'add'>
  login: {
    isSet(): boolean
    /** `password` as it was typed, or its hash. */
    save(username: string, password: string): Promise<void>
  }
}

export interface SettingsMove extends OpenSource {
  localPath(path: string): string
  settings: SettingsPorts
}
