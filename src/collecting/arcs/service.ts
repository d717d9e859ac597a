import { streamedList } from '../../base/http/streamed-list'
import { plus } from '../../base/platform/clock'
import type { Clock, Log } from '../../base/platform/ports'
import { pluralWords } from '../../base/platform/words'
import { Refusal } from '../../base/refusal'
import type { Database } from '../../base/storage/database'
import { WriteMemo } from '../../base/storage/write-memo'
import type { Operations } from '../../base/work/operations'
import type { Intent } from '../../library/series/states'
import { findIssue, findSeries, wantIssues } from '../../library/series/store'
import type { ListOrder } from '../readlist/service'
import { arcDetail } from './arc-detail'
import { arcFacts, arcList } from './arc-list'
import type { ArcMatcher } from './matcher'
import { addArc, freeArcName, needArc } from './new-arc'
import type { ArcDetail, ArcSummary, NewArcReply } from './schema'
import { ARC_REFRESH, type SettableStatus, settableStatuses } from './states'
import * as store from './store'
import type { UnfollowedIssues } from './unfollowed'
import { isUnfollowed } from './unfollowed-store'
import { arcIssueStatusOf } from './wire'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  operations: Operations
  matcher: ArcMatcher
  unfollowed: UnfollowedIssues
  setIntent: (issueId: string, intent: Intent) => unknown
  /** Starts a search for issues of one series that were just wanted. */
  searchFor: (issueIds: readonly string[]) => unknown
}

type Done = { success: true }
type AddedArc = typeof NewArcReply.static
const SUCCESS: Done = { success: true }
/** How long the removal of an issue that the user added can be undone. */
const UNDO_MS = 86_400_000

/** Stories across series. Whether the library has a row's issue follows from the issue and is never stored here. */
export class StoryArcs {
  /** Of all arcs together: thousands of rows, of which pages show the sums. */
  private readonly memo: WriteMemo

  constructor(private readonly deps: Deps) {
    this.memo = new WriteMemo(deps.db)
  }

  async list(query: { customOnly?: boolean }): Promise<ArcSummary[]> {
    const facts = this.memo.get('facts', () => arcFacts(this.deps.db.read))
    return streamedList(this.deps, (at) => arcList(at.read, query, facts))
  }

  /** Throws Refusal 'missing' for an unknown arc. */
  async detail(arcId: string): Promise<ArcDetail> {
    const arc = this.need(arcId)
    return streamedList(this.deps, (at) => arcDetail(at.read, arc))
  }

  /** Throws Refusal 'missing' for an unknown issue. */
  make(name: string, issueIds: readonly string[] = []): AddedArc {
    const { db, clock } = this.deps
    const wanted = freeArcName(db.read, name)
    const rows = issueIds.map((issueId) => this.rowOf(issueId))
    const arc = db.write((tx) => {
      const made = addArc(tx, { name: wanted, source: 'own', ordered_by: 'user' }, clock.now())
      store.addArcIssues(tx, made, rows, clock.now())
      return made
    })
    return { ...SUCCESS, arc_id: arc.arc_id, message: `${arc.name} was added.`, operation_id: null }
  }

  rename(arcId: string, name: string): Done {
    const { db, clock } = this.deps
    this.need(arcId)
    const free = freeArcName(db.read, name, arcId)
    db.write((tx) => store.changeArc(tx, arcId, { name: free }, clock.now()))
    return SUCCESS
  }

  remove(arcId: string): Done {
    const { db, unfollowed } = this.deps
    this.need(arcId)
    db.write((tx) => {
      const issueIds = new Set(store.allArcRows(tx, arcId).flatMap(({ issue_id }) => issue_id ?? []))
      store.deleteArc(tx, arcId)
      for (const issueId of issueIds) unfollowed.release(tx, issueId)
    })
    return SUCCESS
  }

  // Issues

