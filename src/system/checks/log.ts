import type { HealthFinding } from './check'

/** `problem`: why the log file cannot be written, as a sentence. */
export function logFindings(problem: string | undefined): HealthFinding[] {
  if (problem === undefined) return []
  const remedy = 'Free some room on that disk, or let the user that runs Panelkeep write there.'
  return [{ subject: '', gravity: 'warning', message: problem, remedy, page: '/system/logs' }]
}
