import './care.css'
import { useLocation } from 'preact-iso'
import { call } from '../../api/client'
import { usePolling } from '../../api/polling'
import { invalidate, useQuery } from '../../api/query'
import { html } from '../../html'
import { SystemPage } from '../../panels/system-page'
import { Button } from '../../parts/controls/button'
import { WordLinks } from '../../parts/controls/words'
import { listAddress } from '../../parts/lists/list-address'
import { ErrorLook } from '../../parts/status/error-look'
import { Progress } from '../../parts/status/progress'
import { Skeleton } from '../../parts/status/skeleton'
import { TimeText } from '../../parts/text/when'
import { useRunWithToast } from '../../state/run-with-toast'
import { CARE_PATH, type CareSummary } from './care-words'
import { CleanUps } from './clean-ups'
import { sections } from './sections'

const POLL_MS = 1_500

/** The care of the collection: each section lists what to look at, and what can be done about it. */
export function CarePage() {
  const { data, error, reload, poll } = useQuery('GET /api/care')
  const isBusy = data !== undefined && (data.checking !== null || data.removing || data.waiting > 0)
  usePolling(isBusy, POLL_MS, () => {
    poll()
    invalidate('GET /api/care/')
  })
  return html`
    <${SystemPage} tab="care">
      ${
        !data && error
          ? html`<${ErrorLook} what="The page could not be loaded" detail=${error.detail} onRetry=${reload} />`
          : !data
            ? html`<${Skeleton} count=${8} label="Loading" />`
            : html`<${CareView} summary=${data} />`
      }
    <//>
  `
}

function CareView({ summary }: { summary: CareSummary }) {
  const { query } = useLocation()
  const here = sections.find(({ key }) => key === query.section) ?? sections[0]!
  const links = sections.map(({ key, label, count }) => ({
    href: listAddress(CARE_PATH, { section: key === sections[0]!.key ? undefined : key }),
    label,
    count: count(summary) || undefined,
    here: key === here.key,
  }))
  return html`
    <${CheckBar} summary=${summary} />
    <${WordLinks} label="Sections" links=${links} />
    <${here.Section} key=${here.key} summary=${summary} />
    <${CleanUps} summary=${summary} />
  `
}

function CheckBar({ summary }: { summary: CareSummary }) {
  const { checked_at, checking } = summary
  const { busy, perform } = useRunWithToast()
  const check = () =>
    perform(async () => {
      await call('POST /api/care/check', {})
      invalidate('GET /api/care')
    })
  return html`
    <div class="system-bar">
      <p class="system-quiet" role="status">
        ${
          checking
            ? checking.waits
              ? 'The check pauses while someone is reading.'
              : 'Checking the library. CBT files take longer, since they have no checksums.'
            : checked_at
              ? html`Checked <${TimeText} at=${checked_at} />. Changed series are checked again at once, all others once a day.`
              : 'The library has not been checked yet.'
        }
      </p>
      ${
        checking
          ? html`<${Progress} label="Checking the library" value=${checking.progress} />`
          : html`<${Button} icon="refresh" busy=${busy} onClick=${check}>Check now<//>`
      }
    </div>
  `
}
