import './columns.css'
import { type ComponentChildren, html, type Signal, signal } from '../../html'
import { HaveLine } from '../../parts/covers/cover-tile'
import type { SeriesCard } from './series-card'
import type { LibrarySort } from './view'

export type LibraryColumn = {
  key: string
  title: string
  /** The sort key; without one the table cannot be sorted by this column. */
  sort?: LibrarySort
  number?: boolean
  /** A CSS grid track. */
  width: string
  cell: (card: SeriesCard) => ComponentChildren
}

const have = ({ words, short, share, whole }: SeriesCard) =>
  html`<span class="series-row-have" title=${words}>${short}</span><${HaveLine} share=${share} whole=${whole} />`

const rating = ({ rating }: SeriesCard) =>
  rating > 0 &&
  html`<span class="series-row-stars" role="img" aria-label=${`${rating} of 5`}>${'★'.repeat(rating)}</span>`

const tags = ({ tags }: SeriesCard) => html`<span class="series-row-tags" title=${tags}>${tags}</span>`

/** The columns after the title, in their order. */
export const COLUMNS: readonly LibraryColumn[] = [
  { key: 'have', title: 'Have', sort: 'progress', width: '7rem', cell: have },
  { key: 'monitored', title: 'Monitored', sort: 'status', width: '5.5rem', cell: (card) => card.monitored },
  { key: 'status', title: 'Status', sort: 'publication', width: '5rem', cell: (card) => card.status },
  { key: 'year', title: 'Year', sort: 'year', number: true, width: '3.5rem', cell: (card) => card.year },
  {
    key: 'publisher',
    title: 'Publisher',
    sort: 'publisher',
    width: 'minmax(5.5rem, 1fr)',
    cell: (card) => card.publisher,
  },
  { key: 'unread', title: 'Unread', sort: 'unread', number: true, width: '4.5rem', cell: (card) => card.unread },
  { key: 'size', title: 'Size', sort: 'size', number: true, width: '4.5rem', cell: (card) => card.size },
  { key: 'next', title: 'Next issue', sort: 'next', width: '6.5rem', cell: (card) => card.next },
  { key: 'latest', title: 'Latest issue', sort: 'latest', width: 'minmax(6.5rem, 0.8fr)', cell: (card) => card.latest },
  { key: 'added', title: 'Added', sort: 'added', width: '6.5rem', cell: (card) => card.added },
  { key: 'rating', title: 'Rating', sort: 'rating', width: '5.5rem', cell: rating },
  { key: 'tags', title: 'Tags', width: 'minmax(6rem, 1fr)', cell: tags },
]

/** Readers do not decide what is monitored. */
export const columnsOf = (reader: boolean): readonly LibraryColumn[] =>
  reader ? COLUMNS.filter(({ key }) => key !== 'monitored') : COLUMNS

const KEY = 'panelkeep.library-columns'
const USUAL = ['have', 'monitored', 'year', 'publisher', 'unread', 'size', 'next', 'added']

let chosen: Signal<readonly string[]> | undefined

/** The keys of the shown columns. */
export function shownColumns(): Signal<readonly string[]> {
  chosen ??= signal(remembered())
  return chosen
}

function remembered(): readonly string[] {
  const saved = localStorage.getItem(KEY)
  return saved === null ? USUAL : saved.split(',').filter((key) => COLUMNS.some((column) => column.key === key))
}

export function showColumns(keys: readonly string[]): void {
  shownColumns().value = keys
  if (keys === USUAL) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, keys.join(','))
}

export const showUsualColumns = (): void => showColumns(USUAL)

/** Tablets have room for this many columns, phones for the first. */
const ON_TABLET = 4

/** The width from which on the column at this position is shown. */
export const fromWidth = (at: number) => (at === 0 ? undefined : at < ON_TABLET ? 'tablet' : 'desktop')

/** The widths of the columns for each size of the window; `library.css` picks one. */
export function columnTracks(columns: readonly LibraryColumn[]): Record<string, string> {
  const tracks = (most: number) => ['40px', 'minmax(0, 2.4fr)', ...columns.slice(0, most).map(({ width }) => width)]
  return {
    '--columns-phone': tracks(1).join(' '),
    '--columns-tablet': tracks(ON_TABLET).join(' '),
    '--columns-desktop': tracks(columns.length).join(' '),
  }
}
