import type { ComicInfo } from '../../base/formats/documents/comicinfo'
import { countWords } from '../../base/platform/words'
import type { IssueFacts } from '../metadata/providers/provider'
import { isDay } from './parsed-file'

/** Fields of a file that describe its issue but identify nothing, as the file writes them. */
export const DETAIL_FIELDS = [
  'age_rating', 'credits', 'characters', 'teams', 'locations', 'arcs', 'genres', 'tags', 'price', 'upc', 'isbn',
  'main_character', 'universes', 'reprints', 'collection_title', 'alternate', 'series_groups', 'language', 'format',
  'black_and_white', 'manga', 'links', 'page_marks', 'review', 'community_rating', 'scan_information', 'notes',
] as const satisfies (keyof IssueFacts)[] // biome-ignore format: one glance

/** `issue_date` only where the file states the cover date beside the release date. */
export type FileDetails = Pick<IssueFacts, (typeof DETAIL_FIELDS)[number] | 'issue_date'>

/** Of several documents in a file, the first one that states a field counts. */
export function mergeDetails(documents: readonly FileDetails[]): FileDetails {
  return Object.assign({}, ...documents.toReversed())
}

// The limits of the editor; the longer ones are those of a summary.
const MOST_RATING = 100
const MOST_WORD = 300
const MOST_TEXT = 10_000
const MOST_LINK = 1000
const MOST_CREDITS = 300
const MOST_ROLES = 20
const MOST_WORDS = 200
const MOST_ARCS = 50
const MOST_LINKS = 50
const MOST_MARKS = 500

const word = (text: string) => text.slice(0, MOST_WORD)
const words = (list: readonly string[]) => list.slice(0, MOST_WORDS).map(word)

type Limits = { [K in keyof Required<FileDetails>]: (value: NonNullable<FileDetails[K]>) => FileDetails[K] }

const LIMITS: Limits = {
  issue_date: word,
  age_rating: (text) => text.slice(0, MOST_RATING),
  credits: (list) =>
    list.slice(0, MOST_CREDITS).map(({ name, roles }) => ({
      name: word(name),
      roles: roles.slice(0, MOST_ROLES).map((role) => role.slice(0, 100)),
    })),
  characters: words,
  teams: words,
  locations: words,
  universes: words,
  reprints: words,
  genres: words,
  tags: words,
  series_groups: (list) => list.slice(0, MOST_ARCS).map(word),
  arcs: (list) => list.slice(0, MOST_ARCS).map((arc) => ({ ...arc, name: word(arc.name) })),
  main_character: word,
  collection_title: word,
  alternate: (place) => ({ ...place, ...(place.series ? { series: word(place.series) } : {}) }),
  language: word,
  format: word,
  black_and_white: (value) => value,
  manga: (value) => value,
  price: word,
  upc: word,
  isbn: word,
  links: (list) => list.filter(({ length }) => length <= MOST_LINK).slice(0, MOST_LINKS),
  page_marks: (list) =>
    list.slice(0, MOST_MARKS).map((mark) => (mark.bookmark ? { ...mark, bookmark: word(mark.bookmark) } : mark)),
  review: (text) => text.slice(0, MOST_TEXT),
  community_rating: (value) => value,
  scan_information: word,
  notes: (text) => text.slice(0, MOST_TEXT),
}

/** The details, cut to the limits. */
export function boundedDetails(details: FileDetails): FileDetails {
  const kept = Object.entries(details).map(([field, value]) => [
    field,
    (LIMITS[field as keyof FileDetails] as (value: unknown) => unknown)(value),
  ])
  return Object.fromEntries(kept)
}

const LISTS = [
  ['credits', 'person', 'people', MOST_CREDITS],
  ['characters', 'character', 'characters', MOST_WORDS],
  ['teams', 'team', 'teams', MOST_WORDS],
  ['locations', 'location', 'locations', MOST_WORDS],
  ['genres', 'genre', 'genres', MOST_WORDS],
  ['tags', 'tag', 'tags', MOST_WORDS],
  ['arcs', 'story arc', 'story arcs', MOST_ARCS],
  ['series_groups', 'series group', 'series groups', MOST_ARCS],
  ['links', 'web link', 'web links', MOST_LINKS],
] as const satisfies (readonly [keyof FileDetails, string, string, number])[]

const TEXTS = [
  ['age_rating', 'age rating', MOST_RATING],
  ['main_character', 'main character', MOST_WORD],
  ['scan_information', 'scan information', MOST_WORD],
  ['review', 'review', MOST_TEXT],
  ['notes', 'notes', MOST_TEXT],
] as const satisfies (readonly [keyof FileDetails, string, number])[]

/** A sentence about each detail that is not kept whole, or that is impossible. */
export function detailRemarks(details: FileDetails, info: Pick<ComicInfo, 'summary' | 'impossible' | DatePart> = {}) {
  const remarks: string[] = []
  for (const [field, one, many, most] of LISTS) {
    const list = details[field] ?? []
    if (list.length > most) remarks.push(`Only the first ${most} of ${countWords(list.length, one, many)} were kept`)
    if (list.slice(0, most).some((each) => nameIn(each).length > MOST_WORD && field !== 'links'))
      remarks.push(`The ${many} were shortened`)
  }
  for (const [field, name, most] of TEXTS)
    if ((details[field] ?? '').length > most) remarks.push(`The ${name} ${name === 'notes' ? 'were' : 'was'} shortened`)
  if ((info.summary ?? '').length > MOST_TEXT) remarks.push('The summary was shortened')
  const impossible = [...(info.impossible ?? []), ...impossibleDay(info)]
  if (impossible.length > 0) remarks.push(`Invalid values were ignored: ${impossible.join(', ')}`)
  return remarks
}

type DatePart = 'year' | 'month' | 'day'

const nameIn = (entry: string | { name: string }) => (typeof entry === 'string' ? entry : entry.name)

function impossibleDay({ year, month, day }: Pick<ComicInfo, DatePart>): string[] {
  if (year === undefined || month === undefined || day === undefined || isDay(year, month, day)) return []
  return [`Day ${day}`]
}
