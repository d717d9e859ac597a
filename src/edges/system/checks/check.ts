import type { AppEvent } from '../../../base/events/types'
import type { CheckId, Severity } from '../states'

/** A health problem, and what to do about it. */
export interface HealthFinding {
  /** The folder, client or indexer; empty when there is only one. Constant while the problem lasts. */
  subject: string
  gravity: Severity
  /** Sentences without keys. */
  message: string
  remedy: string
  /** Path of the page with the remedy. */
  page?: string
}

interface NamedCheck {
  id: CheckId
  /** Label on the page: `Folders`. */
  label: string
}

/** A check that only reads rows runs immediately after these events. */
export interface RowCheck extends NamedCheck {
  after: readonly AppEvent['type'][]
  run(): HealthFinding[]
}

/** A check that may wait for a disk runs with all others. */
interface SlowCheck extends NamedCheck {
  after?: undefined
  run(): HealthFinding[] | Promise<HealthFinding[]>
}

/** A health check. It throws when it cannot run; its earlier findings then stay. */
export type Check = RowCheck | SlowCheck
