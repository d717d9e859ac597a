import { beforeEach, expect, test } from 'bun:test'
import { fakeClock } from '../../../testing/fakes/clock'
import { ReaderSearches } from './reader-searches'

const [ADA, BEN] = (['ada', 'ben'] as const).map((user_id) => ({ user_id, role: 'reader' as const })) as [
  { user_id: string; role: 'reader' },
  { user_id: string; role: 'reader' },
]

let clock: ReturnType<typeof fakeClock>
let searches: ReaderSearches
beforeEach(() => {
  clock = fakeClock()
  searches = new ReaderSearches(clock)
})
const search = (count: number, user: Parameters<ReaderSearches['count']>[0] = ADA, from = 0) => {
  for (let at = from; at < from + count; at++) searches.count(user, `comic ${at}`)
}
const LIMIT = 'You searched 30 times in an hour. Try again later.'

test('a reader searches 30 times in an hour, and others are not affected', () => {
  search(30)
  expect(() => search(1, ADA, 30)).toThrow(LIMIT)
  search(30, BEN)
})

test('the pages of a search count as one', () => {
  search(30)
  search(30)
})

test('an hour later the reader searches again', () => {
  search(15)
  clock.jump('30 min')
  search(15, ADA, 15)
  clock.jump('30 min')
  search(15, ADA, 30)
  expect(() => search(1, ADA, 45)).toThrow(LIMIT)
})

test.each(['owner', 'manager'] as const)('a user with the role %s is not limited', (role) => {
  search(100, { user_id: role, role })
})
