export type State = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
export type Move = 'start' | 'succeed' | 'fail' | 'cancel' | 'interrupt'
type Moves = Partial<Record<State, Partial<Record<Move, State>>>>

/** Every legal transition of an operation. `interrupt`: found running at the start, so the last process crashed. */
const moves = {
  queued: { start: 'running', cancel: 'cancelled' },
  running: { succeed: 'succeeded', fail: 'failed', cancel: 'cancelled', interrupt: 'queued' },
} as const satisfies Moves

export const states = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const satisfies State[]
export const active = ['queued', 'running'] as const satisfies State[]

/** The state after `move`; undefined when the transition is not legal. */
export function after(state: State, move: Move): State | undefined {
  const legal: Partial<Record<Move, State>> = (moves as Moves)[state] ?? {}
  return legal[move]
}
