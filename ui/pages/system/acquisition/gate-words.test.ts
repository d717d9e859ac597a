import { describe, expect, test } from 'bun:test'
import { actionOf, gateLook, gateText, runningWords, type SearchHealth, waitingWords } from './gate-words'

const health = (gate: object, more: object = {}): SearchHealth =>
  ({
    gate: { state: 'open', owner_alive: null, waiting: [], leases: [], ...gate },
    maintenance: { reason: null },
    reconciliation: { state: 'ready' },
    ...more,
  }) as unknown as SearchHealth

test.each([
  [{ state: 'open' }, 'Automatic searches are on'],
  [{ state: 'maintenance', owner_alive: true }, 'Maintenance is running'],
  [{ state: 'maintenance', owner_alive: null }, 'Maintenance is running'],
  [{ state: 'maintenance', owner_alive: false }, 'Maintenance stopped responding'],
])('the gate %j is called %p', (gate, title) => {
  expect(gateLook(health(gate)).title).toBe(title)
})

test.each([
  [{ state: 'open' }, /as they come out/],
  [{ state: 'paused' }, /until you resume it/],
  [{ state: 'pending_preview' }, /checked the list below/],
  [{ state: 'failed' }, /checked the list below/],
  [{ state: 'maintenance' }, /^$/],
])('the gate %j says %p', (gate, words) => {
  expect(gateText(health(gate))).toMatch(words)
})

test('maintenance shows its reason', () => {
  expect(gateText(health({ state: 'maintenance' }, { maintenance: { reason: 'A repair runs.' } }))).toBe(
    'A repair runs.',
  )
})

describe('the actions on the gate', () => {
  const migrating = { reconciliation: { state: 'migrating' } }

  test.each<[gate: object, more: object, action: string | undefined]>([
    [{ state: 'open' }, {}, 'pause'],
    [{ state: 'paused' }, {}, 'resume'],
    [{ state: 'pending_preview' }, {}, 'start'],
    [{ state: 'failed' }, {}, 'start'],
    [{ state: 'maintenance', owner_alive: true }, {}, undefined],
    [{ state: 'maintenance', owner_alive: false }, {}, 'abort'],
    [{ state: 'maintenance', owner_alive: null }, {}, undefined],
    [{ state: 'migrating', owner_alive: null }, migrating, 'abort'],
    [{ state: 'migrating', owner_alive: true }, migrating, undefined],
  ])('%j %j: %p', (gate, more, action) => {
    expect(actionOf(health(gate, more))).toBe(action as never)
  })
})

test.each([
  [[], undefined],
  [[{ producer: 'search', count: 1 }], '1 search waits.'],
  [[{ producer: 'search', count: 2 }], '2 searches wait.'],
  [
    [
      { producer: 'search', count: 2 },
      { producer: 'feeds', count: 1 },
    ],
    '2 searches and 1 RSS sync wait.',
  ],
  [
    [
      { producer: 'search', count: 2 },
      { producer: 'feeds', count: 1 },
      { producer: 'retry', count: 3 },
    ],
    '2 searches, 1 RSS sync and 3 retries wait.',
  ],
])('%j waiting: %p', (waiting, words) => {
  expect(waitingWords(waiting as never)).toBe(words as never)
})

test.each([
  [[], undefined],
  [['search'], '1 search is running.'],
  [['search', 'feeds', 'search'], '2 searches and 1 RSS sync are running.'],
])('%j running: %p', (producers, words) => {
  expect(runningWords(producers.map((producer) => ({ producer })) as never)).toBe(words as never)
})
