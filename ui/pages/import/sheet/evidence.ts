import { siteNames, siteOf } from '../../../../src/base/providers/descriptors'
import { html } from '../../../html'
import { decimalWords } from '../../../parts/text/format'
import type { Proposal } from '../review/proposals'

const SITES = siteNames.map((name) => siteOf(name))

/** The evidence of a proposal: the parts of its confidence, all observations, and its ids at other services. */
export function SheetWhy({ one }: { one: Proposal }) {
  const { parts, evidence, ids, error } = one
  const sum = parts.reduce((points, part) => points + part.points, 0)
  // With a provider, `one.confidence` is the lower of two values, so the sum of the parts is shown.
  const confidence = one.provider ? Math.min(99, Math.max(1, Math.round(sum))) : one.confidence
  const digits = parts.every(({ points }) => Number.isInteger(points)) ? 0 : 1
  const counted = new Set(parts.map(({ reason }) => reason))
  const more = evidence.filter((line) => !counted.has(line))
  const known = SITES.flatMap(({ tagName, seriesPage, fileIds }) => {
    const id = ids[fileIds.series]
    return id === undefined ? [] : [{ key: fileIds.series, name: tagName, address: seriesPage, id }]
  })
  return html`
    <section class="group-sheet-why">
      <h3>${one.proposals.length > 0 ? 'Why these files go together' : 'Why'}</h3>
      ${error && html`<p class="review-error" role="alert">The last import could not take it. ${error}</p>`}
      <table>
        <tbody>
          ${parts.map(({ reason, points }) => html`<tr key=${reason}><td>${pointsText(points, digits)}</td><td>${reason}</td></tr>`)}
        </tbody>
        <tfoot>
          <tr><td data-digits=${digits}>${confidence}</td><td>of 100</td></tr>
        </tfoot>
      </table>
      ${more.length > 0 && html`<ul>${more.map((line) => html`<li key=${line}>${line}</li>`)}</ul>`}
      ${
        known.length > 0 &&
        html`<p>The files name the series at ${known.map(
          ({ key, name, id, address }, at) =>
            html`<span key=${key}>${at > 0 && ' and '}<a href=${address(id)} target="_blank" rel="noreferrer" title=${id}>${name}</a></span>`,
        )}.</p>`
      }
    </section>
  `
}

/** 62 → "+62", -4.5 → "−4.5". All with the same number of digits, so that they align. */
function pointsText(points: number, digits: number): string {
  return `${points < 0 ? '−' : '+'}${decimalWords(Math.abs(points), digits)}`
}
