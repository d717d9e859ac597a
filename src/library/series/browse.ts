import type { ChangeMemo } from '../../base/events/change-memo'
import type { ArchiveFormat } from '../../base/formats/formats'
import { type PageSpan, pageRange, pagination } from '../../base/http/paging'
import { type JsonPieces, jsonRows, streamedList } from '../../base/http/streamed-list'
import { matchKey } from '../../base/names/titles'
import type { Clock, Log } from '../../base/platform/ports'
import type { Database, ReadHandle } from '../../base/storage/database'
import { inSteps, type Snapshot } from '../../base/storage/snapshot'
import { type ComputedColumns, computedColumns } from './column-store'
import { fileOf, filesOf } from './file-store'
import * as find from './find-store'
import type { LegacyIssueRow, SearchAttempt, WantedInArc, WantedQuery, WantedReply } from './issue-schema'
import { legacyIssueRow, seriesDetail, wantedAnnual, wantedPage, wantedRow } from './issue-wire'
import { type LibrarySearch, wordKeys } from './library-search'
import { type KnownIds, providerLink } from './links'
import * as lists from './list-store'
import { needIssue, needSeries } from './need'
import type {
  ComicRow,
  Letters,
  LettersQuery,
  LibraryFinds,
  SeriesDetail,
  SeriesListItem,
  SeriesListPage,
  SeriesListQuery,
  WatchRow,
} from './schema'
import { type ContentType, filteredNames } from './states'
import * as store from './store'
import { listUpgrades, type UpgradesView, type WorseFormat } from './upgrades-store'
import { countWantedView, listWantedView, type WantedView } from './wanted-store'
import { comicRow, dayOfInstant, seriesItem, seriesListItem, watchRow } from './wire'

type ToItem<T> = (row: store.SeriesRow, known?: KnownIds, columns?: ComputedColumns) => T

/** The most issues whose series a search lists. */
const MOST_ISSUES = 1000

/** Issues read for each one needed, since some matches belong to series that exist for story arcs only. */
const FOUND_FOR_EACH = 5

const SHELF = { sort: 'title', descending: false } as const

interface Deps {
  db: Database
  clock: Clock
  log: Log
  /** Signs a picture's address, because tools with the API key have no session. */
  sign: (path: string) => string
  /** The ids of a series at the services that know it. */
  idsOf: (comicId: string) => KnownIds
  /** The services that each of these series is linked to, in one query. */
  linksOf: (db: ReadHandle, comicIds: string[]) => ReadonlyMap<string, KnownIds>
  /** The latest search for each of these issues that was ever searched for. */
  attemptsOf: (db: ReadHandle, issueIds: string[]) => Map<string, SearchAttempt>
  /** When a provider was last queried for the series. */
  checkedAt: (db: ReadHandle, comicId: string) => string | null
  memo: ChangeMemo
  search: Pick<LibrarySearch, 'seriesNamed' | 'issuesNamed'>
  /** Whether annuals are listed with the issues. */
  annuals: () => boolean
  /** Issues that story arcs want; undefined when they are not listed with the releases. */
  wantedInArcs: (db: ReadHandle) => WantedInArc[] | undefined
  /** Formats that the release rules prefer. */
  formats: FormatPreference
}

interface FormatPreference {
  worse: (db: ReadHandle) => WorseFormat[]
  /** Formats preferred to a file's own, for several series in turn. */
  better: (
    db: ReadHandle,
  ) => (series: { comic_id: string; kind: ContentType }, format: ArchiveFormat) => ArchiveFormat[]
}

/** Lists and pages of the library. */
export class Browse {
  constructor(private readonly deps: Deps) {}

