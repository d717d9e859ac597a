import { describe, expect, test } from 'bun:test'
import {
  aboutWords,
  canRetry,
  countsWords,
  isPaused,
  itemWords,
  runState,
  type SearchItem,
  type SearchRun,
} from './search-run'

const run = (more: Partial<SearchRun> = {}): SearchRun =>
  ({
    trigger: 'issue_wanted',
    scope_type: 'issue',
    completion_state: 'completed',
    dispatch_state: 'dispatched',
    completed_at: '2026-11-21T08:00:00Z',
    accepted_count: 1,
    terminal_count: 1,
    running_count: 0,
    succeeded_count: 0,
    no_match_count: 0,
    blocked_count: 0,
    failed_count: 0,
    cancelled_count: 0,
    ...more,
  }) as SearchRun
const item = (more: Partial<SearchItem> = {}): SearchItem =>
  ({
    series: 'Harbor',
    issue_number: '3',
    unit: 'issue',
    entity_type: 'issue',
    state: 'no_match',
    comic_id: 'h',
    reason: null,
    ...more,
  }) as SearchItem

test.each<[run: Partial<SearchRun>, first: SearchItem | undefined, words: string]>([
  [{}, item(), 'Harbor #3'],
  [{ scope_type: 'series' }, item(), 'Harbor'],
  [{}, undefined, 'An issue'],
  [{ scope_type: 'series' }, item({ series: null }), 'A series'],
  [{ scope_type: 'wanted_backlog' as never }, item(), 'One wanted issue'],
  [{ scope_type: 'wanted_backlog' as never, accepted_count: 2 }, item(), 'Wanted issues'],
])('a search %j for %j is about %p', (more, first, words) => {
  expect(aboutWords(run(more), first)).toBe(words)
})

test.each<[item: Partial<SearchItem>, words: string]>([
  [{ entity_type: 'annual' }, 'Harbor Annual #3'],
  [{ unit: 'volume' }, 'Harbor Volume 3'],
  [{ issue_number: null }, 'Harbor'],
  [{ series: null }, 'No longer in the library'],
])('%j is named %p', (more, words) => {
  expect(itemWords(item(more))).toBe(words)
})

describe('the state of a search', () => {
  test.each<[run: Partial<SearchRun>, word: string]>([
    [{ completion_state: 'pending' }, 'Queued'],
    [{ completion_state: 'running', completed_at: null, terminal_count: 0 }, 'Queued'],
    [{ completion_state: 'running', completed_at: null, terminal_count: 0, running_count: 1 }, 'Searching'],
    [{ completion_state: 'running', completed_at: null, accepted_count: 3, terminal_count: 1 }, 'Searching'],
    [{ completion_state: 'partial' }, 'Partly completed'],
    [{ accepted_count: 2, succeeded_count: 1 }, 'Done'],
    [{}, 'Done'],
  ])('%j is %p', (more, word) => {
    expect(runState(run(more)).word).toBe(word)
  })

  test('of one issue shows its result without counts', () => {
    const [found, none] = [run({ succeeded_count: 1 }), run({ no_match_count: 1 })]
    expect(runState(found).word).not.toBe('Done')
    expect(runState(none).word).not.toBe(runState(found).word)
    expect([countsWords(found), countsWords(none)]).toEqual(['', ''])
  })
})

test.each<[run: Partial<SearchRun>, words: string]>([
  [{ accepted_count: 3, succeeded_count: 2, failed_count: 1 }, '2 found, 1 failed'],
  [
    {
      accepted_count: 40,
      terminal_count: 12,
      succeeded_count: 3,
      no_match_count: 8,
      blocked_count: 1,
      cancelled_count: 2,
      completed_at: null,
    },
    '12 of 40 searched for, 3 found, 8 without a match, 1 could not be searched for, 2 cancelled',
  ],
  [{ accepted_count: 1, terminal_count: 0, running_count: 1, completed_at: null }, 'Searching'],
  [{ accepted_count: 1, terminal_count: 0, completed_at: null }, 'Queued'],
  [{ accepted_count: 3, terminal_count: 0, completed_at: null }, 'Queued'],
  [{ completion_state: 'failed', failed_count: 1 }, '1 failed'],
  [{ accepted_count: 2 }, ''],
])('the counts of %j are %p', (more, words) => {
  expect(countsWords(run(more))).toBe(words)
})

test.each<[run: Partial<SearchRun>, isWaiting: boolean]>([
  [{ completed_at: null, dispatch_state: 'pending' as never }, true],
  [{ dispatch_state: 'pending' as never }, false],
  [{ completed_at: null }, false],
])('%j is paused: %p', (more, isWaiting) => {
  expect(isPaused(run(more))).toBe(isWaiting)
})

test.each<[item: Partial<SearchItem>, may: boolean]>([
  [{}, true],
  [{ state: 'failed' }, true],
  [{ state: 'succeeded' as never }, false],
  [{ comic_id: null }, false],
  [{ reason: 'removed' as never }, false],
])('%j may be searched for again: %p', (more, may) => {
  expect(canRetry(item(more))).toBe(may)
})
