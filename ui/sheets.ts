import { ErrorBoundary, lazy } from 'preact-iso'
import { type Component, html, useEffect } from './html'
import type { ReleaseSheetProps } from './pages/release-sheet/release-sheet'
import { closeReleases, releaseTarget } from './state/release-search'

const ReleaseSheet: Component<ReleaseSheetProps> = lazy(() =>
  import('./pages/release-sheet/release-sheet').then((m) => m.ReleaseSheet),
)

/** The sheet that any page can open. The sheet closes when the user leaves the page. */
export function SharedSheet({ path }: { path: string }) {
  const target = releaseTarget.value
  useEffect(() => closeReleases, [path])
  if (!target) return null
  const key = `${target.entity_type} ${target.entity_id}`
  return html`<${ErrorBoundary}><${ReleaseSheet} key=${key} target=${target} onClose=${closeReleases} /><//>`
}
