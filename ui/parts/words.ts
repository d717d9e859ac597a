import './words.css'
import { html } from '../html'

export type Word = { value: string; label: string; count?: number }
/** Filters and tabs as words one can click; the chosen one is underlined. */
export type WordsProps = { label: string; value: string; words: readonly Word[]; onChange: (value: string) => void }

export function Words({ label, value, words, onChange }: WordsProps) {
  return html`
    <div class="words" role="group" aria-label=${label}>
      ${words.map(
        (one) => html`
          <button key=${one.value} type="button" aria-pressed=${one.value === value} onClick=${() => onChange(one.value)}>
            ${one.label}${one.count !== undefined && html`<span class="words-count">${one.count.toLocaleString('en')}</span>`}
          </button>
        `,
      )}
    </div>
  `
}
