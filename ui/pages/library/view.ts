import type { SeriesQuery } from './wire'

/** The state of the library in its address: filters, order, and covers or table. */
export type LibraryView = {
  look: 'wall' | 'table'
  q: string
  kind: '' | 'comic' | 'manga'
  progress: '' | 'complete' | 'missing' | 'empty' | 'unknown'
  paused: boolean
  monitored: boolean
  read: '' | NonNullable<SeriesQuery['read']>
  run: '' | NonNullable<SeriesQuery['publication']>
  unmatched: boolean
  favourite: boolean
  genre: string
  /** A year, `1990-1999`, `1990-` or `-1999`. */
  years: string
  format: string
  tag: string
  /** The lowest rating; empty: any. */
  rating: string
  collection: string
  /** Names in the metadata; `role` is what the person does. */
  person: string
  role: string
  character: string
  team: string
  location: string
  imprint: string
  arc: string
  /** Undefined: any. Empty: series without a publisher. */
  publisher: string | undefined
  sort: LibrarySort
  down: boolean
}
export type LibrarySort = NonNullable<SeriesQuery['sort']>

export const START: LibraryView = {
  look: 'wall',
  q: '',
  kind: '',
  progress: '',
  paused: false,
  monitored: false,
  read: '',
  run: '',
  unmatched: false,
  favourite: false,
  genre: '',
  years: '',
  format: '',
  tag: '',
  rating: '',
  collection: '',
  person: '',
  role: '',
  character: '',
  team: '',
  location: '',
  imprint: '',
  arc: '',
  publisher: undefined,
  sort: 'title',
  down: false,
}

/** The name of each order, and its first direction. */
export const LIBRARY_SORTS: readonly { value: LibrarySort; label: string; down: boolean }[] = [
  { value: 'title', label: 'Title', down: false },
  { value: 'added', label: 'Recently added', down: true },
  { value: 'latest', label: 'Latest issue', down: true },
  { value: 'year', label: 'Year', down: false },
  { value: 'publisher', label: 'Publisher', down: false },
  { value: 'progress', label: 'Completeness', down: false },
  { value: 'status', label: 'Monitored', down: false },
  { value: 'publication', label: 'Status', down: true },
  { value: 'unread', label: 'Unread', down: true },
  { value: 'size', label: 'Size', down: true },
  { value: 'next', label: 'Next issue', down: false },
  { value: 'rating', label: 'Rating', down: true },
]

/** Readers do not decide what is monitored. */
export const ordersOf = (reader: boolean): typeof LIBRARY_SORTS =>
  reader ? LIBRARY_SORTS.filter(({ value }) => value !== 'status') : LIBRARY_SORTS

/** Filters by a name in the metadata. */
export const BY_NAME = ['person', 'character', 'team', 'location', 'imprint', 'arc'] as const
export type ByName = (typeof BY_NAME)[number]
const NAMED = ['genre', 'years', 'format', 'tag', 'rating', 'collection', ...BY_NAME, 'role'] as const

/** Undefined for text that is neither a year nor a range of years. */
export function yearsIn(text: string): { from?: number; to?: number } | undefined {
  const [, from, dash, to] = /^(\d{4})?(-)?(\d{4})?$/.exec(text) ?? []
  if (!(from || to) || (from && to && !dash)) return undefined
  const year = (digits: string | undefined) => (digits === undefined ? undefined : Number(digits))
  return { from: year(from), to: year(dash ? to : from) }
}

const one = <T extends string>(value: string | undefined, known: readonly T[], otherwise: T): T =>
  known.find((own) => own === value) ?? otherwise

/** Read from the address; invalid values are left out. */
export function readLibraryView(query: Record<string, string>): LibraryView {
  const sort = one(
    query.sort,
    LIBRARY_SORTS.map(({ value }) => value),
    START.sort,
  )
  return {
    look: one(query.view, ['wall', 'table'], START.look),
    q: query.q ?? '',
    kind: one(query.kind, ['', 'comic', 'manga'], START.kind),
    progress: one(query.progress, ['', 'complete', 'missing', 'empty', 'unknown'], START.progress),
    paused: query.status === 'paused',
    monitored: query.status === 'active',
    read: one(query.read, ['', 'unread', 'in_progress', 'read'], START.read),
    run: one(query.run, ['', 'ongoing', 'ended'], START.run),
    unmatched: query.unmatched === 'yes',
    favourite: query.favourite === 'yes',
    genre: query.genre ?? '',
    years: yearsIn(query.years ?? '') ? (query.years as string) : '',
    format: query.format ?? '',
    tag: query.tag ?? '',
    rating: one(query.rating, ['', '1', '2', '3', '4', '5'], START.rating),
    collection: query.collection ?? '',
    ...(Object.fromEntries(BY_NAME.map((key) => [key, query[key] ?? ''])) as Record<ByName, string>),
    // A role says nothing without a person.
    role: query.person ? (query.role ?? '') : '',
    publisher: query.publisher,
    sort,
    down: query.order === undefined ? downAtFirst(sort) : query.order === 'desc',
  }
}

export function downAtFirst(sort: LibrarySort): boolean {
  return LIBRARY_SORTS.find(({ value }) => value === sort)?.down ?? false
}

/** The address of a view below `path`; only values that differ from the default are written. */
export function libraryAddress(path: string, view: LibraryView): string {
  const query = new URLSearchParams()
  if (view.look !== START.look) query.set('view', view.look)
  if (view.q) query.set('q', view.q)
  if (view.kind) query.set('kind', view.kind)
  if (view.progress) query.set('progress', view.progress)
  if (view.paused || view.monitored) query.set('status', view.paused ? 'paused' : 'active')
  for (const key of ['read', 'run', ...NAMED] as const) if (view[key]) query.set(key, view[key])
  for (const key of ['unmatched', 'favourite'] as const) if (view[key]) query.set(key, 'yes')
  if (view.publisher !== undefined) query.set('publisher', view.publisher)
  if (view.sort !== START.sort) query.set('sort', view.sort)
  if (view.down !== downAtFirst(view.sort)) query.set('order', view.down ? 'desc' : 'asc')
  const text = query.toString()
  return text ? `${path}?${text}` : path
}

/** Whether a filter is on. */
export function isLibraryFiltered(view: LibraryView): boolean {
  const { look, sort, down } = view
  return libraryAddress('', { ...view, q: view.q.trim() }) !== libraryAddress('', { ...START, look, sort, down })
}

export function withoutFilters(view: LibraryView): LibraryView {
  const { look, sort, down } = view
  return { ...START, look, sort, down }
}

/** The query for the server, without limit and offset. */
export function wireQuery(view: LibraryView): Omit<SeriesQuery, 'limit' | 'offset'> {
  const years = yearsIn(view.years)
  return {
    q: view.q.trim() || undefined,
    content_type: view.kind || undefined,
    progress: view.progress || undefined,
    status: view.paused ? 'paused' : view.monitored ? 'active' : undefined,
    publisher: view.publisher,
    read: view.read || undefined,
    publication: view.run || undefined,
    unmatched: view.unmatched || undefined,
    favourite: view.favourite || undefined,
    genre: view.genre || undefined,
    year_from: years?.from,
    year_to: years?.to,
    book_type: view.format || undefined,
    tag: view.tag || undefined,
    rating: view.rating === '' ? undefined : Number(view.rating),
    collection: view.collection || undefined,
    ...Object.fromEntries(BY_NAME.flatMap((key) => (view[key] ? [[key, view[key]]] : []))),
    role: view.role || undefined,
    sort: view.sort,
    order: view.down ? 'desc' : 'asc',
  }
}
