import { dirname } from 'node:path'
import { readNumber } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import { sha256 } from '../../base/platform/digest'
import type { BareNumberMode, ContentType } from '../series/states'
import { collectFamilies, type Family } from './families'
import type { ConfidencePart } from './group-confidence'
import { groupConfidence } from './group-confidence'
import type { GroupFinding } from './group-findings'
import { type NumberOfFile, numberGroup } from './numbering'
import type { ParsedFile } from './parsed-file'
import { type LibrarySeries, RunOfFiles, splitRuns } from './runs'
import type { SeriesIds } from './series-facts'
import { aboutSeries } from './series-facts'
import type { SeriesRun } from './series-run'
import { findLargerNamesake } from './typos'

/** Files that are assigned to one series. */
export interface FileGroup {
  /** `local-…`, or the id of the library's series. */
  comic_id: string
  existing?: LibrarySeries
  name: string
  year?: number
  volume?: number
  publisher?: string
  imprint?: string
  language?: string
  direction: 'ltr' | 'rtl'
  bareNumbers: BareNumberMode
  /** The folder that contains all files; undefined when they are in several or directly in a library folder. */
  location?: string
  confidence: number
  parts: ConfidencePart[]
  evidence: string[]
  /** The evidence behind the confidence. */
  found: readonly GroupFinding[]
  description?: string
  bookType?: string
  totalIssues?: number
  providerIds: SeriesIds
  issues: number
  files: Map<ParsedFile, NumberOfFile>
}

/** What matching needs to know about the library. */
export interface LibraryView {
  /** Series with this name key, of the kind being scanned. */
  named(key: string): LibrarySeries[]
  find(comicId: string): LibrarySeries | undefined
  bareNumbers(comicId: string): BareNumberMode
}

/**
 * Groups files into series in steps, so that other work can run between. The same files give the same groups with the
 * same ids, wherever their library folder is.
 */
export function* groupSteps(
  parsedFiles: Iterable<ParsedFile>,
  kind: ContentType,
  library: LibraryView,
): Generator<undefined, FileGroup[]> {
  const families = yield* collectFamilies(parsedFiles, library)
  const runs = new Map<string, RunOfFiles>()
  for (const family of families) {
    for (const run of splitRuns(family.files, family.series)) addRun(runs, { run, family }, kind, library)
    yield
  }
  const groups: FileGroup[] = []
  const byName = Map.groupBy(runs.values(), ({ parsedFiles }) => parsedFiles[0]?.key)
  const almost = findLargerNamesake(filesByKey(families))
  for (const [comicId, run] of runs) {
    const others = byName.get(run.parsedFiles[0]?.key)?.filter((other) => other !== run) ?? []
    groups.push(groupOf({ comicId, run, others, almost: almost(run.parsedFiles[0]!.key) }, kind, library))
    yield
  }
  return groups
}

const filesByKey = (families: readonly Family[]) =>
  new Map([...Map.groupBy(families, ({ key }) => key)].map(([key, same]) => [key, same.flatMap(({ files }) => files)]))

interface RunOfFamily {
  run: RunOfFiles
  family: Family
}

/** A series of the library may match under several names: all its files are one group. */
function addRun(
  runs: Map<string, RunOfFiles>,
  { run, family }: RunOfFamily,
  kind: ContentType,
  library: LibraryView,
): void {
  const id = run.series?.comic_id ?? freeId(runs, { run, family }, kind)
  const known = run.series ? undefined : library.find(id)
  const same = runs.get(id)
  if (!same) {
    runs.set(id, known ? withSeries(run, known) : run)
    return
  }
  for (const parsed of run.parsedFiles) same.add(parsed)
}

/** Imported once and renamed since: the id is still right. */
function withSeries(run: RunOfFiles, series: LibrarySeries): RunOfFiles {
  const same = new RunOfFiles({ year: run.year, ordinal: run.ordinal }, series)
  for (const parsed of run.parsedFiles) same.add(parsed)
  return same
}

function freeId(runs: Map<string, RunOfFiles>, { run, family }: RunOfFamily, kind: ContentType): string {
  const { key, language, books, foreign } = family
  for (let nth = 1; ; nth++) {
    const id = localId({ kind, key, year: yearOf(run), ordinal: run.ordinal, language, books }, nth)
    if (!runs.has(id) && !foreign.has(id)) return id
  }
}

interface Identity extends SeriesRun {
  kind: ContentType
  key: string
  /** When several series share the name. */
  language?: string
  /** For books beside their issues. */
  books?: string
}

