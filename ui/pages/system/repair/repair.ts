import './repair.css'
import { useLocation } from 'preact-iso'
import { useQuery } from '../../../api/query'
import { html, useState } from '../../../html'
import { SystemPage } from '../../../panels/system-page'
import { BackLink } from '../../../parts/controls/back-link'
import { Button } from '../../../parts/controls/button'
import { SearchField } from '../../../parts/controls/search-field'
import { ErrorLook } from '../../../parts/status/error-look'
import { Mark } from '../../../parts/status/mark'
import { TimeText } from '../../../parts/text/when'
import { useRunWithToast } from '../../../state/run-with-toast'
import { makePreview } from './previews'
import { type RepairRun, repairRunLook, repairRunWords } from './repair-words'

const FOUND = 8

/** Chooses a series to repair, and lists earlier repairs. */
export function RepairPage() {
  return html`
    <${SystemPage} tab="acquisition">
      <${BackLink} href="/system/acquisition">Acquisition<//>
      <section class="system-section repair-choose" aria-labelledby="repair-title">
        <h2 id="repair-title">Repair a series</h2>
        <p class="system-quiet">
          Compares each issue with its file on disk, its downloads and its dates, and shows what would change. Nothing
          changes until you apply it, and a repair can be rolled back for 30 days. Files are never touched.
        </p>
        <${SeriesChoice} />
      </section>
      <${Earlier} />
    <//>
  `
}

function SeriesChoice() {
  const [typed, setTyped] = useState('')
  const q = typed.trim()
  const { data, error } = useQuery('GET /api/series', q ? { query: { q, limit: FOUND } } : null, { keep: true })
  const { route } = useLocation()
  const { busy, perform } = useRunWithToast()
  const preview = (seriesId: string) => perform(async () => route(`/system/repair/${await makePreview(seriesId)}`))
  const found = q === '' || !data || Array.isArray(data) ? undefined : data.comics
  return html`
    <${SearchField} label="Find a series in the library" value=${typed} onInput=${setTyped} />
    ${error && html`<p class="system-wrong">${error.detail}</p>`}
    ${found?.length === 0 && html`<p class="system-quiet">No series with this name in the library.</p>`}
    ${
      found &&
      html`
        <ul class="repair-found">
          ${found.map(
            (series) => html`
              <li class="system-row repair-row" key=${series.ComicID}>
                <p class="system-name">${series.ComicName}${series.ComicYear && html` <span class="system-quiet">${series.ComicYear}</span>`}</p>
                <${Button} busy=${busy} label=${`Preview the repair of ${series.ComicName}`} onClick=${() => preview(series.ComicID)}>Preview<//>
              </li>
            `,
          )}
        </ul>
      `
    }
  `
}

function Earlier() {
  const { data, error, reload } = useQuery('GET /api/system/acquisition/repair')
  if (error)
    return html`<${ErrorLook} what="Earlier repairs could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data || data.runs.length === 0) return null
  return html`
    <section class="system-section" aria-labelledby="earlier-title">
      <h2 id="earlier-title">Repairs of the last 30 days</h2>
      <ul>${data.runs.map((run) => html`<${EarlierRow} key=${run.run_id} run=${run} />`)}</ul>
    </section>
  `
}

function EarlierRow({ run }: { run: RepairRun }) {
  const [mark, word] = repairRunLook(run)
  return html`
    <li class="system-row repair-row">
      <div>
        <p class="system-name"><a href=${`/system/repair/${run.run_id}`}>${run.label}</a></p>
        <p class="system-quiet"><${TimeText} at=${run.created_at} />. ${repairRunWords(run)}</p>
      </div>
      <${Mark} state=${mark} word=${word} />
    </li>
  `
}
