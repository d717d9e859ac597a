import type { ReadableConfig } from '../../client/configured'
import type { MetadataClient, ProviderRequest } from '../../client/metadata-client'
import type {
  IssueRecord,
  ProviderAnswer,
  ProviderQueries,
  ProviderRequestOptions,
  ReleaseRecord,
  SeriesRecord,
} from '../provider'
import { lineField, objectField, type ReplyFields, replyFields } from '../reply-fields'
import { type QueryFields, requestUrl } from '../request-url'
import { metronArcs } from './metron-arcs'
import {
  listedIssue,
  listedRelease,
  listedSeries,
  type MetronPage,
  metronPage,
  wholeIssue,
  wholeList,
  wholeSeries,
} from './metron-records'

/** Entries per page; the service decides, and this is its number. */
const PAGE = 100
const MOST_PAGES = 50
/** The limit for the releases of one week; there are about 150. */
const RELEASE_PAGES = 10
const [HOUR, DAY] = [3_600_000, 86_400_000]

/** Metron: comics, with the user's own token or login. Source: metron.cloud/docs. */
export function makeMetron({ client, config }: { client: MetadataClient; config: ReadableConfig }): ProviderQueries {
  const question = (path: string, query: QueryFields, freshForMs: number): ProviderRequest => ({
    url: requestUrl(config.get('metron_url'), `${path}/`, query),
    resource: path.split('/')[0]!,
    freshForMs,
    absent: true,
    key: ({ headers }) => headers.set('Authorization', authorization(config)),
  })
  const list = <T>(
    request: ProviderRequest,
    read: (fields: ReplyFields) => T,
    asking?: ProviderRequestOptions,
  ): Promise<ProviderAnswer<MetronPage<T>>> =>
    client.request('metron', request, (json) => metronPage(json, read), asking)

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
        const read = (json: unknown) => (json === null ? undefined : wholeSeries(replyFields(json)))
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
      const read = (json: unknown) => (json === null ? undefined : wholeIssue(replyFields(json)))
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
      const read = (json: unknown) =>
        json === null ? undefined : lineField(objectField(replyFields(json), 'series') ?? {}, 'id')
      return client.request('metron', question(`issue/${issueId}`, {}, 7 * DAY), read, asking)
    },

    arcs: metronArcs({
      page: (path, query, read, asking) =>
        list(question(path, query, path.includes('/') ? DAY : 6 * HOUR), read, asking),
      detail(path, read, asking) {
        const whole = (json: unknown) => (json === null ? undefined : read(replyFields(json)))
        return client.request('metron', question(path, {}, DAY), whole, asking)
      },
    }),

    async test(asking) {
      const found = await list(question('publisher', { page: 1 }, 0), () => null, asking)
      return 'ok' in found ? { ok: { detail: 'Metron responded and accepted the login.' } } : found
    },
  }
}

function authorization(config: ReadableConfig): string {
  const token = config.get('metron_token')
  if (token !== '') return `Bearer ${token}`
  const login = `${config.get('metron_username')}:${config.get('metron_password')}`
  return `Basic ${Buffer.from(login).toString('base64')}`
}
