import type { ReadableConfig } from '../../client/configured'
import type { MetadataClient, ProviderRequest } from '../../client/metadata-client'
import type {
  IssueRecord,
  ProviderAnswer,
  ProviderQueries,
  ProviderRequestOptions,
  ReleaseRecord,
  SeriesFacts,
  SeriesRecord,
} from '../provider'
import { knownFields, type ReplyFields, replyFields } from '../reply-fields'
import { type QueryFields, requestUrl } from '../request-url'
import { comicvineArcs } from './comicvine-arcs'
import {
  type ComicvinePage,
  type ComicvineRelease,
  comicvineDetail,
  comicvineIssue,
  comicvinePage,
  comicvineRelease,
  comicvineResults,
  comicvineSeries,
} from './comicvine-records'

const VOLUME =
  'id,name,aliases,deck,description,count_of_issues,first_issue,last_issue,image,publisher,site_detail_url,start_year,date_last_updated'
const ISSUE = 'id,issue_number,name,cover_date,store_date,description,image,volume,site_detail_url,date_last_updated'
const CREDITS = 'person_credits,character_credits,team_credits,location_credits,story_arc_credits'

const VOLUME_OF_RELEASE = 'id,name,publisher,start_year'

/** The most entries per reply. */
const PAGE = 100
/** No series has more issues; a wrong count must not cause endless requests. */
const MOST_PAGES = 50
/** The limit for the releases of one week. */
const RELEASE_PAGES = 15
const [HOUR, DAY] = [3_600_000, 86_400_000]

/** ComicVine: comics, with the user's own key. Source: comicvine.gamespot.com/api/documentation. */
export function makeComicvine({ client, config }: { client: MetadataClient; config: ReadableConfig }): ProviderQueries {
  const question = (path: string, query: QueryFields, freshForMs: number): ProviderRequest => ({
    url: requestUrl(config.get('comicvine_url'), `${path}/`, { format: 'json', ...query }),
    resource: path.split('/')[0]!,
    freshForMs,
    absent: true,
    key: ({ url }) => url.searchParams.set('api_key', config.get('comicvine_api')),
  })
  const list = <T>(
    request: ProviderRequest,
    read: (fields: ReplyFields) => T,
    asking?: ProviderRequestOptions,
  ): Promise<ProviderAnswer<ComicvinePage<T>>> =>
    client.request('comicvine', request, (json) => comicvinePage(json, read), asking)

  /**
   * Issues contain only the name of their volume; its publisher and year are requested for a hundred volumes at a time.
   */
  const withPublishers = async (
    releases: ComicvineRelease[],
    asking?: ProviderRequestOptions,
  ): Promise<ProviderAnswer<ReleaseRecord[]>> => {
    const ids = [...new Set(releases.map(({ volume }) => volume))]
    const known = new Map<string, Pick<SeriesFacts, 'publisher' | 'year'>>()
    for (let from = 0; from < ids.length; from += PAGE) {
      const query = {
        filter: `id:${ids.slice(from, from + PAGE).join('|')}`,
        limit: PAGE,
        field_list: VOLUME_OF_RELEASE,
      }
      const found = await list(question('volumes', query, DAY), comicvineSeries, { ...asking, fresh: false })
      if (!('ok' in found)) return found
      for (const { provider_id, facts } of found.ok.results) known.set(provider_id, facts)
    }
    const ok = releases.map(({ volume, record }) => {
      const { publisher, year } = known.get(volume) ?? {}
      return knownFields<ReleaseRecord>({ ...record, publisher, year })
    })
    return { ok }
  }

  const volumes = async (
    ids: readonly string[],
    asking?: ProviderRequestOptions,
  ): Promise<ProviderAnswer<SeriesRecord[]>> => {
    const all: SeriesRecord[] = []
    for (let from = 0; from < ids.length; from += PAGE) {
      const query = { filter: `id:${ids.slice(from, from + PAGE).join('|')}`, limit: PAGE, field_list: VOLUME }
      const found = await list(question('volumes', query, DAY), comicvineSeries, asking)
      if (!('ok' in found)) return found
      all.push(...found.ok.results)
    }
    return { ok: all }
  }

  return {
    searchSize: PAGE,

    async search({ name, limit, offset }, asking) {
      const size = Math.min(Math.max(limit, 1), PAGE)
      // The parameter counts pages here and entries everywhere else.
      const page = Math.floor(offset / size) + 1
      const query = { query: name, resources: 'volume', limit: size, page, field_list: VOLUME }
      const found = await list(question('search', query, 6 * HOUR), comicvineSeries, asking)
      return 'ok' in found ? { ok: { series: found.ok.results, total: found.ok.total } } : found
    },

    series: volumes,

    async issues(seriesId, asking) {
      const all: IssueRecord[] = []
      for (let page = 0; page < MOST_PAGES; page++) {
        const query = {
          filter: `volume:${seriesId}`,
          sort: 'id:asc',
          limit: PAGE,
          offset: page * PAGE,
          field_list: ISSUE,
        }
        const found = await list(question('issues', query, HOUR), comicvineIssue, asking)
        if (!('ok' in found)) return found
        all.push(...found.ok.results)
        if (found.ok.results.length === 0 || all.length >= found.ok.total) break
      }
      return { ok: all }
    },

    issue(issueId, asking) {
      const request = question(`issue/4000-${issueId}`, { field_list: `${ISSUE},${CREDITS}` }, 7 * DAY)
      return client.request('comicvine', request, (json) => comicvineDetail(comicvineResults(json)), asking)
    },

    async releases({ first, last }, asking) {
      const query = { filter: `store_date:${first}|${last}`, sort: 'id:asc', limit: PAGE, field_list: ISSUE }
      const all: ComicvineRelease[] = []
      for (let page = 0; page < RELEASE_PAGES; page++) {
        const request = question('issues', { ...query, offset: page * PAGE }, HOUR)
        const found = await list(request, comicvineRelease, asking)
        if (!('ok' in found)) return found
        all.push(...found.ok.results)
        if (all.length >= found.ok.total) return withPublishers(all, asking)
        if (found.ok.results.length === 0) {
          return { failure: 'unreadable', detail: `ComicVine sent ${all.length} of ${found.ok.total} releases.` }
        }
      }
      return {
        failure: 'unreadable',
        detail: `ComicVine lists more than ${RELEASE_PAGES * PAGE} releases in one week.`,
      }
    },

    arcs: comicvineArcs({
      search(name, field_list, read, asking) {
        const query = { query: name, resources: 'story_arc', limit: PAGE, page: 1, field_list }
        return list(question('search', query, 6 * HOUR), read, asking)
      },
      detail(arcId, field_list, read, asking) {
        const request = question(`story_arc/4045-${arcId}`, { field_list }, DAY)
        return client.request('comicvine', request, (json) => oneOf(comicvineResults(json), read), asking)
      },
      issues(ids, read, asking) {
        const query = { filter: `id:${ids.join('|')}`, sort: 'id:asc', limit: PAGE, field_list: ISSUE }
        return list(question('issues', query, DAY), read, asking)
      },
      series: volumes,
    }),

    async test(asking) {
      const found = await list(question('volumes', { limit: 1, field_list: 'id' }, 0), () => null, asking)
      return 'ok' in found ? { ok: { detail: 'ComicVine responded and accepted the key.' } } : found
    },
  }
}

const oneOf = <T>(answer: ReplyFields | undefined, read: (fields: ReplyFields) => T): T | undefined =>
  answer && read(replyFields(answer.results, 'results'))
