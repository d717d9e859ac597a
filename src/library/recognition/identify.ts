import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import { matchKey } from '../../base/names/titles'
import { mapYielding, nextTurn } from '../../base/platform/event-loop'
import type { ReadHandle } from '../../base/storage/database'
import type { ContentType, IssueKind, Unit } from '../series/states'
import { readFolderNames } from './folder-facts'
import { libraryView, seriesByKey } from './library-store'
import { type FileGroup, groupSteps } from './match'
import type { NumberOfFile } from './numbering'
import { type InspectedFile, type ParsedFile, parseFile } from './parsed-file'
import { chapterInLibrary } from './restarted-chapter'
import { suggestionColumns, suggestSeries } from './series-match'

/** A file in the import folder. */
export interface FileToIdentify {
  seen: InspectedFile
  /** Everything that was read inside the file. */
  info?: ComicInfo
  modified_ms: number
  /** Why the file cannot be imported; its name is read nevertheless. */
  problem?: string
}

/** The series that a file is assigned to, and its place in it. */
export interface Identification {
  path: string
  size: number
  modified_ms: number
  content_type: ContentType
  series_name: string
  match_key: string
  year: number | null
  volume: number | null
  kind: IssueKind
  unit: Unit
  number: string
  /** Last number of a file with several; empty otherwise. */
  number_end: string
  title: string | null
  release_date: string | null
  writer: string | null
  summary: string | null
  suggested_comic_id: string | null
  suggested_name: string | null
  suggested_issue_id: string | null
  /** 0 to 100; null when no series is suggested. */
  confidence: number | null
  match_source: 'comicinfo' | 'filename'
  problem: string | null
}

/** The inputs of the identification. */
interface IdentifyContext {
  db: ReadHandle
  /** The current year. */
  year: number
  /** Content type of a file that has no sign of comic or manga. */
  usual: ContentType
}

/** Steps of matching between two turns of the event loop. */
const STEPS = 16
/** Files compared with the library between two turns: each may read all issues of a series. */
const FILES = 4

/** The identity of each file, by path: the evidence of a scan, compared with the series of the library. */
export async function identifyFiles(
  sightings: readonly FileToIdentify[],
  library: IdentifyContext,
): Promise<Map<string, Identification>> {
  const parsedFiles = await mapYielding(sightings, STEPS, (sighting) => ({ sighting, ...parsedFor(sighting, library) }))
  const bySighting = new Map(parsedFiles.map(({ parsed, sighting }) => [parsed, sighting]))
  const guesses = new Map<string, Identification>()
  for (const kind of ['comic', 'manga'] as const) {
    const mine = parsedFiles.filter((each) => each.kind === kind).map(({ parsed }) => parsed)
    const steps = groupSteps(mine, kind, libraryView(library.db, kind))
    let step = steps.next()
    for (let count = 1; !step.done; count++) {
      if (count % STEPS === 0) await nextTurn()
      step = steps.next()
    }
    const found = step.value.flatMap((group) =>
      [...group.files].map(([parsed, numbering]) => ({ group, parsed, numbering })),
    )
    await mapYielding(found, FILES, ({ parsed, ...how }) =>
      guesses.set(parsed.path, guessOf({ sighting: bySighting.get(parsed)!, parsed, kind, ...how }, library.db)),
    )
  }
  return guesses
}

/** ComicInfo decides whether the file is manga; else the library that has the series. */
function parsedFor(
  { seen }: FileToIdentify,
  { db, year, usual }: IdentifyContext,
): { parsed: ParsedFile; kind: ContentType } {
  const as = (kind: ContentType) => {
    const reading = { kind, year }
    return { kind, parsed: parseFile(seen, readFolderNames(seen.place, reading), reading) }
  }
  const manga = seen.info?.manga
  if (manga === 'Yes' || manga === 'YesAndRightToLeft') return as('manga')
  const first = as(usual)
  if (seriesByKey(db, usual, first.parsed.key).length > 0) return first
  const second = as(usual === 'comic' ? 'manga' : 'comic')
  return seriesByKey(db, second.kind, second.parsed.key).length > 0 ? second : first
}

interface Taken {
  sighting: FileToIdentify
  parsed: ParsedFile
  numbering: NumberOfFile
  group: FileGroup
  kind: ContentType
}

function guessOf({ sighting, parsed, group, kind, ...how }: Taken, db: ReadHandle): Identification {
  const { path, name, size } = sighting.seen
  const { info } = sighting
  // The import folder's own name is no evidence for the files in it.
  const series = parsed.basis === 'guess' ? name.replace(/\.[^.]+$/, '') : group.name
  const query = { content_type: kind, name: series, year: group.year ?? null, ...how.numbering }
  const suggestion = group.existing
    ? { comic_id: group.existing.comic_id, name: group.existing.name, confidence: group.confidence }
    : suggestSeries(db, query)
  const numbering = suggestion ? chapterInLibrary(db, suggestion.comic_id, parsed, how.numbering) : how.numbering
  return {
    path,
    size,
    modified_ms: sighting.modified_ms,
    content_type: kind,
    series_name: series,
    match_key: matchKey(series),
    year: group.year ?? parsed.year ?? null,
    volume: group.volume ?? null,
    kind: numbering.kind,
    unit: numbering.unit,
    number: numbering.number,
    number_end: numbering.end,
    title: parsed.title || null,
    release_date: parsed.date ?? null,
    writer: info?.writer?.join(', ').slice(0, 300) ?? null,
    summary: info?.summary?.slice(0, 10_000) ?? null,
    ...suggestionColumns(db, suggestion, numbering),
    match_source: parsed.basis === 'info' ? 'comicinfo' : 'filename',
    problem: sighting.problem ?? null,
  }
}
