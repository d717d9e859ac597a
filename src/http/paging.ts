import { t } from 'elysia'

export interface Page {
  /** Undefined: everything. */
  limit?: number
  offset: number
}

/** No list is longer, and the database takes it for a whole number. */
const FARTHEST = 1_000_000_000

/** `limit` and `offset`, and the page style: `page` counts from 1. */
export const PageQuery = {
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 500 })),
  offset: t.Optional(t.Integer({ minimum: 0, maximum: FARTHEST })),
  page: t.Optional(t.Integer({ minimum: 1, maximum: FARTHEST })),
  per_page: t.Optional(t.Integer({ minimum: 1, maximum: 500 })),
}

export const Pagination = t.Object({
  total: t.Integer(),
  limit: t.Integer(),
  offset: t.Integer(),
  has_more: t.Boolean(),
})
export type Pagination = typeof Pagination.static

interface Asked {
  limit?: number
  offset?: number
  page?: number
  per_page?: number
}

const PER_PAGE = 50

/** Both styles as one; where a request uses both, limit and offset count. */
export function pageOf(asked: Asked): Page {
  if (asked.limit !== undefined || asked.offset !== undefined) return { limit: asked.limit, offset: asked.offset ?? 0 }
  if (asked.page === undefined && asked.per_page === undefined) return { offset: 0 }
  const limit = asked.per_page ?? PER_PAGE
  return { limit, offset: ((asked.page ?? 1) - 1) * limit }
}

export function pagination(total: number, page: { limit: number; offset: number }, returned: number): Pagination {
  return { total, limit: page.limit, offset: page.offset, has_more: page.offset + returned < total }
}
