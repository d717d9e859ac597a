import { countWords, numberWords, pluralWords } from '../../parts/text/format'
import { announcedWords, countedWords, type Have, haveWords, isWhole, releasedTotal } from '../../parts/text/have-words'
import { publicationWords } from '../../parts/text/publication-words'
import type { ListedFacts } from './groups'
import { isIgnored } from './issue-card'
import type { WireDetail, WireIssue, WireSeries } from './wire'

/** The facts in the head of a series. */

type Dated = Pick<WireIssue, 'releaseDate' | 'issueDate'>

/**
 * "2012 to 2018": from the year of the series, or of its first dated issue, to the last released one. Issues of a new
 * edition and upload dates are later than the start of the series.
 */
export function yearsWords(issues: readonly Dated[], year: string | null, today: string): string {
  const years = issues
    .map(({ releaseDate, issueDate }) => releaseDate ?? issueDate ?? '')
    .filter((date) => date <= today)
    .map((date) => /^(?!0000)\d{4}/.exec(date)?.[0])
    .filter((own): own is string => own !== undefined)
    .sort()
  const first = year ?? years[0]
  const last = years.at(-1)
  if (!first) return ''
  return last && last > first ? `${first} to ${last}` : first
}

type Named = Pick<
  WireSeries,
  | 'ComicPublisher'
  | 'PublisherImprint'
  | 'ComicVersion'
  | 'ContentType'
  | 'ReadingDirection'
  | 'ReadsDown'
  | 'ComicYear'
>
type About = Pick<WireDetail['about'], 'publication' | 'end_year'>

/** "2015 to 2018", "Northgate, Night Desk", "Ended": the main facts. */
export function seriesFacts(series: Named, about: About, issues: readonly Dated[], today: string): string[] {
  const volume = /^v(\d+)$/.exec(series.ComicVersion ?? '')?.[1]
  const direction = series.ReadsDown
    ? ', read downwards'
    : series.ReadingDirection === 'rtl'
      ? ', read from right to left'
      : ''
  return [
    yearsOf(series, about, issues, today),
    publisherWords(series),
    volume ? `Volume ${volume}` : '',
    publicationWords(about.publication),
    series.ContentType === 'manga' ? `Manga${direction}` : '',
  ].filter(Boolean)
}

/** "Northgate, Night Desk" */
export const publisherWords = ({
  ComicPublisher: publisher,
  PublisherImprint: imprint,
}: Pick<Named, 'ComicPublisher' | 'PublisherImprint'>) =>
  [publisher, imprint === publisher ? null : imprint].filter(Boolean).join(', ')

function yearsOf(
  { ComicYear: year, ContentType }: Named,
  { end_year, publication }: About,
  issues: readonly Dated[],
  today: string,
): string {
  // Chapters of manga have the dates of their uploads.
  const dated = ContentType === 'manga' && year ? [] : issues
  const known = yearsWords(dated, year, today)
  const first = known.slice(0, 4)
  if (publication === 'ongoing' && first !== '') return `Since ${first}`
  return end_year !== null && first !== '' && Number(first) < end_year ? `${first} to ${end_year}` : known
}

type Summary = Pick<WireDetail['summary'], 'wanted' | 'inFlight' | 'failed'>

const NAMED = 6
const UNIT_WORDS = { issue: 'Issue', volume: 'Volume', chapter: 'Chapter' } as const

type Gaps = Pick<WireDetail['about'], 'gaps' | 'volume_gaps' | 'chapter_gaps'>

/** The missing numbers of each unit that has some. */
export const gapUnits = ({ gaps, volume_gaps, chapter_gaps }: Gaps) =>
  (
    [
      ['issue', gaps],
      ['volume', volume_gaps],
      ['chapter', chapter_gaps],
    ] as const
  ).filter(([, numbers]) => numbers.length > 0)

/** "Issue 18 seems to be missing.", "9 chapters seem to be missing: 18, 27, 31, 40, 41, 42 and 3 more." */
export const gapWords = (about: Gaps): string =>
  gapUnits(about)
    .map(([unit, numbers]) => unitGapWords(unit, numbers))
    .join(' ')

/** "3 issues", "1 volume and 2 chapters" */
export const gapCountWords = (about: Gaps): string =>
  gapUnits(about)
    .map(([unit, numbers]) => countWords(numbers.length, unit))
    .join(' and ')

function unitGapWords(unit: WireIssue['unit'], gaps: readonly number[]): string {
  const rest = gaps.length - NAMED
  const all = gaps.slice(0, rest > 1 ? NAMED : undefined)
  const [last] = rest > 1 ? [`${numberWords(rest)} more`] : all.splice(-1)
  const list = all.length > 0 ? `${all.join(', ')} and ${last}` : `${last}`
  const one = `${UNIT_WORDS[unit]} ${list} seems to be missing.`
  return pluralWords(gaps.length, one, `{count} ${unit}s seem to be missing: ${list}.`)
}

/** What is known of the issues that are not listed; a total from the files may be higher than their number. */
export function listedFacts(detail: WireDetail): ListedFacts {
  const { TotalKnown, Total, Ignored } = haveOf(detail)
  const { about, issues, annuals } = detail
  const { volume_gaps, chapter_gaps } = about
  return { known: TotalKnown && Total + Ignored <= issues.length + annuals.length, volume_gaps, chapter_gaps }
}

/** The counts of a series, with those of its announced and its ignored issues. */
export function haveOf({ comic, about, issues, annuals }: HaveFacts): SeriesHave {
  const series = comic[0] as WireSeries
  const ignored = [...issues, ...annuals].filter((issue) => isIgnoredOf(series, issue))
  return { ...series, Announced: about.announced, Ignored: ignored.length }
}

type HaveFacts = Pick<WireDetail, 'comic' | 'about' | 'issues' | 'annuals'>
/** Ignored issues of the unit of the counts are not part of the total. */
export type SeriesHave = Have & { Ignored: number }

/** Whether the total of the series leaves out the issue because the user ignores it. */
const isIgnoredOf = ({ CountedIn }: WireSeries, { missing, acquisitionIntent: intent, unit }: WireIssue) =>
  isIgnored({ missing, intent }) && (CountedIn === 'issue' || (CountedIn === 'volume') === (unit === 'volume'))

/** "54 of 60 here", "30 issues, total unknown", "4 wanted": the counts of issues and of work in progress. */
export function stateWords(series: SeriesHave, { wanted, inFlight, failed }: Summary): string[] {
  const total = releasedTotal(series)
  const ignored = series.Ignored > 0 ? `${numberWords(series.Ignored)} ignored` : ''
  if (series.Total === 0) return [ignored || 'No issues listed yet']
  const all = series.CountedIn === 'issue' ? numberWords(total) : countedWords(total, series)
  return [
    isWhole(series) && wanted <= series.Announced ? `All ${all} owned` : haveWords(series),
    total > 0 ? announcedWords(series) : '',
    wanted > 0 ? `${numberWords(wanted)} wanted` : '',
    inFlight > 0 ? `${inFlight} in progress` : '',
    failed > 0 ? `${failed} failed` : '',
    ignored,
  ].filter(Boolean)
}
