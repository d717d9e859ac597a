import { afterEach, expect, test } from 'bun:test'
import { SettingRow } from '../../forms/setting'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import type { Device } from './device-words'
import { devicesSection } from './devices'

withWindow()
afterEach(() => {
  toasts.value = []
})

const KEY = 'pk-8Q2M-T1WZ-0RVB-K7CX'
const device = (name: string, more: Partial<Device> = {}): Device => ({
  device_id: `id of ${name}`,
  name,
  created_at: '2026-11-01T08:00:00.000Z',
  last_used_at: null,
  last_agent: null,
  counts_streaming: true,
  comic_types: 'standard',
  ...more,
})

/** The section over a server that keeps the devices. */
async function open(
  devices: Device[],
  { urls = ['http://192.0.2.7:8090/opds'], more = {} }: { urls?: string[]; more?: Replies } = {},
) {
  let now = devices
  const replies = {
    'GET /api/devices': () => ({ devices: now }),
    'POST /api/devices': ({ body }: ReceivedRequest) => {
      const made = device((body as { name: string }).name)
      now = [made, ...now]
      return { device: made, key: KEY }
    },
    ...Object.fromEntries(
      devices.flatMap(({ device_id }) => {
        const at = `/api/devices/${encodeURIComponent(device_id)}`
        return [
          [
            `PATCH ${at}`,
            ({ body }: ReceivedRequest) => {
              now = now.map((one) => (one.device_id === device_id ? { ...one, ...(body as object) } : one))
              return now.find((one) => one.device_id === device_id)
            },
          ],
          [
            `DELETE ${at}`,
            () => {
              now = now.filter((one) => one.device_id !== device_id)
              return { success: true }
            },
          ],
        ]
      }),
    ),
    ...more,
  }
  const rows = devicesSection(urls).settings
  const node = html`<div>${rows.map((setting) => html`<${SettingRow} key=${setting.key} setting=${setting} />`)}</div>`
  return renderPage(node, { path: '/settings', replies })
}

test('devices are listed with their app and the time of their last use', async () => {
  const page = await open([device('Kobo', { last_used_at: new Date().toISOString(), last_agent: 'KOReader/2026.08' })])
  expect(page.find('.device').textContent).toContain('Kobo')
  expect(page.find('.device').textContent).toContain('Seen just now from KOReader')
})

test('a new device gets a key that is shown once, with the address to enter', async () => {
  const page = await open([])
  await page.click('Add a device')
  await page.type('.dialog input', ' ')
  expect(page.named('Make a key').hasAttribute('disabled')).toBe(true)
  await page.type('.dialog input', ' Tablet in the kitchen ')
  await page.submit('.dialog form')
  expect(page.requests.find((one) => one.name === 'POST /api/devices')?.body).toEqual({ name: 'Tablet in the kitchen' })
  expect(page.find('.dialog').textContent).toContain('The key of Tablet in the kitchen')
  expect(page.find('.dialog').textContent).toContain(KEY)
  expect(page.find('.dialog').textContent).toContain('http://192.0.2.7:8090/komga')
  await page.click('I have entered it')
  expect(page.text()).not.toContain(KEY)
  expect(page.text()).toContain('Tablet in the kitchen')
})

test('a new device has the name and the address of its app', async () => {
  const page = await open([])
  await page.click('Add a device')
  const select = page.find<HTMLSelectElement>('.dialog select')
  select.value = 'chunky'
  select.dispatchEvent(new (window as never as typeof globalThis).Event('change', { bubbles: true }))
  await page.whenIdle()
  expect(page.find<HTMLInputElement>('.dialog input').value).toBe('Chunky')
  await page.submit('.dialog form')
  expect(page.requests.find((one) => one.name === 'POST /api/devices')?.body).toEqual({ name: 'Chunky' })
  expect(page.find('.dialog').textContent).toContain('http://192.0.2.7:8090/opds')
  expect(page.find('.dialog').textContent).not.toContain('komga')
})

test('a refused name shows the reason', async () => {
  const page = await open([], { more: { 'POST /api/devices': refusal(409, 'There are 100 reading devices.') } })
  await page.click('Add a device')
  await page.type('.dialog input', 'One more')
  await page.submit('.dialog form')
  expect(page.find('.dialog').textContent).toContain('There are 100 reading devices.')
})

test('a setting of a device is saved at once', async () => {
  const page = await open([device('Kobo')])
  await page.click(page.find('.device'))
  await page.click(page.find('.dialog [role="switch"]'))
  expect(page.requests.find((one) => one.name.startsWith('PATCH'))?.body).toEqual({ counts_streaming: false })
  expect(page.find('.dialog [role="switch"]').getAttribute('aria-checked')).toBe('false')
  expect(page.find('.device').textContent).toContain('Its pages do not count as read')
})

test('a key is revoked after a confirmation', async () => {
  const page = await open([device('Kobo'), device('Phone')])
  await page.click(page.find('.device'))
  await page.click('Revoke its key')
  expect(page.text()).toContain('Revoke the key of Kobo?')
  expect(page.requests.some((one) => one.name.startsWith('DELETE'))).toBe(false)
  await page.click('Revoke the key')
  expect([...page.root.querySelectorAll('.device strong')].map((one) => one.textContent)).toEqual(['Phone'])
  expect(toasts.value[0]?.text).toBe('The key of Kobo is revoked.')
})
