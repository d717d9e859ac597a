import { afterEach, expect, test } from 'bun:test'
import { settingsHelp } from '../../guide/settings-help'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type ReceivedRequest, type RenderedPage, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { SettingsPage } from './settings'

withWindow()
afterEach(() => {
  localStorage.clear()
  toasts.value = []
})

const config = {
  comic_dirs: ['/comics', '/more'],
  manga_dirs: [],
  http_host: '127.0.0.1',
  http_port: 8090,
  manage_remote: false,
  launch_browser: true,
  login_timeout: 43_800,
  opds_enable: true,
  opds_pagesize: 30,
  folder_format: '$Series ($Year)',
  file_format: '$Series $Annual $Issue ($Year)',
  replace_spaces: false,
  zero_level_n: 'none',
  replace_char: '_',
  lowercase_filenames: false,
  log_level: 1,
  http_username: 'ana',
  api_key_set: true,
  version: '0.36.0',
}
const network = { lan: false, manage_remote: false, port: 8090, addresses: [], opds_urls: [] }

async function openSettings(more: Record<string, unknown> = {}) {
  let now: Record<string, unknown> = config
  const replies = {
    'GET /api/config': () => now,
    'PUT /api/config': ({ body }: ReceivedRequest) => {
      now = { ...now, ...(body as object) }
      return { success: true, restart_required: [], ignored: [], pinned: [] }
    },
    'GET /api/system/network': network,
    'GET /api/system/health': { state: 'ok', checked_at: '2026-11-21T08:00:00.000Z', open_count: 0, findings: [] },
    ...more,
  }
  const page = await renderPage(html`<${SettingsPage} />`, { path: '/settings', replies })
  const saved = () => page.requests.filter((one) => one.name === 'PUT /api/config').map((one) => one.body)
  return { page, saved }
}
const rowOf = (root: HTMLElement, label: string) => {
  const heading = [...root.querySelectorAll('.setting h3')].find((one) => one.textContent === label)
  return heading?.closest('.setting') as HTMLElement
}

test('every setting has a description, and its default only after a change', async () => {
  const { page } = await openSettings({ 'GET /api/config': { ...config, opds_pagesize: 50, log_level: 2 } })
  await page.click('Advanced')
  const rows = [...page.root.querySelectorAll('.setting')]
  expect(rows.length).toBeGreaterThan(15)
  for (const row of rows) expect(row.querySelector('p')?.textContent?.length).toBeGreaterThan(20)
  expect(rowOf(page.root, 'Entries per catalog page').textContent).toContain('Default: 30 entries.')
  expect(rowOf(page.root, 'Log level').textContent).toContain('Default: Info.')
  expect(rowOf(page.root, 'Port number').textContent).not.toContain('Default')
  expect(page.text()).toContain('Panelkeep 0.36.0')
  expect(page.text()).toContain('No problems')
})

test('every section leads to where the guide explains it, and every option to its line there', async () => {
  const { page } = await openSettings()
  await page.click('Advanced')
  const sections = [...page.root.querySelectorAll('.settings-section')]
  expect(sections.length).toBeGreaterThan(18)
  for (const section of sections) {
    const title = section.querySelector('h2')?.textContent
    const link = section.querySelector('.settings-title .help-link')
    expect(link?.getAttribute('aria-label')).toBe(`Help: ${title}`)
    expect(link?.getAttribute('href')).toBe(`/help/${settingsHelp[section.id]}`)
  }
  const link = rowOf(page.root, 'Entries per catalog page').querySelector('.help-link')
  expect(link?.getAttribute('href')).toBe('/help/options#opds_pagesize')
  expect(link?.getAttribute('aria-label')).toBe('Help: Entries per catalog page')
})

test('a switch is saved at once, and Undo restores the old value', async () => {
  const { page, saved } = await openSettings()
  await page.click(rowOf(page.root, 'Serve reading apps').querySelector('[role="switch"]') as HTMLElement)
  expect(rowOf(page.root, 'Serve reading apps').querySelector('[role="switch"]')?.getAttribute('aria-checked')).toBe(
    'false',
  )
  expect(toasts.value[0]?.text).toBe('Serve reading apps: saved.')
  await toasts.value[0]?.action?.run()
  await page.whenIdle()
  expect(saved()).toEqual([{ opds_enable: false }, { opds_enable: true }])
  expect(rowOf(page.root, 'Serve reading apps').querySelector('[role="switch"]')?.getAttribute('aria-checked')).toBe(
    'true',
  )
})

