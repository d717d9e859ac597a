import type { Clock } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { today as todayOf } from '../../library/reading/today'
import { type CalendarWeek, calendarWeekOf, type DaySpan, daysBetween, weekAround, weekNumbered } from './calendar'
import { issuesReleased, libraryReleases } from './library-store'
import { listReleases, type ReleaseItem, releaseSortKey, sortedBy } from './release-list'
import type {
  ReleasesQuery,
  ReleasesReply,
  SourceState,
  UpcomingQuery,
  UpcomingRow,
  WeeklyQuery,
  WeeklyRow,
} from './schema'
import type { ReleaseSource, WeeklyStatus } from './states'
import { listedReleases } from './store'

interface Deps {
  db: Database
  clock: Clock
  /** Whether annuals are listed with the issues. */
  annuals: () => boolean
  /** Whether issues of story arcs are listed though their series is not followed. */
  arcs: () => boolean
  sources: {
    /** Sources, most trusted first. */
    readonly order: readonly ReleaseSource[]
    states(span: DaySpan): SourceState[]
  }
  isRefreshing: () => boolean
}

/** One month in whole weeks. */
const MOST_DAYS = 42
const SUNDAY = 0
const COMING: readonly WeeklyStatus[] = ['Wanted']
const COMING_OR_HERE: readonly WeeklyStatus[] = ['Wanted', 'Snatched', 'Downloaded']

/** Releases by day. */
export class Releases {
  constructor(private readonly deps: Deps) {}

  /** Without a number, the current week. */
  weekly({ week, year, zone }: WeeklyQuery): WeeklyRow[] {
    const now = this.thisWeek(zone)
    const which = week === undefined && year === undefined ? now : weekNumbered(year ?? now.year, week ?? now.week)
    return byTitle(this.between(which)).map((release, at) => ({
      COMIC: release.series,
      ISSUE: release.number,
      PUBLISHER: release.publisher,
      SHIPDATE: release.day,
      STATUS: release.status,
      ComicID: release.comic_id,
      IssueID: release.issue_id,
      rowid: at + 1,
    }))
  }

  /** Issues of the library in the current week that are still to come; on request also those already downloaded. */
  upcoming({ include_downloaded_issues, zone, first_weekday = SUNDAY }: UpcomingQuery): UpcomingRow[] {
    const shown = include_downloaded_issues ? COMING_OR_HERE : COMING
    const week = weekAround(todayOf(this.deps, zone), first_weekday)
    return byTitle(this.between(week, [])).flatMap(({ comic_id, issue_id, status, ...release }) => {
      if (comic_id === null || issue_id === null || !shown.includes(status)) return []
      const { series, number, day, year, kind, unit } = release
      return {
        ComicName: series,
        IssueNumber: number,
        ComicID: comic_id,
        IssueID: issue_id,
        IssueDate: day,
        Status: status,
        DisplayComicName: year === null ? series : `${series} (${year})`,
        kind,
        unit,
      }
    })
  }

  /** Releases of the library's series in the current week, whatever their status. */
  countThisWeek({ zone, first_weekday = SUNDAY }: Omit<UpcomingQuery, 'include_downloaded_issues'>): number {
    const week = weekAround(todayOf(this.deps, zone), first_weekday)
    return this.between(week).filter(({ comic_id }) => comic_id !== null).length
  }

  /** The current day in the reader's time zone. */
  today(): string {
    return todayOf(this.deps)
  }

  /** Throws Refusal 'invalid' for more days than a month has, for none, and for an unknown time zone. */
  list({ first, last, zone }: ReleasesQuery): ReleasesReply {
    const today = todayOf(this.deps, zone)
    const span = checkedSpan(first ?? last, last ?? first) ?? calendarWeekOf(today)
    return {
      first: span.first,
      last: span.last,
      today,
      releases: this.between(span),
      sources: this.deps.sources.states(span),
      refreshing: this.deps.isRefreshing(),
    }
  }

  /** By day and name. Without `announced`, only the library's own. */
  private between(span: DaySpan, announced = listedReleases(this.deps.db.read, span)): ReleaseItem[] {
    const { db, sources, annuals, arcs } = this.deps
    const library = issuesReleased(db.read, span).filter(({ status }) => arcs() || status !== 'unfollowed')
    const here = new Set(library.map(({ issue_id }) => issue_id))
    const elsewhere = announced.flatMap(({ issue_id }) => (issue_id !== null && !here.has(issue_id) ? issue_id : []))
    const all = [...library, ...libraryReleases(db.read, elsewhere)]
    const releases = listReleases(all, announced, span, sources.order)
    return annuals() ? releases : releases.filter(({ kind }) => kind !== 'annual')
  }

  private thisWeek(zone: string | undefined): CalendarWeek {
    return calendarWeekOf(todayOf(this.deps, zone))
  }
}

const byTitle = (releases: readonly ReleaseItem[]): ReleaseItem[] => sortedBy(releases, releaseSortKey)

function checkedSpan(first: string | undefined, last: string | undefined): DaySpan | undefined {
  if (first === undefined || last === undefined) return undefined
  const days = daysBetween(first, last) + 1
  if (days >= 1 && days <= MOST_DAYS) return { first, last }
  throw new Refusal('invalid', `Releases are listed for 1 to ${MOST_DAYS} days, from first to last.`)
}
