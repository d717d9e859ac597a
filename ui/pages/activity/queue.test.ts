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
  image: '/api/metadata/issue-art/i3?v=1',
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
  priority: 'normal',
  place: null,
  detail: null,
  since: null,
  controls: ['pause', 'resume', 'first', 'up', 'down', 'last'],
  ...change,
})
const open = (queue: QueueRow[], more: Replies = {}, path = '/activity') =>
  renderPage(html`<${QueuePage} />`, {
    path,
    replies: {
      'GET /api/downloads/queue': {
        queue,
        pagination: { total: queue.length, limit: 50, offset: 0, has_more: false },
        speed: 2_300_000,
      },
      ...more,
    },
  })

test('a download shows its issue, its progress and its client', async () => {
  const page = await open([row()])
  expect(page.find('.queue-row').getAttribute('aria-label')).toBe('Harbor Lights #3, Downloading, 40%, SABnzbd')
  expect(page.find('.queue-row img').getAttribute('src')).toContain('/issue-art/i3')
  expect(page.named('Harbor Lights #3').getAttribute('href')).toBe('/library/s1/issues/i3')
  expect(page.find('progress').getAttribute('value')).toBe('40')
  const facts = [...page.root.querySelectorAll('.queue-facts span')].map((one) => one.textContent)
  expect(facts).toEqual(['48 MB of 120 MB', '2.3 MB/s', '2 minutes left'])
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
    priority: 'high',
    place: null,
  }
  await act(() => announce('download_progress', live))
  await page.whenIdle()
  expect(page.find('progress').getAttribute('value')).toBe('75')
  expect(page.find('.queue-facts').textContent).toBe('90 MB of 120 MB')
  expect(page.find('.activity-what small').textContent).toStartWith('SABnzbd · High priority · ')
  expect(page.requests.filter(({ name }) => name === 'GET /api/downloads/queue')).toHaveLength(1)
})

test.each([
  [{ state: 'queued', progress: null }, 'Queued'],
  [{ state: 'paused' }, 'Paused'],
  [{ state: 'stalled' }, 'Stalled'],
  [{ stage: 'post_processing', state: 'done' }, 'Importing'],
  [{ stage: null, state: null, status: 'Failed' }, 'Failed'],
  [{ stage: null, state: null, status: null }, 'Queued'],
] as const)('%j reads %p', (change, word) => {
  expect(queueLine(row(change as Partial<QueueRow>)).word).toBe(word)
})

test.each([
  [{ priority: 'force' }, 'Forced'],
  [{ priority: null, place: 3 }, 'No. 3 in queue'],
  [{ priority: null, place: null }, ''],
  [{ state: 'seeding' }, ''],
  [{ stage: 'post_processing' }, ''],
] as const)('with %j the row says %p about its order', (change, words) => {
  expect(queueLine(row(change as Partial<QueueRow>)).order).toBe(words)
})

test('a priority is raised and lowered; in a client with a queue order the download moves up and down', async () => {
  const CONTROL = 'POST /api/downloads/items/d1/control'
  const page = await open([row()], { [CONTROL]: { success: true } })
  await page.click('More about Harbor Lights #3')
  expect(page.text()).not.toContain('Move up')
  await page.click('Raise priority')
  expect(toasts.value[0]?.text).toBe('Harbor Lights #3 is raised in the queue of its client.')
  const torrent = await open([row({ priority: null, place: 2 })], { [CONTROL]: { success: true } })
  await torrent.click('More about Harbor Lights #3')
  await torrent.click('Move down')
  const sent = [...page.requests, ...torrent.requests].filter(({ name }) => name === CONTROL).map(({ body }) => body)
  expect(sent).toEqual([{ change: 'up' }, { change: 'down' }])
})

test('removing needs a confirmation, with choices for the data and the release', async () => {
  const page = await open([row()], { 'POST /api/downloads/items/d1/remove': { success: true } })
  await page.click('More about Harbor Lights #3')
  await page.click('Remove')
  expect(page.text()).toContain('Also delete the download and its files in SABnzbd')
  const [drop, block] = [...page.root.querySelectorAll<HTMLElement>('.remove-choice input')]
  await page.click(drop!)
  await page.click(block!)
  await page.click([...page.root.querySelectorAll<HTMLElement>('dialog button')].at(-1)!)
  expect(page.requests.find(({ name }) => name.endsWith('/remove'))?.body).toEqual({ keep_data: true, block: true })
  expect(toasts.value[0]?.text).toBe('Harbor Lights #3 was removed from the queue.')
})

