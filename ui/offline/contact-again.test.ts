import { afterEach, beforeEach, expect, test } from 'bun:test'
import { html } from '../html'
import { storeKeptUser } from '../kept/kept-issues'
import { renderPage } from '../testing/render-page'
import { sessionUser } from '../testing/session-user'
import { withWindow } from '../testing/window'
import { watchForServer } from './contact-again'

withWindow()

let leave = () => {}
beforeEach(() => storeKeptUser(sessionUser()))
afterEach(() => {
  leave()
  localStorage.clear()
})

/** How often the server counted as back, with this reply of its. */
async function backs(health: unknown, sync = async () => {}): Promise<number> {
  let count = 0
  const page = await renderPage(html`<p></p>`, { replies: { 'GET /api/health': health } })
  leave = watchForServer(() => void count++, sync)
  await page.whenIdle()
  return count
}

test('the server is back when it answers, after the copies were synchronized', async () => {
  const order: string[] = []
  expect(await backs({ status: 'ok' }, async () => void order.push('synchronized'))).toBe(1)
  expect(order).toEqual(['synchronized'])
})

test('the server is back although an update removed the code that synchronizes copies', async () => {
  expect(await backs({ status: 'ok' }, () => Promise.reject(new TypeError('Failed to fetch a module')))).toBe(1)
})

test('a rescue run is an answer, that of a proxy whose server is down is none', async () => {
  expect(await backs(() => Response.json({ detail: 'Rescue.' }, { status: 503 }))).toBe(1)
  for (const status of [502, 503]) expect(await backs(() => new Response('<h1>Down</h1>', { status }))).toBe(0)
})
