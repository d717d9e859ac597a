import { plus } from '../../base/platform/clock'
import { coverPicture, coverSeed } from './cover'
import type { FakeIssue, FakeSeries, ProviderData } from './provider-data'
import { type FakeService, fakeService, webPage } from './service'

type Row = Record<string, unknown>

const STATUS = {
  ongoing: 'ongoing',
  ended: 'completed',
  hiatus: 'hiatus',
  cancelled: 'cancelled',
  announced: 'ongoing',
}
/** The default of requests without ratings. */
const USUAL_RATINGS = ['safe', 'suggestive', 'erotica']
const KNOWN =
  /^(title|limit|offset|ids\[\]|includes\[\]|contentRating\[\]|translatedLanguage\[\]|manga\[\]|locales\[\]|includeUnavailable|includeExternalUrl|publishAtSince|order\[\w+\])$/

/** MangaDex's API and its covers, over fake data. Source: api.mangadex.org/docs. */
export function fakeMangadex(providerData: ProviderData): FakeService {
  return fakeService({
    field: 'id',
    answer: (request, url) => {
      const cover = /^\/covers\/[\da-f-]+\/([\w.-]+?)\.jpg\.(256|512)\.jpg$/.exec(url.pathname)
      if (cover) return pictureOf(cover[1]!, request, cover[2] === '256' ? 100 : 150)
      const agent = request.headers.get('user-agent') ?? ''
      // MangaDex needs a program's user agent, and rejects proxies.
      if (!/^\w+\/\d/.test(agent) || agent.startsWith('Mozilla/') || request.headers.has('via')) {
        return refused(403, 'forbidden', 'You were refused.')
      }
      const unknown = [...url.searchParams.keys()].find((name) => !KNOWN.test(name))
      if (unknown) return refused(400, 'validation_exception', `The property ${unknown} is not defined.`)
      return answerTo(providerData, url)
    },
    fault: (how) => {
      if (how === 'limit') return refused(429, 'rate_limited', 'Too many requests.', { 'Retry-After': '45' })
      if (how === 'limit as a web page') return webPage('<h1>429 Too Many Requests</h1>', 429)
      if (how === 'limit with a date')
        return new Response('', { status: 429, headers: { 'Retry-After': 'Sat, 21 Nov 2026 08:20:00 GMT' } })
      // For clients that ignore 429.
      if (how === 'ban') return refused(403, 'forbidden', 'Come back later.')
      if (how === 'status 400') return refused(400, 'validation_exception', 'Something is not as defined.')
      return undefined
    },
  })
}

function refused(status: number, title: string, detail: string, headers: Record<string, string> = {}): Response {
  const errors = [{ id: '00000000-0000-4000-8000-000000000000', status, title, detail, context: null }]
  return Response.json({ result: 'error', errors }, { status, headers })
}

function answerTo(providerData: ProviderData, url: URL): Response {
  const known = providerData.series.filter((series) => series.ids.mangadex)
  const [, resource, id, what] = url.pathname.split('/')
  const series = known.find((each) => each.ids.mangadex === id)
  if (resource === 'manga' && id === undefined) return listed(searched(known, url).map(mangaRow), url, 100)
  if (resource === 'manga' && !series) return refused(404, 'not_found', 'No such manga.')
  if (what === 'feed') return listed(feedOf(series!, url), url, 500)
  if (what === 'aggregate') return Response.json({ result: 'ok', volumes: aggregateOf(series!) })
  if (resource === 'cover') return listed(coversOf(known, all(url, 'manga[]')), url, 100)
  if (resource === 'chapter') {
    const every = known.flatMap((each) => feedOf(each, url))
    return listed(
      every.filter((row) => all(url, 'ids[]').includes(String(row.id))),
      url,
      100,
    )
  }
  return refused(404, 'not_found', 'No such path.')
}

const all = (url: URL, name: string) => url.searchParams.getAll(name)

function listed(rows: Row[], url: URL, most: number): Response {
  const limit = Number(url.searchParams.get('limit') ?? 10)
  const offset = Number(url.searchParams.get('offset') ?? 0)
  if (limit > most || offset + limit > 10_000) return refused(400, 'validation_exception', 'limit is too large.')
  const data = rows.slice(offset, offset + limit)
  return Response.json({ result: 'ok', response: 'collection', data, limit, offset, total: rows.length })
}

function searched(known: FakeSeries[], url: URL): FakeSeries[] {
  const ids = all(url, 'ids[]')
  const words = (url.searchParams.get('title') ?? '').toLowerCase().split(/\W+/).filter(Boolean)
  return known.filter((series) => {
    const names = [series.name, ...series.aliases].join(' ').toLowerCase()
    return (
      isRated(series, url) &&
      (ids.length === 0 || ids.includes(series.ids.mangadex!)) &&
      words.every((word) => names.includes(word))
    )
  })
}

function isRated(series: FakeSeries, url: URL): boolean {
  const ratings = all(url, 'contentRating[]')
  return (ratings.length > 0 ? ratings : USUAL_RATINGS).includes(series.content_rating ?? 'safe')
}

