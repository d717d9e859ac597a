import { afterEach, expect, spyOn, test } from 'bun:test'
import { App } from '../../app'
import { html } from '../../html'
import { session } from '../../state/session'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'

withWindow()
afterEach(() => {
  session.value = { is: 'unknown' }
})

const PATH = '/api/auth/invitation/abc'
const invitation = {
  name: 'Ben',
  colour: 'blue',
  role: 'reader',
  house: 'Ana',
  expires_at: '2026-12-01T10:00:00.000Z',
}

async function open(replies: Replies) {
  const left = spyOn(location, 'assign').mockImplementation(() => undefined)
  const page = await renderPage(html`<${App} />`, { path: '/invitation/abc', replies })
  const done = () => {
    const calls = left.mock.calls.map(([to]) => to)
    left.mockRestore()
    return calls
  }
  return { page, done }
}

test('an invited user chooses a password and is at Home afterwards', async () => {
  session.value = { is: 'guest' }
  const { page, done } = await open({
    [`GET ${PATH}`]: invitation,
    [`POST ${PATH}`]: { success: true, username: 'Ben' },
  })
  await page.until('Hello, Ben')
  expect(page.text()).toContain('Ana invites you to read here.')
  await page.type('[name="password"]', 'short')
  await page.submit()
  expect(page.find('[role="alert"]').textContent).toContain('Use at least 8 characters.')
  await page.type('[name="password"]', 'long enough')
  await page.type('[name="again"]', 'long enouhg')
  await page.submit()
  expect(page.find('[role="alert"]').textContent).toContain('The passwords differ.')
  await page.type('[name="again"]', 'long enough')
  await page.submit()
  const sent = page.requests.filter(({ name }) => name === `POST ${PATH}`)
  expect(sent.map(({ body }) => body)).toEqual([{ password: 'long enough' }])
  expect(done()).toEqual(['/'])
})

test('a used invitation says what to do next', async () => {
  session.value = { is: 'guest' }
  const { page, done } = await open({
    [`GET ${PATH}`]: refusal(410, 'This invitation was used. Ask the owner of this library for another.'),
  })
  await page.until('This invitation was used.')
  expect(page.text()).toContain('Ask the owner of this library for another.')
  expect(page.text()).toContain('If you already chose a password, log in with your name.')
  expect(page.named('Log in').getAttribute('href')).toBe('/login')
  done()
})

test('an invitation that expires meanwhile is reported in the form', async () => {
  session.value = { is: 'guest' }
  const { page, done } = await open({
    [`GET ${PATH}`]: invitation,
    [`POST ${PATH}`]: refusal(410, 'This invitation has expired.'),
  })
  await page.until('Hello, Ben')
  await page.type('[name="password"]', 'long enough')
  await page.type('[name="again"]', 'long enough')
  await page.submit()
  expect(page.find('[role="alert"]').textContent).toBe('This invitation has expired.')
  expect(done()).toEqual([])
})

test('another user of this browser is named', async () => {
  session.value = { is: 'in', username: 'ana' }
  const { page, done } = await open({ [`GET ${PATH}`]: invitation })
  await page.until('This browser is logged in as ana')
  expect(page.root.querySelector('.shell')).toBeNull()
  done()
})
