import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { freePort } from '../src/testing/harness/free-port'
import { until } from '../src/testing/harness/until'
import { releaseKey } from '../src/testing/update-feed'
import { NO_LIMITS } from '../src/testing/users'
import { accessibilityFaults } from './accessibility'
import {
  eachLook,
  hasBrowser,
  openBrowser,
  openPage,
  PHONE,
  pageLoaded,
  signedIn,
  step,
  type WatchedPage,
} from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, lanAddress, type Panelkeep, start, startWithLogin } from './panelkeep'
import { importReadingSetup, makeReadingSetup } from './reading-setup'
import { buildVersion } from './update-builds'

setDefaultTimeout(300_000)

/** Issues are kept on a device and read while Panelkeep does not run; localhost counts as a secure address. */
const folder = tempFolder()
const port = freePort()
let panelkeep: Panelkeep
let owner: Client
let browser: Browser
let phone: WatchedPage
let ids: Map<string, string>

beforeAll(async () => {
  if (!hasBrowser) return
  panelkeep = await startWithLogin({ dataDir: folder.in('data'), port })
  owner = await panelkeep.reader()
  ids = await importReadingSetup(owner, makeReadingSetup(folder.in('books')))
  browser = await openBrowser()
  phone = await signedIn(
    await openPage(browser, PHONE, { hasTouch: true, isMobile: true, deviceScaleFactor: 2 }),
    panelkeep,
  )
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

const idOf = (name: string) => ids.get(name) ?? ''
const issuePath = (series: string, issue: string) =>
  `/library/${encodeURIComponent(idOf(series))}/issues/${encodeURIComponent(idOf(issue))}`
const url = (path: string) => `http://127.0.0.1:${port}${path}`

async function restart(): Promise<void> {
  panelkeep = await start({ dataDir: folder.in('data'), port })
}

async function keep(page: Page, series: string, issue: string): Promise<void> {
  await page.goto(url(issuePath(series, issue)))
  await page.getByRole('button', { name: 'More for this issue' }).click()
  await page.getByRole('menuitem', { name: 'Keep on this device' }).click()
  await page.locator('.issue-state').getByText('On this device', { exact: true }).waitFor()
}

const cacheNames = (page: Page) => page.evaluate(() => caches.keys())
const copiesIn = async (page: Page) => (await cacheNames(page)).filter((name) => name.includes(' kept '))
const shells = async (page: Page) => (await cacheNames(page)).filter((name) => name.includes(' shell '))

/** Waits until the worker controls the pages and has the offline page. */
async function workerReady(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

type InReader = { progress: { page: number; completed: boolean } | null; bookmarks: { page: number }[] }

const readerOf = (issue: string) => owner.json<InReader & Record<string, unknown>>(`/api/reading/issues/${idOf(issue)}`)
const progressOf = async (issue: string) => (await readerOf(issue)).progress

async function faultsOf({ page, shot }: WatchedPage, name: string): Promise<string[]> {
  const faults: string[] = []
  await pageLoaded(page)
  const before = page.viewportSize()
  await eachLook(page, async (look) => {
    faults.push(...(await accessibilityFaults(page)).map((fault) => `${name} ${look}: ${fault}`))
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      faults.push(`${name} ${look} is too wide`)
    await shot(`${name}-${look}`)
  })
  if (before) await page.setViewportSize(before)
  return faults
}

/** Turns pages until the card after the last one. */
async function readToEnd(page: Page): Promise<void> {
  await page.locator('.reader-page img').first().waitFor()
  await page.keyboard.press('End')
  await page.waitForFunction(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('[data-here] .reader-page img')]
    return images.length > 0 && images.every((image) => image.complete && image.naturalWidth > 0)
  })
  await page.keyboard.press('ArrowRight')
}

step('the app is installed with a button where the browser offers it', async () => {
  const { page } = phone
  await page.goto(url('/library'))
  await page.getByRole('heading', { name: 'Library' }).waitFor({ state: 'attached' })
  // The browser of the test makes no offer. This one comes long before the page is opened.
  await page.evaluate(() => {
    const prompt = async () => {
      document.documentElement.dataset.asked = 'yes'
      return { outcome: 'accepted' }
    }
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })
  await page.getByRole('button', { name: 'reader' }).click()
  await page.getByRole('menuitem', { name: 'On this device' }).click()
  const button = page.getByRole('button', { name: 'Install Panelkeep' })
  await button.waitFor()
  const faults = await faultsOf(phone, 'install')
  await button.click()
  await page.getByText('choose Install or Add to Home Screen').waitFor()
  expect(await page.locator('html[data-asked=yes]').count()).toBe(1)
  await page.evaluate(() => dispatchEvent(new Event('appinstalled')))
  await page.getByText('choose Install or Add to Home Screen').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

step('an issue is kept on the device, with its count and size', async () => {
  const { page } = phone
  await page.goto(url('/on-this-device'))
  const faults = await faultsOf(phone, 'empty')
  await keep(page, 'Harbor Lights', 'Harbor Lights 1')
  await phone.shot('issue')
  await workerReady(page)
  await page.goto(url('/on-this-device'))
  await page.getByText(/^1 issue, \d/).waitFor()
  await page.getByText('10 pages ·').waitFor()
  faults.push(...(await faultsOf(phone, 'kept')))
  expect(await copiesIn(page)).toHaveLength(1)
  expect(await shells(page)).toHaveLength(1)
  expect(faults).toEqual([])
  expect(phone.complaints).toEqual([])
})

step('it is read to the end while Panelkeep is off, and the progress is sent when it is back', async () => {
  const { page } = phone
  await panelkeep.stop()
  // Whatever else the browser kept may be gone by then.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await page.goto(url('/library'))
  await page.getByText('Panelkeep does not answer.').waitFor()
  const faults = await faultsOf(phone, 'offline')
  await page.getByRole('link', { name: 'Harbor Lights #1' }).click()
  await page.locator('.reader-page img').first().waitFor()
  await page.keyboard.press('b')
  await page.getByText('Page 1 bookmarked').waitFor()
  await readToEnd(page)
  await phone.shot('read-offline')
  await page.goBack()
  await page.getByRole('heading', { name: 'On this device' }).waitFor()
  await page.getByText('Panelkeep does not answer.').waitFor()
  await page.getByText('Read ·').waitFor()
  await restart()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await until(
    () => progressOf('Harbor Lights 1'),
    (progress) => progress?.completed === true,
    25_000,
  )
  await until(
    async () => (await readerOf('Harbor Lights 1')).bookmarks.map((bookmark) => bookmark.page),
    (pages) => pages.join() === '0',
    25_000,
  )
  // The page itself is the server's again.
  await page.getByRole('heading', { name: 'Library' }).waitFor({ state: 'attached' })
  expect(await page.locator('meta[name=offline]').count()).toBe(0)
  expect(faults).toEqual([])
})

step('a newer report of another device wins over reading without a connection', async () => {
  const { page } = phone
  await keep(page, 'Harbor Lights', 'Harbor Lights 2')
  await panelkeep.stop()
  await page.goto(url(`/read/${encodeURIComponent(idOf('Harbor Lights 2'))}`))
  await page.locator('.reader-page img').first().waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => localStorage.getItem('panelkeep.reader.progress')?.includes('"page":2'))
  // The page is closed before the server is back: its report waits on the device.
  await page.goto('about:blank')
  await restart()
  expect(await progressOf('Harbor Lights 2')).toBeNull()
  expect((await owner.put(`/api/reading/issues/${idOf('Harbor Lights 2')}/progress`, { page: 6 })).status).toBe(200)
  expect((await owner.put(`/api/reading/issues/${idOf('Harbor Lights 2')}/bookmarks/4`, {})).status).toBe(200)
  const sent = page.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.url().includes('/progress'))
  await page.goto(url('/library'))
  expect((await sent).status()).toBe(200)
  expect(await progressOf('Harbor Lights 2')).toMatchObject({ page: 6, completed: false })
  // The copy knows the newer place and the bookmark the next time that it is opened offline.
  await page.waitForFunction(async () => {
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        if (url.endsWith('/record')) {
          const { issue } = await (await (await caches.open(name)).match(url))!.json()
          if (issue.progress?.page === 6 && issue.bookmarks[0]?.page === 4) return true
        }
    return false
  })
})

step('the reader continues from the copy when the connection is lost in the middle', async () => {
  const { page } = phone
  await page.goto(url(`/read/${encodeURIComponent(idOf('Harbor Lights 2'))}?page=1`))
  await page.locator('.reader-page img').first().waitFor()
  await panelkeep.stop()
  await page.keyboard.press('End')
  await page.waitForFunction(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('[data-here] .reader-page img')]
    return images.some((image) => image.naturalWidth > 0 && image.src.includes('/kept/'))
  })
  await phone.shot('lost-in-the-middle')
  await restart()
})

