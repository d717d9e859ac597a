import { afterEach, beforeEach, expect, test } from 'bun:test'
import { testDatabase } from '../../testing/database'
import { NO_LIMITS } from '../../testing/users'
import { systemRandom } from '../platform/random'
import type { Database } from '../storage/database'
import { seesNothing } from './limits'
import { checkedUserName, usableUserName } from './login-names'
import { addUserRow, freeUserName } from './users'

/** Users of other programs, whose names and limits no form has checked. */

let db: Database
beforeEach(() => {
  db = testDatabase()
})
afterEach(() => db.close())

test.each([
  ['kim', 'kim'],
  ['kim@example.org', 'kim@example.org'],
  [' Kim ', 'Kim'],
  ['kim:x', 'kim_x'],
  ['a:\n:b', 'a_b'],
  ['e\u0301', '\u00e9'],
  ['', 'User'],
  [' ', 'User'],
  ['x'.repeat(80), 'x'.repeat(60)],
  [`${'x'.repeat(59)}😀`, 'x'.repeat(59)],
])('the name %j becomes %j, which a user can have', (name, usable) => {
  expect(usableUserName(name)).toBe(usable)
  expect(checkedUserName(usable)).toBe(usable)
})

const add = (name: string) =>
  db.write((tx) => {
    const free = freeUserName(tx, name, 'Olive')
    addUserRow(tx, { name: free, role: 'reader' }, { random: systemRandom, at: '2026-11-21T08:00:00.000Z', before: 1 })
    return free
  })

test('a name that another user or the owner has gets a number, and stays short enough', () => {
  expect(['kim', 'KIM', 'Kim', 'olive'].map(add)).toEqual(['kim', 'KIM 2', 'Kim 3', 'olive 2'])
  const long = 'x'.repeat(60)
  expect([add(long), add(long)]).toEqual([long, `${'x'.repeat(58)} 2`])
})

test.each([
  [null, false],
  [NO_LIMITS, false],
  [{ ...NO_LIMITS, collections: ['c'] }, false],
  [{ ...NO_LIMITS, collections: [] }, true],
])('the limits %j hide everything: %p', (limits, hides) => expect(seesNothing(limits)).toBe(hides))
