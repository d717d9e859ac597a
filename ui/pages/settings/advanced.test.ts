import { afterEach, expect, test } from 'bun:test'
import type { OptionState } from '../../api/contract'
import { OptionField } from '../../forms/option-field'
import { html } from '../../html'
import { shutdown } from '../../state/ending'
import { toasts } from '../../state/toasts'
import { optionStates } from '../../testing/option-states'
import { renderPage } from '../../testing/render-page'
import { openSettings } from '../../testing/settings-page'
import { withWindow } from '../../testing/window'
import { SettingsPage } from './settings'

withWindow()
afterEach(() => {
  localStorage.clear()
  toasts.value = []
})

const saved = { success: true, restart_required: [], ignored: [], pinned: [] }

/** The settings page, with changed states of some options. */
function open(path = '/settings', states: Record<string, Partial<OptionState>> = {}) {
  const schema = optionStates().map((option) => ({ ...option, ...states[option.key] }))
  return renderPage(html`<${SettingsPage} />`, {
    path,
    replies: {
      'GET /api/config': Object.fromEntries(schema.map(({ key, value }) => [key, value])),
      'GET /api/config/schema': schema,
      'PUT /api/config': saved,
      'GET /api/health': { status: 'ok', instance: 'one' },
      'POST /api/system/restart': { success: true },
    },
  })
}
type Page = Awaited<ReturnType<typeof open>>
const rowOf = ({ root }: Page, label: string) =>
  [...root.querySelectorAll('.setting h3')].find((one) => one.textContent === label)?.closest('.setting') as HTMLElement
const shown = ({ root }: Page) => [...root.querySelectorAll('.setting h3')].map((one) => one.textContent)
const sent = (page: Page, name: string) => page.requests.filter((one) => one.name === name).map(({ body }) => body)

test('advanced settings are hidden until they are switched on, and then remembered', async () => {
  const page = await open()
  expect(shown(page)).toContain('Port number')
  expect(shown(page)).not.toContain('Trusted proxies')
  expect(page.root.querySelectorAll('.setting-facts code').length).toBe(0)
  await page.click('Advanced')
  expect(shown(page)).toContain('Trusted proxies')
  expect(rowOf(page, 'Trusted proxies').querySelector('.setting-facts code')?.textContent).toBe('trusted_proxies')
  page.close()
  const again = await open()
  expect(shown(again)).toContain('Trusted proxies')
  await again.click('Advanced')
  expect(shown(again)).not.toContain('Trusted proxies')
})

test('every setting of the server has a row, its own or a shared one', async () => {
  const on = Object.fromEntries(
    optionStates()
      .filter(({ type }) => type === 'switch')
      .map(({ key }) => [key, true]),
  )
  const page = await open('/settings', Object.fromEntries(Object.keys(on).map((key) => [key, { value: true }])))
  await page.click('Advanced')
  const labels = new Set(shown(page))
  // Rows of services, clients and programs have several options each; backups have a page.
  const shared = ['metadata', 'connections', 'assistant', 'backups', 'folders', 'release-rules']
  const missing = optionStates().filter(
    (option) => option.shown && !shared.includes(option.shown) && !labels.has(option.label),
  )
  expect(missing.map(({ key }) => key)).toEqual([])
})

test('a setting pinned at the start cannot be changed, and shows the reason', async () => {
  const row = rowOf(
    await open('/settings', { log_level: { value: 2, pinned: true, source: 'startup argument' } }),
    'Log level',
  )
  expect(row.textContent).toContain('Set by the command line until the next start.')
  expect(row.querySelector('fieldset')?.disabled).toBe(true)
  expect(row.querySelector('select')?.value).toBe('2')
  expect(row.querySelectorAll('.setting-reset').length).toBe(0)
})

test('a setting is changed at once, and Undo restores the old value', async () => {
  const page = await open()
  await page.click(rowOf(page, 'Serve reading apps').querySelector('[role="switch"]') as HTMLElement)
  await toasts.value[0]?.action?.run()
  expect(sent(page, 'PUT /api/config')).toEqual([{ opds_enable: false }, { opds_enable: true }])
})

test('a changed setting shows its default, and can be reset', async () => {
  const page = await open('/settings?q=opds_pagesize', { opds_pagesize: { value: 50 } })
  expect(rowOf(page, 'Entries per catalog page').textContent).toContain('Default: 30 entries.')
  expect(rowOf(page, 'Entries per catalog page').textContent).toContain('From 10 to 200.')
  expect(page.root.querySelectorAll('.setting-reset').length).toBe(1)
  await page.click('Reset to default: Entries per catalog page')
  expect(sent(page, 'PUT /api/config')).toEqual([{ opds_pagesize: 30 }])
})

test('a change that needs a restart says so and offers one', async () => {
  const page = await open('/settings', { http_port: { value: 9000, restart_pending: true } })
  expect(rowOf(page, 'Port number').textContent).toContain('Takes effect after a restart.')
  expect(page.find('.settings-waiting').textContent).toContain('Takes effect after a restart: Port number.')
  await page.click('Restart now')
  expect(sent(page, 'POST /api/system/restart')).toHaveLength(1)
  expect(shutdown.value?.at).toContain(':9000/')
  shutdown.value = undefined
})

test('a program can only be set in config.ini', async () => {
  const option = optionStates().find(({ fileOnly }) => fileOnly)
  const page = await renderPage(
    html`<${OptionField} option=${option} value="" isSet=${false} onSave=${async () => true} />`,
  )
  expect(page.text()).toContain('Set in config.ini only')
})

test.each([
  ['trusted_proxies', 'Trusted proxies'],
  ['file permissions', 'File permissions'],
  ['backup retention', 'Backups'],
  ['restart', 'About'],
  ['log level', 'Log level'],
])('the search for %p finds the setting first, even when it is hidden or on another page', async (words, label) => {
  expect(shown(await open(`/settings?q=${encodeURIComponent(words)}`))[0]).toBe(label)
})

test('starting at login is a switch where supported, and explained elsewhere', async () => {
  const can = await openSettings(
    {},
    {
      'GET /api/system/login-item': { starts_at_login: false, reason: null },
      'PUT /api/system/login-item': { starts_at_login: true, reason: null },
    },
  )
  await can.turn('Start when I log in')
  expect(can.sent('PUT /api/system/login-item')).toEqual([{ starts_at_login: true }] as never)
  expect(toasts.value[0]?.text).toBe('Panelkeep starts when you log in.')
  can.page.close()
  const reason = 'Only the executable can start at login.'
  const cannot = await openSettings({}, { 'GET /api/system/login-item': { starts_at_login: null, reason } })
  expect(cannot.rowOf('Start when I log in').textContent).toContain(reason)
})
