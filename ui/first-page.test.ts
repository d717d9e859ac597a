import { afterEach, expect, test } from 'bun:test'
import { openFirstPage } from './first-page'
import { html } from './html'
import { openings } from './openings'
import { session } from './state/session'
import { renderPage } from './testing/render-page'
import { withWindow } from './testing/window'

withWindow()
afterEach(() => {
  session.value = { is: 'unknown' }
})

const own = { success: true, authenticated: true, username: 'ana' }
const replies = {
  'GET /api/auth/check-setup': { success: true, needs_setup: false },
  'GET /api/auth/check-session': own,
}
const lists = { items: [], comics: [], comic: [], views: [], pagination: { total: 0 } }

/** The addresses that the first page at `path` requests before it is drawn. */
async function requestsOf(path: string, named: boolean, more: Record<string, unknown> = {}) {
  const page = await renderPage(html`<p>-</p>`, { replies: { ...replies, ...more }, otherwise: lists })
  const { drawable } = openFirstPage(path, named)
  await drawable
  const isDrawn = session.peek().is === 'in'
  await page.whenIdle()
  const sent = page.requests.map(({ name, query }) => {
    const search = new URLSearchParams(query).toString()
    return name.replace('GET ', '') + (search && `?${search}`)
  })
  return { sent, isDrawn }
}

test.each(openings.map(({ path, requests }) => [path, requests] as const))(
  '%s requests what its HTML names, and nothing else, before it is drawn',
  async (path, requests) => {
    const { sent, isDrawn } = await requestsOf(path.replace(':comic_id', '7'), true)
    expect(sent.toSorted()).toEqual(requests.map((address) => address.replace(':comic_id', '7')).toSorted())
    expect(isDrawn).toBe(true)
  },
)

test('a page whose requests are not named is drawn without waiting, and checks for the setup first', async () => {
  const { sent, isDrawn } = await requestsOf('/library', false)
  expect(sent).toEqual(['/api/auth/check-setup', '/api/auth/check-session'])
  expect(isDrawn).toBe(false)
})

test('a session that has ended since the HTML was sent leads to the login', async () => {
  await requestsOf('/library', true, { 'GET /api/auth/check-session': { success: true, authenticated: false } })
  expect(session.peek()).toEqual({ is: 'guest' })
})

test('a reply that does not arrive does not keep the page from being drawn', async () => {
  const never = () => new Promise(() => undefined)
  const { isDrawn } = await requestsOf('/library', true, { 'GET /api/series': never })
  expect(isDrawn).toBe(true)
})
