import { afterEach, expect, test } from 'bun:test'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { renderPage } from '../../testing/render-page'
import { openSettings } from '../../testing/settings-page'
import { withWindow } from '../../testing/window'
import { AllSettingsPage } from './all'
import type { Spec } from './any-setting'

withWindow()
afterEach(() => {
  toasts.value = []
})

const spec = (key: string, type: Spec['type'], more: Partial<Spec> = {}): Spec => ({
  ...{ key, section: 'General', type, about: `What ${key} does.`, default: '' },
  ...more,
})
const schema = [
  spec('comic_dirs', 'folders', { default: [] }),
  spec('log_level', 'integer', { default: 1, least: 0, most: 2, pinned: true, source: 'startup argument' }),
  spec('opds_enable', 'switch', { section: 'OPDS', default: true }),
  spec('file_opts', 'choice', { section: 'PostProcess', default: 'move', choices: ['move', 'copy'] }),
  spec('komga_apikey', 'secret', { section: 'Hooks', set: true }),
  spec('http_host', 'text', { section: 'Interface', default: '127.0.0.1', restart_required: true }),
  spec('extra_scripts', 'text', { section: 'Hooks', fileOnly: true }),
  spec('check_folder', 'folder', { section: 'PostProcess' }),
]
const config = { comic_dirs: ['/c'], log_level: 2, opds_enable: true, file_opts: 'move', http_host: '127.0.0.1' }
const saved = { success: true, restart_required: [], ignored: [], pinned: [] }
const open = (path = '/settings/all') =>
  renderPage(html`<${AllSettingsPage} />`, {
    path,
    replies: { 'GET /api/config': config, 'GET /api/config/schema': schema, 'PUT /api/config': saved },
  })

test('every setting is there, below the name of its section', async () => {
  const page = await open()
  const names = [...page.root.querySelectorAll('.setting h3')].map((one) => one.textContent)
  expect(names.toSorted()).toEqual(schema.map(({ key }) => key).toSorted())
  expect([...page.root.querySelectorAll('.settings-section h2')].map((one) => one.textContent)).toEqual([
    'General',
    'OPDS',
    'Arrivals',
    'Other programs',
    'Interface',
  ])
  expect(page.find('#interface .setting').textContent).toContain('Takes effect at the next start. Default: 127.0.0.1.')
  expect(page.text()).toContain('While this run lasts, the command line decides.')
  expect(page.text()).toContain('Set in config.ini only')
})

test('one is changed at once, and Undo puts the old value back', async () => {
  const page = await open()
  await page.click(page.find('#opds [role="switch"]'))
  await toasts.value[0]?.action?.run()
  const sets = page.asked.filter(({ name }) => name === 'PUT /api/config').map(({ body }) => body)
  expect(sets).toEqual([{ opds_enable: false }, { opds_enable: true }])
})

test('an address can ask for one of them', async () => {
  const page = await open('/settings/all?q=file_opts')
  expect([...page.root.querySelectorAll('.setting h3')].map((one) => one.textContent)).toEqual(['file_opts'])
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
