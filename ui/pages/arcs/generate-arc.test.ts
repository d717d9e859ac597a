import { afterEach, expect, test } from 'bun:test'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { assistantStatus } from '../../testing/assistant'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { ArcsPage } from './arcs'
import type { GeneratedIssue } from './generated-order'

withWindow()
afterEach(() => {
  toasts.value = []
})

const issue = (n: number, change: Partial<GeneratedIssue> = {}): GeneratedIssue => ({
  series_name: 'Harbor Lights',
  issue_number: String(n),
  title: null,
  reading_order: n,
  comic_id: 'harbor',
  issue_id: `i${n}`,
  verified: true,
  library_status: 'owned',
  start_year: 2015,
  year: null,
  ...change,
})
const DRAFT = [
  issue(1, { title: 'Low Tide' }),
  issue(2, { library_status: 'wanted' }),
  issue(3, { series_name: 'Copper Orchard', comic_id: null, issue_id: null, verified: false, library_status: 'not_tracked', start_year: null }), // biome-ignore format: one line
]
const GENERATE = 'POST /api/storyarcs/generate'
const SAVE = 'POST /api/storyarcs/generate/save'
const on = { ...assistantStatus, helpers: { ...assistantStatus.helpers, reading_orders: true } }

const open = (replies: Replies = {}) =>
  renderPage(html`<${ArcsPage} />`, {
    path: '/arcs',
    replies: {
      'GET /api/storyarcs': [],
      'GET /api/ai/status': on,
      [GENERATE]: { success: true, description: 'Night Tide', issues: DRAFT },
      [SAVE]: { success: true, arc_id: 'AI_0123ABCD' },
      ...replies,
    },
  })
type Page = Awaited<ReturnType<typeof open>>
const sent = (page: Page, name: string) => page.requests.filter((one) => one.name === name).map(({ body }) => body)
async function generated(replies: Replies = {}) {
  const page = await open(replies)
  await page.click('Generate with AI')
  await page.type('textarea', ' The Night Tide saga ')
  await page.click('Generate')
  return page
}

test('a description becomes an ordered draft with the state of each issue, and only a click saves it', async () => {
  const page = await generated()
  expect(sent(page, GENERATE)).toEqual([{ description: ' The Night Tide saga ' }])
  expect(page.text()).toContain('3 issues, 2 found in your library. AI wrote this order.')
  expect([...page.root.querySelectorAll('.arc-draft li')].map((row) => row.textContent)).toEqual([
    'Harbor Lights #1Low Tide · series of 2015Owned',
    'Harbor Lights #2series of 2015Wanted',
    'Copper Orchard #3not in your libraryNot tracked',
  ])
  expect(page.find<HTMLAnchorElement>('.arc-draft a').getAttribute('href')).toBe('/library/harbor/issues/i1')
  expect(page.root.querySelectorAll('.arc-draft a')).toHaveLength(2)
  expect(sent(page, SAVE)).toEqual([])
  await page.type('dialog input', 'Night Tide')
  await page.click('Save story arc')
  expect(sent(page, SAVE)).toEqual([{ arc_name: 'Night Tide', issues: DRAFT }])
  expect(location.pathname).toBe('/arcs/AI_0123ABCD')
})

test('the name is the description until it is changed, and blank names are not saved', async () => {
  const page = await generated()
  expect(page.find<HTMLInputElement>('dialog input').value).toBe('The Night Tide saga')
  await page.type('dialog input', '  ')
  expect((page.named('Save story arc') as HTMLButtonElement).disabled).toBe(true)
})

test('a draft can be discarded for another description', async () => {
  const page = await generated()
  await page.click('Back')
  expect(page.find<HTMLTextAreaElement>('textarea').value).toBe(' The Night Tide saga ')
  expect(page.root.querySelector('.arc-draft')).toBeNull()
})

test('an error is shown beside the description', async () => {
  const page = await generated({
    [GENERATE]: { success: false, error: 'The model server did not reply in 30 seconds.', issues: [] },
  })
  expect(page.find('[role=alert]').textContent).toBe('The model server did not reply in 30 seconds.')
  const taken = await generated({ [SAVE]: { success: false, error: 'A story arc named Night Tide already exists.' } })
  await taken.click('Save story arc')
  expect(taken.find('[role=alert]').textContent).toContain('already exists')
  expect(location.pathname).toBe('/arcs')
  const down = await generated({ [GENERATE]: refusal(500, 'Internal error 12.') })
  expect(down.find('[role=alert]').textContent).toBe('Internal error 12.')
})

test('a description has 3 to 500 characters', async () => {
  const page = await open()
  await page.click('Generate with AI')
  await page.type('textarea', ' ab ')
  expect((page.named('Generate') as HTMLButtonElement).disabled).toBe(true)
  await page.type('textarea', 'x'.repeat(600))
  await page.click('Generate')
  expect(sent(page, GENERATE)).toEqual([{ description: 'x'.repeat(500) }])
})

test('without the assistant feature the button is hidden', async () => {
  for (const status of [assistantStatus, { ...on, helpers: undefined }, undefined]) {
    const page = await open({ 'GET /api/ai/status': status })
    expect(page.text()).not.toMatch(/AI|Generate/)
    page.close()
  }
})
