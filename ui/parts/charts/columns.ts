import './chart.css'
import { html } from '../../html'

export type ChartColumn = { label: string; value: number /** "120 files, 4 new" */; words: string }
export type ColumnsProps = {
  title: string
  unit: string
  columns: readonly ChartColumn[]
  /** The number that matters most, beside the title. */
  note?: string
}

const HEIGHT = 100
const WIDTH = 10
const GAP = 3
/** With more columns only the first and the last are named. */
const MOST_NAMES = 6

/** Columns over time. The drawing is for the eye; a table with the same numbers is for screen readers. */
export function Columns({ title, unit, columns, note }: ColumnsProps) {
  const most = Math.max(1, ...columns.map(({ value }) => value))
  const named =
    columns.length <= MOST_NAMES ? columns : columns.filter((_, at) => at === 0 || at === columns.length - 1)
  const width = columns.length * (WIDTH + GAP)
  return html`
    <figure class="chart">
      <figcaption>${title} ${note && html`<small class="chart-note">${note}</small>`}</figcaption>
      <svg class="chart-columns" viewBox=${`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        ${columns.map(({ label, value, words }, at) => {
          const height = value === 0 ? 0 : Math.max(2, (value / most) * HEIGHT)
          return html`<rect key=${label} x=${at * (WIDTH + GAP) + GAP / 2} y=${HEIGHT - height} width=${WIDTH} height=${height}><title>${`${label}: ${words}`}</title></rect>`
        })}
      </svg>
      <p class="chart-ends" data-each=${named === columns || undefined} aria-hidden="true">${named.map(({ label }) => html`<span key=${label}>${label}</span>`)}</p>
      <table class="unseen">
        <caption>${title}</caption>
        <tr><th>When</th><th>${unit}</th></tr>
        ${columns.map(({ label, words }) => html`<tr key=${label}><td>${label}</td><td>${words}</td></tr>`)}
      </table>
    </figure>
  `
}
