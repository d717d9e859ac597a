import { afterEach, expect, test } from 'bun:test'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { SearchMissing, skippedWords } from './search-missing'

withWindow()
afterEach(() => {
  toasts.value = []
})

const GET = 'GET /api/series/18705/search-missing/preview'
const POST = 'POST /api/series/18705/search-missing'
const left = (reason: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ issueId: `${reason}${at}`, issueNumber: '1', reason, displayState: '' }))
const preview = (change: Record<string, unknown> = {}) => ({
  success: true,
  comicId: '18705',
  eligibleCount: 2,
  excludedCount: 6,
  eligible: [
    { issueId: 'i3', issueNumber: '3', entityType: 'issue', displayState: 'Missing', eligibilityReason: 'eligible' },
    { issueId: 'a1', issueNumber: '1', entityType: 'annual', displayState: 'Missing', eligibilityReason: 'eligible' },
  ],
  excluded: [...left('future', 1), ...left('owned', 4), ...left('explicit_skip', 1)],
  route: { viable: true, reason: 'ready' },
  summary: '',
  canSearch: true,
  preview_token: 't1',
  fingerprint: 'f1',
  ...change,
})

async function open(replies: Replies) {
  const state = { closed: 0, reviewed: 0 }
  const props = {
    comic_id: '18705',
    name: 'Harbor Lights',
    onReview: () => (state.reviewed += 1),
    onClose: () => (state.closed += 1),
  }
  const page = await renderPage(html`<${SearchMissing} ...${props} />`, { replies })
  return { page, state }
}

test('issues to search for are counted, and those left out', async () => {
  const { page, state } = await open({ [GET]: preview() })
  expect(page.text()).toContain('2 issues #3, Annual #1')
  expect([...page.root.querySelectorAll('.search-missing li')].map((one) => one.textContent)).toEqual([
    '4 in the library',
    '1 not released yet',
    '1 skipped',
  ])
  await page.click('Review releases')
  expect(state).toEqual({ closed: 0, reviewed: 1 })
})

test('the search starts with the token of the preview', async () => {
  const begun = { success: true, status: 'accepted', run_id: 'r1', message: 'Searching for 2 issues.' }
  const { page, state } = await open({ [GET]: preview(), [POST]: begun })
  await page.click('Search for 2 issues')
  expect(page.requests.find(({ name }) => name === POST)?.body).toEqual({
    confirm: true,
    preview_token: 't1',
    fingerprint: 'f1',
  })
  expect([state.closed, toasts.value[0]?.text]).toEqual([1, 'Searching for 2 issues.'])
  toasts.value[0]?.action?.run()
  expect(location.pathname + location.search).toBe('/activity/history/searches?run=r1')
})

test('a change since the preview is reported and counted again', async () => {
  const stale = refusal(409, 'What is missing has changed since it was shown. Look at it again.')
  const { page, state } = await open({ [GET]: preview(), [POST]: stale })
  await page.click('Search for 2 issues')
  expect(page.find('[role="alert"]').textContent).toContain('has changed since it was shown')
  expect(page.requests.filter(({ name }) => name === GET)).toHaveLength(2)
  expect(state.closed).toBe(0)
})

test('without an indexer the sheet links to the settings', async () => {
  const route = { viable: false, reason: 'No indexer is enabled. Add or enable one in Settings, Indexers.' }
  const { page } = await open({ [GET]: preview({ route, canSearch: false }) })
  expect(page.text()).toContain('No indexer is enabled. Add or enable one in Settings, Indexers.')
  expect((page.named('Search for 2 issues') as HTMLButtonElement).disabled).toBe(true)
})

test('without missing issues there is no search to start', async () => {
  const { page } = await open({ [GET]: preview({ eligibleCount: 0, eligible: [], canSearch: false }) })
  expect(page.text()).toContain('No released issue is missing')
  expect(page.root.querySelector('.button[data-kind="main"]')).toBeNull()
})

test('reasons without a text are shown unchanged', () => {
  expect(skippedWords({ excluded: left('odd_reason', 2) })).toEqual(['2 odd reason'])
})
