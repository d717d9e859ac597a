import type { Publication } from '../../states'
import { plainText } from '../plain-text'
import type { Answer, Credit, IssueFacts, IssueRecord, ReleaseRecord, SeriesFacts, SeriesRecord } from '../provider'
import {
  addressOf,
  countOf,
  dayOf,
  eachText,
  type Fields,
  fieldsOf,
  knownFields,
  lineOf,
  listOf,
  longTextOf,
  needList,
  needText,
  partOf,
  sentText,
  textOf,
  yearOf,
} from '../shapes'

/** What Metron sends, in our words. */

const STATUS: Record<string, Publication> = {
  ongoing: 'ongoing',
  completed: 'ended',
  cancelled: 'cancelled',
  hiatus: 'hiatus',
}

/** What it calls people, where ComicInfo has another word. */
const ROLES: Record<string, string> = {
  penciller: 'Penciller',
  penciler: 'Penciller',
  artist: 'Penciller',
  colorist: 'Colorist',
  cover: 'CoverArtist',
  'cover artist': 'CoverArtist',
}

const RATINGS: Record<string, string> = {
  everyone: 'Everyone',
  teen: 'Teen',
  'teen plus': 'Mature 17+',
  mature: 'Mature 17+',
  explicit: 'Adults Only 18+',
  adult: 'Adults Only 18+',
}

export interface Page<T> {
  results: T[]
  total: number
  more: boolean
}

/** A page after the last is not found there; for us it is an empty one. */
export function pageOf<T>(json: unknown, read: (fields: Fields) => T): Page<T> {
  if (json === null) return { results: [], total: 0, more: false }
  const answer = fieldsOf(json)
  const results = needList(answer, 'results').map(read)
  const more = textOf(answer, 'next') !== undefined && results.length > 0
  return { results, total: countOf(answer, 'count') ?? results.length, more }
}

/** A page that was left out would look like releases that are gone. */
export function wholeList(all: ReleaseRecord[], total: number): Answer<ReleaseRecord[]> {
  if (all.length >= total) return { ok: all }
  return { failure: 'unreadable', detail: `Metron sent ${all.length} of ${total} releases.` }
}

export function listedRelease(issue: Fields): ReleaseRecord {
  const { facts, provider_id } = listedIssue(issue)
  const series = partOf(issue, 'series') ?? {}
  return knownFields<ReleaseRecord>({
    id: provider_id,
    day: facts.release_date ?? '',
    series: needText(series, 'name'),
    kind: 'issue',
    unit: 'issue',
    number: facts.number ?? '',
    year: yearOf(series, 'year_began'),
    volume: countOf(series, 'volume'),
    series_ids: {},
    issue_ids: { metron: provider_id, ...facts.ids },
  })
}

/** In lists the name carries the year: `Harbor Lights (2012)`. */
export function listedSeries(series: Fields): SeriesRecord {
  const shown = needText(series, 'series')
  return knownFields<SeriesRecord>({
    provider: 'metron',
    provider_id: needText(series, 'id'),
    facts: knownFields<SeriesFacts>({
      name: shown.replace(/\(\d{4}\)$/, '').trimEnd(),
      content_type: 'comic',
      year: yearOf(series, 'year_began'),
      volume: countOf(series, 'volume'),
      issue_count: countOf(series, 'issue_count'),
    }),
    ids: idsOf(series),
    changed: textOf(series, 'modified'),
  })
}

export function wholeSeries(series: Fields): SeriesRecord {
  return knownFields<SeriesRecord>({
    provider: 'metron',
    provider_id: needText(series, 'id'),
    facts: knownFields<SeriesFacts>({
      name: needText(series, 'name'),
      content_type: 'comic',
      year: yearOf(series, 'year_began'),
      end_year: yearOf(series, 'year_end'),
      publisher: nameIn(series, 'publisher'),
      imprint: nameIn(series, 'imprint'),
      volume: countOf(series, 'volume'),
      book_type: bookType(nameIn(series, 'series_type')),
      description: plainText(longTextOf(series, 'desc')),
      publication: STATUS[(textOf(series, 'status') ?? '').toLowerCase()],
      genres: eachText(listOf(series, 'genres'), 'name'),
      issue_count: countOf(series, 'issue_count'),
      url: addressOf(series, 'resource_url'),
    }),
    ids: idsOf(series),
    changed: textOf(series, 'modified'),
  })
}

export function listedIssue(issue: Fields): IssueRecord {
  const ids = idsOf(issue)
  const facts = knownFields<IssueFacts>({
    kind: 'issue',
    unit: 'issue',
    number: sentText(issue, 'number'),
    release_date: dayOf(issue, 'store_date'),
    issue_date: dayOf(issue, 'cover_date'),
    image_url: addressOf(issue, 'image'),
    cover_hash: hashOf(issue),
    ids: Object.keys(ids).length > 0 ? ids : undefined,
  })
  const changed = textOf(issue, 'modified')
  return { provider_id: needText(issue, 'id'), facts, detailed: false, ...(changed === undefined ? {} : { changed }) }
}

export function wholeIssue(issue: Fields): IssueRecord {
  const record = listedIssue(issue)
  const rating = nameIn(issue, 'rating')
  const price = textOf(issue, 'price')
  const more = knownFields<IssueFacts>({
    title: titleOf(issue),
    summary: plainText(longTextOf(issue, 'desc')),
    url: addressOf(issue, 'resource_url'),
    page_count: countOf(issue, 'page'),
    credits: listOf(issue, 'credits').map(creditOf),
    characters: eachText(listOf(issue, 'characters'), 'name'),
    teams: eachText(listOf(issue, 'teams'), 'name'),
    arcs: listOf(issue, 'arcs').map((arc) => ({ name: needText(arc, 'name'), provider_id: needText(arc, 'id') })),
    age_rating: rating === undefined ? undefined : RATINGS[rating.toLowerCase()],
    price: price === undefined ? undefined : `${price} ${textOf(issue, 'price_currency') ?? 'USD'}`,
    upc: textOf(issue, 'upc'),
    isbn: textOf(issue, 'isbn'),
  })
  return { ...record, facts: { ...record.facts, ...more }, detailed: true }
}

/** Stories of the issue, or the title of a collection. */
function titleOf(issue: Fields): string | undefined {
  const stories = Array.isArray(issue.name) ? issue.name.filter((name) => typeof name === 'string' && name !== '') : []
  return stories.length > 0 ? lineOf(stories.join('; ')) : textOf(issue, 'title')
}

function creditOf(credit: Fields): Credit {
  const roles = eachText(listOf(credit, 'role'), 'name').map((role) => ROLES[role.toLowerCase()] ?? role)
  return { name: needText(credit, 'creator'), roles: [...new Set(roles)] }
}

export function bookType(type: string | undefined): string | undefined {
  if (type === undefined) return undefined
  const known: Record<string, string> = {
    'trade paperback': 'TPB',
    'graphic novel': 'GN',
    hardcover: 'HC',
    'one-shot': 'One-Shot',
    'digital chapter': 'Digital',
  }
  return known[type.toLowerCase()] ?? 'Print'
}

function idsOf(from: Fields): { comicvine?: string } {
  const id = countOf(from, 'cv_id')
  return id === undefined || id === 0 ? {} : { comicvine: String(id) }
}

export function nameIn(from: Fields, key: string): string | undefined {
  const part = partOf(from, key)
  return part && textOf(part, 'name')
}

function hashOf(issue: Fields): string | undefined {
  const hash = textOf(issue, 'cover_hash')
  return hash !== undefined && /^[\da-f]{16}$/i.test(hash) ? hash.toLowerCase() : undefined
}
