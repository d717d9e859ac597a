import type { ReadingListId } from '../../base/formats/documents/cbl'
import { sameNumber } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import { areOtherIds } from './lists'
import type { MatchMethod, UnmatchedReason } from './states'

/** The entry of an issue in a list. */
export interface ListEntryIssue {
  series: string
  /** The year in which the series began; below 1000 the ordinal of its run. */
  volume: number | null
  number: string
  /** Year of the issue. */
  year: number | null
  ids: readonly ReadingListId[]
}

export interface CandidateSeries {
  comic_id: string
  name: string
  year: number | null
  volume: number | null
}

export interface CandidateIssue {
  issue_id: string
  /** Year of the issue's release or cover. */
  year: number | null
}

/** The parts of the library that the matcher reads. */
export interface LibraryIndex {
  /** The series that the user chose for this name in reading lists. */
  ruleFor(key: string, volume: number | null): string | undefined
  /** The name of a series. */
  nameOf(comicId: string): string | undefined
  /** The issues that have this id at a service. */
  issuesById(id: ReadingListId): string[]
  /** The number of an issue, and the keys of the names of its series. */
  aboutIssue(issueId: string): { number: string; keys: readonly string[] } | undefined
  /** Series whose names have the same key. */
  seriesNamed(key: string): CandidateSeries[]
  /** Issues of a series with this number: of all units, without annuals. */
  issuesNumbered(comicId: string, number: string): CandidateIssue[]
  /** The issue's ids at services. */
  idsOf(issueId: string): ReadingListId[]
  /** Annuals inside a series. */
  annualsNumbered(comicId: string, number: string): CandidateIssue[]
}

export type ArcMatch =
  | { issue_id: string; matched_by: MatchMethod }
  | { issue_id: null; reason: UnmatchedReason; candidates: string[] }

