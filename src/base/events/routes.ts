import { Elysia, t } from 'elysia'
import { asCaller, type Caller } from '../platform/caller'
import { mayReceive } from './event-recipients'
import type { EventStreams } from './stream'
import type { AppEvent } from './types'

interface Deps {
  streams: EventStreams
  /**
   * The session of a request and whether it is still valid; the gate has already accepted it. The caller is read for
   * each event, since the owner may change a user's limits while a stream is open.
   */
  listenerOf: (request: Request) => { sid: string; callerNow: () => Caller | undefined; isAlive: () => boolean }
  /** Whether the library has the series, for the caller. */
  hasSeries: (comicId: string) => boolean
  keepOpen: (request: Request) => void
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no', // proxies must not buffer events
}

export const eventRoutes = ({ streams, listenerOf, hasSeries, keepOpen }: Deps) =>
  new Elysia({ tags: ['events'] }).get(
    '/api/events/stream',
    ({ request, query: { known } }) => {
      keepOpen(request)
      const { callerNow, ...session } = listenerOf(request)
      const receives = (event: AppEvent) => {
        const caller = callerNow()
        return (
          caller !== undefined && mayReceive(event, caller, (comicId) => asCaller(caller, () => hasSeries(comicId)))
        )
      }
      const listener = { ...session, receives, signal: request.signal, known }
      return new Response(streams.listen(listener), { headers: HEADERS })
    },
    {
      query: t.Object({ known: t.Optional(t.String({ maxLength: 100 })) }),
      response: t.Any({ media: ['text/event-stream'] }),
    },
  )
