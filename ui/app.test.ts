import { afterEach, expect, test } from 'bun:test'
import { act } from 'preact/test-utils'
import { announce } from './api/events'
import { App } from './app'
import { html } from './html'
import { lastView } from './state/last-view'
import { checkSession, session } from './state/session'
import { setupStep } from './state/setup-step'
import { chooseTheme, startTheme, theme } from './state/theme'
import { toasts } from './state/toasts'
import { currentUser } from './state/user'
import { refusal, renderPage } from './testing/render-page'
import { sessionUser } from './testing/session-user'
import { withWindow } from './testing/window'

withWindow()
afterEach(() => {
  localStorage.clear()
  toasts.value = []
  session.value = { is: 'unknown' }
  lastView.set('/library')
})

globalThis.EventSource ??= class extends EventTarget {
  close() {}
} as unknown as typeof EventSource

const inside = {
  'GET /api/auth/check-setup': { success: true, needs_setup: false },
  'GET /api/auth/check-session': { success: true, authenticated: true, username: 'ana' },
  'GET /api/series': {
    comics: [
      {
        ComicID: '7',
        ComicName: 'Saga',
        ComicYear: '2012',
        ComicPublisher: 'Image',
        Total: 54,
        Have: 12,
        Announced: 0,
        CountedIn: 'issue',
        TotalKnown: true,
        Rating: null,
        Tags: [],
      },
    ],
    pagination: { total: 1, limit: 8, offset: 0, has_more: false },
  },
  'GET /api/series/find': {
    series: [{ ComicID: '7', ComicName: 'Saga', ComicYear: '2012', ComicPublisher: 'Image' }],
    issues: [
      {
        issue_id: '71',
        comic_id: '7',
        series: 'Saga',
        year: 2012,
        kind: 'issue',
        unit: 'issue',
        number: '12',
        title: 'Sails',
      },
    ],
  },
}
const app = html`<${App} />`

test('before setup every address leads to the setup', async () => {
  session.value = { is: 'setup' }
  const page = await renderPage(app, { path: '/settings' })
  expect(location.pathname).toBe('/login')
  await page.until('Step 1 of 4')
})

test('a visitor is sent to the login, and back to the page afterwards', async () => {
  session.value = { is: 'guest' }
  const page = await renderPage(app, { path: '/settings' })
  expect(location.pathname + location.search).toBe('/login?redirect=%2Fsettings')
  await page.until('Log in')
})

test('an unfinished setup reopens at its step, until it is finished', async () => {
  session.value = { is: 'in', username: 'ana' }
  setupStep.set('tablet')
  const config = { 'GET /api/config': {}, 'GET /api/system/network': { lan: false, opds_urls: [], addresses: [] } }
  const page = await renderPage(app, { path: '/', replies: { ...inside, ...config } })
  expect(location.pathname + location.search).toBe('/login?step=tablet')
  await page.until('Step 4 of 4')
  page.close()
  const again = await renderPage(app, { path: '/', replies: { ...inside, ...config } })
  await again.until('Step 4 of 4')
  await again.click('Go to the library')
  const kept = again.requests.filter(({ name }) => name === 'PUT /api/auth/setup-step')
  expect(kept.map(({ body }) => body)).toEqual([{ step: null }])
  expect(setupStep.get()).toBeUndefined()
  expect(location.pathname).toBe('/library')
})

test('an unknown step is ignored', async () => {
  session.value = { is: 'in', username: 'ana' }
  await renderPage(app, { path: '/login?step=elsewhere', replies: inside })
  expect(location.pathname).toBe('/')
})

test('an unknown address shows the not-found page inside the frame', async () => {
  session.value = { is: 'in', username: 'ana' }
  const page = await renderPage(app, { path: '/nowhere', replies: inside })
  expect(page.text()).toContain('There is no page at /nowhere.')
  expect(page.find('nav[aria-label="Pages"]').textContent).toContain('Settings')
})

test('the menu of the user has the picture, the account and the switch to another user', async () => {
  session.value = { is: 'in', username: 'ana' }
  currentUser.value = sessionUser()
  const known = { users: [{ user_id: 'u1', name: 'Ben', colour: 'blue', picture: null, has_pin: true }] }
  const page = await renderPage(app, { path: '/nowhere', replies: { ...inside, 'GET /api/auth/known-users': known } })
  expect(page.find('.shell-corner .menu .avatar').textContent).toBe('AB')
  await page.click('Ana Blum')
  expect(page.named('Account').getAttribute('href')).toBe('/account')
  await page.click('Switch user')
  await page.until('Ben')
  expect(page.find('.known-users').textContent).toContain('Ben')
  currentUser.value = null
})

