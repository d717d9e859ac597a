import './words.css'
import { html, useEffect, useRef } from '../html'
import { numberWords } from './cover-words'

export type Word = { value: string; label: string; count?: number }
/** Filters and tabs as words one can click; the chosen one is underlined. */
export type WordsProps = { label: string; value: string; words: readonly Word[]; onChange: (value: string) => void }

export function Words({ label, value, words, onChange }: WordsProps) {
  return html`
    <div class="words" role="group" aria-label=${label}>
      ${words.map(
        (one) => html`
          <button key=${one.value} type="button" aria-pressed=${one.value === value} onClick=${() => onChange(one.value)}>
            ${one.label}<${Count} ...${one} />
          </button>
        `,
      )}
    </div>
  `
}

export type WordLink = { href: string; label: string; count?: number; here: boolean }

/** Pages that belong together, in the same look. */
export function WordLinks({ label, links }: { label: string; links: readonly WordLink[] }) {
  const here = useRef<HTMLAnchorElement>(null)
  // On a phone the last ones stand outside of what is seen.
  useEffect(() => here.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' }), [])
  return html`
    <nav class="words" aria-label=${label}>
      ${links.map(
        (one) => html`
          <a key=${one.href} href=${one.href} aria-current=${one.here ? 'page' : undefined} ref=${one.here ? here : undefined}>
            ${one.label}<${Count} ...${one} />
          </a>
        `,
      )}
    </nav>
  `
}

function Count({ count }: { count?: number }) {
  return count === undefined ? null : html`<span class="words-count">${numberWords(count)}</span>`
}
