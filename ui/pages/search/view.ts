import type { Input } from '../../api/contract'

/** The search in the address: words, kind, order and page. */
export type SearchView = { q: string; kind: SearchKind; sort: SearchSort; page: number }
export type SearchSort = NonNullable<NonNullable<Input<'POST /api/search/manga'>['body']>['sort']>
export type SearchKind = 'comic' | 'manga'

export const PER_PAGE = 20
/**
 * Each search uses up a part of a provider's hourly limit, so typing searches only from this length on. Enter
 * always searches.
 */
export const LEAST_LETTERS = 3

type Choice = { value: SearchSort; label: string }
const BEST: Choice = { value: 'relevance', label: 'Best match' }
const SHARED: readonly Choice[] = [
  { value: 'name_asc', label: 'Name' },
  { value: 'year_desc', label: 'Newest first' },
  { value: 'year_asc', label: 'Oldest first' },
]
export const SEARCH_SORTS: Record<SearchKind, readonly Choice[]> = {
  comic: [BEST, ...SHARED, { value: 'issues_desc', label: 'Most issues' }],
  manga: [BEST, { value: 'follows', label: 'Most followed' }, { value: 'latest', label: 'Updated last' }, ...SHARED],
}

/** Read from the address; invalid values are left out. */
export function readSearchView(query: Record<string, string>): SearchView {
  const kind = query.kind === 'manga' ? 'manga' : 'comic'
  const sort = SEARCH_SORTS[kind].find(({ value }) => value === query.sort) ?? BEST
  const page = Math.max(1, Math.trunc(Number(query.page) || 1))
  return { q: query.q ?? '', kind, sort: sort.value, page }
}

/** Only values that differ from the default are written. */
export function searchAddress({ q, kind, sort, page }: SearchView): string {
  const query = new URLSearchParams()
  if (q.trim()) query.set('q', q.trim())
  if (kind !== 'comic') query.set('kind', kind)
  if (sort !== BEST.value) query.set('sort', sort)
  if (page > 1) query.set('page', String(page))
  const text = query.toString()
  return text ? `/search?${text}` : '/search'
}

/** The same search in another kind or order starts again at its first page. */
export function changeSearch(view: SearchView, change: Partial<Omit<SearchView, 'page'>>): SearchView {
  const next = { ...view, ...change, page: 1 }
  const known = SEARCH_SORTS[next.kind].some(({ value }) => value === next.sort)
  return known ? next : { ...next, sort: BEST.value }
}
