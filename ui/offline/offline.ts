import './offline.css'
import { ErrorBoundary, LocationProvider, Router, useLocation } from 'preact-iso'
import { html, render, useEffect, useRef } from '../html'
import { readKeptIssues } from '../kept/kept-issues'
import { keptIssues } from '../kept/kept-signal'
import { keptUser } from '../kept/kept-user'
import { openedCopy } from '../kept/open-copies'
import { KeptList } from '../pages/kept/kept-list'
import { Button } from '../parts/controls/button'
import { Empty } from '../parts/status/empty'
import { ErrorScreen } from '../parts/status/error-screen'
import { formatFor } from '../parts/text/locale'
import { PathsWithoutRoot } from '../paths-without-root'
import { LazyReaderPage, READER } from '../reader-page'
import { removeStartScreen } from '../start-screen'
import { session } from '../state/session'
import { currentUser } from '../state/user'
import { loadFace } from '../styles/face'
import { Toasts } from '../toasts'
import { reloadFromServer, watchForServer } from './contact-again'

/** The page that the worker opens while the server does not answer: the issues on this device, and the reader. */
export async function startOffline(root: HTMLElement | null): Promise<void> {
  const user = keptUser()
  if (user) {
    // Unsent progress and the format of dates are those of the user.
    currentUser.value = { ...user, picture: null }
    session.value = { is: 'in', username: user.name }
    formatFor(user.date_locale ? [user.date_locale] : undefined)
  }
  void loadFace()
  await readKeptIssues()
  if (root) render(html`<${Offline} />`, root)
  removeStartScreen()
}

function Offline() {
  return html`
    <${LocationProvider}>
      <${PathsWithoutRoot}>
        <${ErrorScreen}><${Here} /><//>
        <${Toasts} />
      <//>
    <//>
  `
}

function Here() {
  const { path } = useLocation()
  const reads = path.startsWith('/read/')
  const now = useRef(path)
  now.current = path
  const isBack = useRef(false)
  useEffect(
    () =>
      watchForServer(() => {
        isBack.current = true
        // Reading continues from the copy, unless the user may no longer keep it.
        const issueId = decodeURIComponent(now.current.split('/')[2] ?? '')
        if (!openedCopy(issueId) || !keptIssues.peek()?.has(issueId)) reloadFromServer()
      }),
    [],
  )
  useEffect(() => {
    if (isBack.current && !reads) reloadFromServer()
    if (!reads) void readKeptIssues()
  }, [path])
  if (!reads) return html`<${Shelf} />`
  return html`<${ErrorBoundary}><${Router}><${LazyReaderPage} path=${READER} /><//><//>`
}

function Shelf() {
  const all = [...(keptIssues.value?.values() ?? [])].filter(({ state }) => state === 'whole')
  useEffect(() => {
    document.title = 'Offline · Panelkeep'
  }, [])
  const again = html`<${Button} icon="refresh" onClick=${() => location.reload()}>Try again<//>`
  if (all.length === 0)
    return html`
      <main class="offline">
        <${Empty} page icon="wifi-off" title="Panelkeep does not answer" text="No issues are kept on this device.">${again}<//>
      </main>
    `
  return html`
    <main class="offline">
      <header>
        <h1>On this device</h1>
        <p>Panelkeep does not answer. These issues open without it, and your progress is sent when it is back.</p>
        ${again}
      </header>
      <${KeptList} all=${all} />
    </main>
  `
}
