import type { PageSpan } from '../../base/http/paging'
import type { PageRequest } from './query'

/** The form of a page in Spring's data libraries. */

/** Rows of an unpaged list too are named a page, of this size at least. */
const LEAST_UNPAGED = 20

/** What can be read in parts. */
export interface Sliced<T> {
  readonly length: number
  slice(start: number, end: number): readonly T[]
}

export interface Rows<T, Content extends Sliced<T> = readonly T[]> {
  content: Content
  total: number
  request: PageRequest
  sorted: boolean
}

/** Which rows a request wants. Without a limit, all of them. */
export function spanOf({ page, size, unpaged }: PageRequest): PageSpan {
  return unpaged ? { limit: Number.MAX_SAFE_INTEGER, offset: 0 } : { limit: size, offset: page * size }
}

/** A page of rows that are all in memory. */
export function pageOf<T>(all: readonly T[], request: PageRequest, sorted = false): Rows<T> {
  const { limit, offset } = spanOf(request)
  return { content: all.slice(offset, offset + limit), total: all.length, request, sorted }
}

export function pageJson<T>({ content, total, request, sorted }: Rows<T>) {
  const { unpaged } = request
  const size = unpaged ? Math.max(total, LEAST_UNPAGED) : request.size
  const number = unpaged ? 0 : request.page
  const totalPages = Math.ceil(total / size)
  const sort = { empty: !sorted, sorted, unsorted: !sorted }
  return {
    content,
    pageable: { pageNumber: number, pageSize: size, sort, offset: number * size, paged: true, unpaged: false },
    last: number >= totalPages - 1,
    totalElements: total,
    totalPages,
    size,
    number,
    sort,
    first: number === 0,
    numberOfElements: content.length,
    empty: content.length === 0,
  }
}