/** Ordinals of runs are small, years are not. */
const FIRST_YEAR = 1000
const ANNUAL = /^(.*\S)\s+annuals?$/i
const NUMBERED_AS_ANNUAL = /^annual\b[\s#.]*(.*)$/is
/** "Batman (2016)", "Batman (2016-)", "Batman (2016) Annual": the title names the run. */
const WITH_YEAR = /^(.*\S)\s*[([]((?:19|20)\d\d)(?:\s*[-–]\s*(?:(?:19|20)\d\d)?)?[)\]](\s+annuals?)?$/i

/**
 * The issue of the library that a list means: by the user's rule, by the id of the issue, then by name, start year
 * and number. Names are equal or not; of several equal matches none is used.
 */
export function matchIssue(row: ListEntryIssue, library: LibraryIndex): ArcMatch {
  const listed = plainly(row)
  const ruled = library.ruleFor(matchKey(row.series), row.volume) ?? library.ruleFor(matchKey(listed.series), listed.volume) // biome-ignore format: one line
  if (ruled !== undefined) return chosen(ofRule(ruled, listed, library), 'rule', listed)
  for (const id of listed.ids) {
    const ids = library.issuesById(id)
    if (ids.length === 1 && isNamedSo(ids[0]!, listed, library)) return { issue_id: ids[0]!, matched_by: 'id' }
  }
  return byName(listed, library)
}

/**
 * An id wins over a name or number that is only written differently. When both name and number differ, the id is
 * wrong.
 */
function isNamedSo(issueId: string, { series, number }: ListEntryIssue, library: LibraryIndex): boolean {
  const about = library.aboutIssue(issueId)
  if (about === undefined || number === '' || sameNumber(about.number, number)) return true
  return about.keys.includes(matchKey(series)) || about.keys.includes(matchKey(ANNUAL.exec(series)?.[1] ?? series))
}

/** The row with the year of its title as the volume, and with an annual named by its series alone. */
function plainly(row: ListEntryIssue): ListEntryIssue {
  const numbered = NUMBERED_AS_ANNUAL.exec(row.number)
  const [, name = row.series, year, annual = ''] = WITH_YEAR.exec(row.series) ?? []
  // The ordinal of a run says less than the year. A different year belongs to the name.
  const isOther = row.volume !== null && row.volume >= FIRST_YEAR && row.volume !== Number(year)
  const run = year === undefined || isOther ? row : { ...row, series: name + annual, volume: Number(year) }
  if (!numbered || ANNUAL.test(run.series)) return run
  return { ...run, series: `${run.series} Annual`, number: numbered[1] || '1' }
}

/**
 * Issues of the series that the user chose. For the annuals of a list only the annuals count, unless the series
 * consists of annuals.
 */
function ofRule(comicId: string, { series, number }: ListEntryIssue, library: LibraryIndex): CandidateIssue[] {
  const regular = () => library.issuesNumbered(comicId, number)
  if (!ANNUAL.test(series)) return regular()
  const annuals = library.annualsNumbered(comicId, number)
  return ANNUAL.test(library.nameOf(comicId) ?? '') ? [...annuals, ...regular()] : annuals
}

function byName(listed: ListEntryIssue, library: LibraryIndex): ArcMatch {
  const { sure, doubtful } = seriesOf(listed, library)
  if (sure.length > 0) {
    const found = sure.flatMap(({ comic_id }) => library.issuesNumbered(comic_id, listed.number))
    const agreeing = found.filter(({ issue_id }) => !areOtherIds(library.idsOf(issue_id), listed.ids))
    // The names match, but the id in the list belongs to another issue.
    if (found.length > 0 && agreeing.length === 0) return unmatched('issue_missing', found)
    if (found.length > 0 || doubtful.length === 0) return chosen(agreeing, 'name', listed)
  }
  const possible = doubtful.flatMap(({ comic_id }) => library.issuesNumbered(comic_id, listed.number))
  if (possible.length > 0) return unmatched('year_unknown', possible)
  if (doubtful.length > 0) return unmatched('issue_missing', [])
  const ruled = annualsByRule(listed, library)
  if (ruled.length === 1) return chosen(ruled, 'rule', listed)
  const ofRun = annualsOf(listed, library, ({ year }) => year !== null && year === listed.volume)
  const [own, another] = ofRun.filter(({ issue_id }) => !areOtherIds(library.idsOf(issue_id), listed.ids))
  if (own && !another) return { issue_id: own.issue_id, matched_by: 'name' }
  const annuals = annualsOf(listed, library)
  return annuals.length > 0 ? unmatched('several', annuals) : unmatched('series_missing', [])
}

/** `sure`: name and start year agree. `doubtful`: the names agree, and a year is missing. */
function seriesOf({ series, volume }: ListEntryIssue, library: LibraryIndex) {
  const named = library.seriesNamed(matchKey(series))
  if (volume === null) return { sure: [], doubtful: named }
  if (volume < FIRST_YEAR) {
    return {
      sure: named.filter((each) => each.volume === volume),
      doubtful: named.filter((each) => each.volume === null),
    }
  }
  // Some libraries keep the year in the title.
  const titled = library.seriesNamed(matchKey(`${series} ${volume}`)).filter(({ year }) => (year ?? volume) === volume)
  return {
    sure: [...named.filter(({ year }) => year === volume), ...titled],
    doubtful: named.filter(({ year }) => year === null),
  }
}

/**
 * Lists name an annual as a series of its own; a library may keep it inside the series. The start year of the series
 * decides; any other year belongs to the annuals.
 */
function annualsOf(
  { series, number }: ListEntryIssue,
  library: LibraryIndex,
  isMeant: (series: CandidateSeries) => boolean = () => true,
): CandidateIssue[] {
  const name = ANNUAL.exec(series)?.[1]
  if (name === undefined) return []
  const named = library.seriesNamed(matchKey(name)).filter(isMeant)
  return named.flatMap(({ comic_id }) => library.annualsNumbered(comic_id, number))
}

/** The annuals of the series that the user chose for the name without "Annual". */
function annualsByRule({ series, volume, number }: ListEntryIssue, library: LibraryIndex): CandidateIssue[] {
  const name = ANNUAL.exec(series)?.[1]
  const ruled = name === undefined ? undefined : library.ruleFor(matchKey(name), volume)
  return ruled === undefined ? [] : library.annualsNumbered(ruled, number)
}

function chosen(found: CandidateIssue[], matched_by: MatchMethod, { year }: ListEntryIssue): ArcMatch {
  if (found.length === 0) return unmatched('issue_missing', [])
  if (found.length === 1) return { issue_id: found[0]!.issue_id, matched_by }
  // When two runs of one name began in the same year, the issue's own year may decide.
  const sameYear = year === null ? [] : found.filter((each) => each.year === year)
  if (sameYear.length === 1 && found.every((each) => each.year !== null))
    return { issue_id: sameYear[0]!.issue_id, matched_by }
  return unmatched('several', found)
}

const unmatched = (reason: UnmatchedReason, candidates: CandidateIssue[]): ArcMatch => ({
  issue_id: null,
  reason,
  candidates: candidates.map(({ issue_id }) => issue_id),
})
