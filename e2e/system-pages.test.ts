import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { hasBrowser, openBrowser, openPage, PHONE, signedIn, step, type WatchedPage } from './browser'
import { tempFolder } from './folders'
import { type Client, endAll, type Panelkeep, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** The system pages, as an administrator uses them. */
const folder = tempFolder()
const bodies: string[] = []
let listener: ReturnType<typeof Bun.serve>
let panelkeep: Panelkeep
let reader: Client
let browser: Browser
let watched: WatchedPage

beforeAll(async () => {
  if (!hasBrowser) return
  mkdirSync(folder.in('Comics'))
  listener = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      bodies.push(await request.text())
      return new Response('ok')
    },
  })
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
  await reader.put('/api/config', { comic_dirs: [folder.in('Comics')] })
  browser = await openBrowser()
  watched = await signedIn(await openPage(browser), panelkeep)
})
afterAll(async () => {
  await browser?.close()
  await panelkeep?.stop()
  await listener?.stop(true)
  endAll()
  folder.remove()
})

const byRole = (...args: Parameters<WatchedPage['page']['getByRole']>) => watched.page.getByRole(...args)
const visit = (path: string) => watched.page.goto(panelkeep.url + path)
const says = (text: string | RegExp) => watched.page.getByText(text).first().waitFor()
const tab = (name: string) =>
  watched.page.getByRole('navigation', { name: 'About the system' }).getByRole('link', { name })

step('a missing folder is reported with a remedy, and dismissed', async () => {
  const { page, shot } = watched
  await visit('/settings')
  await byRole('link', { name: 'System', exact: true }).first().click()
  await tab('Health').click()
  renameSync(folder.in('Comics'), folder.in('Elsewhere'))
  await byRole('button', { name: 'Check again' }).click()
  await says(`Your comics folder ${folder.in('Comics')} is not there.`)
  await page.getByRole('navigation', { name: 'Pages' }).getByText('problem').waitFor({ state: 'attached' })
  await shot('health')
  expect(await byRole('link', { name: 'Go there' }).getAttribute('href')).toBe('/settings#folders')
  await byRole('button', { name: /^Dismiss: Your comics folder/ }).click()
  await says('1 dismissed finding')
  await says('No problems.')
  renameSync(folder.in('Elsewhere'), folder.in('Comics'))
  await byRole('button', { name: 'Check again' }).click()
  await page.getByText('1 dismissed finding').waitFor({ state: 'detached' })
})

step('a support bundle is downloaded as a file', async () => {
  const coming = watched.page.waitForEvent('download')
  await byRole('button', { name: 'Make a support bundle' }).click()
  const bundle = await coming
  expect(bundle.suggestedFilename()).toEndWith('.zip')
  expect(
    readFileSync(await bundle.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})

step('a job is paused, resumed, and run now', async () => {
  const { page, shot } = watched
  await tab('Jobs').click()
  await page.getByText('Advanced', { exact: true }).click()
  const job = page.locator('.job', { hasText: 'Delete expired sessions' })
  await job.getByRole('button', { name: /^Pause/ }).click()
  await job.getByText('Paused').waitFor()
  await shot('jobs')
  await job.getByRole('button', { name: /^Resume/ }).click()
  await job.getByText('OK', { exact: true }).waitFor()
  const begun = page.waitForResponse((reply) => reply.url().endsWith('/run'))
  await job.getByRole('button', { name: /^Run now/ }).click()
  expect((await begun).status()).toBe(202)
})

step('the log updates automatically, is searched, configured and downloaded', async () => {
  const { page, shot } = watched
  await tab('Log').click()
  const log = byRole('log')
  await log.getByText(/^started/).waitFor()
  const lines = log.getByText(/backup created/)
  const before = await lines.count()
  await reader.post('/api/system/backups')
  await lines.nth(before).waitFor()
  await shot('log')
  await byRole('searchbox', { name: 'Search the log' }).fill('backup created')
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.log-line')].every((line) => line.textContent?.includes('backup created')),
  )
  await byRole('button', { name: 'Errors' }).click()
  await says('No lines match')
  await page.goto(`${panelkeep.url}/system/logs`)
  await page.getByText('Log level').locator('..').getByText('Debug').click()
  await says('Log level: saved.')
  const { level } = await reader.json<{ level: { effective_name: string } }>('/api/system/logs?lines=1')
  expect(level.effective_name).toBe('debug')
  await byRole('button', { name: 'More about the log' }).click()
  const coming = page.waitForEvent('download')
  await byRole('menuitem', { name: 'Download the log' }).click()
  expect(readFileSync(await (await coming).path(), 'utf8')).toContain('backup created')
})

step('a webhook gets a notification, after a test', async () => {
  const { shot } = watched
  await tab('Notifications').click()
  await byRole('button', { name: 'Add a notification' }).click()
  await shot('ways')
  await byRole('dialog')
    .getByRole('button', { name: /^Webhook/ })
    .click()
  const form = byRole('dialog', { name: 'Notify with Webhook' })
  await form.getByRole('textbox').first().fill(`http://127.0.0.1:${listener.port}/told`)
  await form.getByRole('button', { name: 'Send a test' }).click()
  await form.locator('.tried [role="status"] p').waitFor()
  expect(bodies).toHaveLength(1)
  await shot('webhook')
  await form.getByRole('button', { name: 'Add it' }).click()
  await form.waitFor({ state: 'detached' })
  await byRole('button', { name: 'Settings of Webhook' }).waitFor()
  await byRole('switch', { name: 'Tell Webhook' }).click()
  await watched.page.locator('[role="switch"][aria-checked="false"]').waitFor()
  await shot('told')
})

step('any setting is found by name and changed', async () => {
  const { page, shot } = watched
  await visit('/settings?q=opds_pagesize')
  const box = byRole('spinbutton', { name: 'Entries per catalog page' })
  await box.fill('40')
  await box.press('Enter')
  await page.getByText('Entries per catalog page: saved.').waitFor()
  await shot('all-settings')
  expect((await reader.json('/api/config')).opds_pagesize).toBe(40)
})

step('the browser reported no errors, and all pages fit on a phone', async () => {
  const { page, complaints, shot } = watched
  await page.setViewportSize(PHONE)
  for (const path of ['', '/jobs', '/logs', '/backups', '/notifications', '/about']) {
    await visit(`/system${path}`)
    await page.locator('.system > :nth-child(2)').waitFor()
    await shot(`phone${path.replace('/', '-')}`)
    const { wide, own } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, own: innerWidth }))
    expect([path, wide]).toEqual([path, own])
  }
  expect(complaints).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
})

