import type { Clock, Instant, Log } from '../../platform/ports'
import { Refusal } from '../../refusal'
import type { Database, Tx } from '../../storage/database'
import { type CheckId, severities } from '../states'
import type { Check, HealthFinding } from './check'
import { DAMAGE } from './database'
import type * as schema from './schema'
import * as store from './store'

/** What changed with a look: what is new or got worse, and what is well again. */
export interface HealthChange {
  appeared: store.FindingRow[]
  gone: store.FindingRow[]
}

interface Deps {
  db: Database
  clock: Clock
  log: Log
  checks: readonly Check[]
  /** When the checks ran last, whoever asked for them. */
  checkedAt: () => Instant | null
}

/** What is not well with Panelkeep and what is around it. Findings are rows, so that each has a since-when. */
export class Health {
  /** Called in the write that keeps a change, for whoever is to be told of it. */
  readonly onChange: ((tx: Tx, change: HealthChange) => void)[] = []
  private readonly unknown: Set<CheckId>
  private last: Promise<void> = Promise.resolve()
  /** A look that has not begun yet. */
  private waiting: Promise<void> | undefined
  private looked = false
  private damagedSince: Instant | undefined

  constructor(private readonly deps: Deps) {
    this.unknown = new Set(deps.checks.map(({ id }) => id))
  }

  /** Looks at everything. A look that goes on already may have been too early for whoever asks, so another follows it. */
  run(): Promise<void> {
    if (this.waiting !== undefined) return this.waiting
    const turn = this.last.then(() => {
      this.waiting = undefined
      return this.lookAtAll()
    })
    this.waiting = turn
    this.last = turn.catch(() => undefined) // whoever asked hears of it; the next look goes on
    return turn
  }

  /** In this run. */
  get hasLooked(): boolean {
    return this.looked
  }

  look(): schema.Health {
    if (this.deps.db.isDamaged) return this.damage()
    const { checks, checkedAt, db } = this.deps
    const rows = store.listFindings(db.read).toSorted(worstFirst)
    const label = new Map(checks.map((check) => [check.id, check.label]))
    const open = rows.filter(({ dismissed_at }) => dismissed_at === null)
    return {
      state: open[0]?.gravity ?? 'ok',
      checked_at: checkedAt(),
      open_count: open.filter(({ gravity }) => gravity !== 'notice').length,
      findings: rows.map((row) => ({ ...row, label: label.get(row.check_id) ?? row.check_id })),
      checks: checks.map(({ id, label }) => ({
        check_id: id,
        label,
        state: this.unknown.has(id) ? 'unknown' : (open.find(({ check_id }) => check_id === id)?.gravity ?? 'ok'),
      })),
    }
  }

  /** Without the rows, which may not be read any more. */
  private damage(): schema.Health {
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

  dismiss(checkId: CheckId, { subject, dismissed = true }: { subject?: string; dismissed?: boolean }): schema.Health {
    const { db, clock } = this.deps
    db.write((tx) => {
      if (!store.markDismissed(tx, checkId, subject, dismissed ? clock.now() : null))
        throw new Refusal('missing', 'This is well again, so there is nothing to dismiss.')
      tx.emit({ type: 'health.changed' })
    })
    return this.look()
  }

  private async lookAtAll(): Promise<void> {
    this.looked = true
    const { checks, db } = this.deps
    const looks = await Promise.all(checks.map(async (check) => ({ id: check.id, found: await this.ask(check) })))
    db.write((tx) => this.keep(tx, looks))
  }

  /** Undefined when it could not be looked at. */
  private async ask(check: Check): Promise<HealthFinding[] | undefined> {
    try {
      const found = await check.look()
      this.unknown.delete(check.id)
      return found
    } catch (error) {
      this.unknown.add(check.id)
      this.deps.log.error('health', 'check failed', { check: check.id, error })
      return undefined
    }
  }

  private keep(tx: Tx, looks: { id: CheckId; found: HealthFinding[] | undefined }[]): void {
    const before = new Map(store.listFindings(tx).map((row) => [nameOf(row.check_id, row.subject), row]))
    const change: HealthChange = { appeared: [], gone: [] }
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
      change.gone.push(row)
    }
    if (!isChanged && change.gone.length === 0) return
    for (const told of this.onChange) told(tx, change)
    tx.emit({ type: 'health.changed' })
  }
}

const nameOf = (checkId: CheckId, subject: string) => `${checkId} ${subject}`
const isSame = (one: store.FindingRow, other: store.FindingRow) =>
  (['gravity', 'message', 'remedy', 'page', 'dismissed_at'] as const).every((field) => one[field] === other[field])
const rank = (row: Pick<store.FindingRow, 'gravity'>) => severities.indexOf(row.gravity)
const isWorse = (row: store.FindingRow, known: store.FindingRow) => rank(row) > rank(known)

/** What lasts keeps its since-when, and what was dismissed stays so unless it got worse. */
function rowOf(
  check_id: CheckId,
  found: HealthFinding,
  known: store.FindingRow | undefined,
  now: Instant,
): store.FindingRow {
  const row = { check_id, ...found, page: found.page ?? null, since: known?.since ?? now, dismissed_at: null }
  return known && !isWorse(row, known) ? { ...row, dismissed_at: known.dismissed_at } : row
}

/** Dismissed ones last; then by gravity; then the oldest. */
function worstFirst(a: store.FindingRow, b: store.FindingRow): number {
  const dismissed = Number(a.dismissed_at !== null) - Number(b.dismissed_at !== null)
  return dismissed || rank(b) - rank(a) || (a.since < b.since ? -1 : 1)
}
