import { Elysia, t } from 'elysia'
import { bodyLimitOf } from '../../../base/auth/body-limits'
import type { Peer } from '../../../base/auth/request-gate'
import type { Auth } from '../../../base/auth/service'
import { COOKIE, type Session, sessionCookie } from '../../../base/auth/session'
import { bodies } from '../../../base/http/bodies'
import { reply } from '../../../base/http/errors'
import { errors } from '../../../base/http/handler-errors'
import { SUCCESS } from '../../../base/http/success'
import type { Log, Random } from '../../../base/platform/ports'
import { BackupRow } from '../backups/schema'
import type { Rescue } from './service'

const Begun = t.Object({ success: t.Literal(true), message: t.String() })
const Looked = t.Object({
  /** SQLite's error message. */
  problem: t.String(),
  database: t.String(),
  backups: t.Array(BackupRow),
  folder: t.String(),
})

/** Remedies for a damaged database. */
export const rescueRoutes = ({ rescue }: { rescue: Rescue }) =>
  new Elysia({ tags: ['rescue'] })
    .get('/api/rescue', () => rescue.read(), { response: Looked })
    .post(
      '/api/rescue/restore',
      async ({ body }) => {
        await rescue.restore(body.backup_id, body.with_settings ?? false)
        return { ...SUCCESS, message: 'Panelkeep is restarting with the restored backup.' }
      },
      {
        body: t.Object({ backup_id: t.String({ maxLength: 255 }), with_settings: t.Optional(t.Boolean()) }),
        response: Begun,
      },
    )
    .post(
      '/api/rescue/anew',
      async () => {
        await rescue.beginAnew()
        return { ...SUCCESS, message: 'Panelkeep is restarting with an empty library.' }
      },
      { response: Begun },
    )

interface Door {
  auth: Auth
  sessionOf: (request: Request) => Session | undefined
  peerOf: (request: Request) => Peer
  isSecure: (request: Request) => boolean
  instance: string
  random: Random
  log: Log
}

const Text = t.Optional(t.String({ maxLength: 1024 }))
const Answer = t.Unsafe<Response>(t.Any())

/** The other routes of a rescue run: health, the login, and 503 for the library. */
export const rescueLoginRoutes = ({ auth, sessionOf, peerOf, isSecure, instance, random, log }: Door) =>
  new Elysia({ tags: ['rescue'] })
    .use(errors({ random, log }))
    .use(bodies({ limitOf: (request) => bodyLimitOf(request, sessionOf(request) !== undefined) }))
    .get('/api/health', () => reply(503, { status: 'rescue', instance }), { response: Answer })
    .get('/api/auth/check-setup', () => ({ ...SUCCESS, needs_setup: false }))
    .get('/api/auth/check-session', ({ request }) => {
      const username = sessionOf(request)?.username
      return { ...SUCCESS, authenticated: username !== undefined, ...(username === undefined ? {} : { username }) }
    })
    .post(
      '/api/auth/login',
      async ({ body, request, cookie }) => {
        const { username, token, maxAge } = await auth.login(body, peerOf(request).client)
        cookie[COOKIE]!.set(sessionCookie(token, maxAge, isSecure(request)))
        return { ...SUCCESS, username }
      },
      { body: t.Object({ username: Text, password: Text }) },
    )