test('a download is paused and moved in the queue if its client supports that', async () => {
  const CONTROL = 'POST /api/downloads/items/d1/control'
  const page = await open([row()], { [CONTROL]: { success: true } })
  await page.click('Pause Harbor Lights #3')
  await page.click('More about Harbor Lights #3')
  await page.click('Download first')
  const sent = page.requests.filter(({ name }) => name === CONTROL).map(({ body }) => body)
  expect(sent).toEqual([{ change: 'pause' }, { change: 'first' }])
  expect(page.find('.activity-count').textContent).toBe('1 download · 2.3 MB/s')
  const paused = await open([row({ state: 'paused' })], { [CONTROL]: refusal(409, 'SABnzbd is read-only.') })
  await paused.click('Resume Harbor Lights #3')
  expect(toasts.value.some(({ text }) => text === 'SABnzbd is read-only.')).toBe(true)
  const without = await open([row({ controls: [] })])
  expect(without.root.querySelectorAll('.queue-does > .button')).toHaveLength(0)
})

const run = {
  run_id: 'r1',
  cause: 'manual_wanted_scan',
  scope_type: 'wanted_backlog',
  completion_state: 'running',
  dispatch_state: 'accepted',
  accepted_count: 3,
  terminal_count: 1,
  running_count: 0,
  succeeded_count: 1,
  no_match_count: 0,
  blocked_count: 0,
  failed_count: 0,
  cancelled_count: 0,
  completed_at: null,
  reason: null,
  created_at: '2026-11-20T10:00:00.000Z',
}
const searching = { runs: [run], pagination: { total: 1, limit: 20, offset: 0, has_more: false } }

test('Activity has three tabs, and searches in progress are above the downloads', async () => {
  const page = await open([row()], {
    'GET /api/search/runs': searching,
  })
  expect([...page.root.querySelectorAll('.activity-head a')].map((tab) => tab.textContent)).toEqual([
    'Queue',
    'History',
    'Needs attention',
  ])
  expect(page.find('[aria-label="Searches in progress"]').textContent).toContain('Wanted issues')
  expect(page.requests.find(({ name }) => name === 'GET /api/search/runs')?.query).toMatchObject({ open: 'true' })
})

test('a download of a silent client shows since when, in local time', async () => {
  const since = '2012-03-04T12:00:00.000Z'
  const page = await open([row({ detail: 'SABnzbd does not answer.', since })])
  expect(page.text()).toContain('SABnzbd does not answer. Since 4 Mar 2012.')
})

test('a failed direct download can be retried', async () => {
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
  await page.click('Retry Harbor Lights #3')
  expect(toasts.value[0]?.text).toBe('The queue is stopping.')
})

test('the order is kept in the address, and Delete on a row offers to cancel the download', async () => {
  const page = await open([row(), row({ ID: 'd2', item_id: 'd2' })], {}, '/activity?sort=series&order=desc')
  expect(page.requests.find(({ name }) => name === 'GET /api/downloads/queue')?.query).toMatchObject({
    sort: 'series',
    order: 'desc',
  })
  await page.press('Delete', page.find('.queue-row'))
  expect(page.text()).toContain('Remove Harbor Lights #3?')
})

test('an empty queue explains itself', async () => {
  const page = await open([])
  expect(page.text()).toContain('Nothing in progress')
})

test('an empty queue says nothing before it is known whether searches run, also when that cannot be known', async () => {
  const runs = Promise.withResolvers<object>()
  const page = await open([], { 'GET /api/search/runs': () => runs.promise })
  expect(page.text()).not.toContain('Nothing in progress')
  runs.resolve({ runs: [], pagination: { total: 0, limit: 1, offset: 0, has_more: false } })
  await page.until('Nothing in progress')
  expect((await open([], { 'GET /api/search/runs': refusal(500, 'Busy.') })).text()).toContain('Nothing in progress')
})

test('an empty queue does not say that nothing happens while searches run', async () => {
  const page = await open([], { 'GET /api/search/runs': searching })
  expect(page.text()).not.toContain('Nothing in progress')
  expect(page.text()).toContain('Downloads appear here when a search finds a release.')
})

test('a queue that could not be loaded shows the reason', async () => {
  const page = await open([], { 'GET /api/downloads/queue': refusal(500, 'The log has more.') })
  expect(page.text()).toContain('The queue could not be loaded')
})
