import type { Reply } from '../../api/contract'

export type RecentIssue = Reply<'GET /api/reading/recent'>['items'][number]
/** A series with issues that were added lately, the newest first. */
export type NewSeries = { comic_id: string; series_name: string; issues: RecentIssue[] }

/** Issues of the same series together, in the order of the newest of each. */
export function bySeries(issues: readonly RecentIssue[]): NewSeries[] {
  const groups = Map.groupBy(issues, ({ comic_id }) => comic_id)
  return [...groups].map(([comic_id, all]) => ({ comic_id, series_name: all[0]?.series_name ?? '', issues: all }))
}

/** What was added since the last visit; without any, or in the first visit, what was added lately. */
export function newsOf(
  issues: readonly RecentIssue[],
  since: string | null,
): { title: 'New since your last visit' | 'Recently added'; series: NewSeries[] } {
  const fresh = since === null ? [] : issues.filter(({ added_at }) => added_at > since)
  return fresh.length > 0
    ? { title: 'New since your last visit', series: bySeries(fresh) }
    : { title: 'Recently added', series: bySeries(issues) }
}
