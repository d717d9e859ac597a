import type { ActionOutcome, ActionStatus } from './states'

/** The life of a proposal: pure. */

export type Move = 'confirm' | 'dismiss' | 'apply' | 'outdate' | 'fail'

interface Place {
  status: ActionStatus
  outcome: ActionOutcome | null
}

/** Every legal move. `outdate`: the library is not what the preview showed. */
const MOVES: Partial<Record<ActionStatus, Partial<Record<Move, Place>>>> = {
  pending: {
    confirm: { status: 'processing', outcome: null },
    dismiss: { status: 'dismissed', outcome: null },
  },
  processing: {
    apply: { status: 'confirmed', outcome: 'applied' },
    outdate: { status: 'error', outcome: 'stale' },
    fail: { status: 'error', outcome: 'failed' },
  },
}

export const moves = ['confirm', 'dismiss', 'apply', 'outdate', 'fail'] as const satisfies Move[]

/** Where a move leads; undefined when it is not legal. */
export function after(status: ActionStatus, move: Move): Place | undefined {
  return MOVES[status]?.[move]
}
