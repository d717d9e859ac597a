import './sureness.css'
import { html } from '../../html'

/** How sure a guess is, as three steps and a word. `none`: there is no guess. */
export type Band = 'sure' | 'likely' | 'unsure' | 'none'
export type SurenessProps = { band: Band; word: string }

/** Of 100: as measured, 98 of 100 such guesses are wholly right. */
const SURE = 95
const LIKELY = 75

/** How sure a confidence is; null is that of no guess. */
export function bandOf(confidence: number | null): Band {
  if (confidence === null) return 'none'
  if (confidence >= SURE) return 'sure'
  return confidence >= LIKELY ? 'likely' : 'unsure'
}

const STEPS = { sure: 3, likely: 2, unsure: 1, none: 0 }

export function Sureness({ band, word }: SurenessProps) {
  return html`
    <span class="sureness" data-band=${band}>
      ${band !== 'none' && [1, 2, 3].map((step) => html`<i key=${step} data-on=${step <= STEPS[band] || undefined}></i>`)}
      <b>${word}</b>
    </span>
  `
}
