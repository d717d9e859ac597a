import { basename, dirname } from 'node:path'
import { mapYielding } from '../platform/event-loop'
import {
  type FileInspection,
  type Identification,
  identifyFiles,
  issueFor,
  numbersOf,
  unitFor,
} from '../recognition/service'
import { readName } from '../releases/names'
import { sameNumber } from '../releases/numbers'
import { matchKey } from '../releases/titles'
import { nounOf } from '../series/issue-title'
import type { ContentType } from '../series/states'
import { findIssue, findSeries, type IssueRow, issuesOf, type SeriesRow } from '../series/store'
import type { Reader } from '../storage/database'
import { nameOf, shownPath } from './downloaded-file'
import type { Placement } from './store'

/** What a download was to bring. */
export interface ExpectedIssues {
  series: SeriesRow | undefined
  issues: readonly IssueRow[]
  /** Name of its release, or of its folder. */
  title: string
  /** The user confirmed the issue; its name is not checked. */
  certain: boolean
}

export interface InspectedPlacement {
  row: Placement
  inspection: FileInspection
  /** Its name, where that differs from the file's own. */
  name?: string
}

/** The issues that a file is, or why that is unknown. */
export type Identity = { comic_id: string; issue_ids: string[] } | { problem: string }

interface Library {
  db: Reader
  /** The year it is now. */
  year: number
  /** Content type of a file that nothing marks as comic or manga. */
  usual: ContentType
}

/**
 * Says of each file which issues it is, by what was meant, its ComicInfo, its name and its neighbours, against the
 * series of the library. `files` is how many the whole download has.
 */
export async function identify(
  seen: readonly InspectedPlacement[],
  files: number,
  expected: ExpectedIssues,
  library: Library,
): Promise<Map<string, Identity>> {
  const guesses = await guessed(seen, expected, library)
  const entries = await mapYielding(seen, FILES, ({ row }): [string, Identity] => {
    const guess = guesses.get(shownPath(row)) as Identification
    return [row.placement_id, identityOf(guess, files, expected, library)]
  })
  const [only] = seen
  const [first] = entries
  if (files !== 1 || !only || !first || 'comic_id' in first[1]) return new Map(entries)
  return new Map([[first[0], (await byTitle(only, guesses, expected, library)) ?? first[1]]])
}

function guessed(
  seen: readonly InspectedPlacement[],
  { series }: ExpectedIssues,
  library: Library,
): Promise<Map<string, Identification>> {
  return identifyFiles(seen.map(fileToIdentify), { ...library, usual: series?.content_type ?? library.usual })
}

/** A single file without a number is identified by the name of its release, or of its folder. */
async function byTitle(
  only: InspectedPlacement,
  guesses: ReadonlyMap<string, Identification>,
  expected: ExpectedIssues,
  library: Library,
) {
  const path = shownPath(only.row)
  const own = guesses.get(path)
  if (own?.number !== '' || own.match_source === 'comicinfo') return undefined
  const named = (await guessed([{ ...only, name: `${expected.title}.cbz` }], expected, library)).get(
    path,
  ) as Identification
  const identity = identityOf(named, 1, expected, library)
  return 'comic_id' in identity ? identity : undefined
}

/** Between two turns of the event loop: each may read all issues of a series. */
const FILES = 4

function fileToIdentify({ row, inspection, name = nameOf(row) }: InspectedPlacement) {
  const { pages, info, saidBy, numberBy } = inspection
  const folder = dirname(row.source_path)
  const place = { root: folder, path: folder, parts: [], beside: { lists: [] } }
  const seen = { place, name, path: shownPath(row), size: row.size, pages, info, saidBy, numberBy }
  return { info, seen, modified_ms: row.modified_ms }
}

function identityOf(guess: Identification, files: number, expected: ExpectedIssues, library: Library): Identity {
  const { series, issues, certain } = expected
  const { db } = library
  const isAlone = files === 1
  if (isAlone && series && issues.length > 0 && (certain || !saysOther(guess, series, issues)))
    return { comic_id: series.comic_id, issue_ids: aloneIn(guess, series, issues, db) }
  if (series && (isNamedLike(guess, series) || saysNoSeries(guess, series))) {
    const found = numbered(guess, series, db)
    if (found.length > 0) return { comic_id: series.comic_id, issue_ids: found }
    const known = issuesOf(db, series.comic_id)
    if (guess.number === '' && isAlone && known.length === 1)
      return { comic_id: series.comic_id, issue_ids: [known[0]!.issue_id] }
    if (guess.number === '') return { problem: `Its name says no number of ${series.name}.` }
    return { problem: `${series.name} has no ${nounOf(guess)} ${guess.number}.` }
  }
  return elsewhere(guess, library)
}

