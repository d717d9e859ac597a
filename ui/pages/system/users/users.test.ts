import { afterEach, expect, test } from 'bun:test'
import { html } from '../../../html'
import { toasts } from '../../../state/toasts'
import { currentUser } from '../../../state/user'
import { type Replies, refusal, renderPage } from '../../../testing/render-page'
import { sessionUser } from '../../../testing/session-user'
import { withWindow } from '../../../testing/window'
import { reachableAddress } from './invitation-dialog'
import { OPEN_LIMITS } from './limits-draft'
import type { User } from './user-words'
import { UsersPage } from './users'

withWindow()
afterEach(() => {
  toasts.value = []
  currentUser.value = null
})

const user = (more: Partial<User>): User => ({
  user_id: 'u1',
  name: 'Ben',
  role: 'reader',
  colour: 'blue',
  picture: null,
  limits: null,
  invited: false,
  invitation_expires_at: null,
  last_seen_at: new Date().toISOString(),
  created_at: '2026-11-01T08:00:00.000Z',
  devices: 1,
  sessions: 2,
  shares_reading: false,
  lately: null,
  ...more,
})
const owner = user({ user_id: 'owner', name: 'Ana', role: 'owner' })
const invitation = { url: 'http://attic:8090/invitation/abc', expires_at: '2026-12-01T10:00:00.000Z' }

function open(users: User[], more: Replies = {}, deleted: object[] = []) {
  currentUser.value = sessionUser()
  return renderPage(html`<${UsersPage} />`, {
    path: '/users',
    replies: {
      'GET /api/users': { users, deleted },
      'GET /api/tags': { tags: [{ name: 'Kids', count: 3 }] },
      'GET /api/collections': { collections: [{ collection_id: 'c1', name: 'Rainy days', series: 4, covers: [] }] },
      ...more,
    },
  })
}
const sent = (page: Awaited<ReturnType<typeof open>>, name: string) =>
  page.requests.find((one) => one.name === name)?.body

test('users are listed with their role, limits, last visit, sessions and what they share', async () => {
  const lately = [{ comic_id: '7', series_name: 'Saga', issue_id: '71', label: '#12', read_at: '' }]
  const limits = { ...OPEN_LIMITS, max_age: 12 }
  const page = await open([owner, user({ limits, lately })])
  const rows = [...page.root.querySelectorAll('.user')].map(({ textContent }) => textContent)
  expect(rows[0]).toContain('Owner')
  expect(page.named('Account').getAttribute('href')).toBe('/account')
  expect(rows[1]).toContain('Comics and manga up to 12 years')
  expect(rows[1]).toContain('Last seen just now')
  expect(rows[1]).toContain('2 sessions, 1 reading device')
  expect(page.named('Saga #12').getAttribute('href')).toBe('/library/7/issues/71')
  expect(page.find('[aria-current="page"]').textContent).toBe('Users')
})

test('a user is added with limits, and the invitation is shown once', async () => {
  const page = await open([owner], { 'POST /api/users': { user: user({}), invitation } })
  await page.click('Add a user')
  expect(page.named('Add and invite').hasAttribute('disabled')).toBe(true)
  await page.type('dialog input[type="text"]', ' Ben ')
  await page.click('With limits')
  await page.click('Kids')
  await page.click('May download files')
  await page.click('Add and invite')
  expect(sent(page, 'POST /api/users')).toMatchObject({
    name: 'Ben',
    role: 'reader',
    limits: { ...OPEN_LIMITS, tags_any: ['kids'], may_download: false },
  })
  expect(page.find('dialog').textContent).toContain('Invitation for Ben')
  expect(page.find('dialog code').textContent).toBe(invitation.url)
  expect(page.find('dialog .qr').getAttribute('aria-label')).toBe('QR code of the invitation')
  expect(page.find('dialog').textContent).toContain('Works once, until')
  await page.click('Done')
  expect(page.root.querySelector('dialog')).toBeNull()
})

test('a refused name is reported beside the field', async () => {
  const page = await open([owner], { 'POST /api/users': refusal(409, 'There is a user with this name.') })
  await page.click('Add a user')
  await page.type('dialog input[type="text"]', 'Ana')
  await page.submit('dialog form')
  expect(page.find('dialog [role="alert"]').textContent).toContain('There is a user with this name.')
  await page.type('dialog input[type="text"]', 'Ana M')
  expect(page.root.querySelector('dialog [role="alert"]')).toBeNull()
})

