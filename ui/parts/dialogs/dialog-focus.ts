/**
 * Keeps the focus in a dialog whose buttons change: when the focused one is removed or disabled, the main action at
 * the foot gets the focus, so that Enter and Escape keep working. Returns a function that ends this.
 */
export function holdFocus(dialog: HTMLDialogElement): () => void {
  let last = dialog.contains(document.activeElement) ? (document.activeElement ?? undefined) : undefined
  /** An element that got the focus as a substitute; it passes it on once there is a main action. */
  let standIn: Element | undefined
  const rememberFocus = ({ target }: FocusEvent) => {
    last = target as Element
  }
  const check = () => {
    const now = document.activeElement
    const lost = now === document.body && last !== undefined && (!last.isConnected || last.matches(':disabled'))
    if (!lost && (now !== standIn || standIn === undefined)) return
    // The action is still running.
    if (dialog.querySelector('.dialog-foot [aria-busy="true"]')) return
    const next = placeIn(dialog)
    if (!next || next === now) return
    next.focus({ preventScroll: true })
    standIn = next.matches(MAIN) ? undefined : next
  }
  const changes = new MutationObserver(check)
  changes.observe(dialog, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  dialog.addEventListener('focusin', rememberFocus)
  return () => {
    changes.disconnect()
    dialog.removeEventListener('focusin', rememberFocus)
  }
}

const MAIN = '.dialog-foot .button[data-kind="main"]'

function placeIn(dialog: HTMLElement): HTMLElement | null {
  const find = (what: string) => dialog.querySelector<HTMLElement>(`${what}:not(:disabled)`)
  return find(MAIN) ?? find('.dialog-foot .button') ?? find('.dialog-head .button')
}
