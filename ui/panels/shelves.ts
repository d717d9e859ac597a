import './continue-strip.css'
import './shelves.css'
import type { Reply } from '../api/contract'
import { prefetch, useQuery } from '../api/query'
import { type ComponentChildren, html, type Signal, signal, useEffect } from '../html'
import { Cover, fetchCovers } from '../parts/covers/cover'
import { Icon } from '../parts/icons/icon'
import { issuePath, seriesPath } from '../parts/text/series-path'
import { progress } from '../state/progress'
import { ContinueEntry, stripEnd, useStrip } from './continue-strip'

const MOST = 20
const COVER = 112
const STARTED = { query: { limit: MOST, state: 'started' } } as const
const NEXT = { query: { limit: MOST, state: 'next' } } as const
const ADDED = { query: { limit: MOST } }
const KEY = 'panelkeep.folded-shelves'

let names: Signal<readonly string[]> | undefined

/** The shelves that are collapsed in this browser. */
function foldedShelves(): Signal<readonly string[]> {
  names ??= signal((localStorage.getItem(KEY) ?? '').split(',').filter(Boolean))
  return names
}

function fold(name: string, away: boolean): void {
  const folded = foldedShelves()
  folded.value = [...folded.value.filter((one) => one !== name), ...(away ? [name] : [])]
  localStorage.setItem(KEY, folded.value.join(','))
}

export type ShelfRow = { name: string; title: string; draw: (isBeyond: (at: number) => boolean) => ComponentChildren }

/** A row of covers under a heading that collapses the row. */
export function Shelf({ name, title, draw }: ShelfRow) {
  const { onScroll, isBeyond } = useStrip()
  const away = foldedShelves().value.includes(name)
  const id = `shelf-${name}`
  return html`
    <section class="continue shelf" aria-labelledby=${id} data-away=${away || undefined}>
      <h2>
        <button id=${id} type="button" aria-expanded=${!away} onClick=${() => fold(name, !away)}>
          ${title}<${Icon} name=${away ? 'chevron-right' : 'chevron-down'} size="small" />
        </button>
      </h2>
      ${!away && html`<ul onScroll=${onScroll}>${draw(isBeyond)}</ul>`}
    </section>
  `
}

export type ShelfEntryProps = {
  href: string
  name: string
  /** The line below the name. */
  line: string
  image: string | null
  /** Tells covers without a picture apart. */
  mark?: string
  /** Beyond the edge of the shelf: the picture comes with the first scroll. */
  waits: boolean
}

/** A cover on a shelf, with its name and one line about it. */
export function ShelfEntry({ href, name, line, image, mark, waits }: ShelfEntryProps) {
  return html`
    <li>
      <a href=${href}>
        <span class="continue-cover"><${Cover} name=${name} src=${image} mark=${mark} width=${COVER} waits=${waits} /></span>
        <b>${name}</b>${' '}
        <span>${line}</span>
      </a>
    </li>
  `
}

type Items = Reply<'GET /api/reading/continue'>['items']

const entriesOf = (items: Items) => (isBeyond: (at: number) => boolean) =>
  items.map((item, at) => html`<${ContinueEntry} key=${item.issue_id} item=${item} waits=${isBeyond(at)} />`)

/** Issues in progress, and the next ones of reading lists. */
function useContinued(): ShelfRow | undefined {
  const items = useQuery('GET /api/reading/continue', STARTED).data?.items ?? []
  // Sends progress from reading without a connection before anything else.
  useEffect(() => void progress().flush(), [])
  return items.length > 0 ? { name: 'continue', title: 'Continue reading', draw: entriesOf(items) } : undefined
}

/** The next issue of each series that is read. */
function useDeck(): ShelfRow | undefined {
  const items = useQuery('GET /api/reading/continue', NEXT).data?.items ?? []
  return items.length > 0 ? { name: 'deck', title: 'On deck', draw: entriesOf(items) } : undefined
}

/** The series whose files were added last, each once, with what was added; only those after `since` if there are any. */
function useAdded(since: string | null = null): ShelfRow | undefined {
  const all = useQuery('GET /api/reading/added', ADDED).data?.items ?? []
  const fresh = since === null ? [] : all.filter(({ added_at }) => added_at > since)
  const [title, items] = fresh.length > 0 ? ['New since your last visit', fresh] : ['Recently added', all]
  const draw = (isBeyond: (at: number) => boolean) =>
    items.map(({ issue_id, comic_id, series_name: name, issues, label, image }, at) => {
      const href = issues === 1 ? issuePath(comic_id, issue_id) : seriesPath(comic_id)
      const entry = { href, name, line: label, image, mark: label }
      return html`<${ShelfEntry} key=${comic_id} ...${entry} waits=${isBeyond(at)} />`
    })
  return items.length > 0 ? { name: 'added', title, draw } : undefined
}

const shelfOf = (row: ShelfRow | undefined) => row && html`<${Shelf} ...${row} />`
export const ContinueShelf = () => shelfOf(useContinued())
export const DeckShelf = () => shelfOf(useDeck())
export const AddedShelf = ({ since }: { since?: string | null }) => shelfOf(useAdded(since))

/** All rows that have entries. */
export function useShelves(): ShelfRow[] {
  return [useContinued(), useDeck(), useAdded()].filter((row) => row !== undefined)
}

/** Fetches the rows before they are drawn, and the covers of the one that `pick` shows. */
export async function prefetchShelves(pick: (names: readonly string[]) => string | undefined): Promise<void> {
  const rows = await Promise.all([
    prefetch('GET /api/reading/continue', STARTED),
    prefetch('GET /api/reading/continue', NEXT),
    prefetch('GET /api/reading/added', ADDED),
  ])
  const names = ['continue', 'deck', 'added']
  const shown = pick(names.filter((_, at) => (rows[at]?.items.length ?? 0) > 0))
  const items = rows[names.indexOf(shown ?? '')]?.items ?? []
  fetchCovers(
    items.slice(0, stripEnd()).map(({ image }) => image),
    COVER,
  )
}
