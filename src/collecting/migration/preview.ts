import { join } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { pluralWords } from '../../base/platform/words'
import { below, groupPaths, mapPath, type PathGroup, type SourcePathMapping } from './path-map'
import type { MigrationProblem, MigrationSource, OpenSource, SourceFindings, SourceReader } from './source'
import type { SourceKind } from './states'

/** A folder of the source, and its likely place on this machine. */
export interface OfferedMapping {
  from: string
  /** Empty when not found on this machine. */
  to: string
  /** Number of paths in the folder. */
  count: number
  /** Whether sample paths were found under `to`. */
  exists: boolean
  sample: string
}

export interface MigrationPreview {
  valid: true
  source: SourceKind
  source_label: string
  path: string
  version: string | null
  series_count: number
  issue_count: number
  tables: { name: string; row_count: number }[]
  config_categories: string[]
  path_warnings: string[]
  problems: MigrationProblem[]
  path_mappings: OfferedMapping[]
  left_behind: { table: string; rows: number; reason: string }[]
  /** Users of the source, to choose from. */
  readers: OfferedReader[]
}

/** A user of the source, and the user of Panelkeep who is likely the same person. */
export interface OfferedReader extends SourceReader {
  user_id: string | null
}

interface Looking {
  files: Files
  /** Finds the user of Panelkeep who is likely the same person. */
  knownUser: (reader: SourceReader) => string | null
  /** Folders of this library, which may contain the user's comics. */
  roots: string[]
  /** Mappings that the user chose. */
  mappings: readonly SourcePathMapping[]
  /** Problems when the source program seems to run. */
  running: MigrationProblem[]
}

/** Previews the copy says; plain data. */
export interface SourceReading {
  found: Omit<SourceFindings, 'paths' | 'roots'>
  groups: PathGroup[]
  tables: { name: string; row_count: number }[]
  missingTables: string[]
  missingColumns: string[]
}

/** Reads large tables to their ends. */
export function readSource(source: MigrationSource, open: OpenSource): SourceReading {
  const { paths, roots, ...found } = source.inspect(open)
  return {
    found,
    groups: groupPaths(paths, roots),
    tables: source.tables
      .filter((table) => open.database.has(table))
      .map((name) => ({ name, row_count: open.database.count(name) })),
    missingTables: source.tables.filter((table) => !open.database.has(table)),
    missingColumns: missingColumns(source, open),
  }
}

/** Previews a move would bring. Looks paths the disk and changes nothing. */
export async function previewOfSource(
  source: MigrationSource,
  path: string,
  reading: SourceReading,
  looking: Looking,
): Promise<MigrationPreview> {
  const { found, groups, tables, missingTables: missing, missingColumns: lacking } = reading
  const offered = await offerMappings(groups, looking)
  const problems = [
    ...found.problems,
    ...looking.running,
    ...(missing.length + lacking.length === 0 ? [] : [missingSentence(source, missing, lacking)]),
    ...offered.filter(({ exists }) => !exists).map(folderMissing),
  ]
  return {
    valid: true,
    source: source.kind,
    source_label: source.label,
    path,
    version: found.version,
    series_count: found.series,
    issue_count: found.issues,
    tables,
    config_categories: found.settings,
    path_warnings: await missingFolders(found, looking),
    problems,
    path_mappings: offered,
    left_behind: found.left,
    readers: (found.readers ?? []).map((reader) => ({ ...reader, user_id: looking.knownUser(reader) })),
  }
}

/** Missing columns of existing tables, such as "comics.agerating". */
const missingColumns = ({ columns = {} }: MigrationSource, { database }: OpenSource): string[] =>
  Object.entries(columns).flatMap(([table, names]) => {
    const there = database.columns(table)
    return database.has(table) ? names.filter((name) => !there.has(name)).map((name) => `${table}.${name}`) : []
  })

function missingSentence({ label }: MigrationSource, tables: string[], columns: string[]): MigrationProblem {
  const sentences = [
    [tables, 'a table', '{count} tables'],
    [columns, 'a column', '{count} columns'],
  ] as const
  return {
    severity: 'warning',
    code: tables.length > 0 ? 'missing_tables' : 'missing_columns',
    message: sentences
      .filter(([names]) => names.length > 0)
      .map(([names, one, many]) => {
        const list = names.join(', ')
        return pluralWords(names.length, `The database lacks ${one}: ${list}.`, `The database lacks ${many}: ${list}.`)
      })
      .join(' '),
    help: `Older releases of ${label} do not have them. Everything else is moved.`,
  }
}

const folderMissing = ({ from, count }: OfferedMapping): MigrationProblem => ({
  severity: 'warning',
  code: 'folder_missing',
  message: pluralWords(
    count,
    `${from} is not on this machine; one path is in it.`,
    `${from} is not on this machine; {count} paths are in it.`,
  ),
  help: 'Say where this folder is now. Without it, files are not found and count as unverified.',
})

async function missingFolders(
  { pathSettings }: SourceReading['found'],
  { files, mappings }: Looking,
): Promise<string[]> {
  const warnings: string[] = []
  for (const { key, path } of pathSettings)
    if (!(await isThere(files, mapPath(path, mappings)))) warnings.push(`${key.toUpperCase()} = ${path}`)
  return warnings
}

async function offerMappings(groups: readonly PathGroup[], looking: Looking): Promise<OfferedMapping[]> {
  const offers: OfferedMapping[] = []
  for (const group of groups) {
    const { prefix, count, samples } = group
    const chosen = mapPath(prefix, looking.mappings)
    const to = chosen === prefix ? await findHere(group, looking) : chosen
    const exists = to !== '' && (await isThere(looking.files, to))
    offers.push({ from: prefix, to, count, exists, sample: samples[0]! })
  }
  return offers
}

/**
 * Finds the place of a path group on this machine: the same path, or a library folder that contains the paths below
 * the prefix; empty when there is none.
 */
async function findHere({ prefix, samples }: PathGroup, { files, roots }: Looking): Promise<string> {
  if (await isThere(files, prefix)) return prefix
  for (const root of roots) {
    for (const sample of samples) {
      const rest = below(prefix, sample)
      if (rest.length > 0 && (await isThere(files, join(root, ...rest)))) return root
    }
  }
  return ''
}

async function isThere(files: Files, path: string): Promise<boolean> {
  try {
    return (await files.real(path)) !== undefined
  } catch {
    return false // a folder that cannot be opened has no readable files either
  }
}
