import type { AppEvent } from '../../../base/events/types'
import type { Clock, Instant, Log } from '../../../base/platform/ports'
import { Refusal } from '../../../base/refusal'
import type { Database, Tx } from '../../../base/storage/database'
import { type CheckId, severities } from '../states'
import type { Check, HealthFinding, RowCheck } from './check'
import { DAMAGE } from './database'
import type * as schema from './schema'
import * as store from './store'

/** The changes of a run: new or worse problems, and recoveries. */
export interface HealthChange {
  appeared: store.FindingRow[]
  removed: store.FindingRow[]
}

interface Deps {
  db: Database
  clock: Clock
  log: Log
  checks: readonly Check[]
  /** When the checks last ran, scheduled or requested. */
  checkedAt: () => Instant | null
}

/** The health of Panelkeep and its surroundings. Findings are rows, so that each keeps its start. */
export class HealthChecks {
  /** Called in the transaction that stores a change. */
  readonly onChange: ((tx: Tx, change: HealthChange) => void)[] = []
  private readonly unknown: Set<CheckId>
  private last: Promise<void> = Promise.resolve()
  /** The run that has not started yet. */
  private waiting: Promise<void> | undefined
  private looked = false
  /** Checks that ran after the current run had read its facts: their findings are newer. */
  private readonly newer = new Set<CheckId>()
  private damagedSince: Instant | undefined

  constructor(private readonly deps: Deps) {
    this.unknown = new Set(deps.checks.map(({ id }) => id))
  }

  /** Runs all checks. A run in progress may have read outdated facts, so another one follows it. */
  run(): Promise<void> {
    if (this.waiting !== undefined) return this.waiting
    const turn = this.last.then(() => {
      this.waiting = undefined
      return this.lookAtAll()
    })
    this.waiting = turn
    this.last = turn.catch(() => undefined) // the caller gets the error; the next run is not affected
    return turn
  }

  /** Runs the checks that depend on this event before it returns, so that the next reply has their findings. */
  update(event: AppEvent['type']): void {
    const { checks, db } = this.deps
    const concerns = (check: Check): check is RowCheck => check.after?.includes(event) ?? false
    if (!checks.some(concerns)) return
    const looks = checks.map((check) => ({ id: check.id, found: concerns(check) ? this.askAtOnce(check) : undefined }))
    if (looks.some(({ found }) => found)) db.write((tx) => this.keepFindings(tx, looks))
  }

  /** Whether the checks have run since the start of this process. */
  get hasLooked(): boolean {
    return this.looked
  }

  read(): schema.HealthReply {
    if (this.deps.db.isDamaged) return this.damage()
    const { checks, checkedAt, db } = this.deps
    const rows = store.listFindings(db.read).toSorted(worstFirst)
    const label = new Map(checks.map((check) => [check.id, check.label]))
    const open = rows.filter(({ dismissed_at }) => dismissed_at === null)
    return {
      state: open[0]?.gravity ?? 'ok',
      checked_at: checkedAt(),
      open_count: open.length,
      findings: rows.map((row) => ({ ...row, label: label.get(row.check_id) ?? row.check_id })),
      checks: checks.map(({ id, label }) => ({
        check_id: id,
        label,
        state: this.unknown.has(id) ? 'unknown' : (open.find(({ check_id }) => check_id === id)?.gravity ?? 'ok'),
      })),
    }
  }

  /** The reply without rows, which may be damaged. */
  private damage(): schema.HealthReply {
    const { checks, clock } = this.deps
    this.damagedSince ??= clock.now()
    const row = rowOf('database', DAMAGE, undefined, this.damagedSince)
    const label = checks.find(({ id }) => id === row.check_id)?.label ?? row.check_id
    return {
      state: row.gravity,
      checked_at: this.damagedSince,
      open_count: 1,
      findings: [{ ...row, label }],
      checks: checks.map(({ id, label }) => ({
        check_id: id,
        label,
        state: id === row.check_id ? row.gravity : 'unknown',
      })),
    }
  }

