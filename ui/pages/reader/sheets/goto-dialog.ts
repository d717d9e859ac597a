import { html, useEffect, useRef } from '../../../html'
import { Button } from '../../../parts/controls/button'
import { Dialog } from '../../../parts/dialogs/dialog'

export type GotoDialogProps = { page: number; count: number; onGo: (page: number) => void; onClose: () => void }

export function GotoDialog({ page, count, onGo, onClose }: GotoDialogProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.select(), [])
  const submit = (event: Event) => {
    event.preventDefault()
    const wish = Number(box.current?.value)
    if (!Number.isInteger(wish) || wish < 1 || wish > count) return box.current?.reportValidity()
    onClose()
    onGo(wish - 1)
  }
  return html`
    <${Dialog} open title="Go to page" onClose=${onClose}>
      <form class="reader-goto" onSubmit=${submit} novalidate>
        <input class="field-box" ref=${box} type="number" inputmode="numeric" min="1" max=${count} defaultValue=${page + 1} aria-label=${`Page, 1 to ${count}`} />
        <span>of ${count}</span>
        <${Button} kind="main" type="submit">Go<//>
      </form>
    <//>
  `
}
