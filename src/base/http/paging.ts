import type { Pagination } from './page-schema'

/** A page of rows; both numbers are set. */
export interface PageSpan {
  limit: number
  offset: number
}

export interface PageRange {
  /** Undefined: no limit. */
  limit?: number
  offset: number
}

export interface PagingFields {
  limit?: number
  offset?: number
  page?: number
  per_page?: number
}

const PER_PAGE = 50

/** Converts both styles; when a request uses both, limit and offset win. */
export function pageRange(query: PagingFields): PageRange {
  if (query.limit !== undefined || query.offset !== undefined) return { limit: query.limit, offset: query.offset ?? 0 }
  if (query.page === undefined && query.per_page === undefined) return { offset: 0 }
  const limit = query.per_page ?? PER_PAGE
  return { limit, offset: ((query.page ?? 1) - 1) * limit }
}

export function pagination(total: number, page: { limit: number; offset: number }, returned: number): Pagination {
  return { total, limit: page.limit, offset: page.offset, has_more: page.offset + returned < total }
}
