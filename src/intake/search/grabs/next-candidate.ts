import type { Clock, Instant, Log } from '../../../base/platform/ports'
import type { Database, Tx } from '../../../base/storage/database'
import type { EligibilityReason } from '../../../library/series/states'
import { wantIssues } from '../../../library/series/store'
import type { Clients } from '../../downloads/clients/clients'
import { healingReasons, reasonToken } from '../../downloads/journal/reasons'
import * as course from '../../downloads/journal/stage-changes'
import { type DownloadItem, dueAgain, issuesOfItem, updateItem } from '../../downloads/store'
import type { Acquisition } from '../acquisition'
import type { NewRun, SearchRuns } from '../runs/service'
import { WHOLE_BACKLOG } from '../states'
import { type WantedItemState, wantedIssue } from '../wanted/store'
import { untakenIssues } from './untaken-store'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  runs: Pick<SearchRuns, 'begin' | 'beginIssue' | 'resume'>
  acquisition: Pick<Acquisition, 'allowed' | 'route'>
  clients: Pick<Clients, 'healthyNames' | 'check'>
}

/** Limit of searches per minute after a client recovered. */
const MOST_UNTAKEN = 100

/** Issues that the user grabbed become wanted, except with these reasons. */
const SETTLED: readonly EligibilityReason[] = ['owned', 'covered', 'in_flight', 'explicit_skip', 'explicit_ignore']

/**
 * Searches for another release after a failed one, once that is due, and again for releases that no client accepted.
 */
export class NextCandidate {
  private isDue = false
  /** Clients that answered at the last check; empty before the first. */
  private healthy: ReadonlySet<string> = new Set()
  /** When a client recovered, while issues from before that still wait. */
  private backAt: Instant | undefined

  constructor(private readonly deps: Deps) {}

  /** Call after a failed release or a change of a client's health: runs once after the current call has finished. */
  schedule(): void {
    if (this.isDue) return
    this.isDue = true
    queueMicrotask(() => {
      this.isDue = false
      try {
        this.run()
      } catch (error) {
        this.deps.log.error('search', 'next search could not be started', { error })
      }
    })
  }

  /**
   * Does nothing while the gate is closed: due searches are rows and stay due. Returns the number of started searches.
   */
  run(): number {
    const { db, clock, acquisition, clients, runs } = this.deps
    if (!acquisition.allowed().allowed || !acquisition.route().viable) return 0
    runs.resume()
    const due = dueAgain(db.read, clock.now())
    for (const item of due) db.write((tx) => this.search(tx, item))
    const before = this.healthy
    this.healthy = clients.healthyNames()
    if ([...this.healthy].some((name) => !before.has(name))) this.backAt = clock.now()
    const { backAt } = this
    if (backAt !== undefined) db.write((tx) => this.searchUntaken(tx, backAt))
    return due.length
  }

  /** Runs every minute, and checks the clients early while issues wait for one. */
  tick(): void {
    const { db, clock, clients } = this.deps
    this.run()
    // A client's recovery only shows when the client is checked.
    if (untakenIssues(db.read, clock.now(), 1).length > 0) void clients.check()
  }

  private search(tx: Tx, item: DownloadItem): void {
    const wanted = this.stillWanted(tx, item)
    const [first] = wanted
    // A running search may still have seen the release as in flight, so it is retried in a minute.
    if (first && !this.begin(wanted, { scope_type: 'series', scope_id: first.comic_id })) return
    if (!first || !isRetried(item) || !course.resolveItem(tx, item.item_id, 'retried')) {
      updateItem(tx, item.item_id, { again_at: null })
    }
  }

  /** After a client recovered, searches again for issues whose releases no client accepted. */
  private searchUntaken(tx: Tx, backAt: Instant): void {
    const { clock, log } = this.deps
    const today = clock.now().slice(0, 10)
    const untaken = untakenIssues(tx, backAt, MOST_UNTAKEN)
    const current = untaken.flatMap((issueId) => wantedIssue(tx, issueId, today) ?? [])
    const wanted = current.filter(({ wantedNow }) => wantedNow)
    if (untaken.length < MOST_UNTAKEN || wanted.length === 0) this.backAt = undefined
    if (wanted.length === 0) return
    log.info('search', 'download client is back', { issues: wanted.length })
    this.begin(wanted, { scope_type: 'wanted_backlog', scope_id: WHOLE_BACKLOG })
  }

  /** False when this search was already running. `scope`: for several issues. */
  private begin(wanted: readonly WantedItemState[], scope: Pick<NewRun, 'scope_type' | 'scope_id'>): boolean {
    const { runs } = this.deps
    const [first] = wanted
    if (first && wanted.length === 1) return runs.beginIssue(first.entity_id, 'next_candidate')?.repeated !== true
    const entities = wanted.map(({ entity_type, entity_id }) => ({ entity_type, entity_id }))
    runs.begin({ trigger: 'next_candidate', ...scope, priority: 'routine', entities })
    return true
  }

  private stillWanted(tx: Tx, item: DownloadItem): WantedItemState[] {
    const at = this.deps.clock.now()
    const ids = new Set([item.entity_id, ...issuesOfItem(tx, item.item_id)])
    const stateOf = (issueId: string) => wantedIssue(tx, issueId, at.slice(0, 10)) ?? []
    if (item.requested_by === 'interactive') {
      const undecided = [...ids]
        .flatMap(stateOf)
        .filter((one) => !one.wantedNow && !SETTLED.includes(one.eligibility.reason))
      if (undecided.length > 0) wantIssues(tx, undecided.map(({ entity_id }) => entity_id), at) // biome-ignore format: one line
    }
    return [...ids].flatMap(stateOf).filter(({ wantedNow }) => wantedNow)
  }
}

/**
 * Whether the release may be grabbed again automatically, so that the user need not decide. Temporary failures never
 * need a decision. Only releases that the client lost count as not to blame.
 */
function isRetried({ reason }: DownloadItem): boolean {
  const base = reasonToken(reason ?? '')
  return base === 'download_gone' || (base !== '' && !healingReasons.includes(base))
}
