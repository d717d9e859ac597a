import { afterEach, expect, spyOn, test } from 'bun:test'
import { html } from '../../html'
import { renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { useReturn } from './use-return'

withWindow()

const undo: (() => void)[] = []
afterEach(() => {
  for (const each of undo.splice(0)) each()
})

const Waits = ({ isAwaited }: { isAwaited: boolean }) => {
  useReturn(isAwaited)
  return html`<p>Restarting</p>`
}

/** `look` queries the run that answers now. */
async function opened(isAwaited: boolean) {
  const checks: (() => void)[] = []
  const timer = spyOn(globalThis, 'setInterval').mockImplementation(((check: () => void) =>
    checks.push(check)) as never)
  const left = spyOn(location, 'assign').mockImplementation(() => undefined)
  undo.push(
    () => timer.mockRestore(),
    () => left.mockRestore(),
  )
  const server: { now: unknown } = { now: { instance: 'a' } }
  const page = await renderPage(html`<${Waits} isAwaited=${isAwaited} />`, {
    replies: { 'GET /api/health': () => server.now },
  })
  const look = async (now: unknown) => {
    server.now = now
    for (const check of checks) check()
    await page.whenIdle()
    return left.mock.calls.length
  }
  return { look, checks }
}

test('a page that waits for a restart reloads once another run answers', async () => {
  const { look } = await opened(true)
  expect(await look({ instance: 'a' })).toBe(0)
  expect(await look(Promise.reject(new TypeError('refused')))).toBe(0)
  expect(await look({})).toBe(0)
  expect(await look({ instance: 'b' })).toBe(1)
})

test('a page that does not wait sends no requests', async () => {
  const { checks } = await opened(false)
  expect(checks).toEqual([])
})
