import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { Id, OneOf, QueryFlag } from '../../../base/http/wire'
import { placeMethods } from '../../../library/filing/states'
import { clientTypes, protocols } from '../states'

const Line = (most: number) => t.String({ maxLength: most })
const Mappings = t.Array(t.Object({ remote: Line(1000), local: Line(1000) }), { maxItems: 50 })

const Settings = t.Object({
  priority: t.Optional(OneOf(['default', 'low', 'normal', 'high', 'force'])),
  directory: t.Optional(Line(1000)),
  start: t.Optional(OneOf(['now', 'paused', 'forced'])),
  scgi: t.Optional(t.Boolean()),
  done_folder: t.Optional(Line(1000)),
})

const Rules = {
  placing: OneOf(placeMethods),
  seed_ratio: t.Nullable(t.Number({ minimum: 0, maximum: 10_000 })),
  seed_minutes: t.Nullable(t.Integer({ minimum: 0, maximum: 5_000_000 })),
  remove_completed: t.Boolean(),
  remove_failed: t.Boolean(),
}

const Client = t.Object({
  client_id: t.String(),
  type: OneOf(clientTypes),
  name: t.String(),
  protocol: OneOf(protocols),
  enabled: t.Boolean(),
  position: Integer(),
  address: t.String(),
  username: t.String(),
  secret_set: t.Boolean(),
  verify: t.Boolean(),
  category: t.String(),
  settings: Settings,
  ...Rules,
  mappings: Mappings,
  standing: t.Object({
    state: OneOf(['ok', 'failing', 'unknown']),
    version: t.Nullable(t.String()),
    detail: t.Nullable(t.String()),
    since: t.Nullable(t.String()),
  }),
})
export type ClientView = typeof Client.static

export const ClientLists = t.Object({
  clients: t.Array(Client),
  fallbacks: t.Array(
    t.Object({
      name: t.String(),
      label: t.String(),
      protocol: OneOf(protocols),
      enabled: t.Boolean(),
      detail: t.String(),
    }),
  ),
  presets: t.Array(
    t.Object({
      type: OneOf(clientTypes),
      label: t.String(),
      protocol: t.Nullable(OneOf(['usenet', 'torrent'])),
      address: t.String(),
      username: t.Boolean(),
      secret: OneOf(['key', 'password', 'token', 'none']),
      help: t.String(),
    }),
  ),
})
export type ClientLists = typeof ClientLists.static
export const ClientSaved = t.Object({ success: t.Literal(true), client: Client })
export type ClientSaved = typeof ClientSaved.static

const changes = t.Partial(
  t.Object({
    name: Line(100),
    /** For folders only: all other clients have a fixed protocol. */
    protocol: OneOf(['usenet', 'torrent']),
    enabled: t.Boolean(),
    address: Line(1000),
    username: Line(200),
    /** Absent or null keeps the secret; empty removes it. */
    secret: t.Nullable(Line(1000)),
    verify: t.Boolean(),
    category: Line(100),
    settings: Settings,
    ...Rules,
    mappings: Mappings,
  }),
)
const Type = t.Object({ type: OneOf(clientTypes) })

export const NewClientBody = t.Composite([Type, changes])
export type NewClientBody = typeof NewClientBody.static
export const ClientChangeBody = t.Composite([t.Partial(Type), changes])
export type ClientChangeBody = typeof ClientChangeBody.static
/** A saved client with changes, or an unsaved one. */
export const ClientTestBody = t.Composite([t.Partial(Type), changes, t.Object({ client_id: t.Optional(Id) })])
export type ClientTestBody = typeof ClientTestBody.static

export const ClientTestReply = t.Object({
  success: t.Boolean(),
  detail: t.String(),
  version: t.Nullable(t.String()),
  warnings: t.Array(t.String()),
  categories: t.Array(t.String()),
  folder: t.Nullable(t.Object({ remote: t.String(), local: t.String(), readable: t.Boolean() })),
})
export type ClientTestReply = typeof ClientTestReply.static

export const ClientParams = t.Object({ client_id: Id })
export const ForceQuery = t.Object({ force: t.Optional(QueryFlag) })
export const ClientOrderBody = t.Object({ client_ids: t.Array(Id, { maxItems: 1000 }) })