/**
 * A double issue that was grabbed for one of its numbers covers all of them; when several were wanted it covers those
 * in its name.
 */
function aloneIn(guess: Identification, series: SeriesRow, issues: readonly IssueRow[], db: Reader): string[] {
  const own = issues.map(({ issue_id }) => issue_id)
  if (!isNamedLike(guess, series)) return own
  const byNumber = numbered(guess, series, db)
  const within = issues.filter((issue) => isInVolume(guess, issue)).map(({ issue_id }) => issue_id)
  const isMore = within.length > 0 || own.some((id) => byNumber.includes(id))
  return isMore ? [...new Set([...within, ...byNumber])] : own
}

/** Its name clearly means another issue: the same series, and another number. */
function saysOther(guess: Identification, series: SeriesRow, issues: readonly IssueRow[]): boolean {
  if (guess.number === '' || !isNamedLike(guess, series)) return false
  const numbers = numbersOf(guess)
  const isOne = (issue: IssueRow) =>
    issue.number === '' ||
    isInVolume(guess, issue) ||
    (issue.kind === guess.kind && numbers.some((number) => sameNumber(number, issue.number)))
  return !issues.some(isOne)
}

/** A volume with that chapter in it. */
const isInVolume = (guess: Identification, { unit, volume_number }: IssueRow) =>
  guess.unit === 'volume' && unit === 'chapter' && volume_number !== null && sameNumber(guess.number, volume_number)

function numbered(guess: Identification, { comic_id, content_type }: SeriesRow, db: Reader): string[] {
  if (guess.number === '') return []
  const unit = unitFor(content_type, guess.unit)
  const found = numbersOf(guess).flatMap((number) => issueFor(db, comic_id, { kind: guess.kind, unit, number }) ?? [])
  return [...new Set(found)]
}

function isNamedLike({ match_key, suggested_comic_id }: Identification, series: SeriesRow): boolean {
  if (suggested_comic_id === series.comic_id) return true
  return [series.name, ...(series.aliases ?? [])].some((name) => matchKey(name) === match_key)
}

/** Files of packs are often called by their numbers alone, or by the first letters of their series. */
function saysNoSeries({ match_key, suggested_comic_id }: Identification, { name }: SeriesRow): boolean {
  if (suggested_comic_id !== null) return false
  const letters = match_key.replace(/\d/g, '')
  const initials = name
    .split(/[^\p{L}]+/u)
    .map((word) => word.charAt(0).toLowerCase())
    .join('')
  return letters.length <= 1 || letters === initials || matchKey(name).startsWith(letters)
}

/** Another series of the library than was meant. */
function elsewhere(guess: Identification, { db, year }: Library): Identity {
  const { suggested_comic_id, series_name } = guess
  const series = suggested_comic_id ? findSeries(db, suggested_comic_id) : undefined
  if (!series) return { problem: `The library has no series that ${series_name} could be.` }
  const found = numbered(guess, series, db)
  if (found.length === 0)
    return { problem: `${series.name} has no ${nounOf(guess)} ${guess.number || 'without a number'}.` }
  const first = findIssue(db, found[0]!)
  const namedYear = ownYear(guess, year)
  if (namedYear !== undefined && isOfOtherYear(namedYear, series, first))
    return { problem: `Its name says ${namedYear}, and ${series.name} of the library is of another year.` }
  return { comic_id: series.comic_id, issue_ids: found }
}

/** The year in the file itself: a guess that found a series has that series' year. */
function ownYear({ match_source, release_date, path, year }: Identification, thisYear: number): number | undefined {
  if (match_source === 'comicinfo' && release_date) return Number(release_date.slice(0, 4))
  return Number(readName(basename(path), { year: thisYear }).year) || year || undefined
}

/** Series share names: the year tells them apart, and may be that of the run or of the issue. */
function isOfOtherYear(year: number, series: SeriesRow, issue: IssueRow | undefined): boolean {
  const out = (issue?.release_date ?? issue?.issue_date)?.slice(0, 4)
  const near = (other: number, most: number) => Math.abs(other - year) <= most
  if (series.year !== null && near(series.year, 0)) return false
  if (out !== undefined) return !near(Number(out), 1)
  return series.year !== null && year < series.year - 1
}
