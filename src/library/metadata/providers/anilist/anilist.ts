import { ServiceError } from '../../../../base/outbound/service-error'
import type { ReadableConfig } from '../../client/configured'
import type { MetadataClient, ProviderRequest } from '../../client/metadata-client'
import type {
  IssueRecord,
  ProviderAnswer,
  ProviderQueries,
  ProviderRequestOptions,
  SeriesRecord,
  SeriesResults,
} from '../provider'
import { objectField, type ReplyFields, replyFields, requiredList } from '../reply-fields'
import { countedOf, mediaOf } from './anilist-records'

const [HOUR, DAY] = [3_600_000, 86_400_000]
/** The most entries per reply. */
const PAGE = 50

const MEDIA = `id idMal title{romaji english native} synonyms format status description(asHtml:false) startDate{year}
endDate{year} chapters volumes countryOfOrigin isAdult genres tags{name rank isGeneralSpoiler isMediaSpoiler}
coverImage{extraLarge large medium} siteUrl updatedAt staff(perPage:12,sort:RELEVANCE){edges{role node{name{full}}}}`
const SEARCH = `query($q:String,$page:Int,$size:Int,$sort:[MediaSort],$adult:Boolean){Page(page:$page,perPage:$size){
pageInfo{hasNextPage} media(type:MANGA,format_not:NOVEL,search:$q,sort:$sort,isAdult:$adult){${MEDIA}}}}`
const BY_ID = `query($ids:[Int],$size:Int){Page(page:1,perPage:$size){pageInfo{hasNextPage}
media(type:MANGA,id_in:$ids){${MEDIA}}}}`
const SMALL = 'query{Page(page:1,perPage:1){media(type:MANGA){id}}}'

const SORT: Record<string, string> = {
  relevance: 'SEARCH_MATCH',
  latest: 'UPDATED_AT_DESC',
  follows: 'POPULARITY_DESC',
}

interface Page {
  media: ReplyFields[]
  more: boolean
}

/** AniList: manga with all their names and the number of chapters; no key. Source: docs.anilist.co. */
export function makeAnilist({ client, config }: { client: MetadataClient; config: ReadableConfig }): ProviderQueries {
  const page = <T>(
    request: Asked,
    read: (page: Page) => T,
    asking?: ProviderRequestOptions,
  ): Promise<ProviderAnswer<T>> =>
    client.request('anilist', questionOf(config.get('anilist_url'), request), (json) => read(pageOf(json)), asking)

  /** One page of a search. */
  const found = (query: { name: string; sort?: string }, number: number, asking?: ProviderRequestOptions) => {
    const ratings = config.get('mangadex_content_rating')
    const variables = {
      q: query.name,
      page: number,
      size: PAGE,
      sort: [SORT[query.sort ?? ''] ?? SORT.relevance],
      // A manga with an unknown format may be of either kind.
      ...(/erotica|pornographic/.test(ratings) ? {} : { adult: false }),
    }
    const request = { query: SEARCH, variables, freshForMs: 6 * HOUR }
    return page(request, ({ media, more }) => ({ series: media.map(mediaOf), more }), asking)
  }

  const byId = async (
    ids: readonly string[],
    asking?: ProviderRequestOptions,
  ): Promise<ProviderAnswer<SeriesRecord[]>> => {
    const numbers = ids.filter((id) => /^\d{1,9}$/.test(id)).map(Number)
    const all: SeriesRecord[] = []
    for (let from = 0; from < numbers.length; from += PAGE) {
      const variables = { ids: numbers.slice(from, from + PAGE), size: PAGE }
      const some = await page({ query: BY_ID, variables, freshForMs: DAY }, ({ media }) => media.map(mediaOf), asking)
      if (!('ok' in some)) return some
      all.push(...some.ok)
    }
    return { ok: all }
  }

  /** Issues of an ended series from their count alone: AniList does not list them. */
  const issues = async (seriesId: string, asking?: ProviderRequestOptions): Promise<ProviderAnswer<IssueRecord[]>> => {
    const found = await byId([seriesId], asking)
    return 'ok' in found ? { ok: found.ok.flatMap(countedOf) } : found
  }

  return {
    searchSize: PAGE,

    async search({ name, limit, offset, sort }, asking): Promise<ProviderAnswer<SeriesResults>> {
      const [first, last] = [Math.floor(offset / PAGE), Math.floor((offset + Math.max(limit, 1) - 1) / PAGE)]
      const all: SeriesRecord[] = []
      let more = true
      for (let at = first; at <= last && more; at++) {
        const some = await found({ name, ...(sort === undefined ? {} : { sort }) }, at + 1, asking)
        if (!('ok' in some)) return some
        all.push(...some.ok.series)
        more = some.ok.more
      }
      const from = offset - first * PAGE
      // AniList's total is made up; the flag for a next page is reliable.
      return { ok: { series: all.slice(from, from + limit), total: first * PAGE + all.length + (more ? 1 : 0) } }
    },

    series: byId,

    issues,

    async issue(issueId, asking) {
      const [seriesId] = issueId.split('-')
      const all = await issues(seriesId ?? '', asking)
      return 'ok' in all ? { ok: all.ok.find((each) => each.provider_id === issueId) } : all
    },

    async test(asking) {
      const answer = await page({ query: SMALL, variables: {}, freshForMs: 0 }, () => null, asking)
      return 'ok' in answer ? { ok: { detail: 'AniList responded. No key is needed.' } } : answer
    },
  }
}

interface Asked {
  query: string
  variables: Record<string, unknown>
  freshForMs: number
}

function questionOf(url: string, { query, variables, freshForMs }: Asked): ProviderRequest {
  return {
    method: 'POST',
    url,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    resource: 'graphql',
    freshForMs,
    // AniList sends this for entries that do not exist.
    absent: true,
  }
}

/** Errors are in `errors`, even in a reply with status 200. */
function pageOf(json: unknown): Page {
  if (json === null) return { media: [], more: false }
  const answer = replyFields(json)
  const [error] = Array.isArray(answer.errors) ? answer.errors.map((each) => replyFields(each, 'errors')) : []
  if (error?.status === 404) return { media: [], more: false }
  if (error?.status === 429) throw new ServiceError('limit')
  if (typeof error?.status === 'number' && error.status >= 500)
    throw new ServiceError('unavailable', `code ${error.status}`)
  if (error) throw new ServiceError('refused', typeof error.message === 'string' ? error.message.slice(0, 200) : '')
  const page = replyFields(replyFields(answer.data, 'data').Page, 'Page')
  return { media: requiredList(page, 'media'), more: objectField(page, 'pageInfo')?.hasNextPage === true }
}
