import { pageRange, pagination } from '../../../base/http/paging'
import { jsonRows, streamedList } from '../../../base/http/streamed-list'
import { plus } from '../../../base/platform/clock'
import type { Clock, Log, Random } from '../../../base/platform/ports'
import { countWords } from '../../../base/platform/words'
import { legacy } from '../../../base/refusal'
import type { Database, Tx } from '../../../base/storage/database'
import type { Operations } from '../../../base/work/operations'
import type { Acquisition } from '../acquisition'
import { betterThanFile } from '../rules/format-ranks'
import { type Priority, type RunScope, type Trigger, WHOLE_BACKLOG } from '../states'
import { type Searchable, wantedIssue } from '../wanted/store'
import { type Find, UPGRADE_TRIGGER } from './item-search'
import * as itemStore from './item-store'
import { lastOf } from './last-store'
import { openOf, totalOf } from './machine'
import { type RunPayload, SEARCH_RUN, type SearchRunner } from './runner'
import type { ForceBody, LastSearch, RunDetail, RunQuery, RunsQuery } from './schema'
import * as store from './store'
import { CANCELLED_BY_USER, recordSearchItem } from './timeline-rows'
import { itemWire, runWire } from './wire'

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  operations: Operations
  acquisition: Acquisition
  runner: SearchRunner
  /** The settings that limit automatic searches. */
  searched: () => Pick<Searchable, 'annuals' | 'arcs'>
}

export interface NewRun {
  trigger: Trigger
  scope_type: RunScope
  scope_id: string
  priority: Priority
  entities: readonly store.SearchEntity[]
  /** Releases from a feed, by issue. */
  finds?: ReadonlyMap<string, readonly Find[]>
}

export interface StartedRun {
  run_id: string
  accepted: number
  /** The run waits because automation is held. */
  pending: boolean
}

/** Runs started at once: more than indexers answer in a minute. */
const HANDED_ON = 200
const KEPT_MS = 30 * 86_400_000
const PER_PAGE = 50

/** Starts, lists and cancels search runs. */
export class SearchRuns {
  constructor(private readonly deps: Deps) {}

  /** Joins an open write. */
  begin({ entities, finds, ...run }: NewRun): StartedRun {
    const { db, clock, random, runner } = this.deps
    const run_id = random.id()
    if (finds) runner.expect(run_id, finds)
    return db.write((tx) => {
      const at = clock.now()
      store.insertSearchRun(tx, { ...run, run_id, created_at: at })
      store.insertItems(tx, run_id, entities, at)
      return { run_id, accepted: entities.length, pending: !this.handOn(tx, run_id) }
    })
  }

  /** Searches for one issue with priority, or returns its open search. Undefined when the issue is not wanted. */
  beginIssue(issueId: string, trigger: Trigger): (StartedRun & { repeated: boolean }) | undefined {
    const { db, clock } = this.deps
    const wanted = wantedIssue(db.read, issueId, clock.now().slice(0, 10))
    const isUpgrade = trigger === UPGRADE_TRIGGER && wanted !== undefined && betterThanFile(db.read, wanted).length > 0
    if (!wanted || !(wanted.wantedNow || isUpgrade) || wanted.eligibility.reason === 'future') return undefined
    const { entity_type, entity_id } = wanted
    const open = store.openSearchRun(db.read, entity_type, entity_id)
    if (open) return { run_id: open.run_id, accepted: 1, pending: open.dispatch_state === 'pending', repeated: true }
    const scope = { scope_type: entity_type, scope_id: entity_id } as const
    const entities = [{ entity_type, entity_id }]
    return { ...this.begin({ trigger, ...scope, priority: 'interactive', entities }), repeated: false }
  }

  /** The same for several issues of one series, for example those of a failed pack. */
  beginIssues(issueIds: readonly string[], trigger: Trigger): StartedRun | undefined {
    const { db, clock } = this.deps
    const today = clock.now().slice(0, 10)
    const wanted = issueIds.flatMap((issueId) => {
      const each = wantedIssue(db.read, issueId, today)
      return each?.wantedNow && each.eligibility.reason !== 'future' ? [each] : []
    })
    const [first] = wanted
    if (!first || wanted.length === 1) return first && this.beginIssue(first.entity_id, trigger)
    const entities = wanted.map(({ entity_type, entity_id }) => ({ entity_type, entity_id }))
    return this.begin({ trigger, scope_type: 'series', scope_id: first.comic_id, priority: 'interactive', entities })
  }

