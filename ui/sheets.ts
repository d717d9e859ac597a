import { ErrorBoundary, lazy } from 'preact-iso'
import { type Component, html, useEffect } from './html'
import type { ReleaseSheetProps } from './pages/release-sheet/release-sheet'
import { closeReleases, releaseTarget } from './state/release-search'

const ReleaseSheet: Component<ReleaseSheetProps> = lazy(() =>
  import('./pages/release-sheet/release-sheet').then((m) => m.ReleaseSheet),
)

/** The sheet that any page may open. It goes with the page that it was opened from. */
export function OpenSheet({ path }: { path: string }) {
  const target = releaseTarget.value
  useEffect(() => closeReleases, [path])
  if (!target) return null
  const key = `${target.entity_type} ${target.entity_id}`
  return html`<${ErrorBoundary}><${ReleaseSheet} key=${key} target=${target} onClose=${closeReleases} /><//>`
}
