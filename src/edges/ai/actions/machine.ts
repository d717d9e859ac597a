import type { ActionOutcome, ActionStatus } from './states'

/** The states of a proposal. Pure. */

export type ActionMove = 'confirm' | 'dismiss' | 'apply' | 'outdate' | 'fail'

interface Place {
  status: ActionStatus
  outcome: ActionOutcome | null
}

/** All legal moves. `outdate`: the library differs from the preview. */
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

/** The state after a move; undefined when the move is not legal. */
export function stateAfter(status: ActionStatus, move: ActionMove): Place | undefined {
  return MOVES[status]?.[move]
}
