import { normalNumber } from '../../base/names/numbers'
import { matchKey } from '../../base/names/titles'
import type { Clock } from '../../base/platform/ports'
import type { Database, Tx } from '../../base/storage/database'
import type { Handler, Tools } from '../../base/work/operations'
import type { ReleaseRecord } from '../../library/metadata/providers/provider'
import { acceptWeek } from './accept-week'
import { type CalendarWeek, calendarWeekOf, dayAt, weekAfter } from './calendar'
import type { ReleaseListing } from './sources/listing'
import type { ReleaseFailure, ReleaseSource } from './states'
import * as store from './store'

export const WEEKLY_REFRESH = 'weekly_refresh'

interface Deps {
  db: Database
  clock: Clock
  /** The sources that the settings allow. */
  usable: () => readonly ReleaseListing[]
  /** Binds the releases of these days to the library. */
  bind: (tx: Tx, week: CalendarWeek) => void
  /** Removes issues that the source announced in these weeks and no longer names. */
  drop: (tx: Tx, source: ReleaseSource, weeks: readonly CalendarWeek[]) => void
}

export interface RefreshPayload {
  /** A day in an additional week to fetch, because a page shows it. */
  day?: string
}

export interface RefreshDetail {
  weeks: number
  releases: number
  /** Sentences about the sources that failed. */
  failures: string[]
}

/** Releases are kept for about a year; earlier weeks show only the library's issues. */
const KEEP_DAYS = 400
/** Failures that the next request to the service would meet as well. */
const ENDS_SOURCE: readonly ReleaseFailure[] = ['auth', 'limit', 'banned', 'unreachable', 'unavailable', 'disabled']

/** Fetches the releases of last week, this week and the weeks ahead, from every source, week by week. */
export class WeeklyRefresh implements Handler {
  constructor(private readonly deps: Deps) {}

  async run(payload: unknown, tools: Tools): Promise<RefreshDetail | undefined> {
    const { day } = (payload ?? {}) as RefreshPayload
    const detail: RefreshDetail = { weeks: 0, releases: 0, failures: [] }
    const plan = this.deps.usable().map((listing) => ({ listing, weeks: this.weeksOf(listing, day) }))
    const total = plan.reduce((sum, { weeks }) => sum + weeks.length, 0)
    let done = 0
    for (const { listing, weeks } of plan) {
      const accepted: CalendarWeek[] = []
      let ended: { failure: ReleaseFailure; detail: string } | undefined
      for (const week of weeks) {
        const result = ended ?? (await this.fetch(listing, week, tools))
        if (tools.signal.aborted) return undefined
        const kept = await tools.persist((tx) => this.keepWeek(tx, listing, week, result))
        if (kept === undefined) return undefined
        if ('failure' in kept) {
          if (!detail.failures.includes(kept.detail)) detail.failures.push(kept.detail)
          if (ENDS_SOURCE.includes(kept.failure)) ended = kept
        } else {
          accepted.push(week)
          detail.weeks++
          detail.releases += kept.ok
        }
        tools.report(++done / total, detail)
      }
      // After all weeks, since a release that left one week may have moved to another.
      await tools.persist((tx) => this.deps.drop(tx, listing.source, accepted))
    }
    const oldest = weekAfter(calendarWeekOf(dayAt(this.deps.clock.now())), -Math.ceil(KEEP_DAYS / 7)).first
    await tools.persist((tx) => store.pruneReleases(tx, oldest))
    return detail
  }

  private weeksOf({ weeksAhead }: ReleaseListing, day: string | undefined): CalendarWeek[] {
    const now = calendarWeekOf(dayAt(this.deps.clock.now()))
    // The current week first: a limit may stop the others.
    const weeks = [0, -1, ...Array.from({ length: weeksAhead }, (_, at) => at + 1)].map((count) =>
      weekAfter(now, count),
    )
    const further = day === undefined ? undefined : calendarWeekOf(day)
    return further && !weeks.some(({ first }) => first === further.first) ? [further, ...weeks] : weeks
  }

  private async fetch(listing: ReleaseListing, week: CalendarWeek, { signal }: Tools) {
    const answer = await listing.fetch(week, { signal })
    return 'ok' in answer ? answer : { failure: answer.failure, detail: answer.detail }
  }

  /** The week as the source sent it, or why the stored one stays. */
  private keepWeek(
    tx: Tx,
    { source, label }: ReleaseListing,
    week: CalendarWeek,
    answer: { ok: ReleaseRecord[] } | { failure: ReleaseFailure; detail: string },
  ): { ok: number } | { failure: ReleaseFailure; detail: string } {
    const at = this.deps.clock.now()
    const kept = store.countReleases(tx, source, week)
    const accepted = 'ok' in answer ? acceptWeek(answer.ok, { week, label, kept }) : answer
    tx.emit({ type: 'releases.changed' })
    if ('failure' in accepted) {
      const { failure, detail } = accepted
      store.saveFetch(tx, { source, first: week.first, tried_at: at, failure, detail })
      return accepted
    }
    const rows = accepted.ok.map((record) => rowOf(record, { source, fetched_at: at }))
    store.replaceReleases(tx, source, week, rows)
    store.saveFetch(tx, {
      source,
      first: week.first,
      tried_at: at,
      fetched_at: at,
      failure: null,
      detail: null,
      count: rows.length,
    })
    this.deps.bind(tx, week)
    return { ok: rows.length }
  }
}

function rowOf(record: ReleaseRecord, kept: Pick<store.NewRelease, 'source' | 'fetched_at'>): store.NewRelease {
  const { id, day, series, kind, unit, number, series_ids, issue_ids } = record
  const { title = null, publisher = null, year = null, volume = null, book_type = null } = record
  return {
    ...kept,
    source_id: id,
    day,
    series,
    match_key: matchKey(series),
    kind,
    unit,
    number: normalNumber(number),
    title,
    publisher,
    year,
    volume,
    book_type,
    series_ids,
    issue_ids,
  }
}
