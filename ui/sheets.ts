import { ErrorBoundary, lazy } from 'preact-iso'
import { type Component, html, useEffect } from './html'
import type { ReleaseSheetProps } from './pages/release-sheet/release-sheet'
import type { AskProps } from './panels/requests/ask-sheet'
import { askTarget } from './state/asking'
import { closeReleases, releaseTarget } from './state/release-search'

const ReleaseSheet: Component<ReleaseSheetProps> = lazy(() =>
  import('./pages/release-sheet/release-sheet').then((m) => m.ReleaseSheet),
)

const AskSheet: Component<AskProps> = lazy(() => import('./panels/requests/ask-sheet').then((m) => m.AskSheet))

/** The dialog that any page can open to ask for a series or an issue. */
export function SharedAsk() {
  const target = askTarget.value
  if (!target) return null
  const close = () => {
    askTarget.value = undefined
  }
  return html`<${ErrorBoundary}><${AskSheet} key=${target.title} target=${target} onClose=${close} /><//>`
}

/** The sheet that any page can open. The sheet closes when the user leaves the page. */
export function SharedSheet({ path }: { path: string }) {
  const target = releaseTarget.value
  useEffect(() => closeReleases, [path])
  if (!target) return null
  const key = `${target.entity_type} ${target.entity_id}`
  return html`<${ErrorBoundary}><${ReleaseSheet} key=${key} target=${target} onClose=${closeReleases} /><//>`
}
