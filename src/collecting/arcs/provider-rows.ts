import type { ReadingListId } from '../../base/formats/documents/cbl'
import { matchKey } from '../../base/names/titles'
import type { ArcIssueRecord, ArcRecord } from '../../library/metadata/providers/provider-arcs'
import type { ListedRow } from './lists'
import type { ArcIssueRow, NewArc } from './store'

/** Arcs of providers as rows. */

export function arcColumns({ facts, ordered }: ArcRecord): NewArc {
  return {
    name: facts.name,
    source: 'provider',
    ordered_by: ordered ? 'list' : 'date',
    publisher: facts.publisher ?? null,
    description: facts.description ?? null,
    image_url: facts.image_url ?? null,
    page_url: facts.url ?? null,
  }
}

export function rowOfRecord(record: ArcIssueRecord, source: string): ListedRow {
  const date = record.issue_date ?? record.release_date
  return {
    added_by: 'list',
    series: record.series,
    series_key: matchKey(record.series),
    volume: record.series_year ?? null,
    number: record.number,
    year: date === undefined ? null : Number(date.slice(0, 4)),
    title: record.title ?? null,
    issue_date: date ?? null,
    release_date: record.release_date ?? null,
    book_type: record.book_type ?? null,
    ids: idsOf(record, source),
  }
}

function idsOf({ provider_id, series_id, ids = {} }: ArcIssueRecord, source: string): ReadingListId[] {
  const own = { source, issue: provider_id, ...(series_id === undefined ? {} : { series: series_id }) }
  return [own, ...Object.entries(ids).map(([other, issue]) => ({ source: other, issue }))]
}

/** The id of a row at its provider: two lists with the same id mean the same row. */
export const providerIdOf = (row: Pick<ListedRow, 'ids'>, source: string): string | undefined =>
  row.ids.find((id) => id.source === source)?.issue

/** The fields that changed at the provider. */
export function providerChangeOf(row: ArcIssueRow, now: ListedRow): Partial<ArcIssueRow> | undefined {
  const { added_by: _added_by, ...columns } = now
  const isSame = Object.entries(columns).every(
    ([key, value]) => JSON.stringify(row[key as keyof ArcIssueRow]) === JSON.stringify(value),
  )
  return isSame ? undefined : columns
}
