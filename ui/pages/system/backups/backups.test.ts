import { afterEach, expect, test } from 'bun:test'
import { html } from '../../../html'
import { shutdown } from '../../../state/ending'
import { toasts } from '../../../state/toasts'
import { refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import type { ScheduledJob } from '../jobs/job-words'
import { type Backup, backupFacts } from './backup-words'
import { BackupsPage } from './backups'

withWindow()
afterEach(() => {
  toasts.value = []
  shutdown.value = undefined
})

const backup = (change: Partial<Backup> = {}): Backup => ({
  backup_id: 'b1',
  when: '2026-11-20T10:00:00.000Z',
  why: 'scheduled',
  size: 4_100_000,
  version: '0.36.0',
  series: 12,
  issues: 300,
  ok: true,
  has_settings: true,
  path: '/data/backups/b1',
  ...change,
})
const config = { backup_interval: 1440, backup_retention: 7, backup_days: 30, backup_location: '' }
const job = (change: Partial<ScheduledJob> = {}): ScheduledJob => ({
  id: 'backup',
  name: 'Back up the library and the settings',
  next_run_time: '2026-11-21T10:00:00.000Z',
  trigger: 'interval[1 day, 0:00:00]',
  status: 'Waiting',
  state: 'waiting',
  paused: false,
  duration_ms: 3000,
  failures_in_row: 0,
  dispatch: {
    state: 'accepted',
    last_attempt: '2026-11-20T10:00:00.000Z',
    last_success: '2026-11-20T10:00:03.000Z',
    last_failure: null,
    last_error: null,
  },
  last_error: null,
  ...change,
})
const open = (backups: Backup[], more: object = {}) =>
  renderPage(html`<${BackupsPage} />`, {
    path: '/system/backups',
    replies: {
      'GET /api/system/backups': { backups, folder: '/data/backups' },
      'GET /api/config': config,
      'GET /api/system/jobs': { jobs: [job()] },
      'GET /api/health': { status: 'ok', instance: 'now' },
      ...more,
    },
  })

test('the known facts of a backup are shown', () => {
  expect(backupFacts(backup())).toBe('12 series, 300 issues · 4.1 MB · version 0.36.0')
  expect(backupFacts(backup({ series: null, issues: null, version: null }))).toBe('4.1 MB')
})

test('before the first backup the page explains backups and offers to create one', async () => {
  const page = await open([], { 'POST /api/system/backups': backup() })
  expect(page.text()).toContain('There is no backup yet')
  await page.click('Back up now')
  expect(toasts.value[0]?.text).toBe('The library is backed up.')
})

test('a damaged backup cannot be restored', async () => {
  const page = await open([backup({ ok: false })])
  expect(page.find('.backup').textContent).toContain('Damaged')
  expect(page.find('.backup').textContent).not.toContain('Restore')
})

test('a restore explains its effect first, and then waits for the next run', async () => {
  const page = await open([backup()], { 'POST /api/system/backups/b1/restore': { success: true, message: '' } })
  await page.click('Restore')
  expect(page.find('dialog').textContent).toContain('set aside and not deleted')
  await page.click(page.find('dialog [role="switch"]'))
  await page.click('Restore it')
  expect(page.requests.find(({ name }) => name.endsWith('/restore'))?.body).toEqual({ with_settings: true })
  expect(shutdown.value).toMatchObject({ how: 'restart', instance: 'now' })
})

test('a refused restore changes nothing', async () => {
  const page = await open([backup()], {
    'POST /api/system/backups/b1/restore': refusal(409, 'It is of a newer version.'),
  })
  await page.click('Restore')
  await page.click('Restore it')
  expect(toasts.value[0]?.text).toBe('It is of a newer version.')
  expect(shutdown.value).toBeUndefined()
})

test('a backup is downloaded as a file, and deleted after a confirmation', async () => {
  const page = await open([backup()], { 'DELETE /api/system/backups/b1': { success: true } })
  await page.click(page.find('.backup .menu button'))
  expect(page.named('Download').getAttribute('href')).toBe('/api/system/backups/b1/download')
  await page.click('Delete')
  await page.click('Delete it')
  expect(toasts.value[0]?.text).toBe('The backup is deleted.')
})

test('schedule, folder and retention are set on the same page', async () => {
  const page = await open([backup()])
  const labels = [...page.root.querySelectorAll('.setting h3')].map((one) => one.textContent)
  expect(labels).toEqual(['Back up every', 'Backups to keep', 'Delete backups after', 'Backup folder'])
})

test('the page shows the last and next run of the job, like the page of jobs', async () => {
  const of = async (change: Partial<ScheduledJob>) => {
    const page = await open([backup()], { 'GET /api/system/jobs': { jobs: [job(change)] } })
    return [page.find('[aria-label="Schedule"]').textContent?.trim(), page.text()]
  }
  expect((await of({}))[0]).toMatch(/^Last run: .+\. Next backup: .+\.$/)
  expect((await of({ paused: true, next_run_time: null }))[0]).toEndWith('Paused under Jobs.')
  expect((await of({ trigger: 'parked', next_run_time: null }))[0]).toEndWith('Only when you ask.')
  expect((await of({ status: 'Running' }))[0]).toEndWith('A backup is being made.')
  const dispatch = { ...job().dispatch, state: 'error' as const }
  expect((await of({ dispatch, last_error: 'The disk is full.' }))[1]).toContain('The disk is full.')
})