  /** Adds issues of the library at the end; issues that the arc already has keep their place. */
  addIssues(arcId: string, issueIds: readonly string[]): Done & { message: string } {
    const { db, clock } = this.deps
    const arc = this.need(arcId)
    const known = new Set(store.rowsOfArc(db.read, arcId).map(({ issue_id }) => issue_id))
    const rows = [...new Set(issueIds)].filter((id) => !known.has(id)).map((issueId) => this.rowOf(issueId))
    db.write((tx) => store.addArcIssues(tx, arc, rows, clock.now()))
    return { ...SUCCESS, message: pluralWords(rows.length, '{count} issue was added.', '{count} issues were added.') }
  }

  /**
   * The wanted state is kept with the issue. A row that may be one of several issues keeps the state itself until the
   * user chooses.
   */
  setStatus(arcId: string, issueArcId: string, input: unknown): Done {
    const { db, clock, setIntent, searchFor, unfollowed } = this.deps
    const status = settableStatuses.find((word) => word === input)
    if (!status) throw new Refusal('invalid', `status must be one of ${settableStatuses.join(', ')}.`)
    const row = this.needRow(arcId, issueArcId)
    const issueId = db.write((tx) => {
      const own = this.issueOf(row) ?? (status === 'Wanted' ? unfollowed.make(tx, row) : undefined)
      const kept: SettableStatus | null = own === undefined || status === 'Read' ? status : null
      store.changeArcIssue(tx, issueArcId, { status: kept })
      store.changeArc(tx, arcId, {}, clock.now())
      return own
    })
    if (issueId === undefined || status === 'Read') return SUCCESS
    setIntent(issueId, status === 'Wanted' ? 'wanted' : 'skipped')
    if (status === 'Wanted') searchFor([issueId])
    return SUCCESS
  }

  /**
   * A row that the user added is deleted for good; a row of a list is only marked, so that an update does not add it
   * again.
   */
  removeIssue(arcId: string, issueArcId: string): Done {
    const { added_by, issue_id } = this.needRow(arcId, issueArcId)
    if (added_by === 'list') return this.removeIssues(arcId, [issueArcId])
    const { db, clock, unfollowed } = this.deps
    db.write((tx) => {
      store.deleteArcIssue(tx, issueArcId)
      if (issue_id !== null) unfollowed.release(tx, issue_id)
      store.changeArc(tx, arcId, {}, clock.now())
    })
    return SUCCESS
  }

  /** Removes all of these rows or none. They can be restored by their ids for one day. */
  removeIssues(arcId: string, issueArcIds: readonly string[]): Done {
    const { db, clock, unfollowed } = this.deps
    const removed = [...new Set(issueArcIds)].map((issueArcId) => this.needRow(arcId, issueArcId))
    const now = clock.now()
    db.write((tx) => {
      store.deleteRemovedRows(tx, arcId, plus(now, -UNDO_MS))
      for (const { issue_arc_id } of removed) store.changeArcIssue(tx, issue_arc_id, { removed_at: now })
      for (const issueId of new Set(removed.flatMap(({ issue_id }) => issue_id ?? []))) unfollowed.release(tx, issueId)
      store.changeArc(tx, arcId, {}, now)
    })
    return SUCCESS
  }

  /** Restores removed rows: these, or all of the list. */
  restoreIssues(arcId: string, issueArcIds?: readonly string[]): Done & { message: string } {
    const { db, clock, matcher } = this.deps
    this.need(arcId)
    const restored = db.write((tx) => {
      const count = store.restoreArcIssues(tx, arcId, issueArcIds)
      store.changeArc(tx, arcId, {}, clock.now())
      return count
    })
    matcher.scheduleMatching()
    return { ...SUCCESS, message: pluralWords(restored, '{count} issue is back.', '{count} issues are back.') }
  }

