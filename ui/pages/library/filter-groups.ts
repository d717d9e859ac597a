import { roleWords } from '../../parts/text/role-words'
import { BY_NAME, type LibraryView, START } from './view'
import type { Facets } from './wire'

export type FilterChoice = {
  key: string
  label: string
  /** The number of series; undefined when not counted. */
  count: number | undefined
  on: boolean
  /** Shown beside the search field, not only in the dialog. */
  usual: boolean
  /** The view after a click. */
  next: LibraryView
}
export type FilterGroup = { title: string; choices: FilterChoice[] }

const FORMATS: Record<string, string> = {
  Print: 'Single issues',
  TPB: 'Trade paperback',
  HC: 'Hardcover',
  GN: 'Graphic novel',
}
const STARS = ['1 star or more', '2 stars or more', '3 stars or more', '4 stars or more', '5 stars']

/** Filters about the work on the library, which readers have no part in, by their keys. */
const WORK = ['monitored true', 'paused true', 'unmatched true', 'progress unknown', 'progress empty']

/** The group whose filters are found by typing. */
export const NAMES = 'People, characters and more'

/** The chosen people, characters and other names, each with a way to leave it out. */
function namesOf(view: LibraryView): FilterChoice[] {
  return BY_NAME.flatMap((kind) => {
    const name = view[kind]
    if (name === '') return []
    const own = kind === 'person' && view.role !== '' ? `${name} (${roleWords(view.role).toLowerCase()})` : name
    const next = { ...view, [kind]: '', ...(kind === 'person' && { role: '' }) }
    return [{ key: `${kind} ${name}`, label: own, count: undefined, on: true, usual: true, next }]
  })
}

/**
 * All filters whose values are on or off. A value without series is left out, unless the value is on. Readers have none
 * about the work on the library.
 */
export function filterGroups(view: LibraryView, facets: Facets | undefined, reader: boolean): FilterGroup[] {
  const make = <K extends keyof LibraryView>(
    field: K,
    value: LibraryView[K],
    { label, count, usual = false }: { label: string; count?: number; usual?: boolean },
  ): FilterChoice => {
    const on = view[field] === value
    const next = { ...view, [field]: on ? START[field] : value }
    if (field === 'paused') next.monitored = false
    if (field === 'monitored') next.paused = false
    return { key: `${field} ${value}`, label, count, on, usual, next }
  }
  /** The values that the server counted, and the chosen value if it is not among them. */
  const listed = <K extends 'genre' | 'format' | 'tag' | 'rating' | 'collection' | 'years'>(
    field: K,
    values: readonly { value: string; label: string; count: number }[],
  ) => {
    const chosen = view[field]
    const known = values.map(({ value, label, count }) => make(field, value as LibraryView[K], { label, count }))
    if (chosen === '' || values.some(({ value }) => value === chosen)) return known
    return [...known, make(field, chosen, { label: field === 'collection' ? 'Deleted collection' : chosen })]
  }
  const plain = (values: readonly { value: string; count: number }[] = []) =>
    values.map(({ value, count }) => ({ value, label: value, count }))
  const groups: FilterGroup[] = [
    {
      title: 'Reading',
      choices: [
        make('read', 'unread', { label: 'Unread', count: facets?.read.unread, usual: true }),
        make('read', 'in_progress', { label: 'Partly read', count: facets?.read.in_progress, usual: true }),
        make('read', 'read', { label: 'Read', count: facets?.read.read }),
        make('favourite', true, { label: 'Favourites', count: facets?.favourite, usual: true }),
      ],
    },
    {
      title: 'Issues',
      choices: [
        make('progress', 'complete', { label: 'Complete', count: facets?.progress.complete, usual: true }),
        make('progress', 'missing', { label: 'Missing issues', count: facets?.progress.missing, usual: true }),
        make('progress', 'unknown', { label: 'Total unknown', count: facets?.progress.unknown, usual: true }),
        make('progress', 'empty', { label: 'No files', count: facets?.progress.empty, usual: true }),
      ],
    },
    {
      title: 'Series',
      choices: [
        make('monitored', true, { label: 'Monitored', count: facets?.status.active }),
        make('paused', true, { label: 'Not monitored', count: facets?.status.paused, usual: true }),
        make('run', 'ongoing', { label: 'Ongoing', count: facets?.publication.ongoing }),
        make('run', 'ended', { label: 'Ended', count: facets?.publication.ended }),
        make('unmatched', true, { label: 'Unmatched', count: facets?.unmatched }),
      ],
    },
    {
      title: 'Collection',
      choices: listed(
        'collection',
        (facets?.collections ?? []).map(({ value, name, count }) => ({ value, label: name, count })),
      ),
    },
    { title: 'Tag', choices: listed('tag', plain(facets?.tags)) },
    {
      title: 'Rating',
      choices: listed(
        'rating',
        (facets?.ratings ?? []).map(({ value, count }) => ({ value, label: STARS[Number(value) - 1] ?? value, count })),
      ),
    },
    { title: 'Genre', choices: listed('genre', plain(facets?.genres)) },
    { title: NAMES, choices: namesOf(view) },
    {
      title: 'Year',
      choices: listed(
        'years',
        (facets?.decades ?? []).map(({ value, count }) => {
          return { value: `${value}-${Number(value) + 9}`, label: `${value}s`, count }
        }),
      ),
    },
    {
      title: 'Format',
      choices: listed(
        'format',
        (facets?.book_types ?? []).map(({ value, count }) => ({ value, label: FORMATS[value] ?? value, count })),
      ),
    },
  ]
  return (
    groups
      .map(({ title, choices }) => ({
        title,
        choices: choices.filter(({ key, count, on }) => (count !== 0 || on) && !(reader && WORK.includes(key))),
      }))
      // Names are found by typing, so their group is never empty.
      .filter(({ title, choices }) => choices.length > 0 || title === NAMES)
  )
}