  /** The whole list, or one page when the query has a limit. */
  async series(query: SeriesListQuery): Promise<SeriesListItem[] | SeriesListPage> {
    const { read } = this.deps.db
    const { sort = 'title', order } = query
    const { limit, offset } = pageRange(query)
    const filter = this.filterOf(query)
    // For dates the newest comes first; everything else is sorted ascending.
    const newestFirst = sort === 'added' || sort === 'latest'
    const by = { sort, descending: order === undefined ? newestFirst : order === 'desc', today: this.today() }
    if (limit === undefined) return this.everySeries(filter, by, seriesListItem)
    const comics = this.withLinks(read, lists.listSeries(read, filter, by, { limit, offset }), seriesListItem)
    const count = () => lists.countSeriesIn(read, filter)
    // Typed search terms vary, and the index counts them.
    const total = query.q ? count() : this.deps.memo.get(`count ${JSON.stringify(filter)}`, count)
    return { comics, pagination: pagination(total, { limit, offset }, comics.length) }
  }

  /** Series by name, issues by title and people: the best of both. */
  find(q: string, limit: number): LibraryFinds {
    const { db, search } = this.deps
    const keys = wordKeys(q)
    const series = find.findFollowed(db.read, { keys, ids: search.seriesNamed(keys) }, limit)
    const found = search.issuesNamed(keys, limit * FOUND_FOR_EACH).map(({ issue_id }) => issue_id)
    return { series: this.withLinks(db.read, series, seriesItem), issues: find.findIssues(db.read, found, limit) }
  }

  /** Series as in the list, in the order of the ids. */
  listed(comicIds: readonly string[]): SeriesListItem[] {
    const { read } = this.deps.db
    const ids = comicIds.map((comic_id) => ({ comic_id }))
    return this.withLinks(read, lists.seriesRowsOf(read, ids), seriesListItem)
  }

  /** The position of each letter in the list in alphabetical order. */
  letters(query: LettersQuery): Letters {
    const filter = this.filterOf(query)
    const counts = () => lists.countLetters(this.deps.db.read, filter)
    const letters = new Map<string, Letters['letters'][number]>()
    let at = 0
    for (const { first, count } of this.deps.memo.get(`letters ${JSON.stringify(filter)}`, counts)) {
      const letter = letterOf(first)
      const known = letters.get(letter)
      letters.set(letter, { letter, at: known?.at ?? at, count: (known?.count ?? 0) + count })
      at += count
    }
    return { letters: [...letters.values()] }
  }

  facets(): lists.ListFacets {
    const today = this.today()
    return this.deps.memo.get(`facets ${today}`, () => lists.listFacets(this.deps.db.read, today))
  }

  detail(comicId: string): SeriesDetail {
    const { issues, ...facts } = this.facts(needSeries(this.deps.db.read, comicId))
    const listed = this.deps.annuals() ? issues : issues.filter(({ kind }) => kind !== 'annual')
    return seriesDetail({ ...facts, issues: listed }, this.today())
  }

  async wanted(query: WantedQuery): Promise<WantedReply> {
    const { limit, offset } = pageRange(query)
    const which = { key: keyOf(query.q), annuals: this.deps.annuals() }
    const arcs = query.story_arcs ?? false
    if (limit === undefined) return streamedList(this.deps, (at) => this.everyWanted(at, which, arcs))
    const { read } = this.deps.db
    const { when, kind, sort } = query
    const story_arcs = arcs ? this.deps.wantedInArcs(read) : undefined
    if (when === 'upgrades') return this.upgrades(which, { kind, sort: sort ?? 'newest' }, { limit, offset })
    const narrowed = when !== undefined || kind !== undefined || sort !== undefined
    const { rows, total } = narrowed
      ? this.wantedView({ ...which, when, kind, sort: sort ?? 'newest', today: this.today() }, { limit, offset })
      : lists.listWanted(read, which, { limit, offset }, this.wantedCounts(which))
    const page = wantedPage(this.wantedIn(read, rows), pagination(total, { limit, offset }, rows.length))
    const listed = story_arcs ? { ...page, story_arcs } : page
    return narrowed ? listed : { ...listed, order: undefined }
  }

  /** What is typed differs from time to time: its counts are not kept. */
  private wantedCounts(which: lists.WantedFilter): lists.WantedCounts {
    const { db, memo } = this.deps
    const count = () => lists.countWanted(db.read, which)
    return which.key === undefined ? memo.get(`all wanted ${which.annuals}`, count) : count()
  }

