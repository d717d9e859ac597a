import { expect, test } from 'bun:test'
import { actionMoves, stateAfter } from './machine'
import { type ActionStatus, actionStatuses } from './states'

const LEGAL: Record<string, string> = {
  'pending confirm': 'processing',
  'pending dismiss': 'dismissed',
  'processing apply': 'confirmed applied',
  'processing outdate': 'error stale',
  'processing fail': 'error failed',
}
const every = actionStatuses.flatMap((status) => actionMoves.map((move) => [status, move] as const))

test.each(every)('a proposal that is %s: %s', (status, move) => {
  const place = stateAfter(status as ActionStatus, move)
  const told = place && [place.status, place.outcome].filter(Boolean).join(' ')
  expect(told).toBe(LEGAL[`${status} ${move}`])
})
