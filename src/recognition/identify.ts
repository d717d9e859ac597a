import type { ComicInfo } from '../formats/documents/comicinfo'
import type { Guess } from '../imports/inbox/store'
import { libraryView, seriesByKey } from '../imports/library-store'
import { mapInTurns, nextTurn } from '../platform/turn'
import { matchKey } from '../releases/titles'
import type { ContentType, IssueKind, Unit } from '../series/states'
import { issuesOf } from '../series/store'
import type { Reader } from '../storage/database'
import { readPlace } from './folder-facts'
import { type Group, matching } from './match'
import type { Numbering } from './numbering'
import { type Claim, claimOf, type FileSeen } from './parsed-file'
import { numberKey } from './runs'

/** A file of the import folder as it lies there. */
export interface Sighting {
  seen: FileSeen
  /** All that was read inside of it. */
  info?: ComicInfo
  modified_ms: number
  /** Why it cannot be imported; its name is read all the same. */
  problem?: string
}

/** What guesses are made by. */
export interface Library {
  db: Reader
  /** The year it is now. */
  year: number
  /** What a file is where nothing says whether it is a comic or a manga. */
  usual: ContentType
}

/** Steps of matching between two turns of the event loop. */
const STEPS = 16
/** Files that are held against the library between two turns: each may read all issues of a series. */
const FILES = 4

/** What each file is taken for, by path: the evidence of a scan, held against the series of the library. */
export async function guessAll(sightings: readonly Sighting[], library: Library): Promise<Map<string, Guess>> {
  const claims = await mapInTurns(sightings, STEPS, (sighting) => ({ sighting, ...claimFor(sighting, library) }))
  const bySighting = new Map(claims.map(({ claim, sighting }) => [claim, sighting]))
  const guesses = new Map<string, Guess>()
  for (const kind of ['comic', 'manga'] as const) {
    const mine = claims.filter((each) => each.kind === kind).map(({ claim }) => claim)
    const steps = matching(mine, kind, libraryView(library.db, kind))
    let step = steps.next()
    for (let count = 1; !step.done; count++) {
      if (count % STEPS === 0) await nextTurn()
      step = steps.next()
    }
    const found = step.value.flatMap((group) =>
      [...group.files].map(([claim, numbering]) => ({ group, claim, numbering })),
    )
    await mapInTurns(found, FILES, ({ claim, ...how }) =>
      guesses.set(claim.path, guessOf({ sighting: bySighting.get(claim)!, claim, kind, ...how }, library.db)),
    )
  }
  return guesses
}

/** ComicInfo says what is a manga; else the library that has the series. */
function claimFor({ seen }: Sighting, { db, year, usual }: Library): { claim: Claim; kind: ContentType } {
  const as = (kind: ContentType) => {
    const reading = { kind, year }
    return { kind, claim: claimOf(seen, readPlace(seen.place, reading), reading) }
  }
  const manga = seen.info?.manga
  if (manga === 'Yes' || manga === 'YesAndRightToLeft') return as('manga')
  const first = as(usual)
  if (seriesByKey(db, usual, first.claim.key).length > 0) return first
  const second = as(usual === 'comic' ? 'manga' : 'comic')
  return seriesByKey(db, second.kind, second.claim.key).length > 0 ? second : first
}

interface Taken {
  sighting: Sighting
  claim: Claim
  numbering: Numbering
  group: Group
  kind: ContentType
}

function guessOf({ sighting, claim, numbering, group, kind }: Taken, db: Reader): Guess {
  const { path, name, size } = sighting.seen
  const { info } = sighting
  // The import folder's own name says nothing of what lies in it.
  const series = claim.basis === 'guess' ? name.replace(/\.[^.]+$/, '') : group.name
  const asked = { content_type: kind, name: series, year: group.year ?? null, ...numbering }
  const suggestion = group.existing
    ? { comic_id: group.existing.comic_id, name: group.existing.name, confidence: group.confidence }
    : suggest(db, asked)
  return {
    path,
    size,
    modified_ms: sighting.modified_ms,
    content_type: kind,
    series_name: series,
    match_key: matchKey(series),
    year: group.year ?? claim.year ?? null,
    volume: group.volume ?? null,
    kind: numbering.kind,
    unit: numbering.unit,
    number: numbering.number,
    number_end: numbering.end,
    title: claim.title || null,
    release_date: claim.date ?? null,
    writer: info?.writer?.join(', ').slice(0, 300) ?? null,
    summary: info?.summary?.slice(0, 10_000) ?? null,
    ...suggested(db, suggestion, numbering),
    match_source: claim.basis === 'info' ? 'comicinfo' : 'filename',
    problem: sighting.problem ?? null,
  }
}

export interface Suggestion {
  comic_id: string
  name: string
  confidence: number
}

interface Asked extends Item {
  content_type: ContentType
  name: string
  year: number | null
}

interface Item {
  kind: IssueKind
  unit: Unit
  number: string
}

/**
 * A series of this name: the one of the year, else the only one, else the only one that knows the number. The first is
 * sure, the second likely where no year speaks against it.
 */
export function suggest(db: Reader, asked: Asked): Suggestion | undefined {
  const same = seriesByKey(db, asked.content_type, matchKey(asked.name))
  const sure = (found: { comic_id: string; name: string } | undefined, confidence: number) =>
    found && { comic_id: found.comic_id, name: found.name, confidence }
  const ofYear = same.filter(({ year }) => asked.year !== null && year === asked.year)
  if (ofYear.length === 1) return sure(ofYear[0], 96)
  if (same.length === 1) return sure(same[0], asked.year === null || same[0]!.year === null ? 80 : 40)
  const knowing = same.filter(({ comic_id }) => issueFor(db, comic_id, asked) !== undefined)
  return knowing.length === 1 ? sure(knowing[0], 45) : undefined
}

/** The columns of a suggestion. */
export function suggested(db: Reader, suggestion: Suggestion | undefined, item: Item) {
  return {
    suggested_comic_id: suggestion?.comic_id ?? null,
    suggested_name: suggestion?.name ?? null,
    suggested_issue_id: suggestion ? (issueFor(db, suggestion.comic_id, item) ?? null) : null,
    confidence: suggestion?.confidence ?? null,
  }
}

/** The issue of a series that the item is; where the series counts in another unit alone, the one of that number. */
export function issueFor(db: Reader, comicId: string, item: Item): string | undefined {
  const issues = issuesOf(db, comicId).filter(({ kind }) => kind === item.kind)
  const wanted = numberKey(item)
  const exact = issues.find((issue) => numberKey(issue) === wanted)
  if (exact || issues.some(({ unit }) => unit === item.unit)) return exact?.issue_id
  const alike = issues.filter((issue) => numberKey({ ...issue, unit: item.unit }) === wanted)
  return alike.length === 1 ? alike[0]!.issue_id : undefined
}
