import type { HealthFinding } from './check'

/** `problem`: why the log file cannot be written, as a sentence. */
export function logFindings(problem: string | undefined): HealthFinding[] {
  if (problem === undefined) return []
  const remedy = 'Free some space on that disk, or give the user that runs Panelkeep write permission there.'
  return [{ subject: '', gravity: 'warning', message: problem, remedy, page: '/system/logs' }]
}