step('an issue that is not on the device says that the connection is lost', async () => {
  const { page } = phone
  await panelkeep.stop()
  await page.goto(url(`/read/${encodeURIComponent(idOf('Tall Tower 1'))}`))
  await page.getByRole('heading', { name: 'The connection is lost' }).waitFor()
  await restart()
})

step('an update replaces the worker and its pages, and keeps the copies', async () => {
  const { page } = phone
  const exe = await otherBuild()
  await page.goto(url('/library'))
  const [before] = await shells(page)
  await panelkeep.stop()
  panelkeep = await start({ dataDir: folder.in('data'), port, exe })
  await page.goto(url('/on-this-device'))
  await page.getByText(/^2 issues, /).waitFor()
  expect(await page.locator('meta[name=description]').getAttribute('content')).toBe('the other build')
  await until(
    () => shells(page),
    (names) => names.some((name) => name !== before),
    90_000,
  )
  // Each page from the server asks the old worker or the new one to remove old shells, whichever is at work.
  const after = await until(
    async () => {
      await page.reload()
      return shells(page)
    },
    (names) => names.length === 1 && names[0] !== before,
    25_000,
  )
  expect(await copiesIn(page)).toHaveLength(2)
  await panelkeep.stop()
  await page.goto(url('/library'))
  await page.getByRole('link', { name: 'Harbor Lights #1' }).waitFor()
  expect(await page.locator('meta[name=description]').getAttribute('content')).toBe('the other build')
  expect(after[0]).toEndWith((await page.locator('meta[name=offline]').getAttribute('content')) ?? '')
  await page.getByRole('link', { name: 'Harbor Lights #1' }).click()
  await page.locator('.reader-page img').first().waitFor()
  await restart()
})

