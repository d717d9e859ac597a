import type { ApplyState, PermitAction, PermitState, RepairRunState, RollbackState, RunAction } from './states'

type Table<S extends string, A extends string> = Readonly<Record<S, Partial<Readonly<Record<A, S>>>>>

const APPLYING = { apply: 'waiting_for_drain', roll_back: 'rollback_waiting_for_drain' } as const
const UNDOING = { roll_back: 'rollback_waiting_for_drain' } as const

/** All transitions of a run; others are refused. An interrupted run waits again from the start. */
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

/** The state of an item to be changed, by whether its row is still as in the preview. */
export const applyStateOf = (state: ApplyState | null, isUnchanged: boolean): ApplyState | undefined =>
  state !== 'pending' ? undefined : isUnchanged ? 'applied' : 'conflict'

/** The state of a changed item, by whether its row is still as the run left it. */
export const rollbackStateOf = (
  { apply_state, rollback_state }: { apply_state: ApplyState | null; rollback_state: RollbackState | null },
  isUnchanged: boolean,
): RollbackState | undefined => {
  if (apply_state !== 'applied' || rollback_state !== 'pending') return undefined
  return isUnchanged ? 'rolled_back' : 'conflict'
}
