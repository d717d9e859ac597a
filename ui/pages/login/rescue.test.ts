import { afterEach, expect, test } from 'bun:test'
import { html } from '../../html'
import { session } from '../../state/session'
import { refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { RescueLogin } from './rescue-login'

withWindow()
afterEach(() => {
  session.value = { is: 'unknown' }
})

const page = html`<${RescueLogin} />`
const backup = (backup_id: string, more = {}) => ({
  backup_id,
  when: '2026-11-20T07:50:00.000Z',
  why: 'scheduled',
  size: 48_000_000,
  version: '1.2.0',
  series: 1,
  issues: 1204,
  ok: true,
  has_settings: true,
  path: '/data/backups/x',
  ...more,
})
const found = {
  problem: 'database disk image is malformed',
  database: '/data/panelkeep.db',
  folder: '/data/backups',
  backups: [
    backup('newest', { ok: false }),
    backup('good'),
    backup('older', { has_settings: false, version: null, series: null, issues: null }),
  ],
}
const health = { 'GET /api/health': { status: 'rescue', instance: 'one' } }

test('a visitor sees the damage, and logs in first', async () => {
  session.value = { is: 'guest' }
  const shown = await renderPage(page)
  expect(shown.text()).toContain('Log in to restore a backup of its database.')
  expect(shown.named('Log in')).toBeDefined()
  expect(shown.requests).toEqual([])
})

test('the newest good backup is selected, and restored with one press', async () => {
  session.value = { is: 'in', username: 'ana' }
  const replies = { ...health, 'GET /api/rescue': found, 'POST /api/rescue/restore': { success: true, message: '' } }
  const shown = await renderPage(page, { replies })
  expect(shown.text()).toContain('database disk image is malformed')
  expect(shown.text()).toContain('Automatic · 1 series · 1,204 issues · 48 MB · Panelkeep 1.2.0')
  expect(shown.find<HTMLInputElement>('[value="newest"]').disabled).toBe(true)
  expect(shown.find<HTMLInputElement>('[value="good"]').checked).toBe(true)
  await shown.click('Restore this backup')
  const sent = shown.requests.find(({ name }) => name === 'POST /api/rescue/restore')
  expect(sent?.body).toEqual({ backup_id: 'good', with_settings: false })
  expect(shown.text()).toContain('Panelkeep is starting')
})

test('another backup can be selected, and a failed restore shows its reason', async () => {
  session.value = { is: 'in', username: 'ana' }
  const replies = { ...health, 'GET /api/rescue': found, 'POST /api/rescue/restore': refusal(409, 'It is damaged.') }
  const shown = await renderPage(page, { replies })
  expect(shown.root.querySelector('[role="switch"]')).not.toBeNull()
  await shown.click(shown.find('[value="older"]'))
  expect(shown.root.querySelector('[role="switch"]')).toBeNull()
  await shown.click('Restore this backup')
  expect(shown.find('[role="alert"]').textContent).toContain('It is damaged.')
})

test('without a backup a new library is created, after a confirmation', async () => {
  session.value = { is: 'in', username: 'ana' }
  const replies = {
    ...health,
    'GET /api/rescue': { ...found, backups: [] },
    'POST /api/rescue/anew': { success: true, message: '' },
  }
  const shown = await renderPage(page, { replies })
  expect(shown.text()).toContain('There are no backups in /data/backups.')
  await shown.click('Begin with an empty library')
  expect(shown.requests.some(({ name }) => name === 'POST /api/rescue/anew')).toBe(false)
  await shown.click(shown.find('.dialog-foot [data-kind="danger"]'))
  expect(shown.requests.some(({ name }) => name === 'POST /api/rescue/anew')).toBe(true)
})
