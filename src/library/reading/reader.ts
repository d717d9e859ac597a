import { allPages, type ShownPages, shownPages } from '../../base/formats/archives/page-order'
import { callerId } from '../../base/platform/caller'
import { plus } from '../../base/platform/clock'
import type { Clock } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, ReadHandle } from '../../base/storage/database'
import { type FileRow, fileOf, versionOf } from '../series/file-store'
import { findIssue, findSeries, type IssueRow, issuesOf, type SeriesRow } from '../series/store'
import { bookmarksOf, removeBookmark, saveBookmark } from './bookmark-store'
import type { Contents } from './contents'
import { countedTime } from './device-clock'
import { issueLabel, issuesLabel } from './labels'
import { type ListOrders, nextInLists } from './list-orders'
import { pageIn } from './machine'
import { isStrip } from './page-sizes'
import type { Pages } from './pages'
import type { ReadingProgress } from './progress'
import {
  continueReading,
  issuePlace,
  issueProgress,
  type StoredProgress as Kept,
  neighbours,
  onDeck,
  progressOfIssues,
} from './progress-store'
import { issuesAddedSince, recentIssues, recentSeries } from './recent-store'
import type {
  AddedSeries,
  ContinueItem,
  ContinueQuery,
  IssueProgress,
  MarkBody,
  NoteBody,
  PageMark,
  ProgressBody,
  ReadIssue,
  ReadingViewReply,
  RecentItem,
  RemovalQuery,
  SeriesReading,
  ViewBody,
} from './schema'
import { fileOfIssue } from './source'
import type { PageSize } from './tables'
import { readingViewOf, saveView, sizesOf } from './view-store'

interface Deps {
  db: Database
  clock: Clock
  pages: Pages
  progress: ReadingProgress
  contents: Contents
  lists: ListOrders
  /** The pages that the file of an issue marks. */
  pageMarks: (db: ReadHandle, issueId: string) => readonly PageMark[]
}

const DAY_MS = 86_400_000

/** Data for the reader page and the reading lists. */
export class IssueReader {
  constructor(private readonly deps: Deps) {}

  /**
   * With a list, the list's order decides the previous and next issue, as long as the list has the issue. Throws
   * Refusal 'missing' without issue or file, 'gone' when the file is not on disk, 'damaged', 'unavailable' when the
   * disk is out of reach.
   */
  async issue(issueId: string, listId?: string): Promise<ReadIssue> {
    const { db, pages } = this.deps
    const { format, version, pages: found } = await pages.openIssue(issueId)
    const file = fileOfIssue(db.read, issueId)
    const { issue, series } = this.rowsOf(issueId)
    const view = viewIn(db.read, series)
    const progress = issueProgress(db.read, issueId)
    const { kind, unit, number, title, comic_id } = issue
    return {
      issue_id: issueId,
      comic_id,
      series_name: series.name,
      kind,
      unit,
      number,
      title,
      label: issueLabel(issue),
      year: series.year,
      format,
      version,
      now: this.deps.clock.now(),
      page_count: found.length,
      cover_page: Math.min(file.cover_page, Math.max(0, found.length - 1)),
      reading_direction: series.reading_direction,
      layout: view.layout ?? this.usualLayout(series, sizesOf(db.read, file.file_id, version)),
      size_bytes: file.size,
      download_url: `/api/reading/issues/${encodeURIComponent(issueId)}/file`,
      progress: progress ? shownProgress(progress, found.length) : null,
      place: issuePlace(db.read, issueId, found.length),
      // Bookmarks past the last page are kept: another program may have shortened the file for a while.
      bookmarks: bookmarksOf(db.read, issueId).filter(({ page }) => page < found.length),
      page_marks: shownMarks(this.deps.pageMarks(db.read, issueId), file),
      ...(this.placeInList(issueId, listId) ?? { ...this.neighboursOf(issueId), list: null }),
      view,
    }
  }

  setProgress(issueId: string, { user_id, ...report }: ProgressBody): { progress: IssueProgress } {
    expectCaller(user_id)
    const kept = this.deps.progress.set(issueId, report)
    return { progress: shownProgress(kept, kept.page_count) }
  }

  /** Throws Refusal 'missing' for an unknown issue. */
  forget(issueId: string): { success: true } {
    this.rowsOf(issueId)
    this.deps.progress.markRead([issueId], false)
    return { success: true }
  }

  mark({ issue_ids = [], comic_ids = [], read }: MarkBody): { success: true; changed: number } {
    const { db, progress } = this.deps
    const ofSeries = comic_ids.flatMap((comicId) => issuesOf(db.read, comicId).map((issue) => issue.issue_id))
    return { success: true, changed: progress.markRead([...new Set([...issue_ids, ...ofSeries])], read) }
  }

