import { httpDate } from '../../base/platform/clock'
import { UNCHANGED_AT } from './calendar'
import { coverPicture } from './cover'
import {
  arcsOf,
  type FakeIssue,
  type FakeReadingList,
  type FakeSeries,
  issueOf,
  type ProviderData,
} from './provider-data'
import { type FakeService, fakeService, idOf, webPage } from './service'

export const METRON_TOKEN = 'metron-token-of-the-tests'
const METRON_LOGIN = { username: 'reader', password: 'correct horse' } as const

const PAGE = 100
type Row = Record<string, unknown>

interface Making {
  token?: string
  login?: { username: string; password: string }
  /** Metron's hash of a cover: 16 hex digits. Absent: none. */
  coverHash?: (issue: FakeIssue) => string
}

/** Metron's API and its pictures, over fake data. Source: metron.cloud/docs. */
export function fakeMetron(
  providerData: ProviderData,
  { token = METRON_TOKEN, login = METRON_LOGIN, coverHash }: Making = {},
): FakeService {
  const basic = `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`
  return fakeService({
    field: 'id',
    answer: (request, url) => {
      const path = url.pathname.replace(/^\/api(?=\/)/, '')
      const picture = /^\/media\/issue\/([\w.-]+)\.jpg$/.exec(path)
      if (picture) return pictureOf(picture[1]!)
      const who = request.headers.get('authorization')
      if (who !== `Bearer ${token}` && who !== basic) return refused()
      return answerTo(
        { providerData, url, coverHash },
        path.split('/').filter((part) => part !== ''),
        request,
      )
    },
    fault: (how) => {
      if (how === 'limit')
        return Response.json(
          { detail: 'Request was throttled.' },
          { status: 429, headers: { 'Retry-After': '45', ...LIMITS } },
        )
      if (how === 'limit as a web page') return webPage('<h1>429 Too Many Requests</h1>', 429)
      if (how === 'limit with a date')
        return new Response('', { status: 429, headers: { 'Retry-After': 'Sat, 21 Nov 2026 08:20:00 GMT' } })
      if (how === 'ban') return webPage('<html><title>Access denied</title></html>', 403)
      if (how === 'key not taken') return refused()
      return undefined
    },
  })
}

const LIMITS = {
  'X-RateLimit-Burst-Limit': '20',
  'X-RateLimit-Burst-Remaining': '19',
  'X-RateLimit-Burst-Reset': '60',
  'X-RateLimit-Sustained-Limit': '5000',
  'X-RateLimit-Sustained-Remaining': '4999',
  'X-RateLimit-Sustained-Reset': '86400',
}

const refused = () =>
  Response.json({ detail: 'Invalid token.' }, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } })
const absent = (detail = 'Not found.') => Response.json({ detail }, { status: 404, headers: LIMITS })

interface Asked {
  providerData: ProviderData
  url: URL
  coverHash?: ((issue: FakeIssue) => string) | undefined
}

