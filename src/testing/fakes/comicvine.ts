import { toSqlDateTime } from '../../base/platform/clock'
import { coverPicture } from './cover'
import { arcsOf, type FakeArc, type FakeIssue, type FakeSeries, type ProviderData } from './provider-data'
import { escapeHtml, type FakeService, fakeService, idOf, webPage } from './service'

export const COMICVINE_KEY = '0123456789abcdef0123456789abcdef01234567'

const MOST = 100
type Row = Record<string, unknown>

/** ComicVine's API and its pictures, over fake data. Source: comicvine.gamespot.com/api/documentation. */
export function fakeComicvine(providerData: ProviderData, { key = COMICVINE_KEY }: { key?: string } = {}): FakeService {
  return fakeService({
    keys: ['api_key'],
    field: 'id',
    answer: (request, url) => {
      const path = url.pathname.replace(/^\/api(?=\/)/, '')
      const picture = /^\/a\/uploads\/scale_(\w+)\/([\w.-]+)\.jpg$/.exec(path)
      if (picture) return pictureOf(picture[2]!, picture[1] === 'small' ? 100 : 150)
      // Requests without a program's user agent get a web page.
      if (!/^[A-Z]\w+\/\d/.test(request.headers.get('user-agent') ?? '')) return webPage('<h1>Forbidden</h1>', 403)
      if (url.searchParams.get('api_key') !== key) return envelope(100, 'Invalid API Key', {}, 401)
      if (url.searchParams.get('format') !== 'json') return new Response('<?xml version="1.0"?><response/>')
      return answerTo(
        providerData,
        path.split('/').filter((part) => part !== ''),
        url,
      )
    },
    fault: (how) => {
      if (how === 'limit') return envelope(107, 'Rate limit exceeded.  Slow down cowboy.', {}, 420)
      if (how === 'limit as a web page') return webPage('<html><h1>Too many requests</h1></html>', 429)
      if (how === 'limit with a date')
        return new Response('', { status: 429, headers: { 'Retry-After': 'Sat, 21 Nov 2026 08:20:00 GMT' } })
      if (how === 'ban') return webPage('<html><title>Abnormal Traffic Detected</title><body>Wait.</body></html>')
      if (how === 'key not taken') return envelope(100, 'Invalid API Key', {})
      return undefined
    },
  })
}

function answerTo(providerData: ProviderData, [resource = '', id]: string[], url: URL): Response {
  const { origin } = url
  const known = providerData.series.filter((series) => series.ids.comicvine)
  const volumes = () => known.map((series) => volumeRow(series, origin))
  const issues = () =>
    known.flatMap((series) => series.issues.filter((issue) => issue.ids.comicvine).map((issue) => ({ series, issue })))
  switch (resource) {
    case 'search':
      if (url.searchParams.get('resources') === 'story_arc')
        return searched(arcsOf(providerData).map((arc) => arcRow(arc, origin)), url, 'story_arc') // biome-ignore format: one line
      return searched(volumes(), url)
    case 'story_arc':
      return single(
        arcsOf(providerData)
          .map((arc) => ({ ...arcRow(arc, origin), ...arcIssues(arc) }))
          .find((row) => `4045-${row.id}` === id),
        url,
      )
    case 'volumes':
      return paged(filtered(volumes(), url), url)
    case 'issues':
      return paged(
        filtered(
          issues().map(({ series, issue }) => issueRow(series, issue, origin)),
          url,
        ),
        url,
      )
    case 'volume':
      return single(
        volumes().find((row) => `4050-${row.id}` === id),
        url,
      )
    case 'issue': {
      const found = issues().find(({ issue }) => `4000-${issue.ids.comicvine}` === id)
      return single(found && { ...issueRow(found.series, found.issue, origin), ...creditRows(found.issue) }, url)
    }
    default:
      return envelope(102, 'Error in URL Format', {})
  }
}

/** One matching word is enough, and `page` counts pages, not entries. */
function searched(rows: Row[], url: URL, resource_type = 'volume'): Response {
  const words = (url.searchParams.get('query') ?? '')
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word !== '')
  const hits = (row: Row) => {
    const text = `${row.name} ${row.aliases ?? ''}`.toLowerCase()
    return words.filter((word) => text.includes(word)).length
  }
  const found = rows.filter((row) => hits(row) > 0).sort((a, b) => hits(b) - hits(a))
  const limit = limitOf(url)
  const page = Math.max(1, Number(url.searchParams.get('page') ?? 1))
  return listed(found, url, (page - 1) * limit, { resource_type })
}

function filtered(rows: Row[], url: URL): Row[] {
  const filters = (url.searchParams.get('filter') ?? '').split(',').filter((each) => each !== '')
  return filters.reduce((left, filter) => {
    const at = filter.indexOf(':')
    const [field, value] = [filter.slice(0, at), filter.slice(at + 1)]
    return left.filter((row) => matches(row, field, value))
  }, rows)
}

function matches(row: Row, field: string, value: string): boolean {
  const cell = row[field]
  const text = String(typeof cell === 'object' && cell !== null ? (cell as Row).id : (cell ?? ''))
  if (/_date$/.test(field)) {
    const [from, to] = value.split('|') as [string, string]
    return text !== '' && text >= from && text <= to
  }
  if (field === 'name') return text.toLowerCase().includes(value.toLowerCase())
  return value.split('|').includes(text)
}

