import { sameNumber } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import type { ReadHandle } from '../../base/storage/database'
import { type Identification, issueFor, numbersOf, unitFor } from '../../library/recognition/service'
import { fileOf } from '../../library/series/file-store'
import { issueTitle, nounOf } from '../../library/series/issue-title'
import { findIssue, findSeries, type IssueRow, issuesOf, type SeriesRow } from '../../library/series/store'
import type { FileComparer } from './evidence/comparer'
import type { FileEvidence } from './evidence/evidence'
import { isInitials } from './evidence/readable-name'

/** The issues that a download is for. */
export interface ExpectedIssues {
  series: SeriesRow | undefined
  issues: readonly IssueRow[]
  /** Name of the release, or of the folder. */
  title: string
  /** The release was judged or chosen by the user, so its title was accepted. */
  grabbed: boolean
  /** The user confirmed the issue; its name is not checked. */
  certain: boolean
}

interface Filed {
  comic_id: string
  issue_ids: string[]
}

/**
 * The issues that a file contains, or why they are unknown. With `contrary`, the file is not the wanted issue; `offer`
 * is the issue that it claims to be, if the library lacks that one.
 */
export type FileIdentity = Filed | { problem: string; contrary?: true; offer?: Filed }

/** A file with its parsed guess and its own evidence. */
export interface GuessedFile {
  guess: Identification
  evidence: FileEvidence
}

interface Deps {
  db: ReadHandle
  comparer: FileComparer
}

/** `files`: how many files the whole download has. */
export function fileIdentityOf(file: GuessedFile, files: number, expected: ExpectedIssues, deps: Deps): FileIdentity {
  const { guess } = file
  const { series, issues, certain } = expected
  const { db, comparer } = deps
  const isAlone = files === 1
  if (isAlone && series && issues.length > 0) {
    const held = certain ? issues : issues.filter((issue) => !comparer.objection(file.evidence, issue))
    if (held.length > 0) return { comic_id: series.comic_id, issue_ids: aloneIn(guess, series, held, db) }
    return contrary(file, issues, series, deps)
  }
  if (series && (isNamedLike(guess, series) || saysNoSeries(guess, series))) {
    const found = numbered(guess, series, db)
    if (found.length > 0) return ofSeries(file, found, certain, deps)
    const known = issuesOf(db, series.comic_id)
    const [only] = known
    if (guess.number === '' && isAlone && only && known.length === 1) return ofSeries(file, [only], certain, deps)
    if (guess.number === '') return { problem: `The file name has no issue number of ${series.name}.` }
    return { problem: `${series.name} has no ${nounOf(guess)} ${guess.number}.` }
  }
  return elsewhere(file, isAlone ? series : undefined, deps)
}

/** The issues with the numbers of the file that nothing in the file contradicts. */
function ofSeries(file: GuessedFile, found: readonly IssueRow[], certain: boolean, deps: Deps): FileIdentity {
  const { comparer } = deps
  const held = found.filter((issue) => !comparer.objection(file.evidence, issue, certain))
  if (held.length === 0) return contrary(file, found, undefined, deps)
  return filedAs(held)
}

const filedAs = (issues: readonly IssueRow[]): Filed => ({
  comic_id: issues[0]!.comic_id,
  issue_ids: issues.map(({ issue_id }) => issue_id),
})

/** The file contradicts all of these issues; the sentence names the closest one. */
function contrary(
  file: GuessedFile,
  issues: readonly IssueRow[],
  meant: SeriesRow | undefined,
  deps: Deps,
): FileIdentity {
  const objections = issues.flatMap((issue) => deps.comparer.objection(file.evidence, issue) ?? [])
  const nearest = objections.reduce((a, b) => (b.weight < a.weight ? b : a))
  return withOffer(nearest.sentence, file, meant, deps)
}

function withOffer(problem: string, file: GuessedFile, meant: SeriesRow | undefined, deps: Deps): FileIdentity {
  const offered = offeredFor(file, meant, deps)
  if (offered.length === 0) return { problem, contrary: true }
  const label = labelWithYear(deps.db, offered)
  return { problem: `${problem} It can be imported as ${label} instead.`, contrary: true, offer: filedAs(offered) }
}