function answerTo(
  { providerData, url, coverHash }: Asked,
  [resource = '', id, part]: string[],
  request: Request,
): Response {
  const known = providerData.series.filter((series) => series.ids.metron)
  const issues = known.flatMap((series) =>
    series.issues.filter((issue) => issue.ids.metron).map((issue) => ({ series, issue })),
  )
  if (resource === 'series' && id) {
    const found = known.find((series) => series.ids.metron === id)
    return found ? dated(request, wholeSeries(found, url.origin), found.changed) : absent()
  }
  if (resource === 'issue' && id) {
    const found = issues.find(({ issue }) => issue.ids.metron === id)
    return found
      ? dated(request, wholeIssue(found.series, found.issue, { url, coverHash }), found.issue.changed)
      : absent()
  }
  const ask = (name: string) => url.searchParams.get(name)
  if (resource === 'series') {
    const name = (ask('name') ?? '').toLowerCase()
    const fits = (series: FakeSeries) =>
      name.split(/\W+/).every((word) => series.name.toLowerCase().includes(word)) &&
      (ask('year_began') === null || String(series.year) === ask('year_began')) &&
      (ask('cv_id') === null || series.ids.comicvine === ask('cv_id'))
    return paged(known.filter(fits).map(listedSeries), url)
  }
  if (resource === 'issue') {
    const fits = ({ series, issue }: { series: FakeSeries; issue: FakeIssue }) =>
      (ask('series_id') === null || series.ids.metron === ask('series_id')) &&
      (ask('number') === null || issue.number === ask('number')) &&
      (ask('cv_id') === null || issue.ids.comicvine === ask('cv_id')) &&
      (ask('store_date_range_after') === null || (issue.release_date ?? '') >= ask('store_date_range_after')!) &&
      (ask('store_date_range_before') === null || (issue.release_date ?? '9999') <= ask('store_date_range_before')!)
    return paged(
      issues.filter(fits).map(({ series, issue }) => listedIssue(series, issue, { url, coverHash })),
      url,
    )
  }
  const named = ({ name }: { name: string }) => name.toLowerCase().includes((ask('name') ?? '').toLowerCase())
  if (resource === 'arc') {
    const arcs = arcsOf(providerData)
    if (!id) return paged(arcs.filter(named).map(listedArc), url)
    const arc = arcs.find((each) => each.id === id)
    if (!arc) return absent()
    if (part !== 'issue_list') return Response.json({ ...listedArc(arc), desc: `${arc.name} is a story.`, image: null })
    return paged(arc.parts.map(({ series, issue }) => listedIssue(series, issue, { url, coverHash })), url) // biome-ignore format: one line
  }
  if (resource === 'reading_list') {
    if (!id) return paged(providerData.readingLists.filter(named).map(listedList), url)
    const list = providerData.readingLists.find((each) => each.id === id)
    if (!list) return absent()
    if (part !== 'items') return dated(request, wholeList(list, url.origin), list.changed)
    const place = (key: string) => issues.find(({ issue }) => issue === issueOf(providerData, key))!
    return paged(list.issues.map((key, at) => listItem(place(key), at, { url, coverHash })), url) // biome-ignore format: one line
  }
  if (resource === 'publisher')
    return paged([...new Set(known.flatMap((series) => series.publisher ?? []))].map(namedRow), url)
  return absent()
}

function paged(rows: Row[], url: URL): Response {
  const page = Number(url.searchParams.get('page') ?? 1)
  const last = Math.max(1, Math.ceil(rows.length / PAGE))
  if (page < 1 || page > last) return absent('Invalid page.')
  const link = (to: number) => {
    const next = new URL(url)
    next.searchParams.set('page', String(to))
    return to >= 1 && to <= last ? next.href : null
  }
  const results = rows.slice((page - 1) * PAGE, page * PAGE)
  return Response.json(
    { count: rows.length, next: link(page + 1), previous: link(page - 1), results },
    { headers: LIMITS },
  )
}

/** Responds 304 to a conditional request for an unchanged record. */
function dated(request: Request, row: Row, changed: string): Response {
  const headers = { ...LIMITS, 'Last-Modified': httpDate(changed) }
  if (request.headers.get('if-modified-since') === httpDate(changed))
    return new Response(null, { status: 304, headers })
  return Response.json(row, { headers })
}

const namedRow = (name: string): Row => ({ id: idOf(name), name })

function listedSeries(series: FakeSeries): Row {
  return {
    id: Number(series.ids.metron),
    series: `${series.name} (${series.year})`,
    year_began: series.year,
    volume: series.volume ?? 1,
    issue_count: series.issues.length,
    modified: series.changed,
  }
}

const listedArc = ({ id, name }: { id: string; name: string }): Row => ({
  id: Number(id),
  name,
  modified: UNCHANGED_AT,
})

const listedList = ({ id, name, changed }: FakeReadingList): Row => ({
  id: Number(id),
  name,
  is_private: false,
  attribution_source: 'CBRO',
  average_rating: null,
  modified: changed,
})