function paged(rows: Row[], url: URL): Response {
  const [by, order] = (url.searchParams.get('sort') ?? 'id:asc').split(':') as [string, string | undefined]
  const sign = order === 'desc' ? -1 : 1
  const value = (row: Row) => row[by] as string | number
  const sorted = [...rows].sort((a, b) => (value(a) < value(b) ? -sign : sign))
  return listed(sorted, url, Number(url.searchParams.get('offset') ?? 0))
}

function listed(rows: Row[], url: URL, offset: number, more: Row = {}): Response {
  const limit = limitOf(url)
  const results = rows.slice(offset, offset + limit).map((row) => chosen({ ...row, ...more }, url))
  const counts = { limit, offset, number_of_page_results: results.length, number_of_total_results: rows.length }
  return envelope(1, 'OK', { ...counts, results })
}

function single(row: Row | undefined, url: URL): Response {
  if (!row) return envelope(101, 'Object Not Found', {})
  const counts = { limit: 1, offset: 0, number_of_page_results: 1, number_of_total_results: 1 }
  return envelope(1, 'OK', { ...counts, results: chosen(row, url) })
}

function chosen(row: Row, url: URL): Row {
  const fields = url.searchParams.get('field_list')?.split(',')
  return fields ? Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))) : row
}

const limitOf = (url: URL) => Math.min(MOST, Number(url.searchParams.get('limit') ?? MOST))

function envelope(status_code: number, error: string, more: Row, status = 200): Response {
  const none = { limit: 0, offset: 0, number_of_page_results: 0, number_of_total_results: 0, results: [] }
  return Response.json({ error, ...none, status_code, ...more, version: '1.0' }, { status })
}

function volumeRow(series: FakeSeries, origin: string): Row {
  const known = series.issues.filter((issue) => issue.ids.comicvine)
  const part = (issue: FakeIssue | undefined) =>
    issue
      ? { api_detail_url: '', id: Number(issue.ids.comicvine), name: issue.title ?? null, issue_number: printed(issue) }
      : null
  return {
    id: Number(series.ids.comicvine),
    name: series.name,
    aliases: series.aliases.length > 0 ? series.aliases.join('\r\n') : null,
    deck: null,
    description: `<p>${escapeHtml(series.description)}</p><h2>Collected Editions</h2><table><tr><td>Volume 1</td></tr></table>`,
    count_of_issues: known.length,
    first_issue: part(known[0]),
    last_issue: part(known.at(-1)),
    image: images(series.cover, origin),
    publisher: series.publisher ? { api_detail_url: '', id: idOf(series.publisher), name: series.publisher } : null,
    site_detail_url: `${origin}/${series.key}/4050-${series.ids.comicvine}/`,
    start_year: String(series.year),
    date_last_updated: toSqlDateTime(series.changed),
  }
}

function issueRow(series: FakeSeries, issue: FakeIssue, origin: string): Row {
  return {
    id: Number(issue.ids.comicvine),
    issue_number: printed(issue),
    name: issue.title ?? null,
    cover_date: issue.cover_date ?? null,
    store_date: issue.release_date ?? null,
    description: issue.summary ? `<p><em>${escapeHtml(issue.summary)}</em></p>` : null,
    image: images(issue.cover, origin),
    volume: { id: Number(series.ids.comicvine), name: series.name },
    site_detail_url: `${origin}/${series.key}/4000-${issue.ids.comicvine}/`,
    date_last_updated: toSqlDateTime(issue.changed),
  }
}

/** An arc. Its count is often 0 for any number of issues, and its name is misspelt. */
function arcRow({ id, name, parts }: FakeArc, origin: string): Row {
  return {
    id: Number(id),
    name,
    aliases: null,
    deck: `${name} is a story.`,
    description: null,
    count_of_isssue_appearances: 0,
    image: images(parts[0]!.issue.cover, origin),
    publisher: parts[0]!.series.publisher ? { id: 1, name: parts[0]!.series.publisher } : null,
    site_detail_url: `${origin}/story/4045-${id}/`,
  }
}

/** The issues of an arc: only ids and names, in no order. */
function arcIssues({ parts }: FakeArc): Row {
  return {
    issues: parts.map(({ issue }) => ({ id: Number(issue.ids.comicvine), name: issue.title ?? null })).reverse(),
  }
}

function creditRows(issue: FakeIssue): Row {
  const named = (names: string[]) => names.map((name) => ({ api_detail_url: '', id: idOf(name), name }))
  return {
    person_credits: issue.credits.map(({ name, roles }) => ({
      id: idOf(name),
      name,
      role: roles.map((role) => (role === 'CoverArtist' ? 'cover' : role.toLowerCase())).join(', '),
    })),
    character_credits: named(issue.characters),
    team_credits: named(issue.teams),
    location_credits: named(issue.locations),
    story_arc_credits: issue.arcs.map(({ name, id }) => ({ id: Number(id), name })),
    associated_images: [],
  }
}

function images(seed: string, origin: string): Row {
  const at = (size: string) => `${origin}/a/uploads/scale_${size}/${seed}.jpg`
  return {
    icon_url: at('small'),
    small_url: at('small'),
    medium_url: at('medium'),
    super_url: at('large'),
    original_url: at('large'),
  }
}

/** The printed number. ComicVine has no kinds, so an annual among the issues has the word in its number. */
function printed(issue: FakeIssue): string {
  return issue.kind === 'annual' ? `Annual ${issue.number}` : issue.number
}

async function pictureOf(seed: string, width: number): Promise<Response> {
  return new Response(Uint8Array.from(await coverPicture(seed, width)), { headers: { 'Content-Type': 'image/jpeg' } })
}
