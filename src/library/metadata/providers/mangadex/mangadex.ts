import type { ReadableConfig } from '../../client/configured'
import type { MetadataClient, ProviderRequest } from '../../client/metadata-client'
import type {
  IssueRecord,
  ProviderAnswer,
  ProviderQueries,
  ProviderRequestOptions,
  ReleaseQuery,
  ReleaseRecord,
  SeriesRecord,
} from '../provider'
import { countField, knownFields, lineField, type ReplyFields, replyFields, requiredList } from '../reply-fields'
import { type QueryFields, requestUrl } from '../request-url'
import {
  type ChapterUpload,
  chapterUpload,
  listedChapter,
  type MangaOutline,
  mangadexIssues,
  mangaOfMadeUp,
  mangaOutline,
  volumeCover,
} from './mangadex-chapters'
import { type DisplayOptions, mangadexSeries, relatedEntries } from './mangadex-records'

const [HOUR, DAY] = [3_600_000, 86_400_000]
/** The most entries per reply, and the last position in a list that can be requested. */
const [PAGE, FEED_PAGE, REACH] = [100, 500, 10_000]
/** Releases take a request per manga: more would take minutes. */
const MOST_FOLLOWED = 400
/** A linked series stays linked, whatever the settings of a search exclude. */
const EVERY_RATING = ['safe', 'suggestive', 'erotica', 'pornographic']

const BEST = { by: 'relevance', direction: 'desc' }
const ORDER = new Map([
  ['latest', { by: 'latestUploadedChapter', direction: 'desc' }],
  ['follows', { by: 'followedCount', direction: 'desc' }],
])

/** Related records requested with a manga, so that no further request is needed. */
const WHOLE = { 'includes[]': ['cover_art', 'author', 'artist'] }

interface Page<T> {
  entries: T[]
  total: number
}

interface Manga {
  record: SeriesRecord
  outline: MangaOutline
}

