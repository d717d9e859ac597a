import { html, useId, useLayoutEffect, useRef } from '../../../html'
import type { Column } from './columns'
import { type Place, placeAfterTab, type Size } from './places'

export type CellEditorProps = {
  column: Column
  text: string
  label: string
  place: Place
  size: Size
  /** Without a text the edit is dropped; without a place the focus stays where it is. */
  onFinish: (text: string | undefined, next: Place | undefined) => void
}

/** The box of a cell: Enter and Tab keep the text and move on, Escape discards it, losing the focus keeps it. */
export function CellEditor({ column, text, label, place, size, onFinish }: CellEditorProps) {
  const box = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const list = useId()
  const isOver = useRef(false)
  useLayoutEffect(() => {
    if (!box.current) return
    // Not as a property, which a redraw would set again while the user types.
    if (!column.choices) box.current.value = text
    box.current.focus({ preventScroll: true })
    if (!column.choices) box.current.setSelectionRange(text.length, text.length)
  }, [])
  const finish = (kept: boolean, next: Place | undefined) => {
    if (isOver.current) return
    const value = box.current?.value ?? ''
    isOver.current = true
    onFinish(kept ? value : undefined, next)
    // A refused value stays in the box.
    queueMicrotask(() => {
      isOver.current = false
    })
  }
  const keys = (event: KeyboardEvent) => {
    event.stopPropagation()
    const { key, shiftKey } = event
    const next: Record<string, Place | undefined> = {
      Enter: { row: place.row + (shiftKey ? -1 : 1), col: place.col },
      Tab: placeAfterTab(place, size, shiftKey) ?? place,
      Escape: place,
    }
    if (!(key in next) || event.isComposing) return
    event.preventDefault()
    finish(key !== 'Escape', next[key])
  }
  const shared = {
    class: 'edit-input',
    ref: box,
    'aria-label': label,
    onKeyDown: keys,
    onBlur: () => finish(true, undefined),
  }
  if (column.choices)
    return html`
      <select ...${shared}>
        ${!column.choices.some((one) => one.label === text) && html`<option value="">${text.length > 1 ? text : ''}</option>`}
        ${column.choices.map((one) => html`<option key=${one.value} value=${one.label} selected=${one.label === text}>${one.label}</option>`)}
      </select>
    `
  return html`
    <input ...${shared} type="text" autocomplete="off" autocapitalize="off" spellcheck=${false} list=${column.suggestions ? list : undefined} />
    ${column.suggestions && html`<datalist id=${list}>${column.suggestions.map((value) => html`<option key=${value} value=${value}></option>`)}</datalist>`}
  `
}
