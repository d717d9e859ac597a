import type { CheckId, Severity } from '../states'

/** A health problem, and what to do about it. */
export interface HealthFinding {
  /** The folder, client or indexer; empty where there is only one. The same as long as the problem lasts. */
  subject: string
  gravity: Severity
  /** Sentences without keys. */
  message: string
  remedy: string
  /** Path of the page where the remedy is. */
  page?: string
}

/** One health check. It throws when it cannot run; its earlier findings then stay. */
export interface Check {
  id: CheckId
  /** Its name on the page: `Folders`. */
  label: string
  run(): HealthFinding[] | Promise<HealthFinding[]>
}
