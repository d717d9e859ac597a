import { t } from 'elysia'
import { KNOWN_FORMATS } from '../../base/formats/formats'
import { Integer } from '../../base/http/integer-schema'
import { Pagination } from '../../base/http/page-schema'
import { Id, OneOf, UncheckedReply } from '../../base/http/wire'
import { issueKinds, readingDirections, units } from '../series/states'
import { fitModes, layouts, readStates, spreads } from './states'

/** The API of the reader page and the reading lists. */

const Text = t.String()
const Maybe = t.Nullable(Text)
const Count = Integer({ minimum: 0 })
const Share = t.Number({ minimum: 0, maximum: 1 })
const Direction = OneOf(readingDirections)

/** UTC with milliseconds. */
const Moment = t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' })
/** The reader's time zone by its IANA name. */
export const Zone = t.String({ pattern: '^[A-Za-z0-9_+/-]{1,64}$' })

export const PageIndex = t.Integer({ minimum: 0, maximum: 1_000_000 })
export const PageParams = t.Object({ issue_id: Id, page: PageIndex })

export const PagePictureQuery = t.Object({
  /** The largest width in pixels. */
  width: t.Optional(t.Integer({ minimum: 1, maximum: 20_000 })),
  v: t.Optional(t.String({ maxLength: 100 })),
})

const DEVICE_TIME = {
  /** When the user did this, by the device's clock: what is older does not replace what is newer. */
  at: t.Optional(Moment),
  /** The current time by the device's clock: the difference to this machine's clock corrects `at`. */
  now: t.Optional(Moment),
}

/** Whose reading it is: a browser may have switched to another user since. Absent: the caller's. */
const Whose = t.Optional(Id)

export const ProgressBody = t.Object({
  page: PageIndex,
  /** How many pages the reader shows: a copy on a device may be older than the file. Absent: as many as the file. */
  page_count: t.Optional(PageIndex),
  user_id: Whose,
  completed: t.Optional(t.Boolean()),
  /**
   * How far down the page the reading line is. Absent on the current page: the position stays; on another page: the
   * top.
   */
  share: t.Optional(Share),
  /** What was read since the issue was opened, as sums: a repeated report counts nothing twice. */
  sitting: t.Optional(
    t.Object({
      /** A random id from the browser. */
      sitting_id: t.String({ pattern: '^[A-Za-z0-9-]{8,64}$' }),
      pages: t.Integer({ minimum: 0, maximum: 1_000_000 }),
      seconds: t.Integer({ minimum: 0, maximum: 604_800 }),
    }),
  ),
  /** The reader's time zone by its IANA name: the days of reading are counted in it. */
  zone: t.Optional(Zone),
  device: t.Optional(t.String({ minLength: 1, maxLength: 100 })),
  ...DEVICE_TIME,
})
export type ProgressBody = typeof ProgressBody.static

export const IssueProgress = t.Object({
  page: Count,
  completed: t.Boolean(),
  percent: Share,
  read_at: Text,
  device: Maybe,
})
export type IssueProgress = typeof IssueProgress.static
export const ReadingProgressReply = t.Object({ progress: IssueProgress })

const Ids = t.Array(Id, { maxItems: 10_000 })
export const MarkBody = t.Object({ issue_ids: t.Optional(Ids), comic_ids: t.Optional(Ids), read: t.Boolean() })
export type MarkBody = typeof MarkBody.static
export const MarkReply = t.Object({ success: t.Literal(true), changed: Count })

export const NoteBody = t.Object({
  /** Absent: an existing bookmark keeps its note. */
  note: t.Optional(t.Nullable(t.String({ maxLength: 2000 }))),
  user_id: Whose,
  ...DEVICE_TIME,
})
export type NoteBody = typeof NoteBody.static
export const RemovalQuery = t.Object({ user_id: Whose, ...DEVICE_TIME })
export type RemovalQuery = typeof RemovalQuery.static
const Bookmark = t.Object({ page: Count, note: Maybe, created_at: Text })
const PageMark = t.Object({
  page: Count,
  type: t.Optional(Text),
  double: t.Optional(t.Boolean()),
  bookmark: t.Optional(Text),
})
export type PageMark = typeof PageMark.static

export const Bookmarks = t.Object({ bookmarks: t.Array(Bookmark) })

/** Null resets a choice. */
export const ViewBody = t.Object({
  reading_direction: t.Optional(t.Nullable(Direction)),
  layout: t.Optional(t.Nullable(OneOf(layouts))),
  spread: t.Optional(t.Nullable(OneOf(spreads))),
  fit: t.Optional(t.Nullable(OneOf(fitModes))),
  first_alone: t.Optional(t.Nullable(t.Boolean())),
  gap: t.Optional(t.Nullable(t.Boolean())),
})
export type ViewBody = typeof ViewBody.static
const View = t.Object({
  /** The user's choice, or else the series' own. */
  reading_direction: Direction,
  direction_chosen: t.Boolean(),
  layout: t.Optional(OneOf(layouts)),
  spread: t.Optional(OneOf(spreads)),
  fit: t.Optional(OneOf(fitModes)),
  first_alone: t.Optional(t.Boolean()),
  gap: t.Optional(t.Boolean()),
})
export type ReadingViewReply = typeof View.static
export const ViewReply = t.Object({ view: View })

const Neighbour = t.Nullable(t.Object({ issue_id: Id, label: Text }))

/** `list`: a reading list, whose order the reader follows. */
export const ReadQuery = t.Object({ list: t.Optional(Id) })

