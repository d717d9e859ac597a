import type { ActionOutcome, ActionStatus } from './states'

/** The life of a proposal: pure. */

export type ActionMove = 'confirm' | 'dismiss' | 'apply' | 'outdate' | 'fail'

interface Place {
  status: ActionStatus
  outcome: ActionOutcome | null
}

/** Every legal move. `outdate`: the library is not what the preview showed. */
const MOVES: Partial<Record<ActionStatus, Partial<Record<ActionMove, Place>>>> = {
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

export const actionMoves = ['confirm', 'dismiss', 'apply', 'outdate', 'fail'] as const satisfies ActionMove[]

/** Where a move leads; undefined when it is not legal. */
export function stateAfter(status: ActionStatus, move: ActionMove): Place | undefined {
  return MOVES[status]?.[move]
}
