import { expect, test } from 'bun:test'
import { active, after, type Move, type State, states } from './machine'

const every: Move[] = ['start', 'succeed', 'fail', 'cancel', 'interrupt']
const exits = (state: State) => every.flatMap((move) => after(state, move) ?? [])

test('every state can be reached from queued', () => {
  const reached = new Set<State>(['queued'])
  for (const state of reached) for (const next of exits(state)) reached.add(next)
  expect([...reached].sort()).toEqual([...states].sort())
})

test('every active state has a way out, and what has ended stays ended', () => {
  for (const state of states) expect(exits(state).length > 0).toBe((active as readonly State[]).includes(state))
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
  expect(after(from, move)).toBe(to as State | undefined)
})
