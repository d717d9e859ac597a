import { useQuery } from '../../../api/query'
import { html } from '../../../html'
import { TimeText } from '../../../parts/text/when'

/** The last and next run of the backup job, as on the page of jobs. */
export function BackupTimes() {
  const { data } = useQuery('GET /api/system/jobs')
  const job = data?.jobs.find(({ id }) => id === 'backup')
  if (!job) return null
  const { dispatch, next_run_time, last_error, paused, trigger, status } = job
  const next =
    status === 'Running'
      ? 'A backup is being made.'
      : paused
        ? 'Paused under Jobs.'
        : trigger === 'parked'
          ? 'Only when you ask.'
          : next_run_time && html`Next backup: <${TimeText} at=${next_run_time} />.`
  return html`
    <p class="system-quiet" aria-label="Schedule">
      ${dispatch.last_attempt && html`Last run: <${TimeText} at=${dispatch.last_attempt} />. `}${next}
    </p>
    ${dispatch.state === 'error' && last_error && html`<p class="system-wrong">${last_error}</p>`}
  `
}