  /** Wants the missing issues. `skipped` counts the issues that were already wanted. */
  wantAll(arcId: string): Done & { data: { queued: number; skipped: number } } {
    const { db, clock, searchFor, unfollowed } = this.deps
    this.need(arcId)
    const rows = store.arcIssues(db.read, arcId)
    const missing = rows.filter((row) => ['Added', 'Skipped'].includes(arcIssueStatusOf(row)))
    const skipped = rows.filter((row) => arcIssueStatusOf(row) === 'Wanted').length
    const wanted = db.write((tx) => {
      const issueIds = missing.flatMap(({ row, issue }) => {
        const own = issue?.issue_id ?? unfollowed.make(tx, row)
        store.changeArcIssue(tx, row.issue_arc_id, { status: own === undefined ? 'Wanted' : null })
        return own ?? []
      })
      wantIssues(tx, issueIds, clock.now())
      store.changeArc(tx, arcId, {}, clock.now())
      return issueIds.flatMap((issueId) => findIssue(tx, issueId) ?? [])
    })
    for (const issues of Map.groupBy(wanted, ({ comic_id }) => comic_id).values())
      searchFor(issues.map(({ issue_id }) => issue_id))
    return { ...SUCCESS, data: { queued: missing.length, skipped } }
  }

  /** Loads the arc from its provider again, if it has one, and matches its rows with the library. */
  refresh(arcId: string): Done & { message: string } {
    const { operations } = this.deps
    const { name } = this.need(arcId)
    if (operations.active(ARC_REFRESH, arcId).length > 0)
      return { ...SUCCESS, message: `${name} is already being refreshed.` }
    operations.enqueue({ kind: ARC_REFRESH, subject: arcId, payload: { arc_id: arcId } })
    return { ...SUCCESS, message: `${name} is being refreshed.` }
  }

  // Order

  /** Rows that are not in `issueArcIds` follow in their old order. */
  order(arcId: string, issueArcIds: readonly string[]): Done {
    const { db, clock } = this.deps
    const arc = this.need(arcId)
    const before = store.arcRowIds(db.read, arcId)
    const [known, named] = [new Set(before), new Set(issueArcIds)]
    if (named.size < issueArcIds.length) throw new Refusal('invalid', 'The order lists an issue twice.')
    const foreign = issueArcIds.find((id) => !known.has(id))
    if (foreign !== undefined) throw new Refusal('invalid', `Issue ${foreign} is not in this story arc.`)
    const after = [...issueArcIds, ...before.filter((id) => !named.has(id))]
    const now = clock.now()
    db.write((tx) => {
      store.keepOrder(tx, { arc_id: arcId, ordered_by: arc.ordered_by, issue_arc_ids: before, replaced_at: now })
      store.placeArcIssues(tx, after)
      store.changeArc(tx, arcId, { ordered_by: 'user' }, now)
    })
    return SUCCESS
  }

  /** Restores the order before the last change. Throws Refusal 'conflict' when there is none. */
  undoOrder(arcId: string): Done {
    const { db, clock } = this.deps
    this.need(arcId)
    db.write((tx) => {
      const order = store.takeOrder(tx, arcId)
      if (!order) throw new Refusal('conflict', 'There is no change of order to undo.')
      // Rows that were added since follow at the end.
      const rest = store
        .allArcRows(tx, arcId)
        .flatMap(({ issue_arc_id: id }) => (order.issue_arc_ids.includes(id) ? [] : id))
      store.placeArcIssues(tx, [...order.issue_arc_ids, ...rest])
      store.changeArc(tx, arcId, { ordered_by: order.ordered_by }, clock.now())
    })
    return SUCCESS
  }

  // Review

  /** Sets the user's own choice for a row; null leaves the row without an issue. */
  match(arcId: string, issueArcId: string, issueId: string | null): Done {
    const { db, clock, unfollowed } = this.deps
    const row = this.needRow(arcId, issueArcId)
    if (issueId !== null && !findIssue(db.read, issueId)) throw new Refusal('missing', `There is no issue ${issueId}.`)
    db.write((tx) => {
      const own = row.issue_id === null ? undefined : unfollowed.issueFor(tx, row)
      if (own !== undefined && issueId !== null) unfollowed.replace(tx, own, issueId)
      const issue_id = issueId ?? own ?? null
      store.changeArcIssue(tx, issueArcId, { issue_id, matched_by: 'user', reason: null, candidates: [] })
      store.changeArc(tx, arcId, {}, clock.now())
    })
    return SUCCESS
  }