  /** Without a note, an existing bookmark keeps its own. */
  setBookmark(issueId: string, page: number, { note, user_id, ...times }: NoteBody) {
    expectCaller(user_id)
    const { db, clock, contents } = this.deps
    const file = fileOfIssue(db.read, issueId)
    if (page >= file.page_count) {
      throw new Refusal('invalid', `There is no page ${page + 1}: the issue has ${file.page_count}.`)
    }
    const row = {
      content_key: contents.keyOf(file),
      page,
      issue_id: issueId,
      note,
      created_at: countedTime(times, undefined, clock.now()),
    }
    return db.write((tx) => {
      saveBookmark(tx, row)
      return { bookmarks: bookmarksOf(tx, issueId) }
    })
  }

  removeBookmark(issueId: string, page: number, { user_id, ...times }: RemovalQuery = {}) {
    expectCaller(user_id)
    this.rowsOf(issueId)
    const { db, clock } = this.deps
    const at = countedTime(times, undefined, clock.now())
    return db.write((tx) => {
      removeBookmark(tx, issueId, page, at)
      return { bookmarks: bookmarksOf(tx, issueId) }
    })
  }

  /** Started issues, then the next issues of reading lists and of other series. */
  continue(limit = 20, state?: ContinueQuery['state']): { items: ContinueItem[] } {
    const db = this.deps.db.read
    const started = state === 'next' ? [] : continueReading(db, { limit, offset: 0 })
    const listed = state === 'next' ? [] : nextInLists(db, this.deps.lists).slice(0, limit - started.length)
    const isListed = (id: string) => listed.some(({ issue_id }) => issue_id === id)
    const room = state === 'started' ? 0 : limit - started.length
    const next = onDeck(db, { limit: room, offset: 0 })
      .filter(({ issue_id }) => !isListed(issue_id))
      .slice(0, Math.max(0, room - listed.length))
    const after = progressOfIssues(
      db,
      next.map((row) => row.after_issue_id),
    )
    const items = [
      ...started.map(({ issue_id, progress }) => this.item('reading', issue_id, progress, progress)),
      ...listed.map(({ issue_id, ...list }) => {
        const progress = issueProgress(db, issue_id)
        return this.item('list', issue_id, progress, progress, list)
      }),
      ...next.map(({ issue_id, after_issue_id }) => this.item('next', issue_id, undefined, after.get(after_issue_id))),
    ]
    return { items: items.filter((item) => item !== undefined) }
  }

  /** The issues with the newest files, newest first. */
  recent(limit = 20): { items: RecentItem[] } {
    const items = recentIssues(this.deps.db.read, limit).flatMap((issueId) => {
      const file = fileOf(this.deps.db.read, issueId)
      if (!file) return []
      const { issue, series } = this.rowsOf(issueId)
      const { comic_id, name: series_name } = series
      const image = coverOf(issueId, file)
      return [{ issue_id: issueId, comic_id, series_name, label: issueLabel(issue), image, added_at: file.added_at }]
    })
    return { items }
  }

  /** The series with the newest files, and what was added to each within the day before its newest file. */
  added(limit = 20): { items: AddedSeries[] } {
    const db = this.deps.db.read
    const items = recentSeries(db, limit).flatMap(({ comic_id, name: series_name, files_at: added_at }) => {
      const issues = issuesAddedSince(db, comic_id, plus(added_at, -DAY_MS))
      const first = issues[0]
      const file = first && fileOf(db, first.issue_id)
      if (!first || !file) return []
      const { issue_id } = first
      const image = coverOf(issue_id, file)
      return [{ comic_id, series_name, issue_id, issues: issues.length, label: issuesLabel(issues), image, added_at }]
    })
    return { items }
  }

  /** Throws Refusal 'missing' for an unknown series. */
  series(comicId: string): SeriesReading {
    const db = this.deps.db.read
    this.knownSeries(comicId)
    const ids = issuesOf(db, comicId).map((issue) => issue.issue_id)
    const rows = [...progressOfIssues(db, ids)].map(([id, progress]) => {
      const { page, percent, completed, read_at } = progress
      return [id, { state: completed ? ('read' as const) : ('reading' as const), page, percent, read_at }] as const
    })
    const read = rows.filter(([, { state }]) => state === 'read').length
    return { issues: Object.fromEntries(rows), read, reading: rows.length - read }
  }

  /** Absent fields stay; null resets. Throws Refusal 'missing' for an unknown series. */
  setView(comicId: string, change: ViewBody): { view: ReadingViewReply } {
    const series = this.knownSeries(comicId)
    return this.deps.db.write((tx) => {
      const merged = Object.entries({ ...readingViewOf(tx, comicId), ...change }).filter(([, value]) => value != null)
      saveView(tx, comicId, Object.fromEntries(merged))
      return { view: viewIn(tx, series) }
    })
  }

