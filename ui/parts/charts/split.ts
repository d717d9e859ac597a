import './chart.css'
import { html } from '../../html'
import { numberWords, percentWords } from '../text/format'

/** `ink` is the colour of a part, drawn beside its name and number. */
export type Part = { label: string; value: number; ink: string }
export type SplitProps = { title: string; word: string; parts: readonly Part[] }

/** One bar that is split into parts, with a line of text for each. */
export function Split({ title, word, parts }: SplitProps) {
  const shown = parts.filter(({ value }) => value > 0)
  const sum = shown.reduce((total, { value }) => total + value, 0)
  let at = 0
  const drawn = shown.map((part) => {
    const from = at
    at += (part.value / sum) * 100
    return { ...part, from, width: Math.max(0.5, at - from - (at < 99.9 ? 0.6 : 0)) }
  })
  return html`
    <figure class="chart">
      <figcaption>${title}</figcaption>
      <svg class="chart-split" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        ${drawn.map(({ label, from, width, ink }) => html`<rect key=${label} x=${from} width=${width} height="8" data-ink=${ink} />`)}
      </svg>
      <ul class="chart-parts" aria-label=${title}>
        ${drawn.map(
          ({ label, value, ink }) => html`
            <li class="chart-part" key=${label}>
              <svg viewBox="0 0 10 10" aria-hidden="true"><rect width="10" height="10" rx="2" data-ink=${ink} /></svg>
              <span>${label}</span> <b>${numberWords(value)} <span class="unseen">${word}</span></b> <small>${shareWords(value / sum)}</small>
            </li>
          `,
        )}
      </ul>
    </figure>
  `
}

/** "62%", "under 1%" */
function shareWords(share: number): string {
  const percent = Math.round(share * 100)
  if (percent === 0) return `under ${percentWords(1)}`
  return percent === 100 && share < 1 ? `over ${percentWords(99)}` : percentWords(percent)
}
