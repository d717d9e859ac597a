import { Elysia, t } from 'elysia'
import type { EventStreams } from './stream'

interface Deps {
  streams: EventStreams
  /** The session of a request and whether it is still valid; the gate has already accepted it. */
  listenerOf: (request: Request) => { sid: string; isAlive: () => boolean }
  keepOpen: (request: Request) => void
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no', // proxies must not buffer events
}

export const eventRoutes = ({ streams, listenerOf, keepOpen }: Deps) =>
  new Elysia({ tags: ['events'] }).get(
    '/api/events/stream',
    ({ request, query: { known } }) => {
      keepOpen(request)
      const listener = { ...listenerOf(request), signal: request.signal, known }
      return new Response(streams.listen(listener), { headers: HEADERS })
    },
    {
      query: t.Object({ known: t.Optional(t.String({ maxLength: 100 })) }),
      response: t.Any({ media: ['text/event-stream'] }),
    },
  )
