import { afterEach, beforeEach, expect, test } from 'bun:test'
import { html } from '../../html'
import type { Copy } from '../../kept/copies'
import { keepItem, keepNextItem, keptWords } from '../../kept/keep-items'
import { copies, storeKeptUser } from '../../kept/kept-issues'
import { keptIssues } from '../../kept/kept-signal'
import { currentUser } from '../../state/user'
import { fakeCaches } from '../../testing/cache-storage'
import { readAs } from '../../testing/reader-session'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { isSafari, KeptPage } from './kept'

withWindow()

/** A browser that can keep issues, or one on a page without HTTPS. */
function browser(isSecureContext: boolean): void {
  const storage = fakeCaches()
  Object.assign(globalThis, { caches: storage })
  Object.assign(window, { isSecureContext, caches: storage })
  Object.assign(navigator, { serviceWorker: { register: async () => ({ active: {} }) } })
}
const copy = (id: string, more: Partial<Copy> = {}): Copy => ({
  user_id: 'u2',
  issue: {
    issue_id: id,
    series_name: 'Harbor Lights',
    label: `#${id}`,
    page_count: 24,
    cover_page: 0,
    progress: null,
    place: null,
  } as Copy['issue'],
  sizes: [],
  layouts: {},
  state: 'whole',
  pages: 24,
  bytes: 30_000_000,
  kept_at: `2026-11-29T10:00:0${id}.000Z`,
  ...more,
})

beforeEach(() => {
  localStorage.clear()
  keptIssues.value = undefined
  browser(true)
  readAs()
  storeKeptUser(currentUser.value!)
})
afterEach(() => {
  currentUser.value = null
})

const open = async (...kept: Copy[]) => {
  for (const one of kept) await copies().save(one)
  const page = await renderPage(html`<${KeptPage} />`)
  return page
}

test('the page has the number, size and state of the issues', async () => {
  const read = { page: 5, completed: false, percent: 0.2, read_at: '2026-11-29T10:00:00.000Z', device: null }
  const started = copy('2')
  const page = await open(
    copy('1'),
    { ...started, issue: { ...started.issue, progress: read } },
    copy('3', { state: 'fetching', pages: 6, bytes: 1_000_000 }),
    copy('4', { state: 'failed', fault: 'There is not enough space on this device.', bytes: 0 }),
  )
  await page.until('4 issues, 61')
  for (const words of ['24 pages · 30', 'Page 6 of 24 · 30', 'Page 6 of 24', 'not enough space'])
    expect(page.text()).toContain(words)
  expect(page.find('progress').getAttribute('aria-label')).toBe('Keeping Harbor Lights #3')
})

test('one issue or all are removed with a click', async () => {
  const page = await open(copy('1'), copy('2'), copy('3'))
  await page.until('3 issues')
  await page.click('Remove Harbor Lights #2 from this device')
  await page.until('2 issues')
  await page.click('Remove all')
  await page.until('No issues on this device')
  expect(await caches.keys()).toEqual([])
})

test('without HTTPS or without the right to download the page says why, and no menu offers anything', async () => {
  const card = { id: '1', label: '#1', readable: true, read: 'unread' } as const
  expect([keepItem(card).length, keepNextItem([card]).length]).toEqual([1, 1])
  readAs({ may_download: false })
  expect((await open()).text()).toContain('Ask the owner of this library to allow downloads.')
  expect([keepItem(card), keepNextItem([card])]).toEqual([[], []])
  readAs()
  browser(false)
  const page = await open()
  expect(page.text()).toContain('with a certificate that the device trusts')
  expect(page.root.querySelector('a[href="/help/connect-an-app"]')).not.toBeNull()
  expect([keepItem(card), keepNextItem([card])]).toEqual([[], []])
})

test('a certificate that the browser does not trust is the reason when it refuses the worker', async () => {
  const register = async () => {
    throw new DOMException('An SSL certificate error occurred', 'SecurityError')
  }
  Object.assign(navigator, { serviceWorker: { register } })
  const page = await open()
  await page.until('does not trust the certificate')
  expect(page.text()).toContain('A dismissed certificate warning is not enough.')
})

test('a series offers the next five issues that are neither read nor here', () => {
  keptIssues.value = new Map([['2', copy('2')]])
  const cards = ['1', '2', '3', '4', '5', '6', '7', '8'].map((id) => ({
    id,
    label: `#${id}`,
    readable: id !== '3',
    read: id === '1' ? ('read' as const) : ('unread' as const),
  }))
  expect(keepNextItem(cards).map(({ label }) => label)).toEqual(['Keep the next 5 on this device'])
  expect(keepNextItem(cards.slice(0, 4)).map(({ label }) => label)).toEqual(['Keep the next issue on this device'])
  expect(keepNextItem(cards.slice(0, 3))).toEqual([])
  expect(keepItem(cards[1]!).map(({ label }) => label)).toEqual(['Remove from this device'])
})

test('an issue says whether it is here', () => {
  expect(keptWords(undefined)).toBeUndefined()
  expect(keptWords(copy('1'))).toBe('On this device')
  expect(keptWords(copy('1', { state: 'fetching', pages: 0 }))).toBe('Waiting to be kept on this device')
  expect(keptWords(copy('1', { state: 'fetching', pages: 3 }))).toBe('Keeping on this device: page 3 of 24')
})

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
test.each([
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} Version/18.0 Mobile/15E148 Safari/604.1`, true],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} CriOS/131.0 Mobile/15E148 Safari/604.1`, true],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`, true],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36',
    false,
  ],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', false],
])('%s is Safari: %p', (agent, safari) => {
  expect(isSafari(agent)).toBe(safari)
})
