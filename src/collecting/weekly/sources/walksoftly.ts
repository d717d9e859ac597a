import type { Config } from '../../../base/config/config'
import type { RateLimitedClient } from '../../../base/outbound/rate-limited-client'
import { retryAfter } from '../../../base/outbound/retry-after'
import { AGENT, sendToService } from '../../../base/outbound/send'
import { ServiceError } from '../../../base/outbound/service-error'
import { statusIn } from '../../../base/platform/http'
import type { Clock, Http } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import type { ReleaseRecord } from '../../../library/metadata/providers/provider'
import {
  dayField,
  knownFields,
  lineField,
  type ReplyFields,
  replyFields,
  yearField,
} from '../../../library/metadata/providers/reply-fields'
import { requestUrl } from '../../../library/metadata/providers/request-url'
import type { FailureKind } from '../../../library/metadata/states'
import type { CalendarWeek } from '../calendar'
import type { ReleaseListing } from './listing'
import { WalksoftlyService } from './walksoftly-service'

interface Deps {
  db: Database
  clock: Clock
  http: Http
  config: Pick<Config, 'get'>
  client: RateLimitedClient<FailureKind>
}

const LIMITS = { timeoutMs: 30_000, maxBytes: 4 * 1024 * 1024 }
/** Upper limit; no week has so many releases. */
const MOST = 3000
/** A year that begins on a Sunday has a week 53, which the list lacks. */
const LAST_WEEK = 52

/** The weekly list that Mylar reads: one request for each week, with ComicVine ids. */
export function makeWalksoftly({ db, clock, http, config, client }: Deps): ReleaseListing {
  const service = () => new WalksoftlyService({ db, clock })
  const send = async ({ year, week }: CalendarWeek, signal: AbortSignal) => {
    const url = requestUrl(config.get('walksoftly_url'), '', { week, year }).replace('/?', '?')
    const request = new Request(url, { headers: { Accept: 'application/json', 'User-Agent': AGENT }, signal })
    const reply = await sendToService(http, request, LIMITS)
    refuseStatus(statusIn(reply), retryAfter(reply.headers, clock.now()))
    return releasesOf(new TextDecoder().decode(reply.bytes))
  }
  return {
    source: 'walksoftly',
    label: 'Walksoftly',
    weeksAhead: 1,
    reasonUnused() {
      if (config.get('walksoftly_enabled')) return undefined
      return { failure: 'disabled', detail: 'The Walksoftly list is turned off. Turn it on under Settings, Metadata.' }
    },
    async fetch(week, { signal }) {
      if (week.week > LAST_WEEK)
        return { failure: 'refused', detail: `Walksoftly has no list for week ${week.week} of ${week.year}.` }
      const answer = await client.request(
        { resource: 'week', find: () => ({ service: service() }), send: () => send(week, signal) },
        { signal },
      )
      // Every week has releases: the list's database is gone, or the week is not ready yet.
      if ('ok' in answer && answer.ok.length === 0)
        return { failure: 'empty', detail: 'Walksoftly sent an empty list. Earlier releases are kept.' }
      return answer
    },
  }
}

/** The list's own status codes, as its older clients read them. */
function refuseStatus(status: number, until: string | undefined): void {
  if (status === 200) return
  if (status === 619) throw new ServiceError('refused', 'it does not know this week', { thisReplyOnly: true })
  if (status === 666) throw new ServiceError('unsupported', 'it wants another program')
  if (status === 429) throw new ServiceError('limit', '', { until })
  if (status === 403) throw new ServiceError('banned')
  if (status >= 500 || status < 200) throw new ServiceError('unavailable', `status ${status}`, { until })
  throw new ServiceError('refused', `status ${status}`)
}

function releasesOf(text: string): ReleaseRecord[] {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new ServiceError('unreadable', /^\s*</.test(text) ? 'a web page instead of data' : 'it was cut off')
  }
  if (!Array.isArray(json)) throw new ServiceError('unreadable', 'it is no list')
  if (json.length > MOST) throw new ServiceError('unreadable', `more than ${MOST} releases in one week`)
  return json.flatMap((row) => releaseOf(row) ?? [])
}

const BOOK_TYPES: Record<string, string> = { tpb: 'TPB', gn: 'GN', hc: 'HC', 'one-shot': 'One-Shot', print: 'Print' }

/** Undefined for a row without a name, a number or a date. */
function releaseOf(row: unknown): ReleaseRecord | undefined {
  let fields: ReplyFields
  try {
    fields = replyFields(row)
    const [series, number, day] = [
      lineField(fields, 'series'),
      lineField(fields, 'issue'),
      dayField(fields, 'shipdate'),
    ]
    if (series === undefined || number === undefined || day === undefined) return undefined
    const [volume, issue] = [idOf(fields, 'comicid'), idOf(fields, 'issueid')]
    const type = (lineField(fields, 'type') ?? '').toLowerCase()
    return knownFields<ReleaseRecord>({
      id: issue ?? `${day} ${series} ${number}`.slice(0, 250),
      day,
      series,
      kind: type === 'annual' ? 'annual' : 'issue',
      unit: 'issue',
      number,
      publisher: lineField(fields, 'publisher'),
      year: yearField(fields, 'seriesyear'),
      book_type: BOOK_TYPES[type],
      series_ids: volume === undefined ? {} : { comicvine: volume },
      issue_ids: issue === undefined ? {} : { comicvine: issue },
    })
  } catch {
    return undefined
  }
}

/** A ComicVine id; `None` and 0 mean none. */
function idOf(fields: ReplyFields, key: string): string | undefined {
  const id = lineField(fields, key)
  return id !== undefined && /^[1-9]\d{0,11}$/.test(id) ? id : undefined
}