step('a lost connection is shown, even on a page that was not loaded yet, and the pages recover', async () => {
  const { page, shot } = watched
  await visit('/system/jobs')
  await page.locator('.job').first().waitFor()
  await panelkeep.kill()
  await says('Not connected. This page may be out of date.')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Import' }).click()
  await says('Connection lost')
  await shot('away')
  panelkeep = await start({ dataDir: panelkeep.dataDir, port: panelkeep.port })
  await byRole('heading', { name: 'Import', exact: true }).waitFor()
  await page.getByText('Not connected.').waitFor({ state: 'detached' })
})

step('a setting that needs a restart offers one', async () => {
  const { page, shot } = watched
  const before = (await reader.json('/api/health')).instance
  await visit('/settings?q=https_chain')
  await page.locator('.setting input').fill('/nowhere/chain.pem')
  await page.locator('.setting input').press('Enter')
  await says('Takes effect after a restart: HTTPS chain file.')
  await shot('waiting')
  await byRole('button', { name: 'Restart now' }).click()
  await says('Panelkeep is restarting')
  await byRole('heading', { name: 'Settings', exact: true }).waitFor()
  expect((await reader.json('/api/health')).instance).not.toBe(before)
  await page.getByText('Takes effect after a restart:').waitFor({ state: 'detached' })
  await page.locator('.setting input').fill('')
  await page.locator('.setting input').press('Enter')
  await byRole('button', { name: 'Restart now' }).waitFor()
  expect((await reader.json('/api/config')).https_chain).toBe('')
})

step('settings of the command line cannot be changed', async () => {
  const { page } = watched
  await visit('/settings?q=http_port')
  await says('Set by the command line until the next start.')
  expect(await byRole('spinbutton', { name: 'Port number' }).isDisabled()).toBe(true)
  await page.goto(`${panelkeep.url}/settings`)
  await page.locator('#network').getByText('Set by the command line until the next start.').waitFor()
})

step('the page waits for a restart and reconnects automatically', async () => {
  const { shot } = watched
  const before = (await reader.json('/api/health')).instance
  await visit('/system/about')
  await byRole('button', { name: 'Restart', exact: true }).click()
  await byRole('button', { name: 'Restart it' }).click()
  await says('Panelkeep is restarting')
  await shot('restarting')
  await byRole('heading', { name: /^Panelkeep \d/ }).waitFor()
  expect((await reader.json('/api/health')).instance).not.toBe(before)
})

step('a backup is restored, and the page reconnects', async () => {
  const { page, shot } = watched
  await visit('/system/backups')
  await reader.put('/api/config', { opds_pagesize: 50 })
  await page.locator('.backup').first().getByRole('button', { name: 'Restore' }).click()
  await shot('restore')
  await byRole('switch', { name: /Also the settings/ }).click()
  await byRole('button', { name: 'Restore it' }).click()
  await says('The library is replaced by the backup')
  await says('Before a restore')
  await shot('restored')
})

step('a stop needs a confirmation, and is shown', async () => {
  const { shot } = watched
  await visit('/system/about')
  await byRole('button', { name: 'Stop', exact: true }).click()
  await byRole('button', { name: 'Stop it' }).click()
  await says('Panelkeep has stopped')
  await shot('stopped')
  expect(await panelkeep.child.exited).toBe(0)
})
