import { epochSeconds } from '../../base/platform/clock'
import { coverPicture } from './cover'
import type { FakeSeries, ProviderData } from './provider-data'
import { escapeHtml, type FakeService, fakeService, idOf, webPage } from './service'

type Row = Record<string, unknown>

const STATUS = {
  ended: 'FINISHED',
  ongoing: 'RELEASING',
  announced: 'NOT_YET_RELEASED',
  cancelled: 'CANCELLED',
  hiatus: 'HIATUS',
}
const COUNTRY: Record<string, string> = { ja: 'JP', ko: 'KR', zh: 'CN' }
const LIMITS = { 'X-RateLimit-Limit': '30', 'X-RateLimit-Remaining': '29' }

interface Asked {
  query: string
  variables: { q?: string; ids?: number[]; page?: number; size?: number; sort?: string[]; adult?: boolean }
}

/** AniList's GraphQL API and its covers, over fake data. Source: docs.anilist.co. */
export function fakeAnilist(providerData: ProviderData): FakeService {
  return fakeService({
    field: 'id',
    answer: async (request, url) => {
      const cover = /^\/file\/anilistcdn\/media\/manga\/cover\/(large|medium)\/([\w.-]+)\.jpg$/.exec(url.pathname)
      if (cover) return pictureOf(cover[2]!, cover[1] === 'medium' ? 100 : 150)
      const agent = request.headers.get('user-agent') ?? ''
      if (!/^\w+\/\d/.test(agent) || agent.startsWith('Mozilla/')) return webPage('<h1>Access denied</h1>', 403)
      if (request.method !== 'POST') return failed(405, 'The GET method is not supported for this route.')
      return answerTo(providerData, url, (await request.json()) as Asked)
    },
    fault: (how) => {
      if (how === 'limit')
        return failed(429, 'Too Many Requests.', { 'Retry-After': '45', 'X-RateLimit-Remaining': '0' })
      if (how === 'limit as a web page') return webPage('<h1>429 Too Many Requests</h1>', 429)
      if (how === 'limit with a date')
        return new Response('', { status: 429, headers: { 'Retry-After': 'Sat, 21 Nov 2026 08:20:00 GMT' } })
      if (how === 'ban') return webPage('<html><title>Access denied</title></html>', 403)
      if (how === 'status 400') return failed(400, 'Validation error')
      return undefined
    },
  })
}

function failed(status: number, message: string, headers: Record<string, string> = {}): Response {
  const errors = [{ message, status, locations: [{ line: 1, column: 1 }] }]
  return Response.json({ errors, data: null }, { status, headers: { ...LIMITS, ...headers } })
}

function answerTo(providerData: ProviderData, { origin }: URL, { query, variables }: Asked): Response {
  const { q, ids, page = 1, size = 1, sort, adult } = variables
  if (size > 50) return failed(400, 'The per page may not be greater than 50.')
  const pictures = origin.includes('graphql.anilist.co') ? 'https://s4.anilist.co' : origin
  const rows = providerData.series.filter((series) => series.ids.anilist).map((series) => mediaRow(series, pictures))
  // AniList counts novels as manga, unless the query excludes them.
  if (!query.includes('format_not:NOVEL'))
    rows.push(...rows.map((row) => ({ ...row, id: -Number(row.id), format: 'NOVEL' })))
  const words = (q ?? '').toLowerCase().split(/\W+/).filter(Boolean)
  const found = rows.filter((row) => {
    const names = JSON.stringify([row.title, row.synonyms]).toLowerCase()
    return (
      (ids === undefined || ids.includes(Number(row.id))) &&
      (adult === undefined || row.isAdult === adult) &&
      words.every((word) => names.includes(word))
    )
  })
  if (sort?.[0] === 'START_DATE_DESC') found.sort((a, b) => yearOf(b) - yearOf(a))
  const media = found.slice((page - 1) * size, page * size)
  // AniList's total is only an estimate.
  const pageInfo = { hasNextPage: found.length > page * size, total: 5000 }
  return Response.json({ data: { Page: { pageInfo, media } } }, { headers: LIMITS })
}

const yearOf = (row: Row) => (row.startDate as { year: number }).year

function mediaRow(series: FakeSeries, pictures: string): Row {
  const ended = series.publication === 'ended'
  const cover = (size: string) => `${pictures}/file/anilistcdn/media/manga/cover/${size}/${series.cover}.jpg`
  const count = (last: string | undefined) => (ended && last !== undefined ? Number(last) : null)
  return {
    id: Number(series.ids.anilist),
    idMal: series.ids.myanimelist ? Number(series.ids.myanimelist) : null,
    title: { romaji: series.aliases[0] ?? series.name, english: series.name, native: series.native ?? null },
    synonyms: series.aliases.slice(1),
    format: series.book_type === 'One-Shot' ? 'ONE_SHOT' : 'MANGA',
    status: STATUS[series.publication],
    description: `<i>${escapeHtml(series.description)}</i><br><br>(Source: Open Window)`,
    startDate: { year: series.year },
    endDate: { year: series.end_year ?? null },
    chapters: count(series.last_chapter),
    volumes: count(series.last_volume),
    countryOfOrigin: COUNTRY[series.language] ?? 'JP',
    isAdult: series.content_rating === 'erotica' || series.content_rating === 'pornographic',
    genres: series.genres,
    tags: [
      ...series.tags.map((name) => ({ name, rank: 80, isGeneralSpoiler: false, isMediaSpoiler: false })),
      { name: 'Everybody Dies', rank: 90, isGeneralSpoiler: false, isMediaSpoiler: true },
    ],
    coverImage: { extraLarge: cover('large'), large: cover('medium'), medium: cover('medium') },
    siteUrl: `https://anilist.co/manga/${series.ids.anilist}`,
    updatedAt: epochSeconds(series.changed),
    staff: {
      edges: [
        ...series.authors.map((full) => ({ role: 'Story & Art', node: { id: idOf(full), name: { full } } })),
        { role: 'Translator (English)', node: { name: { full: 'Paul Harrow' } } },
        { role: 'Art (Assistant)', node: { name: { full: 'Nina Weil' } } },
      ],
    },
  }
}

async function pictureOf(seed: string, width: number): Promise<Response> {
  return new Response(Uint8Array.from(await coverPicture(seed, width)), { headers: { 'Content-Type': 'image/jpeg' } })
}