/** "Copper Winter (2016) #6": the year tells runs with the same name apart. */
export function labelWithYear(db: ReadHandle, issues: readonly IssueRow[]): string {
  const series = findSeries(db, issues[0]!.comic_id)!
  const name = series.year === null ? series.name : `${series.name} (${series.year})`
  return issues.map((issue) => issueTitle(name, issue)).join(' and ')
}

/** The missing issues of the library that the file claims to be. */
function offeredFor(
  { guess, evidence }: GuessedFile,
  meant: SeriesRow | undefined,
  { db, comparer }: Deps,
): IssueRow[] {
  const suggested = guess.suggested_comic_id ? findSeries(db, guess.suggested_comic_id) : undefined
  const series = suggested ?? (meant && isNamedLike(guess, meant) ? meant : undefined)
  if (!series) return []
  const found = numbered(guess, series, db)
  return found.filter((issue) => !fileOf(db, issue.issue_id) && !comparer.objection(evidence, issue))
}

/**
 * A double issue grabbed for one of its numbers covers all of them; if several were wanted, it covers those in its
 * name.
 */
function aloneIn(guess: Identification, series: SeriesRow, issues: readonly IssueRow[], db: ReadHandle): string[] {
  const own = issues.map(({ issue_id }) => issue_id)
  if (!isNamedLike(guess, series)) return own
  const byNumber = numbered(guess, series, db).map(({ issue_id }) => issue_id)
  const within = issues.filter((issue) => isInVolume(guess, issue)).map(({ issue_id }) => issue_id)
  const isMore = within.length > 0 || own.some((id) => byNumber.includes(id))
  return isMore ? [...new Set([...within, ...byNumber])] : own
}

/** A volume that contains the chapter. */
const isInVolume = (guess: Identification, { unit, volume_number }: IssueRow) =>
  guess.unit === 'volume' && unit === 'chapter' && volume_number !== null && sameNumber(guess.number, volume_number)

function numbered(guess: Identification, { comic_id, content_type }: SeriesRow, db: ReadHandle): IssueRow[] {
  if (guess.number === '') return []
  const unit = unitFor(content_type, guess.unit)
  const found = numbersOf(guess).flatMap((number) => issueFor(db, comic_id, { kind: guess.kind, unit, number }) ?? [])
  return [...new Set(found)].flatMap((id) => findIssue(db, id) ?? [])
}

function isNamedLike({ match_key, suggested_comic_id }: Identification, series: SeriesRow): boolean {
  if (suggested_comic_id === series.comic_id) return true
  return [series.name, ...(series.aliases ?? [])].some((name) => matchKey(name) === match_key)
}

/** Files of packs are often named only by number, or by the initials of their series. */
function saysNoSeries({ match_key, suggested_comic_id }: Identification, { name }: SeriesRow): boolean {
  if (suggested_comic_id !== null) return false
  const letters = match_key.replace(/\d/g, '')
  return letters.length <= 1 || isInitials(letters, [name]) || matchKey(name).startsWith(letters)
}

/**
 * The file belongs to another series of the library than expected. Files of packs are imported there; a single file is
 * only offered to the user.
 */
function elsewhere(file: GuessedFile, meant: SeriesRow | undefined, deps: Deps): FileIdentity {
  const { suggested_comic_id, series_name, number } = file.guess
  const series = suggested_comic_id ? findSeries(deps.db, suggested_comic_id) : undefined
  if (!series) return { problem: `No series in the library matches ${series_name}.` }
  const found = numbered(file.guess, series, deps.db)
  if (found.length === 0)
    return { problem: `${series.name} has no ${nounOf(file.guess)} ${number || 'without a number'}.` }
  if (meant) return withOffer(`The file is of ${series.name}; ${meant.name} was wanted.`, file, undefined, deps)
  const identity = ofSeries(file, found, false, deps)
  // The file is not the wanted issue.
  return 'problem' in identity ? { problem: identity.problem } : identity
}