function wholeList(list: FakeReadingList, origin: string): Row {
  return {
    ...listedList(list),
    desc: list.description,
    image: null,
    attribution_url: '',
    items_url: `${origin}/api/reading_list/${list.id}/items/`,
    resource_url: `${origin}/reading-list/${list.id}/`,
  }
}

/** A series in a list: id and type, without a year. */
function listItem(
  { series, issue }: { series: FakeSeries; issue: FakeIssue },
  at: number,
  request: Pick<Asked, 'url' | 'coverHash'>,
): Row {
  const { id, number, cover_date, store_date, cv_id, modified } = listedIssue(series, issue, request)
  const of = {
    id: Number(series.ids.metron),
    name: series.name,
    volume: series.volume ?? 1,
    series_type: series.book_type,
  }
  const row = { id, series: of, number, cover_date, store_date, cv_id, gcd_id: null, modified }
  return { id: 9000 + at, order: at + 1, issue_type: '', issue: row }
}

function wholeSeries(series: FakeSeries, origin: string): Row {
  return {
    id: Number(series.ids.metron),
    name: series.name,
    sort_name: series.name,
    volume: series.volume ?? 1,
    series_type: namedRow(series.book_type),
    status: series.publication === 'ended' ? 'Completed' : 'Ongoing',
    publisher: series.publisher ? namedRow(series.publisher) : null,
    imprint: series.imprint ? namedRow(series.imprint) : null,
    year_began: series.year,
    year_end: series.end_year ?? null,
    desc: series.description,
    issue_count: series.issues.length,
    genres: series.genres.map(namedRow),
    associated: [],
    cv_id: series.ids.comicvine ? Number(series.ids.comicvine) : null,
    gcd_id: null,
    resource_url: `${origin}/series/${series.key}/`,
    modified: series.changed,
  }
}

function listedIssue(series: FakeSeries, issue: FakeIssue, { url, coverHash }: Pick<Asked, 'url' | 'coverHash'>): Row {
  return {
    id: Number(issue.ids.metron),
    series: { name: series.name, volume: series.volume ?? 1, year_began: series.year },
    number: issue.number,
    issue: `${series.name} (${series.year}) #${issue.number}`,
    cover_date: issue.cover_date ?? null,
    store_date: issue.release_date ?? null,
    image: `${url.origin}/media/issue/${issue.cover}.jpg`,
    cover_hash: coverHash?.(issue) ?? '',
    cv_id: issue.ids.comicvine ? Number(issue.ids.comicvine) : null,
    modified: issue.changed,
  }
}

function wholeIssue(series: FakeSeries, issue: FakeIssue, request: Pick<Asked, 'url' | 'coverHash'>): Row {
  return {
    ...listedIssue(series, issue, request),
    series: { id: Number(series.ids.metron), name: series.name, volume: series.volume ?? 1, year_began: series.year },
    publisher: series.publisher ? namedRow(series.publisher) : null,
    title: '',
    name: issue.title ? [issue.title] : [],
    page: issue.page_count ?? null,
    price: issue.price ?? null,
    price_currency: 'USD',
    upc: issue.upc ?? '',
    isbn: '',
    desc: issue.summary ?? '',
    rating: namedRow('Teen'),
    credits: issue.credits.map(({ name, roles }) => ({
      id: idOf(name),
      creator: name,
      role: roles.map((role) => namedRow(role === 'CoverArtist' ? 'Cover' : role)),
    })),
    arcs: issue.arcs.map(({ name, id }) => ({ id: Number(id), name })),
    characters: issue.characters.map(namedRow),
    teams: issue.teams.map(namedRow),
    universes: [],
    reprints: [],
    variants: [],
    gcd_id: null,
    resource_url: `${request.url.origin}/issue/${issue.key.replaceAll('/', '-')}/`,
  }
}

async function pictureOf(seed: string): Promise<Response> {
  return new Response(Uint8Array.from(await coverPicture(seed)), { headers: { 'Content-Type': 'image/jpeg' } })
}
