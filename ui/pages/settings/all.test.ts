import { afterEach, expect, test } from 'bun:test'
import type { OptionState } from '../../api/contract'
import { html } from '../../html'
import { shutdown } from '../../state/ending'
import { toasts } from '../../state/toasts'
import { renderPage } from '../../testing/render-page'
import { openSettings } from '../../testing/settings-page'
import { withWindow } from '../../testing/window'
import { AllSettingsPage } from './all'

withWindow()
afterEach(() => {
  toasts.value = []
})

const spec = (key: string, label: string, type: OptionState['type'], more: Partial<OptionState> = {}) =>
  ({ key, label, section: 'General', type, about: `What ${key} does.`, default: '', ...more }) as OptionState
const schema = [
  spec('comic_dirs', 'Comics', 'folders', { default: [], value: ['/c'] }),
  spec('log_level', 'How much is logged', 'integer', {
    default: 1,
    least: 0,
    most: 2,
    words: ['warning', 'info', 'debug'],
    value: 2,
    pinned: true,
    source: 'startup argument',
  }),
  spec('opds_enable', 'Catalog', 'switch', { section: 'OPDS', default: true, value: true }),
  spec('opds_pagesize', 'Entries on a page', 'integer', {
    section: 'OPDS',
    default: 30,
    least: 10,
    most: 2000,
    unit: 'entries',
    value: 50,
  }),
  spec('file_opts', 'How files come', 'choice', { default: 'move', choices: ['move', 'copy'], value: 'move' }),
  spec('komga_apikey', 'Key of Komga', 'secret', { section: 'Hooks', set: true }),
  spec('http_port', 'Port', 'integer', {
    section: 'Interface',
    default: 8090,
    least: 1,
    most: 65_535,
    value: 8090,
    restart_required: true,
  }),
  spec('extra_scripts', 'Program to run', 'text', { section: 'Hooks', fileOnly: true, value: '' }),
  spec('check_folder', 'Folder of downloads', 'folder', { section: 'PostProcess', value: '' }),
  spec('newznab', 'Ask usenet indexers', 'switch', { section: 'Newznab', default: true, value: true }),
]
// The API's other name for a list of indexers.
const config = { ...Object.fromEntries(schema.map(({ key, value }) => [key, value])), newznab: { enabled: true } }
const saved = { success: true, restart_required: [], ignored: [], pinned: [] }
const open = (path = '/settings/all', specs = schema) =>
  renderPage(html`<${AllSettingsPage} />`, {
    path,
    replies: {
      'GET /api/config': config,
      'GET /api/config/schema': specs,
      'PUT /api/config': saved,
      'GET /api/health': { status: 'ok', instance: 'one' },
      'POST /api/system/restart': { success: true },
    },
  })
type Page = Awaited<ReturnType<typeof open>>
const rowOf = ({ root }: Page, label: string) =>
  [...root.querySelectorAll('.setting h3')].find((one) => one.textContent === label)!.closest('.setting') as HTMLElement
const shown = ({ root }: Page) => [...root.querySelectorAll('.setting h3')].map((one) => one.textContent)
const sent = (page: Page, name: string) => page.requests.filter((one) => one.name === name).map(({ body }) => body)

test('every setting is there by its label and its name, below the name of its section', async () => {
  const page = await open()
  expect(shown(page).toSorted()).toEqual(schema.map(({ label }) => label).toSorted())
  const names = [...page.root.querySelectorAll('.setting-name code')].map((one) => one.textContent)
  expect(names.toSorted()).toEqual(schema.map(({ key }) => key).toSorted())
  expect([...page.root.querySelectorAll('.settings-section h2')].map((one) => one.textContent)).toEqual([
    'General',
    'OPDS',
    'Connections',
    'Interface',
    'Completed downloads',
    'Usenet indexers',
  ])
  expect(rowOf(page, 'Port').textContent).toContain('Takes effect after a restart.')
  expect(rowOf(page, 'Port').textContent).toContain('Default: 8090, from 1 to 65535.')
  expect(rowOf(page, 'Entries on a page').textContent).toContain('Default: 30 entries, from 10 to 2,000.')
  expect(page.text()).toContain('Set in config.ini only')
  expect(rowOf(page, 'Ask usenet indexers').querySelector('[role="switch"]')?.getAttribute('aria-checked')).toBe('true')
})

test('a setting that is pinned at the start cannot be changed, and gives the reason', async () => {
  const row = rowOf(await open(), 'How much is logged')
  expect(row.textContent).toContain('Set by the command line until the next start.')
  expect(row.querySelector('fieldset')?.disabled).toBe(true)
  expect([...row.querySelectorAll('option')].map((one) => one.textContent)).toEqual(['Warning', 'Info', 'Debug'])
  expect(row.querySelector('select')?.value).toBe('2')
  expect(row.querySelector('.setting-reset')).toBeNull()
})

test('one is changed at once, and Undo puts the old value back', async () => {
  const page = await open()
  await page.click(rowOf(page, 'Catalog').querySelector('[role="switch"]') as HTMLElement)
  await toasts.value[0]?.action?.run()
  expect(sent(page, 'PUT /api/config')).toEqual([{ opds_enable: false }, { opds_enable: true }])
})

test('one that is no longer the default can be put back to it', async () => {
  const page = await open()
  expect(page.root.querySelectorAll('.setting-reset').length).toBe(2)
  await page.click('Reset Entries on a page to its default')
  expect(sent(page, 'PUT /api/config')).toEqual([{ opds_pagesize: 30 }])
})

test('a change that needs a restart says so and offers one', async () => {
  const page = await open('/settings/all', [
    ...schema.filter(({ key }) => key !== 'http_port'),
    { ...schema.find(({ key }) => key === 'http_port')!, value: 9000, restart_pending: true },
  ])
  expect(page.find('.settings-waiting').textContent).toContain('Takes effect after a restart: Port.')
  await page.click('Restart now')
  expect(sent(page, 'POST /api/system/restart')).toHaveLength(1)
  expect(shutdown.value?.at).toContain(':9000/')
  shutdown.value = undefined
})

test.each([
  ['file_opts', 'How files come'],
  ['hardly logged', undefined],
  ['debug', 'How much is logged'],
  ['entries', 'Entries on a page'],
])('an address can ask for %p', async (words, label) => {
  expect(shown(await open(`/settings/all?q=${encodeURIComponent(words)}`))).toEqual(label ? [label] : [])
})

test('starting at login is set where it can be, and explained where not', async () => {
  const can = await openSettings(config, {
    'GET /api/system/login-item': { starts_at_login: false, reason: null },
    'PUT /api/system/login-item': { starts_at_login: true, reason: null },
  })
  await can.turn('Start when I log in')
  expect(can.sent('PUT /api/system/login-item')).toEqual([{ starts_at_login: true }] as never)
  expect(toasts.value[0]?.text).toBe('Panelkeep starts when you log in.')
  can.page.close()
  const reason = 'Only the executable can start at login.'
  const cannot = await openSettings(config, { 'GET /api/system/login-item': { starts_at_login: null, reason } })
  expect(cannot.rowOf('Start when I log in').textContent).toContain(reason)
})