test('a change of the role reaches the open page', async () => {
  session.value = { is: 'in', username: 'ana' }
  currentUser.value = sessionUser({ user_id: 'u1', role: 'manager' })
  const user = sessionUser({ user_id: 'u1', role: 'reader', sees: 'reader' })
  const page = await renderPage(app, {
    path: '/nowhere',
    replies: { ...inside, 'GET /api/auth/check-session': { authenticated: true, username: 'ana', user } },
  })
  await act(() => announce('user.changed', { user_id: 'u2' }))
  await page.whenIdle()
  expect(currentUser.value.role).toBe('manager')
  await act(() => announce('user.changed', { user_id: 'u1' }))
  await page.whenIdle()
  expect(currentUser.value.role).toBe('reader')
  currentUser.value = null
})

test('the reader fills the window', async () => {
  session.value = { is: 'in', username: 'ana' }
  history.pushState(null, '', '/')
  history.pushState(null, '', '/read/i9')
  const nothing = refusal(404, 'There is no issue i9.')
  const page = await renderPage(app, {
    path: '/read/i9',
    replies: { ...inside, 'GET /api/reading/issues/i9': nothing },
  })
  await page.until('Issue not found')
  expect(page.root.querySelector('nav')).toBeNull()
  await page.click('Go back')
  expect(location.pathname).toBe('/')
})

test('the search finds series and pages, and Enter opens the chosen one', async () => {
  session.value = { is: 'in', username: 'ana' }
  const page = await renderPage(app, { path: '/nowhere', replies: inside })
  await page.press('/', document.body)
  const box = page.find('.search-box input')
  expect(document.activeElement === box).toBe(true)
  await page.type('.search-box input', 's')
  const found = () => [...page.root.querySelectorAll('[role="option"] .search-box-name')].map((one) => one.textContent)
  await page.until('Saga')
  expect(found()).toEqual(expect.arrayContaining(['Sails', 'Settings']))
  await page.press('Enter', box)
  expect(location.pathname).toEndWith('/7')
})

test('a series that is not in the library can be searched for at the providers', async () => {
  session.value = { is: 'in', username: 'ana' }
  const page = await renderPage(app, { path: '/nowhere', replies: inside })
  await page.type('.search-box input', 'low tide')
  expect(page.text()).not.toContain('to follow')
  await page.until('to follow')
  await page.click('Search for “low tide” to follow')
  expect(location.pathname + location.search).toBe('/search?q=low%20tide')
})

const options = (root: HTMLElement) =>
  [...root.querySelectorAll('.search-box-list [role="group"]')].map((group) => [
    group.getAttribute('aria-label'),
    ...[...group.querySelectorAll('.search-box-name')].map((one) => one.textContent),
  ])

test('the search finds headings of the guide, which go before a search outside the library', async () => {
  session.value = { is: 'in', username: 'ana' }
  const nothing = { 'GET /api/series/find': { series: [], issues: [] } }
  const page = await renderPage(app, { path: '/nowhere', replies: { ...inside, ...nothing } })
  await page.type('.search-box input', 'recycle_days')
  await page.until('to follow')
  expect(options(page.root)).toEqual([
    ['Help', 'Keep replaced files'],
    ['Not in your library', 'Search for “recycle_days” to follow'],
  ])
  await page.press('Enter', page.find('.search-box input'))
  expect(location.pathname + location.hash).toBe('/help/options#recycle_days')
  await page.until('can be restored from the recycle folder')
})

test('a word in a text of the guide does not go before a series to follow', async () => {
  session.value = { is: 'in', username: 'ana' }
  const nothing = { 'GET /api/series/find': { series: [], issues: [] } }
  const page = await renderPage(app, { path: '/nowhere', replies: { ...inside, ...nothing } })
  await page.type('.search-box input', 'translators')
  await page.until('to follow')
  expect(options(page.root).map(([title]) => title)).toEqual(['Not in your library', 'Help'])
})

test('Help leads to the paragraph about the page, also from the menu of a phone', async () => {
  session.value = { is: 'in', username: 'ana' }
  const page = await renderPage(app, { path: '/nowhere', replies: inside })
  expect(page.named('Help').getAttribute('href')).toBe('/help')
  page.close()
  const search = await renderPage(app, { path: '/search', replies: inside })
  expect(search.find('.shell-help a').getAttribute('href')).toBe('/help/metadata#add-a-series')
  await search.click('More')
  const more = [...search.root.querySelectorAll('.shell-more [role="menuitem"]')]
  expect(more.at(-1)?.textContent).toBe('Help')
  expect(more.at(-1)?.getAttribute('href')).toBe('/help/metadata#add-a-series')
})

test('the guide is open before a login, and leads back to it', async () => {
  session.value = { is: 'guest' }
  const page = await renderPage(app, { path: '/help/backups#forgotten-password' })
  await page.until('Forgotten password')
  expect(location.pathname).toBe('/help/backups')
  expect(page.named('Log in').getAttribute('href')).toBe('/login')
  expect(page.root.querySelector('.shell')).toBeNull()
})

