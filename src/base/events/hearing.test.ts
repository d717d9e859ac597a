import { expect, test } from 'bun:test'
import type { Caller } from '../platform/caller'
import { mayHear } from './hearing'
import type { AppEvent } from './types'

const caller = (role: Caller['role'], user_id: string = role): Caller => ({ user_id, role, limits: null })
const hears = (event: AppEvent, by: Caller) => mayHear(event, by, () => true)

test('the report of a move, which names users and their limits, reaches the owner alone', () => {
  const event = { type: 'migration.progress', progress: {} } as AppEvent
  expect(['owner', 'manager', 'reader'].map((role) => hears(event, caller(role as Caller['role'])))).toEqual([true, false, false]) // biome-ignore format: one line
})
