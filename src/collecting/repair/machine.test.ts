import { describe, expect, test } from 'bun:test'
import { applyStateOf, permitAfter, rollbackStateOf, runAfter } from './machine'
import {
  type ApplyState,
  applyStates,
  type PermitAction,
  type PermitState,
  permitActions,
  permitStates,
  type RepairRunState,
  type RunAction,
  repairRunStates,
  rollbackStates,
  runActions,
} from './states'

/** Every allowed move; all other combinations are refused. */
const RUN: [RepairRunState, RunAction, RepairRunState][] = [
  ['previewed', 'confirm', 'confirmed'],
  ['confirmed', 'apply', 'waiting_for_drain'],
  ['waiting_for_drain', 'apply', 'waiting_for_drain'],
  ['waiting_for_drain', 'drained', 'applying'],
  ['waiting_for_drain', 'roll_back', 'rollback_waiting_for_drain'],
  ['applying', 'apply', 'waiting_for_drain'],
  ['applying', 'finish_canary', 'canary_complete'],
  ['applying', 'finish', 'completed'],
  ['applying', 'finish_with_conflicts', 'needs_review'],
  ['applying', 'roll_back', 'rollback_waiting_for_drain'],
  ['canary_complete', 'apply', 'waiting_for_drain'],
  ['canary_complete', 'roll_back', 'rollback_waiting_for_drain'],
  ['completed', 'roll_back', 'rollback_waiting_for_drain'],
  ['needs_review', 'roll_back', 'rollback_waiting_for_drain'],
  ['rollback_waiting_for_drain', 'roll_back', 'rollback_waiting_for_drain'],
  ['rollback_waiting_for_drain', 'drained', 'rolling_back'],
  ['rolling_back', 'roll_back', 'rollback_waiting_for_drain'],
  ['rolling_back', 'finish_rollback', 'rolled_back'],
  ['rolling_back', 'finish_rollback_with_conflicts', 'rollback_needs_review'],
]

const PERMIT: [PermitState, PermitAction, PermitState][] = [
  ['waiting_for_drain', 'drained', 'authorized'],
  ['waiting_for_drain', 'release', 'cancelled'],
  ['waiting_for_drain', 'expire', 'cancelled'],
  ['authorized', 'claim', 'claimed'],
  ['authorized', 'release', 'cancelled'],
  ['authorized', 'expire', 'cancelled'],
  ['claimed', 'complete', 'completed'],
]

const resultOf = <S, A>(moves: [S, A, S][], state: S, action: A) =>
  moves.find(([from, by]) => from === state && by === action)?.[2]

describe('a run', () => {
  const all = repairRunStates.flatMap((state) => runActions.map((action) => [state, action] as const))

  test.each(all)('in %s answers to %s as the table says', (state, action) => {
    expect(runAfter(state, action)).toBe(resultOf(RUN, state, action) as RepairRunState)
  })
})

describe('a permit', () => {
  const all = permitStates.flatMap((state) => permitActions.map((action) => [state, action] as const))

  test.each(all)('in %s answers to %s as the table says', (state, action) => {
    expect(permitAfter(state, action)).toBe(resultOf(PERMIT, state, action) as PermitState)
  })
})

describe('an item', () => {
  const before = [null, ...applyStates]

  test.each(before)('in %s is applied once, and a changed row is a conflict', (state) => {
    expect(applyStateOf(state, true)).toBe(state === 'pending' ? 'applied' : undefined)
    expect(applyStateOf(state, false)).toBe(state === 'pending' ? 'conflict' : undefined)
  })

  const both = before.flatMap((apply_state) =>
    [null, ...rollbackStates].map((rollback_state) => [apply_state, rollback_state] as const),
  )

  test.each(both)(
    'that was %s and is %s is restored once, and only when it was applied',
    (apply_state, rollback_state) => {
      const state = { apply_state: apply_state as ApplyState | null, rollback_state }
      const may = apply_state === 'applied' && rollback_state === 'pending'
      expect(rollbackStateOf(state, true)).toBe(may ? 'rolled_back' : undefined)
      expect(rollbackStateOf(state, false)).toBe(may ? 'conflict' : undefined)
    },
  )
})