  private wantedView(view: WantedView, span: Required<PageSpan>): { rows: lists.WantedRow[]; total: number } {
    const { db, memo } = this.deps
    const { sort: _order, ...counted } = view
    const count = () => countWantedView(db.read, view)
    const total = view.key === undefined ? memo.get(`wanted ${JSON.stringify(counted)}`, count) : count()
    return { rows: listWantedView(db.read, view, span), total }
  }

  /** Owned issues in a worse format than the rules prefer. */
  private upgrades(
    which: lists.WantedFilter,
    order: Pick<UpgradesView, 'kind' | 'sort'>,
    span: Required<PageSpan>,
  ): WantedReply {
    const { db, formats } = this.deps
    const { rows, total } = listUpgrades(db.read, { ...which, ...order, worse: formats.worse(db.read) }, span)
    const better = formats.better(db.read)
    const found = this.wantedIn(db.read, rows).map(({ kind, row }, at) => {
      const { comic_id, file_format } = rows[at]!.issue
      const preferred = file_format ? better({ comic_id, kind: row.ContentType }, file_format) : []
      return { kind, row: { ...row, file_format, preferred_format: preferred[0] ?? null } }
    })
    return wantedPage(found, pagination(total, span, rows.length))
  }

  watchlist(): Promise<WatchRow[]> {
    const now = this.deps.clock.now()
    return this.everySeries({}, SHELF, (row) => this.withSignedPicture(watchRow(row, now)))
  }

  comics(): Promise<ComicRow[]> {
    return this.everySeries({}, SHELF, (row, known) => this.withSignedPicture(comicRow(row, known)))
  }

  comic(comicId: string): ComicRow[] {
    return [this.withSignedPicture(comicRow(needSeries(this.deps.db.read, comicId), this.deps.idsOf(comicId)))]
  }

  /** Empty for an unknown series. Annuals are left out: the tools that call this do not expect them. */
  issues(comicId: string): LegacyIssueRow[] {
    const row = store.findSeries(this.deps.db.read, comicId)
    if (!row) return []
    const { series, issues, files } = this.facts(row)
    return issues
      .filter((issue) => issue.kind === 'issue')
      .map((issue) => this.withSignedPicture(legacyIssueRow(series, issue, files.get(issue.issue_id), this.today())))
  }

  issue(comicId: string, issueId: string): LegacyIssueRow[] {
    const { read } = this.deps.db
    const series = store.findSeries(read, comicId)
    const issue = store.findIssue(read, issueId)
    if (!series || issue?.comic_id !== comicId) return []
    return [this.withSignedPicture(legacyIssueRow(series, issue, fileOf(read, issueId), this.today()))]
  }

  /** An issue or annual of any series. */
  anyIssue(issueId: string): LegacyIssueRow {
    const { read } = this.deps.db
    const issue = needIssue(read, issueId)
    return legacyIssueRow(store.findSeries(read, issue.comic_id)!, issue, fileOf(read, issueId), this.today())
  }

  private filterOf({ q, ...query }: LettersQuery): lists.SeriesFilter {
    const { content_type, status, publisher, read, publication, unmatched, favourite, genre } = query
    const { year_from, year_to, book_type, tag, rating, collection, role } = query
    const progress = query.progress && { is: query.progress, today: this.today() }
    const known = { content_type, status, publisher, progress, read, publication, unmatched, favourite, genre }
    const named = filteredNames.flatMap((kind) => {
      const name = query[kind]
      return name ? { kind, key: matchKey(name), role: kind === 'person' ? role : undefined } : []
    })
    return { ...this.named(q), ...known, year_from, year_to, book_type, tag, rating, collection, named }
  }

  /** Series with the name; when there is none, series with issues of that title or by that person. */
  private named(q: string | undefined): Pick<lists.SeriesFilter, 'key' | 'ids'> {
    const key = keyOf(q)
    if (q === undefined || key === undefined) return {}
    const keys = wordKeys(q)
    const ids = this.deps.search.seriesNamed(keys)
    if (ids === undefined) return { key }
    if (ids.length > 0) return { ids }
    return { ids: [...new Set(this.deps.search.issuesNamed(keys, MOST_ISSUES).map(({ comic_id }) => comic_id))] }
  }