/** The same program with other pages. */
function otherBuild(): Promise<string> {
  const key = releaseKey().privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const mark = '<title>Panelkeep</title>'
  const changes = [['ui/index.html', mark, `${mark}<meta name="description" content="the other build" />`]] as const
  return buildVersion({ at: folder.in('other'), version: '9.0.0', key, pages: changes })
}

step('logging out leaves nothing of the user on the device', async () => {
  const { page } = phone
  await page.goto(url('/account'))
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page.locator('input[name=username]').waitFor()
  expect(await copiesIn(page)).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /kept|progress/.test(key)))).toEqual([])
  await panelkeep.stop()
  await page.goto(url('/library'))
  await page.getByText('No issues are kept on this device.').waitFor()
  await phone.shot('offline-empty')
  await restart()
})

/** A page of a new user who keeps the first issue. */
async function keeper(name: string): Promise<{ watched: WatchedPage; user_id: string }> {
  const { user, invitation } = await (await owner.post('/api/users', { name, role: 'reader' })).json()
  const watched = await openPage(browser, PHONE)
  const { page } = watched
  await page.goto(url(new URL(invitation.url).pathname))
  await page.getByLabel('Password', { exact: true }).fill('a long password')
  await page.getByLabel('Password again').fill('a long password')
  await page.getByRole('button', { name: 'Start reading' }).click()
  await page.locator('.shell').waitFor()
  await keep(page, 'Harbor Lights', 'Harbor Lights 3')
  await workerReady(page)
  return { watched, user_id: user.user_id }
}

step('the copies of a user who was deleted meanwhile go at the next contact', async () => {
  const { watched, user_id } = await keeper('Ben')
  const { page } = watched
  await panelkeep.stop()
  await page.goto(url('/library'))
  await page.getByRole('link', { name: 'Harbor Lights #3' }).waitFor()
  await page.goto('about:blank')
  await restart()
  expect((await owner.send('DELETE', `/api/users/${user_id}`)).status).toBe(200)
  await page.goto(url('/library'))
  await page.locator('input[name=password]').waitFor()
  await until(
    () => copiesIn(page),
    (names) => names.length === 0,
    25_000,
  )
  await watched.close()
})

step('the copies of a user who may not download any more go at the next contact, and none is offered', async () => {
  const { watched, user_id } = await keeper('Cleo')
  const { page } = watched
  await page.goto('about:blank')
  const limits = { ...NO_LIMITS, may_download: false }
  expect((await owner.send('PATCH', `/api/users/${user_id}`, { limits })).status).toBe(200)
  await page.goto(url('/library'))
  await until(
    () => copiesIn(page),
    (names) => names.length === 0,
    25_000,
  )
  await page.goto(url(issuePath('Harbor Lights', 'Harbor Lights 3')))
  await page.getByRole('button', { name: 'More for this issue' }).click()
  await page.getByRole('menuitem', { name: 'Mark read' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Keep on this device' }).count()).toBe(0)
  await page.goto(url('/on-this-device'))
  await page.getByText('Ask the owner of this library to allow downloads.').waitFor()
  await watched.close()
})

step('the setup of a new library appears although the worker is installed, and removes the copies', async () => {
  const { watched } = await keeper('Dora')
  const { page } = watched
  await panelkeep.stop()
  panelkeep = await start({ dataDir: folder.in('new'), port })
  await page.goto(url('/'))
  await page.getByRole('heading', { name: 'Create your account' }).waitFor()
  await until(
    () => copiesIn(page),
    (names) => names.length === 0,
    25_000,
  )
  await panelkeep.stop()
  await restart()
  await watched.close()
})

step('without HTTPS the page says why, and no menu offers to keep anything', async () => {
  const address = lanAddress()
  if (!address) return
  await panelkeep.stop()
  const env = { PANELKEEP_HTTP_HOST: '0.0.0.0', PANELKEEP_READ_REMOTE: 'true' }
  panelkeep = await start({ dataDir: folder.in('data'), port, env })
  const watched = await openPage(browser, PHONE)
  const { page } = watched
  const at = `http://${address}:${port}`
  const [name = '', value = ''] = (await panelkeep.cookie()).split('=')
  await page.context().addCookies([{ name, value, url: at }])
  await page.goto(`${at}/on-this-device`)
  await page.getByText('with a certificate that the device trusts').waitFor()
  const faults = await faultsOf(watched, 'insecure')
  await page.goto(`${at}${issuePath('Harbor Lights', 'Harbor Lights 3')}`)
  await page.getByRole('button', { name: 'More for this issue' }).click()
  expect(await page.getByRole('menuitem', { name: 'Keep on this device' }).count()).toBe(0)
  expect(faults).toEqual([])
  await watched.close()
})
