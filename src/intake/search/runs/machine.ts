import type { CompletionState, SearchItemState } from '../states'

/** Open states: after a restart, these items are searched for again. */
export const openItems = ['accepted', 'running'] as const satisfies SearchItemState[]
export type EndState = Exclude<SearchItemState, (typeof openItems)[number]>

/** An item that the process died under this often is not retried, as it may be the cause. */
export const MOST_ATTEMPTS = 3

export type ItemCounts = Partial<Record<SearchItemState, number>>

export const totalOf = (counts: ItemCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
export const openOf = ({ accepted = 0, running = 0 }: ItemCounts): number => accepted + running

/** Outcome of a run: a search without a match is complete, one that could not run is not. */
export function completionOf(counts: ItemCounts): CompletionState {
  if (openOf(counts) > 0) return 'running'
  const { blocked = 0, failed = 0, quarantined = 0 } = counts
  const undone = blocked + failed + quarantined
  if (undone === 0) return 'completed'
  if (undone < totalOf(counts)) return 'partial'
  return blocked === undone ? 'blocked' : 'failed'
}
