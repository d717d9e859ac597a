import { expect, test } from 'bun:test'
import { activeStates, type OperationMove, type OperationState, operationStates, stateAfter } from './machine'

const every: OperationMove[] = ['start', 'succeed', 'fail', 'cancel', 'interrupt']
const exits = (state: OperationState) => every.flatMap((move) => stateAfter(state, move) ?? [])

test('every state can be reached from queued', () => {
  const reached = new Set<OperationState>(['queued'])
  for (const state of reached) for (const next of exits(state)) reached.add(next)
  expect([...reached].sort()).toEqual([...operationStates].sort())
})

test('every active state has a way out, and ended states stay ended', () => {
  for (const state of operationStates)
    expect(exits(state).length > 0).toBe((activeStates as readonly OperationState[]).includes(state))
})

test.each([
  ['queued', 'start', 'running'],
  ['queued', 'cancel', 'cancelled'],
  ['queued', 'succeed', undefined],
  ['queued', 'interrupt', undefined],
  ['running', 'succeed', 'succeeded'],
  ['running', 'fail', 'failed'],
  ['running', 'cancel', 'cancelled'],
  ['running', 'interrupt', 'queued'],
  ['running', 'start', undefined],
  ['cancelled', 'succeed', undefined],
  ['succeeded', 'cancel', undefined],
  ['failed', 'start', undefined],
] as const)('%s + %s leads to %p', (from, move, to) => {
  expect(stateAfter(from, move)).toBe(to as OperationState | undefined)
})
