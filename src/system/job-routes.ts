import { Elysia, t } from 'elysia'
import { Id } from '../http/wire'
import { Refusal } from '../refusal'
import type { Database } from '../storage/database'
import { active } from '../work/store'
import type { JobState, Timetable } from '../work/timetable'

const Maybe = t.Nullable(t.String())
const Job = t.Object({
  id: Id,
  name: t.String(),
  next_run_time: Maybe,
  /** `interval[0:20:00]`; `parked` while it does not run by itself. */
  trigger: t.String(),
  status: t.Union([t.Literal('Waiting'), t.Literal('Running'), t.Literal('Paused')]),
  state: t.String(),
  dispatch: t.Object({
    state: t.Union([t.Literal('pending'), t.Literal('accepted'), t.Literal('error')]),
    last_attempt: Maybe,
    last_success: Maybe,
    last_failure: Maybe,
    last_error: Maybe,
  }),
  last_error: Maybe,
})

/** What people call them, and the work that each begins. A job without a line here is called by its own name. */
const JOBS: Record<string, { label: string; work?: string }> = {
  dbupdater: { label: 'Refresh series from their providers', work: 'metadata_refresh' },
  import_inbox: { label: 'Look into the import folder', work: 'inbox_scan' },
  library_scan: { label: 'Look for new files in the library folders', work: 'import_scan' },
  search: { label: 'Search for what is wanted', work: 'search_run' },
  rss: { label: 'Look through the feeds of indexers', work: 'feed_pass' },
  version: { label: 'Look for a newer Panelkeep' },
  search_history: { label: 'Forget old searches' },
  interactive_search_retention: { label: 'Forget searches that somebody watched' },
  download_clients: { label: 'Ask download clients how they are' },
  grabs_left: { label: 'Ask download clients about grabs that were cut off' },
  watch_folders: { label: 'Watch the folders for changes' },
  covers: { label: 'Tidy the covers kept ready' },
  sessions: { label: 'Forget old logins' },
  lockouts: { label: 'Forget failed logins' },
  reading: { label: 'Tidy what reading needs' },
  catalog_pages: { label: 'Tidy the pages of the catalog' },
}

/** What runs by itself: when it ran, when it runs next, and running it now. */
export const jobRoutes = ({ timetable, db }: { timetable: Timetable; db: Database }) =>
  new Elysia({ tags: ['system'] })
    .get('/api/system/jobs', () => ({ jobs: timetable.list().map((job) => said(job, db)) }), {
      response: t.Object({ jobs: t.Array(Job) }),
    })
    .post('/api/system/jobs/:job_id/run', ({ params, set }) => begun(timetable, params.job_id, set), {
      params: t.Object({ job_id: Id }),
      response: { 202: t.Object({ accepted: t.Literal(true) }) },
    })

function said({ name, every_minutes, next_at, row }: JobState, db: Database): typeof Job.static {
  const work = JOBS[name]?.work
  const running = work !== undefined && active(db.read, work).length > 0
  const status = running ? 'Running' : every_minutes <= 0 ? 'Paused' : 'Waiting'
  const ended = row?.last_finished_at ?? null
  return {
    id: name,
    name: JOBS[name]?.label ?? name.replaceAll('_', ' '),
    next_run_time: next_at,
    trigger: every_minutes <= 0 ? 'parked' : `interval[${interval(every_minutes)}]`,
    status,
    state: status.toLowerCase(),
    dispatch: {
      state: row === undefined ? 'pending' : row.last_ok === false ? 'error' : 'accepted',
      last_attempt: row?.last_started_at ?? null,
      last_success: row?.last_ok === true ? ended : null,
      last_failure: row?.last_ok === false ? ended : null,
      last_error: row?.last_error ?? null,
    },
    last_error: row?.last_error ?? null,
  }
}

/** `1 day, 0:00:00`, `0:20:00`: as the older tool writes it. */
function interval(minutes: number): string {
  const days = Math.trunc(minutes / 1440)
  const clock = `${Math.trunc((minutes % 1440) / 60)}:${String(minutes % 60).padStart(2, '0')}:00`
  return days === 0 ? clock : `${days} day${days === 1 ? '' : 's'}, ${clock}`
}

async function begun(timetable: Timetable, jobId: string, set: { status?: number | string }) {
  if (!(await timetable.run(jobId))) throw new Refusal('missing', `There is no job ${jobId}.`)
  set.status = 202
  return { accepted: true as const }
}
