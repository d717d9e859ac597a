import './sureness.css'
import { html } from '../html'

/** How sure a guess is, as three steps and a word. `none`: there is no guess. */
export type Band = 'sure' | 'likely' | 'unsure' | 'none'
export type SurenessProps = { band: Band; word: string }

const STEPS = { sure: 3, likely: 2, unsure: 1, none: 0 }

export function Sureness({ band, word }: SurenessProps) {
  return html`
    <span class="sureness" data-band=${band}>
      ${band !== 'none' && [1, 2, 3].map((step) => html`<i key=${step} data-on=${step <= STEPS[band] || undefined}></i>`)}
      <b>${word}</b>
    </span>
  `
}
