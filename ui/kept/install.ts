import { signal } from '../html'

/** The browser's offer to install Panelkeep as an app. Safari and Firefox make none. */
type InstallOffer = Event & { prompt(): Promise<unknown> }

/** Undefined where the browser makes no offer, and after the user's choice. */
export const installOffer = signal<InstallOffer | 'installed' | undefined>(undefined)

/** Browsers make the offer once, soon after the start; the page that shows it may be opened much later. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Otherwise a phone would show a bar of its own over the pages.
    event.preventDefault()
    installOffer.value = event as InstallOffer
  })
  addEventListener('appinstalled', () => {
    installOffer.value = 'installed'
  })
}

/** Opens the browser's own question. An offer can be used once. */
export async function installApp(): Promise<void> {
  const offer = installOffer.peek()
  if (offer === undefined || offer === 'installed') return
  try {
    await offer.prompt()
  } finally {
    // The browser may have made another offer, or reported the new app meanwhile.
    if (installOffer.peek() === offer) installOffer.value = undefined
  }
}
