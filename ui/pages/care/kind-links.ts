import { html } from '../../html'
import { numberWords } from '../../parts/text/format'

export type KindLink = { href: string; label: string; count?: number; here: boolean }

/** The lists of a section, as links: the tabs above them are the sections. */
export function KindLinks({ label, links }: { label: string; links: readonly KindLink[] }) {
  return html`
    <nav class="care-kinds" aria-label=${label}>
      ${links.map(
        ({ href, label, count, here }) => html`
          <a key=${href} href=${href} aria-current=${here ? 'page' : undefined}>${label}${count ? html` <span>${numberWords(count)}</span>` : ''}</a>
        `,
      )}
    </nav>
  `
}

export type IgnoredLinkProps = { ignored: boolean; any: boolean; hrefOf: (ignored: boolean) => string }

/** Leads to what the user ignored, and back. */
export function IgnoredLink({ ignored, any, hrefOf }: IgnoredLinkProps) {
  if (!ignored && !any) return null
  return html`<p class="system-quiet"><a class="system-link" href=${hrefOf(!ignored)}>${ignored ? 'Back to the list' : 'Show ignored'}</a></p>`
}