function mangaRow(series: FakeSeries): Row {
  const { ids } = series
  const links = { ...(ids.anilist ? { al: ids.anilist } : {}), ...(ids.myanimelist ? { mal: ids.myanimelist } : {}) }
  return {
    id: ids.mangadex,
    type: 'manga',
    attributes: {
      title: { en: series.name },
      altTitles: [
        ...series.aliases.map((alias) => ({ 'ja-ro': alias })),
        ...(series.native ? [{ [series.language]: series.native }] : []),
      ],
      // MangaDex sends an empty list instead of an empty object.
      description:
        series.description === '' ? [] : { en: `**${series.description}**\n\n---\n[Official](https://example.org)` },
      isLocked: false,
      links: Object.keys(links).length > 0 ? { ...links, mu: `mu${ids.mangadex!.slice(-3)}` } : null,
      originalLanguage: series.language,
      lastVolume: series.last_volume ?? '',
      lastChapter: series.last_chapter ?? null,
      publicationDemographic: null,
      status: STATUS[series.publication],
      year: series.year,
      contentRating: series.content_rating ?? 'safe',
      tags: [
        ...series.genres.map((name) => tagRow(name, 'genre')),
        ...series.tags.map((name) => tagRow(name, 'theme')),
        ...(series.book_type === 'One-Shot' ? [tagRow('Oneshot', 'format')] : []),
      ],
      state: 'published',
      chapterNumbersResetOnNewVolume: false,
      updatedAt: wired(series.changed),
      latestUploadedChapter: series.issues.at(-1)?.ids.mangadex ?? null,
    },
    relationships: [
      ...series.authors.map((name) => ({ id: name, type: 'author', attributes: { name } })),
      ...series.artists.map((name) => ({ id: name, type: 'artist', attributes: { name } })),
      { id: series.cover, type: 'cover_art', attributes: { fileName: `${series.cover}.jpg`, volume: '1' } },
    ],
  }
}

const tagRow = (name: string, group: string) => ({ id: name, type: 'tag', attributes: { name: { en: name }, group } })
const wired = (instant: string) => instant.replace(/\.\d+Z$/, '+00:00')

/** Each chapter in English and Spanish; every fifth also by a second group, three days later. */
function feedOf(series: FakeSeries, url: URL): Row[] {
  if (!isRated(series, url)) return []
  const languages = all(url, 'translatedLanguage[]')
  const rows = series.issues
    .filter((issue) => issue.ids.mangadex)
    .flatMap((issue, index) => [
      ...(index % 5 === 4 ? [chapterRow(series, issue, 'en', 3)] : []),
      chapterRow(series, issue, 'en', 0),
      chapterRow(series, issue, 'es', 1),
    ])
  const since = url.searchParams.get('publishAtSince') ?? ''
  return rows
    .filter((row) => row.at >= since)
    .filter((row) => languages.length === 0 || languages.includes(String(row.language)))
    .map((row) => row.row as Row)
}

function chapterRow(series: FakeSeries, issue: FakeIssue, language: string, daysLate: number) {
  const id = issue.ids.mangadex!
  const at = wired(plus(`${issue.release_date}T09:00:00.000Z`, daysLate * 86_400_000))
  const row = {
    id: daysLate === 0 ? id : `${id.slice(0, 14)}${language === 'en' ? '5' : '6'}${id.slice(15)}`,
    type: 'chapter',
    attributes: {
      volume: issue.volume_number ?? null,
      chapter: issue.number === '' ? null : issue.number,
      title: issue.title ?? '',
      translatedLanguage: language,
      externalUrl: null,
      isUnavailable: false,
      publishAt: at,
      readableAt: at,
      createdAt: at,
      updatedAt: at,
      pages: issue.page_count ?? 0,
      version: 1,
    },
    relationships: [
      { id: `group ${daysLate}`, type: 'scanlation_group' },
      { id: series.ids.mangadex, type: 'manga' },
    ],
  }
  return { language, at, row }
}

/** Empty objects are sent as lists, and so are the chapters of the first volume. */
function aggregateOf(series: FakeSeries): unknown {
  if (series.issues.length === 0) return []
  const volumes = Map.groupBy(series.issues, (issue) => issue.volume_number ?? 'none')
  return Object.fromEntries(
    [...volumes].map(([volume, issues]) => {
      const chapters = issues.map((issue) => ({ chapter: issue.number || 'none', id: issue.ids.mangadex, count: 2 }))
      const keyed = Object.fromEntries(chapters.map((chapter) => [chapter.chapter, chapter]))
      return [volume, { volume, count: issues.length, chapters: volume === '1' ? chapters : keyed }]
    }),
  )
}

function coversOf(known: FakeSeries[], ids: string[]): Row[] {
  return known
    .filter((series) => ids.includes(series.ids.mangadex!))
    .flatMap((series) => {
      const volumes = series.issues.flatMap(({ volume_number }) => volume_number ?? [])
      const counted = Array.from({ length: Number(series.last_volume ?? 0) }, (_, at) => String(at + 1))
      return [...new Set([...volumes, ...counted])].map((volume) => ({
        id: `cover of ${series.key} ${volume}`,
        type: 'cover_art',
        attributes: {
          volume,
          fileName: `${coverSeed(`${series.key}/volume ${volume}`)}.jpg`,
          locale: series.language,
          createdAt: wired(series.changed),
        },
      }))
    })
}

/** A picture. Hotlinks from other sites get a placeholder. */
async function pictureOf(seed: string, request: Request, width: number): Promise<Response> {
  const bytes = await coverPicture(request.headers.has('referer') ? 'hotlink' : seed, width)
  return new Response(Uint8Array.from(bytes), { headers: { 'Content-Type': 'image/jpeg' } })
}
