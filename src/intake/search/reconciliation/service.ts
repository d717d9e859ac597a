import { pageRange, pagination } from '../../../base/http/paging'
import type { Clock } from '../../../base/platform/ports'
import { countWords } from '../../../base/platform/words'
import { Refusal } from '../../../base/refusal'
import type { Database } from '../../../base/storage/database'
import { WriteMemo } from '../../../base/storage/write-memo'
import { issueTitle } from '../../../library/series/issue-title'
import { project } from '../../../library/series/projection'
import type { SeriesStatus } from '../../../library/series/states'
import { findSeries } from '../../../library/series/store'
import type { AcquisitionGate } from '../../acquisition/gate'
import type { Searchable } from '../wanted/store'
import type {
  IssuesQuery,
  ReviewedSeriesList,
  ReviewIssue,
  ReviewIssues,
  ReviewQuery,
  ReviewReason,
  ReviewRow,
} from './schema'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  gate: Pick<AcquisitionGate, 'read'>
  /** The settings that limit automatic searches. */
  searched: () => Pick<Searchable, 'annuals' | 'arcs'>
}

const PER_PAGE = 50
const NOTHING: store.SeriesCounts = {
  will_search: 0,
  wanted: 0,
  unverified: 0,
  owned: 0,
  in_flight: 0,
  failed: 0,
  total: 0,
}
const NO_FILES: store.DiskCounts = { files: 0, bytes: 0, gone: 0 }

/**
 * What the automatic search would search for once the gate is open, and what was found on the disk: to review before
 * the gate opens.
 */
export class SearchReview {
  /** Of the whole library, which the page polls. */
  private readonly memo: WriteMemo

  constructor(private readonly deps: Deps) {
    this.memo = new WriteMemo(deps.db)
  }

  list(query: ReviewQuery): ReviewedSeriesList {
    const { read } = this.deps.db
    const { limit = PER_PAGE, offset } = pageRange(query)
    const filter = query.filter ?? 'all'
    const series = store.listReviewed(read, filter, { limit, offset })
    const ids = series.map(({ comic_id }) => comic_id)
    const counts = store.countsOfSeries(read, ids, this.searchable())
    const disk = store.diskOfSeries(read, ids)
    const { state, reason, reconciliation } = this.deps.gate.read()
    const searchable = this.searchable()
    const total = this.memo.get(`series ${filter}`, () => store.countReviewed(read, filter))
    const all = this.memo.get(JSON.stringify(searchable), () => store.countAll(read, searchable))
    return {
      gate: { state, reason, reconciliation: reconciliation.state },
      totals: { series: total, ...all },
      series: series.map((row) => rowOf(row, counts.get(row.comic_id) ?? NOTHING, disk.get(row.comic_id) ?? NO_FILES)),
      pagination: pagination(total, { limit, offset }, series.length),
    }
  }

  /** The wanted and the unverified issues of a series. */
  issues(comicId: string, query: IssuesQuery): ReviewIssues {
    const { read } = this.deps.db
    const series = findSeries(read, comicId)
    if (!series) throw new Refusal('missing', `Series ${comicId} is not in the library.`)
    const { limit = PER_PAGE, offset } = pageRange(query)
    const rows = store.issuesToReview(read, comicId, { limit, offset })
    const files = store.reviewedFilesOf(read, rows.map(({ issue_id }) => issue_id)) // biome-ignore format: one line
    const searchable = { ...this.searchable(), status: series.status }
    return {
      comic_id: comicId,
      name: series.name,
      issues: rows.map((row) => issueOf(series.name, row, files.get(row.issue_id), searchable)),
      pagination: pagination(store.countIssuesToReview(read, comicId), { limit, offset }, rows.length),
    }
  }

  private searchable() {
    return { today: this.deps.clock.now().slice(0, 10), ...this.deps.searched() }
  }
}

function rowOf(
  { status, ...series }: store.ReviewedSeries,
  counts: store.SeriesCounts,
  disk: store.DiskCounts,
): ReviewRow {
  const paused = status === 'paused'
  return { ...series, paused, why: seriesWhy(counts, paused), ...counts, disk }
}

function seriesWhy({ will_search, wanted, unverified }: store.SeriesCounts, paused: boolean): string {
  const later = wanted - will_search
  const because = paused ? 'the series is not monitored' : 'not released yet or left out by the settings'
  return [
    ...(will_search > 0 ? [`${countWords(will_search, 'wanted issue')} will be searched for.`] : []),
    ...(later > 0 ? [`${countWords(later, 'wanted issue')} will not: ${because}.`] : []),
    ...(unverified > 0 ? [`${countWords(unverified, 'downloaded issue')} will not: no file was found.`] : []),
  ].join(' ')
}

const WHY: Record<ReviewReason, string> = {
  will_search: 'Wanted and missing: will be searched for.',
  no_date: 'Wanted and missing, without a release date: will be searched for.',
  not_out_yet: 'Wanted, but not released yet: will be searched for then.',
  series_paused: 'Wanted, but the series is not monitored: not searched for.',
  only_in_arcs: 'Wanted in a story arc, but the settings leave those out: not searched for.',
  annuals_hidden: 'Wanted, but annuals are hidden in the settings: not searched for.',
  no_file_found: 'Recorded as downloaded, but no file was found: not searched for.',
}

interface Day extends Searchable {
  status: SeriesStatus
}

function issueOf(name: string, row: store.ReviewedIssue, file: store.ReviewedFile | undefined, day: Day): ReviewIssue {
  const { issue_id, kind, title, intent } = row
  const { displayState, eligibility } = project({ ...row, hasFile: false, series: day.status, today: day.today })
  const reason = reasonOf(row, eligibility.reason, day)
  return {
    issue_id,
    kind,
    label: issueTitle(name, row),
    title,
    intent,
    state: displayState,
    reason,
    why: file?.gone_at && reason !== 'no_file_found' ? `${WHY[reason]} The file is gone.` : WHY[reason],
    date: eligibility.date,
    file: file ? { path: file.path, size: file.size, gone_at: file.gone_at } : null,
  }
}

/** Decides like the automatic search (`searchableOn`). */
function reasonOf(
  { kind, fulfillment }: store.ReviewedIssue,
  eligibility: string,
  { annuals, arcs, status }: Day,
): ReviewReason {
  if (fulfillment === 'unknown') return 'no_file_found'
  if (status === 'paused') return 'series_paused'
  if (status === 'unfollowed' && !arcs) return 'only_in_arcs'
  if (kind === 'annual' && !annuals) return 'annuals_hidden'
  if (eligibility === 'future') return 'not_out_yet'
  return eligibility === 'eligible' ? 'will_search' : 'no_date'
}
