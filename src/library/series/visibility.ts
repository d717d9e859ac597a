import { hidesSeries } from '../../base/auth/limits'
import type { Limits } from '../../base/auth/states'

/**
 * What a user with limits may see. The condition on a series is here and nowhere else; every other row follows the
 * series that it belongs to. Written as text, because it becomes views of a connection (`base/storage/filtered-reads.ts`).
 */

/** A string in SQL; views take no parameters. */
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const listed = (texts: readonly string[]) => `(${texts.map(quoted).join(', ')})`

/** Whether the row `s` of `main.series` may be seen: 1 or 0, never null. */
function mayBeSeen(limits: Limits): string {
  const { kinds, max_age, unrated, tags_any, tags_none, collections } = limits
  const tagged = (keys: readonly string[]) =>
    `EXISTS (SELECT 1 FROM main.series_tags l JOIN main.tags g ON g.tag_id = l.tag_id
      WHERE l.comic_id = s.comic_id AND g.key IN ${listed(keys)})`
  const conditions = [
    `s.content_type IN ${listed(kinds)}`,
    ...(max_age === null ? [] : [`coalesce(s.age_years <= ${Number(max_age)}, ${unrated === 'allow' ? 1 : 0})`]),
    ...(tags_any.length === 0 ? [] : [tagged(tags_any)]),
    ...(tags_none.length === 0 ? [] : [`NOT ${tagged(tags_none)}`]),
    ...(collections === null
      ? []
      : [
          `EXISTS (SELECT 1 FROM main.collection_series c JOIN main.collections k ON k.collection_id = c.collection_id
            WHERE c.comic_id = s.comic_id AND k.removed_at IS NULL AND c.collection_id IN ${listed(collections)})`,
        ]),
  ]
  return conditions.join(' AND ')
}

const seriesIsSeen = (limits: Limits, comicId: string) =>
  `EXISTS (SELECT 1 FROM main.series s WHERE s.comic_id = ${comicId} AND ${mayBeSeen(limits)})`

/** Rows that belong to no series of the library, such as those of a deleted one, stay visible. */
const belongsToHidden = (limits: Limits, comicId: string) =>
  `EXISTS (SELECT 1 FROM main.series s WHERE s.comic_id = ${comicId} AND NOT (${mayBeSeen(limits)}))`

const issueIsHidden = (limits: Limits, issueId: string) =>
  `EXISTS (SELECT 1 FROM main.issues i JOIN main.series s ON s.comic_id = i.comic_id
    WHERE i.issue_id = ${issueId} AND NOT (${mayBeSeen(limits)}))`

/** A name for several series is hidden with the last of them, since the name itself may tell. */
const hasOnlyHidden = (limits: Limits, members: string, on: string) =>
  `EXISTS (SELECT 1 FROM main.${members} m WHERE ${on}) AND NOT EXISTS (
    SELECT 1 FROM main.${members} m JOIN main.series s ON s.comic_id = m.comic_id WHERE ${on} AND ${mayBeSeen(limits)})`

/** A name is hidden with the last series that it is stated in; a spelling with the last of its own. */
const nameIsSeen = (limits: Limits) =>
  `EXISTS (SELECT 1 FROM main.name_series m JOIN main.name_places p ON p.place_id = m.series_id
    JOIN main.series s ON s.comic_id = p.comic_id WHERE m.name_id = own.name_id AND m.role_id = 0 AND ${mayBeSeen(limits)})
  OR own.joined_into IS NOT NULL AND EXISTS (SELECT 1 FROM main.name_uses m JOIN main.name_places p
    ON p.place_id = m.series_id JOIN main.series s ON s.comic_id = p.comic_id
    WHERE m.name_id = own.name_id AND ${mayBeSeen(limits)})`

const placeIsSeen = (limits: Limits, placeId: string) =>
  `EXISTS (SELECT 1 FROM main.name_places p JOIN main.series s ON s.comic_id = p.comic_id
    WHERE p.place_id = ${placeId} AND ${mayBeSeen(limits)})`

/** Nothing says for whom the rows of a list are that no issue of the library matches. */
const hasSeenIssue = (limits: Limits, on: string) =>
  `EXISTS (SELECT 1 FROM main.story_arc_issues m JOIN main.issues i ON i.issue_id = m.issue_id
    JOIN main.series s ON s.comic_id = i.comic_id WHERE ${on} AND ${mayBeSeen(limits)})`

/** The views that stand in front of the tables; `tables` are their columns by name. */
export function hidingViews(limits: Limits, tables: ReadonlyMap<string, readonly string[]>): string[] {
  if (!hidesSeries(limits)) return []
  return [...tables].flatMap(([table, columns]) => {
    const condition = conditionOf(limits, table, columns)
    return condition === undefined
      ? []
      : [`CREATE TEMP VIEW "${table}" AS SELECT * FROM main."${table}" AS own WHERE ${condition}`]
  })
}

function conditionOf(limits: Limits, table: string, columns: readonly string[]): string | undefined {
  const has = (column: string) => columns.includes(column)
  if (table === 'series') return seriesIsSeen(limits, 'own.comic_id')
  if (table === 'files')
    return `EXISTS (SELECT 1 FROM main.issue_files l JOIN main.issues i ON i.issue_id = l.issue_id
      JOIN main.series s ON s.comic_id = i.comic_id WHERE l.file_id = own.file_id AND ${mayBeSeen(limits)})`
  if (table === 'collections')
    return `NOT (${hasOnlyHidden(limits, 'collection_series', 'm.collection_id = own.collection_id')})`
  if (table === 'tags') return `NOT (${hasOnlyHidden(limits, 'series_tags', 'm.tag_id = own.tag_id')})`
  // Entries keep the names of series that were deleted since.
  if (table === 'reading_list_entries') return seriesIsSeen(limits, 'own.comic_id')
  if (table === 'story_arcs') return hasSeenIssue(limits, 'm.arc_id = own.arc_id')
  if (table === 'story_arc_issues') return hasSeenIssue(limits, 'm.issue_arc_id = own.issue_arc_id')
  if (table === 'names') return nameIsSeen(limits)
  if (table === 'name_places')
    return `NOT ${belongsToHidden(limits, 'own.comic_id')} AND NOT ${issueIsHidden(limits, 'own.issue_id')}`
  if (table === 'name_series' || table === 'name_uses') return placeIsSeen(limits, 'own.series_id')
  // Sums over the whole library.
  if (table === 'name_totals') return '0'
  if (has('comic_id')) return `NOT ${belongsToHidden(limits, 'own.comic_id')}`
  if (has('issue_id')) return `NOT ${issueIsHidden(limits, 'own.issue_id')}`
  if (has('file_id')) return `EXISTS (SELECT 1 FROM temp.files f WHERE f.file_id = own.file_id)`
  return undefined
}
