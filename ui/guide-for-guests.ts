import { ErrorBoundary, Router } from 'preact-iso'
import { html } from './html'
import { BackLink } from './parts/controls/back-link'
import { pages } from './router'

export const isGuide = (path: string): boolean => path === '/help' || path.startsWith('/help/')

/** The user guide before a login: it says what to do about a forgotten password. */
export function GuideForGuests() {
  return html`
    <main class="shell-content" id="content" tabindex="-1">
      <${BackLink} href="/login">Log in<//>
      <${ErrorBoundary}>
        <${Router}>${pages.filter(({ path }) => isGuide(path)).map(({ path, page }) => html`<${page} key=${path} path=${path} />`)}<//>
      <//>
    </main>
  `
}
