import './words.css'
import { html } from '../html'

export type LinkWord = { href: string; label: string; here: boolean }
/** Pages that belong together, as words one can click; the one on screen is underlined. */
export type LinkWordsProps = { label: string; words: readonly LinkWord[] }

export function LinkWords({ label, words }: LinkWordsProps) {
  return html`
    <nav class="words" aria-label=${label}>
      ${words.map(({ href, label, here }) => html`<a key=${href} href=${href} aria-current=${here ? 'page' : undefined}>${label}</a>`)}
    </nav>
  `
}
