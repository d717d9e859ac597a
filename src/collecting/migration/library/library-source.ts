import type { ForeignDatabase } from '../../../base/platform/foreign-database'
import type { MigrationSource, MigrationStep, OpenSource, SourceFindings } from '../source'
import { LibraryMove } from './library-move'
import { moveCollections } from './move-collections'
import { moveSourceFiles } from './move-files'
import { moveSourceIssues } from './move-issues'
import { moveLists } from './move-lists'
import { moveRatings } from './move-ratings'
import { moveProgress, moveSourceBookmarks } from './move-reading'
import { moveSeries } from './move-series'
import { moveUsers } from './move-users'
import type { SourceLibrary } from './rows'

/** The steps of a move from a library program, in order. */
const WORK = {
  users: moveUsers,
  series: moveSeries,
  issues: moveSourceIssues,
  files: moveSourceFiles,
  progress: moveProgress,
  bookmarks: moveSourceBookmarks,
  lists: moveLists,
  collections: moveCollections,
  ratings: moveRatings,
} as const satisfies Record<string, (moving: LibraryMove) => void>

export interface LibraryProgram
  extends Pick<MigrationSource, 'kind' | 'label' | 'database' | 'recognise' | 'check' | 'tables'> {
  /** `year` is the current year. */
  open(database: ForeignDatabase, year: number): SourceLibrary
  version(database: ForeignDatabase): string | null
  /** The table of each part; a part that the program lacks is left out. */
  parts: Partial<Record<keyof typeof WORK, string>>
  /** Tables that are not moved, and why. */
  leftTables: Readonly<Record<string, string>>
  /** Facts that the user should know before the start. */
  problems(copy: OpenSource): SourceFindings['problems']
  applySettings?: MigrationSource['applySettings']
}

/** Makes a source of a program that keeps series, files and reading. */
export function librarySource(program: LibraryProgram): MigrationSource {
  const { kind, label, database, recognise, check, tables, applySettings } = program
  const open = rememberRows((copy, at) => program.open(copy.database, Number(at.slice(0, 4))))
  const steps = Object.entries(WORK).flatMap(([part, work]): MigrationStep[] => {
    const name = program.parts[part as keyof typeof WORK]
    return name === undefined ? [] : [{ name, run: (move) => work(new LibraryMove(move, open(move, move.at), label)) }]
  })
  return {
    kind,
    label,
    database,
    textFiles: [],
    recognise,
    check,
    tables,
    inspect: (copy) => findingsOf(program, copy),
    steps: [...steps, { name: LEFT, run: (move) => leaveBehind(move, open(move, move.at)) }],
    ...(applySettings ? { applySettings } : {}),
  }
}

type Open = (copy: OpenSource, at: string) => SourceLibrary

/** Caches issues and files for all steps: most of the time goes into parsing file names. */
function rememberRows(open: Open): Open {
  const opened = new WeakMap<ForeignDatabase, SourceLibrary>()
  return ({ database, texts }, at) => {
    const known = opened.get(database)
    if (known) return known
    const library = open({ database, texts }, at)
    const remembered = { ...library, issues: once(library.issues), files: once(library.files) }
    opened.set(database, remembered)
    return remembered
  }
}

function once<T>(read: () => Iterable<T>): () => T[] {
  let rows: T[] | undefined
  return () => {
    rows ??= [...read()]
    return rows
  }
}

const LEFT = 'left_behind'

/** Records the rows that are not moved, one by one. */
function leaveBehind({ tally }: Parameters<MigrationStep['run']>[0], library: SourceLibrary): void {
  for (const { id, label, reason, table } of library.left()) tally.left(id, label, reason, table)
}

function findingsOf(program: LibraryProgram, copy: OpenSource): SourceFindings {
  const { database } = copy
  const library = program.open(database, 0)
  const progress = new Map<string, number>()
  for (const { user_id } of library.progress()) progress.set(user_id, (progress.get(user_id) ?? 0) + 1)
  return {
    version: program.version(database),
    series: database.count(program.parts.series ?? ''),
    issues: database.count(program.parts.issues ?? ''),
    settings: [],
    paths: pathsOf(library),
    roots: [...library.roots()].map(({ path }) => path),
    pathSettings: [],
    readers: [...library.users()]
      .map((user) => ({ ...user, progress: progress.get(user.id) ?? 0 }))
      .sort((a, b) => b.progress - a.progress),
    problems: program.problems(copy),
    left: Object.entries(program.leftTables).flatMap(([table, reason]) => {
      const rows = database.count(table)
      return rows === 0 ? [] : [{ table, rows, reason }]
    }),
  }
}

function* pathsOf(library: SourceLibrary): Generator<string> {
  for (const { path } of library.files()) yield path
}
