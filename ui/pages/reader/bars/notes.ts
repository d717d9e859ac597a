import { html, useEffect, useState } from '../../../html'
import { Icon } from '../../../parts/icons/icon'

/** A short message at the foot of the page. */
export type Note = { text: string; action?: { label: string; run: () => void } }

const SHORT_MS = 1_600
const LONG_MS = 6_000

export function useNote(first: () => Note | undefined) {
  const [note, setNote] = useState(first)
  useEffect(() => {
    if (!note) return
    const timer = setTimeout(() => setNote(undefined), note.action ? LONG_MS : SHORT_MS)
    return () => clearTimeout(timer)
  }, [note])
  return { note, showNote: (text: string) => setNote({ text }), hideNote: () => setNote(undefined) }
}

export function NoteLine({ note, onDone }: { note: Note | undefined; onDone: () => void }) {
  const run = () => {
    onDone()
    note?.action?.run()
  }
  return html`
    <div class="reader-note" role="status">
      ${note && html`<p><span>${note.text}</span>${note.action && html`<button type="button" onClick=${run}>${note.action.label}</button>`}</p>`}
    </div>
  `
}

export function LostLine({ lost }: { lost: boolean }) {
  return html`
    <div class="reader-lost" role="status">
      ${lost && html`<p><${Icon} name="wifi-off" size="small" /><span>The connection is lost</span></p>`}
    </div>
  `
}
