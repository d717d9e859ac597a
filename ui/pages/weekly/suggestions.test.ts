import { afterEach, beforeEach, expect, setSystemTime, test } from 'bun:test'
import { html } from '../../html'
import { assistantStatus } from '../../testing/assistant'
import { type Replies, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { WeeklyPage } from './weekly'
import type { Release, ReleasesReply } from './wire'

withWindow()
beforeEach(() => {
  setSystemTime(new Date('2026-11-18T10:00:00Z'))
  localStorage.clear()
})
afterEach(() => setSystemTime())

const release = (series: string, release_id: number, change: Partial<Release> = {}): Release => ({
  release_id,
  day: '2026-11-18',
  series,
  kind: 'issue',
  unit: 'issue',
  number: '1',
  title: null,
  publisher: 'Kestrel',
  year: 2026,
  book_type: null,
  comic_id: null,
  issue_id: null,
  status: 'Skipped',
  owned: false,
  is_first: false,
  is_announced: false,
  want: false,
  cover: null,
  sources: [],
  ...change,
})
const reply: ReleasesReply = {
  first: '2026-11-15',
  last: '2026-11-21',
  today: '2026-11-18',
  releases: [release('Copper Orchard', 7), release('Amber Garden', 8, { publisher: 'Northgate' })],
  sources: [],
  refreshing: false,
}
const suggestion = (release_id: number, reason: string) => ({
  comic_name: 'x',
  publisher: null,
  reason,
  resolved_comic_id: null,
  release_id,
  number: '1',
})
const on = { ...assistantStatus, helpers: { ...assistantStatus.helpers, weekly_suggestions: true } }
const SUGGESTIONS = 'GET /api/ai/suggestions'
const open = (more: Replies = {}, path = '/releases') =>
  renderPage(html`<${WeeklyPage} />`, {
    path,
    replies: {
      'GET /api/releases': reply,
      'GET /api/ai/status': on,
      [SUGGESTIONS]: { suggestions: [suggestion(7, 'As quiet as <b>Harbor Lights</b>.'), suggestion(99, 'Gone.')] },
      'POST /api/releases/7/follow': { success: true, comicid: '1', message: '' },
      ...more,
    },
  })
type Page = Awaited<ReturnType<typeof open>>
const shown = (page: Page) =>
  [...page.root.querySelectorAll('.release-suggestions .release')].map((row) =>
    row.textContent?.replace(/\s+/g, ' ').trim(),
  )

test('releases of this week that AI suggests come first, with the reason as plain text, and can be followed', async () => {
  const page = await open()
  await page.until('Suggested for you')
  expect(shown(page)).toEqual(['Copper OrchardCopper Orchard #1KestrelAs quiet as <b>Harbor Lights</b>.Follow'])
  expect(page.find('.release-suggestions h2').textContent).toContain('Chosen by AI')
  await page.click(page.find('.release-suggestions button'))
  expect(page.requests.some(({ name }) => name === 'POST /api/releases/7/follow')).toBe(true)
})

test('none are shown for hidden publishers, in other weeks, in the month, or without suggestions', async () => {
  const none = async (replies: Replies, path?: string) => {
    const page = await open(replies, path)
    for (let turn = 0; turn < 5; turn++) await page.whenIdle()
    expect(page.text()).not.toContain('Suggested')
    page.close()
  }
  await none({}, '/releases?day=2026-11-25')
  await none({}, '/releases?view=month')
  await none({ [SUGGESTIONS]: { suggestions: [] } })
  localStorage.setItem('panelkeep.hidden-publishers', JSON.stringify(['kestrel']))
  await none({})
})

test('while the feature is off nothing is requested', async () => {
  const page = await open({ 'GET /api/ai/status': assistantStatus })
  for (let turn = 0; turn < 5; turn++) await page.whenIdle()
  expect(page.text()).not.toContain('Suggested')
  expect(page.requests.some(({ name }) => name === SUGGESTIONS)).toBe(false)
})