/** For the `nth` series that is otherwise identical. */
export function localId({ kind, key, year, ordinal, language, books }: Identity, nth: number): string {
  const identity = [
    kind,
    key,
    year,
    ordinal,
    ...(language ? [language] : []),
    ...(books ? [books] : []),
    ...(nth > 1 ? [nth] : []),
  ]
  return `local-${sha256(identity.join('\n')).slice(0, 16)}`
}

/** Start year: as stated, or the year of the earliest file if that is the first issue or the only file. */
function yearOf(run: RunOfFiles): number | undefined {
  if (run.year !== undefined) return run.year
  const regular = run.parsedFiles.filter(({ kind }) => kind === 'issue')
  const numbers = regular.map(({ number }) => readNumber(number))
  const first = numbers.some((number) => number === null || Number(number.whole) <= 1)
  return first ? run.firstYear : undefined
}

interface RunAmong {
  comicId: string
  run: RunOfFiles
  /** Groups of the same name. */
  others: readonly RunOfFiles[]
  /** The name of a larger series that is almost the same. */
  almost?: string
}

function groupOf({ comicId, run, others, almost }: RunAmong, kind: ContentType, library: LibraryView): FileGroup {
  const existing = run.series
  const { parsedFiles } = run
  const numbers = numberGroup(parsedFiles, kind, existing ? library.bareNumbers(existing.comic_id) : 'auto')
  const year = existing ? (existing.year ?? undefined) : yearOf(run)
  const most = (of: (parsed: ParsedFile) => string) => mostOften(parsedFiles, of)
  return {
    comic_id: comicId,
    existing,
    name: existing?.name ?? nameOf(parsedFiles),
    year,
    volume: existing ? (existing.volume ?? undefined) : run.ordinal,
    publisher: most((parsed) => parsed.publisher),
    imprint: most((parsed) => parsed.imprint),
    language: most((parsed) => parsed.language),
    direction: directionOf(parsedFiles, kind),
    bareNumbers: numbers.bareNumbers,
    location: locationOf(parsedFiles),
    ...aboutSeries(parsedFiles),
    ...groupConfidence({ run, numbers, year, others, almost }),
    issues: numbers.issues,
    files: numbers.of,
  }
}

const SPELLING = {
  info: 9,
  list: 8,
  json: 8,
  both: 4,
  folder: 3,
  initials: 3,
  title: 3,
  near: 0,
  name: 2,
  guess: 1,
} as const

/** Of several spellings, the one from the best source, then the most frequent one. */
function nameOf(parsedFiles: readonly ParsedFile[]): string {
  const weight = new Map<string, number>()
  for (const { series, basis } of parsedFiles) weight.set(series, (weight.get(series) ?? 0) + SPELLING[basis] ** 3)
  return [...weight].reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}

function mostOften(parsedFiles: readonly ParsedFile[], of: (parsed: ParsedFile) => string): string | undefined {
  const count = new Map<string, number>()
  for (const value of parsedFiles.map(of)) if (value !== '') count.set(value, (count.get(value) ?? 0) + 1)
  return [...count].sort((a, b) => b[1] - a[1])[0]?.[0]
}

function directionOf(parsedFiles: readonly ParsedFile[], kind: ContentType): 'ltr' | 'rtl' {
  const says = (word: ParsedFile['manga']) => parsedFiles.filter(({ manga }) => manga === word).length
  if (says('YesAndRightToLeft') > says('No')) return 'rtl'
  return kind === 'manga' && says('No') <= says('Yes') ? 'rtl' : 'ltr'
}

/** The one folder, or the parent of folders that sort the files of the series. */
function locationOf(parsedFiles: readonly ParsedFile[]): string | undefined {
  const places = [...new Map(parsedFiles.map(({ place }) => [place.path, place])).values()]
  const [first] = places
  if (!first) return undefined
  let parts = [...first.parts]
  for (const { root, parts: other } of places) {
    if (root !== first.root) return undefined
    const differ = parts.findIndex((part, at) => part !== other[at])
    if (differ >= 0) parts = parts.slice(0, differ)
  }
  if (parts.length === 0) return undefined
  let folder = first.path
  for (let up = first.parts.length - parts.length; up > 0; up--) folder = dirname(folder)
  const telling = places.some(({ path }) => path === folder) || namesSeries(parts, parsedFiles)
  return telling ? folder : undefined
}

/** "Quiet Wolves/Vol 1" and "Quiet Wolves/Vol 2" are in the folder of a series; "N-R/…" is not a series. */
function namesSeries(parts: readonly string[], parsedFiles: readonly ParsedFile[]): boolean {
  const key = matchKey(parts.at(-1) ?? '')
  return parsedFiles[0] !== undefined && key.startsWith(parsedFiles[0].key)
}
