import { plus } from '../../base/platform/clock'
import type { Clock, Instant, Log, Random } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'
import type { Database, Tx } from '../../base/storage/database'
import type { Hook } from './hook'
import { type ImportFacts, importPayloadOf } from './import-payload'
import { SerialRuns } from './serial-runs'
import type { HookName } from './states'
import * as store from './store'

const MINUTE_MS = 60_000
/** Waits between attempts; after the last attempt a call is given up. */
const WAITS_MS = [1, 5, 20, 60].map((minutes) => minutes * MINUTE_MS)
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS

export interface HookView {
  hook: HookName
  label: string
  configured: boolean
  waiting: number
  given_up: number
  last_ok_at: Instant | null
  error: string | null
  next_at: Instant | null
}

interface Deps {
  db: Database
  clock: Clock
  random: Random
  log: Log
  hooks: readonly Hook[]
}

/** Notifies other programs of imports. Each call is a row first, so that a restart loses none. */
export class Hooks {
  private readonly stopping = new AbortController()
  /** Running calls by hook; files imported meanwhile need another call. */
  private readonly begun = new Map<HookName, string>()
  private readonly runs: SerialRuns

  constructor(private readonly deps: Deps) {
    this.runs = new SerialRuns({
      run: () => Promise.all(deps.hooks.map((hook) => this.sendTo(hook))),
      onError: (error) => deps.log.error('hooks', 'notifying other programs failed', { error }),
      signal: this.stopping.signal,
    })
  }

  /** Queues the calls of all hooks that are set up, once `tx` is committed. */
  arrived(tx: Tx, facts: ImportFacts): void {
    const hooks = this.deps.hooks.filter((hook) => hook.isSet())
    const at = this.deps.clock.now()
    const imported = hooks.length > 0 && facts.files.length > 0 && importPayloadOf(tx, facts, at)
    if (!imported) return
    for (const hook of hooks) {
      for (const payload of hook.messages(imported)) {
        if (store.isWaiting(tx, hook.name, payload, this.begun.values())) continue
        store.insertHookCall(tx, { call_id: this.deps.random.id(), hook: hook.name, payload, at })
      }
    }
    // Transactions are synchronous: `tx` has ended before a microtask runs.
    void Promise.resolve().then(() => this.send())
  }

  /** Makes the calls that are due. Resolves after the attempts. */
  send(): Promise<void> {
    return this.runs.requestRun()
  }

  /** For the timetable: retries failed calls when they are due. */
  async tick(): Promise<void> {
    const { db, clock } = this.deps
    db.write((tx) => store.forgetFailedBefore(tx, plus(clock.now(), -KEPT_MS)))
    await this.send()
  }

  states(): { hooks: HookView[] } {
    const { db, hooks } = this.deps
    const view = (hook: Hook) => ({
      hook: hook.name,
      label: hook.label,
      configured: hook.isSet(),
      ...store.hookCountsOf(db.read, hook.name),
    })
    return { hooks: hooks.map(view) }
  }

  async test(name: HookName): Promise<{ success: boolean; detail: string }> {
    const hook = this.deps.hooks.find((each) => each.name === name)
    if (!hook?.isSet()) throw new Refusal('conflict', `${hook?.label ?? name} is not set up. Save its settings first.`)
    const outcome = await hook.test(this.stopping.signal)
    return 'ok' in outcome ? { success: true, detail: outcome.ok } : { success: false, detail: outcome.failure }
  }

  /** Resolves when no call is running. */
  idle(): Promise<void> {
    return this.runs.idle()
  }

  async stop(): Promise<void> {
    this.stopping.abort()
    await this.runs.idle()
  }

  private async sendTo(hook: Hook): Promise<void> {
    const { db, clock } = this.deps
    const due = store.dueCalls(db.read, hook.name, clock.now())
    if (due.length > 0 && !hook.isSet()) return db.write((tx) => store.forgetWaiting(tx, hook.name))
    for (const call of due) {
      if (this.stopping.signal.aborted) return
      this.begun.set(hook.name, call.call_id)
      await this.sendCall(hook, call).finally(() => this.begun.delete(hook.name))
    }
  }

  private async sendCall(hook: Hook, call: store.HookCall): Promise<void> {
    const { db, clock, log } = this.deps
    const outcome = await hook.send(call.payload, this.stopping.signal)
    // The call was interrupted by our own shutdown; the next start repeats it.
    if ('failure' in outcome && this.stopping.signal.aborted) return
    const now = clock.now()
    if ('ok' in outcome) return db.writeReturned((tx) => store.callDone(tx, call, now))
    const wait = WAITS_MS[call.attempts]
    log.warn('hooks', 'import notification failed', {
      hook: hook.name,
      attempts: call.attempts + 1,
      error: outcome.failure,
    })
    await db.writeReturned((tx) =>
      store.callFailed(tx, call, outcome.failure, now, wait === undefined ? undefined : plus(now, wait)),
    )
  }
}
