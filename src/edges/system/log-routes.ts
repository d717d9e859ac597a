import { Elysia, t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { OneOf, RawReply } from '../../base/http/wire'
import type { Logs } from './logs'

const MOST = 5000
const Level = t.Object({
  effective: Integer(),
  effective_name: t.String(),
  saved: Integer(),
  saved_name: t.String(),
  restart_level: Integer(),
  restart_name: t.String(),
  restart_source: t.String(),
  pinned: t.Boolean(),
})
const Narrowed = {
  level: t.Optional(OneOf(['debug', 'info', 'warn', 'warning', 'error'])),
  area: t.Optional(t.String({ minLength: 1, maxLength: 40 })),
  q: t.Optional(t.String({ minLength: 1, maxLength: 200 })),
}

export const logRoutes = ({ logs }: { logs: Logs }) =>
  new Elysia({ tags: ['system'] })
    .get('/api/system/logs', ({ query }) => logs.read(query), {
      query: t.Object({ lines: t.Integer({ minimum: 1, maximum: MOST, default: 200 }), ...Narrowed }),
      response: t.Object({
        logs: t.Array(t.String()),
        level: Level,
        requested: Integer(),
        path: t.Nullable(t.String()),
        areas: t.Array(t.String()),
        error: t.Optional(t.String()),
      }),
    })
    .get('/api/system/logs/download', ({ query }) => attached(logs.read({ lines: MOST, ...query }).logs), {
      query: t.Object(Narrowed),
      response: RawReply(['text/plain']),
    })
    .post('/api/system/logs/rotate', () => logs.rotate(), {
      response: t.Object({ success: t.Literal(true), rotated: t.Boolean(), error: t.Optional(t.String()) }),
    })

/** The log of the page as a file. */
function attached(lines: readonly string[]): Response {
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Disposition': 'attachment; filename="panelkeep.log"',
    'Cache-Control': 'no-store',
  }
  return new Response(lines.map((line) => `${line}\n`).join(''), { headers })
}
