import './sureness.css'
import { html } from '../../html'

/** The confidence of a guess, as three steps and a word. `none`: there is no guess. */
export type Band = 'sure' | 'likely' | 'unsure' | 'none'
export type SurenessProps = { band: Band; word: string }

/** The lowest confidence that counts as sure: as measured, 98 of 100 such guesses are fully right. */
const SURE = 95
const LIKELY = 75

/** The step of a confidence; null means no guess. */
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
