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

type ShelfProps = { name: string; title: string; draw: (isBeyond: (at: number) => boolean) => ComponentChildren }

/** A row of covers under a heading that collapses the row. */
export function Shelf({ name, title, draw }: ShelfProps) {
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
export function ContinueShelf() {
  const items = useQuery('GET /api/reading/continue', STARTED).data?.items ?? []
  // Sends progress from reading without a connection before anything else.
  useEffect(() => void progress().flush(), [])
  if (items.length === 0) return null
  return html`<${Shelf} name="continue" title="Continue reading" draw=${entriesOf(items)} />`
}

/** The next issue of each series that is read. */
export function DeckShelf() {
  const items = useQuery('GET /api/reading/continue', NEXT).data?.items ?? []
  if (items.length === 0) return null
  return html`<${Shelf} name="deck" title="On deck" draw=${entriesOf(items)} />`
}

/** The series whose files were added last, each once, with what was added. */
export function AddedShelf() {
  const items = useQuery('GET /api/reading/added', ADDED).data?.items ?? []
  if (items.length === 0) return null
  const draw = (isBeyond: (at: number) => boolean) =>
    items.map(({ issue_id, comic_id, series_name: name, issues, label, image }, at) => {
      const href = issues === 1 ? issuePath(comic_id, issue_id) : seriesPath(comic_id)
      const entry = { href, name, line: label, image, mark: label }
      return html`<${ShelfEntry} key=${comic_id} ...${entry} waits=${isBeyond(at)} />`
    })
  return html`<${Shelf} name="added" title="Recently added" draw=${draw} />`
}

/** Fetches the rows before they are drawn, and the covers of the first row. */
export async function prefetchShelves(): Promise<void> {
  const rows = await Promise.all([
    prefetch('GET /api/reading/continue', STARTED),
    prefetch('GET /api/reading/continue', NEXT),
    prefetch('GET /api/reading/added', ADDED),
  ])
  const names = ['continue', 'deck', 'added']
  const first = rows.find((row, at) => row && row.items.length > 0 && !foldedShelves().value.includes(names[at]!))
  fetchCovers(first?.items.slice(0, stripEnd()).map(({ image }) => image) ?? [], COVER)
}
