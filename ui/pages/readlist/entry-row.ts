import { html } from '../../html'
import { Button } from '../../parts/controls/button'
import { Menu, type MenuItem } from '../../parts/controls/menu'
import { Cover } from '../../parts/covers/cover'
import { Icon } from '../../parts/icons/icon'
import { moveItems } from '../../parts/lists/move-items'
import { Mark, type MarkState } from '../../parts/status/mark'
import { isolated } from '../../parts/text/isolated'
import { readPath } from '../../parts/text/read-path'
import { issuePath, seriesPath } from '../../parts/text/series-path'
import { entryName, type WireListEntry } from './wire'

export type EntryRowProps = {
  entry: WireListEntry
  listId: string
  at: number
  count: number
  dragged: boolean
  /** The props of the handle; absent in a list of one, and in a list of another user. */
  grip: Record<string, unknown> | undefined
  /** Absent in a list of another user. */
  change: { move: (to: number) => unknown; remove: () => unknown } | undefined
}

/** One issue of the list. The handle is dragged, or moved with the arrow keys. */
export function EntryRow({ entry, listId, at, count, dragged, grip, change }: EntryRowProps) {
  const { issue_id, series_name, image, readable, label } = entry
  const name = entryName(entry)
  const items = itemsOf(entry, { at, count, change })
  const keys = {
    title: 'Drag, or use the up and down arrow',
    'aria-label': `Move ${name}, ${at + 1} of ${count}: up and down arrow`,
  }
  return html`
    <li class="list-row" aria-posinset=${at + 1} aria-setsize=${count} data-held=${dragged || undefined} data-read=${entry.state === 'read' || undefined}>
      ${grip ? html`<button class="list-grip" type="button" ...${keys} ...${grip}><${Icon} name="grip" size="small" /></button>` : html`<span></span>`}
      <span class="list-place">${at + 1}</span>
      <span class="list-cover"><${Cover} name=${series_name} src=${image} mark=${label} width=${48} /></span>
      <${Words} entry=${entry} />
      <span class="list-state"><${Mark} ...${markOf(entry)} /></span>
      ${
        readable
          ? html`<${Button} kind="quiet" icon="book-open" label=${`Read ${name}`} href=${readPath(issue_id, listId)} />`
          : html`<span class="list-unread"></span>`
      }
      ${items.length > 0 ? html`<${Menu} title=${`More about ${name}`} items=${items} />` : html`<span></span>`}
    </li>
  `
}

function Words({ entry }: { entry: WireListEntry }) {
  const { comic_id, issue_id, series_name, year, title, known } = entry
  const name = html`<b>${isolated(entryName(entry))}</b>`
  const series = year === null ? series_name : `${series_name} (${year})`
  return html`
    <span class="list-words">
      <span>${known ? html`<a href=${issuePath(comic_id, issue_id)}>${name}</a>` : name}</span>
      <small>${title && `${title} · `}${known ? html`<a href=${seriesPath(comic_id)}>${isolated(series)}</a>` : isolated(series)}</small>
    </span>
  `
}

function markOf({ state, known, readable, page, page_count }: WireListEntry): { state: MarkState; word: string } {
  if (state === 'read') return { state: 'have', word: 'Read' }
  if (!known) return { state: 'unknown', word: 'Not in the library' }
  if (!readable) return { state: 'wanted', word: 'No file yet' }
  return { state: 'unknown', word: state === 'reading' ? `Page ${page + 1} of ${page_count}` : 'Unread' }
}

type Acts = Pick<EntryRowProps, 'at' | 'count' | 'change'>

function itemsOf({ known, comic_id, issue_id }: WireListEntry, { at, count, change }: Acts): MenuItem[] {
  return [
    ...(known ? [{ label: 'Open the issue', icon: 'library' as const, href: issuePath(comic_id, issue_id) }] : []),
    ...(change
      ? [
          ...moveItems({ at, count, onMove: change.move }),
          { label: 'Remove from the list', icon: 'minus' as const, apart: true, onPick: change.remove },
        ]
      : []),
  ]
}
