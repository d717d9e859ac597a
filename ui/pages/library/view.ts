import type { SeriesQuery } from './wire'

/** The state of the library in its address: filters, order, and covers or table. */
export type LibraryView = {
  look: 'wall' | 'table'
  q: string
  kind: '' | 'comic' | 'manga'
  progress: '' | 'complete' | 'missing' | 'empty' | 'unknown'
  paused: boolean
  /** Undefined: any. Empty: series that name no publisher. */
  publisher: string | undefined
  sort: SortKey
  down: boolean
}
export type SortKey = NonNullable<SeriesQuery['sort']>

export const START: LibraryView = {
  look: 'wall',
  q: '',
  kind: '',
  progress: '',
  paused: false,
  publisher: undefined,
  sort: 'title',
  down: false,
}

/** The name of each order, and its first direction. */
export const SORTS: readonly { value: SortKey; label: string; down: boolean }[] = [
  { value: 'title', label: 'Title', down: false },
  { value: 'added', label: 'Newest here', down: true },
  { value: 'latest', label: 'Latest issue', down: true },
  { value: 'year', label: 'Year', down: false },
  { value: 'publisher', label: 'Publisher', down: false },
  { value: 'progress', label: 'Completeness', down: false },
  { value: 'status', label: 'Followed or paused', down: false },
]

const one = <T extends string>(value: string | undefined, known: readonly T[], otherwise: T): T =>
  known.find((own) => own === value) ?? otherwise

/** Read from the address; invalid values are left out. */
export function readView(query: Record<string, string>): LibraryView {
  const sort = one(
    query.sort,
    SORTS.map(({ value }) => value),
    START.sort,
  )
  return {
    look: one(query.view, ['wall', 'table'], START.look),
    q: query.q ?? '',
    kind: one(query.kind, ['', 'comic', 'manga'], START.kind),
    progress: one(query.progress, ['', 'complete', 'missing', 'empty', 'unknown'], START.progress),
    paused: query.status === 'paused',
    publisher: query.publisher,
    sort,
    down: query.order === undefined ? downAtFirst(sort) : query.order === 'desc',
  }
}

export function downAtFirst(sort: SortKey): boolean {
  return SORTS.find(({ value }) => value === sort)?.down ?? false
}

/** The address of a view below `path`; only values that differ from the default are written. */
export function addressOf(path: string, view: LibraryView): string {
  const query = new URLSearchParams()
  if (view.look !== START.look) query.set('view', view.look)
  if (view.q) query.set('q', view.q)
  if (view.kind) query.set('kind', view.kind)
  if (view.progress) query.set('progress', view.progress)
  if (view.paused) query.set('status', 'paused')
  if (view.publisher !== undefined) query.set('publisher', view.publisher)
  if (view.sort !== START.sort) query.set('sort', view.sort)
  if (view.down !== downAtFirst(view.sort)) query.set('order', view.down ? 'desc' : 'asc')
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** Whether a view leaves series out. */
export function isFiltered({ q, kind, progress, paused, publisher }: LibraryView): boolean {
  return q.trim() !== '' || kind !== '' || progress !== '' || paused || publisher !== undefined
}

export function withoutFilters(view: LibraryView): LibraryView {
  const { look, sort, down } = view
  return { ...START, look, sort, down }
}

/** As the server reads it, without limit and offset. */
export function wireQuery(view: LibraryView): Omit<SeriesQuery, 'limit' | 'offset'> {
  return {
    q: view.q.trim() || undefined,
    content_type: view.kind || undefined,
    progress: view.progress || undefined,
    status: view.paused ? 'paused' : undefined,
    publisher: view.publisher,
    sort: view.sort,
    order: view.down ? 'desc' : 'asc',
  }
}
