import type { ServiceAnswer } from '../../../base/outbound/external-service'
import type { QueryFailure, ReleaseRecord } from '../../../library/metadata/providers/provider'
import type { CalendarWeek } from '../calendar'
import type { ReleaseFailure, ReleaseSource } from '../states'

/** A service that lists the releases of a week. */
export interface ReleaseListing {
  readonly source: ReleaseSource
  readonly label: string
  /** How many weeks ahead its lists reach; the current and the previous week always count. */
  readonly weeksAhead: number
  /** Why the settings do not allow queries; undefined when they do. */
  reasonUnused(): QueryFailure | undefined
  /** Every page of the week, or a failure. Only an aborted signal throws. */
  fetch(week: CalendarWeek, asking: { signal: AbortSignal }): Promise<ServiceAnswer<ReleaseRecord[], ReleaseFailure>>
}
