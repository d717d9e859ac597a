/** Requests for Komga's addresses with values that no app means, the same for a seed. */

const ADDRESSES = [
  'GET /api/v1/series',
  'GET /api/v1/series/:id',
  'GET /api/v1/series/:id/books',
  'GET /api/v1/series/:id/collections',
  'GET /api/v1/series/:id/thumbnail',
  'POST /api/v1/series/:id/read-progress',
  'DELETE /api/v1/series/:id/read-progress',
  'GET /api/v1/series/new',
  'GET /api/v1/series/alphabetical-groups',
  'POST /api/v1/series/list',
  'POST /api/v1/series/list/alphabetical-groups',
  'GET /api/v2/series/:id/read-progress/tachiyomi',
  'PUT /api/v2/series/:id/read-progress/tachiyomi',
  'GET /api/v1/books',
  'POST /api/v1/books/list',
  'GET /api/v1/books/ondeck',
  'GET /api/v1/books/:book',
  'GET /api/v1/books/:book/next',
  'GET /api/v1/books/:book/pages',
  'GET /api/v1/books/:book/pages/:page',
  'GET /api/v1/books/:book/pages/:page/raw',
  'GET /api/v1/books/:book/pages/:page/thumbnail',
  'GET /api/v1/books/:book/manifest',
  'GET /api/v1/books/:book/progression',
  'PUT /api/v1/books/:book/progression',
  'PATCH /api/v1/books/:book/read-progress',
  'GET /api/v1/collections',
  'GET /api/v1/collections/:id/series',
  'GET /api/v1/readlists/:id/books',
  'PUT /api/v1/readlists/:id/read-progress/tachiyomi',
  'GET /api/v1/tags',
  'GET /api/v1/tags/book',
  'GET /api/v2/authors',
  'GET /api/v1/age-ratings',
  'GET /api/v2/users/me',
  'GET /series/:id',
  'GET /book/:id',
  'DELETE /api/v1/libraries/:id',
  'GET /api/:id/:page',
] as const

const IDS = [
  'harbor',
  'river',
  'harbor-1',
  'x',
  '%00',
  '%2e%2e%2f',
  '%F0%9F%91%BB',
  "'%20or%201",
  '%',
  '%ff',
  '__proto__',
]
const BOOKS = ['harbor-1', 'river-c1', 'harbor', 'x'.repeat(3000), '%2f', 'null']
const NUMBERS = ['0', '1', '-1', '99999999999999999999', '1e9', 'NaN', '', '½', '0x10', '2147483648', '1.5', 'true']
const NAMES = ['page', 'size', 'unpaged', 'sort', 'search', 'library_id', 'status', 'read_status', 'author', 'tag', 'genre', 'age_rating', 'release_year', 'deleted', 'convert', 'zero_based', 'remember-me', 'series_id', 'readlist_id', 'collection_id', 'role', 'released_after', 'media_status'] // biome-ignore format: one list
const VALUES = [...NUMBERS, 'comics', 'a,b,c', ',', '%25', '%E0%A4', '[]', '{}', "';--", 'metadata.titleSort,desc', 'random', 'readList.number,asc', 'name,', 'x'.repeat(2000), '"', '*', 'field:word'] // biome-ignore format: one list
const KEYS = ['allOf', 'anyOf', 'libraryId', 'seriesId', 'title', 'titleSort', 'releaseDate', 'tag', 'readStatus', 'author', 'numberSort', 'ageRating', 'genre', 'complete', 'oneShot', 'poster', 'sharingLabel', 'type', '__proto__', ''] // biome-ignore format: one list
const OPERATORS = ['is', 'isNot', 'isnull', 'isNotNull', 'contains', 'beginsWith', 'endsWith', 'greaterThan', 'before', 'after', 'isInTheLast', 'isTrue', 'isFalse', 'toString', 7, null] // biome-ignore format: one list
const PLAIN: unknown[] = [null, true, 0, -1, 1e300, '', 'READ', 'noir', [], {}, { name: 'x', role: 7 }, ['x'], '2026-01-01T00:00:00Z', 'P30D', '\u0000', '👻'] // biome-ignore format: one list

export interface OddRequest {
  method: string
  path: string
  body: string | undefined
  headers: Record<string, string>
}

/** `addresses`: such as `GET /api/v1/series/:id`. */
export function* oddRequests(
  count: number,
  seed: number,
  addresses: readonly string[] = ADDRESSES,
): Generator<OddRequest> {
  let state = seed
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const one = <T>(of: readonly T[]): T => of[random(of.length)]!
  const condition = (depth: number): unknown => {
    if (depth === 0 || random(4) === 0) return one(PLAIN)
    const key = one(KEYS)
    if (/Of$/.test(key)) return { [key]: Array.from({ length: random(4) }, () => condition(depth - 1)) }
    return { [key]: { operator: one(OPERATORS), value: one(PLAIN), dateTime: one(PLAIN), duration: one(PLAIN) } }
  }
  const bodyOf = (): string =>
    one([
      () => JSON.stringify({ condition: condition(4), fullTextSearch: one(PLAIN) }),
      () => JSON.stringify({ page: one(PLAIN), completed: one(PLAIN), lastBookNumberSortRead: one(PLAIN), lastBookRead: one(PLAIN) }), // biome-ignore format: one body
      () => JSON.stringify({ modified: one(PLAIN), locator: one(PLAIN) }),
      () => JSON.stringify(one(PLAIN)),
      () => '{"half',
      () => '',
    ])()
  for (let n = 0; n < count; n++) {
    const [method, pattern] = one(addresses).split(' ') as [string, string]
    const path = pattern
      .replace(':id', one(IDS))
      .replace(':book', one(BOOKS))
      .replace(':page', one(NUMBERS) || '1')
    const query = Array.from({ length: random(4) }, () => `${one(NAMES)}${one(['', '[]'])}=${one(VALUES)}`).join('&')
    const headers: Record<string, string> = {
      ...one<Record<string, string>>([
        {},
        { Accept: one(['image/x', '', 'image/jpeg;q=x', '*']) },
        { 'X-Auth-Token': 'x' },
      ]),
      ...one<Record<string, string>>([{}, { 'If-None-Match': '*"' }, { 'Content-Type': 'text/plain' }, { Cookie: 'KOMGA-SESSION' }]), // biome-ignore format: one list
    }
    yield { method, path: `/komga${path}${query ? `?${query}` : ''}`, body: method === 'GET' ? undefined : bodyOf(), headers } // biome-ignore format: one object
  }
}
