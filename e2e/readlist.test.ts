import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { until } from '../src/testing/harness/until'
import { hasBrowser, openBrowser, openPage, PHONE, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, startWithLogin } from './panelkeep'
import { importReadingSetup, makeReadingSetup } from './reading-setup'

setDefaultTimeout(300_000)

/** A reading list across series: filled, ordered by dragging and by key, read to its end. */
const folder = tempFolder()
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let desk: WatchedPage
let ids: Map<string, string>

beforeAll(async () => {
  if (!hasBrowser) return
  const shelf = makeReadingSetup(folder.in('books'))
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  ids = await importReadingSetup(reader, shelf)
  browser = await openBrowser()
  desk = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

type Older = { status: string }[] & Record<string, unknown>
const idOf = (name: string) => ids.get(name) ?? ''
type Detail = { entries: { issue_id: string }[] } & Record<string, unknown>
const nameOf = (id: string) => [...ids].find(([, each]) => each === id)?.[0]
/** The list in its order. */
const kept = async () =>
  (await reader.json<Detail>('/api/readlists/default')).entries.map(({ issue_id }) => nameOf(issue_id))
const shown = (page: Page) =>
  page.locator('.list-words').evaluateAll((all) => all.map((one) => one.textContent?.trim() ?? ''))

/** Waits until the server has this order. */
const keeps = (...order: string[]) => until(kept, (now) => now.join() === order.join(), 20_000)

step('issues are added from their series and from their own page', async () => {
  const { page } = desk
  await page.goto(`${panelkeep.url}/library/${idOf('Harbor Lights')}`)
  await page.locator('.tile-link').first().waitFor()
  for (const at of [0, 1, 2]) {
    await page.locator(`[data-at="${at}"]`).focus()
    await page.keyboard.press('Space')
  }
  await page.getByRole('button', { name: 'More for the selection' }).click()
  await page.getByRole('menuitem', { name: 'Add to reading list' }).click()
  await page.getByText('3 issues added to Reading list.').waitFor()
  await page.goto(`${panelkeep.url}/library/${idOf('Moon Parade')}/issues/${idOf('Moon Parade 1')}`)
  await page.getByRole('button', { name: 'More for this issue' }).click()
  await page.getByRole('menuitem', { name: 'Add to reading list' }).click()
  await page.getByText(/Moon Parade .* added to Reading list\./).waitFor()
  expect((await kept()).toSorted()).toEqual(['Harbor Lights 1', 'Harbor Lights 2', 'Harbor Lights 3', 'Moon Parade 1'])
})

step('the order changes by dragging, by key and by undo', async () => {
  const { page } = desk
  const start = ['Harbor Lights 1', 'Harbor Lights 2', 'Harbor Lights 3', 'Moon Parade 1'] as const
  const issue_ids = start.map(idOf)
  await reader.put('/api/readlists/default/order', { issue_ids })
  await page.goto(`${panelkeep.url}/readlist`)
  await page.locator('.list-row').nth(3).waitFor()
  await desk.shot('list')

  const grip = page.locator('.list-grip').nth(3)
  const box = (await grip.boundingBox())!
  const to = (await page.locator('.list-row').first().boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, to.y + to.height * 2.2, { steps: 8 })
  await page.mouse.move(box.x + box.width / 2, to.y + 6, { steps: 8 })
  await page.mouse.up()
  await keeps('Moon Parade 1', 'Harbor Lights 1', 'Harbor Lights 2', 'Harbor Lights 3')

  await page.getByRole('button', { name: /^Move Harbor Lights #1, 2 of 4/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await keeps('Moon Parade 1', 'Harbor Lights 2', 'Harbor Lights 3', 'Harbor Lights 1')
  // The focus stays on the handle, so the next key moves the same issue.
  // The undo is available once the page has the reply.
  const answer = page.waitForResponse((reply) => reply.url().endsWith('/order'))
  await page.keyboard.press('ArrowUp')
  await keeps('Moon Parade 1', 'Harbor Lights 2', 'Harbor Lights 1', 'Harbor Lights 3')
  await (await answer).finished()

  await page.getByRole('button', { name: 'Undo moving Harbor Lights #1' }).click()
  await keeps('Moon Parade 1', 'Harbor Lights 2', 'Harbor Lights 3', 'Harbor Lights 1')
  const numbers = async () => (await shown(page)).map((text) => /#\d|Volume \d/.exec(text)?.[0])
  await until(numbers, (now) => now.join() === 'Volume 1,#2,#3,#1', 20_000)

  await page.getByRole('button', { name: 'More about Harbor Lights #1' }).click()
  await page.getByRole('menuitem', { name: 'Remove from the list' }).click()
  await keeps('Moon Parade 1', 'Harbor Lights 2', 'Harbor Lights 3')
  await page.getByRole('button', { name: 'Undo removing Harbor Lights #1' }).waitFor()
  await page.keyboard.press('Control+z')
  await keeps('Moon Parade 1', 'Harbor Lights 2', 'Harbor Lights 3', 'Harbor Lights 1')
})

step('the reader follows the list to its end, and read issues are marked', async () => {
  const { page } = desk
  await reader.put('/api/readlists/default/order', {
    issue_ids: ['Harbor Lights 2', 'Moon Parade 1', 'Harbor Lights 1', 'Harbor Lights 3'].map(idOf),
  })
  await page.goto(`${panelkeep.url}/readlist`)
  await page.getByRole('link', { name: 'Read Harbor Lights #2' }).first().click()
  for (const [at, name] of [
    'Harbor Lights #2',
    'Moon Parade Volume 1',
    'Harbor Lights #1',
    'Harbor Lights #3',
  ].entries()) {
    await page.getByRole('main', { name }).waitFor()
    await page.locator('.reader-page').first().waitFor()
    expect(new URL(page.url()).searchParams.get('list')).toBe('default')
    await page.keyboard.press('End')
    await page
      .getByRole('status')
      .getByText(/^Pages? \d+/)
      .first()
      .waitFor({ state: 'attached' })
    const advance = name.startsWith('Moon') ? 'ArrowLeft' : 'ArrowRight'
    await page.keyboard.press(advance)
    await page.locator('.reader-card').first().waitFor()
    if (at === 3) break
    await page.keyboard.press('Enter')
  }
  await page.getByText('That was the last one of Reading list.').first().waitFor()
  await page.goto(`${panelkeep.url}/readlist`)
  await page.getByText('4 issues, 4 read').waitFor()
  expect((await reader.json<Older>('/api/readlist')).map(({ status }) => status)).toEqual([
    'Read',
    'Read',
    'Read',
    'Read',
  ])
  await desk.shot('read')
})

step('a second list is created, chosen when adding, deleted and restored', async () => {
  const { page } = desk
  await page.goto(`${panelkeep.url}/readlist`)
  await page.getByRole('button', { name: 'New list' }).click()
  await page.getByLabel('Name').fill('Summer')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Summer' }).waitFor()
  await page.getByText('This list is empty').waitFor()
  await page.goto(`${panelkeep.url}/library/${idOf('Tall Tower')}/issues/${idOf('Tall Tower 1')}`)
  await page.getByRole('button', { name: 'More for this issue' }).click()
  await page.getByRole('menuitem', { name: 'Add to reading list' }).click()
  await page.getByRole('button', { name: /^Summer/ }).click()
  await page.getByText('Tall Tower #1 added to Summer.').waitFor()
  await page.goto(`${panelkeep.url}/readlist`)
  await page.getByRole('link', { name: /^Summer/ }).click()
  await page.getByText('1 issue, 0 read').waitFor()
  await page.getByRole('button', { name: 'More for Summer' }).click()
  await page.getByRole('menuitem', { name: 'Delete the list' }).click()
  await page.getByRole('heading', { name: 'Reading list' }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByRole('heading', { name: 'Summer' }).waitFor()
  await page.getByText('1 issue, 0 read').waitFor()
})

step('a phone has the page in its bar, and no line is wider than the screen', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const phone = await signedIn(await openPage(browser, PHONE, { colorScheme }), panelkeep)
    await phone.page.goto(`${panelkeep.url}/wanted`)
    await phone.page.getByRole('link', { name: 'Reading list' }).click()
    await phone.page.locator('.list-row').nth(3).waitFor()
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width)
    await phone.shot(`phone-${colorScheme}`)
    await phone.page.getByRole('button', { name: 'More', exact: true }).click()
    await phone.page.getByRole('menuitem', { name: 'Settings' }).click()
    await phone.page.getByRole('heading', { name: 'Settings' }).first().waitFor()
    expect(phone.complaints).toEqual([])
    await phone.close()
  }
  expect(desk.complaints).toEqual([])
})