  /** Searches for wanted issues, starting with those not searched for the longest; undefined when there are none. */
  beginBacklog(trigger: Trigger, { before, most }: { before?: string; most: number }): StartedRun | undefined {
    const { db, clock, random, searched } = this.deps
    const run_id = random.id()
    return db.write((tx) => {
      const at = clock.now()
      const scope = { scope_type: 'wanted_backlog', scope_id: WHOLE_BACKLOG, priority: 'routine' } as const
      store.insertSearchRun(tx, { run_id, trigger, ...scope, created_at: at })
      const accepted = store.insertBacklog(tx, run_id, { today: at.slice(0, 10), ...searched(), before, most }, at)
      if (accepted > 0) return { run_id, accepted, pending: !this.handOn(tx, run_id) }
      store.removeRun(tx, run_id)
      return undefined
    })
  }

  /** Searches for everything wanted now. A refusal is part of the reply, as tools expect. */
  force(): ForceBody {
    const { db, acquisition } = this.deps
    const allowed = acquisition.allowed()
    const route = acquisition.route()
    const error = !allowed.allowed ? allowed.reason : !route.viable ? route.reason : undefined
    if (error !== undefined) return { success: false, status: 'blocked', error, message: error }
    const open = store.openSearchRun(db.read, 'wanted_backlog', WHOLE_BACKLOG)
    if (open?.trigger === 'manual_wanted_scan') {
      const accepted = totalOf(this.counts(open.run_id))
      return {
        success: true,
        status: 'accepted',
        run_id: open.run_id,
        accepted,
        message: 'The search is already running.',
      }
    }
    if (open) this.cancel(open.run_id) // This run does the same work more slowly.
    const begun = this.beginBacklog('manual_wanted_scan', { most: Number.MAX_SAFE_INTEGER })
    if (!begun) return { success: true, status: 'no_match', accepted: 0, message: 'No issues are wanted.' }
    const { run_id, accepted } = begun
    const message = `Searching for ${countWords(accepted, 'issue')}.`
    return { success: true, status: 'accepted', run_id, accepted, message }
  }

  /**
   * Starts the routine search, which works through the wanted issues slowly. Does nothing while the gate is closed, or
   * while the previous routine run is open.
   */
  routine({ everyMinutes, delayMinutes }: { everyMinutes: number; delayMinutes: number }): void {
    const { db, clock, acquisition } = this.deps
    if (!acquisition.allowed().allowed) return
    this.resume()
    if (!acquisition.route().viable) return
    if (store.openSearchRun(db.read, 'wanted_backlog', WHOLE_BACKLOG)) return
    // As many as fit between two routine runs; the rest is the oldest next time.
    const most = Math.max(1, Math.trunc(everyMinutes / Math.max(1, delayMinutes)))
    this.beginBacklog('scheduled', { before: plus(clock.now(), -everyMinutes * 60_000), most })
  }

  /**
   * Starts runs that had to wait, oldest first and a limited number at a time, since this is called every minute;
   * returns their number. They come after all others, and wait for rate-limited indexers.
   */
  resume(): number {
    const { db, acquisition } = this.deps
    if (!acquisition.allowed().allowed) return 0
    const waiting = store.undispatchedRuns(db.read, HANDED_ON)
    for (const { run_id } of waiting) {
      db.write((tx) => {
        if (this.handOn(tx, run_id)) store.setPriority(tx, run_id, 'recovery')
      })
    }
    return waiting.length
  }

  list(query: RunsQuery) {
    const { read } = this.deps.db
    const { limit = PER_PAGE, offset } = pageRange(query)
    const { open } = query
    const rows = store.listSearchRuns(read, { limit, offset, open })
    const counts = store.itemCountsOf(read, rows.map(({ run_id }) => run_id)) // biome-ignore format: one line
    const runs = rows.map((row) => runWire(row, counts.get(row.run_id) ?? {}))
    return { runs, pagination: pagination(store.countSearchRuns(read, open), { limit, offset }, runs.length) }
  }

  /** Like `run`, but items of a run without a limit (such as the whole backlog) are streamed. */
  async detail(runId: string, query: RunQuery): Promise<RunDetail> {
    if (query.include_items === false || pageRange(query).limit !== undefined) return this.run(runId, query)
    this.found(runId)
    return streamedList(this.deps, function* (at) {
      const row = store.findSearchRun(at.read, runId)!
      const run = runWire(row, store.itemCountsOf(at.read, [runId]).get(runId)!)
      yield `{"success":true,"run":${JSON.stringify(run)},"items":`
      yield* jsonRows(store.stepItems(at, runId).map((items) => items.map((item) => itemWire(item, row.priority))))
      yield '}'
    })
  }

