import { expect, test } from 'bun:test'
import { mayReceive } from './event-recipients'
import type { AppEvent } from './types'

const event = { type: 'request.changed', request_id: 'r1', user_ids: ['ada', 'ben'] } as const

test.each([
  ['ada', 'reader', true],
  ['cleo', 'reader', false],
  ['cleo', 'manager', true],
  ['owner', 'owner', true],
] as const)('a change of a request of Ada and Ben reaches %s, who is %s: %p', (user_id, role, isReceived) => {
  expect(mayReceive(event, { user_id, role, limits: null }, () => true)).toBe(isReceived)
})

test.each([
  ['owner', true],
  ['manager', false],
  ['reader', false],
] as const)('the report of a move, which names users and their limits, reaches a %s: %p', (role, isReceived) => {
  const report = { type: 'migration.progress', progress: {} } as AppEvent
  expect(mayReceive(report, { user_id: role, role, limits: null }, () => true)).toBe(isReceived)
})
