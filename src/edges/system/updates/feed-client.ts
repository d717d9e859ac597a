import type { ExternalService, ServiceHealth } from '../../../base/outbound/external-service'
import { RateLimitedClient } from '../../../base/outbound/rate-limited-client'
import { AGENT, sendToService } from '../../../base/outbound/send'
import type { Clock, Http, Log } from '../../../base/platform/ports'
import { type PublishedRelease, readUpdateFeed } from './feed'

const LIMITS = { timeoutMs: 15_000, maxBytes: 1_000_000 }

/** Enough for all manual steps; a program in a loop is stopped. */
const MOST_AN_HOUR = 120
const HOUR_MS = 3_600_000
const BUDGET = { questions: MOST_AN_HOUR, perMs: HOUR_MS, of: 'all' } as const

/** The server of the update feed. Its health is not kept: the version page shows the result of the last check. */
function feedServer(): ExternalService<'failed'> {
  let spent: ServiceHealth['spent'] = null
  return {
    id: 'update-feed',
    limits: { gapMs: 0, countedMs: HOUR_MS, limitMs: 600_000, budget: BUDGET },
    health: () => ({ spent }),
    blocked: () => undefined,
    describe: ({ kind, what }) => ({ failure: 'failed', detail: kind === 'limit' ? TOO_OFTEN : SILENT, what }),
    backsOff: () => false,
    recordHealth: {
      request: (state) => {
        spent = state.spent
      },
      success: () => false,
      failure() {},
    },
  }
}

const SILENT = 'The update feed does not answer.'
const TOO_OFTEN = `The update feed was checked ${MOST_AN_HOUR} times within an hour. Try again later.`

export type FeedAnswer = { release: PublishedRelease; etag: string | null } | 'unchanged' | { error: string }

/** Requests to the update server, for the feed and its files, one after the other. */
export class FeedClient {
  private readonly client: RateLimitedClient<'failed'>
  private readonly server = feedServer()

  constructor(private readonly deps: { clock: Clock; log: Log; http: Http }) {
    this.client = new RateLimitedClient({ ...deps, area: 'updates', noun: 'update feed' })
  }

  /** Reads the feed. With `etag` the server may answer that it has not changed. */
  async read(address: string, etag: string | null): Promise<FeedAnswer> {
    const headers = { Accept: 'application/json', 'User-Agent': AGENT, ...(etag ? { 'If-None-Match': etag } : {}) }
    const answer = await this.paced<FeedAnswer>('feed', async () => {
      const reply = await sendToService(this.deps.http, new Request(address, { headers }), LIMITS)
      if (reply.status === 304) return 'unchanged'
      if (reply.status !== 200) return { error: `The update feed answered with status ${reply.status}.` }
      const release = readUpdateFeed(new TextDecoder().decode(reply.bytes), address)
      return typeof release === 'string' ? { error: release } : { release, etag: reply.headers.get('etag') }
    })
    return answer
  }

  /** Queues the transfer of a file with other requests to the server. */
  async paced<T>(
    resource: 'feed' | 'file',
    send: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T | { error: string }> {
    const find = () => ({ service: this.server })
    const answer = await this.client.request({ resource, find, send }, { urgent: true, signal })
    return 'ok' in answer ? answer.ok : { error: answer.detail }
  }
}
