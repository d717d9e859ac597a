import { type PageSpan, pageRange, pagination } from '../../../base/http/paging'
import { jsonRows, streamedList } from '../../../base/http/streamed-list'
import { SUCCESS } from '../../../base/http/success'
import { matchKey } from '../../../base/names/titles'
import { toSqlDateTime } from '../../../base/platform/clock'
import type { Clock, Log } from '../../../base/platform/ports'
import type { Database } from '../../../base/storage/database'
import { WriteMemo } from '../../../base/storage/write-memo'
import { issueTitleOf } from '../../../library/series/issue-title'
import { failurePhrase, reasonDetail, reasonToken } from '../journal/reasons'
import type { History, HistoryQuery, HistoryRowView } from '../schema'
import type { HistoryStatus, Stage } from '../states'
import {
  clearHistory,
  countHistory,
  type HistoryFilter,
  type HistoryOrder,
  type HistoryRow,
  historyByName,
  historyNames,
  listHistory,
  searchHistory,
  stepHistory,
} from './store'

/** The words of existing tools, which know no cancelled download; `stage` has the detail. */
const STATUSES = {
  reserved: 'Snatched',
  snatched: 'Snatched',
  downloaded: 'Downloaded',
  post_processing: 'Downloaded',
  moved: 'Downloaded',
  post_processed: 'Post-Processed',
  manual_review: 'Failed',
  failed: 'Failed',
  cancelled: 'Failed',
} as const satisfies Record<Stage, HistoryStatus>

/** History of grabbed releases and their outcomes. */
export class DownloadHistory {
  private readonly memo: WriteMemo

  constructor(private readonly deps: { db: Database; clock: Clock; log: Log }) {
    this.memo = new WriteMemo(deps.db)
  }

  async list(query: HistoryQuery): Promise<History> {
    const filter = filterOf(query)
    const { sort = 'date', order } = query
    const by = { sort, descending: (order ?? (sort === 'date' ? 'desc' : 'asc')) === 'desc' }
    const { limit, offset } = pageRange(query)
    if (limit === undefined)
      return streamedList(this.deps, (at) =>
        jsonRows(stepHistory(at, filter, by, offset).map((items) => items.map(historyRow))),
      )
    const { items, total } = this.page(filter, by, { limit, offset })
    return { history: items.map(historyRow), pagination: pagination(total, { limit, offset }, items.length) }
  }

  private page(filter: HistoryFilter, by: HistoryOrder, page: PageSpan): { items: HistoryRow[]; total: number } {
    const { read } = this.deps.db
    const { text, stages } = filter
    if (text !== undefined && !stages) return searchHistory(read, { ...filter, text }, by, page)
    const total = countHistory(read, filter)
    if (by.sort !== 'series' || filter.stages) return { items: listHistory(read, filter, by, page), total }
    const names = this.memo.get('names', () => historyNames(read))
    return { items: historyByName(read, names, by.descending, page), total }
  }

  /** Clears the history, or the rows with one status. Open downloads stay, and so do pending decisions. */
  clear(status: string | undefined): typeof SUCCESS {
    const { db, clock } = this.deps
    db.write((tx) => clearHistory(tx, stagesOf(status), clock.now()))
    return SUCCESS
  }
}

function filterOf({ q = '', status }: HistoryQuery): HistoryFilter {
  const text = q.trim()
  const stages = stagesOf(status)
  return { ...(text !== '' && { text, key: matchKey(text), called: stagesOf(text) }), ...(stages && { stages }) }
}

/** Undefined for all stages; empty for an unknown status. */
function stagesOf(status: string | undefined): Stage[] | undefined {
  const word = status?.trim().toLowerCase()
  if (!word) return undefined
  return (Object.keys(STATUSES) as Stage[]).filter((stage) => STATUSES[stage].toLowerCase() === word)
}

/** A grabbed release under the names that existing tools read. */
export function historyRow(past: HistoryRow): HistoryRowView {
  const { item, series, number } = past
  const { entity_id, reason } = item
  return {
    // Files from a folder, and direct downloads by URL, belong to no known issue.
    IssueID: number === null ? null : entity_id,
    ComicName: series,
    Issue_Number: number,
    Size: item.size,
    DateAdded: toSqlDateTime(item.grabbed_at),
    Status: STATUSES[item.stage],
    FolderName: item.title,
    ComicID: item.comic_id || null,
    Provider: item.indexer,
    Hash: item.info_hash,
    crc: null,
    label: issueTitleOf(past) ?? item.title,
    item_id: item.item_id,
    release_key: item.release_key,
    stage: item.stage,
    resolution: item.resolution,
    protocol: item.protocol,
    updated_at: item.updated_at,
    reason: reason === null ? null : (reasonDetail(reason) ?? `${failurePhrase(reasonToken(reason))}.`),
  }
}
