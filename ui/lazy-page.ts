import { lazy } from 'preact-iso'
import { call } from './api/client'
import { type Component, html, useLayoutEffect } from './html'
import { Unreachable } from './parts/status/unreachable'
import { removeStartScreen } from './start-screen'

/** `preload` fetches the code before the page is drawn. */
export type PageComponent = Component & { preload?: () => Promise<unknown> }

/** A page whose code is loaded on the first visit; an error fills the window until that succeeds. */
export const lazyPage = (load: () => Promise<Component>): PageComponent => lazy(() => load().catch(() => LoadFailure))

/** Loading fails when the server is down, or was updated: then the chunks have new names. */
function LoadFailure() {
  useLayoutEffect(removeStartScreen, [])
  return html`<${Unreachable} detail="Panelkeep does not answer." onRetry=${reloadOnceBack} />`
}

async function reloadOnceBack(): Promise<void> {
  try {
    await call('GET /api/health')
  } catch {
    return // the server is still down
  }
  location.reload()
}
