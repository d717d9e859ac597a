import { t } from 'elysia'
import { Integer } from '../../../base/http/integer-schema'
import { PageQuery, Pagination } from '../../../base/http/page-schema'
import { ComicParams, OneOf } from '../../../base/http/wire'
import { contentTypes, displayStates, intents, issueKinds } from '../../../library/series/states'
import { gateStates, reconciliationStates } from '../../acquisition/states'

const filters = ['wanted', 'unverified', 'all'] as const

export const ReviewQuery = t.Object({ ...PageQuery, filter: t.Optional(OneOf(filters)) })
export type ReviewQuery = typeof ReviewQuery.static
export const IssuesQuery = t.Object(PageQuery)
export type IssuesQuery = typeof IssuesQuery.static
export const SeriesParams = ComicParams

const Count = Integer()

const ReviewRow = t.Object({
  comic_id: t.String(),
  name: t.String(),
  year: t.Nullable(Integer()),
  content_type: OneOf(contentTypes),
  /** A paused series is not searched for. */
  paused: t.Boolean(),
  /** What the automatic search would do and why, as a sentence. */
  why: t.String(),
  /** Issues that the automatic search would search for. */
  will_search: Count,
  /** Wanted and missing issues, including those that are not searched for yet. */
  wanted: Count,
  /** Recorded as downloaded, but no file was found: never searched for automatically. */
  unverified: Count,
  owned: Count,
  in_flight: Count,
  failed: Count,
  total: Count,
  /** Files that scans found on the disk. */
  disk: t.Object({ files: Count, bytes: Count, gone: Count }),
})
export type ReviewRow = typeof ReviewRow.static

export const ReviewedSeriesList = t.Object({
  gate: t.Object({
    state: OneOf(gateStates),
    reason: t.Nullable(t.String()),
    reconciliation: OneOf(reconciliationStates),
  }),
  totals: t.Object({ series: Count, wanted: Count, will_search: Count, unverified: Count }),
  series: t.Array(ReviewRow),
  pagination: Pagination,
})
export type ReviewedSeriesList = typeof ReviewedSeriesList.static

export const reviewReasons = [
  'will_search',
  'no_date',
  'not_out_yet',
  'series_paused',
  'only_in_arcs',
  'annuals_hidden',
  'no_file_found',
] as const
export type ReviewReason = (typeof reviewReasons)[number]

const ReviewIssue = t.Object({
  issue_id: t.String(),
  kind: OneOf(issueKinds),
  label: t.String(),
  title: t.Nullable(t.String()),
  intent: OneOf(intents),
  state: OneOf(displayStates),
  reason: OneOf(reviewReasons),
  /** The same as a sentence. */
  why: t.String(),
  /** The date that decides whether the issue is released. */
  date: t.Nullable(t.String()),
  /** The file that the issue had, or has; null when none was ever found. */
  file: t.Nullable(t.Object({ path: t.String(), size: Count, gone_at: t.Nullable(t.String()) })),
})
export type ReviewIssue = typeof ReviewIssue.static

export const ReviewIssues = t.Object({
  comic_id: t.String(),
  name: t.String(),
  issues: t.Array(ReviewIssue),
  pagination: Pagination,
})
export type ReviewIssues = typeof ReviewIssues.static