  run(runId: string, query: RunQuery) {
    const row = this.found(runId)
    const run = runWire(row, this.counts(runId))
    if (query.include_items === false) return { success: true as const, run, items: [] }
    const { limit, offset } = pageRange(query)
    const span = limit === undefined ? undefined : { limit, offset }
    const items = store.searchItemsOf(this.deps.db.read, runId, span).map((item) => itemWire(item, row.priority))
    const page = span ? { pagination: pagination(run.accepted_count, span, items.length) } : {}
    return { success: true as const, run, items, ...page }
  }

  /** Starts a run that could not be started before. An ended run is unchanged. */
  retry(runId: string) {
    const { db, acquisition } = this.deps
    const row = this.found(runId)
    if (row.completed_at !== null) {
      throw legacy('conflict', 'This search has ended. Start a new one.', { status: 'failed', run_id: runId })
    }
    const dispatched = row.dispatch_state === 'pending' && db.write((tx) => this.handOn(tx, runId))
    const allowed = acquisition.allowed()
    if (row.dispatch_state === 'pending' && !dispatched) {
      const reason = allowed.allowed ? 'The search could not be started.' : allowed.reason
      throw legacy('unavailable', reason, { status: 'failed', run_id: runId })
    }
    const run = runWire(this.found(runId), this.counts(runId))
    const message = dispatched ? 'Search started' : 'The search is already running.'
    const count = dispatched ? run.accepted_count - run.terminal_count : 0
    return {
      success: true as const,
      status: 'accepted' as const,
      run_id: runId,
      dispatched: count,
      errors: [],
      message,
      run,
    }
  }

  /** Cancels all open items. A running grab is left to finish. */
  cancel(runId: string) {
    const { clock } = this.deps
    const row = this.found(runId)
    if (row.completed_at !== null) throw legacy('conflict', 'This search has already ended.')
    this.end(runId)
    const run = this.found(runId)
    return { success: true as const, run: runWire({ ...run, updated_at: clock.now() }, this.counts(runId)) }
  }

  /** Cancels one item of a run by its number. A running grab is left to finish, and is shown as grabbed. */
  cancelItem(row: number): 'cancelled' | 'unknown' | 'ended' {
    const { db, clock, runner } = this.deps
    const item = itemStore.itemAt(db.read, row)
    if (!item) return 'unknown'
    const ended = db.write((tx) => {
      const at = clock.now()
      if (!itemStore.endItem(tx, item, 'cancelled', CANCELLED_BY_USER.code, at)) return false
      recordSearchItem(tx, item, 'cancelled', CANCELLED_BY_USER, at)
      return true
    })
    if (!ended) return 'ended'
    runner.drop(item)
    if (openOf(this.counts(item.run_id)) === 0) this.end(item.run_id)
    return 'cancelled'
  }

  /** The last search of an issue: what was grabbed, or why nothing was. */
  last(issueId: string): LastSearch {
    const { db, clock } = this.deps
    if (!wantedIssue(db.read, issueId, clock.now().slice(0, 10))) {
      throw legacy('missing', `Issue ${issueId} is not in the library.`)
    }
    const row = lastOf(db.read, issueId)
    if (!row) return { issue_id: issueId, search: null }
    const { entity_id: _id, entity_type: _type, ...search } = row
    return { issue_id: issueId, search }
  }

  /** Deletes runs that ended more than a month ago. */
  prune(): void {
    const { db, clock } = this.deps
    db.write((tx) => store.pruneSearches(tx, plus(clock.now(), -KEPT_MS), clock.now()))
  }

  /** False when automation is held; then the run waits. */
  private handOn(tx: Tx, runId: string): boolean {
    const { clock, operations, acquisition } = this.deps
    const allowed = acquisition.allowed()
    if (!allowed.allowed) {
      store.setDispatch(tx, runId, 'pending', allowed.reason, clock.now())
      return false
    }
    operations.enqueue({ kind: SEARCH_RUN, subject: runId, payload: { run_id: runId } satisfies RunPayload })
    store.setDispatch(tx, runId, 'accepted', null, clock.now())
    return true
  }

  private end(runId: string): void {
    const { db, operations, runner } = this.deps
    const [operation] = operations.active(SEARCH_RUN, runId)
    if (operation) operations.cancel(operation.operation_id)
    else db.write(() => runner.ended({ run_id: runId } satisfies RunPayload, 'cancelled', 'Cancelled.'))
  }

  private counts(runId: string) {
    return store.itemCountsOf(this.deps.db.read, [runId]).get(runId) ?? {}
  }

  private found(runId: string): store.SearchRunRow {
    const row = store.findSearchRun(this.deps.db.read, runId)
    if (!row) throw legacy('missing', `Search run ${runId} was not found.`)
    return row
  }
}