test('a choice for issue ids in notes is saved by its value', async () => {
  const { page, saved } = await openSettings()
  await page.click('Advanced')
  const notes = rowOf(page.root, 'Issue id in notes').querySelector('select') as HTMLSelectElement
  notes.value = 'CVDB'
  notes.dispatchEvent(new window.Event('change', { bubbles: true }))
  await page.whenIdle()
  expect(saved()).toEqual([{ ct_notes_format: 'CVDB' }])
})

test('the network switch sets the address to listen on', async () => {
  const { page, saved } = await openSettings()
  await page.click(rowOf(page.root, 'Allow reading apps on my network').querySelector('[role="switch"]') as HTMLElement)
  expect(saved()).toEqual([{ http_host: '0.0.0.0' }])
})

/** Types into the field of a setting and leaves it. */
async function leave({ root, whenIdle }: RenderedPage, label: string, text: string, events = ['input', 'change']) {
  const box = rowOf(root, label).querySelector('input') as HTMLInputElement
  for (const event of events) {
    box.value = text
    box.dispatchEvent(new window.Event(event, { bubbles: true }))
    await whenIdle()
  }
  return box
}

/** The error of a field; undefined for a field that is right. */
const errorOf = ({ root }: RenderedPage, box: HTMLInputElement) =>
  box.getAttribute('aria-invalid') === 'true'
    ? root.querySelector(`[id="${box.getAttribute('aria-describedby')}"]`)?.textContent
    : undefined

test('a refused name pattern stays, with the reason at the field, under the label of the setting', async () => {
  const detail = 'file_format must be a line of text.'
  const { page } = await openSettings({ 'PUT /api/config': refusal(400, detail) })
  const box = await leave(page, 'Issue file names', 'nothing')
  expect([box.value, errorOf(page, box)]).toEqual(['nothing', 'Not saved. Issue file names must be a line of text.'])
  expect(toasts.value).toEqual([])
  await leave(page, 'Issue file names', 'nothing more', ['input'])
  expect(errorOf(page, box)).toBeUndefined()
})

test('text that is refused stays in its field with the reason, until it is right', async () => {
  const reply = ({ body }: ReceivedRequest) =>
    (body as { trusted_proxies?: string }).trusted_proxies === '/wrong'
      ? refusal(400, 'trusted_proxies must be addresses.')
      : { success: true, restart_required: [], ignored: [], pinned: [] }
  const { page, saved } = await openSettings({ 'PUT /api/config': reply })
  await page.click('Advanced')
  const box = await leave(page, 'Trusted proxies', '/wrong')
  expect([box.value, errorOf(page, box)]).toEqual(['/wrong', 'Trusted proxies must be addresses.'])
  expect(toasts.value).toEqual([])
  await leave(page, 'Trusted proxies', '10.0.0.1')
  expect(saved().at(-1)).toEqual({ trusted_proxies: '10.0.0.1' })
  expect(errorOf(page, box)).toBeUndefined()
})

test('a number out of range is not saved, and the field says which are possible', async () => {
  const { page, saved } = await openSettings()
  await page.click('Advanced')
  const box = await leave(page, 'Minimum seeders', '99999999')
  expect(saved()).toEqual([])
  expect([box.value, errorOf(page, box)]).toEqual([
    '99999999',
    'Minimum seeders must be a whole number from 0 to 10,000.',
  ])
  expect(toasts.value).toEqual([])
  await leave(page, 'Minimum seeders', '3')
  expect([saved(), errorOf(page, box)]).toEqual([[{ minseeds: 3 }], undefined])
})

test('a refused value shows the reason and changes nothing', async () => {
  const { page } = await openSettings({ 'PUT /api/config': refusal(400, '$Annual cannot be part of a folder name.') })
  await page.click('Advanced')
  await page.click(rowOf(page.root, 'Lowercase file names').querySelector('[role="switch"]') as HTMLElement)
  expect(toasts.value[0]).toMatchObject({ kind: 'error', text: '$Annual cannot be part of a folder name.' })
  expect(rowOf(page.root, 'Lowercase file names').querySelector('[role="switch"]')?.getAttribute('aria-checked')).toBe(
    'false',
  )
})

test('a setting is found by any of its words', async () => {
  const { page } = await openSettings()
  await page.type('.settings input[type="search"]', 'tablet')
  const found = [...page.root.querySelectorAll('.setting h3')].map((one) => one.textContent)
  expect(found).toContain('Connect an app')
  expect(found).not.toContain('Theme')
  await page.type('.settings input[type="search"]', 'zzz')
  expect(page.text()).toContain('No setting found')
})

