import './shell.css'
import { type ComponentChildren, html, useEffect, useRef } from '../../html'
import { Button } from '../controls/button'
import { Menu } from '../controls/menu'
import { Icon, type IconName } from '../icons/icon'
import { Badge, type BadgeProps } from '../status/mark'
import { Progress } from '../status/progress'
import { SearchBox, type SearchBoxProps } from './search-box'

/** An entry without `phone` is under "More" on a phone. */
export type ShellNav = { path: string; label: string; icon: IconName; phone?: boolean; badge?: BadgeProps }
/** A background task: text and a thin progress line. `value` from 0 to 1 when known. */
export type ShellWork = { text: string; value?: number; href?: string }
/** A fact in the status line, such as "3 in progress". */
export type ShellFact = { text: string; href: string; urgent?: boolean }
export type ShellProps = {
  path: string
  nav: readonly ShellNav[]
  search: SearchBoxProps
  work?: ShellWork
  /** A sentence while live updates are missing, such as after a restart. */
  notice?: string
  facts?: readonly ShellFact[]
  /** The page of the user guide about this page: in the top bar, and on a phone under "More". */
  help: string
  /** Shown at the right of the top bar. */
  corner?: ComponentChildren
  children?: ComponentChildren
}

export function Shell({ path, nav, search, work, notice, facts = [], help, corner, children }: ShellProps) {
  const rail = useRef<HTMLElement>(null)
  // The rail scrolls in a low window; entries that are shown later move the current one.
  useEffect(() => {
    rail.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [path, nav.length])
  return html`
    <div class="shell">
      <a class="shell-skip" href="#content">Skip to the content</a>
      <nav ref=${rail} class="shell-rail" aria-label="Pages">
        <a class="shell-mark" href="/" aria-label="Panelkeep, to the start page"><${Sign} /></a>
        ${nav.map((entry) => html`<${NavLink} key=${entry.path} entry=${entry} here=${isHere(path, entry.path)} />`)}
        <${More} path=${path} nav=${nav} help=${help} />
      </nav>
      <header class="shell-top">
        <${SearchBox} ...${search} />
        <div class="shell-corner">
          <span class="shell-help"><${Button} kind="quiet" icon="help" label="Help" href=${help} /></span>
          ${corner}
        </div>
        ${work && html`<div class="shell-line"><${Progress} kind="line" label=${work.text} value=${work.value} /></div>`}
      </header>
      <main class="shell-content" id="content" tabindex="-1">${children}</main>
      <${StatusLine} work=${work} notice=${notice} facts=${facts} />
    </div>
  `
}

function isHere(path: string, own: string): boolean {
  if (own === '/') return path === '/'
  return path === own || path.startsWith(`${own}/`)
}

function NavLink({ entry, here }: { entry: ShellNav; here: boolean }) {
  return html`
    <a class="shell-link" data-more=${!entry.phone || undefined} href=${entry.path} aria-current=${here ? 'page' : undefined}>
      <span class="shell-icon"><${Icon} name=${entry.icon} />${entry.badge && html`<${Badge} ...${entry.badge} />`}</span>
      <span>${entry.label}</span>
    </a>
  `
}

/** The menu on a phone for the pages without room in the bar. */
function More({ path, nav, help }: Pick<ShellProps, 'path' | 'nav' | 'help'>) {
  const others = nav.filter(({ phone }) => !phone)
  const pages = others.map(({ path, label, icon, badge }) => ({
    label: badge && badge.count > 0 ? `${label}: ${badge.count} ${badge.label}` : label,
    icon,
    href: path,
  }))
  const items = [...pages, { label: 'Help', icon: 'help', href: help }]
  const here = isHere(path, '/help') || others.some((entry) => isHere(path, entry.path))
  const badge = others.find(({ badge }) => badge && badge.count > 0)?.badge
  return html`
    <div class="shell-more" data-here=${here || undefined}>
      <${Menu} icon="more" word="More" title="More pages" items=${items} />
      ${badge && html`<span class="shell-more-badge" aria-hidden="true"><${Badge} ...${badge} label="" /></span>`}
    </div>
  `
}

/**
 * On a wide screen all facts are shown. On a phone the badges show the counts, so only tasks and problems take room.
 */
function StatusLine({ work, notice, facts }: Pick<ShellProps, 'work' | 'notice'> & { facts: readonly ShellFact[] }) {
  const text = notice ?? work?.text
  const content = work?.href && !notice ? html`<a href=${work.href}>${text}</a>` : text
  return html`
    <footer class="shell-foot">
      <ul class="shell-facts" aria-label="Status">
        ${facts.map(
          ({ text, href, urgent }) => html`
            <li key=${href}>
              <a href=${href} data-urgent=${urgent}>
                ${urgent && html`<${Icon} name="warning" size="small" />`}
                ${text}
              </a>
            </li>
          `,
        )}
      </ul>
      <p class="shell-status" role="status" data-kind=${notice ? 'notice' : 'work'} hidden=${!text}>
        ${notice && html`<${Icon} name="wifi-off" size="small" />`}<span>${content}</span>
      </p>
    </footer>
  `
}

/** The logo: a page of four panels. */
export function Sign() {
  return html`
    <svg class="sign" viewBox="0 0 40 40" aria-hidden="true">
      <path class="sign-paper" d="M2 2h16v19H2z" />
      <path class="sign-yellow" d="M22 2h16v8H22z" />
      <path class="sign-red" d="M22 14h16v24H22z" />
      <path class="sign-blue" d="M2 25h16v13H2z" />
    </svg>
  `
}