test('a session that ends while reading leads to the login', async () => {
  session.value = { is: 'in', username: 'ana' }
  const page = await renderPage(app, {
    path: '/settings',
    replies: { 'GET /api/config': refusal(401, 'Session expired or invalid.') },
  })
  await page.until('Log in')
  expect(session.peek().is as string).toBe('guest')
  expect(location.pathname).toBe('/login')
})

test('the session is requested from the server', async () => {
  await renderPage(html`<p>-</p>`, { replies: inside })
  expect(await checkSession()).toBe(true)
  expect(session.peek()).toMatchObject({ is: 'in', username: 'ana' })
})

test('a server that does not answer is reported on the whole page', async () => {
  session.value = { is: 'unreachable', detail: 'Panelkeep does not answer.' }
  const page = await renderPage(app)
  expect(page.text()).toContain('Connection lost')
})

test('the theme is remembered, and System clears the choice', () => {
  chooseTheme('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  theme.value = 'system'
  startTheme()
  expect(theme.peek() as string).toBe('dark')
  chooseTheme('system')
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(localStorage.length).toBe(0)
})

test('the frame counts active downloads and items that need attention, and follows changes', async () => {
  session.value = { is: 'in', username: 'ana' }
  const counts = { in_flight: 3, recovery_pending: 0, attention: 1, attention_members: 1, requests: 1 }
  const page = await renderPage(app, { path: '/nowhere', replies: { ...inside, 'GET /api/activity/status': counts } })
  expect(page.find('.shell-facts').textContent).toBe('1 series3 in progress2 need attention')
  expect(page.find('a[href="/activity"] .badge').textContent).toBe('2 need attention')
  await act(() =>
    announce('status', { in_flight: 1, recovery_pending: 0, attention: 0, attention_members: 0, requests: 0 }),
  )
  await page.whenIdle()
  expect(page.find('.shell-facts').textContent).toBe('1 series1 in progress')
  expect(page.find('a[href="/activity"] .badge').textContent).toBe('1 in progress')
  await act(() =>
    announce('status', { in_flight: 0, recovery_pending: 0, attention: 0, attention_members: 0, requests: 0 }),
  )
  await page.whenIdle()
  expect(page.find('.shell-facts').textContent).toBe('1 seriesNo downloads or searches')
})

test.each([
  [{ comic: 2, manga: 1, inbox: 0 }, '3 series to review'],
  [{ comic: 0, manga: 0, inbox: 2 }, '2 files to review'],
  [{ comic: 0, manga: 0, inbox: 1 }, '1 file to review'],
  [{ comic: 1, manga: 0, inbox: 2 }, '3 series and files to review'],
])('the frame counts at Import what waits there: %j', async (waiting, words) => {
  session.value = { is: 'in', username: 'ana' }
  const page = await renderPage(app, { path: '/nowhere', replies: { ...inside, 'GET /api/import/waiting': waiting } })
  expect(page.find('a[href="/import"] .badge').textContent).toBe(words)
  expect(page.find('.shell-more-badge').textContent?.trim()).toBe(words.split(' ')[0] as string)
})

test('a new item that needs attention is announced on other pages, but several at once are not', async () => {
  session.value = { is: 'in', username: 'ana' }
  const page = await renderPage(app, { path: '/nowhere', replies: inside })
  const row = { activity: 'import', status: 'needs_attention', reason_detail: 'The disk is full.' }
  await act(() => announce('activity', { ...row, subject_label: 'Saga #55' }))
  await act(() => announce('activity', { ...row, subject_label: 'Saga #56' }))
  await page.whenIdle()
  expect(toasts.value.map(({ text }) => text)).toEqual(['Saga #55 needs your attention. The disk is full.'])
  await page.click(document.querySelector<HTMLElement>('.toaster .toast-action')!)
  expect(location.pathname).toBe('/activity/attention')
})

const assistant = (chat: boolean) => ({ 'GET /api/ai/status': { configured: chat, chat, model: 'tiny-model' } })

test('while the assistant is off, the navigation and the search do not show it', async () => {
  session.value = { is: 'in', username: 'ana' }
  const page = await renderPage(app, { path: '/nowhere', replies: { ...inside, ...assistant(false) } })
  await page.type('.search-box input', 'assistant')
  await page.until('to follow')
  expect(page.find('.search-box-list').textContent).not.toContain('Assistant')
  await page.type('.search-box input', '')
  expect(page.text().toLowerCase()).not.toContain('assistant')
  expect(page.root.querySelector('a[href^="/assistant"]')).toBeNull()
})

test('once the assistant is set up, the navigation and the search show it', async () => {
  session.value = { is: 'in', username: 'ana' }
  const page = await renderPage(app, { path: '/nowhere', replies: { ...inside, ...assistant(true) } })
  expect(page.find('nav[aria-label="Pages"] a[href="/assistant"]').textContent).toBe('Assistant')
  await page.type('.search-box input', 'assistant')
  await page.until('Assistant activity')
  await page.click('Assistant activity')
  expect(location.pathname).toBe('/assistant/activity')
})
