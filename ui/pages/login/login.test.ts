import { afterEach, describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { session } from '../../state/session'
import { setupStep } from '../../state/setup-step'
import { type ReceivedRequest, type RenderedPage, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { countdownWords } from './countdown'
import { LoginPage } from './login'
import { LoginForm } from './login-form'

withWindow()
afterEach(() => {
  setupStep.set(null)
  session.value = { is: 'unknown' }
})

const network = {
  lan: true,
  manage_remote: false,
  port: 8090,
  addresses: ['192.168.1.20'],
  opds_urls: ['http://192.168.1.20:8090/opds'],
}
const login = html`<${LoginPage} />`

test('logging in returns to the requested page', async () => {
  session.value = { is: 'guest' }
  const replies = { 'POST /api/auth/login': { success: true, username: 'ana' } }
  const page = await renderPage(login, { path: '/login?redirect=%2Fseries%2F7', replies })
  await page.type('[name="username"]', 'ana')
  await page.type('[name="password"]', 'long enough')
  await page.submit()
  const sent = page.requests.find(({ name }) => name === 'POST /api/auth/login')
  expect(sent?.body).toEqual({ username: 'ana', password: 'long enough' })
  expect(session.peek()).toMatchObject({ is: 'in', username: 'ana' })
  expect(location.pathname).toBe('/series/7')
})

const face = { colour: 'teal', picture: null }
const known = {
  users: [
    { ...face, user_id: 'u1', name: 'Ana Blum', has_pin: true },
    { ...face, user_id: 'u2', name: 'Ben', has_pin: false },
  ],
}
const checked = (username: string) => ({
  'GET /api/auth/check-setup': { success: true, needs_setup: false },
  'GET /api/auth/check-session': { success: true, authenticated: true, username, setup_step: null },
})

test('a user of this device logs in with the PIN, and returns to the requested page', async () => {
  session.value = { is: 'guest' }
  const replies = {
    'GET /api/auth/known-users': known,
    'POST /api/auth/switch': { success: true, username: 'Ana Blum' },
    ...checked('Ana Blum'),
  }
  const page = await renderPage(login, { path: '/login?redirect=%2Fwanted', replies })
  expect(page.find('[name="username"]')).toBeTruthy()
  await page.click(page.find('.known-users button'))
  expect(page.find('[name="pin"]').getAttribute('inputmode')).toBe('numeric')
  await page.type('[name="pin"]', '2468')
  await page.submit()
  const sent = page.requests.find(({ name }) => name === 'POST /api/auth/switch')
  expect(sent?.body).toEqual({ user_id: 'u1', pin: '2468' })
  expect(location.pathname).toBe('/wanted')
})

test('too many wrong PINs leave the password', async () => {
  session.value = { is: 'guest' }
  let users = known.users
  const wrong = 'Wrong PIN. The PIN is deleted; use your password.'
  const replies = {
    'GET /api/auth/known-users': () => ({ users }),
    'POST /api/auth/switch': () => {
      users = users.map((one) => ({ ...one, has_pin: false }))
      return refusal(401, wrong)
    },
  }
  const page = await renderPage(login, { path: '/login', replies })
  await page.click(page.find('.known-users button'))
  await page.type('[name="pin"]', '1111')
  await page.submit()
  expect(page.find('[role="alert"]').textContent).toContain(wrong)
  expect(page.find<HTMLInputElement>('[name="password"]').value).toBe('')
  expect(session.value.is).toBe('guest')
  await page.click('Back')
  expect(page.find('[name="username"]')).toBeTruthy()
})

test('a damaged library shows no users', async () => {
  const page = await renderPage(html`<${LoginForm} shut />`, { replies: { 'GET /api/auth/known-users': known } })
  expect(page.requests).toEqual([])
  expect(page.root.querySelector('.known-users')).toBeNull()
})

test('a wrong password is reported beside the field', async () => {
  session.value = { is: 'guest' }
  const replies = { 'POST /api/auth/login': refusal(401, 'Incorrect username or password.') }
  const page = await renderPage(login, { path: '/login', replies })
  await page.type('[name="username"]', 'ana')
  await page.submit()
  expect(page.find('[role="alert"]').textContent).toContain('Incorrect username or password.')
  expect(session.value.is).toBe('guest')
})

test('too many attempts are reported, with the remaining time', async () => {
  session.value = { is: 'guest' }
  const replies = { 'POST /api/auth/login': refusal(429, 'Locked.', { retry_after: 252 }) }
  const page = await renderPage(login, { path: '/login', replies })
  await page.submit()
  expect(page.text()).toContain('You can try again in 4 minutes 12 seconds.')
  expect(page.named('Log in').hasAttribute('disabled')).toBe(true)
})

test('a time is shown in words', () => {
  expect(countdownWords(1)).toBe('1 second')
  expect(countdownWords(60)).toBe('1 minute')
  expect(countdownWords(252)).toBe('4 minutes 12 seconds')
})

test('the setup takes the token from the address and removes it there', async () => {
  session.value = { is: 'setup' }
  const replies = {
    'POST /api/auth/setup': { success: true },
    'POST /api/auth/login': { success: true, username: 'ana' },
    'GET /api/config': {},
    'GET /api/system/migration/places': { places: [] },
  }
  const page = await renderPage(login, { path: '/login#token=printed', replies })
  expect(location.hash).toBe('')
  expect(page.root.querySelectorAll('input')).toHaveLength(2)
  await page.type('[name="username"]', 'ana')
  await page.type('[name="password"]', 'long enough')
  expect(page.find('.shop-name').textContent).toBe('ana’s comics')
  await page.submit()
  expect(page.requests[0]?.body).toEqual({
    username: 'ana',
    password: 'long enough',
    setup_token: 'printed',
    next_step: 'folders',
  })
  expect(location.search).toBe('?step=folders')
  expect(page.text()).toContain('Step 2 of 4')
  expect(page.text()).toContain('Where are your comics?')
})

test('the link with the token works in an open page', async () => {
  session.value = { is: 'setup' }
  const page = await renderPage(login, { path: '/login' })
  await page.type('[name="username"]', 'ana')
  expect(page.text()).toContain('Setup token')
  history.replaceState(null, '', '/login#token=printed')
  window.dispatchEvent(new (window as never as typeof globalThis).Event('hashchange'))
  await page.whenIdle()
  expect(page.text()).not.toContain('Setup token')
  expect(location.hash).toBe('')
  expect(page.find<HTMLInputElement>('[name="username"]').value).toBe('ana')
  await page.type('[name="password"]', 'long enough')
  await page.submit()
  expect(page.requests[0]?.body).toMatchObject({ setup_token: 'printed' })
})

test('the account is created with the next step, and a refusal is shown', async () => {
  session.value = { is: 'setup' }
  const replies = {
    'POST /api/auth/setup': ({ body }: ReceivedRequest) => {
      expect(body).toMatchObject({ next_step: 'folders' })
      return refusal(400, 'The setup token is wrong.')
    },
    'GET /api/auth/check-setup': { success: true, needs_setup: true },
  }
  const page = await renderPage(login, { path: '/login#token=old', replies })
  await page.type('[name="username"]', 'ana')
  await page.type('[name="password"]', 'long enough')
  await page.submit()
  expect(page.find('[role="alert"]').textContent).toContain('token is wrong')
  expect(setupStep.get()).toBeUndefined()
  expect(page.text()).toContain('Step 1 of 4')
})

test('the guide opens over the setup, without links that lead away, and leaves what is typed', async () => {
  session.value = { is: 'setup' }
  const page = await renderPage(login, { path: '/login#token=printed' })
  await page.type('[name="username"]', 'ana')
  await page.click('Help')
  await page.until('Set up Panelkeep')
  expect(page.find('dialog .guide-text').textContent?.length).toBeGreaterThan(40)
  expect(page.root.querySelector('dialog a')).toBeNull()
  await page.click('Close')
  expect(page.root.querySelector('dialog')).toBeNull()
  expect(page.find<HTMLInputElement>('[name="username"]').value).toBe('ana')
})

test('without a token the setup asks for it, and a short password is not sent', async () => {
  session.value = { is: 'setup' }
  const page = await renderPage(login, { path: '/login' })
  expect(page.text()).toContain('Setup token')
  await page.type('[name="username"]', 'ana')
  await page.type('[name="password"]', 'short')
  await page.submit()
  expect(page.find('[role="alert"]').textContent).toContain('Use at least 8 characters.')
  expect(page.requests).toHaveLength(0)
  await page.type('[name="password"]', 'long enough')
  expect(page.root.querySelector('[role="alert"]')).toBeNull()
})

test('a program found on this machine is offered, and opens the migration with its folder', async () => {
  session.value = { is: 'in', username: 'ana' }
  const place = { source: 'mylar', source_label: 'Mylar', path: '/home/ana/mylar & co' }
  const replies = { 'GET /api/config': {}, 'GET /api/system/migration/places': { places: [place] } }
  const page = await renderPage(login, { path: '/login?step=folders', replies })
  await page.click(page.find('.login-folder'))
  expect(location.pathname + location.search).toBe('/move-in?path=%2Fhome%2Fana%2Fmylar%20%26%20co')
})

test('folders of both kinds are added and removed, each saved at once', async () => {
  session.value = { is: 'in', username: 'ana' }
  let config: object = { comic_dirs: ['/mnt/old'], manga_dirs: [], http_host: '127.0.0.1' }
  const replies = {
    'GET /api/config': () => config,
    'PUT /api/config': ({ body }: ReceivedRequest) => {
      config = { ...config, ...(body as object) }
      return { success: true, restart_required: [] }
    },
    'GET /api/filesystem': { path: '/home/ana/Comics', parent: '/home/ana', folders: [] },
    'GET /api/metadata/providers': { providers: [] },
  }
  const page = await renderPage(login, { path: '/login?step=folders', replies })
  await page.click('Add a comics folder')
  await page.click('Use this folder')
  await page.click('Remove /mnt/old from the list')
  await page.click('Move to Manga: /home/ana/Comics')
  expect(page.find('[aria-label="Manga"] code').textContent).toBe('/home/ana/Comics')
  await page.click('Move to Comics: /home/ana/Comics')
  expect(page.find('[aria-label="Comics"] code').textContent).toBe('/home/ana/Comics')
  await page.click('Add a manga folder')
  await page.click('Use this folder')
  expect(page.find('.shop').hasAttribute('data-comics')).toBe(true)
  expect(page.requests.filter(({ name }) => name === 'PUT /api/config').map(({ body }) => body)).toEqual([
    { comic_dirs: ['/mnt/old', '/home/ana/Comics'] },
    { comic_dirs: ['/home/ana/Comics'] },
    { comic_dirs: [], manga_dirs: ['/home/ana/Comics'] },
    { comic_dirs: ['/home/ana/Comics'], manga_dirs: [] },
    { manga_dirs: ['/home/ana/Comics'] },
  ])
  await page.click('Continue')
  expect(location.search).toBe('?step=sources')
})

describe('metadata sources', () => {
  const TEST = 'POST /api/metadata/providers/comicvine/test'
  const open = (more: object = {}) => {
    session.value = { is: 'in', username: 'ana' }
    const replies = {
      'GET /api/config': { http_host: '127.0.0.1' },
      'PUT /api/config': { success: true, restart_required: [] },
      'GET /api/system/network': network,
      [TEST]: { success: true, detail: 'ComicVine accepted the key.' },
      ...more,
    }
    return renderPage(login, { path: '/login?step=sources', replies })
  }
  const saved = (page: RenderedPage) =>
    page.requests.filter(({ name }) => name === 'PUT /api/config').map(({ body }) => body)
  const field = 'section[aria-label="ComicVine"] input'

  test('can be skipped, and the step explains what works without them', async () => {
    const page = await open()
    expect(page.text()).toContain('Without keys you can still scan, import and read')
    expect(page.find('section[aria-label="ComicVine"] a').getAttribute('href')).toContain('comicvine')
    await page.click('Skip')
    expect(saved(page)).toEqual([])
    expect(page.text()).toContain('Read on a tablet?')
  })

  test.each([[{ comicvine_api_set: true }], [{ metron_username: 'ana', metron_password_set: true }]])(
    'with %j are already set up, so the button says Continue',
    async (config) => {
      const page = await open({ 'GET /api/config': { http_host: '127.0.0.1', ...config } })
      expect([...page.root.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain('Skip')
      await page.click('Continue')
      expect([saved(page), page.text().includes('Read on a tablet?')]).toEqual([[], true])
    },
  )

  test('are tested with the typed key, which is saved if the test passes', async () => {
    const page = await open()
    await page.type(field, ' my-key ')
    await page.click('Test ComicVine')
    expect(page.requests.find(({ name }) => name === TEST)?.body).toEqual({ comicvine_api: 'my-key' })
    expect(page.text()).toContain('ComicVine accepted the key.')
    expect(saved(page)).toEqual([{ comicvine_api: 'my-key' }])
  })

  test('have fields for a user name and a password where the source takes them', async () => {
    const metron = 'POST /api/metadata/providers/metron/test'
    const page = await open({ [metron]: { success: true, detail: 'Metron accepted the login.' } })
    const section = 'section[aria-label="Metron"]'
    await page.click('Log in with user name and password')
    const [name, password] = page.root.querySelectorAll<HTMLInputElement>(`${section} input`)
    expect(name?.type).toBe('text')
    expect(password?.type).toBe('password')
    await page.type(`${section} input[type="text"]`, 'ana')
    const test = [...page.root.querySelectorAll<HTMLButtonElement>('button')].find(
      ({ textContent }) => textContent === 'Test Metron',
    )
    expect(test?.disabled).toBe(true)
    await page.type(`${section} input[type="password"]`, 'long enough')
    await page.click('Test Metron')
    expect(saved(page)).toEqual([{ metron_username: 'ana', metron_password: 'long enough' }])
  })

  test('keep a key that failed in its field, with the reason', async () => {
    const page = await open({ [TEST]: { success: false, detail: 'ComicVine rejected the API key (401).' } })
    await page.type(field, 'wrong')
    await page.click('Test ComicVine')
    expect(page.find('.tried [data-wrong]').textContent).toContain('ComicVine rejected the API key (401).')
    expect(saved(page)).toEqual([])
    expect(page.find<HTMLInputElement>(field).value).toBe('wrong')
  })

  test('save a typed but untested key before continuing', async () => {
    const page = await open()
    await page.type(field, 'typed')
    await page.click('Continue')
    expect(saved(page)).toEqual([{ comicvine_api: 'typed' }])
    expect(page.text()).toContain('Read on a tablet?')
  })

  test('stay when a typed key cannot be saved', async () => {
    const page = await open({ 'PUT /api/config': refusal(503, 'Settings were not saved.') })
    await page.type(field, 'typed')
    await page.click('Continue')
    expect(page.text()).toContain('Add metadata sources?')
    expect(page.find<HTMLInputElement>(field).value).toBe('typed')
  })
})

test('reading in the browser is allowed once the network is, with the address to open', async () => {
  session.value = { is: 'in', username: 'ana' }
  const replies = {
    'GET /api/config': { http_host: '0.0.0.0' },
    'PUT /api/config': { success: true, restart_required: [] },
    'GET /api/system/network': network,
  }
  const page = await renderPage(login, { path: '/login?step=tablet', replies })
  await page.click('Read from other devices')
  expect(page.requests.find(({ name }) => name === 'PUT /api/config')?.body).toEqual({ read_remote: true })
  expect(page.find('.login-browser').textContent).toContain('http://192.168.1.20:8090')
  expect(page.find('.login-browser').textContent).not.toContain('opds')
  await page.click('Allow reading apps on my network')
  expect(page.root.querySelector('.login-browser')).toBeNull()
})

test('allowing reading apps shows the address and its QR code', async () => {
  session.value = { is: 'in', username: 'ana' }
  const replies = {
    'GET /api/config': { http_host: '127.0.0.1' },
    'PUT /api/config': { success: true },
    'GET /api/system/network': network,
  }
  const page = await renderPage(login, { path: '/login?step=tablet', replies })
  expect(page.root.querySelector('.qr')).toBeNull()
  await page.click(page.find('[role="switch"]'))
  expect(page.requests.find((one) => one.name === 'PUT /api/config')?.body).toEqual({ http_host: '0.0.0.0' })
  expect(page.find('.copy').textContent).toContain('http://192.168.1.20:8090/opds')
  expect(page.find('.qr')).toBeDefined()
})

test('the last step, also under its earlier name, starts a scan of each chosen folder', async () => {
  session.value = { is: 'in', username: 'ana' }
  const done = { success: true }
  const replies = {
    'GET /api/config': { comic_dirs: ['/c', '/d'], manga_dirs: ['/m'] },
    'POST /api/import/comic/scan': done,
    'POST /api/import/manga/scan': done,
  }
  const page = await renderPage(login, { path: '/login?step=scan', replies })
  expect(page.text()).toContain('Step 4 of 4')
  await page.click('Scan my folders')
  const scans = page.requests.filter(({ name }) => name.startsWith('POST '))
  expect(scans.map(({ name }) => name)).toEqual(['POST /api/import/comic/scan', 'POST /api/import/manga/scan'])
  expect(location.pathname).toBe('/import')
})

test.each([
  ['folders', {}, 'ana’s comics light'],
  ['start', { comic_dirs: ['/c'] }, 'ana’s comics light comics'],
  ['folders', { manga_dirs: ['/m'] }, 'ana’s comics light manga'],
  ['sources', { http_host: '0.0.0.0' }, 'ana’s comics light'],
  ['tablet', { http_host: '127.0.0.1' }, 'ana’s comics light tablet'],
  ['tablet', { http_host: '0.0.0.0' }, 'ana’s comics light tablet waves'],
  [
    'scan',
    { comic_dirs: ['/c'], manga_dirs: ['/m'], http_host: '0.0.0.0' },
    'ana’s comics light comics manga tablet waves open',
  ],
])('the picture at the step %p with %j shows %p', async (step, config, shown) => {
  session.value = { is: 'in', username: 'ana' }
  const replies = { 'GET /api/config': config, 'GET /api/system/network': network }
  const page = await renderPage(login, { path: `/login?step=${step}`, replies })
  const { dataset } = page.find('.shop')
  const parts = ['light', 'comics', 'manga', 'tablet', 'waves', 'open'].filter((part) => dataset[part] !== undefined)
  const board = page.find('.shop text').textContent
  expect([board, ...parts].join(' ')).toBe(shown)
})
