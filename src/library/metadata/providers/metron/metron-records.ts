import type { Publication } from '../../states'
import { plainText } from '../plain-text'
import type {
  Credit,
  IssueFacts,
  IssueRecord,
  ProviderAnswer,
  ReleaseRecord,
  SeriesFacts,
  SeriesRecord,
} from '../provider'
import {
  addressField,
  countField,
  dayField,
  knownFields,
  lineField,
  listField,
  longTextField,
  objectField,
  type ReplyFields,
  replyFields,
  requiredList,
  requiredText,
  sentTextField,
  singleLine,
  textFields,
  yearField,
} from '../reply-fields'

/** Metron's records in Panelkeep's form. */

const STATUS: Record<string, Publication> = {
  ongoing: 'ongoing',
  completed: 'ended',
  cancelled: 'cancelled',
  hiatus: 'hiatus',
}

/** Metron's roles of people, where ComicInfo uses another word. */
const ROLES: Record<string, string> = {
  penciller: 'Penciller',
  penciler: 'Penciller',
  artist: 'Penciller',
  colorist: 'Colorist',
  cover: 'CoverArtist',
  'cover artist': 'CoverArtist',
}

export interface MetronPage<T> {
  results: T[]
  total: number
  more: boolean
}

/** A page after the last returns 404; here it counts as empty. */
export function metronPage<T>(json: unknown, read: (fields: ReplyFields) => T): MetronPage<T> {
  if (json === null) return { results: [], total: 0, more: false }
  const answer = replyFields(json)
  const results = requiredList(answer, 'results').map(read)
  const more = lineField(answer, 'next') !== undefined && results.length > 0
  return { results, total: countField(answer, 'count') ?? results.length, more }
}

/** A skipped page would look as if its releases had been removed. */
export function wholeList(all: ReleaseRecord[], total: number): ProviderAnswer<ReleaseRecord[]> {
  if (all.length >= total) return { ok: all }
  return { failure: 'unreadable', detail: `Metron sent ${all.length} of ${total} releases.` }
}

export function listedRelease(issue: ReplyFields): ReleaseRecord {
  const { facts, provider_id } = listedIssue(issue)
  const series = objectField(issue, 'series') ?? {}
  return knownFields<ReleaseRecord>({
    id: provider_id,
    day: facts.release_date ?? '',
    series: requiredText(series, 'name'),
    kind: 'issue',
    unit: 'issue',
    number: facts.number ?? '',
    year: yearField(series, 'year_began'),
    volume: countField(series, 'volume'),
    series_ids: {},
    issue_ids: { metron: provider_id, ...facts.ids },
  })
}

/** In lists the name contains the year: `Harbor Lights (2012)`. */
export function listedSeries(series: ReplyFields): SeriesRecord {
  const shown = requiredText(series, 'series')
  return knownFields<SeriesRecord>({
    provider: 'metron',
    provider_id: requiredText(series, 'id'),
    facts: knownFields<SeriesFacts>({
      name: shown.replace(/\(\d{4}\)$/, '').trimEnd(),
      content_type: 'comic',
      year: yearField(series, 'year_began'),
      volume: countField(series, 'volume'),
      issue_count: countField(series, 'issue_count'),
    }),
    ids: idsOf(series),
    changed: lineField(series, 'modified'),
  })
}

export function wholeSeries(series: ReplyFields): SeriesRecord {
  return knownFields<SeriesRecord>({
    provider: 'metron',
    provider_id: requiredText(series, 'id'),
    facts: knownFields<SeriesFacts>({
      name: requiredText(series, 'name'),
      content_type: 'comic',
      year: yearField(series, 'year_began'),
      end_year: yearField(series, 'year_end'),
      publisher: metronName(series, 'publisher'),
      imprint: metronName(series, 'imprint'),
      volume: countField(series, 'volume'),
      book_type: metronBookType(metronName(series, 'series_type')),
      description: plainText(longTextField(series, 'desc')),
      publication: STATUS[(lineField(series, 'status') ?? '').toLowerCase()],
      genres: textFields(listField(series, 'genres'), 'name'),
      issue_count: countField(series, 'issue_count'),
      url: addressField(series, 'resource_url'),
    }),
    ids: idsOf(series),
    changed: lineField(series, 'modified'),
  })
}

export function listedIssue(issue: ReplyFields): IssueRecord {
  const ids = idsOf(issue)
  const facts = knownFields<IssueFacts>({
    kind: 'issue',
    unit: 'issue',
    number: sentTextField(issue, 'number'),
    release_date: dayField(issue, 'store_date'),
    issue_date: dayField(issue, 'cover_date'),
    image_url: addressField(issue, 'image'),
    cover_hash: hashOf(issue),
    ids: Object.keys(ids).length > 0 ? ids : undefined,
  })
  const changed = lineField(issue, 'modified')
  return {
    provider_id: requiredText(issue, 'id'),
    facts,
    detailed: false,
    ...(changed === undefined ? {} : { changed }),
  }
}

export function wholeIssue(issue: ReplyFields): IssueRecord {
  const record = listedIssue(issue)
  const rating = metronName(issue, 'rating')
  const price = lineField(issue, 'price')
  const more = knownFields<IssueFacts>({
    title: titleOf(issue),
    summary: plainText(longTextField(issue, 'desc')),
    url: addressField(issue, 'resource_url'),
    page_count: countField(issue, 'page'),
    credits: listField(issue, 'credits').map(creditOf),
    characters: textFields(listField(issue, 'characters'), 'name'),
    teams: textFields(listField(issue, 'teams'), 'name'),
    arcs: listField(issue, 'arcs').map((arc) => ({
      name: requiredText(arc, 'name'),
      provider_id: requiredText(arc, 'id'),
    })),
    age_rating: rating?.toLowerCase() === 'unknown' ? undefined : rating,
    price: price === undefined ? undefined : `${price} ${lineField(issue, 'price_currency') ?? 'USD'}`,
    upc: lineField(issue, 'upc'),
    isbn: lineField(issue, 'isbn'),
  })
  return { ...record, facts: { ...record.facts, ...more }, detailed: true }
}

/** Stories of the issue, or the title of a collection. */
function titleOf(issue: ReplyFields): string | undefined {
  const stories = Array.isArray(issue.name) ? issue.name.filter((name) => typeof name === 'string' && name !== '') : []
  return stories.length > 0 ? singleLine(stories.join('; ')) : lineField(issue, 'title')
}

function creditOf(credit: ReplyFields): Credit {
  const roles = textFields(listField(credit, 'role'), 'name').map((role) => ROLES[role.toLowerCase()] ?? role)
  return { name: requiredText(credit, 'creator'), roles: [...new Set(roles)] }
}

export function metronBookType(type: string | undefined): string | undefined {
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

function idsOf(from: ReplyFields): { comicvine?: string } {
  const id = countField(from, 'cv_id')
  return id === undefined || id === 0 ? {} : { comicvine: String(id) }
}

export function metronName(from: ReplyFields, key: string): string | undefined {
  const part = objectField(from, key)
  return part && lineField(part, 'name')
}

function hashOf(issue: ReplyFields): string | undefined {
  const hash = lineField(issue, 'cover_hash')
  return hash !== undefined && /^[\da-f]{16}$/i.test(hash) ? hash.toLowerCase() : undefined
}
