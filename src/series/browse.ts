import { pageOf, pagination } from '../http/paging'
import type { Clock } from '../platform/ports'
import { matchKey } from '../releases/titles'
import type { Database } from '../storage/database'
import { fileOf, filesOf } from './file-store'
import type { Attempt, IssueRow, Wanted, WantedQuery } from './issue-schema'
import { issueRow, seriesDetail, wantedAnnual, wantedRow } from './issue-wire'
import { type KnownIds, providerLink } from './links'
import * as lists from './list-store'
import { needIssue, needSeries } from './need'
import type { ComicRow, SeriesDetail, SeriesItem, SeriesPage, SeriesQuery, WatchRow } from './schema'
import * as store from './store'
import { comicRow, dayOf, seriesItem, watchRow } from './wire'

const SHELF = { sort: 'title', descending: false } as const

interface Deps {
  db: Database
  clock: Clock
  /** The ids of a series at the services that know it. */
  idsOf: (comicId: string) => KnownIds
  /** The services that each of these series is linked to, in one go. */
  linksOf: (comicIds: string[]) => ReadonlyMap<string, KnownIds>
  /** The latest search of each of these issues that was ever searched for. */
  attemptsOf: (issueIds: string[]) => Map<string, Attempt>
}

/** The library as it is looked at. */
export class Browse {
  constructor(private readonly deps: Deps) {}

  /** The whole list, or a page of it when one is asked for. */
  series(query: SeriesQuery): SeriesItem[] | SeriesPage {
    const { read } = this.deps.db
    const { q, content_type, status, publisher, progress, sort = 'title', order } = query
    const { limit, offset } = pageOf(query)
    const filter = { key: keyOf(q), content_type, status, publisher, progress }
    // What is new interests first; everything else is read like a shelf.
    const newestFirst = sort === 'added' || sort === 'latest'
    const by = { sort, descending: order === undefined ? newestFirst : order === 'desc' }
    if (limit === undefined) return this.linked(lists.listSeries(read, filter, by), seriesItem)
    const comics = this.linked(lists.listSeries(read, filter, by, { limit, offset }), seriesItem)
    return { comics, pagination: pagination(lists.countSeries(read, filter), { limit, offset }, comics.length) }
  }

  facets(): lists.Facets {
    return lists.facets(this.deps.db.read)
  }

  detail(comicId: string): SeriesDetail {
    return seriesDetail(this.facts(needSeries(this.deps.db.read, comicId)), this.today())
  }

  /** A page holds issues and annuals together; the reply parts them. */
  wanted(query: WantedQuery): Wanted {
    const { limit, offset } = pageOf(query)
    const span = limit === undefined ? undefined : { limit, offset }
    const { rows, total } = lists.listWanted(this.deps.db.read, keyOf(query.q), span)
    const attempts = this.deps.attemptsOf(rows.map(({ issue }) => issue.issue_id))
    const attempt = ({ issue }: lists.WantedRow) => attempts.get(issue.issue_id) ?? null
    return {
      issues: rows.filter(({ issue }) => issue.kind === 'issue').map((row) => wantedRow(row, attempt(row))),
      annuals: rows.filter(({ issue }) => issue.kind === 'annual').map((row) => wantedAnnual(row, attempt(row))),
      ...(span ? { pagination: pagination(total, span, rows.length) } : {}),
    }
  }

  watchlist(): WatchRow[] {
    const now = this.deps.clock.now()
    return lists.listSeries(this.deps.db.read, {}, SHELF).map((row) => watchRow(row, now))
  }

  comics(): ComicRow[] {
    return this.linked(lists.listSeries(this.deps.db.read, {}, SHELF), comicRow)
  }

  comic(comicId: string): ComicRow[] {
    return [comicRow(needSeries(this.deps.db.read, comicId), this.deps.idsOf(comicId))]
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

  /** Issue or annual, whatever series it is of. */
  anyIssue(issueId: string): IssueRow {
    const { read } = this.deps.db
    const issue = needIssue(read, issueId)
    return issueRow(store.findSeries(read, issue.comic_id)!, issue, fileOf(read, issueId), this.today())
  }

  /** The id of most series tells where their page is; those that came from files are looked up together. */
  private linked<T>(rows: store.SeriesRow[], tell: (row: store.SeriesRow, known?: KnownIds) => T): T[] {
    const silent = rows.filter((row) => providerLink(row) === undefined).map(({ comic_id }) => comic_id)
    const links = silent.length > 0 ? this.deps.linksOf(silent) : undefined
    return rows.map((row) => tell(row, links?.get(row.comic_id)))
  }

  private facts(series: store.SeriesRow) {
    const { read } = this.deps.db
    const { comic_id } = series
    const known = this.deps.idsOf(comic_id)
    return { series, issues: store.issuesOf(read, comic_id), files: filesOf(read, comic_id), known }
  }

  private today(): string {
    return dayOf(this.deps.clock.now())
  }
}

/** Undefined when nothing is searched for. */
function keyOf(q: string | undefined): string | undefined {
  return (q && matchKey(q)) || undefined
}
