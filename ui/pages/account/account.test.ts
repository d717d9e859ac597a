import { afterEach, expect, spyOn, test } from 'bun:test'
import { html } from '../../html'
import { formatFor } from '../../parts/text/locale'
import { session } from '../../state/session'
import { toasts } from '../../state/toasts'
import { currentUser } from '../../state/user'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../testing/render-page'
import { sessionUser } from '../../testing/session-user'
import { withWindow } from '../../testing/window'
import { AccountPage } from './account'
import type { Account } from './account-rows'
import { localeChoices } from './date-locales'

withWindow()
afterEach(() => {
  toasts.value = []
  currentUser.value = null
  session.value = { is: 'unknown' }
  formatFor(['en-GB'])
})

const account = (more: Partial<Account>): Account => ({
  user_id: 'u1',
  name: 'Ben',
  role: 'reader',
  colour: 'blue',
  picture: null,
  share_reading: false,
  date_locale: null,
  has_pin: false,
  may_download: true,
  may_request: true,
  ...more,
})

/** The page over a server that keeps the account. */
function open(more: Partial<Account> = {}, replies: Replies = {}) {
  let now = account(more)
  const asUser = () => sessionUser({ ...now, sees: now.role === 'reader' ? 'reader' : 'everything' })
  session.value = { is: 'in', username: now.name }
  currentUser.value = asUser()
  return renderPage(html`<${AccountPage} />`, {
    path: '/account',
    replies: {
      'GET /api/auth/check-setup': { success: true, needs_setup: false },
      'GET /api/auth/check-session': () => ({
        authenticated: true,
        username: now.name,
        setup_step: null,
        user: asUser(),
      }),
      'GET /api/account': () => now,
      'PATCH /api/account': ({ body }: ReceivedRequest) => {
        now = { ...now, ...(body as object) }
        return now
      },
      'PUT /api/account/pin': () => {
        now = { ...now, has_pin: true }
        return { success: true }
      },
      'DELETE /api/account/pin': () => {
        now = { ...now, has_pin: false }
        return { success: true }
      },
      'GET /api/devices': { devices: [] },
      ...replies,
    },
  })
}
type Opened = Awaited<ReturnType<typeof open>>
const sent = (page: Opened, name: string) => page.requests.filter((one) => one.name === name).map(({ body }) => body)
const fill = (page: Opened, label: string, text: string) => {
  const named = [...page.root.querySelectorAll<HTMLLabelElement>('dialog label')]
  return page.type(`[id="${named.find((one) => one.textContent === label)?.htmlFor}"]`, text)
}

test('colour and sharing are saved at once, and the frame gets them', async () => {
  const page = await open()
  await page.click('Pink')
  await page.click('Let the owner see what I read')
  expect(sent(page, 'PATCH /api/account')).toEqual([{ colour: 'pink' }, { share_reading: true }])
  expect(currentUser.value).toMatchObject({ colour: 'pink', share_reading: true })
})

test('the language of dates follows the browser until one is chosen', async () => {
  const page = await open()
  const box = page.find<HTMLSelectElement>('select')
  expect(box.selectedOptions[0]?.text).toBe('As in this browser')
  box.value = 'de-DE'
  box.dispatchEvent(new (window as never as typeof globalThis).Event('change', { bubbles: true }))
  await page.whenIdle()
  expect(sent(page, 'PATCH /api/account')).toEqual([{ date_locale: 'de-DE' }])
  expect(page.text()).toContain('1.234.567')
})

test('a saved language is among the choices, by its name', () => {
  expect(localeChoices('is-IS')).toContainEqual({ value: 'is-IS', label: 'Icelandic (Iceland)' })
  expect(localeChoices(null)[0]).toEqual({ value: '', label: 'As in this browser' })
})

test('the password of a user is changed with the current one', async () => {
  const page = await open()
  await page.click('Change')
  await fill(page, 'New password', 'long enough')
  await fill(page, 'Current password', 'old enough')
  await page.submit('dialog form')
  const body = { name: 'Ben', password: 'long enough', current_password: 'old enough' }
  expect(sent(page, 'PATCH /api/account')).toEqual([body])
})

