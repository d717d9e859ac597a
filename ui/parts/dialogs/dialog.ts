import './dialog.css'
import { type ComponentChildren, html, useId, useLayoutEffect, useRef } from '../../html'
import { Button } from '../controls/button'
import { HelpLink } from '../controls/help-link'
import { isolated } from '../text/isolated'
import { holdFocus } from './dialog-focus'
import { registerDialog } from './top-dialog'

/** A window over the page. `sheet` is the tall variant for lists and choices; on phones both are bottom sheets. */
export type DialogProps = {
  open: boolean
  title: string
  kind?: 'dialog' | 'sheet'
  onClose: () => void
  /** Where the user guide explains it, as `chapter#heading`. */
  help?: string
  /** Actions at the foot, the main one last. */
  foot?: ComponentChildren
  children?: ComponentChildren
}

/** Where the focus returns to while one dialog replaces another: what was focused in the first one is gone. */
let returning: HTMLElement | null = null

/** The browser's own dialog traps the focus, closes on Escape and returns the focus. */
export function Dialog({ open, title, kind = 'dialog', onClose, help, foot, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Runs before the next key: a key pressed right after a dialog opens or closes is meant for the new screen.
  useLayoutEffect(() => {
    const dialog = box.current
    if (!open || !dialog) return
    const before = returning ?? (document.activeElement as HTMLElement | null)
    if (!dialog.open) dialog.showModal()
    makeScrollable(dialog.querySelector('.dialog-body'))
    const releaseFocus = holdFocus(dialog)
    const unregister = registerDialog(dialog)
    return () => {
      releaseFocus()
      unregister()
      returning = before
      // Removing an open dialog loses the focus. While the dialog is open, elements outside cannot get the focus.
      queueMicrotask(() => {
        returning = null
        if (dialog.contains(document.activeElement) || document.activeElement === document.body)
          before?.focus?.({ preventScroll: true })
      })
    }
  }, [open])
  if (!open) return null
  const outside = (event: MouseEvent) => {
    // The second press of a double click is meant for the button that opened the dialog.
    if (event.target === box.current && event.detail < 2) onClose()
  }
  const cancel = (event: Event) => {
    event.preventDefault()
    onClose()
  }
  return html`
    <dialog class="dialog" data-kind=${kind} ref=${box} aria-labelledby=${id} onCancel=${cancel} onMouseDown=${outside}>
      <div class="dialog-sheet">
        <header class="dialog-head">
          <h2 id=${id}>${isolated(title)}</h2>
          <${Button} kind="quiet" icon="close" label="Close" onClick=${onClose} />
          ${help && html`<${HelpLink} apart place=${help} about=${title} />`}
        </header>
        <div class="dialog-body">${children}</div>
        ${foot && html`<footer class="dialog-foot">${foot}</footer>`}
      </div>
    </dialog>
  `
}

/** Text that is longer than the dialog is scrolled by keys, which needs a place for the focus. */
function makeScrollable(body: HTMLElement | null): void {
  if (body && body.scrollHeight > body.clientHeight && !body.querySelector(FOCUSABLE)) body.tabIndex = 0
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'

export type ConfirmProps = {
  open: boolean
  title: string
  /** A sentence about the effect. */
  text: ComponentChildren
  /** The verb of the action. */
  action: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => unknown
  onClose: () => void
}

export function Confirm({ open, title, text, action, danger, busy, onConfirm, onClose }: ConfirmProps) {
  const foot = html`
    <${Button} onClick=${onClose}>Cancel<//>
    <${Button} kind=${danger ? 'danger' : 'main'} busy=${busy} onClick=${onConfirm}>${action}<//>
  `
  return html`<${Dialog} open=${open} title=${title} onClose=${onClose} foot=${foot}><p>${text}</p><//>`
}
