import { t } from 'elysia'
import { Day, Id, OneOf, QueryFlag } from '../../base/http/wire'
import { Zone } from '../../library/reading/schema'
import { issueKinds, units } from '../../library/series/states'
import { releaseFailures, weeklyStatuses } from './states'

const Text = t.String()
const Maybe = t.Nullable(t.String())
const Count = t.Integer()
const Flag = t.Boolean()

/** Weeks in the sense of `%U`, from Sunday; week 0 is the last week of the previous year. */
export const WeeklyQuery = t.Object({
  week: t.Optional(t.Integer({ minimum: 0, maximum: 53 })),
  year: t.Optional(t.Integer({ minimum: 1900, maximum: 2199 })),
  zone: t.Optional(Zone),
})
export type WeeklyQuery = typeof WeeklyQuery.static

/** The columns that older tools read. */
export const WeeklyRow = t.Object({
  COMIC: Text,
  ISSUE: Text,
  PUBLISHER: Maybe,
  SHIPDATE: Text,
  STATUS: OneOf(weeklyStatuses),
  ComicID: t.Nullable(Id),
  IssueID: t.Nullable(Id),
  rowid: Count,
})
export type WeeklyRow = typeof WeeklyRow.static

/** The day on which the reader's week begins, 0 for Sunday. */
export const FirstWeekday = t.Optional(t.Integer({ minimum: 0, maximum: 6 }))

export const UpcomingQuery = t.Object({
  include_downloaded_issues: t.Optional(QueryFlag),
  zone: t.Optional(Zone),
  first_weekday: FirstWeekday,
})
export type UpcomingQuery = typeof UpcomingQuery.static

export const UpcomingRow = t.Object({
  ComicName: Text,
  IssueNumber: Text,
  ComicID: Id,
  IssueID: Id,
  IssueDate: Text,
  Status: OneOf(weeklyStatuses),
  DisplayComicName: Text,
  kind: OneOf(issueKinds),
  unit: OneOf(units),
})
export type UpcomingRow = typeof UpcomingRow.static

/** Without days, the current week. */
export const ReleasesQuery = t.Object({ first: t.Optional(Day), last: t.Optional(Day), zone: t.Optional(Zone) })
export type ReleasesQuery = typeof ReleasesQuery.static

const Release = t.Object({
  release_id: t.Nullable(Count),
  day: Text,
  series: Text,
  kind: OneOf(issueKinds),
  unit: OneOf(units),
  number: Text,
  title: Maybe,
  publisher: Maybe,
  year: t.Nullable(Count),
  book_type: Maybe,
  comic_id: t.Nullable(Id),
  issue_id: t.Nullable(Id),
  status: OneOf(weeklyStatuses),
  owned: Flag,
  is_first: Flag,
  is_announced: Flag,
  want: Flag,
  cover: Maybe,
  sources: t.Array(t.Object({ source: Text, fetched_at: Text })),
})

const SourceState = t.Object({
  source: Text,
  label: Text,
  /** Whether the settings allow queries. */
  enabled: Flag,
  /** When the displayed releases were fetched, the oldest of several weeks; null: some were never fetched. */
  fetched_at: Maybe,
  failure: t.Nullable(OneOf(releaseFailures)),
  /** The sentence of the failure, or the reason why the source is not queried. */
  detail: Maybe,
})
export type SourceState = typeof SourceState.static

export const ReleasesReply = t.Object({
  first: Text,
  last: Text,
  today: Text,
  releases: t.Array(Release),
  sources: t.Array(SourceState),
  refreshing: Flag,
})
export type ReleasesReply = typeof ReleasesReply.static

export const RefreshBody = t.Optional(t.Object({ day: t.Optional(Day) }))

export const RefreshReply = t.Object({
  accepted: Flag,
  state: OneOf(['queued', 'running', 'paused', 'unavailable']),
  operation_id: t.Optional(Id),
  next_run_time: t.Optional(Text),
  error: t.Optional(Text),
})
export type RefreshReply = typeof RefreshReply.static

/** The path of the calendar feed; null when there is none. */
export const FeedReply = t.Object({ path: Maybe })

const Days = (maximum: number) => t.Optional(t.Integer({ minimum: 0, maximum }))
/** Days back and ahead. */
export const FeedQuery = t.Object({ past: Days(366), future: Days(366) })
export const FeedParams = t.Object({ file: t.String({ maxLength: 100 }) })

export const ReleaseParams = t.Object({ release_id: t.Integer({ minimum: 1 }) })
export const FollowBody = t.Optional(t.Object({ want: t.Optional(Flag) }))
export const FollowReply = t.Object({ success: t.Literal(true), message: Text, comicid: t.Nullable(Id) })
