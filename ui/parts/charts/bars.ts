import './chart.css'
import { html } from '../../html'

export type Bar = { label: string; value: number; words: string; href?: string }
export type BarsProps = { title: string; unit: string; bars: readonly Bar[] }

/** Bars with their names and numbers, the largest first. */
export function Bars({ title, unit, bars }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return html`
    <figure class="chart">
      <figcaption>${title}</figcaption>
      <ul class="chart-bars" aria-label=${`${unit}: ${title.toLowerCase()}`}>
        ${bars.map(
          ({ label, value, words, href }) => html`
            <li class="chart-bar" key=${href ?? label}>
              <span class="chart-name">${href ? html`<a href=${href}>${label}</a>` : label}</span>
              <span class="chart-value">${words}</span>
              <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect width=${Math.max(0.5, (value / most) * 100)} height="4" /></svg>
            </li>
          `,
        )}
      </ul>
    </figure>
  `
}