  dismiss(
    checkId: CheckId,
    { subject, dismissed = true }: { subject?: string; dismissed?: boolean },
  ): schema.HealthReply {
    const { db, clock } = this.deps
    db.write((tx) => {
      if (!store.markDismissed(tx, checkId, subject, dismissed ? clock.now() : null))
        throw new Refusal('missing', 'This problem is already resolved, so there is nothing to dismiss.')
      tx.emit({ type: 'health.changed' })
    })
    return this.read()
  }

  private async lookAtAll(): Promise<void> {
    this.looked = true
    const { checks, db } = this.deps
    this.newer.clear()
    const looks = await Promise.all(checks.map(async (check) => ({ id: check.id, found: await this.ask(check) })))
    const current = looks.map(({ id, found }) => ({ id, found: this.newer.has(id) ? undefined : found }))
    db.write((tx) => this.keepFindings(tx, current))
  }

  /** Findings of a check; undefined when it failed. */
  private async ask(check: Check): Promise<HealthFinding[] | undefined> {
    try {
      const found = await check.run()
      this.unknown.delete(check.id)
      return found
    } catch (error) {
      return this.failed(check, error)
    }
  }

  /** Findings of a check that does not wait; undefined when it failed. */
  private askAtOnce(check: RowCheck): HealthFinding[] | undefined {
    this.newer.add(check.id)
    try {
      const found = check.run()
      this.unknown.delete(check.id)
      return found
    } catch (error) {
      return this.failed(check, error)
    }
  }

  private failed({ id }: Check, error: unknown): undefined {
    this.unknown.add(id)
    this.deps.log.error('health', 'check failed', { check: id, error })
  }

  /** Stores the results. Findings of a check without a result stay. */
  private keepFindings(tx: Tx, looks: { id: CheckId; found: HealthFinding[] | undefined }[]): void {
    const before = new Map(store.listFindings(tx).map((row) => [nameOf(row.check_id, row.subject), row]))
    const change: HealthChange = { appeared: [], removed: [] }
    let isChanged = false
    for (const { id, found } of looks) {
      if (!found) {
        for (const [name, row] of before) if (row.check_id === id) before.delete(name)
        continue
      }
      for (const finding of found) {
        const known = before.get(nameOf(id, finding.subject))
        before.delete(nameOf(id, finding.subject))
        const row = rowOf(id, finding, known, this.deps.clock.now())
        if (known && isSame(known, row)) continue
        store.keepFinding(tx, row)
        isChanged = true
        if (!known || isWorse(row, known)) change.appeared.push(row)
      }
    }
    for (const row of before.values()) {
      store.removeFinding(tx, row)
      change.removed.push(row)
    }
    if (!isChanged && change.removed.length === 0) return
    for (const listener of this.onChange) listener(tx, change)
    tx.emit({ type: 'health.changed' })
  }
}

const nameOf = (checkId: CheckId, subject: string) => `${checkId} ${subject}`
const isSame = (one: store.FindingRow, other: store.FindingRow) =>
  (['gravity', 'message', 'remedy', 'page', 'dismissed_at'] as const).every((field) => one[field] === other[field])
const rank = (row: Pick<store.FindingRow, 'gravity'>) => severities.indexOf(row.gravity)
const isWorse = (row: store.FindingRow, known: store.FindingRow) => rank(row) > rank(known)

/** A lasting problem keeps its start, and a dismissed one stays dismissed unless it got worse. */
function rowOf(
  check_id: CheckId,
  found: HealthFinding,
  known: store.FindingRow | undefined,
  now: Instant,
): store.FindingRow {
  const row = { check_id, ...found, page: found.page ?? null, since: known?.since ?? now, dismissed_at: null }
  return known && !isWorse(row, known) ? { ...row, dismissed_at: known.dismissed_at } : row
}

/** Dismissed ones last; then by severity; then oldest first. */
function worstFirst(a: store.FindingRow, b: store.FindingRow): number {
  const dismissed = Number(a.dismissed_at !== null) - Number(b.dismissed_at !== null)
  return dismissed || rank(b) - rank(a) || (a.since < b.since ? -1 : 1)
}
