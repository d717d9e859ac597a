import './jobs.css'
import { call } from '../../../api/client'
import { usePolling } from '../../../api/polling'
import { invalidate, useQuery } from '../../../api/query'
import { html } from '../../../html'
import { SystemPage } from '../../../panels/system-page'
import { Button } from '../../../parts/controls/button'
import { ErrorLook } from '../../../parts/status/error-look'
import { Mark } from '../../../parts/status/mark'
import { Skeleton } from '../../../parts/status/skeleton'
import { TimeText } from '../../../parts/text/when'
import { runWithToast, useRunWithToast } from '../../../state/run-with-toast'
import { isManager } from '../../../state/user'
import { jobLook, roundWords, type ScheduledJob, tookWords } from './job-words'

/** Jobs without a background task send no event when they end. */
const LOOK_MS = 5_000

/** The scheduled jobs. */
export function JobsPage() {
  return html`<${SystemPage} tab="jobs"><${JobsView} /><//>`
}

function JobsView() {
  const { data, error, reload, poll } = useQuery('GET /api/system/jobs')
  usePolling(data !== undefined, LOOK_MS, poll)
  if (!data && error)
    return html`<${ErrorLook} what="The jobs could not be loaded" detail=${error.detail} onRetry=${reload} />`
  if (!data) return html`<${Skeleton} count=${10} label="Loading the jobs" />`
  const jobs = data.jobs.toSorted((a, b) => Number(failed(b)) - Number(failed(a)) || a.name.localeCompare(b.name))
  // A failed job is always shown.
  const [main, rest] = [
    jobs.filter((job) => isMain(job) || failed(job)),
    jobs.filter((job) => !isMain(job) && !failed(job)),
  ]
  return html`
    <${JobList} title="Scheduled" jobs=${main} />
    ${
      rest.length > 0 &&
      html`
        <details class="jobs-advanced">
          <summary>Advanced</summary>
          <${JobList} title="Maintenance" jobs=${rest} />
        </details>
      `
    }
  `
}

/** The jobs with results for the user; the other jobs are maintenance. */
const MAIN = ['rss', 'search', 'importinbox', 'library_scan', 'dbupdater', 'weekly', 'backup', 'health']
const isMain = ({ id }: ScheduledJob) => MAIN.includes(id)
const failed = (job: ScheduledJob) => jobLook(job).mark === 'attention'

function JobList({ title, jobs }: { title: string; jobs: readonly ScheduledJob[] }) {
  return html`
    <section class="system-section">
      <h2>${title}</h2>
      <ul class="jobs" aria-label=${title}>${jobs.map((job) => html`<${JobLine} key=${job.id} job=${job} />`)}</ul>
    </section>
  `
}

function JobLine({ job }: { job: ScheduledJob }) {
  const { name, trigger, next_run_time, paused, dispatch, duration_ms, last_error } = job
  const { mark, word } = jobLook(job)
  const round = roundWords(trigger)
  const took = tookWords(duration_ms)
  return html`
    <li class="system-row job">
      <div>
        <p class="system-name">${name}</p>
        <p class="system-quiet">${round && `${upper(round)}. `}${next_run_time && !paused && html`Next <${TimeText} at=${next_run_time} />.`}</p>
        ${last_error && dispatch.state === 'error' && html`<p class="system-wrong">${last_error}</p>`}
      </div>
      <p class="system-how">
        <${Mark} state=${mark} word=${word} />
        <small>${dispatch.last_attempt && html`<${TimeText} at=${dispatch.last_attempt} />${took && `, ${took}`}`}</small>
      </p>
      ${!isManager() && html`<${JobActions} job=${job} />`}
    </li>
  `
}

function JobActions({ job }: { job: ScheduledJob }) {
  const { id, name, trigger, status } = job
  const { busy, perform } = useRunWithToast()
  const run = async () => {
    await perform(() => call('POST /api/system/jobs/:job_id/run', { params: { job_id: id } }))
    invalidate('GET /api/system/jobs')
  }
  return html`
    <div class="system-does">
      <${Button}
        kind="quiet"
        size="small"
        icon="play"
        label=${`Run now: ${name}`}
        busy=${busy}
        disabled=${status === 'Running' || status === 'Queued'}
        onClick=${run}
      />
      ${roundWords(trigger) && html`<${Button} ...${pausing(job)} />`}
    </div>
  `
}

function pausing({ id, name, paused }: ScheduledJob) {
  const set = () =>
    runWithToast(async () => {
      const params = { job_id: id }
      await (paused
        ? call('POST /api/system/jobs/:job_id/resume', { params })
        : call('POST /api/system/jobs/:job_id/pause', { params }))
      invalidate('GET /api/system/jobs')
    })
  const label = paused ? `Resume: ${name}` : `Pause: ${name}`
  return { kind: 'quiet', size: 'small', icon: paused ? 'skip-forward' : 'pause', label, onClick: set } as const
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
