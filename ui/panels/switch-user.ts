import { ErrorBoundary, lazy } from 'preact-iso'
import { type Component, html, signal, useEffect } from '../html'

const isOpen = signal(false)

/** Opens the dialog from the menu of the user. */
export const openSwitch = (): void => {
  isOpen.value = true
}

const SwitchDialog: Component<{ onClose: () => void }> = lazy(() =>
  import('./switch-dialog').then((m) => m.SwitchDialog),
)

/** Hands this device to another of its users. The frame draws the dialog beside its header, not inside. */
export function SwitchUser() {
  const close = () => {
    isOpen.value = false
  }
  // A dialog that is open while its user logs out must not be open for the next one.
  useEffect(() => close, [])
  return isOpen.value ? html`<${ErrorBoundary}><${SwitchDialog} onClose=${close} /><//>` : null
}