test('folders are added, moved to the top and removed as one list', async () => {
  const { page, saved } = await openSettings({ 'GET /api/filesystem': { path: '/new', parent: '/', folders: [] } })
  await page.click('Remove /more from the list')
  await page.click('Add a comics folder')
  await page.click('Use this folder')
  await page.click('Put new series into /new')
  expect(saved()).toEqual([
    { comic_dirs: ['/comics'] },
    { comic_dirs: ['/comics', '/new'] },
    { comic_dirs: ['/new', '/comics'] },
  ])
})

test('a new key is shown once, after a confirmation', async () => {
  const { page } = await openSettings({ 'POST /api/config/api-key/regenerate': { success: true, api_key: 'abc123' } })
  await page.click('Make a new key')
  expect(page.text()).not.toContain('abc123')
  await page.click(page.find('dialog .button[data-kind="main"]'))
  expect(page.find('dialog .copy').textContent).toContain('abc123')
  await page.click('I have kept it')
  expect(page.text()).not.toContain('abc123')
})

test('the password is changed with the current one', async () => {
  const { page } = await openSettings({
    'PUT /api/auth/account': { success: true, username: 'ana' },
    'GET /api/auth/check-setup': { success: true, needs_setup: false },
    'GET /api/auth/check-session': { success: true, authenticated: true, username: 'ana' },
  })
  await page.click('Change')
  await page.type('dialog [autocomplete="new-password"]', 'longer than 8')
  await page.type('dialog [autocomplete="current-password"]', 'old secret')
  await page.submit('dialog form')
  const sent = page.requests.find((one) => one.name === 'PUT /api/auth/account')
  expect(sent?.body).toEqual({ current_password: 'old secret', username: 'ana', new_password: 'longer than 8' })
  expect(page.root.querySelector('dialog')).toBeNull()
})

test('a new password that is too short is not sent, and a refusal stays with its fields', async () => {
  const { page } = await openSettings({ 'PUT /api/auth/account': refusal(401, 'The current password is wrong.') })
  const sent = () => page.requests.filter((one) => one.name === 'PUT /api/auth/account').length
  await page.click('Change')
  await page.type('dialog [autocomplete="current-password"]', 'old secret')
  await page.type('dialog [autocomplete="new-password"]', 'seven77')
  await page.submit('dialog form')
  expect(page.find('dialog').textContent).toContain('Use at least 8 characters.')
  expect(sent()).toBe(0)
  expect(page.find('dialog [aria-invalid="true"]').getAttribute('autocomplete')).toBe('new-password')
  await page.type('dialog [autocomplete="new-password"]', 'eight888')
  expect(page.root.querySelector('dialog [role="alert"]')).toBeNull()
  for (let press = 1; press <= 2; press++) {
    await page.submit('dialog form')
    expect(page.find('dialog').textContent).toContain('The current password is wrong.')
    expect(page.find('dialog').textContent).not.toContain('Use at least 8 characters.')
    expect(sent()).toBe(press)
  }
})

test('settings that cannot be loaded show the reason and can be retried', async () => {
  const { page } = await openSettings({ 'GET /api/config': refusal(503, 'The disk sleeps.') })
  expect(page.find('[role="alert"]').textContent).toContain('The disk sleeps.')
})

test('the examples and their problems follow the typed text before it is saved', async () => {
  const { page, saved } = await openSettings({
    'GET /api/filing/sample-name': ({ query }: ReceivedRequest) => ({
      samples: [
        { label: 'Issue 7', folder: `in ${query.folder_format}`, file: `as ${query.file_format}`, problem: null },
        { label: 'Annual 1', folder: 'Harbor Lights (2015)', file: 'Annual.cbz', problem: null },
      ],
      problems: query.file_format === '$Series' ? ['Without $Issue all files of a series get the same name.'] : [],
    }),
  })
  expect(rowOf(page.root, 'Series folder names').textContent).toContain('in $Series ($Year)/')
  expect(rowOf(page.root, 'Issue file names').textContent).toContain('Annual 1Harbor Lights (2015)/Annual.cbz')
  const format = '#naming .setting:has(.name-samples) input'
  await page.type(format, '$Series')
  await page.until('as $Series')
  await page.until('get the same name')
  expect(saved()).toEqual([])
  page.find(format).dispatchEvent(new window.Event('change', { bubbles: true }))
  await page.whenIdle()
  expect(saved()).toEqual([{ file_format: '$Series' }])
})
