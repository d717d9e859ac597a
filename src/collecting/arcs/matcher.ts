import { nextTurn } from '../../base/platform/event-loop'
import type { Clock, Log } from '../../base/platform/ports'
import type { Database, ReadHandle, Tx } from '../../base/storage/database'
import { libraryIndex } from './library-store'
import { type ArcMatch, matchIssue } from './match'
import * as store from './store'
import { mayBeInLibrary, type UnfollowedIssues } from './unfollowed'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  /** Called when a wanted row is matched to an issue of the library, which then becomes wanted. */
  want: (tx: Tx, issueIds: readonly string[]) => void
  unfollowed: UnfollowedIssues
}

/** Rows matched in one transaction. */
const STEP = 200
/** A scan changes many series one after the other, so matching waits until the changes end. */
const REST_MS = 2000

export interface MatchCounts {
  matched: number
  unmatched: number
}

/** Matches rows of arcs with the library, and again after each change to the library. */
export class ArcMatcher {
  private readonly stopping = new AbortController()
  private waiting: Promise<void> | undefined

  constructor(private readonly deps: Deps) {}

  /** Matches the rows without an issue of the library: all of them, or those of one arc. */
  async rematch(arcId?: string, signal?: AbortSignal): Promise<MatchCounts> {
    const { db } = this.deps
    let [matched, count] = [0, 0]
    let after: store.ArcIssueRow | undefined
    while (!signal?.aborted) {
      const rows = store.looseRows(db.read, { arcId, after, limit: STEP })
      const found = this.match(db.read, rows)
      matched += found.matched
      count += rows.length
      // Most rows stay without an issue, so often nothing needs to be written.
      if (found.changed.length > 0) db.write((tx) => this.save(tx, found.changed))
      after = rows.at(-1)
      if (rows.length < STEP) break
      await nextTurn()
    }
    return { matched, unmatched: count - matched }
  }

  /** Matches these rows; returns how many of them have an issue now. */
  matchRows(tx: Tx, rows: readonly store.ArcIssueRow[]): number {
    const { matched, changed } = this.match(tx, rows)
    this.save(tx, changed)
    return matched
  }

  private save(tx: Tx, changed: readonly MatchedRow[]): void {
    const { unfollowed, want, clock } = this.deps
    const wanted: string[] = []
    for (const { row, columns } of changed) {
      const { issue_id } = columns
      // Files and downloads of the arc's own issue now belong to the issue of the library.
      if (issue_id !== null && row.issue_id !== null) unfollowed.replace(tx, row.issue_id, issue_id)
      store.changeArcIssue(tx, row.issue_arc_id, columns)
      const isWanted = row.status === 'Wanted'
      const own = issue_id ?? (isWanted ? unfollowed.make(tx, { ...row, ...columns }) : undefined)
      if (!isWanted || own === undefined) continue
      wanted.push(own)
      store.changeArcIssue(tx, row.issue_arc_id, { status: null })
    }
    if (wanted.length > 0) want(tx, wanted)
    for (const arcId of new Set(changed.map(({ row }) => row.arc_id))) store.changeArc(tx, arcId, {}, clock.now())
  }

  /** How many of the rows have an issue of the library, and which rows change. */
  private match(db: ReadHandle, rows: readonly store.ArcIssueRow[]): { matched: number; changed: MatchedRow[] } {
    const library = libraryIndex(db)
    const found = rows.map((row) => {
      const match = matchIssue(row, library)
      return { row, match, columns: this.columnsOf(db, row, match) }
    })
    return {
      matched: found.filter(({ match }) => match.issue_id !== null).length,
      changed: found.filter(({ row, columns }) => isChange(row, columns)),
    }
  }

  private columnsOf(db: ReadHandle, row: store.ArcIssueRow, match: ArcMatch): MatchColumns {
    if (match.issue_id !== null) return { ...match, reason: null, candidates: [] }
    return { ...match, issue_id: this.deps.unfollowed.issueFor(db, { ...row, ...match, issue_id: row.issue_id }) ?? null, matched_by: null } // biome-ignore format: one line
  }

  /** Matches all rows soon; calls made before the start change nothing. */
  scheduleMatching(): void {
    if (this.stopping.signal.aborted) return
    this.waiting ??= this.rematchSoon().finally(() => {
      this.waiting = undefined
    })
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.waiting
  }

  private async rematchSoon(): Promise<void> {
    const { clock, db, log } = this.deps
    const { signal } = this.stopping
    try {
      await clock.after(REST_MS, signal)
      await db.returned()
      if (!signal.aborted) await this.rematch(undefined, signal)
    } catch (error) {
      log.error('arcs', 'story arc matching failed', { error })
    }
  }
}

/** The columns of a row that describe its match. */
type MatchColumns = Pick<store.ArcIssueRow, 'issue_id' | 'matched_by' | 'reason' | 'candidates'>

interface MatchedRow {
  row: store.ArcIssueRow
  columns: MatchColumns
}

const isChange = (row: store.ArcIssueRow, { issue_id, reason, candidates }: MatchColumns): boolean =>
  row.issue_id !== issue_id ||
  row.reason !== reason ||
  row.candidates.join() !== candidates.join() ||
  // The row was wanted before the library had the issue.
  (row.status === 'Wanted' && !mayBeInLibrary({ reason, candidates }))
