import { afterEach, expect, test } from 'bun:test'
import { html } from '../../../html'
import { toasts } from '../../../state/toasts'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { levelSentence } from './log-level'
import { lineOf, linesOf } from './log-lines'
import { LogsPage } from './logs'

withWindow()
afterEach(() => {
  toasts.value = []
})

const level = {
  effective: 1,
  effective_name: 'info',
  saved: 1,
  saved_name: 'info',
  restart_level: 1,
  restart_name: 'info',
  restart_source: 'built-in default',
  pinned: false,
}
const STARTED = '2026-11-21T07:50:00.000Z info  main started port=8090'
const FAILED = '2026-11-21T07:51:00.000Z error search look failed error="Error: No\\n    at here (a.ts:1)"'
const log = (more: object = {}) => ({
  logs: [STARTED, FAILED],
  level,
  requested: 300,
  path: '/data/logs/panelkeep.log',
  areas: ['main', 'search'],
  ...more,
})
const open = (reply: unknown, path = '/system/logs', more: object = {}) =>
  renderPage(html`<${LogsPage} />`, {
    path,
    replies: { 'GET /api/system/logs': reply, 'GET /api/config': {}, ...more },
  })

test('a line is parsed together with its error', () => {
  expect(lineOf(STARTED)).toMatchObject({ level: 'info', area: 'main', text: 'started port=8090' })
  expect(lineOf(FAILED)).toMatchObject({
    level: 'error',
    text: 'look failed',
    error: 'Error: No\n    at here (a.ts:1)',
  })
  expect(lineOf('something else')).toMatchObject({ at: '', level: '', text: 'something else' })
})

test('equal lines are shown twice', () => {
  expect(new Set(linesOf([STARTED, STARTED]).map(({ key }) => key)).size).toBe(2)
})

test('lines are shown with their part, and errors can be expanded', async () => {
  const page = await open(log())
  expect(page.root.querySelectorAll('.log-line')).toHaveLength(2)
  expect(page.find('.log-line[data-level="error"] summary').textContent).toBe('Error: No')
  expect(page.text()).toContain('/data/logs/panelkeep.log')
})

test('level, part and words in the address filter the log', async () => {
  const page = await open(log({ logs: [] }), '/system/logs?level=warn&area=search&q=look')
  const asked = () => page.requests.filter(({ name }) => name === 'GET /api/system/logs').map(({ query }) => query)
  expect(asked()[0]).toEqual({
    lines: '300',
    level: 'warn',
    area: 'search',
    q: 'look',
  })
  expect(page.text()).toContain('No lines match')
  await page.click('Errors')
  expect(asked().at(-1)).toMatchObject({ level: 'error', area: 'search' })
})

test('the log level is set on the page', async () => {
  const saved = { success: true, restart_required: [], ignored: [], pinned: [] }
  const page = await open(log(), '/system/logs', { 'PUT /api/config': saved })
  const everything = page.root.querySelectorAll<HTMLInputElement>('.log-level input')[2] as HTMLInputElement
  everything.dispatchEvent(new (window as never as typeof globalThis).Event('change', { bubbles: true }))
  await page.whenIdle()
  expect(page.requests.find(({ name }) => name === 'PUT /api/config')?.body).toEqual({ log_level: 2 })
})

test('a pinned level shows its source', () => {
  const choices = ['Warning', 'Info', 'Debug'].map((label, at) => ({ value: String(at), label }))
  expect(levelSentence(level, choices)).toBeUndefined()
  const pinned = { ...level, pinned: true, effective: 2, restart_source: 'startup argument' }
  expect(levelSentence(pinned, choices)).toBe('Debug until the next start: set by the command line.')
  const later = { ...level, effective: 0 }
  expect(levelSentence(later, choices)).toBe('Now: Warning. After a restart: Info.')
})

test('a log that cannot be written is reported, and a new file can be started', async () => {
  const rotate = { success: true, rotated: true }
  const page = await open(log({ error: 'The disk is full.' }), '/system/logs', {
    'POST /api/system/logs/rotate': rotate,
  })
  expect(page.find('[role="alert"]').textContent).toBe('The disk is full.')
  await page.click('More about the log')
  await page.click('Begin a new file')
  expect(toasts.value.at(-1)?.text).toContain('New log file.')
})

test('a log without a writable file reports that nothing was rotated', async () => {
  const error = 'The log cannot be written to /data/panelkeep.log: not a directory'
  const page = await open(log(), '/system/logs', {
    'POST /api/system/logs/rotate': { success: true, rotated: false, error },
  })
  await page.click('More about the log')
  await page.click('Begin a new file')
  expect(toasts.value.at(-1)).toMatchObject({ text: error, kind: 'error' })
})

test('the filtered lines and the whole log can be downloaded', async () => {
  const narrowed = await open(log(), '/system/logs?level=warn&area=search')
  await narrowed.click('More about the log')
  const ways = { shown: '/api/system/logs/download?level=warn&area=search', all: '/api/system/logs/download' }
  expect(narrowed.named('Download these lines').getAttribute('href')).toBe(ways.shown)
  expect(narrowed.named('Download the log').getAttribute('href')).toBe(ways.all)
  narrowed.close()
  const all = await open(log())
  await all.click('More about the log')
  expect(all.text()).not.toContain('Download these lines')
})
