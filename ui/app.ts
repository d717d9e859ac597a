import { ErrorBoundary, LocationProvider, Router, useLocation } from 'preact-iso'
import { Frame } from './frame'
import { GuideForGuests, isGuide } from './guide-for-guests'
import { html, useEffect, useLayoutEffect } from './html'
import { LatePage } from './late-page'
import { loginPath } from './login-path'
import { AskOwnerPage } from './panels/ask-owner'
import { ChooseArc } from './panels/choose-arc'
import { ChooseList } from './panels/choose-list'
import { ErrorScreen } from './parts/status/error-screen'
import { NotFoundPage } from './parts/status/not-found'
import { Unreachable } from './parts/status/unreachable'
import { PathsWithoutRoot } from './paths-without-root'
import { LazyReaderPage, READER } from './reader-page'
import { findPage, INVITATION, isInvitation, LazyInvitationPage, LazyLoginPage, ownPage, pages } from './router'
import { SharedAsk, SharedSheet } from './sheets'
import { ShutdownPage } from './shutdown-page'
import { removeStartScreen } from './start-screen'
import { shutdown } from './state/ending'
import { checkSession, session } from './state/session'
import { setupStep } from './state/setup-step'
import { isManager, isReader } from './state/user'
import { Toasts } from './toasts'
import { WhatsNew } from './whats-new'

/** The session decides between the login page, the setup page and the pages in their frame. */
export function App() {
  return html`
    <${LocationProvider}>
      <${PathsWithoutRoot}>
        <${ErrorScreen}>
          <${CurrentScreen} />
        <//>
        <${ChooseList} />
        <${SharedAsk} />
        <${ChooseArc} />
        <${Toasts} />
      <//>
    <//>
  `
}

function CurrentScreen() {
  const here = session.value
  const { path, url, route } = useLocation()
  const outside = here.is === 'setup' || here.is === 'guest'
  const reads = here.is === 'guest' && isGuide(path)
  const isInvited = here.is !== 'setup' && isInvitation(path)
  useEffect(() => {
    if (outside && path !== '/login' && !reads && !isInvited) route(loginPath(url), true)
  }, [outside, path])
  const left = here.is === 'in' && path === '/' ? setupStep.get() : undefined
  useEffect(() => {
    if (left !== undefined) route(`/login?step=${left}`, true)
  }, [left])
  useLayoutEffect(() => {
    // The setup removes the start screen, which already shows its first step.
    if (here.is !== 'unknown' && here.is !== 'setup') removeStartScreen()
  }, [here.is])
  if (shutdown.value) return html`<${ShutdownPage} ending=${shutdown.value} onBack=${() => location.reload()} />`
  if (here.is === 'unknown') return null
  if (here.is === 'unreachable')
    return html`<main class="ended"><${Unreachable} detail=${here.detail} onRetry=${() => void checkSession()} /></main>`
  if (reads) return html`<${GuideForGuests} />`
  if (isInvited) return html`<${ErrorBoundary}><${Router}><${LazyInvitationPage} path=${INVITATION} /><//><//>`
  if (path === '/login') return html`<${ErrorBoundary}><${Router}><${LazyLoginPage} path="/login" /><//><//>`
  if (outside || left !== undefined) return null
  return path.startsWith('/read/') ? html`<${Reading} path=${path} />` : html`<${Inside} path=${path} />`
}

/** The reader fills the window, without the frame. */
function Reading({ path }: { path: string }) {
  return html`
    <${ErrorScreen} at=${path}>
      <${ErrorBoundary}><${Router}><${LazyReaderPage} path=${READER} /><//><//>
    <//>
  `
}

function Inside({ path }: { path: string }) {
  const router = (loading: object) => html`
    <${ErrorBoundary}>
      <${Router} ...${loading}>
        ${pages.map((one) => html`<${ownPage(one)?.page ?? AskOwnerPage} key=${one.path} path=${one.path} />`)}
        <${NotFoundPage} default />
      <//>
    <//>
  `
  return html`
    <${Frame}>
      <${ErrorScreen} at=${path}>
        <${LatePage} page=${findPage(path)} router=${router} />
      <//>
      <${SharedSheet} path=${path} />
      ${!isReader() && !isManager() && html`<${WhatsNew} />`}
    <//>
  `
}
