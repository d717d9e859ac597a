import type { ServiceAnswer } from '../../../base/outbound/external-service'
import type { QueryFailure, ReleaseRecord } from '../../../library/metadata/providers/provider'
import type { CalendarWeek } from '../calendar'
import type { ReleaseFailure, ReleaseSource } from '../states'

/** A service that lists what ships in a week. */
export interface ReleaseListing {
  readonly source: ReleaseSource
  readonly label: string
  /** How far ahead its lists reach; the current week and the one before always count. */
  readonly weeksAhead: number
  /** Why the settings do not let it be queried; undefined when they do. */
  reasonUnused(): QueryFailure | undefined
  /** Every page of the week, or a failure. Only an aborted signal throws. */
  fetch(week: CalendarWeek, asking: { signal: AbortSignal }): Promise<ServiceAnswer<ReleaseRecord[], ReleaseFailure>>
}
