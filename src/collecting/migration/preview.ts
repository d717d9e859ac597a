import { join } from 'node:path'
import type { Files } from '../../base/platform/ports'
import { pluralWords } from '../../base/platform/words'
import { below, groupPaths, mapPath, type PathGroup, type PathMapping } from './path-map'
import type { MovingProblem, MovingSource, OpenSource, SourceFindings, SourceReader } from './source'
import type { SourceKind } from './states'

/** A folder of the source, and where it may be on this machine. */
export interface OfferedMapping {
  from: string
  /** Empty: not found on this machine. */
  to: string
  /** Paths in it. */
  count: number
  /** Whether sample paths were found under `to`. */
  exists: boolean
  sample: string
}

export interface MovingPreview {
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
  problems: MovingProblem[]
  path_mappings: OfferedMapping[]
  left_behind: { table: string; rows: number; reason: string }[]
  /** People whose reading it keeps: only that of one is moved. */
  readers: SourceReader[]
}

interface Looking {
  files: Files
  /** Folders of this library, where the user's comics may be. */
  roots: string[]
  /** What the user chose. */
  mappings: readonly PathMapping[]
  /** Whether its program seems to run. */
  running: MovingProblem[]
}

/** What the copy says; plain data. */
export interface SourceReading {
  found: Omit<SourceFindings, 'paths' | 'roots'>
  groups: PathGroup[]
  tables: { name: string; row_count: number }[]
  missingTables: string[]
  missingColumns: string[]
}

/** Reads large tables to their ends. */
export function readSource(source: MovingSource, open: OpenSource): SourceReading {
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

/** What a move would bring. Looks at the disk and changes nothing. */
export async function previewOf(
  source: MovingSource,
  path: string,
  reading: SourceReading,
  looking: Looking,
): Promise<MovingPreview> {
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
    readers: found.readers ?? [],
  }
}

/** "comics.agerating" of the tables that are there. */
const missingColumns = ({ columns = {} }: MovingSource, { database }: OpenSource): string[] =>
  Object.entries(columns).flatMap(([table, names]) => {
    const there = database.columns(table)
    return database.has(table) ? names.filter((name) => !there.has(name)).map((name) => `${table}.${name}`) : []
  })

function missingSentence({ label }: MovingSource, tables: string[], columns: string[]): MovingProblem {
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

const folderMissing = ({ from, count }: OfferedMapping): MovingProblem => ({
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

/** The same path, or a library folder that has what is below the prefix; empty when neither. */
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
    return false // it cannot be opened, so its files could not be either
  }
}
