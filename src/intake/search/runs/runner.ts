import { between } from '../../../base/platform/clock'
import type { Clock, Instant, Log } from '../../../base/platform/ports'
import type { Database, Tx } from '../../../base/storage/database'
import type { Handler, Tools } from '../../../base/work/operations'
import type { AcquisitionGate } from '../../acquisition/gate'
import type { Acquisition } from '../acquisition'
import { producerOf } from '../states'
import { ALL_BLOCKED, type Find, type ItemSearcher, type ItemSearchResult } from './item-search'
import * as itemStore from './item-store'
import { saveLastSearch } from './last-store'
import { completionOf, openOf, totalOf } from './machine'
import { SearchSlots } from './search-slots'
import * as store from './store'
import {
  CANCELLED_BY_USER,
  MOST_ITEM_ROWS,
  recordSearchEnd,
  recordSearchItem,
  recordSearchStart,
  STUCK,
} from './timeline-rows'

export const SEARCH_RUN = 'search_run'

export interface RunPayload {
  run_id: string
}

interface Deps {
  db: Database
  clock: Clock
  log: Log
  seeker: ItemSearcher
  acquisition: Pick<Acquisition, 'route'>
  gate: Pick<AcquisitionGate, 'lease' | 'untilOpen'>
  /** Minutes between two issues of a background run. */
  delayMinutes: () => number
}

/** Longest time that a run waits for an indexer; items that would wait longer are left to the next run. */
const LONGEST_WAIT_MS = 3_600_000
/** Issues of one run that are searched for at the same time. */
const AT_ONCE = 3

const DROPPED: ItemSearchResult = {
  state: 'cancelled',
  reason: CANCELLED_BY_USER.code,
  summary: CANCELLED_BY_USER.detail,
  asked: [],
  refused: [],
  grabbed: null,
}

const nameOf = ({ run_id, entity_id }: store.ItemKey) => `${run_id} ${entity_id}`

/** Works through the items of runs. All progress is in rows, from which a restart resumes. */
export class SearchRunner implements Handler {
  private readonly slots = new SearchSlots()
  /**
   * Releases from feeds for the runs that they started. Kept in memory only: after a restart the indexers are queried.
   */
  private readonly finds = new Map<string, ReadonlyMap<string, readonly Find[]>>()
  /** Running searches, by `nameOf`. */
  private readonly busy = new Map<string, AbortController>()

  constructor(private readonly deps: Deps) {}

  expect(runId: string, finds: ReadonlyMap<string, readonly Find[]>): void {
    this.finds.set(runId, finds)
  }

  /** Stops the search for one item of a run; its row has ended already. */
  drop(item: store.ItemKey): void {
    this.busy.get(nameOf(item))?.abort()
  }

  async run(payload: unknown, tools: Tools): Promise<Record<string, number> | undefined> {
    const { clock, acquisition } = this.deps
    const { run_id } = payload as RunPayload
    const run = await tools.persist((tx) => {
      const at = clock.now()
      const stuck = itemStore.recoverItems(tx, run_id, at)
      for (const item of stuck) this.leaveAlone(tx, { run_id, ...item }, at)
      const isNew = store.findSearchRun(tx, run_id)?.completion_state === 'pending'
      const started = store.runStarted(tx, run_id, at)
      if (started && isNew) recordSearchStart(tx, started, at)
      return started
    })
    if (!run || tools.signal.aborted) return undefined
    const route = acquisition.route()
    if (!route.viable) {
      await tools.persist((tx) => this.close(tx, run_id, { state: 'blocked', code: route.code, reason: route.reason }))
      return this.counts(run_id)
    }
    const workers = run.trigger === 'scheduled' ? 1 : AT_ONCE
    await Promise.all(Array.from({ length: workers }, () => this.work(run, tools)))
    if (tools.signal.aborted) return undefined
    const counts = this.counts(run_id)
    const state = completionOf(counts)
    await tools.persist((tx) => {
      const at = clock.now()
      // For a run that could not start, its issues say why.
      const isDone = state === 'completed' || state === 'partial'
      if (store.endRun(tx, run_id, { state, at }) && isDone) recordSearchEnd(tx, run, counts, at)
    })
    this.finds.delete(run_id)
    return counts
  }

  ended(payload: unknown, state: 'failed' | 'cancelled', error: string): void {
    const { run_id } = payload as RunPayload
    this.finds.delete(run_id)
    const code = state === 'cancelled' ? 'cancelled' : 'fault'
    this.deps.db.write((tx) => this.close(tx, run_id, { state, code, reason: error }))
  }

  private leaveAlone(tx: Tx, item: store.ItemKey, at: Instant): void {
    recordSearchItem(tx, item, 'needs_attention', STUCK, at)
    const nothing = { asked: [], refused: [], grabbed: null }
    saveLastSearch(tx, { ...item, state: 'quarantined', summary: STUCK.detail, ...nothing, searched_at: at })
  }

