import { afterEach, expect, test } from 'bun:test'
import { invalidate } from '../../../api/query'
import { html } from '../../../html'
import { shutdown } from '../../../state/ending'
import { refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { UpdateView } from './update-view'

withWindow()
afterEach(() => {
  shutdown.value = undefined
})

const nothing = { install_type: 'executable', target: 'linux-x64', obstacle: null, available: null, update: null }
const available = { version: '0.37.0', notes: ['Faster.', 'Set `log_level`.'], size: 65_000_000 }
const update = {
  update_id: 'u',
  version: '0.37.0',
  from_version: '0.36.0',
  state: 'downloading',
  received: 13_000_000,
  size: 65_000_000,
  error: null,
  created_at: '2026-11-23T12:00:00.000Z',
  finished_at: null,
}
const open = (page: object, more: object = {}) =>
  renderPage(html`<${UpdateView} current="0.36.0" />`, {
    path: '/system/about',
    replies: {
      'GET /api/system/update': { ...nothing, ...page },
      'GET /api/health': { status: 'ok', instance: 'now' },
      ...more,
    },
  })

test('an update is confirmed first, with its size and its steps', async () => {
  const page = await open({ available }, { 'POST /api/system/update': { success: true, operation_id: 'o' } })
  expect(page.text()).toContain('What is new in 0.37.0 (2 changes)')
  await page.click('Update to 0.37.0')
  expect(page.text()).toContain('Panelkeep downloads 65 MB, backs up the library and restarts.')
  expect(page.text()).toContain('goes back to 0.36.0')
  await page.click('Update')
  expect(page.requests.find(({ name }) => name === 'POST /api/system/update')?.body).toEqual({ version: '0.37.0' })
})

test('a copy installed by a package manager explains its update, and has no button', async () => {
  const page = await open({ available, obstacle: 'Panelkeep runs in a container.' })
  expect(page.text()).toContain('Panelkeep runs in a container.')
  expect(page.root.querySelector('.button[data-kind="main"]')).toBeNull()
})

test('a download shows its progress, and can be cancelled', async () => {
  const page = await open({ available, update }, { 'DELETE /api/system/update': { success: true } })
  expect(page.text()).toContain('Downloading: 13 MB of 65 MB')
  expect(page.find('progress').getAttribute('value')).toBe('20')
  expect(page.find('[aria-current="step"]').textContent).toBe('Downloading')
  await page.click('Cancel the update')
  expect(page.requests.some(({ name }) => name === 'DELETE /api/system/update')).toBe(true)
})

test('the steps before the current one are done', async () => {
  const page = await open({ update: { ...update, state: 'backing_up', received: 65_000_000 } })
  const looks = [...page.root.querySelectorAll('.update-steps li')].map((each) => each.getAttribute('data-look'))
  expect(looks).toEqual(['done', 'done', 'current', 'next', 'next'])
  expect(page.find('progress').hasAttribute('value')).toBe(false)
})

test('the restart is shown in the whole window', async () => {
  let state = 'verifying'
  const reply = () => ({ ...nothing, update: { ...update, state } })
  const page = await open({}, { 'GET /api/system/update': reply })
  expect(shutdown.value).toBeUndefined()
  state = 'restarting'
  invalidate('GET /api/system/update')
  await page.whenIdle()
  expect(shutdown.value).toMatchObject({ how: 'restart', instance: 'now' })
  expect(shutdown.value?.text).toContain('updated to 0.37.0')
})

test('a page opened during the restart shows it as well', async () => {
  await open({ update: { ...update, state: 'restarting' } })
  expect(shutdown.value).toMatchObject({ how: 'restart', instance: 'now' })
})

test.each([
  ['failed', 'Update to 0.37.0 failed'],
  ['rolled_back', 'Update to 0.37.0 was undone'],
])('an update that ended as %s shows the reason, and can be started again', async (state, words) => {
  const page = await open({ available, update: { ...update, state, error: 'The signature is not valid.' } })
  expect(page.text()).toContain(words)
  expect(page.find('[role="alert"]').textContent).toContain('The signature is not valid.')
  expect(page.named('Update to 0.37.0')).toBeDefined()
})

test('a refused start changes nothing', async () => {
  const page = await open({ available }, { 'POST /api/system/update': refusal(409, 'An update is already running.') })
  await page.click('Update to 0.37.0')
  await page.click('Update')
  expect(shutdown.value).toBeUndefined()
  expect(page.root.querySelector('.update-running')).toBeNull()
})
