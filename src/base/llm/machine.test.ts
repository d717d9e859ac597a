import { describe, expect, test } from 'bun:test'
import { plus } from '../platform/clock'
import { afterOutcome, afterSending, type Circuit, CLOSED, circuitBlockedUntil, shownCircuit } from './machine'
import { type CircuitState, circuitStates } from './states'

const NOW = '2026-11-21T08:00:00.000Z'
const LIMITS = { threshold: 5, cooldownMs: 300_000 }
const TRIAL_MS = 30 * 60_000

const row = (circuit: CircuitState, failures_in_row: number, agoMs: number | null): Circuit => ({
  circuit,
  failures_in_row,
  changed_at: agoMs === null ? null : plus(NOW, -agoMs),
})
const AGES = [null, -86_400_000, -1, 0, 1, 299_999, 300_000, 300_001, TRIAL_MS - 1, TRIAL_MS, 86_400_000]
const ALL = circuitStates.flatMap((state) =>
  [0, 1, 3, 4, 5, 9].flatMap((failures) => AGES.map((age) => [state, failures, age] as const)),
)

describe('for every state, count and age', () => {
  test.each(ALL)('%s with %i failures, %p ms ago', (state, failures, age) => {
    const before = row(state, failures, age)

    const until = circuitBlockedUntil(before, NOW, LIMITS)
    const pauseMs = state === 'open' ? LIMITS.cooldownMs : TRIAL_MS
    // A time in the future was written before the clock was set back, and blocks nothing.
    const isBlocked = state !== 'closed' && age !== null && age >= 0 && age < pauseMs
    expect(until).toBe(isBlocked ? plus(NOW, pauseMs - age!) : (undefined as never))

    expect(afterSending(before, NOW)).toEqual(state === 'closed' ? before : row('half-open', failures, 0))
    expect(afterOutcome(before, 'success', NOW, LIMITS)).toEqual(CLOSED)

    const failed = afterOutcome(before, 'failure', NOW, LIMITS)
    expect(failed.failures_in_row).toBe(failures + 1)
    if (state === 'half-open') expect(failed).toMatchObject({ circuit: 'open', changed_at: NOW })
    if (state === 'open') expect(failed).toMatchObject({ circuit: 'open', changed_at: before.changed_at })
    if (state === 'closed') expect(failed.circuit).toBe(failures + 1 >= LIMITS.threshold ? 'open' : 'closed')

    const none = afterOutcome(before, 'none', NOW, LIMITS)
    expect(none.failures_in_row).toBe(failures)
    if (state === 'half-open') {
      expect(none.circuit).toBe('open')
      expect(circuitBlockedUntil(none, NOW, LIMITS)).toBeUndefined()
    } else expect(none).toEqual(before)

    const shown = shownCircuit(before, NOW, LIMITS)
    expect(shown).toBe(state === 'open' && !isBlocked ? 'half-open' : state)
  })
})

test('a server that fails is paused, tried once, paused again, tried again and used again', () => {
  let circuit: Circuit = CLOSED
  for (let at = 0; at < 5; at++) {
    expect(circuitBlockedUntil(circuit, NOW, LIMITS)).toBeUndefined()
    circuit = afterOutcome(afterSending(circuit, NOW), 'failure', NOW, LIMITS)
  }
  expect(circuitBlockedUntil(circuit, NOW, LIMITS)).toBe('2026-11-21T08:05:00.000Z')
  const later = plus(NOW, 300_000)
  expect(circuitBlockedUntil(circuit, later, LIMITS)).toBeUndefined()
  const trial = afterSending(circuit, later)
  // Only one request is the trial.
  expect(circuitBlockedUntil(trial, later, LIMITS)).toBeDefined()
  const again = afterOutcome(trial, 'failure', later, LIMITS)
  expect(circuitBlockedUntil(again, later, LIMITS)).toBe('2026-11-21T08:10:00.000Z')
  const last = plus(later, 300_000)
  expect(afterOutcome(afterSending(again, last), 'success', last, LIMITS)).toEqual(CLOSED)
})
