import { expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { announce } from '../../api/events'
import { html } from '../../html'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../testing/render-page'
import { timelineStep } from '../../testing/timeline-step'
import { withWindow } from '../../testing/window'
import { TimelinePage } from './timeline'

withWindow()

const NAME = 'GET /api/activity/timeline'
const open = (reply: unknown, more: Replies = {}) =>
  renderPage(html`<${TimelinePage} />`, { path: '/activity/history/timeline', replies: { [NAME]: reply, ...more } })
const all = (results: ReturnType<typeof timelineStep>[]) => ({ results, total: results.length, has_more: false })
const AT = '2026-01-02T10:00:00.000Z'

test('stories are grouped by day, with their steps one click away', async () => {
  const page = await open(
    all([timelineStep(2, 'download.succeeded', '2026-01-02T10:02:00.000Z'), timelineStep(1, 'grab.succeeded', AT)]),
  )
  expect(page.find('.stories h2').textContent).toBe('2 Jan 2026')
  expect(page.find('.story-words').textContent).toContain('Found on Indexer A and downloaded in 2 minutes.')
  expect(page.text()).not.toContain('grab.succeeded')
  await page.click('Show the steps of Harbor Lights #3')
  expect([...page.root.querySelectorAll('.story-steps code')].map((one) => one.textContent)).toEqual([
    'grab.succeeded',
    'download.succeeded',
  ])
  expect(page.text()).toContain('Indexer A · i3|indexer a')
  await page.press('Enter', page.find('.story'))
  expect(page.root.querySelector('.story-steps')).toBeNull()
})

test('new steps are shown at once, and a story that needs the user links to the page for it', async () => {
  const status = { in_flight: 1, recovery_pending: 0, attention: 0, attention_members: 0, requests: 0 }
  const page = await open(all([timelineStep(1, 'grab.succeeded', AT)]), {
    'GET /api/activity/status': status,
    'POST /api/attention/waiting': { release_keys: ['i3|indexer a'] },
  })
  const later = timelineStep(2, 'import.needs_attention', '2026-01-02T10:30:00.000Z', {
    reason_detail: 'The disk is full.',
  })
  expect(page.find('.story-name .mark').title).toBe('In progress')
  await act(() => announce('activity', later))
  await page.whenIdle()
  expect(page.text()).not.toContain('Resolve')
  expect(page.requests.some(({ name }) => name.includes('/api/attention'))).toBe(false)
  await act(() => announce('status', { ...status, attention: 1, attention_members: 1 }))
  await page.whenIdle()
  expect(page.find('.story-words').textContent).toContain('Downloaded, but it needs your attention: the disk is full.')
  expect(page.named('Resolve').getAttribute('href')).toBe('/activity/attention')
  expect(page.requests.find(({ name }) => name === 'POST /api/attention/waiting')?.body).toEqual({
    release_keys: ['i3|indexer a'],
  })
})

test('older stories are loaded on request, without splitting a story', async () => {
  const rows = Array.from({ length: 160 }, (_, at) =>
    timelineStep(160 - at, 'grab.succeeded', AT, { subject_id: `i${at >> 1}`, subject_label: `Issue ${at >> 1}` }),
  )
  const page = await open(({ query }: ReceivedRequest) => {
    const offset = Number(query.offset)
    const results = rows.slice(offset, offset + 100)
    return { results, total: rows.length, has_more: offset + results.length < rows.length }
  })
  const shown = () => page.root.querySelectorAll('.story').length
  expect(shown()).toBe(25)
  await page.click('Show older')
  expect(shown()).toBe(50)
  expect(page.requests.filter(({ name }) => name === NAME).map(({ query }) => query.offset)).toEqual(['0', '100'])
  await page.click('Show older')
  await page.click('Show older')
  expect(shown()).toBe(80)
  expect(page.text()).not.toContain('Show older')
})

test('an empty timeline explains itself', async () => {
  const page = await open(all([]))
  expect(page.text()).toContain('No activity yet')
})

test('a timeline that could not be loaded shows the reason', async () => {
  const page = await open(refusal(500, 'The log has more.'))
  expect(page.text()).toContain('The timeline could not be loaded')
  expect(page.text()).toContain('The log has more.')
})
