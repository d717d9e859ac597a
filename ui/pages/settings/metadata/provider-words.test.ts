import { expect, test } from 'bun:test'
import { providerState, spentWords, type WireProvider } from './provider-words'

const provider = (more: object = {}) =>
  ({
    name: 'comicvine',
    enabled: true,
    configured: true,
    state: 'ready',
    failure: null,
    blocked_until: null,
    asked_last_hour: 0,
    budget_hour: 200,
    ...more,
  }) as unknown as WireProvider
const LATER = '2026-11-21T12:00:00Z'

test.each([
  [{ enabled: false, configured: false }, /^Off$/],
  [{ configured: false }, /^Needs a .+/],
  [{ failure: 'auth', blocked_until: LATER, state: 'blocked' }, /^Login rejected$/],
  [{ failure: 'banned', blocked_until: LATER, state: 'blocked' }, /^Blocked until .+/],
  [{ failure: 'limit', blocked_until: LATER, state: 'blocked' }, /^Paused until .+/],
  [{ blocked_until: LATER }, /^Ready$/],
  [{}, /^Ready$/],
  [{ state: 'failing' }, /^Not reachable$/],
])('the provider %j is %p', (more, word) => {
  expect(providerState(provider(more)).word).toMatch(word)
})

test.each([
  [{}, 'No requests in the last hour'],
  [{ asked_last_hour: 14 }, '14 of 200 requests used in the last hour'],
  [{ asked_last_hour: 14, budget_hour: 2000 }, '14 of 2,000 requests used in the last hour'],
  [{ asked_last_hour: 14, budget_hour: 2001 }, '14 requests in the last hour'],
  [{ asked_last_hour: 1, budget_hour: null }, '1 request in the last hour'],
])('%j spent: %p', (more, words) => {
  expect(spentWords(provider(more))).toBe(words)
})
