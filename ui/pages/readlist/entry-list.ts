import { html, useRef } from '../../html'
import { useOrder } from '../../parts/lists/use-order'
import { useWindowedRows } from '../../parts/lists/windowed-rows'
import { EntryRow } from './entry-row'
import { removeEntries, restoreEntries, saveListOrder } from './moves'
import type { Undo } from './use-undo'
import { entryName, type List, type WireListEntry } from './wire'

export type EntryListProps = { list: List; entries: readonly WireListEntry[]; onUndo: (undo: Undo) => void }

/** Height of a row before any was drawn, in pixels. */
const ESTIMATE = 88

/** The issues of a list, in an order that its user changes by dragging or by key. */
export function EntryList({ list, entries, onUndo }: EntryListProps) {
  const { list_id: listId, mine } = list
  const ids = entries.map(({ issue_id }) => issue_id)
  const byId = new Map(entries.map((entry) => [entry.issue_id, entry]))
  const moved = useRef<WireListEntry | undefined>(undefined)
  // The server's reply to the previous change may not have arrived yet.
  const saved = useRef<string[] | undefined>(undefined)
  const save = async (next: string[]) => {
    const before = saved.current && hasSame(saved.current, ids) ? saved.current : ids
    const done = await saveListOrder(listId, next)
    saved.current = done ? next : undefined
    const words = moved.current ? `moving ${entryName(moved.current)}` : 'the new order'
    if (done) onUndo({ words, run: () => saveListOrder(listId, before) })
    return done
  }
  const { shown, dragged, list: listElement, firstShown, handle } = useOrder(ids, save)
  const rows = shown.flatMap((id) => byId.get(id) ?? [])
  const held = dragged === undefined ? undefined : shown.indexOf(dragged)
  const { first, end, style } = useWindowedRows(listElement, { count: rows.length, estimate: ESTIMATE, keep: held })
  firstShown.current = first
  const grip = (entry: WireListEntry) => {
    const { onKeyDown, onPointerDown } = handle(entry.issue_id)
    const note = () => {
      moved.current = entry
    }
    return {
      onKeyDown: (event: KeyboardEvent) => {
        note()
        onKeyDown(event)
        const row = (event.currentTarget as HTMLElement).closest('li')
        // Beyond the window the row would leave the page, and the focus with it.
        requestAnimationFrame(() => row?.scrollIntoView?.({ block: 'nearest' }))
      },
      onPointerDown: (event: PointerEvent) => {
        note()
        onPointerDown(event)
      },
    }
  }
  const move = (entry: WireListEntry, to: number) => {
    moved.current = entry
    const id = entry.issue_id
    const next = ids.filter((one) => one !== id)
    next.splice(to, 0, id)
    return save(next)
  }
  const remove = async (entry: WireListEntry) => {
    if (!(await removeEntries(listId, [entry.issue_id]))) return
    onUndo({ words: `removing ${entryName(entry)}`, run: () => restoreEntries(listId, [entry.issue_id]) })
  }
  return html`
    <ol class="list-rows" ref=${listElement} style=${style}>
      ${rows.slice(first, end).map(
        (entry, step) => html`
          <${EntryRow}
            key=${entry.issue_id}
            entry=${entry}
            listId=${listId}
            at=${first + step}
            count=${rows.length}
            dragged=${entry.issue_id === dragged}
            grip=${mine && rows.length > 1 ? grip(entry) : undefined}
            change=${mine ? { move: (to: number) => move(entry, to), remove: () => remove(entry) } : undefined}
          />
        `,
      )}
    </ol>
  `
}

const hasSame = (a: readonly string[], b: readonly string[]) => [...a].sort().join(' ') === [...b].sort().join(' ')
