import type { Instant } from '../../base/platform/ports'
import type { Tx } from '../../base/storage/database'
import { correctIssue, setFileGone } from '../../library/series/correct-store'
import { recount } from '../../library/series/counts-store'
import { basisNow } from './evidence-store'
import { applyStateOf, rollbackStateOf } from './machine'
import type { RepairBasis, RowChange } from './states'
import { changeItem, type RepairItem } from './store'

/** Compare and set of single rows, inside the transaction of a run. */

interface Batch {
  comic_id: string
  at: Instant
}

/** Applies the changes and returns how many; the other items are conflicts. `proven`: files that are still on disk. */
export function applyItems(tx: Tx, { comic_id, at }: Batch, items: readonly RepairItem[], proven: ReadonlySet<string>) {
  const changed: RepairItem[] = []
  for (const item of items) {
    const conflict = conflictOf(tx, item, proven)
    const state = applyStateOf(item.apply_state, conflict === undefined)
    if (state === undefined) continue
    if (state === 'conflict') changeItem(tx, item, { apply_state: state, conflict: conflict ?? null })
    else {
      write(tx, { ...item, comic_id }, item.change ?? {}, null, at)
      changed.push(item)
    }
  }
  recount(tx, comic_id)
  for (const item of changed) {
    changeItem(tx, item, { apply_state: 'applied', applied: basisNow(tx, item.issue_id, item.basis.file_id) ?? null })
  }
  return changed.length
}

/** Restores earlier values and returns for how many items. */
export function rollBackItems(tx: Tx, { comic_id, at }: Batch, items: readonly RepairItem[]): number {
  let restored = 0
  for (const item of items) {
    const { basis, change } = item
    const now = basisNow(tx, item.issue_id, basis.file_id)
    const isUnchanged = now !== undefined && item.applied !== null && isSameRow(item.applied, now, [basis.gone_at])
    const state = rollbackStateOf(item, isUnchanged)
    if (state === undefined) continue
    const conflict = now ? 'It changed after the repair.' : GONE
    changeItem(tx, item, { rollback_state: state, ...(state === 'conflict' ? { conflict } : {}) })
    if (state === 'conflict') continue
    write(tx, { ...item, comic_id }, earlier(basis, change ?? {}), basis.gone_at, at)
    restored++
  }
  recount(tx, comic_id)
  return restored
}

/** The fields of a change with their values before it. */
const earlier = (basis: RepairBasis, { intent, fulfillment, location }: RowChange): RowChange => ({
  ...(intent === undefined ? {} : { intent: basis.intent }),
  ...(fulfillment === undefined ? {} : { fulfillment: basis.fulfillment }),
  ...(location === undefined ? {} : { location }),
})

function write(
  tx: Tx,
  { issue_id, comic_id, basis }: Pick<RepairItem, 'issue_id' | 'basis'> & { comic_id: string },
  { location, ...change }: RowChange,
  goneAt: Instant | null,
  at: Instant,
): void {
  if (location !== undefined && basis.file_id !== null) setFileGone(tx, basis.file_id, goneAt)
  correctIssue(tx, { issue_id, comic_id }, change, at)
}

const GONE = 'The library no longer has it.'

function conflictOf(tx: Tx, { issue_id, basis, change, reason }: RepairItem, proven: ReadonlySet<string>) {
  const now = basisNow(tx, issue_id, basis.file_id)
  if (!now) return GONE
  // Another issue in the same file may have restored it.
  if (!isSameRow(basis, now, change?.location === undefined ? [] : [null])) return 'It changed after the preview.'
  if (reason === 'verified_file' && basis.file_id !== null && !proven.has(basis.file_id))
    return 'Its file is no longer on disk.'
  return undefined
}

const isSameRow = (before: RepairBasis, now: RepairBasis, orGone: readonly (string | null)[]) =>
  before.intent === now.intent &&
  before.fulfillment === now.fulfillment &&
  before.file_id === now.file_id &&
  before.open === now.open &&
  [before.gone_at, ...orGone].includes(now.gone_at)
