import { afterEach, expect, spyOn, test } from 'bun:test'
import { html } from '../../../html'
import { ShutdownPage } from '../../../shutdown-page'
import { shutdown } from '../../../state/ending'
import { toasts } from '../../../state/toasts'
import { refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { WhatsNew } from '../../../whats-new'
import { AboutPage } from './about'

withWindow()
afterEach(() => {
  toasts.value = []
  shutdown.value = undefined
})

const version = {
  current_version: '0.36.0',
  current_release_name: 'Panelkeep 0.36.0',
  latest_version: null,
  release_name: null,
  release_url: null,
  update_state: 'unknown',
  update_reason: 'no_update_feed',
  update_error: null,
  checked_at: null,
  pending_whats_new: null,
}
const sections = [
  { version: '0.36.0', bullets: ['Set `log_level` to see more.'] },
  { version: '0.35.0', bullets: ['Reads comics.'] },
]
const nothing = { install_type: 'executable', target: 'linux-x64', obstacle: null, available: null, update: null }
const replies = {
  'GET /api/system/update': nothing,
  'GET /api/system/version': version,
  'GET /api/system/whats-new/archive': { sections, pending: null, current: '0.36.0', last_seen: '0.36.0' },
  'GET /api/system/backups': { backups: [], folder: '/data/backups' },
  'GET /api/system/logs': { path: '/data/logs/panelkeep.log' },
  'GET /api/config': { data_dir: '/data' },
  'GET /api/health': { status: 'ok', instance: 'now' },
}
const open = (more: object = {}) =>
  renderPage(html`<${AboutPage} />`, { path: '/system/about', replies: { ...replies, ...more } })

test('the version, its folders and the release notes are on one page', async () => {
  const page = await open()
  expect(page.text()).toContain('Panelkeep 0.36.0')
  expect(page.text()).toContain('No update feed is set, so Panelkeep does not check for updates.')
  expect(page.text()).toContain('/data/logs/panelkeep.log')
  expect(page.find('.release-notes li code').textContent).toBe('log_level')
  expect(page.root.querySelectorAll('.release-notes details[open]')).toHaveLength(1)
})

test('a newer version is announced with its link', async () => {
  const behind = { ...version, update_state: 'behind', update_reason: null, latest_version: '0.37.0' }
  const page = await open({
    'GET /api/system/version': { ...behind, release_name: 'Panelkeep 0.37', release_url: 'https://example.org/37' },
    'POST /api/system/version/check': behind,
  })
  expect(page.text()).toContain('Version 0.37.0 is available')
  expect(page.named('Panelkeep 0.37').getAttribute('href')).toBe('https://example.org/37')
  await page.click('Check for updates')
  expect(page.requests.some(({ name }) => name === 'POST /api/system/version/check')).toBe(true)
})

test('a restart is confirmed first, and the ended run is remembered', async () => {
  const page = await open({ 'POST /api/system/restart': { success: true, message: '' } })
  await page.click('Restart')
  await page.click('Restart it')
  expect(shutdown.value).toMatchObject({ how: 'restart', instance: 'now' })
})

test('a refused stop changes nothing', async () => {
  const page = await open()
  await page.click('Stop')
  await page.click('Stop it')
  expect(shutdown.value).toBeUndefined()
  expect(toasts.value[0]?.kind).toBe('error')
})

test('after a restart the window waits for another run, and then reloads', async () => {
  let look: () => void = () => undefined
  const ticking = spyOn(globalThis, 'setInterval').mockImplementation(((tick: () => void) => {
    look = tick
  }) as never)
  try {
    let answer: unknown = { status: 'ok', instance: 'before' }
    const back: string[] = []
    const draw = { ending: { how: 'restart', instance: 'before' }, onBack: () => back.push('back') }
    const page = await renderPage(html`<${ShutdownPage} ...${draw} />`, {
      replies: { 'GET /api/health': () => answer },
    })
    expect(page.text()).toContain('Panelkeep is restarting')
    for (const next of [answer, refusal(502, 'Nobody is there.'), { status: 'ok', instance: 'after' }]) {
      expect(back).toEqual([])
      answer = next
      look()
      await page.whenIdle()
    }
    expect(back).toEqual(['back'])
  } finally {
    ticking.mockRestore()
  }
})

test('after a stop the window explains how to start again', async () => {
  const draw = { ending: { how: 'stop', instance: 'now' }, onBack: () => undefined }
  const page = await renderPage(html`<${ShutdownPage} ...${draw} />`, { replies })
  expect(page.text()).toContain('Panelkeep has stopped')
})

test('the release notes are shown once after an update', async () => {
  const page = await renderPage(html`<${WhatsNew} />`, {
    replies: {
      'GET /api/system/version': { ...version, pending_whats_new: { from: '0.35.0', to: '0.36.0' } },
      'GET /api/system/release-notes': { sections: sections.slice(0, 1) },
      'POST /api/system/whats-new/dismiss': { success: true, last_seen_version: '0.36.0' },
    },
  })
  await page.until('New in Panelkeep 0.36.0')
  expect(page.requests.find(({ name }) => name.endsWith('release-notes'))?.query).toEqual({
    after: '0.35.0',
    through: '0.36.0',
  })
  await page.click('Continue')
  expect(page.root.querySelector('dialog')).toBeNull()
  expect(page.requests.some(({ name }) => name.endsWith('dismiss'))).toBe(true)
})

test.each([
  ['Restart', 'Restart it', 'main'],
  ['Stop', 'Stop it', 'danger'],
])('%s needs a confirmation, and only a stop is marked as dangerous', async (ask, action, kind) => {
  const page = await open()
  await page.click(ask)
  expect(page.named(action).dataset.kind).toBe(kind)
})