test('the login of the owner keeps its own endpoint, and the owner shares nothing', async () => {
  const replies = {
    'PUT /api/auth/account': { success: true },
    'GET /api/system/network': { lan: false, manage_remote: false, port: 8090, addresses: [], opds_urls: [] },
  }
  const page = await open({ role: 'owner', name: 'ana' }, replies)
  expect(page.text()).not.toContain('Let the owner see')
  await page.click('Change')
  await fill(page, 'New password', 'short')
  await fill(page, 'Current password', 'old enough')
  await page.submit('dialog form')
  expect(page.find('dialog [role="alert"]').textContent).toContain('Use at least 8 characters.')
  await fill(page, 'New password', 'long enough')
  expect(page.root.querySelector('dialog [role="alert"]')).toBeNull()
  await page.submit('dialog form')
  const body = { username: 'ana', new_password: 'long enough', current_password: 'old enough' }
  expect(sent(page, 'PUT /api/auth/account')).toEqual([body])
  expect(sent(page, 'PATCH /api/account')).toEqual([])
})

test('a PIN is set with the password, and removed after a confirmation', async () => {
  const page = await open()
  await page.click('Set a PIN')
  await fill(page, 'PIN', '12a')
  await fill(page, 'Current password', 'old enough')
  await page.submit('dialog form')
  expect(page.find('dialog [role="alert"]').textContent).toContain('Use 4 to 8 digits.')
  await fill(page, 'PIN', '1234')
  expect(page.root.querySelector('dialog [role="alert"]')).toBeNull()
  await page.submit('dialog form')
  expect(sent(page, 'PUT /api/account/pin')).toEqual([{ pin: '1234', current_password: 'old enough' }])
  await page.click('Remove')
  await page.click('Remove the PIN')
  expect(sent(page, 'DELETE /api/account/pin')).toHaveLength(1)
  expect(page.named('Set a PIN')).toBeTruthy()
})

test('a refused PIN shows the reason', async () => {
  const page = await open({}, { 'PUT /api/account/pin': refusal(401, 'Wrong password.') })
  await page.click('Set a PIN')
  await fill(page, 'PIN', '1234')
  await fill(page, 'Current password', 'x')
  await page.submit('dialog form')
  expect(page.find('dialog [role="alert"]').textContent).toContain('Wrong password.')
})

test('a picture is cropped and sent without the prefix of its address', async () => {
  const page = await open()
  const drawn = spyOn((window as never as typeof globalThis).HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue(
    'data:image/webp;base64,QUJD',
  )
  const real = globalThis.createImageBitmap
  globalThis.createImageBitmap = (async () => ({ width: 400, height: 200 })) as never
  const box = page.find<HTMLInputElement>('input[type="file"]')
  Object.defineProperty(box, 'files', { value: [{ name: 'me.jpg' }] })
  box.dispatchEvent(new (window as never as typeof globalThis).Event('change', { bubbles: true }))
  await page.whenIdle()
  await page.click('Use this picture')
  expect(sent(page, 'PATCH /api/account')).toEqual([{ picture: 'QUJD' }])
  expect(page.root.querySelector('dialog')).toBeNull()
  globalThis.createImageBitmap = real
  drawn.mockRestore()
})

test('a file that is no picture is refused with its name', async () => {
  const page = await open()
  const real = globalThis.createImageBitmap
  globalThis.createImageBitmap = (() => Promise.reject(new Error('no'))) as never
  const box = page.find<HTMLInputElement>('input[type="file"]')
  Object.defineProperty(box, 'files', { value: [{ name: 'me.txt' }] })
  box.dispatchEvent(new (window as never as typeof globalThis).Event('change', { bubbles: true }))
  await page.whenIdle()
  expect(toasts.value[0]?.text).toBe('me.txt is not a picture that this browser can open.')
  globalThis.createImageBitmap = real
})

test('a user has reading devices of their own, and the address at which this browser reached the server', async () => {
  const page = await open()
  expect(page.text()).toContain('Reading devices')
  expect(page.text()).toContain('http://panelkeep.test/komga')
  expect(page.text()).toContain('User nameBen')
})

test('the account of the owner has the addresses on the network, and says how to open them', async () => {
  const network = {
    lan: true,
    manage_remote: false,
    port: 8090,
    addresses: [],
    opds_urls: ['http://192.0.2.7:8090/opds'],
  }
  const page = await open({ role: 'owner' }, { 'GET /api/system/network': network })
  expect(page.text()).toContain('http://192.0.2.7:8090/komga')
  page.close()
  const shut = await open({ role: 'owner' }, { 'GET /api/system/network': { ...network, lan: false } })
  expect(shut.text()).toContain('Allow reading apps in Settings, Reading apps to get an address.')
  expect(shut.text()).not.toContain('/komga')
})
