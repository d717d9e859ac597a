import { afterEach, expect, test } from 'bun:test'
import { html } from '../../../html'
import { whenWords } from '../../../parts/text/when'
import { toasts } from '../../../state/toasts'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { type Target, targetLook, targetProblem, type WireNotifications } from './notice-words'
import { NotificationsPage } from './notifications'

withWindow()
afterEach(() => {
  toasts.value = []
})

const AT = '2026-11-20T10:00:00.000Z'
const field = { required: true, example: '', help: '', usual: '', choices: [] }
const services: WireNotifications['services'] = [
  { service: 'desktop', label: 'Desktop', about: 'Pops up.', missing: 'This computer has no screen.', fields: [] },
  {
    service: 'ntfy',
    label: 'ntfy',
    about: 'Choose a topic.',
    missing: null,
    fields: [
      { ...field, key: 'topic', label: 'Topic', kind: 'text' },
      { ...field, key: 'token', label: 'Token', kind: 'secret', required: false },
    ],
  },
]
const events: WireNotifications['events'] = [
  { event: 'arrived', label: 'Arrived', about: 'Issues are in the library.', usual: true },
  { event: 'grabbed', label: 'Taken', about: 'A release was taken.', usual: false },
]
const target = (change: Partial<Target> = {}): Target => ({
  target_id: 't1',
  service: 'ntfy',
  name: 'My phone',
  enabled: true,
  events: ['arrived'],
  values: { topic: 'comics' },
  secrets_set: ['token'],
  goes_to: 'ntfy.sh',
  added_at: AT,
  waiting: 0,
  given_up: 0,
  last_ok_at: null,
  last_failed_at: null,
  error: null,
  next_at: null,
  ...change,
})
const pagination = { total: 1, limit: 20, offset: 0, has_more: false }
const notice = {
  notice_id: 'n1',
  target_id: 't1',
  target_name: 'My phone',
  service: 'ntfy',
  event: 'arrived',
  title: 'Saga 55 arrived',
  body: '',
  page: '/library/7',
  state: 'failed',
  attempts: 9,
  error: 'ntfy.sh does not answer.',
  created_at: AT,
  next_at: null,
  done_at: AT,
}
const open = (targets: Target[], more: object = {}) =>
  renderPage(html`<${NotificationsPage} />`, {
    path: '/system/notifications',
    replies: {
      'GET /api/config/notifications': { targets, services, events },
      'GET /api/config/notifications/log': { notices: [notice], pagination },
      ...more,
    },
  })
const fill = (page: Awaited<ReturnType<typeof open>>, label: string, text: string) => {
  const named = [...page.root.querySelectorAll<HTMLLabelElement>('dialog label')]
  return page.type(`[id="${named.find((one) => one.textContent === label)?.htmlFor}"]`, text)
}
const sent = (page: Awaited<ReturnType<typeof open>>, name: string) =>
  page.requests.find((one) => one.name === name)?.body

test('the state of a target is shown in words', () => {
  expect(targetLook(target()).word).toBe('No notifications yet')
  expect(targetLook(target({ last_ok_at: AT })).word).toBe(`Sent ${whenWords(AT)}`)
  expect(targetLook(target({ error: 'No.', waiting: 2 })).word).toBe('2 notifications waiting')
  expect(targetProblem(target({ error: 'No.', next_at: AT }))).toEqual([`No. Next try ${whenWords(AT)}.`])
  expect(targetProblem(target({ given_up: 1 }))[0]).toContain('was given up')
  expect(targetProblem(target({ enabled: false, error: 'No.' }))).toEqual([])
})

test('a target is chosen, configured, tested and added', async () => {
  const page = await open([], {
    'POST /api/config/notifications/test': { success: true, detail: 'ntfy.sh took the test.' },
    'POST /api/config/notifications': { success: true, target: target() },
  })
  expect(page.text()).toContain('No notifications yet')
  await page.click('Add a notification')
  expect(page.find('dialog').textContent).toContain('This computer has no screen.')
  await page.click(page.find('.picks button'))
  expect(page.named('Add it').hasAttribute('disabled')).toBe(true)
  await fill(page, 'Topic', 'comics')
  await page.click('Send a test')
  expect(page.find('.tried').textContent).toContain('ntfy.sh took the test.')
  await page.click('Taken')
  await page.click('Add it')
  const body = { service: 'ntfy', name: '', events: ['arrived', 'grabbed'], values: { topic: 'comics' } }
  expect(sent(page, 'POST /api/config/notifications')).toEqual(body)
  expect(page.root.querySelector('dialog')).toBeNull()
})

test('a field shows its purpose and its default, and a choice has the default selected', async () => {
  const fields = [
    { ...field, key: 'topic', label: 'Topic', kind: 'text', help: 'A word.', usual: 'comics' },
    { ...field, key: 'plain', label: 'Plain', kind: 'text', required: false },
    {
      ...field,
      key: 'urgency',
      label: 'Urgency',
      kind: 'choice',
      help: 'How loud.',
      usual: 'low',
      choices: ['low', 'high'].map((value) => ({ value, label: value })),
    },
  ] as WireNotifications['services'][number]['fields']
  const page = await open([target({ values: {} })], {
    'GET /api/config/notifications': {
      targets: [target({ values: {} })],
      services: [{ ...services[1], fields }],
      events,
    },
  })
  await page.click(page.find('.ranked-open'))
  const words = page.find('.sheet-form').textContent
  expect(words).toContain('A word. Default: comics.')
  expect(words).toContain('How loud.')
  expect(words?.match(/Default:/g)).toHaveLength(1)
  expect(page.find<HTMLSelectElement>('.sheet-form select').value).toBe('low')
})

test('a change keeps a secret that was not entered again', async () => {
  const page = await open([target()], { 'PUT /api/config/notifications/t1': { success: true, target: target() } })
  expect(page.find('.ranked-row').textContent).toContain('ntfy at ntfy.sh · Arrived')
  await page.click(page.find('.ranked-open'))
  await fill(page, 'Topic', 'manga')
  await page.click('Save')
  const body = { name: 'My phone', events: ['arrived'], values: { topic: 'manga' } }
  expect(sent(page, 'PUT /api/config/notifications/t1')).toEqual(body)
})

test('a target is switched off, and removed after a confirmation', async () => {
  const page = await open([target()], {
    'PUT /api/config/notifications/t1': { success: true, target: target() },
    'DELETE /api/config/notifications/t1': { success: true },
  })
  await page.click('Tell My phone')
  expect(sent(page, 'PUT /api/config/notifications/t1')).toEqual({ enabled: false })
  await page.click(page.find('.ranked-open'))
  await page.click('Remove')
  await page.click('Remove it')
  expect(toasts.value[0]?.text).toBe('My phone is removed.')
})

test('sent notifications are listed below, with those that failed', async () => {
  const page = await open([target()])
  expect(page.find('.notice').textContent).toContain('Saga 55 arrived')
  expect(page.find('.notice').textContent).toContain('Not delivered')
  expect(page.find('.notice .system-wrong').textContent).toBe('ntfy.sh does not answer.')
})
