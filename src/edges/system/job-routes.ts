import { Elysia, t } from 'elysia'
import { Integer } from '../../base/http/integer-schema'
import { Id, OneOf, QueryFlag } from '../../base/http/wire'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import type { Timetable } from '../../base/work/timetable'
import type { SearchHealth } from '../../intake/search/health/health'
import { SearchProgress } from '../../intake/search/health/schema'
import { jobNamed } from './job-names'
import { type JobView, jobViewOf } from './jobs'

const Maybe = t.Nullable(t.String())
const Job = t.Object({
  id: Id,
  name: t.String(),
  next_run_time: Maybe,
  /** `interval[0:20:00]`; `parked` while the settings turn the schedule off. */
  trigger: t.String(),
  status: OneOf(['Waiting', 'Running', 'Queued', 'Paused']),
  state: t.String(),
  /** The user paused the job; a job that the settings turned off does not count as paused. */
  paused: t.Boolean(),
  /** Duration of the last run, including the operation that it starts; null before the first has ended. */
  duration_ms: t.Nullable(Integer()),
  failures_in_row: Integer(),
  dispatch: t.Object({
    state: OneOf(['pending', 'accepted', 'error']),
    last_attempt: Maybe,
    last_success: Maybe,
    last_failure: Maybe,
    last_error: Maybe,
  }),
  last_error: Maybe,
})

const JobPath = { params: t.Object({ job_id: Id }) }

const Acquisition = t.Object({ search: t.Nullable(SearchProgress) })

interface Deps {
  timetable: Timetable
  db: Database
  search: { health: Pick<SearchHealth, 'acquisition'> }
}

/** Scheduled jobs: last and next run, running one now, and pausing it. */
export const jobRoutes = ({ timetable, db, search }: Deps) =>
  new Elysia({ tags: ['system'] })
    .get('/api/system/jobs', ({ query }) => listed({ timetable, db, search }, query), {
      query: t.Object({ include_acquisition: t.Optional(QueryFlag) }),
      response: t.Object({ jobs: t.Array(Job), acquisition: t.Optional(Acquisition) }),
    })
    .post('/api/system/jobs/:job_id/run', ({ params, set }) => begun(timetable, params.job_id, set), {
      ...JobPath,
      response: { 202: t.Object({ accepted: t.Literal(true) }) },
    })
    .post('/api/system/jobs/:job_id/pause', ({ params }) => paused({ timetable, db }, params.job_id, true), {
      ...JobPath,
      response: Job,
    })
    .post('/api/system/jobs/:job_id/resume', ({ params }) => paused({ timetable, db }, params.job_id, false), {
      ...JobPath,
      response: Job,
    })

function listed({ timetable, db, search }: Deps, { include_acquisition = true }: { include_acquisition?: boolean }) {
  const jobs = timetable.list().map((job) => jobViewOf(job, db.read))
  return { jobs, ...(include_acquisition ? { acquisition: search.health.acquisition() } : {}) }
}

async function begun(timetable: Timetable, jobId: string, set: { status?: number | string }) {
  if (!(await timetable.run(jobNamed(jobId)))) throw unknown(jobId)
  set.status = 202
  return { accepted: true as const }
}

function paused({ timetable, db }: Pick<Deps, 'timetable' | 'db'>, jobId: string, isPaused: boolean): JobView {
  const job = timetable.pause(jobNamed(jobId), isPaused)
  if (!job) throw unknown(jobId)
  return jobViewOf(job, db.read)
}

const unknown = (jobId: string) => new Refusal('missing', `There is no job ${jobId}.`)
