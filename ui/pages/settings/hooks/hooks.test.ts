import { afterEach, expect, test } from 'bun:test'
import { whenWords } from '../../../parts/text/when'
import { toasts } from '../../../state/toasts'
import type { Replies } from '../../../testing/render-page'
import { openSettings } from '../../../testing/settings-page'
import { withWindow } from '../../../testing/window'
import { hookState } from './hook-row'
import type { Hook } from './hooks'

withWindow()
afterEach(() => {
  toasts.value = []
})

const AT = '2026-11-20T10:00:00.000Z'
const hook = (name: Hook['hook'], label: string, more: Partial<Hook> = {}): Hook => ({
  hook: name,
  label,
  configured: false,
  waiting: 0,
  given_up: 0,
  last_ok_at: null,
  error: null,
  next_at: null,
  ...more,
})
const hooks = (...changed: Hook[]) => ({
  hooks: [hook('komga', 'Komga'), hook('kavita', 'Kavita'), hook('webhook', 'Webhook'), hook('command', 'Command')].map(
    (one) => changed.find((other) => other.hook === one.hook) ?? one,
  ),
})
const config = { komga_url: '', kavita_url: '', webhook_url: '', extra_scripts: '', enable_extra_scripts: false }
const TEST = 'POST /api/config/hooks/test'
const open = (values: object = {}, all = hooks(), more: Replies = {}) =>
  openSettings({ ...config, ...values }, { 'GET /api/config/hooks': all, ...more })

test('the state of a connection is shown in words', () => {
  const of = (more: Partial<Hook>) => hookState(hook('komga', 'Komga', { configured: true, ...more })).word
  expect(hookState(hook('komga', 'Komga')).word).toBe('Not set up')
  expect(of({})).toBe('No notifications yet')
  expect(of({ last_ok_at: AT })).toBe(`Sent ${whenWords(AT)}`)
  expect(of({ waiting: 2, error: 'It is down.' })).toBe('2 notifications waiting')
  expect(of({ error: 'It is down.' })).toBe('Not delivered')
})

test('the address comes first, then the other fields', async () => {
  const { rowOf, choose, sent } = await open()
  expect(rowOf('Komga').textContent).not.toContain('API key')
  await choose(rowOf('Komga').querySelector('input'), 'http://127.0.0.1:25600')
  expect(sent('PUT /api/config')).toEqual([{ komga_url: 'http://127.0.0.1:25600' }] as never)
  expect(rowOf('Komga').textContent).toContain('API key')
})

test('a failed notification is shown, with the time of the next attempt', async () => {
  const broken = hook('komga', 'Komga', {
    configured: true,
    waiting: 1,
    given_up: 3,
    error: 'Komga is down.',
    next_at: AT,
  })
  const { rowOf } = await open({ komga_url: 'http://k' }, hooks(broken))
  expect(rowOf('Komga').textContent).toContain(`Komga is down. Next try ${whenWords(AT)}.`)
  expect(rowOf('Komga').textContent).toContain(
    '3 notifications of the last 30 days could not be delivered and were given up.',
  )
})

test('a test shows its result', async () => {
  const all = hooks(hook('webhook', 'Webhook', { configured: true }))
  const result = { success: false, detail: 'The webhook cannot be reached.' }
  const { page, rowOf, sent } = await open({ webhook_url: 'http://w' }, all, { [TEST]: result })
  await page.click('Test Webhook')
  expect(sent(TEST)).toEqual([{ hook: 'webhook' }] as never)
  expect(rowOf('Webhook').querySelector('.tried [data-wrong]')?.textContent).toBe(result.detail)
})

test('a program is set only in config.ini, and turned on here', async () => {
  const nothing = await open()
  expect(nothing.rowOf('Custom program').textContent).toContain('only config.ini can name the program')
  expect(nothing.rowOf('Custom program').querySelector('button, input')).toBeNull()
  nothing.page.close()
  const { rowOf, turn, sent } = await open({ extra_scripts: '/opt/tell' })
  expect(rowOf('Custom program').textContent).toContain('/opt/tell')
  await turn('Custom program')
  expect(sent('PUT /api/config')).toEqual([{ enable_extra_scripts: true }] as never)
})
