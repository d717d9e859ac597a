import type { Clients } from '../downloads/clients/clients'
import { baseOf, healingReasons } from '../downloads/reasons'
import * as course from '../downloads/stage-changes'
import { dueAgain, type Item, issuesOfItem, note } from '../downloads/store'
import type { Clock, Instant, Log } from '../platform/ports'
import type { EligibilityReason } from '../series/states'
import { wantIssues } from '../series/store'
import type { Database, Tx } from '../storage/database'
import type { Acquisition } from './acquisition'
import { untakenIssues } from './again-store'
import type { NewRun, SearchRuns } from './runs/service'
import { WHOLE_BACKLOG } from './states'
import { type WantedItemState, wantedIssue } from './wanted-store'

interface Deps {
  db: Database
  clock: Clock
  log: Log
  runs: Pick<SearchRuns, 'begin' | 'beginIssue'>
  acquisition: Pick<Acquisition, 'allowed' | 'route'>
  clients: Pick<Clients, 'well' | 'check'>
}

/** Searched for again within a minute when a client answers again. */
const MOST_UNTAKEN = 100

/** Of a person who took a release for an issue that nobody had said anything about: these leave it so. */
const SETTLED: readonly EligibilityReason[] = ['owned', 'covered', 'in_flight', 'explicit_skip', 'explicit_ignore']

/** Looks for another release where one came to nothing, once its time has come, and again where nothing took one. */
export class NextCandidate {
  private isDue = false
  /** Clients that answered at the last look; none before the first. */
  private well: ReadonlySet<string> = new Set()
  /** When one answered again, while something waits since before then. */
  private backAt: Instant | undefined

  constructor(private readonly deps: Deps) {}

  /** Something came to nothing, or a client stands otherwise: looks once whoever says so is done with it. */
  kick(): void {
    if (this.isDue) return
    this.isDue = true
    queueMicrotask(() => {
      this.isDue = false
      try {
        this.run()
      } catch (error) {
        this.deps.log.error('search', 'the next candidate waits for another look', { error })
      }
    })
  }

  run(): void {
    const { db, clock, acquisition, clients } = this.deps
    if (!acquisition.allowed().allowed || !acquisition.route().viable) return
    for (const item of dueAgain(db.read, clock.now())) db.write((tx) => this.search(tx, item))
    const before = this.well
    this.well = clients.well()
    if ([...this.well].some((name) => !before.has(name))) this.backAt = clock.now()
    const { backAt } = this
    if (backAt !== undefined) db.write((tx) => this.searchUntaken(tx, backAt))
  }

  /** Each minute: a client that something waits for is asked more often than others. */
  tick(): void {
    const { db, clock, clients } = this.deps
    this.run()
    // Nothing waits for one that does not answer: that it does again is told.
    if (untakenIssues(db.read, clock.now(), 1).length > 0) void clients.check()
  }

  private search(tx: Tx, item: Item): void {
    const wanted = this.stillWanted(tx, item)
    const [first] = wanted
    // A search that is under way may have seen it on its way still: then it is looked at again in a minute.
    if (first && !this.begin(wanted, { scope_type: 'series', scope_id: first.comic_id })) return
    if (!first || !isRetried(item) || !course.resolve(tx, item.item_id, 'retried')) {
      note(tx, item.item_id, { again_at: null })
    }
  }

  /** A client answers again: what was found while none did is searched for anew. */
  private searchUntaken(tx: Tx, backAt: Instant): void {
    const { clock, log } = this.deps
    const today = clock.now().slice(0, 10)
    const untaken = untakenIssues(tx, backAt, MOST_UNTAKEN)
    const sought = untaken.flatMap((issueId) => wantedIssue(tx, issueId, today) ?? [])
    const wanted = sought.filter(({ wantedNow }) => wantedNow)
    if (untaken.length < MOST_UNTAKEN || wanted.length === 0) this.backAt = undefined
    if (wanted.length === 0) return
    log.info('search', 'a client answers again', { issues: wanted.length })
    this.begin(wanted, { scope_type: 'wanted_backlog', scope_id: WHOLE_BACKLOG })
  }

  /** False when what was begun is a search that was under way already. `scope`: of more than one issue. */
  private begin(wanted: readonly WantedItemState[], scope: Pick<NewRun, 'scope_type' | 'scope_id'>): boolean {
    const { runs } = this.deps
    const [first] = wanted
    if (first && wanted.length === 1) return runs.beginIssue(first.entity_id, 'next_candidate')?.repeated !== true
    const entities = wanted.map(({ entity_type, entity_id }) => ({ entity_type, entity_id }))
    runs.begin({ trigger: 'next_candidate', ...scope, priority: 'routine', entities })
    return true
  }

  private stillWanted(tx: Tx, item: Item): WantedItemState[] {
    const at = this.deps.clock.now()
    const ids = new Set([item.entity_id, ...issuesOfItem(tx, item.item_id)])
    const standing = (issueId: string) => wantedIssue(tx, issueId, at.slice(0, 10)) ?? []
    if (item.requested_by === 'interactive') {
      const unsaid = [...ids]
        .flatMap(standing)
        .filter((one) => !one.wantedNow && !SETTLED.includes(one.eligibility.reason))
      if (unsaid.length > 0) wantIssues(tx, unsaid.map(({ entity_id }) => entity_id), at) // biome-ignore format: one line
    }
    return [...ids].flatMap(standing).filter(({ wantedNow }) => wantedNow)
  }
}

/**
 * Whether its release may be taken again by itself, and nobody has to be asked what to do about it: it is being done. Of
 * what heals nobody is asked anyway, and only against what its client lost nothing is said.
 */
function isRetried({ reason }: Item): boolean {
  const base = baseOf(reason ?? '')
  return base === 'download_gone' || (base !== '' && !healingReasons.includes(base))
}
