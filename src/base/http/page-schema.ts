import { t } from 'elysia'
import { Integer } from './integer-schema'

/** Longer than any list, and still an integer for the database. */
const FARTHEST = 1_000_000_000

/** `limit` and `offset`, and the page style: `page` counts from 1. */
export const PageQuery = {
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 500 })),
  offset: t.Optional(t.Integer({ minimum: 0, maximum: FARTHEST })),
  page: t.Optional(t.Integer({ minimum: 1, maximum: FARTHEST })),
  per_page: t.Optional(t.Integer({ minimum: 1, maximum: 500 })),
}

export const Pagination = t.Object({
  total: Integer(),
  limit: Integer(),
  offset: Integer(),
  has_more: t.Boolean(),
})
export type Pagination = typeof Pagination.static