  /** Ends the remaining items of the run. */
  private close(
    tx: Tx,
    runId: string,
    { state, code, reason }: { state: 'blocked' | 'failed' | 'cancelled'; code: string; reason: string },
  ): void {
    const at = this.deps.clock.now()
    const outcome = { code: state === 'cancelled' ? CANCELLED_BY_USER.code : code, detail: reason }
    for (const item of itemStore.openEntities(tx, runId, MOST_ITEM_ROWS))
      recordSearchItem(tx, { run_id: runId, ...item }, state, outcome, at)
    itemStore.endOpen(tx, runId, state, code, at)
    const counts = store.itemCountsOf(tx, [runId]).get(runId) ?? {}
    store.endRun(tx, runId, { state: state === 'cancelled' ? 'partial' : completionOf(counts), reason, at })
  }

  private counts(runId: string) {
    return store.itemCountsOf(this.deps.db.read, [runId]).get(runId) ?? {}
  }

  /** Searches for one item after another until none is left. */
  private async work(run: store.SearchRunRow, tools: Tools): Promise<void> {
    const { clock, gate } = this.deps
    const { signal } = tools
    while (!signal.aborted) {
      await gate.untilOpen(producerOf[run.trigger], signal)
      const next = await this.slots.run(run.priority, signal, () => this.leased(run, tools))
      if (next === 'closed') continue
      if (!next) return
      if (next.unasked) {
        if (!(await this.waited(run, next, tools))) return
      } else if (run.trigger === 'scheduled' && this.counts(run.run_id).accepted) {
        await clock.after(this.deps.delayMinutes() * 60_000, signal)
      }
    }
  }

  /** Runs the next item with a lease, which maintenance waits for. */
  private async leased(run: store.SearchRunRow, tools: Tools): Promise<ItemSearchResult | 'closed' | undefined> {
    const request = { producer: producerOf[run.trigger], subject: run.run_id }
    const lease = await tools.persist(() => this.deps.gate.lease(request) ?? null)
    if (lease === null) return 'closed'
    try {
      return await this.next(run, tools)
    } finally {
      lease?.release()
    }
  }

  /** The outcome of the next item; undefined when none was left, or when the work was stopped. */
  private async next(run: store.SearchRunRow, tools: Tools): Promise<ItemSearchResult | undefined> {
    const { db, clock } = this.deps
    const item = await tools.persist((tx) => itemStore.startNextItem(tx, run.run_id, clock.now()) ?? null)
    if (!item) return undefined
    const result = await this.searched(run, item, tools.signal)
    if (!result) {
      // At once: while the process stops, no write waits for space on the disk.
      db.write((tx) => itemStore.putBack(tx, item))
      return undefined
    }
    if (result.unasked && run.priority !== 'interactive') {
      await tools.persist((tx) => itemStore.putBack(tx, item))
      return result
    }
    const { unasked: _handled, ...ended } = result
    await tools.persist((tx) => this.saveResult(tx, item, ended))
    const counts = this.counts(run.run_id)
    const total = totalOf(counts)
    tools.report((total - openOf(counts)) / total, counts)
    return ended
  }

  /** False when the wait would be too long: the remaining items are blocked, and come first in the next run. */
  private async waited(
    run: store.SearchRunRow,
    { summary, unasked }: ItemSearchResult,
    tools: Tools,
  ): Promise<boolean> {
    const { clock } = this.deps
    const wait = unasked?.until === undefined ? Number.POSITIVE_INFINITY : between(clock.now(), unasked.until)
    if (wait <= LONGEST_WAIT_MS) {
      await clock.after(Math.max(wait, 1000), tools.signal)
      return true
    }
    await tools.persist((tx) => this.close(tx, run.run_id, { state: 'blocked', code: ALL_BLOCKED, reason: summary }))
    return false
  }

  /** Undefined when the work was stopped. */
  private async searched(
    run: store.SearchRunRow,
    item: store.SearchItemRow,
    signal: AbortSignal,
  ): Promise<ItemSearchResult | undefined> {
    const { seeker, log } = this.deps
    const finds = this.finds.get(run.run_id)?.get(item.entity_id)
    const urgent = run.priority === 'interactive'
    const dropped = new AbortController()
    this.busy.set(nameOf(item), dropped)
    const either = AbortSignal.any([signal, dropped.signal])
    try {
      return await seeker.seek({ issueId: item.entity_id, trigger: run.trigger, urgent, signal: either, finds })
    } catch (error) {
      if (signal.aborted) return undefined
      if (dropped.signal.aborted) return DROPPED
      log.error('search', 'search failed', { issue_id: item.entity_id, run_id: run.run_id, error })
      const summary = 'The search failed because of an internal error. See the log.'
      return { state: 'failed', reason: 'fault', summary, asked: [], refused: [], grabbed: null }
    } finally {
      this.busy.delete(nameOf(item))
    }
  }

  private saveResult(tx: Tx, item: store.SearchItemRow, result: ItemSearchResult): void {
    const { state, reason, ...found } = result
    const at = this.deps.clock.now()
    if (!itemStore.endItem(tx, item, state, reason, at) || state === 'cancelled') return
    const { entity_type, entity_id, run_id } = item
    const { summary: detail } = found
    if (state === 'failed' || state === 'blocked')
      recordSearchItem(tx, item, state, { code: reason ?? state, detail }, at)
    saveLastSearch(tx, { entity_type, entity_id, run_id, state, ...found, searched_at: at })
  }
}