  private everySeries<T>(filter: lists.SeriesFilter, by: lists.SeriesOrder, toItem: ToItem<T>): Promise<T[]> {
    return streamedList(this.deps, (at) =>
      jsonRows(lists.stepSeries(at, filter, by).map((rows) => this.withLinks(at.read, rows, toItem))),
    )
  }

  private *everyWanted(at: Snapshot, which: lists.WantedFilter, arcs: boolean): JsonPieces {
    // Annuals come after the issues; until then only their ids are in memory.
    const annuals: lists.WantedId[] = []
    const issues = lists.stepWanted(at, which).map((rows) => {
      const wantedRows = Map.groupBy(this.wantedIn(at.read, rows), ({ kind }) => kind)
      for (const { row } of wantedRows.get('annual') ?? []) annuals.push({ issue_id: row.IssueID })
      return (wantedRows.get('issue') ?? []).map(({ row }) => row)
    })
    yield '{"issues":'
    yield* jsonRows(issues)
    yield ',"annuals":'
    yield* jsonRows(
      inSteps(annuals).map((ids) => this.wantedIn(at.read, lists.wantedOf(at.read, ids)).map(({ row }) => row)),
    )
    const story_arcs = arcs ? this.deps.wantedInArcs(at.read) : undefined
    yield story_arcs ? `,"story_arcs":${JSON.stringify(story_arcs)}}` : '}'
  }

  private wantedIn(db: ReadHandle, rows: lists.WantedRow[]) {
    const attempts = this.deps.attemptsOf(
      db,
      rows.map(({ issue }) => issue.issue_id),
    )
    return rows.map((row) => {
      const { kind, issue_id } = row.issue
      const attempt = attempts.get(issue_id) ?? null
      return { kind, row: kind === 'annual' ? wantedAnnual(row, attempt) : wantedRow(row, attempt) }
    })
  }

  /** The id of most series gives the address of their page; links of series imported from files are read together. */
  private withLinks<T>(db: ReadHandle, rows: store.SeriesRow[], toItem: ToItem<T>): T[] {
    const silent = rows.filter((row) => providerLink(row) === undefined).map(({ comic_id }) => comic_id)
    const links = silent.length > 0 ? this.deps.linksOf(db, silent) : undefined
    const ids = rows.map(({ comic_id }) => comic_id)
    const columns = toItem === seriesListItem ? computedColumns(db, ids, this.today()) : undefined
    return rows.map((row) => toItem(row, links?.get(row.comic_id), columns?.get(row.comic_id)))
  }

  /** The row with a picture address that the client can open. */
  private withSignedPicture<R extends { ComicImage: string | null } | { ImageURL: string | null }>(row: R): R {
    const { sign } = this.deps
    if ('ComicImage' in row) return { ...row, ComicImage: row.ComicImage && sign(row.ComicImage) }
    return { ...row, ImageURL: row.ImageURL && sign(row.ImageURL) }
  }

  private facts(series: store.SeriesRow) {
    const { read } = this.deps.db
    const { comic_id } = series
    const known = this.deps.idsOf(comic_id)
    const columns = computedColumns(read, [comic_id], this.today()).get(comic_id)
    const checked_at = this.deps.checkedAt(read, comic_id)
    return {
      series,
      issues: store.issuesOf(read, comic_id),
      files: filesOf(read, comic_id),
      known,
      columns,
      checked_at,
    }
  }

  private today(): string {
    return dayOfInstant(this.deps.clock.now())
  }
}

/** Latin letters without their accents, `…` for letters of other scripts, `#` for everything else. */
function letterOf(first: string): string {
  const plain = first.normalize('NFD').charAt(0).toUpperCase()
  if (/[A-Z]/.test(plain)) return plain
  return /\p{L}/u.test(first) ? '…' : '#'
}

/** Undefined without a search term. */
function keyOf(q: string | undefined): string | undefined {
  return (q && matchKey(q)) || undefined
}