test('limits are changed, and limits that hide everything are told before saving', async () => {
  const limits = { ...OPEN_LIMITS, max_age: 11, unrated: 'deny' as const }
  const page = await open([owner, user({ limits })], { 'PATCH /api/users/u1': user({}) })
  await page.click('Edit Ben')
  const age = page.find<HTMLSelectElement>('dialog select')
  expect(age.value).toBe('11')
  expect([...age.options].map(({ text }) => text)).toContain('Up to 11 years')
  await page.click('Show series without an age rating')
  await page.click('Only some collections')
  expect(page.find('dialog [role="alert"]').textContent).toContain('This user would see nothing.')
  await page.click('Rainy days')
  expect(page.root.querySelector('dialog [role="alert"]')).toBeNull()
  await page.click('Manga')
  await page.click('Manager')
  await page.click('Save')
  expect(sent(page, 'PATCH /api/users/u1')).toEqual({
    name: 'Ben',
    colour: 'blue',
    role: 'manager',
    limits: { ...limits, kinds: ['manga'], unrated: 'allow', collections: ['c1'] },
  })
  expect(toasts.value[0]?.text).toBe('Ben is saved.')
})

test('the whole library removes limits', async () => {
  const page = await open([owner, user({ limits: OPEN_LIMITS })], { 'PATCH /api/users/u1': user({}) })
  await page.click('Edit Ben')
  await page.click('Whole library')
  await page.click('Save')
  expect(sent(page, 'PATCH /api/users/u1')).toMatchObject({ limits: null })
})

test.each([
  [
    'http://localhost:8090/invitation/abc',
    ['http://192.168.1.20:8090/opds'],
    'http://192.168.1.20:8090/invitation/abc',
  ],
  [
    'http://127.0.0.1:8090/invitation/abc',
    ['https://192.168.1.20:8090/opds'],
    'https://192.168.1.20:8090/invitation/abc',
  ],
  ['http://localhost:8090/invitation/abc', [], 'http://localhost:8090/invitation/abc'],
  [
    'https://comics.example/p/invitation/abc',
    ['http://192.168.1.20:8090/opds'],
    'https://comics.example/p/invitation/abc',
  ],
])('the invitation %s beside the catalogs %j is reached at %s', (url, catalogs, reached) => {
  expect(reachableAddress(url, catalogs)).toBe(reached)
})

test.each([
  [{ lan: false, manage_remote: false }, false, true],
  [{ lan: true, manage_remote: false }, false, true],
  [{ lan: true, manage_remote: false }, true, false],
  [{ lan: true, manage_remote: true }, false, false],
])('with the network %j and reading %p, the invitation warns: %p', async (network, read_remote, warns) => {
  const page = await open([owner, user({})], {
    'POST /api/users/u1/invitation': invitation,
    'GET /api/system/network': { ...network, port: 8090, addresses: [], opds_urls: [] },
    'GET /api/config': { read_remote },
  })
  await page.click('More for Ben')
  await page.click(page.find('.user [role="menuitem"]'))
  expect(page.find('dialog').textContent?.includes('Other devices cannot read yet.')).toBe(warns)
})

test('the menu makes a new invitation', async () => {
  const page = await open([owner, user({ invited: true, last_seen_at: null })], {
    'POST /api/users/u1/invitation': invitation,
  })
  await page.click('More for Ben')
  await page.click(page.find('.user [role="menuitem"]'))
  expect(page.find('dialog code').textContent).toBe(invitation.url)
})

test.each([
  ['End sessions', 'End the sessions', 'DELETE /api/users/u1/sessions', 'The sessions of Ben have ended.'],
  ['Delete', 'Delete the user', 'DELETE /api/users/u1', 'Ben is deleted.'],
])('%s needs a confirmation', async (entry, action, name, toast) => {
  const page = await open([owner, user({})], { [name]: { success: true } })
  await page.click('More for Ben')
  await page.click(entry)
  expect(page.requests.some((one) => one.name === name)).toBe(false)
  if (entry === 'Delete') expect(page.find('dialog').textContent).toContain('kept for 30 days')
  await page.click(action)
  expect(page.requests.some((one) => one.name === name)).toBe(true)
  expect(toasts.value[0]?.text).toBe(toast)
  expect(page.root.querySelector('dialog')).toBeNull()
})

test('a deleted user is restored', async () => {
  const gone = [{ user_id: 'u9', name: 'Cleo', deleted_at: new Date().toISOString() }]
  const page = await open([owner], { 'POST /api/users/u9/restore': user({}) }, gone)
  await page.click('Restore Cleo')
  expect(page.requests.some(({ name }) => name === 'POST /api/users/u9/restore')).toBe(true)
  expect(toasts.value[0]?.text).toBe('Cleo is restored.')
})

test('only the owner sees the tab', async () => {
  const page = await open([owner])
  currentUser.value = sessionUser({ role: 'manager' })
  await page.whenIdle()
  expect(page.find('.system-head').textContent).not.toContain('Users')
})
