import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import type { ComicInfoFields } from '../../base/formats/documents/comicinfo-writer'
import type { MetronInfo } from '../../base/formats/documents/metroninfo'
import type { MetronInfoFields } from '../../base/formats/documents/metroninfo-writer'
import { normalNumber } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import type { IssueFacts } from '../metadata/providers/provider'
import type { KnownSeries } from '../metadata/sync/merge'
import type { TagSources } from './sheet'

/**
 * Fields that the library has from its files, and that nobody changed, keep the text of the file: names with commas,
 * spellings and words outside the schema survive.
 */

/** Whether the value of a field came from the files. */
interface Unchanged {
  issue(field: keyof IssueFacts): boolean
  series(field: keyof KnownSeries): boolean
}

type Rule = (kept: ComicInfo, unchanged: Unchanged, known: TagSources) => boolean

const ofIssue =
  (field: keyof IssueFacts): Rule =>
  (_, { issue }) =>
    issue(field)
const ofSeries =
  (field: keyof KnownSeries): Rule =>
  (_, { series }) =>
    series(field)
/** The field of the issue where it has one, else that of its series. */
const ofEither =
  (field: keyof IssueFacts & keyof KnownSeries): Rule =>
  (_, { issue, series }, { issueFacts }) =>
    issueFacts[field] === undefined ? series(field) : issue(field)
const ofDate: Rule = (_, { issue }, { issue: { issue_date, release_date } }) =>
  issue(issue_date !== null ? 'issue_date' : release_date !== null ? 'release_date' : 'digital_date')
const ofCode: Rule = (_, { issue }, { issueFacts }) => issue(issueFacts.upc === undefined ? 'isbn' : 'upc')
const ofAlternate: Rule = (_, { issue }, { issueFacts }) =>
  issueFacts.alternate === undefined ? issue('arcs') : issue('alternate')

const RULES: Partial<Record<keyof ComicInfoFields, Rule>> = {
  title: ofIssue('title'),
  summary: ofIssue('summary'),
  // Recognition may have another number or series than the file states, so these are compared.
  series: ({ series }, unchanged, known) => unchanged.series('name') && isSameName(series, known.series.name),
  number: ({ number }, unchanged, { issue }) => unchanged.issue('number') && isSameNumber(number, issue.number),
  volume: ({ volume }, unchanged, { series, issue }) =>
    (unchanged.series('volume') && volume === series.volume) ||
    (unchanged.series('year') && volume === series.year) ||
    String(volume) === issue.number,
  year: ofDate,
  month: ofDate,
  day: ofDate,
  writer: ofIssue('credits'),
  penciller: ofIssue('credits'),
  inker: ofIssue('credits'),
  colorist: ofIssue('credits'),
  letterer: ofIssue('credits'),
  coverArtist: ofIssue('credits'),
  editor: ofIssue('credits'),
  translator: ofIssue('credits'),
  publisher: ofSeries('publisher'),
  imprint: ofSeries('imprint'),
  languageISO: ofSeries('language'),
  format: ofSeries('book_type'),
  genre: ofEither('genres'),
  tags: ofEither('tags'),
  ageRating: ofEither('age_rating'),
  characters: ofIssue('characters'),
  teams: ofIssue('teams'),
  locations: ofIssue('locations'),
  mainCharacterOrTeam: ofIssue('main_character'),
  storyArc: ofIssue('arcs'),
  storyArcNumber: ofIssue('arcs'),
  alternateSeries: ofAlternate,
  alternateNumber: ofAlternate,
  alternateCount: ofAlternate,
  seriesGroup: ofIssue('series_groups'),
  blackAndWhite: ofIssue('black_and_white'),
  communityRating: ofIssue('community_rating'),
  review: ofIssue('review'),
  gtin: ofCode,
  manga: ({ manga }, _, { series }) => isSameKind(manga, series),
}

const isSameName = (kept: string | undefined, name: string) =>
  matchKey((kept ?? '').replace(/\s*\((?:19|20)\d\d\)$/, '')) === matchKey(name)
const isSameNumber = (kept: string | undefined, number: string) => normalNumber(kept ?? '') === normalNumber(number)

