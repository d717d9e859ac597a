import { t } from 'elysia'
import { TimelineRowReply } from '../../base/activity/schema'
import { KNOWN_FORMATS } from '../../base/formats/formats'
import { Integer } from '../../base/http/integer-schema'
import { Id, OneOf } from '../../base/http/wire'
import { FirstWeekday, UpcomingRow } from '../../collecting/weekly/schema'
import { Zone } from '../../library/reading/schema'

const Text = t.String()
const Count = Integer({ minimum: 0 })
const Percent = t.Number({ minimum: 0, maximum: 100 })

/** Uses the names that existing tools read. `issues` are owned, `expected` released, whether owned or missing. */
const Stats = t.Object({
  total_series: Count,
  total_issues: Count,
  total_expected: Count,
  /** Issues that are not released. */
  announced: Count,
  /** The series that the library does not list under "Total unknown". The percentages are those of their issues. */
  known_series: Count,
  completion_pct: Percent,
  manga_series: Count,
  manga_have: Count,
  manga_total: Count,
  manga_completion_pct: Percent,
  comic_series: Count,
  comic_have: Count,
  comic_total: Count,
  comic_completion_pct: Percent,
})
export type Stats = typeof Stats.static
export const LibraryPanel = t.Object({ stats: Stats })

export const ActivityPanel = t.Object({
  events: t.Array(TimelineRowReply),
  /** Days covered by the events. */
  days: Integer(),
})
export type ActivityPanel = typeof ActivityPanel.static

export const ActivityQuery = t.Object({ limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })) })

/** `zone`: the time zone that decides the week. */
export const PanelQuery = t.Object({ zone: t.Optional(Zone), first_weekday: FirstWeekday })
export type PanelQuery = typeof PanelQuery.static
export const UpcomingPanel = t.Object({
  releases: t.Array(UpcomingRow),
  /** All releases of the library's series, as the page Releases lists them. */
  total: t.Integer(),
})
export type UpcomingPanel = typeof UpcomingPanel.static

export const ScanTargets = t.Object({ comic: t.Boolean(), manga: t.Boolean() })
export type ScanTargets = typeof ScanTargets.static

const Amount = { files: Count, bytes: Count }
export const CollectionCharts = t.Object({
  ...Amount,
  /** Files added in each month, earliest first; months without files are left out. */
  growth: t.Array(t.Object({ month: Text, ...Amount })),
  /** Owned issues; null for an unknown publisher. */
  publishers: t.Array(t.Object({ publisher: t.Nullable(Text), issues: Count })),
  /** Owned issues by the decade in which their series began. */
  decades: t.Array(t.Object({ decade: t.Nullable(Integer()), issues: Count })),
  formats: t.Array(t.Object({ format: OneOf(KNOWN_FORMATS), ...Amount })),
  /** Series by how much of them is owned; `unknown` own all that is known, but the total is unknown. */
  completion: t.Object({ complete: Count, partial: Count, unknown: Count, empty: Count }),
  storage: t.Array(t.Object({ comic_id: Id, name: Text, ...Amount })),
})
export type CollectionCharts = typeof CollectionCharts.static
