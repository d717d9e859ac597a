export type OperationState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
export type OperationMove = 'start' | 'succeed' | 'fail' | 'cancel' | 'interrupt'
type OperationMoves = Partial<Record<OperationState, Partial<Record<OperationMove, OperationState>>>>

/** Every legal transition of an operation. `interrupt`: found running at the start, so the last process crashed. */
const operationMoves = {
  queued: { start: 'running', cancel: 'cancelled' },
  running: { succeed: 'succeeded', fail: 'failed', cancel: 'cancelled', interrupt: 'queued' },
} as const satisfies OperationMoves

export const operationStates = [
  'queued',
  'running',
  'succeeded',
  'failed',
  'cancelled',
] as const satisfies OperationState[]
export const activeStates = ['queued', 'running'] as const satisfies OperationState[]

/** The state after `move`; undefined when the transition is not legal. */
export function stateAfter(state: OperationState, move: OperationMove): OperationState | undefined {
  const legal: Partial<Record<OperationMove, OperationState>> = (operationMoves as OperationMoves)[state] ?? {}
  return legal[move]
}