/** "Yes" is a manga in the direction of manga. The kind is the user's only when it was chosen. */
function isSameKind(
  kept: ComicInfo['manga'],
  { content_type, content_type_chosen, reading_direction }: TagSources['series'],
) {
  const isManga = kept !== 'No'
  if (isManga !== (content_type === 'manga')) return !content_type_chosen
  return !isManga || reading_direction === 'rtl' || kept === 'Yes'
}

function unchangedIn({ from }: TagSources): Unchanged {
  const isOfFiles = (source: string | undefined) => source === undefined || source === 'file'
  return { issue: (field) => isOfFiles(from.issue[field]), series: (field) => isOfFiles(from.series[field]) }
}

/** The fields without those that the file already has and that did not change. */
export function changedComicInfo(fields: ComicInfoFields, known: TagSources, kept?: ComicInfo): ComicInfoFields {
  if (!kept) return fields
  const unchanged = unchangedIn(known)
  const isKept = (field: keyof ComicInfoFields) => {
    const isStated = kept[field] !== undefined || (isDatePart(field) && kept.year !== undefined)
    return isStated && RULES[field]?.(kept, unchanged, known) === true
  }
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !isKept(field as keyof ComicInfoFields)))
}

/** A date comes from one source: a month of the library does not complete a year of the file. */
const isDatePart = (field: string) => field === 'month' || field === 'day'

const METRON_FIELDS: Partial<Record<keyof MetronInfoFields, keyof IssueFacts>> = {
  stories: 'title',
  summary: 'summary',
  prices: 'price',
  coverDate: 'issue_date',
  storeDate: 'release_date',
  arcs: 'arcs',
  characters: 'characters',
  teams: 'teams',
  locations: 'locations',
  isbn: 'isbn',
  upc: 'upc',
  credits: 'credits',
}

/** The same for MetronInfo. */
export function changedMetronInfo(fields: MetronInfoFields, known: TagSources, kept?: MetronInfo): MetronInfoFields {
  if (!kept) return fields
  const unchanged = unchangedIn(known)
  const { issueFacts, issue } = known
  const isStated = (field: keyof MetronInfo) => !isEmpty(kept[field])
  const left = new Set<string>()
  for (const [field, of] of Object.entries(METRON_FIELDS) as [keyof MetronInfo, keyof IssueFacts][])
    if (isStated(field) && unchanged.issue(of)) left.add(field)
  for (const field of ['genres', 'tags', 'age_rating'] as const) {
    const isOurs = issueFacts[field] === undefined ? unchanged.series(field) : unchanged.issue(field)
    const name = field === 'age_rating' ? 'ageRating' : field
    if (isOurs && isStated(name)) left.add(name)
  }
  if (isStated('publisher') && unchanged.series('publisher') && unchanged.series('imprint')) left.add('publisher')
  if (isSameNumber(kept.number, issue.number) && unchanged.issue('number')) left.add('number')
  const changed = Object.fromEntries(Object.entries(fields).filter(([field]) => !left.has(field)))
  return { ...changed, series: changedSeries(fields.series, unchanged, kept.series) }
}

const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0)

const SERIES_FIELDS = {
  sortName: 'name',
  language: 'language',
  volume: 'volume',
  format: 'book_type',
  startYear: 'year',
  alternativeNames: 'aliases',
} as const satisfies Partial<Record<keyof MetronInfoFields['series'], keyof KnownSeries>>

/** The writer keeps the fields of a series of the same name. */
function changedSeries(
  series: MetronInfoFields['series'],
  unchanged: Unchanged,
  kept: MetronInfo['series'],
): MetronInfoFields['series'] {
  if (kept?.name.toLowerCase() !== series.name.toLowerCase()) return series
  const left = Object.entries(SERIES_FIELDS).filter(
    ([field, of]) => !isEmpty(kept[field as keyof typeof kept]) && unchanged.series(of),
  )
  const names = new Set(left.map(([field]) => field))
  const changed = Object.entries(series).filter(([field]) => !names.has(field))
  return { ...Object.fromEntries(changed), name: unchanged.series('name') ? kept.name : series.name }
}