  /** Resets to what the series' kind and pages suggest. Throws Refusal 'missing' for an unknown series. */
  resetView(comicId: string): { view: ReadingViewReply } {
    const series = this.knownSeries(comicId)
    return this.deps.db.write((tx) => {
      saveView(tx, comicId, {})
      return { view: viewIn(tx, series) }
    })
  }

  private usualLayout({ reading_direction }: SeriesRow, sizes: PageSize[] | undefined): ReadIssue['layout'] {
    return reading_direction === 'down' || isStrip(sizes ?? []) ? 'strip' : 'paged'
  }

  private neighboursOf(issueId: string) {
    const { previous, next } = neighbours(this.deps.db.read, issueId)
    return { previous: this.neighbour(previous), next: this.neighbour(next) }
  }

  /** Undefined when the list is unknown or does not have the issue. */
  private placeInList(issueId: string, listId: string | undefined) {
    const order = listId === undefined ? undefined : this.deps.lists.orderOf(listId)
    const at = order?.issue_ids.indexOf(issueId) ?? -1
    if (listId === undefined || !order || at < 0) return undefined
    const { name, issue_ids } = order
    return {
      previous: this.neighbourInList(issue_ids[at - 1]),
      next: this.neighbourInList(issue_ids[at + 1]),
      list: { list_id: listId, name, position: at + 1, count: issue_ids.length },
    }
  }

  /** Issues of a list belong to several series, so the label includes the series' name. */
  private neighbourInList(issueId: string | undefined) {
    if (issueId === undefined) return null
    const { issue, series } = this.rowsOf(issueId)
    return { issue_id: issueId, label: `${series.name} ${issueLabel(issue)}` }
  }

  private neighbour(issueId: string | undefined) {
    const issue = issueId === undefined ? undefined : findIssue(this.deps.db.read, issueId)
    return issue ? { issue_id: issue.issue_id, label: issueLabel(issue) } : null
  }

  private item(
    state: ContinueItem['state'],
    issueId: string,
    progress: Kept | undefined,
    last: Kept | undefined,
    list: ContinueItem['list'] = null,
  ): ContinueItem | undefined {
    const db = this.deps.db.read
    const file = fileOf(db, issueId)
    if (!file) return undefined
    const { issue, series } = this.rowsOf(issueId)
    return {
      state,
      list,
      issue_id: issueId,
      comic_id: issue.comic_id,
      series_name: series.name,
      label: issueLabel(issue),
      title: issue.title,
      image: coverOf(issueId, file),
      percent: progress?.percent ?? 0,
      page: progress ? pageIn(progress, file.page_count) : 0,
      page_count: file.page_count,
      read_at: last?.read_at ?? null,
      reading_direction: viewIn(db, series).reading_direction,
    }
  }

  private rowsOf(issueId: string): { issue: IssueRow; series: SeriesRow } {
    const issue = findIssue(this.deps.db.read, issueId)
    if (!issue) throw new Refusal('missing', `There is no issue ${issueId}.`)
    return { issue, series: this.knownSeries(issue.comic_id) }
  }

  private knownSeries(comicId: string): SeriesRow {
    const series = findSeries(this.deps.db.read, comicId)
    if (!series) throw new Refusal('missing', `There is no series ${comicId}.`)
    return series
  }
}

/** Throws Refusal 'unauthenticated' for a report of another user, who may log in again and send it. */
function expectCaller(userId = callerId()): void {
  if (userId !== callerId())
    throw new Refusal('unauthenticated', 'Another user is logged in now.', { error: 'other_user' })
}

/** The user's choice wins over the series' own values. */
function viewIn(db: ReadHandle, { comic_id, reading_direction }: SeriesRow): ReadingViewReply {
  const chosen = readingViewOf(db, comic_id)
  return { reading_direction, ...chosen, direction_chosen: chosen.reading_direction !== undefined }
}

function coverOf(issueId: string, file: FileRow): string | null {
  return file.page_count === 0 ? null : `/api/covers/issues/${encodeURIComponent(issueId)}?v=${versionOf(file)}`
}

export function shownProgress(kept: Kept, pageCount: number): IssueProgress {
  const { completed, percent, read_at, device } = kept
  return { page: pageIn(kept, pageCount), completed, percent, read_at, device }
}

/** Files number all of their pages. Marks of hidden pages, and of pages that the file does not have, are left out. */
function shownMarks(marks: readonly PageMark[], file: ShownPages): PageMark[] {
  const shown = shownPages(allPages(file).page_count, file.hidden_pages?.pages ?? [])
  const placeOf = new Map(shown.map((page, place) => [page, place]))
  return marks.flatMap((mark) => {
    const page = placeOf.get(mark.page)
    return page === undefined ? [] : [{ ...mark, page }]
  })
}
