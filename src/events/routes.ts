import { Elysia, t } from 'elysia'
import type { Streams } from './stream'

interface Deps {
  streams: Streams
  /** The session behind a request and whether it still counts; the gate has let it through. */
  listenerOf: (request: Request) => { sid: string; alive: () => boolean }
  keepOpen: (request: Request) => void
}

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no', // proxies must not collect what is meant to arrive at once
}

export const eventRoutes = ({ streams, listenerOf, keepOpen }: Deps) =>
  new Elysia({ tags: ['events'] }).get(
    '/api/events/stream',
    ({ request }) => {
      keepOpen(request)
      return new Response(streams.listen({ ...listenerOf(request), signal: request.signal }), { headers: HEADERS })
    },
    { response: t.Any() },
  )
