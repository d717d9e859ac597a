import './words.css'
import { html, useEffect, useRef } from '../../html'
import { numberWords } from '../text/format'

export type Word = { value: string; label: string; count?: number }
/** Filters and tabs as clickable words; the chosen one is underlined. */
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

/** Tabs that link to pages. On a phone the row scrolls to the current one. */
export function WordLinks({ label, links }: { label: string; links: readonly WordLink[] }) {
  const row = useRef<HTMLElement>(null)
  const long = links.map(({ label, count }) => `${label} ${count ?? ''}`).join()
  useEffect(() => {
    const nav = row.current
    const here = nav?.querySelector('[aria-current]')?.getBoundingClientRect()
    if (!nav || !here) return
    const frame = nav.getBoundingClientRect()
    nav.scrollLeft += here.left + here.width / 2 - (frame.left + frame.width / 2)
  }, [long])
  return html`
    <nav class="words" aria-label=${label} ref=${row}>
      ${links.map(
        (one) => html`
          <a key=${one.href} href=${one.href} aria-current=${one.here ? 'page' : undefined}>${one.label}<${Count} ...${one} /></a>
        `,
      )}
    </nav>
  `
}

function Count({ count }: { count?: number }) {
  return count === undefined ? null : html`<span class="words-count">${numberWords(count)}</span>`
}
