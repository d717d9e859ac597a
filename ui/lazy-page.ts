import { lazy } from 'preact-iso'
import { call } from './api/client'
import { type Component, html } from './html'
import { Unreachable } from './parts/status/unreachable'

/** A page that is fetched when somebody first goes there; where that fails, the window says so until it can be had. */
export const lazyPage = (load: () => Promise<Component>): Component => lazy(() => load().catch(() => Unfetched))

/** Nobody answered, or another version answers now, whose pages are called otherwise. */
function Unfetched() {
  return html`<${Unreachable} detail="Panelkeep does not answer." onRetry=${reloadOnceBack} />`
}

async function reloadOnceBack(): Promise<void> {
  try {
    await call('GET /api/health')
  } catch {
    return // still away
  }
  location.reload()
}
