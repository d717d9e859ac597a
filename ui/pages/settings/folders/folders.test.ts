import { afterEach, expect, test } from 'bun:test'
import { agoWords, type FolderView, folderFacts } from '../../../forms/folder-words'
import { html } from '../../../html'
import { toasts } from '../../../state/toasts'
import { type ReceivedRequest, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { SettingsPage } from '../settings'

withWindow()
afterEach(() => {
  toasts.value = []
})

const view = (path: string, change: Partial<FolderView> = {}): FolderView => ({
  path,
  kind: 'comic',
  state: 'watched',
  reason: null,
  free_bytes: 812_000_000_000,
  total_bytes: 4_000_000_000_000,
  file_count: 1204,
  gone_count: 0,
  last_look_at: null,
  ...change,
})

async function open(folders: FolderView[], config: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  const page = await renderPage(html`<${SettingsPage} />`, {
    path: '/settings',
    replies: {
      'GET /api/config': { comic_dirs: ['/a', '/b', '/c'], manga_dirs: [], import_dir: '', ...config },
      'GET /api/import/folders': { folders },
      'PUT /api/config': { success: true, restart_required: [], ignored: [], pinned: [] },
      'GET /api/system/network': { lan: false, manage_remote: false, port: 8090, addresses: [], opds_urls: [] },
      'GET /api/health': { status: 'ok', instance: 'x' },
      ...more,
    },
  })
  const saved = () => page.requests.filter(({ name }) => name === 'PUT /api/config').map(({ body }) => body)
  const line = (path: string) => {
    const all = [...page.root.querySelectorAll('.folder-line')]
    return all.find((one) => one.querySelector('code')?.textContent === path) as HTMLElement
  }
  const choose = async (setting: string, value: string) => {
    const row = [...page.root.querySelectorAll('.setting')].find(
      (one) => one.querySelector('h3')?.textContent === setting,
    )
    const select = row?.querySelector('select') as HTMLSelectElement
    select.value = value
    select.dispatchEvent(new window.Event('change', { bubbles: true }))
    await page.whenIdle()
  }
  return { page, saved, line, choose }
}

test('a folder shows its watch state, its files and its free space', async () => {
  const remote = 'Network folder: changes are not reported, so it is scanned on a schedule.'
  const { line } = await open([view('/a'), view('/b', { state: 'polled', reason: remote })])
  const text = line('/a').textContent
  for (const words of ['Watched', '1,204 files in the library', '812 GB of 4.0 TB free']) expect(text).toContain(words)
  expect(line('/a').querySelector('[role=meter]')?.getAttribute('aria-valuenow')).toBe('80')
  expect(line('/b').textContent).toContain(remote)
  expect(line('/c').textContent).toBe('/c')
  for (const path of ['/a', '/b']) expect(line(path).querySelector('.mark')?.getAttribute('data-state')).toBe('have')
})

test('of several folders one is chosen for new series', async () => {
  const { saved, choose, page } = await open([], { destination_dir: '' })
  await choose('Folder for new comics', '/b')
  expect(saved()).toEqual([{ destination_dir: '/b' }])
  await choose('Folder for new comics', '')
  expect(saved().at(-1)).toEqual({ destination_dir: '' })
  expect(page.text()).not.toContain('Folder for new manga')
})

test('a missing folder says that nothing is lost, and is removed only after a confirmation', async () => {
  const reason = 'Its disk does not respond.'
  const { page, line } = await open(
    [view('/a', { state: 'unreachable', reason, free_bytes: null })],
    {},
    {
      'POST /api/import/folders/forget': { success: true, forgotten: 1204 },
    },
  )
  for (const words of ['Out of reach', reason, 'Nothing was marked missing'])
    expect(line('/a').textContent).toContain(words)
  await page.click('Its files are permanently gone')
  const forgets = () => page.requests.filter(({ name }) => name === 'POST /api/import/folders/forget')
  expect(forgets()).toEqual([])
  await page.click('They are gone')
  expect(forgets().map(({ body }: ReceivedRequest) => body)).toEqual([{ path: '/a' }])
  expect(toasts.value.at(-1)?.text).toBe('1,204 files of /a count as missing now.')
})

test('a folder that is back meanwhile is not removed, and the page shows the reason', async () => {
  const detail = '/a can be reached. Scan it instead.'
  const { page } = await open(
    [view('/a', { state: 'missing', reason: 'There is no folder at /a.' })],
    {},
    {
      'POST /api/import/folders/forget': refusal(409, detail),
    },
  )
  await page.click('Its files are permanently gone')
  await page.click('They are gone')
  expect(toasts.value.at(-1)).toMatchObject({ kind: 'error', text: detail })
})

test('a missing disk within a folder has its own line, which cannot be removed from the list', async () => {
  const reason = 'No disk is mounted there any more.'
  const { page, line } = await open([view('/a'), view('/a/nas', { state: 'unreachable', reason })])
  expect(line('/a/nas').textContent).toContain(reason)
  expect(line('/a/nas').textContent).toContain('Its files are permanently gone')
  expect(() => page.named('Remove /a/nas from the list')).toThrow()
})

test('an empty missing folder offers no choices', async () => {
  const { line } = await open([view('/a', { state: 'missing', reason: 'There is no folder at /a.', file_count: 0 })])
  expect(line('/a').querySelector('button.folder-line-away, .folder-line-away')).toBeNull()
})

test('folders are moved up one step at a time', async () => {
  const { page, saved } = await open([])
  await page.click('Move /c up')
  expect(saved()).toEqual([{ comic_dirs: ['/a', '/c', '/b'] }])
})

test('the import folder is chosen, changed and cleared', async () => {
  const { page, saved } = await open([], {}, { 'GET /api/filesystem': { path: '/new', parent: '/', folders: [] } })
  await page.click('Choose the import folder')
  await page.click('Use this folder')
  expect(saved()).toEqual([{ import_dir: '/new' }])
  const set = await open([view('/in', { kind: 'inbox', file_count: 3 })], { import_dir: '/in' })
  expect(set.line('/in').textContent).toContain('3 files waiting')
  expect(set.page.named('Show waiting files').getAttribute('href')).toBe('/import/inbox')
  await set.page.click('Move imported files')
  await set.page.click('Clear the import folder')
  expect(set.saved()).toEqual([{ imp_move: true }, { import_dir: '' }])
})

test('the scan interval is shown in words', async () => {
  const { saved, choose } = await open([], { library_scan_interval: 720, import_scan_interval: -1 })
  await choose('Rescan library every', '0')
  await choose('Rescan import folder every', '60')
  expect(saved()).toEqual([{ library_scan_interval: 0 }, { import_scan_interval: 60 }])
})

test('missing files and the time of the last scan are shown', () => {
  const now = Date.parse('2026-11-21T12:00:00.000Z')
  const looked = { gone_count: 3, last_look_at: '2026-11-21T09:30:00.000Z' }
  expect(folderFacts(view('/a', looked), now)).toBe('1,204 files in the library, 3 more missing, scanned 2 hours ago')
  expect(agoWords('2026-11-21T11:59:30.000Z', now)).toBe('just now')
  expect(agoWords('2026-11-20T11:00:00.000Z', now)).toBe('1 day ago')
})
