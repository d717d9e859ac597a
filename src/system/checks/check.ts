import type { CheckId, Severity } from '../states'

/** Something that is not well, and what to do about it. */
export interface HealthFinding {
  /** Which folder, client or indexer it is of; empty where there is only one. It stays the same while it lasts. */
  subject: string
  gravity: Severity
  /** Sentences without keys. */
  message: string
  remedy: string
  /** Path of the page where it is done. */
  page?: string
}

/** One thing that is looked at. It throws when it cannot be looked at now; what was found before then stands. */
export interface Check {
  id: CheckId
  /** As the page calls it: `Folders`. */
  label: string
  look(): HealthFinding[] | Promise<HealthFinding[]>
}
