import { pageOf, pagination } from '../http/paging'
import type { Clock } from '../platform/ports'
import { Refusal } from '../refusal'
import { matchKey } from '../releases/titles'
import type { Database } from '../storage/database'
import { fileOf, filesOf } from './file-store'
import { issueRow, seriesDetail, wantedAnnual, wantedRow } from './issue-wire'
import * as lists from './list-store'
import type {
  ComicRow,
  IssueRow,
  SeriesDetail,
  SeriesItem,
  SeriesPage,
  SeriesQuery,
  Wanted,
  WantedQuery,
  WatchRow,
} from './schema'
import * as store from './store'
import { comicRow, dayOf, seriesItem, watchRow } from './wire'

const SHELF = { sort: 'title', descending: false } as const

export const unknownSeries = (comicId: string, extra: Record<string, unknown> = {}) =>
  new Refusal('missing', `There is no series ${comicId} in the library.`, extra)

/** The library as it is looked at. */
export class Browse {
  constructor(private readonly deps: { db: Database; clock: Clock }) {}

  /** The whole list, or a page of it when one is asked for. */
  series(query: SeriesQuery): SeriesItem[] | SeriesPage {
    const { read } = this.deps.db
    const { q, content_type, status, publisher, progress, sort = 'title', order } = query
    const { limit, offset } = pageOf(query)
    const filter = { key: keyOf(q), content_type, status, publisher, progress }
    // What is new interests first; everything else is read like a shelf.
    const newestFirst = sort === 'added' || sort === 'latest'
    const by = { sort, descending: order === undefined ? newestFirst : order === 'desc' }
    if (limit === undefined) return lists.listSeries(read, filter, by).map(seriesItem)
    const comics = lists.listSeries(read, filter, by, { limit, offset }).map(seriesItem)
    return { comics, pagination: pagination(lists.countSeries(read, filter), { limit, offset }, comics.length) }
  }

  facets(): lists.Facets {
    return lists.facets(this.deps.db.read)
  }

  detail(comicId: string): SeriesDetail {
    return seriesDetail(this.facts(this.found(comicId)), this.today())
  }

  /** A page holds issues and annuals together; the reply parts them. */
  wanted(query: WantedQuery): Wanted {
    const { limit, offset } = pageOf(query)
    const span = limit === undefined ? undefined : { limit, offset }
    const { rows, total } = lists.listWanted(this.deps.db.read, keyOf(query.q), span)
    return {
      issues: rows.filter(({ issue }) => issue.kind === 'issue').map(wantedRow),
      annuals: rows.filter(({ issue }) => issue.kind === 'annual').map(wantedAnnual),
      ...(span ? { pagination: pagination(total, span, rows.length) } : {}),
    }
  }

  watchlist(): WatchRow[] {
    const now = this.deps.clock.now()
    return lists.listSeries(this.deps.db.read, {}, SHELF).map((row) => watchRow(row, now))
  }

  comics(): ComicRow[] {
    return lists.listSeries(this.deps.db.read, {}, SHELF).map(comicRow)
  }

  comic(comicId: string): ComicRow[] {
    return [comicRow(this.found(comicId))]
  }

  /** Empty for an unknown series. Annuals are no issues to the tools that ask this. */
  issues(comicId: string): IssueRow[] {
    const row = store.findSeries(this.deps.db.read, comicId)
    if (!row) return []
    const { series, issues, files } = this.facts(row)
    return issues
      .filter((issue) => issue.kind === 'issue')
      .map((issue) => issueRow(series, issue, files.get(issue.issue_id), this.today()))
  }

  issue(comicId: string, issueId: string): IssueRow[] {
    const { read } = this.deps.db
    const series = store.findSeries(read, comicId)
    const issue = store.findIssue(read, issueId)
    if (!series || issue?.comic_id !== comicId) return []
    return [issueRow(series, issue, fileOf(read, issueId), this.today())]
  }

  private facts(series: store.SeriesRow) {
    const { read } = this.deps.db
    return { series, issues: store.issuesOf(read, series.comic_id), files: filesOf(read, series.comic_id) }
  }

  private found(comicId: string): store.SeriesRow {
    const row = store.findSeries(this.deps.db.read, comicId)
    if (!row) throw unknownSeries(comicId, { error: `There is no series ${comicId} in the library.` })
    return row
  }

  private today(): string {
    return dayOf(this.deps.clock.now())
  }
}

/** Undefined when nothing is searched for. */
function keyOf(q: string | undefined): string | undefined {
  return (q && matchKey(q)) || undefined
}
