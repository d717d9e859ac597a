import { afterEach, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { announce } from '../../api/events'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { QueuePage } from './queue'
import { type QueueRow, queueLine } from './queue-line'

withWindow()
afterEach(() => {
  toasts.value = []
})

const row = (change: Partial<QueueRow> = {}): QueueRow => ({
  ID: 'd1',
  label: 'Harbor Lights #3',
  series: 'Harbor Lights',
  year: '2015',
  filename: 'Harbor.Lights.003.2015.cbz',
  size: '120 MB',
  issueid: 'i3',
  comicid: 's1',
  status: 'Downloading',
  updated_date: '2026-11-21 10:00',
  issues: '3',
  site: 'SABnzbd',
  pack: 0,
  link: null,
  remote_filesize: '120000000',
  mainlink: null,
  submit_date: '2026-11-21 09:59:00',
  link_type: null,
  tmp_filename: null,
  item_id: 'd1',
  release_key: 'i3|indexer a',
  client: 'c1',
  client_label: 'SABnzbd',
  protocol: 'usenet',
  stage: 'snatched',
  progress: 40,
  speed: 2_300_000,
  eta: 130,
  done: 48_000_000,
  total: 120_000_000,
  state: 'downloading',
  detail: null,
  since: null,
  ...change,
})
const open = (queue: QueueRow[], more: Replies = {}, path = '/activity') =>
  renderPage(html`<${QueuePage} />`, {
    path,
    replies: {
      'GET /api/downloads/queue': { queue, pagination: { total: queue.length, limit: 50, offset: 0, has_more: false } },
      ...more,
    },
  })

test('a download shows its issue, its progress and its client', async () => {
  const page = await open([row()])
  expect(page.find('.queue-row').getAttribute('aria-label')).toBe('Harbor Lights #3, Coming in, 40%, SABnzbd')
  expect(page.named('Harbor Lights #3').getAttribute('href')).toBe('/library/s1/issues/i3')
  expect(page.find('progress').getAttribute('value')).toBe('40')
  const facts = [...page.root.querySelectorAll('.queue-facts span')].map((one) => one.textContent)
  expect(facts).toEqual(['48 MB of 120 MB', '2.3 MB a second', '2 minutes left'])
})

test('progress events update a row without a request', async () => {
  const page = await open([row()])
  const live = {
    id: 'd1',
    status: 'downloading',
    percent: 75,
    bytes: 90_000_000,
    total: 120_000_000,
    speed: 0,
    eta: null,
  }
  await act(() => announce('download_progress', live))
  await page.settle()
  expect(page.find('progress').getAttribute('value')).toBe('75')
  expect(page.find('.queue-facts').textContent).toBe('90 MB of 120 MB')
  expect(page.requests.filter(({ name }) => name === 'GET /api/downloads/queue')).toHaveLength(1)
})

test.each([
  [{ state: 'queued', progress: null }, 'Waits for its turn'],
  [{ state: 'paused' }, 'Paused in its client'],
  [{ state: 'stalled' }, 'Gets no data'],
  [{ stage: 'post_processing', state: 'done' }, 'Being put into the library'],
  [{ stage: null, state: null, status: 'Failed' }, 'Failed'],
  [{ stage: null, state: null, status: null }, 'Waits for its turn'],
] as const)('%j reads %p', (change, word) => {
  expect(queueLine(row(change as Partial<QueueRow>)).word).toBe(word)
})

test('cancelling asks for a confirmation, and removes the download from its client', async () => {
  const page = await open([row()], { 'DELETE /api/downloads/d1': { success: true } })
  await page.click('Call off Harbor Lights #3')
  expect(page.text()).toContain('Its client drops it')
  await page.click('Call it off')
  expect(page.requests.some(({ name }) => name === 'DELETE /api/downloads/d1')).toBe(true)
  expect(toasts.value[0]?.text).toBe('Harbor Lights #3 is not downloaded any more.')
})

test('a download of a silent client shows since when, in local time', async () => {
  const since = '2012-03-04T12:00:00.000Z'
  const page = await open([row({ detail: 'SABnzbd does not answer.', since })])
  expect(page.text()).toContain('SABnzbd does not answer. Since 4 Mar 2012.')
})

test('a direct download that failed can be tried again', async () => {
  const failed = row({
    ID: 'x',
    item_id: null,
    stage: null,
    state: null,
    status: 'Failed',
    detail: 'The host refused it.',
  })
  const page = await open([failed], { 'POST /api/downloads/x/requeue': refusal(503, 'The queue is stopping.') })
  expect(page.text()).toContain('The host refused it.')
  await page.click('Try Harbor Lights #3 again')
  expect(toasts.value[0]?.text).toBe('The queue is stopping.')
})

test('the order is kept in the address, and Delete on a row asks to cancel it', async () => {
  const page = await open([row(), row({ ID: 'd2', item_id: 'd2' })], {}, '/activity?sort=series&order=desc')
  expect(page.requests.find(({ name }) => name === 'GET /api/downloads/queue')?.query).toMatchObject({
    sort: 'series',
    order: 'desc',
  })
  await page.press('Delete', page.find('.queue-row'))
  expect(page.text()).toContain('Call off Harbor Lights #3?')
})

test('an empty queue explains itself', async () => {
  const page = await open([])
  expect(page.text()).toContain('Nothing is being downloaded')
})

test('a queue that could not be loaded shows the reason', async () => {
  const page = await open([], { 'GET /api/downloads/queue': refusal(500, 'The log has more.') })
  expect(page.text()).toContain('The queue could not be loaded')
})
