import { ErrorBoundary, LocationProvider, Router, useLocation } from 'preact-iso'
import { Frame } from './frame'
import { html, useEffect } from './html'
import { NotFoundPage } from './pages/not-found'
import { Broken } from './parts/broken'
import { Toaster } from './parts/toast'
import { Unreachable } from './parts/unreachable'
import { LoginPage, loginPath, pages } from './router'
import { checkSession, session } from './state/session'
import { hush, toasts } from './state/toasts'

/** Who is here decides what is shown: the login and setup page, or the house behind its frame. */
export function App() {
  return html`
    <${LocationProvider}>
      <${Broken}>
        <${Door} />
      <//>
      <${Toaster} toasts=${toasts.value} onClose=${hush} />
    <//>
  `
}

function Door() {
  const here = session.value
  const { path, url, route } = useLocation()
  const outside = here.is === 'setup' || here.is === 'guest'
  useEffect(() => {
    if (outside && path !== '/login') route(loginPath(url), true)
  }, [outside, path])
  if (here.is === 'unknown') return null
  if (here.is === 'unreachable') return html`<${Unreachable} detail=${here.detail} onRetry=${checkSession} />`
  if (path === '/login') return html`<${ErrorBoundary}><${Router}><${LoginPage} path="/login" /><//><//>`
  return outside ? null : html`<${Inside} path=${path} />`
}

function Inside({ path }: { path: string }) {
  return html`
    <${Frame}>
      <${Broken} at=${path}>
        <${ErrorBoundary}>
          <${Router}>
            ${pages.map(({ path, page }) => html`<${page} key=${path} path=${path} />`)}
            <${NotFoundPage} default />
          <//>
        <//>
      <//>
    <//>
  `
}
