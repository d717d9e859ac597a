import { nextTurn } from '../platform/event-loop'
import type { Clock, Log } from '../platform/ports'
import type { Database, Reader, Tx } from '../storage/database'
import { libraryIndex } from './library-store'
import { type Match, matchIssue } from './match'
import * as store from './store'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  /** A wanted row was matched to an issue of the library: the issue becomes wanted there. */
  want: (tx: Tx, issueIds: readonly string[]) => void
}

/** Rows matched in one transaction. */
const STEP = 200
/** A scan changes many series one after the other. */
const REST_MS = 2000

export interface MatchCounts {
  matched: number
  unmatched: number
}

/** Matches rows of arcs with the library, again whenever the library has changed. */
export class ArcMatcher {
  private readonly stopping = new AbortController()
  private waiting: Promise<void> | undefined

  constructor(private readonly deps: Deps) {}

  /** Matches the rows that have no issue of the library: all, or those of one arc. */
  async rematch(arcId?: string, signal?: AbortSignal): Promise<MatchCounts> {
    const { db } = this.deps
    const rows = store.looseRows(db.read, arcId)
    let matched = 0
    for (let at = 0; at < rows.length && !signal?.aborted; at += STEP) {
      const found = matchRows(db.read, rows.slice(at, at + STEP))
      matched += found.matched
      // Most rows stay without an issue: then nothing is written.
      if (found.changed.length > 0) db.write((tx) => this.save(tx, found.changed))
      await nextTurn()
    }
    return { matched, unmatched: rows.length - matched }
  }

  /** Matches these rows; returns how many have an issue now. */
  settle(tx: Tx, rows: readonly store.ArcIssueRow[]): number {
    const { matched, changed } = matchRows(tx, rows)
    this.save(tx, changed)
    return matched
  }

  private save(tx: Tx, changed: readonly MatchedRow[]): void {
    const wanted: string[] = []
    for (const { row, match } of changed) {
      const isWanted = match.issue_id !== null && row.status === 'Wanted'
      if (isWanted) wanted.push(match.issue_id!)
      store.changeArcIssue(tx, row.issue_arc_id, { ...columnsOf(match), ...(isWanted ? { status: null } : {}) })
    }
    if (wanted.length > 0) this.deps.want(tx, wanted)
    for (const arcId of new Set(changed.map(({ row }) => row.arc_id)))
      store.changeArc(tx, arcId, {}, this.deps.clock.now())
  }

  /** Matches all rows soon; further calls until then change nothing. */
  kick(): void {
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
    const { clock, log } = this.deps
    const { signal } = this.stopping
    try {
      await clock.after(REST_MS, signal)
      if (!signal.aborted) await this.rematch(undefined, signal)
    } catch (error) {
      log.error('arcs', 'story arcs could not be matched', { error })
    }
  }
}

interface MatchedRow {
  row: store.ArcIssueRow
  match: Match
}

/** How many of the rows have an issue, and those whose match is another one than before. */
function matchRows(db: Reader, rows: readonly store.ArcIssueRow[]): { matched: number; changed: MatchedRow[] } {
  const library = libraryIndex(db)
  const found = rows.map((row) => ({ row, match: matchIssue(row, library) }))
  return {
    matched: found.filter(({ match }) => match.issue_id !== null).length,
    changed: found.filter(({ row, match }) => !isSame(row, match)),
  }
}

/** The columns of a row that say what it was matched to. */
export function columnsOf(match: Match): Pick<store.ArcIssueRow, 'issue_id' | 'matched_by' | 'reason' | 'candidates'> {
  if (match.issue_id === null) return { ...match, matched_by: null }
  return { ...match, reason: null, candidates: [] }
}

const isSame = (row: store.ArcIssueRow, match: Match): boolean => {
  const { issue_id, reason, candidates } = columnsOf(match)
  return row.issue_id === issue_id && row.reason === reason && row.candidates.join() === candidates.join()
}
