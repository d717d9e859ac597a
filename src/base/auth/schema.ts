import { t } from 'elysia'
import { Id, OneOf } from '../http/wire'

const Tags = t.Array(t.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 })

/** Limits of a user, in requests and replies. */
export const LimitsBody = t.Object({
  kinds: t.Array(OneOf(['comic', 'manga'] as const), { maxItems: 2, uniqueItems: true }),
  max_age: t.Nullable(t.Integer({ minimum: 0, maximum: 99 })),
  unrated: OneOf(['allow', 'deny'] as const),
  tags_any: Tags,
  tags_none: Tags,
  collections: t.Nullable(t.Array(Id, { maxItems: 200 })),
  may_download: t.Boolean(),
  may_request: t.Boolean(),
})
