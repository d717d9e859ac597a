import { afterEach, beforeEach, expect, test } from 'bun:test'
import { SettingRow } from '../../forms/setting'
import { html } from '../../html'
import { session } from '../../state/session'
import { currentUser } from '../../state/user'
import { readAs } from '../../testing/reader-session'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { connectAppSetting } from './connect-app'
import { READING_APPS } from './reading-apps'

withWindow()
beforeEach(() => {
  session.value = { is: 'in', username: 'Ben' }
})
afterEach(() => {
  session.value = { is: 'unknown' }
  currentUser.value = null
})

const KEY = 'pk-8Q2M-T1WZ-0RVB-K7CX'
const CLOSED = 'Turn on both switches above to get an address.'

type Options = { urls?: readonly string[]; devices?: readonly string[]; more?: Replies }

async function open({ urls = ['http://192.0.2.7:8090/opds'], devices = [], more = {} }: Options = {}) {
  const setting = connectAppSetting({ urls, closed: CLOSED })
  const replies = {
    'GET /api/devices': { devices: devices.map((name) => ({ device_id: name, name })) },
    'POST /api/devices': ({ body }: ReceivedRequest) => ({ device: body, key: KEY }),
    ...more,
  }
  const page = await renderPage(html`<${SettingRow} setting=${setting} />`, { path: '/account', replies })
  return {
    page,
    choose: (label: string) => page.click(choiceOf(page.root, label)),
    /** The words beside a term; undefined when it is not there. */
    at: (term: string) =>
      [...page.root.querySelectorAll('dt')].find((one) => one.textContent === term)?.nextElementSibling?.textContent,
    made: () => page.requests.filter(({ name }) => name === 'POST /api/devices').map(({ body }) => body),
  }
}

const choiceOf = (root: HTMLElement, label: string) => {
  const chip = [...root.querySelectorAll('.chip')].find((one) => one.textContent?.trim() === label)
  return chip?.querySelector('input') as HTMLInputElement
}

test('an app for Komga gets the address of our own interface, and says that no Komga is needed', async () => {
  const { at } = await open()
  expect(at('In the app')).toContain('Install the Komga extension')
  expect(at('In the app')).toContain('Panelkeep’s own Komga interface. You do not need Komga.')
  expect(at('Address')).toBe('http://192.0.2.7:8090/komga')
  expect(at('User name')).toContain('Ben')
  expect(at('User name')).toContain('With a key, any name works.')
})

test('KOReader gets the catalog with its code, and the address of the sync', async () => {
  const { page, choose, at } = await open()
  await choose('KOReader')
  expect(at('Catalog address')).toBe('http://192.0.2.7:8090/opds')
  expect(at('Sync address')).toBe('http://192.0.2.7:8090/opds/sync')
  expect(at('In the app')).not.toContain('Komga')
  expect([...page.root.querySelectorAll('.qr')].map((one) => one.getAttribute('aria-label'))).toEqual([
    'QR code of the catalog address',
  ])
})

test.each(READING_APPS.map(({ label }) => label))('%s has all that its user has to enter', async (label) => {
  const { page, choose, at } = await open()
  await choose(label)
  expect(choiceOf(page.root, label).checked).toBe(true)
  expect(at('In the app')?.length).toBeGreaterThan(15)
  expect(page.root.querySelectorAll('.qr')).toHaveLength(1)
  expect(page.named('More in the guide').getAttribute('href')).toMatch(/^\/help\/connect-an-app#[a-z-]+$/)
})

test('each address of the server is shown, the first with the code', async () => {
  const { page, at } = await open({ urls: ['http://192.0.2.7:8090/opds', 'http://198.51.100.4:8090/opds'] })
  expect(at('Address')).toBe('http://192.0.2.7:8090/komgahttp://198.51.100.4:8090/komga')
  expect(page.root.querySelectorAll('.qr')).toHaveLength(1)
})

test('without an address the reason is shown, but not while the addresses are loading', async () => {
  const { page, at } = await open({ urls: [] })
  expect(at('Address')).toBe(CLOSED)
  expect(page.root.querySelector('.qr')).toBeNull()
  page.close()
  const setting = connectAppSetting({ urls: undefined, closed: CLOSED })
  const loading = await renderPage(html`<${SettingRow} setting=${setting} />`, {
    replies: { 'GET /api/devices': { devices: [] } },
  })
  expect(loading.text()).not.toContain(CLOSED)
})

test('a key is made at once, with the name of the app, and shown with its address', async () => {
  const { page, choose, made } = await open({ devices: ['KMReader'] })
  await choose('KMReader')
  await page.click('Make a key for KMReader')
  expect(made()).toEqual([{ name: 'KMReader 2' }])
  const dialog = page.find('dialog').textContent
  expect(dialog).toContain('The key of KMReader 2')
  expect(dialog).toContain('enter this key as API key, or any name and this key as password')
  expect(dialog).toContain(KEY)
  expect(dialog).toContain('http://192.0.2.7:8090/komga')
  await page.click('I have entered it')
  expect(page.text()).not.toContain(KEY)
})

test('an app without a field for keys takes the key as password', async () => {
  const { page, choose } = await open()
  await choose('Komelia')
  await page.click('Make a key for Komelia')
  expect(page.find('dialog').textContent).toContain('enter any name and this key as password.')
  expect(page.find('dialog').textContent).not.toContain('API key')
})

test('a refused key shows the reason until another app is chosen', async () => {
  const detail = 'There are 100 reading devices.'
  const { page, choose } = await open({ more: { 'POST /api/devices': refusal(409, detail) } })
  await page.click('Make a key for Mihon')
  expect(page.find('[role="alert"]').textContent).toBe(detail)
  await choose('Panels')
  expect(page.text()).not.toContain(detail)
})

test('readers have the guide of their app too', async () => {
  readAs()
  const { page } = await open()
  expect(page.named('More in the guide').getAttribute('href')).toBe('/help/connect-an-app#mihon')
})
