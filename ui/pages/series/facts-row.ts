import { call } from '../../api/client'
import { invalidate } from '../../api/query'
import { type ComponentChildren, html } from '../../html'
import { Switch } from '../../parts/controls/field'
import { dayWords, numberWords, sizeWords } from '../../parts/text/format'
import { haveWords, releasedTotal, shortHaveWords } from '../../parts/text/have-words'
import { publicationWords } from '../../parts/text/publication-words'
import { TimeText } from '../../parts/text/when'
import { useBusy } from '../../state/use-busy'
import { isReader } from '../../state/user'
import { haveOf } from './series-facts'
import type { WireDetail, WireSeries } from './wire'

/**
 * The facts of a series in a row: monitored, status, have, size, unread, next issue, last checked. Readers see those
 * about reading.
 */
export function FactsRow({ detail, reload }: { detail: WireDetail; reload: () => void }) {
  const series = detail.comic[0] as WireSeries
  const { publication, size, unread, next_date, checked_at } = detail.about
  const have = haveOf(detail)
  const manages = !isReader()
  const canMonitor = manages && series.Followed && series.Status !== 'Loading'
  return html`
    <dl class="series-facts-row">
      ${canMonitor && html`<${Fact} title="Monitored"><${Monitored} series=${series} reload=${reload} /><//>`}
      <${Fact} title="Status">${publicationWords(publication)}<//>
      <${Fact} title="Have">${releasedTotal(have) > 0 && (manages ? haveWords(have) : shortHaveWords(have))}<//>
      <${Fact} title="Size">${manages && size > 0 && sizeWords(size)}<//>
      <${Fact} title="Unread">${detail.about.files > 0 && numberWords(unread)}<//>
      <${Fact} title="Next issue">${dayWords(next_date)}<//>
      <${Fact} title="Last checked">${manages && checked_at && html`<${TimeText} at=${checked_at} />`}<//>
    </dl>
  `
}

/** Unknown values are left out. */
function Fact({ title, children }: { title: string; children?: ComponentChildren }) {
  if (!children) return null
  return html`<div><dt>${title}</dt><dd>${children}</dd></div>`
}

function Monitored({ series, reload }: { series: WireSeries; reload: () => void }) {
  const { busy, run } = useBusy()
  const { ComicID: comic_id, Status } = series
  const turn = async (on: boolean) => {
    const name = on ? 'PUT /api/series/:comic_id/resume' : 'PUT /api/series/:comic_id/pause'
    await run(() => call(name, { params: { comic_id } }))
    invalidate('GET /api/series')
    reload()
  }
  return html`<${Switch} label="Monitored" unlabelled on=${Status !== 'Paused'} disabled=${busy} onChange=${turn} />`
}
