import { Elysia, t } from 'elysia'
import type { Device } from '../../base/auth/devices'
import { Integer } from '../../base/http/integer-schema'
import type { KoreaderSync } from './kosync'

interface Deps {
  sync: KoreaderSync
  isOpen: () => boolean
  deviceOf: (request: Request) => Device | undefined
}

/** KOReader reads `message`. */
const Message = t.Object({ message: t.String(), detail: t.String() })
const said = (sentence: string) => ({ message: sentence, detail: sentence })
const ShortText = t.String({ minLength: 1, maxLength: 255 })
const Share = t.Number({ minimum: 0, maximum: 1 })
const Document = t.Object({ document: ShortText })
const ProgressBody = t.Object({
  document: ShortText,
  progress: t.Union([t.String({ maxLength: 2000 }), t.Number()]),
  percentage: Share,
  device: ShortText,
  device_id: t.Optional(ShortText),
})
const StoredReply = t.Object({ document: t.String(), timestamp: Integer() })
/** Empty when the document has no progress. */
const Answer = t.Partial(
  t.Object({
    document: t.String(),
    progress: t.String(),
    percentage: Share,
    device: t.String(),
    device_id: t.String(),
    timestamp: Integer(),
  }),
)

const NO_ACCOUNTS =
  'Accounts are not made here. Make a key for this device in the settings of Panelkeep, then log in with any name and that key as password.'

/** The protocol of KOReader's sync server (kosync). The gate has checked the key, except on open routes. */
export const kosyncRoutes = ({ sync, isOpen, deviceOf }: Deps) =>
  new Elysia({ tags: ['reading'] })
    .onBeforeHandle(({ status }) =>
      isOpen() ? undefined : status(404, said('The catalog is disabled in the settings.')),
    )
    .get('/opds/sync/healthcheck', () => ({ state: 'OK' }), { response: t.Object({ state: t.String() }) })
    // 402 is the only status whose message KOReader shows.
    .post('/opds/sync/users/create', ({ status }) => status(402, said(NO_ACCOUNTS)), {
      response: { 402: Message },
    })
    .get('/opds/sync/users/auth', () => ({ authorized: 'OK' }), { response: t.Object({ authorized: t.String() }) })
    .put('/opds/sync/syncs/progress', ({ request, body }) => sync.put(body, deviceOf(request)), {
      body: ProgressBody,
      response: StoredReply,
    })
    .get('/opds/sync/syncs/progress/:document', ({ params }) => sync.get(params.document), {
      params: Document,
      response: Answer,
    })
