import { expect, test } from 'bun:test'
import { completionOf, type ItemCounts } from './machine'

test.each<[ItemCounts, ReturnType<typeof completionOf>]>([
  [{}, 'completed'],
  [{ accepted: 1, succeeded: 4 }, 'running'],
  [{ running: 1 }, 'running'],
  [{ succeeded: 2, no_match: 7 }, 'completed'],
  [{ no_match: 1, cancelled: 1 }, 'completed'],
  [{ succeeded: 1, no_match: 1, failed: 1 }, 'partial'],
  [{ no_match: 1, quarantined: 1 }, 'partial'],
  [{ failed: 2 }, 'failed'],
  [{ failed: 1, blocked: 1 }, 'failed'],
  [{ blocked: 3 }, 'blocked'],
])('items %j make a run that is %s', (counts, state) => {
  expect(completionOf(counts)).toBe(state)
})
