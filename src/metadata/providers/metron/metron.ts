import type { Settings } from '../../client/configured'
import type { MetadataClient, ProviderRequest } from '../../client/metadata-client'
import type { Publication } from '../../states'
import { plainText } from '../plain-text'
import type {
  Answer,
  Credit,
  IssueFacts,
  IssueRecord,
  ProviderQueries,
  ProviderRequestOptions,
  ReleaseRecord,
  SeriesFacts,
  SeriesRecord,
} from '../provider'
import { type Query, requestUrl } from '../request-url'
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

/** Entries of one page; the service decides, this is what it sends. */
const PAGE = 100
const MOST_PAGES = 50
/** Of the releases of one week; there are some 150. */
const RELEASE_PAGES = 10
const [HOUR, DAY] = [3_600_000, 86_400_000]

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

interface Page<T> {
  results: T[]
  total: number
  more: boolean
}

/** Metron: comics, with the user's own token or login. Source: metron.cloud/docs. */
export function makeMetron({ client, config }: { client: MetadataClient; config: Settings }): ProviderQueries {
  const question = (path: string, query: Query, freshForMs: number): ProviderRequest => ({
    url: requestUrl(config.get('metron_url'), `${path}/`, query),
    resource: path.split('/')[0]!,
    freshForMs,
    absent: true,
    key: ({ headers }) => headers.set('Authorization', authorization(config)),
  })
  const list = <T>(
    asked: ProviderRequest,
    read: (fields: Fields) => T,
    asking?: ProviderRequestOptions,
  ): Promise<Answer<Page<T>>> => client.request('metron', asked, (json) => pageOf(json, read), asking)

  return {
    searchSize: PAGE,

    async search({ name, year, limit, offset }, asking) {
      const query = { name, ...(year === undefined ? {} : { year_began: year }), page: Math.floor(offset / PAGE) + 1 }
      const found = await list(question('series', query, 6 * HOUR), listedSeries, asking)
      if (!('ok' in found)) return found
      const from = offset % PAGE
      return { ok: { series: found.ok.results.slice(from, from + limit), total: found.ok.total } }
    },

    async series(ids, asking) {
      const all: SeriesRecord[] = []
      for (const id of ids) {
        const read = (json: unknown) => (json === null ? undefined : wholeSeries(fieldsOf(json)))
        const found = await client.request('metron', question(`series/${id}`, {}, DAY), read, asking)
        if (!('ok' in found)) return found
        if (found.ok) all.push(found.ok)
      }
      return { ok: all }
    },

    async issues(seriesId, asking) {
      const all: IssueRecord[] = []
      for (let page = 1; page <= MOST_PAGES; page++) {
        const found = await list(question('issue', { series_id: seriesId, page }, HOUR), listedIssue, asking)
        if (!('ok' in found)) return found
        all.push(...found.ok.results)
        if (!found.ok.more) break
      }
      return { ok: all }
    },

    issue(issueId, asking) {
      const read = (json: unknown) => (json === null ? undefined : wholeIssue(fieldsOf(json)))
      return client.request('metron', question(`issue/${issueId}`, {}, 7 * DAY), read, asking)
    },

    async releases({ first, last }, asking) {
      const all: ReleaseRecord[] = []
      const days = { store_date_range_after: first, store_date_range_before: last }
      for (let page = 1; page <= RELEASE_PAGES; page++) {
        const found = await list(question('issue', { ...days, page }, HOUR), listedRelease, asking)
        if (!('ok' in found)) return found
        all.push(...found.ok.results)
        if (!found.ok.more) return wholeList(all, found.ok.total)
      }
      return { failure: 'unreadable', detail: `Metron lists more than ${RELEASE_PAGES * PAGE} releases in one week.` }
    },

    seriesOf(issueId, asking) {
      const read = (json: unknown) => (json === null ? undefined : textOf(partOf(fieldsOf(json), 'series') ?? {}, 'id'))
      return client.request('metron', question(`issue/${issueId}`, {}, 7 * DAY), read, asking)
    },

    async test(asking) {
      const found = await list(question('publisher', { page: 1 }, 0), () => null, asking)
      return 'ok' in found ? { ok: { detail: 'Metron answers and takes the login.' } } : found
    },
  }
}

function authorization(config: Settings): string {
  const token = config.get('metron_token')
  if (token !== '') return `Bearer ${token}`
  const login = `${config.get('metron_username')}:${config.get('metron_password')}`
  return `Basic ${Buffer.from(login).toString('base64')}`
}

/** A page after the last is not found there; for us it is an empty one. */
function pageOf<T>(json: unknown, read: (fields: Fields) => T): Page<T> {
  if (json === null) return { results: [], total: 0, more: false }
  const answer = fieldsOf(json)
  const results = needList(answer, 'results').map(read)
  const more = textOf(answer, 'next') !== undefined && results.length > 0
  return { results, total: countOf(answer, 'count') ?? results.length, more }
}

/** A page that was left out would look like releases that are gone. */
function wholeList(all: ReleaseRecord[], total: number): Answer<ReleaseRecord[]> {
  if (all.length >= total) return { ok: all }
  return { failure: 'unreadable', detail: `Metron sent ${all.length} of ${total} releases.` }
}

function listedRelease(issue: Fields): ReleaseRecord {
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
function listedSeries(series: Fields): SeriesRecord {
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

function wholeSeries(series: Fields): SeriesRecord {
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

function listedIssue(issue: Fields): IssueRecord {
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

function wholeIssue(issue: Fields): IssueRecord {
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

function bookType(type: string | undefined): string | undefined {
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

function nameIn(from: Fields, key: string): string | undefined {
  const part = partOf(from, key)
  return part && textOf(part, 'name')
}

function hashOf(issue: Fields): string | undefined {
  const hash = textOf(issue, 'cover_hash')
  return hash !== undefined && /^[\da-f]{16}$/i.test(hash) ? hash.toLowerCase() : undefined
}
