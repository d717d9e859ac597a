import { afterEach, expect, spyOn, test } from 'bun:test'
import { html } from '../html'
import { session } from '../state/session'
import { currentUser } from '../state/user'
import { type Replies, refusal, renderPage } from '../testing/render-page'
import { sessionUser } from '../testing/session-user'
import { withWindow } from '../testing/window'
import './switch-dialog'
import { openSwitch, SwitchUser } from './switch-user'

withWindow()
afterEach(() => {
  currentUser.value = null
  session.value = { is: 'unknown' }
})

const users = [
  { user_id: 'owner', name: 'Ana Blum', colour: 'teal', picture: null, has_pin: true },
  { user_id: 'u1', name: 'Ben', colour: 'blue', picture: null, has_pin: true },
  { user_id: 'u2', name: 'Cleo', colour: 'pink', picture: null, has_pin: false },
]
const open = (replies: Replies = {}) => {
  currentUser.value = sessionUser()
  session.value = { is: 'in', username: 'Ana Blum' }
  openSwitch()
  return renderPage(html`<${SwitchUser} />`, {
    replies: { 'GET /api/auth/known-users': { users }, ...replies },
  })
}
const pick = (page: Awaited<ReturnType<typeof open>>, at: number) =>
  page.click([...page.root.querySelectorAll<HTMLElement>('.known-users button')][at] as HTMLElement)

test('the device is handed over with the password, and the app begins anew', async () => {
  const left = spyOn(location, 'assign').mockImplementation(() => undefined)
  const page = await open({ 'POST /api/auth/switch': { success: true, username: 'Cleo' } })
  await pick(page, 2)
  await page.type('[name="password"]', 'long enough')
  await page.submit()
  const sent = page.requests.find(({ name }) => name === 'POST /api/auth/switch')
  expect(sent?.body).toEqual({ user_id: 'u2', password: 'long enough' })
  expect(left.mock.calls).toEqual([['/']])
  left.mockRestore()
})

test('a PIN is asked for where there is one, and the password works too', async () => {
  const page = await open({ 'POST /api/auth/switch': refusal(401, 'Wrong password.') })
  await pick(page, 1)
  expect(page.root.querySelector('[name="pin"]')).not.toBeNull()
  await page.click('Use the password instead')
  await page.type('[name="password"]', 'long enough')
  await page.submit()
  expect(page.find('[role="alert"]').textContent).toContain('Wrong password.')
  const sent = page.requests.find(({ name }) => name === 'POST /api/auth/switch')
  expect(sent?.body).toEqual({ user_id: 'u1', password: 'long enough' })
  // A wrong password of another user does not end this session.
  expect(session.value.is).toBe('in')
})

test('the user who is logged in cannot be chosen', async () => {
  const page = await open()
  const [own, other] = [...page.root.querySelectorAll<HTMLButtonElement>('.known-users button')]
  expect([own?.disabled, other?.disabled]).toEqual([true, false])
  expect(own?.textContent).toContain('Logged in')
})

test('someone else logs in by name', async () => {
  const page = await open({ 'POST /api/auth/logout': { success: true } })
  await page.click('Someone else')
  // The code that sends waiting bookmarks is loaded first.
  for (let turn = 0; turn < 400 && session.value.is !== 'guest'; turn++) await page.whenIdle()
  expect(session.value).toEqual({ is: 'guest' })
})
