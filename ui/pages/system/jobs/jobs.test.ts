import { afterEach, expect, test } from 'bun:test'
import { html } from '../../../html'
import { toasts } from '../../../state/toasts'
import { type ReceivedRequest, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { jobLook, roundWords, type ScheduledJob, tookWords } from './job-words'
import { JobsPage } from './jobs'

withWindow()
afterEach(() => {
  toasts.value = []
})

const AT = '2026-11-20T10:00:00.000Z'
const job = (change: Partial<ScheduledJob> = {}): ScheduledJob => ({
  id: 'rss',
  name: 'Check indexer feeds',
  next_run_time: AT,
  trigger: 'interval[0:20:00]',
  status: 'Waiting',
  state: 'waiting',
  paused: false,
  duration_ms: 3_000,
  failures_in_row: 0,
  dispatch: { state: 'accepted', last_attempt: AT, last_success: AT, last_failure: null, last_error: null },
  last_error: null,
  ...change,
})

test.each([
  ['interval[0:20:00]', 'every 20 minutes'],
  ['interval[1:00:00]', 'every hour'],
  ['interval[12:00:00]', 'every 12 hours'],
  ['interval[1 day, 0:00:00]', 'once a day'],
  ['interval[3 days, 0:00:00]', 'every 3 days'],
  ['parked', undefined],
])('%s is shown as %p', (trigger, words) => {
  expect(roundWords(trigger)).toBe(words as string)
})

test('the state of a job is shown in words', () => {
  const failed = { ...job().dispatch, state: 'error' as const }
  expect(jobLook(job()).word).toBe('OK')
  expect(jobLook(job({ status: 'Running' })).word).toBe('Running')
  expect(jobLook(job({ status: 'Paused', paused: true })).word).toBe('Paused')
  expect(jobLook(job({ status: 'Paused', trigger: 'parked' })).word).toBe('Manual only')
  expect(jobLook(job({ dispatch: failed })).mark).toBe('attention')
  expect([null, 20, 3_000].map(tookWords)).toEqual([undefined, undefined, 'took 3 seconds'])
})

test('a job is run now, paused and resumed', async () => {
  let now = job()
  const set = (change: Partial<ScheduledJob>) => () => {
    now = { ...now, ...change }
    return now
  }
  const replies = {
    'GET /api/system/jobs': () => ({ jobs: [now, job({ id: 'scan', name: 'Look for files', trigger: 'parked' })] }),
    'POST /api/system/jobs/rss/run': { accepted: true },
    'POST /api/system/jobs/rss/pause': set({ paused: true, status: 'Paused' }),
    'POST /api/system/jobs/rss/resume': set({ paused: false, status: 'Waiting' }),
  }
  const page = await renderPage(html`<${JobsPage} />`, { path: '/system/jobs', replies })
  expect(page.find('.job').textContent).toContain('Every 20 minutes.')
  expect(page.find('[aria-label="Scheduled"]').textContent).not.toContain('Look for files')
  expect(page.find('details [aria-label="Maintenance"]').textContent).toContain('Look for files')
  await page.click(`Run now: ${now.name}`)
  await page.click(`Pause: ${now.name}`)
  expect(page.find('.job').textContent).toContain('Paused')
  await page.click(`Resume: ${now.name}`)
  expect(page.find('.job').textContent).not.toContain('Paused')
  const changes = page.requests.filter(({ name }: ReceivedRequest) => name.startsWith('POST')).map(({ name }) => name)
  expect(changes).toEqual([
    'POST /api/system/jobs/rss/run',
    'POST /api/system/jobs/rss/pause',
    'POST /api/system/jobs/rss/resume',
  ])
})

test('the error of a failed job is shown below it', async () => {
  const dispatch = { ...job().dispatch, state: 'error' as const, last_error: 'No indexer answers.' }
  const replies = { 'GET /api/system/jobs': { jobs: [job({ dispatch, last_error: 'No indexer answers.' })] } }
  const page = await renderPage(html`<${JobsPage} />`, { path: '/system/jobs', replies })
  expect(page.find('.job .system-wrong').textContent).toBe('No indexer answers.')
  const other = job({ id: 'covers', dispatch, last_error: 'The disk is full.' })
  const hidden = await renderPage(html`<${JobsPage} />`, {
    path: '/system/jobs',
    replies: { 'GET /api/system/jobs': { jobs: [other] } },
  })
  expect(hidden.find('[aria-label="Scheduled"]').textContent).toContain('The disk is full.')
})
