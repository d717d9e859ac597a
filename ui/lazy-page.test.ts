import { expect, spyOn, test } from 'bun:test'
import { ErrorBoundary, Router } from 'preact-iso'
import { type Component, html } from './html'
import { LatePage } from './late-page'
import { lazyPage } from './lazy-page'
import { refusal, renderPage } from './testing/render-page'
import { withWindow } from './testing/window'

withWindow()

const HEALTH = 'GET /api/health'
const open = (page: ReturnType<typeof lazyPage>, health: unknown) =>
  renderPage(html`<${ErrorBoundary}><${Router}><${page} default /><//><//>`, { replies: { [HEALTH]: health } })

test('a page is drawn once its code is loaded', async () => {
  const page = await open(
    lazyPage(async () => () => html`<p>Here it is</p>`),
    { status: 'ok' },
  )
  await page.until('Here it is')
})

test('while the code of a page is late, its outline replaces the previous page', async () => {
  let arrive = (_: Component) => {}
  const page = lazyPage(
    () =>
      new Promise<Component>((resolve) => {
        arrive = resolve
      }),
  )
  const router = (loading: object) => html`
    <${ErrorBoundary}>
      <${Router} ...${loading}>
        <${() => html`<a href="/next">Go on</a>`} path="/" />
        <${page} path="/next" />
      <//>
    <//>
  `
  const next = { path: '/next', title: 'Next', page }
  const shown = await renderPage(html`<${LatePage} page=${next} router=${router} />`, { path: '/', replies: {} })
  expect(shown.root.querySelector('.late-page')).toBeNull()
  await shown.click('Go on')
  const late = () => shown.root.querySelector('.late-page [aria-label="Loading Next"]')
  for (let turn = 0; turn < 500 && !late(); turn++) await shown.whenIdle()
  expect(late()).not.toBeNull()
  expect(shown.find('.present-page').hidden).toBe(true)
  arrive(() => html`<p>Here it is</p>`)
  await shown.until('Here it is')
  expect(shown.find('.present-page').hidden).toBe(false)
  expect(shown.root.querySelector('.late-page')).toBeNull()
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
