import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { OneOf } from '../../../base/http/wire'
import { indexerFailures, indexerTypes } from '../states'

const Moment = t.Nullable(t.String())

export const CapsView = t.Object({
  title: t.String(),
  limits: t.Object({ max: Integer(), default: Integer() }),
  searching: t.Record(t.String(), t.Array(t.String())),
  categories: t.Array(
    t.Object({ id: Integer(), name: t.String(), sub: t.Array(t.Object({ id: Integer(), name: t.String() })) }),
  ),
})

const Provider = t.Object({
  id: t.String(),
  name: t.String(),
  host: t.String(),
  verify: t.Boolean(),
  categories: t.String(),
  enabled: t.Boolean(),
  api_key_set: t.Boolean(),
  rss_uid: t.Optional(t.String()),
  order: Integer(),
  standing: t.Object({
    state: OneOf(['ready', 'waiting', 'blocked']),
    failure: t.Nullable(OneOf(indexerFailures)),
    detail: t.Nullable(t.String()),
    blocked_until: Moment,
    grabs_blocked_until: Moment,
    last_ok_at: Moment,
    asked_last_day: Integer(),
    grabs_last_day: Integer(),
    feed_gap: t.Boolean(),
    lacks_categories: t.Boolean(),
    caps: t.Nullable(CapsView),
  }),
})
const List = t.Object({ enabled: t.Boolean(), providers: t.Array(Provider) })

export const IndexerLists = t.Object({ newznab: List, torznab: List })
/** The service checks the fields, and reports errors in the older form. */
export const IndexerListBody = t.Record(t.String(), t.Unknown())
export const IndexerListSaved = t.Object({
  success: t.Literal(true),
  enabled: t.Boolean(),
  providers: t.Array(Provider),
})

export const IndexerPresets = t.Object({
  presets: t.Array(
    t.Object({
      id: t.String(),
      label: t.String(),
      type: OneOf(indexerTypes),
      host: t.String(),
      categories: t.Array(Integer()),
      needs_key: t.Boolean(),
      about: t.String(),
      pull: t.Optional(t.Literal('prowlarr')),
    }),
  ),
})

const Key = t.Optional(t.Nullable(t.String({ maxLength: 1000 })))
export const IndexerTestBody = t.Object({
  type: OneOf(indexerTypes),
  id: t.Optional(t.Nullable(t.String())),
  name: t.Optional(t.String({ maxLength: 200 })),
  host: t.String({ maxLength: 1000 }),
  api_key: Key,
  apikey: Key,
  verify: t.Optional(t.Boolean()),
  categories: t.Optional(t.Unknown()),
})
export type IndexerTestBody = typeof IndexerTestBody.static
export const IndexerTestReply = t.Object({ success: t.Boolean(), detail: t.String(), caps: t.Optional(CapsView) })
export type IndexerTestReply = typeof IndexerTestReply.static

export const ProwlarrPullBody = t.Object({
  host: t.String({ maxLength: 1000 }),
  api_key: t.String({ maxLength: 1000 }),
})
export const ProwlarrPullReply = t.Object({
  indexers: t.Array(
    t.Object({
      name: t.String(),
      type: OneOf(indexerTypes),
      host: t.String(),
      enabled: t.Boolean(),
      categories: t.Array(Integer()),
    }),
  ),
})
