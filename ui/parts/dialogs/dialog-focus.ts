/**
 * Keeps the focus in a dialog whose buttons come and go: when the one that has it is taken out or switched off, the main
 * action at the foot gets it, so that Enter goes on and Escape is heard. Answers what ends it.
 */
export function holdFocus(dialog: HTMLDialogElement): () => void {
  let last = dialog.contains(document.activeElement) ? (document.activeElement ?? undefined) : undefined
  /** Got the focus in place of another; hands it on once there is a main action. */
  let standIn: Element | undefined
  const noted = ({ target }: FocusEvent) => {
    last = target as Element
  }
  const look = () => {
    const now = document.activeElement
    const lost = now === document.body && last !== undefined && (!last.isConnected || last.matches(':disabled'))
    if (!lost && (now !== standIn || standIn === undefined)) return
    // What was pressed is still being done.
    if (dialog.querySelector('.dialog-foot [aria-busy="true"]')) return
    const next = placeIn(dialog)
    if (!next || next === now) return
    next.focus({ preventScroll: true })
    standIn = next.matches(MAIN) ? undefined : next
  }
  const changes = new MutationObserver(look)
  changes.observe(dialog, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  dialog.addEventListener('focusin', noted)
  return () => {
    changes.disconnect()
    dialog.removeEventListener('focusin', noted)
  }
}

const MAIN = '.dialog-foot .button[data-kind="main"]'

function placeIn(dialog: HTMLElement): HTMLElement | null {
  const find = (what: string) => dialog.querySelector<HTMLElement>(`${what}:not(:disabled)`)
  return find(MAIN) ?? find('.dialog-foot .button') ?? find('.dialog-head .button')
}
