import { between } from '../../base/platform/clock'
import { countWords } from '../../base/platform/words'
import type { ReadHandle } from '../../base/storage/database'
import { activeOperations, latestOperation } from '../../base/work/store'
import type { JobState } from '../../base/work/timetable'
import { jobId } from './job-names'

export type JobView = ReturnType<typeof jobViewOf>

/** A job as the page shows it, in the field names of existing tools. */
export function jobViewOf(job: JobState, db: ReadHandle) {
  const { name, label, every_minutes, next_at, is_paused, row } = job
  const status = statusOf(job, db)
  const ended = row?.last_finished_at ?? null
  const last_error = isCutOff(job) ? CUT_OFF : (row?.last_error ?? null)
  return {
    id: jobId(name),
    name: label,
    next_run_time: next_at,
    trigger: every_minutes <= 0 ? 'parked' : `interval[${interval(every_minutes)}]`,
    status,
    state: status.toLowerCase(),
    paused: is_paused,
    duration_ms: durationOf(job, db),
    failures_in_row: row?.failures_in_row ?? 0,
    dispatch: {
      state: outcomeOf(job),
      last_attempt: row?.last_started_at ?? null,
      last_success: row?.last_ok === true ? ended : null,
      last_failure: row?.last_ok === false ? ended : null,
      last_error,
    },
    last_error,
  }
}

function statusOf(
  { starts, every_minutes, is_paused, is_running }: JobState,
  db: ReadHandle,
): 'Waiting' | 'Running' | 'Queued' | 'Paused' {
  const begun = starts === undefined ? [] : activeOperations(db, starts)
  if (is_running || begun.some(({ state }) => state === 'running')) return 'Running'
  if (begun.length > 0) return 'Queued'
  return every_minutes <= 0 || is_paused ? 'Paused' : 'Waiting'
}

const CUT_OFF = 'Panelkeep stopped before it finished.'

/** Whether the process ended during the run. */
function isCutOff({ row, is_running }: JobState): boolean {
  return !is_running && row !== undefined && (row.last_started_at ?? '') > (row.last_finished_at ?? '')
}

function outcomeOf(job: JobState): 'pending' | 'accepted' | 'error' {
  const { row } = job
  if (!row || row.last_started_at === null) return 'pending'
  return row.last_ok === false || isCutOff(job) ? 'error' : 'accepted'
}

/** For a job that starts an operation, the duration of the operation. */
function durationOf({ starts, row }: JobState, db: ReadHandle): number | null {
  const last = starts === undefined ? undefined : latestOperation(db, starts)
  const [from, to] = last ? [last.started_at, last.finished_at] : [row?.last_started_at, row?.last_finished_at]
  return from && to && to >= from ? between(from, to) : null
}

/** `1 day, 0:00:00`, `0:20:00`: in the format of the older tool. */
function interval(minutes: number): string {
  const days = Math.trunc(minutes / 1440)
  const clock = `${Math.trunc((minutes % 1440) / 60)}:${String(minutes % 60).padStart(2, '0')}:00`
  return days === 0 ? clock : `${countWords(days, 'day')}, ${clock}`
}
