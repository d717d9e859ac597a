import { expect, test } from 'bun:test'
import { html } from '../../../html'
import { renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import type { Service, Target, WireNotifications } from './notice-words'
import { addTarget, changeAll, changeTarget, isWhole, newDraft, targetDraft } from './target-draft'

withWindow()

const service = {
  fields: [
    { key: 'url', required: true },
    { key: 'token', required: true },
    { key: 'icon', required: false },
  ],
} as unknown as Service
const draft = (values: Record<string, string>) => ({ name: '', events: [], values })

test.each<[values: Record<string, string>, kept: string[], whole: boolean]>([
  [{ url: 'x', token: 'y' }, [], true],
  [{ url: 'x' }, [], false],
  [{ url: 'x', token: ' ' }, [], false],
  [{ url: 'x' }, ['token'], true],
  [{}, ['url', 'token'], true],
  // A cleared value does not count as saved.
  [{ url: 'x', token: '' }, ['token'], false],
  [{ url: 'x', token: 'y', icon: '' }, [], true],
])('%j with the saved %j is complete: %p', (values, kept, whole) => {
  expect(isWhole(service, draft(values), kept)).toBe(whole)
})

test('a new target has the usual events, and a changed one keeps its draft until it is saved', () => {
  const lists = {
    events: [
      { event: 'grab', usual: true },
      { event: 'error', usual: false },
    ],
  } as unknown as WireNotifications
  expect(newDraft(lists)).toEqual({ name: '', events: ['grab'] as never, values: {} })
  const target = { name: 'Phone', events: ['grab'], values: { url: 'x' } } as unknown as Target
  const made = targetDraft(target)
  made.events.push('error' as never)
  made.values.url = 'y'
  expect([target.events, target.values]).toEqual([['grab'], { url: 'x' }] as never)
})

test('values are sent without blanks around them', async () => {
  const page = await renderPage(html`<p></p>`, { otherwise: { success: true } })
  const typed = { name: ' Phone ', events: ['grab'] as never, values: { url: ' x ' } }
  await addTarget('ntfy' as never, typed)
  await changeAll('t1', typed)
  await changeTarget('t1', { enabled: false })
  const body = { name: 'Phone', events: ['grab'], values: { url: 'x' } }
  expect(page.requests.map(({ name, body }) => [name, body])).toEqual([
    ['POST /api/config/notifications', { service: 'ntfy', ...body }],
    ['PUT /api/config/notifications/t1', body],
    ['PUT /api/config/notifications/t1', { enabled: false }],
  ])
})
