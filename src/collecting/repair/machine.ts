import type { ApplyState, PermitAction, PermitState, RepairRunState, RollbackState, RunAction } from './states'

type Table<S extends string, A extends string> = Readonly<Record<S, Partial<Readonly<Record<A, S>>>>>

const APPLYING = { apply: 'waiting_for_drain', roll_back: 'rollback_waiting_for_drain' } as const
const UNDOING = { roll_back: 'rollback_waiting_for_drain' } as const

/** Every move of a run; anything else is refused. A run that was cut off begins its wait again. */
const RUN: Table<RepairRunState, RunAction> = {
  previewed: { confirm: 'confirmed' },
  confirmed: { apply: 'waiting_for_drain' },
  waiting_for_drain: { ...APPLYING, drained: 'applying' },
  applying: {
    ...APPLYING,
    finish_canary: 'canary_complete',
    finish: 'completed',
    finish_with_conflicts: 'needs_review',
  },
  canary_complete: APPLYING,
  completed: UNDOING,
  needs_review: UNDOING,
  rollback_waiting_for_drain: { ...UNDOING, drained: 'rolling_back' },
  rolling_back: {
    ...UNDOING,
    finish_rollback: 'rolled_back',
    finish_rollback_with_conflicts: 'rollback_needs_review',
  },
  rolled_back: {},
  rollback_needs_review: {},
}

const PERMIT: Table<PermitState, PermitAction> = {
  waiting_for_drain: { drained: 'authorized', release: 'cancelled', expire: 'cancelled' },
  authorized: { claim: 'claimed', release: 'cancelled', expire: 'cancelled' },
  claimed: { complete: 'completed' },
  completed: {},
  cancelled: {},
}

/** The state after an action; undefined when the state does not allow it. */
export const runAfter = (state: RepairRunState, action: RunAction): RepairRunState | undefined => RUN[state][action]
export const permitAfter = (state: PermitState, action: PermitAction): PermitState | undefined => PERMIT[state][action]

/** Of an item that is to be changed: whether its row was still as the preview found it. */
export const applyStateOf = (state: ApplyState | null, isUnchanged: boolean): ApplyState | undefined =>
  state !== 'pending' ? undefined : isUnchanged ? 'applied' : 'conflict'

/** Of an item that was changed: whether its row was still as the run left it. */
export const rollbackStateOf = (
  { apply_state, rollback_state }: { apply_state: ApplyState | null; rollback_state: RollbackState | null },
  isUnchanged: boolean,
): RollbackState | undefined => {
  if (apply_state !== 'applied' || rollback_state !== 'pending') return undefined
  return isUnchanged ? 'rolled_back' : 'conflict'
}
