import { calendarWeekOf, type DaySpan } from '../calendar'
import type { SourceState } from '../schema'
import type { FetchRow } from '../store'
import type { ReleaseListing } from './listing'

/**
 * The state of each source for the weeks of `span`: over several weeks the oldest fetch and the first failure. A
 * source that is off and was never fetched is also listed, so that a page can offer it.
 */
export function sourceStates(listings: readonly ReleaseListing[], fetches: readonly FetchRow[]): SourceState[] {
  return listings.map((listing) => {
    const { source, label } = listing
    const own = fetches.filter((row) => row.source === source)
    const off = listing.reasonUnused()
    const failed = own.find(({ failure }) => failure !== null)
    const times = own.map(({ fetched_at }) => fetched_at)
    const known = times.filter((time) => time !== null)
    return {
      source,
      label,
      enabled: off === undefined,
      fetched_at: known.length > 0 && known.length === times.length ? (known.toSorted()[0] ?? null) : null,
      failure: off?.failure ?? failed?.failure ?? null,
      detail: off?.detail ?? failed?.detail ?? null,
    }
  })
}

/** From the Sunday of the first week to the Sunday of the last. */
export const sundaysOf = ({ first, last }: DaySpan): DaySpan => ({
  first: calendarWeekOf(first).first,
  last: calendarWeekOf(last).first,
})
