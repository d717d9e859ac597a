import { expect, spyOn, test } from 'bun:test'
import { ErrorBoundary, Router } from 'preact-iso'
import { html } from './html'
import { lazyPage } from './lazy-page'
import { refusal, renderPage } from './testing/render-page'
import { withWindow } from './testing/window'

withWindow()

const HEALTH = 'GET /api/health'
const open = (page: ReturnType<typeof lazyPage>, health: unknown) =>
  renderPage(html`<${ErrorBoundary}><${Router}><${page} default /><//><//>`, { replies: { [HEALTH]: health } })

test('a page is drawn once it is fetched', async () => {
  const page = await open(
    lazyPage(async () => () => html`<p>Here it is</p>`),
    { status: 'ok' },
  )
  await page.until('Here it is')
})

test('a page that fails to load shows an error, and appears once Panelkeep answers again', async () => {
  let health: unknown = refusal(502, 'Nobody is there.')
  const reload = spyOn(location, 'reload').mockImplementation(() => undefined)
  try {
    const page = await open(
      lazyPage(() => Promise.reject(new TypeError('Failed to fetch'))),
      () => health,
    )
    await page.until('Connection lost')
    await page.click('Try again now')
    expect(reload).not.toHaveBeenCalled()
    health = { status: 'ok' }
    await page.click('Try again now')
    expect(reload).toHaveBeenCalledTimes(1)
  } finally {
    reload.mockRestore()
  }
})
