import type { HealthFinding } from './check'

export interface JobFact {
  id: string
  label: string
  failures_in_row: number
}

/** A single failure is not reported. */
const REPEATED = 2

/** Reports jobs that fail repeatedly. */
export function jobFindings(jobs: readonly JobFact[]): HealthFinding[] {
  return jobs
    .filter(({ failures_in_row }) => failures_in_row >= REPEATED)
    .map(({ id, label, failures_in_row }) => ({
      subject: id,
      gravity: 'error',
      message: `“${label}” failed ${failures_in_row} times in a row.`,
      remedy: 'Run it again under Jobs; the log says what went wrong.',
      page: '/system/jobs',
    }))
}
