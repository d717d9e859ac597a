import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser } from 'playwright-core'
import { openings } from '../ui/openings'
import { hasBrowser, openBrowser, openPage, pageLoaded, signedIn, step } from './browser'
import { type EveryPageSetup, openEveryPageSetup } from './every-page-setup'

setDefaultTimeout(300_000)

let every: EveryPageSetup
let browser: Browser
beforeAll(async () => {
  if (!hasBrowser) return
  every = await openEveryPageSetup()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await every?.end()
})

for (const { path, requests } of openings)
  step(`${path} requests once what its HTML names, and nothing that it does not need`, async () => {
    const { panelkeep } = every.setup
    const comicId = every.seriesPath.split('/').at(-1)!
    const { page, complaints, close } = await signedIn(await openPage(browser), panelkeep)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url().slice(panelkeep.url.length)))
    const warnings: string[] = []
    page.on('console', (message) => warnings.push(message.text()))
    const named = requests.map((address) => address.replace(':comic_id', comicId))
    const once = named.map((address) => [address, 1])
    let times: unknown[][] = []
    // A change in the meantime is a reason to request again what the HTML named. Soon after a start there are some.
    for (let visit = 0; visit < 5 && !Bun.deepEquals(times, once); visit++) {
      sent.length = 0
      await page.goto(panelkeep.url + path.replace(':comic_id', comicId))
      await pageLoaded(page)
      await page.waitForLoadState('networkidle')
      times = named.map((address) => [address, sent.filter((other) => other === address).length])
    }
    expect(times).toEqual(once)
    // Chromium warns of named replies that no request took within a few seconds after the page was loaded.
    await page.waitForTimeout(4_000)
    expect([warnings.filter((text) => text.includes('preload')), complaints]).toEqual([[], []])
    await close()
  })
