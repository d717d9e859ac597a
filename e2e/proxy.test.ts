import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProgressView } from '../src/intake/imports/schema'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { hasBrowser, openBrowser, openPage, picturesLoaded } from './browser'
import { crawl, hasCrawler, installCrawler } from './crawler'
import { tempFolder } from './folders'
import { basic, type Client, endAll, LOGIN, type Panelkeep, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Panelkeep below a path of a site: one proxy strips the prefix, the other keeps it. */
const folder = tempFolder()
const FOLDER = '/shelf'
let panelkeep: Panelkeep
let reader: Client
let proxy: Bun.Server<undefined>
/** Requests outside the prefix. */
const strays: string[] = []

beforeAll(async () => {
  const comics = folder.in('comics')
  for (const name of ['Harbor Lights', 'River Road']) {
    mkdirSync(join(comics, `${name} (2019)`), { recursive: true })
    for (const number of [1, 2]) {
      const pages = makePages(3, [400, 600])
      writeFileSync(join(comics, `${name} (2019)`, `${name} 00${number} (2019).cbz`), makeCbz(pages))
    }
  }
  panelkeep = await startWithLogin({ dataDir: folder.in('data'), env: { PANELKEEP_HTTP_ROOT: FOLDER } })
  reader = await panelkeep.reader()
  proxy = Bun.serve({ port: 0, hostname: '127.0.0.1', idleTimeout: 0, fetch: passOn })
  await fill(comics)
})
afterAll(async () => {
  await proxy?.stop(true)
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

function passOn(request: Request): Promise<Response> | Response {
  const { pathname, search, host } = new URL(request.url)
  if (!pathname.startsWith(`${FOLDER}/`)) {
    strays.push(pathname)
    return new Response(null, { status: 404 })
  }
  const headers = new Headers(request.headers)
  headers.set('X-Forwarded-Host', host)
  headers.set('X-Forwarded-Prefix', FOLDER)
  const { method, body, signal } = request
  const to = `${panelkeep.url}${pathname.slice(FOLDER.length)}${search}`
  const reply = fetch(to, { method, headers, body, signal, redirect: 'manual', decompress: false })
  return reply.catch(() => new Response('Bad gateway', { status: 502 }))
}

async function fill(comics: string): Promise<void> {
  expect((await reader.put('/api/config', { comic_dirs: [comics], manage_remote: true })).status).toBe(200)
  const view = () => reader.json<ProgressView & { scan_id: string }>('/api/import/comic/progress')
  const over = async () => {
    for (;;) {
      const now = await view()
      if (now.status !== 'scanning' && now.status !== 'importing') return now
      await Bun.sleep(20)
    }
  }
  await reader.post('/api/import/comic/scan')
  const { scan_id, results } = await over()
  const selected_ids = results!.map((result) => result.match!.comicid)
  await reader.post('/api/import/comic/confirm', { scan_id, selected_ids })
  await over()
}

const site = () => `http://127.0.0.1:${proxy.port}${FOLDER}`

test('the catalog has addresses that the app can reach', async () => {
  for (const base of [site(), `${panelkeep.url}${FOLDER}`]) {
    const app = panelkeep.client(basic(), base)
    const root = await (await app.get('/opds')).text()
    for (const [, href] of root.matchAll(/href="([^"{]+)"/g)) expect(href).toStartWith(`${FOLDER}/opds`)
    expect(await (await app.get('/opds/search.xml')).text()).toContain(`template="${base}/opds/search?q={searchTerms}"`)
  }
})

test.skipIf(!hasCrawler)('reading apps find no broken rule behind the proxy', async () => {
  installCrawler(folder.in('crawler'))
  const { code, out } = await crawl(folder.in('crawler'), site(), ['--pse=4'])
  if (code !== 0) console.log(out)
  expect(code).toBe(0)
})

test.skipIf(!hasBrowser)('the pages stay below the prefix, from the login to a page of a comic', async () => {
  const browser = await openBrowser()
  strays.length = 0
  try {
    const { page, complaints } = await openPage(browser)
    await page.goto(`${site()}/`)
    await page.locator('input[name=username]').fill(LOGIN.username)
    await page.locator('input[name=password]').fill(LOGIN.password)
    complaints.length = 0 // the 401 before the login
    await page.keyboard.press('Enter')
    await page.getByText('Harbor Lights').first().waitFor()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Library' }).click()
    await page.waitForURL(`${site()}/library`)
    await page.locator('.tile-link').first().waitFor()
    expect(await picturesLoaded(page, '#app', 2)).toBeGreaterThanOrEqual(2)
    await page.locator('.library .virtual .tile-link').first().click()
    await page.waitForURL(`${site()}/library/*`)
    await page.goBack()
    await page.waitForURL(`${site()}/library`)
    const [series] = await reader.json<{ ComicID: string }[]>('/api/series')
    const { issues } = await reader.json<{ issues: { id: string }[] }>(`/api/series/${series!.ComicID}`)
    await page.goto(`${site()}/read/${issues[0]!.id}`)
    expect(await picturesLoaded(page, '#app', 1)).toBeGreaterThanOrEqual(1)
    expect([complaints, strays]).toEqual([[], []])
  } finally {
    await browser.close()
  }
})

test.skipIf(!hasBrowser)('issues are kept below the prefix, and open while the proxy finds no server', async () => {
  const browser = await openBrowser()
  strays.length = 0
  try {
    const { page } = await openPage(browser)
    const [name = '', value = ''] = (await panelkeep.cookie()).split('=')
    await page.context().addCookies([{ name, value, url: site() }])
    const [series] = await reader.json<{ ComicID: string }[] & Record<string, unknown>>('/api/series')
    const { issues } = await reader.json<{ issues: { id: string }[] }>(`/api/series/${series!.ComicID}`)
    await page.goto(`${site()}/library/${series!.ComicID}/issues/${issues[0]!.id}`)
    await page.getByRole('button', { name: 'More for this issue' }).click()
    await page.getByRole('menuitem', { name: 'Keep on this device' }).click()
    await page.locator('.issue-state').getByText('On this device', { exact: true }).waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const manifest = await page.locator('link[rel=manifest]').getAttribute('href')
    expect([manifest, await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)]).toEqual([
      `${FOLDER}/manifest.webmanifest`,
      `${site()}/worker.js`,
    ])
    await panelkeep.stop()
    await page.goto(`${site()}/library`)
    await page.locator('.kept-name').click()
    expect(await picturesLoaded(page, '#app', 1)).toBeGreaterThanOrEqual(1)
    expect(new URL(page.url()).pathname).toStartWith(`${FOLDER}/read/`)
    expect(strays).toEqual([])
  } finally {
    await browser.close()
  }
})
