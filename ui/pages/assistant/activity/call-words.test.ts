import { expect, test } from 'bun:test'
import { circuitLook, costWords, featureWords, latencyWords, limitWords } from './call-words'

test.each([
  [999, '999 ms'],
  [1000, '1.0 s'],
  [1250, '1.3 s'],
  [9999, '10.0 s'],
  [12_400, '12 s'],
])('%i ms are %p', (ms, words) => {
  expect(latencyWords(ms)).toBe(words)
})

test.each([
  [0, '0'],
  [0.001234, '0.0012'],
  [0.999, '1'],
  [1.23456, '1.235'],
])('the cost %p is %p', (cost, words) => {
  expect(costWords(cost)).toBe(words)
})

test.each([
  [{ circuit_state: 'closed' }, /^Ready$/],
  [{ circuit_state: 'closed', retry_at: '2026-11-21T12:00:00Z' }, /^The server accepts no requests until .+/],
  [{ circuit_state: 'open', retry_at: '2026-11-21T12:00:00Z' }, /^Paused until .+ after repeated failures$/],
  [{ circuit_state: 'open' }, /^Paused after repeated failures$/],
  [{ circuit_state: 'half-open', retry_at: '2026-11-21T12:00:00Z' }, /^Trying one request/],
])('%j is %p', (status, word) => {
  expect(circuitLook({ retry_at: null, ...status } as never).word).toMatch(word)
})

test.each([
  [
    { daily_limit: 0, rpm_limit: 0 },
    ['1 request and 40 tokens today. No limit is set.', 'No limit of requests a minute.'],
  ],
  [
    { daily_limit: 100_000, rpm_limit: 1 },
    ['1 request and 40 tokens today, of at most 100,000 tokens.', 'At most 1 request a minute.'],
  ],
])('the limits %j are %j', (limits, words) => {
  expect(limitWords({ today_tokens: 40, today_requests: 1, ...limits } as never)).toEqual(words)
})

test('a call for an unknown purpose is shown by its own name', () => {
  expect(featureWords({ feature_type: 'chat' } as never)).toBe('Chat')
  expect(featureWords({ feature_type: 'other' } as never)).toBe('other')
})