export const ReadIssue = t.Object({
  issue_id: Id,
  comic_id: Id,
  series_name: Text,
  kind: OneOf(issueKinds),
  unit: OneOf(units),
  number: Text,
  title: Maybe,
  /** `#12`, `Chapter 4`, `Annual #2`. */
  label: Text,
  year: t.Nullable(Integer()),
  format: OneOf(KNOWN_FORMATS),
  version: Text,
  /** The time of this machine, to compare `read_at` with what a browser's clock says. */
  now: Text,
  /** 0 in a text book, which has no pages to show. */
  page_count: Count,
  cover_page: Count,
  /** The series' own direction: the user's choice is in `view`. */
  reading_direction: Direction,
  layout: OneOf(layouts),
  size_bytes: Count,
  download_url: Text,
  progress: t.Nullable(IssueProgress),
  /** The position within a page at which reading stopped, also on the first page of an unread issue. */
  place: t.Nullable(t.Object({ page: Count, share: Share })),
  bookmarks: t.Array(Bookmark),
  /** Pages that the file itself marks: a type other than a story page, a double page, a bookmark. */
  page_marks: t.Array(PageMark),
  previous: Neighbour,
  next: Neighbour,
  /** The reading list that is followed, and the issue's position in it, from 1. */
  list: t.Nullable(t.Object({ list_id: Id, name: Text, position: Count, count: Count })),
  view: View,
})
export type ReadIssue = typeof ReadIssue.static

/** As many as one reply counts through in a few milliseconds. */
export const KeptBody = t.Object({ issue_ids: t.Array(Id, { maxItems: 200 }) })
export const KeptReply = t.Object({
  /** False for a user who may not download: nothing may be kept. */
  may_keep: t.Boolean(),
  issues: t.Array(
    t.Object({
      issue_id: Id,
      /** Differs from that of a copy when the file was replaced. */
      version: Text,
      progress: t.Nullable(IssueProgress),
      place: ReadIssue.properties.place,
      bookmarks: ReadIssue.properties.bookmarks,
    }),
  ),
})
export type KeptReply = typeof KeptReply.static

/** Not validated: hundreds of rows that we measured ourselves. */
export const Sizes = UncheckedReply(
  t.Object({ pages: t.Array(t.Nullable(t.Object({ width: Count, height: Count, type: Text }))) }),
)

/** In shares of the page's width and height. */
const PagePart = t.Object({ x: t.Number(), y: t.Number(), width: t.Number(), height: t.Number() })
export const PageLayoutReply = t.Object({
  crop: t.Nullable(PagePart),
  panels: t.Nullable(t.Object({ ltr: t.Array(PagePart), rtl: t.Array(PagePart) })),
})

const Most = t.Optional(t.Integer({ minimum: 1, maximum: 200 }))
/** `started`: includes the next issues of reading lists; `next`: of series whose previous issue was read. */
export const ContinueQuery = t.Object({ limit: Most, state: t.Optional(OneOf(['started', 'next'])) })
export type ContinueQuery = typeof ContinueQuery.static
export const RecentQuery = t.Object({ limit: Most })
const RecentItem = t.Object({
  issue_id: Id,
  comic_id: Id,
  series_name: Text,
  label: Text,
  image: Maybe,
  added_at: Text,
})
export type RecentItem = typeof RecentItem.static
export const RecentReply = t.Object({ items: t.Array(RecentItem) })

const AddedSeries = t.Object({
  comic_id: Id,
  series_name: Text,
  /** The first of the issues that were added with the newest one. */
  issue_id: Id,
  /** The number of these issues. */
  issues: Count,
  /** "Chapters 2 to 14" */
  label: Text,
  image: Maybe,
  added_at: Text,
})
export type AddedSeries = typeof AddedSeries.static
export const AddedReply = t.Object({ items: t.Array(AddedSeries) })

const ContinueItem = t.Object({
  /** `next` is not started: the issue before it was read. `list`: the next issue of a reading list. */
  state: OneOf(['reading', 'next', 'list']),
  list: t.Nullable(t.Object({ list_id: Id, name: Text })),
  issue_id: Id,
  comic_id: Id,
  series_name: Text,
  label: Text,
  title: Maybe,
  image: Maybe,
  percent: Share,
  page: Count,
  page_count: Count,
  /** When any issue of the series was last read. */
  read_at: Maybe,
  reading_direction: Direction,
})
export type ContinueItem = typeof ContinueItem.static
export const Continue = t.Object({ items: t.Array(ContinueItem) })

/** `zone`: the time zone for today; absent, the last reported one. */
export const StatisticsQuery = t.Object({
  zone: t.Optional(Zone),
  limit: Most,
  offset: t.Optional(t.Integer({ minimum: 0, maximum: 1_000_000 })),
})
export type StatisticsQuery = typeof StatisticsQuery.static
const Day = t.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
/** `seconds`: in Panelkeep's own reader; other apps report no time. */
const Sums = { pages: Count, issues: Count, seconds: Count }
export const ReadingStatistics = t.Object({
  today: Day,
  /** The first counted day. */
  since: t.Nullable(Day),
  /** The last two weeks, including days without reading. */
  days: t.Array(t.Object({ day: Day, ...Sums })),
  /** Consecutive days with reading, until today or yesterday. */
  streak: Count,
  totals: t.Object(Sums),
  /** Most pages first. */
  series: t.Array(t.Object({ comic_id: Id, name: Text, image: Maybe, exists: t.Boolean(), ...Sums, last_day: Day })),
  pagination: Pagination,
})
export type ReadingStatistics = typeof ReadingStatistics.static

/** Unread issues are left out of `issues`. */
export const SeriesReading = t.Object({
  issues: t.Record(t.String(), t.Object({ state: OneOf(readStates), page: Count, percent: Share, read_at: Text })),
  read: Count,
  reading: Count,
})
export type SeriesReading = typeof SeriesReading.static
