import type { HealthFinding } from './check'

const FULL = /\b(?:ENOSPC|EDQUOT)\b/
const FREE_SPACE = 'Free some space on that disk.'
const GIVE_PERMISSION =
  'Give the user that runs Panelkeep write permission there, and check that the disk is connected.'

/** `problem`: why the log file cannot be written, as a sentence with the code of the disk's error. */
export function logFindings(problem: string | undefined): HealthFinding[] {
  if (problem === undefined) return []
  const remedy = FULL.test(problem) ? FREE_SPACE : GIVE_PERMISSION
  return [{ subject: '', gravity: 'warning', message: problem, remedy, page: '/system/logs' }]
}