/** MangaDex: manga with their chapters, volumes and covers; no key. Source: api.mangadex.org/docs. */
export function makeMangadex({ client, config }: { client: MetadataClient; config: ReadableConfig }): ProviderQueries {
  const taste = (): DisplayOptions => ({
    languages: words(config.get('mangadex_languages')),
    covers: config.get('mangadex_covers_url').replace(/(?<!\/)\/+$/, ''),
  })
  const ratings = () => words(config.get('mangadex_content_rating'))
  const mangaOf = (entry: ReplyFields): Manga => ({
    record: mangadexSeries(entry, taste()),
    outline: mangaOutline(entry),
  })
  const question = (path: string, query: QueryFields, freshForMs: number): ProviderRequest => ({
    url: requestUrl(config.get('mangadex_url'), path, query),
    resource: path.split('/')[0]!,
    freshForMs,
  })
  const page = <T>(
    { path, query, freshForMs }: Asked,
    read: (entry: ReplyFields) => T,
    asking?: ProviderRequestOptions,
  ) => client.request('mangadex', question(path, query, freshForMs), (json) => pageOf(json, read), asking)

  /** Page after page, as far as the list goes. */
  const every = async <T>(
    request: Asked,
    size: number,
    read: (entry: ReplyFields) => T,
    asking?: ProviderRequestOptions,
  ) => {
    const all: T[] = []
    for (let offset = 0; offset < REACH; offset += size) {
      const limit = Math.min(size, REACH - offset)
      const some = await page({ ...request, query: { ...request.query, limit, offset } }, read, asking)
      if (!('ok' in some)) return some
      all.push(...some.ok.entries)
      if (some.ok.entries.length === 0 || offset + limit >= some.ok.total) break
    }
    return { ok: all }
  }

  const manga = async (ids: readonly string[], asking?: ProviderRequestOptions): Promise<ProviderAnswer<Manga[]>> => {
    const all: Manga[] = []
    for (let from = 0; from < ids.length; from += PAGE) {
      const query = { 'ids[]': ids.slice(from, from + PAGE), limit: PAGE, ...WHOLE, 'contentRating[]': EVERY_RATING }
      const some = await page({ path: 'manga', query, freshForMs: DAY }, mangaOf, asking)
      if (!('ok' in some)) return some
      all.push(...some.ok.entries)
    }
    return { ok: all }
  }

  const uploads = (
    { id, rating }: MangaOutline,
    asking?: ProviderRequestOptions,
    which: QueryFields = { 'order[chapter]': 'asc' },
  ): Promise<ProviderAnswer<ChapterUpload[]>> => {
    const query = {
      'translatedLanguage[]': taste().languages,
      'contentRating[]': [...new Set([...ratings(), ...(rating === undefined ? [] : [rating])])],
      // Chapters that were taken down had been published, too.
      includeUnavailable: 1,
      ...which,
    }
    return every({ path: `manga/${id}/feed`, query, freshForMs: HOUR }, FEED_PAGE, chapterUpload, asking)
  }

  const issues = async (seriesId: string, asking?: ProviderRequestOptions): Promise<ProviderAnswer<IssueRecord[]>> => {
    const found = await manga([seriesId], asking)
    if (!('ok' in found)) return found
    const outline = found.ok[0]?.outline
    if (!outline) return { failure: 'refused', detail: 'MangaDex no longer lists this series. Its issues stay.' }
    const uploaded = await uploads(outline, asking)
    if (!('ok' in uploaded)) return uploaded
    const aggregate = question(`manga/${seriesId}/aggregate`, {}, HOUR)
    const listed = await client.request('mangadex', aggregate, (json) => listedChapter(answerOf(json)), asking)
    if (!('ok' in listed)) return listed
    const query = { 'manga[]': [seriesId], 'order[volume]': 'asc' }
    const covers = await every({ path: 'cover', query, freshForMs: HOUR }, PAGE, volumeCover, asking)
    if (!('ok' in covers)) return covers
    return {
      ok: mangadexIssues({ manga: outline, uploads: uploaded.ok, listed: listed.ok, covers: covers.ok }, taste()),
    }
  }

  /** The manga that a chapter is of. */
  const home = async (
    chapterId: string,
    asking?: ProviderRequestOptions,
  ): Promise<ProviderAnswer<string | undefined>> => {
    const query = { 'ids[]': [chapterId], limit: 1, 'contentRating[]': EVERY_RATING, includeUnavailable: 1 }
    const some = await page(
      { path: 'chapter', query, freshForMs: DAY },
      (chapter) => relatedEntries(chapter, 'manga')[0],
      asking,
    )
    return 'ok' in some ? { ok: lineField(some.ok.entries[0] ?? {}, 'id') } : some
  }

  /** The manga's chapters of those days in the languages of the settings: each once, from its first upload. */
  const chaptersOf = async (
    { outline, record }: Manga,
    { first, last }: ReleaseQuery,
    asking?: ProviderRequestOptions,
  ) => {
    const since = { publishAtSince: `${first}T00:00:00`, 'order[publishAt]': 'asc' }
    const found = await uploads(outline, asking, since)
    if (!('ok' in found)) return found
    const fitting = found.ok.filter(({ day }) => day !== undefined && day >= first && day <= last)
    const once = new Map(fitting.toReversed().map((upload) => [upload.number, upload]))
    return { ok: [...once.values()].map((upload) => releaseOf(upload, record)) }
  }

  return {
    searchSize: PAGE,
    askedBeside: 3, // the manga, its volumes, their covers

    async search({ name, limit, offset, sort }, asking) {
      const { by, direction } = ORDER.get(sort ?? '') ?? BEST
      const size = Math.min(Math.max(limit, 1), PAGE)
      if (offset + size > REACH) return { ok: { series: [], total: REACH } }
      const query = {
        title: name,
        limit: size,
        offset,
        ...WHOLE,
        'contentRating[]': ratings(),
        [`order[${by}]`]: direction,
      }
      const found = await page({ path: 'manga', query, freshForMs: 6 * HOUR }, mangaOf, asking)
      if (!('ok' in found)) return found
      return { ok: { series: found.ok.entries.map(({ record }) => record), total: found.ok.total } }
    },

    async series(ids, asking) {
      const found = await manga(ids, asking)
      return 'ok' in found ? { ok: found.ok.map(({ record }) => record) } : found
    },

    issues,

    async issue(issueId, asking) {
      const made = mangaOfMadeUp(issueId)
      const of = made === undefined ? await home(issueId, asking) : { ok: made }
      if (!('ok' in of)) return of
      if (of.ok === undefined) return { ok: undefined }
      const all = await issues(of.ok, asking)
      return 'ok' in all ? { ok: all.ok.find((each) => each.provider_id === issueId) } : all
    },

    async releases(query, asking) {
      const { followed } = query
      if (followed.length > MOST_FOLLOWED) {
        const detail = `You follow more than ${MOST_FOLLOWED} manga at MangaDex. Their new chapters come with the refresh of each series.`
        return { failure: 'refused', detail }
      }
      const known = await manga(followed, { ...asking, fresh: false })
      if (!('ok' in known)) return known
      const all: ReleaseRecord[] = []
      for (const one of known.ok) {
        const found = await chaptersOf(one, query, asking)
        if (!('ok' in found)) return found
        all.push(...found.ok)
      }
      return { ok: all }
    },

    async test(asking) {
      const found = await page({ path: 'manga', query: { limit: 1 }, freshForMs: 0 }, mangaOf, asking)
      return 'ok' in found ? { ok: { detail: 'MangaDex responded. No key is needed.' } } : found
    },
  }
}

interface Asked {
  path: string
  query: QueryFields
  freshForMs: number
}

/** Lists become one repeated parameter with brackets in its name. */
function answerOf(json: unknown): ReplyFields {
  const answer = replyFields(json)
  if (answer.result !== 'ok') throw new Error('result is not ok')
  return answer
}

function pageOf<T>(json: unknown, read: (entry: ReplyFields) => T): Page<T> {
  const answer = answerOf(json)
  const entries = requiredList(answer, 'data').map(read)
  return { entries, total: countField(answer, 'total') ?? entries.length }
}

const words = (setting: string): string[] =>
  setting
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** A chapter has many uploads, so its number identifies it. */
const releaseOf = ({ number, title, day }: ChapterUpload, { provider_id, facts }: SeriesRecord): ReleaseRecord =>
  knownFields<ReleaseRecord>({
    id: `${provider_id} ${number}`,
    day,
    series: facts.name ?? '',
    kind: 'issue',
    unit: 'chapter',
    number,
    title,
    year: facts.year,
    series_ids: { mangadex: provider_id },
    issue_ids: {},
  })