  /** Uses this series for all rows of the same name and volume, in all arcs and in future lists. */
  useSeries(arcId: string, issueArcId: string, comicId: string): Done & { matched: number; unmatched: number } {
    const { db, clock, matcher } = this.deps
    const { series_key, volume } = this.needRow(arcId, issueArcId)
    if (!findSeries(db.read, comicId)) throw new Refusal('missing', `There is no series ${comicId}.`)
    return db.write((tx) => {
      store.putRule(tx, { series_key, volume: volume ?? 0, comic_id: comicId, made_at: clock.now() })
      const rows = store.rowsNaming(tx, series_key, volume ?? undefined).filter((row) => row.matched_by !== 'user')
      const matched = matcher.matchRows(tx, rows)
      return { ...SUCCESS, matched, unmatched: rows.length - matched }
    })
  }

  private rowOf(issueId: string): store.NewArcIssue {
    const db = this.deps.db.read
    const issue = findIssue(db, issueId)
    const series = issue && findSeries(db, issue.comic_id)
    if (!issue || !series) throw new Refusal('missing', `There is no issue ${issueId}.`)
    const date = issue.issue_date ?? issue.release_date
    return {
      added_by: 'user',
      series: issue.kind === 'annual' ? `${series.name} Annual` : series.name,
      series_key: series.match_key,
      volume: series.year,
      number: issue.number,
      year: date === null ? null : Number(date.slice(0, 4)),
      title: issue.title,
      issue_date: date,
      release_date: issue.release_date,
      book_type: null,
      ids: [],
      issue_id: issueId,
      matched_by: 'user',
      reason: null,
      candidates: [],
    }
  }

  // For searches

  /**
   * The issue to search for in place of a row, created when the row belongs to no series of the library. Null when
   * the library may have the issue and the user must choose first; undefined when the row does not exist.
   */
  searchedIssue(issueArcId: string): string | null | undefined {
    const { db, unfollowed } = this.deps
    const row = store.arcIssueWithId(db.read, issueArcId)
    // When arcs share an issue, the row that it was made for may be deleted.
    if (!row) return isUnfollowed(db.read, issueArcId) ? issueArcId : undefined
    return this.issueOf(row) ?? db.write((tx) => unfollowed.make(tx, row) ?? null)
  }

  // For the reader and the catalog

  /** An arc with its readable issues in order; undefined when the arc does not exist. */
  orderOf(arcId: string): ListOrder | undefined {
    const db = this.deps.db.read
    const arc = store.findArc(db, arcId)
    return arc && orderOf(arc, store.readableArcs(db, arcId).get(arcId) ?? [])
  }

  /** How many arcs have a readable issue, and the first of them. */
  readable(): { count: number; first?: string } {
    const db = this.deps.db.read
    const arcs = store.arcsToRead(db)
    return { count: arcs.length, first: arcs[0] && store.firstToRead(db, arcs[0].arc_id) }
  }

  /** All arcs that have a readable issue. */
  orders(): ListOrder[] {
    const db = this.deps.db.read
    const readable = store.readableArcs(db)
    return store.allArcs(db).flatMap((arc) => orderOf(arc, readable.get(arc.arc_id) ?? []) ?? [])
  }

  private issueOf({ issue_id }: store.ArcIssueRow): string | undefined {
    return issue_id === null ? undefined : findIssue(this.deps.db.read, issue_id)?.issue_id
  }

  private need(arcId: string): store.ArcRow {
    return needArc(this.deps.db.read, arcId)
  }

  private needRow(arcId: string, issueArcId: string): store.ArcIssueRow {
    this.need(arcId)
    const row = store.findArcIssue(this.deps.db.read, arcId, issueArcId)
    if (!row) throw new Refusal('missing', `The story arc has no issue ${issueArcId}.`)
    return row
  }
}

function orderOf({ arc_id, name, updated_at }: store.ArcRow, issue_ids: string[]): ListOrder | undefined {
  if (issue_ids.length === 0) return undefined
  return { list_id: arc_id, name, updated_at, issue_ids: [...new Set(issue_ids)] }
}
