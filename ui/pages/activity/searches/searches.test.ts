import { afterEach, expect, test } from 'bun:test'
import { html } from '../../../html'
import { toasts } from '../../../state/toasts'
import { type Replies, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import type { SearchItem, SearchRun } from './search-run'
import { SearchesPage } from './searches'

withWindow()
afterEach(() => {
  toasts.value = []
})

const run = (run_id: string, change: Partial<SearchRun> = {}): SearchRun => ({
  run_id,
  command_kind: 'search',
  trigger: 'manual_wanted_scan',
  cause: 'manual_wanted_scan',
  scope_type: 'wanted_backlog',
  scope_id: 'all',
  dispatch_state: 'accepted',
  completion_state: 'partial',
  reason: null,
  accepted_count: 3,
  terminal_count: 3,
  running_count: 0,
  succeeded_count: 1,
  no_match_count: 1,
  blocked_count: 0,
  failed_count: 1,
  cancelled_count: 0,
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: '2026-11-20T10:00:00.000Z',
  completed_at: '2026-11-20T10:05:00.000Z',
  queue_priority: 'routine',
  ...change,
})
const item = (entity_id: string, change: Partial<SearchItem> = {}): SearchItem => ({
  entity_type: 'issue',
  entity_id,
  state: 'no_match',
  attempt_count: 1,
  reason: null,
  updated_at: '2026-11-20T10:00:00.000Z',
  completed_at: null,
  queue_priority: 'routine',
  attempt_status: 'no_match',
  comic_id: 's1',
  series: 'Harbor Lights',
  issue_number: entity_id.slice(1),
  unit: 'issue',
  ...change,
})
const items = [
  item('i1', { state: 'succeeded' }),
  item('i2'),
  item('i3', { state: 'failed', reason: 'no_provider_answered', attempt_count: 2 }),
]
const open = (runs: SearchRun[], more: Replies = {}, path = '/activity/history/searches') =>
  renderPage(html`<${SearchesPage} />`, {
    path,
    replies: {
      'GET /api/search/runs': { runs, pagination: { total: runs.length, limit: 20, offset: 0, has_more: false } },
      ...more,
    },
  })
const withItems = (one: SearchRun) => ({ [`GET /api/search/runs/${one.run_id}`]: { success: true, run: one, items } })

test('searches are listed with their subject and their result', async () => {
  const series = run('r2', { scope_type: 'series', scope_id: 's1', cause: 'search_all_missing' })
  const page = await open([run('r1'), series], withItems(series))
  const heads = [...page.root.querySelectorAll('.run-head')].map((one) => one.textContent)
  expect(heads[0]).toContain('Wanted issuesSearch for all wanted issues')
  expect(heads[0]).toContain('1 found, 1 without a match, 1 failed')
  expect(heads[1]).toContain('Harbor Lights')
  expect(page.requests.some(({ name }) => name.endsWith('/r1'))).toBe(false)
})

test('a search for one issue shows its result', async () => {
  const one = { completion_state: 'completed', accepted_count: 1, terminal_count: 1, failed_count: 0 } as const
  const none = run('r1', { ...one, succeeded_count: 0 })
  const page = await open([none, run('r2', { ...one, no_match_count: 0 })])
  const states = [...page.root.querySelectorAll('.run-state')].map((each) => each.textContent)
  expect(states).toEqual(['No acceptable release', 'Found'])
})

test('a search for one issue that runs, or is queued, says so once', async () => {
  const alone = { completion_state: 'running', completed_at: null, accepted_count: 1, terminal_count: 0 } as const
  const none = { ...alone, succeeded_count: 0, no_match_count: 0, failed_count: 0 }
  const page = await open([run('r1', { ...none, running_count: 1 }), run('r2', none)])
  const states = [...page.root.querySelectorAll('.run-state')].map((each) => each.textContent)
  expect(states).toEqual(['Searching', 'Queued'])
})

test('a search opens to its issues, each with its result and the reason', async () => {
  const one = run('r1')
  const page = await open([one], withItems(one))
  await page.click(page.find('.run-head'))
  const lines = [...page.root.querySelectorAll('.run-items li')].map((line) => line.textContent)
  expect(lines).toEqual([
    'Harbor Lights #1Found',
    'Harbor Lights #2No acceptable release',
    'Harbor Lights #3Search failed No indexer responded. Tried 2 times.',
  ])
  expect(page.find('.run-items a').getAttribute('href')).toBe('/library/s1/issues/i1')
  expect(location.search).toBe('?run=r1&page=1')
})

test('issues that were not found are searched for again', async () => {
  const one = run('r1')
  const again = (id: string) => `POST /api/series/issues/${id}/search`
  const begun = { success: true, status: 'accepted', accepted: 1, run_id: 'r9', idempotent: false, message: '' }
  const page = await open(
    [one],
    { ...withItems(one), [again('i2')]: begun, [again('i3')]: begun },
    '/activity/history/searches?run=r1',
  )
  await page.click('Search again for 2 issues')
  expect(page.requests.filter(({ name }) => name.startsWith('POST')).map(({ name }) => name)).toEqual([
    again('i2'),
    again('i3'),
  ])
  expect(toasts.value[0]?.text).toBe('Searching for 2 issues.')
})

test('a running search shows its progress, and can be cancelled', async () => {
  const one = run('r1', { completion_state: 'running', completed_at: null, terminal_count: 1, succeeded_count: 0 })
  const page = await open(
    [one],
    { ...withItems(one), 'POST /api/search/runs/r1/cancel': { success: true } },
    '/activity/history/searches?run=r1',
  )
  expect(page.find('.run-head').textContent).toContain('1 of 3 searched for')
  expect(page.find('progress').getAttribute('value')).toBe('33')
  await page.click('Cancel the search')
  expect(toasts.value[0]?.text).toBe('The search is cancelled.')
})

test('a paused search shows the reason and can be started', async () => {
  const waiting = { dispatch_state: 'pending', completion_state: 'pending', completed_at: null } as const
  const one = run('r1', { ...waiting, reason: 'Automation is held.' })
  const page = await open(
    [one],
    { ...withItems(one), 'POST /api/search/runs/r1/retry': refusal(503, 'Automation is held.') },
    '/activity/history/searches?run=r1',
  )
  expect(page.find('.run').textContent).toContain('Automation is held.')
  await page.click('Start now')
  expect(toasts.value[0]).toMatchObject({ kind: 'error', text: 'Automation is held.' })
})

test('without searches, the page explains itself', async () => {
  const page = await open([])
  expect(page.text()).toContain('No searches yet')
})
