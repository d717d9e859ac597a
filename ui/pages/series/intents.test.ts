import { beforeEach, describe, expect, test } from 'bun:test'
import { html } from '../../html'
import { toasts } from '../../state/toasts'
import { type Replies, refusal, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { saveIntents, sendIntents } from './intents'

withWindow()
beforeEach(() => {
  toasts.value = []
})

const issues = Array.from({ length: 6 }, (_, at) => ({ id: `i${at}` }))
const at = (id: string, verb = 'queue') => `PUT /api/series/issues/${id}/${verb}`
const open = (replies: Replies = {}, otherwise: unknown = { success: true }) =>
  renderPage(html`<p></p>`, { replies, otherwise })

describe('a choice for several issues', () => {
  test.each([
    ['want', 'queue', undefined, '1 issue wanted.'],
    ['skip', 'unqueue', undefined, '1 issue skipped.'],
    ['ignore', 'status', { status: 'ignored' }, '1 issue ignored.'],
  ] as const)('to %s sends one request for each issue, and shows a sentence', async (move, verb, body, words) => {
    const page = await open()
    expect(await saveIntents(move, [{ id: 'i1' }])).toBe(true)
    expect(page.requests.map((one) => [one.name, one.body])).toEqual([[at('i1', verb), body]])
    expect(toasts.value).toMatchObject([{ text: words }])
  })

  test('is sent for all of them', async () => {
    const page = await open()
    expect(await sendIntents('want', issues)).toEqual({ done: 6 })
    expect(page.requests.map(({ name }) => name).sort()).toEqual(issues.map(({ id }) => at(id)))
  })

  test('sends four requests at a time', async () => {
    const held = Promise.withResolvers<object>()
    const page = await open({}, () => held.promise)
    const done = sendIntents('want', issues)
    expect(page.requests).toHaveLength(4)
    held.resolve({ success: true })
    expect(await done).toEqual({ done: 6 })
  })

  test('stops at a refusal, with the reason and the number of successes', async () => {
    const page = await open({ [at('i0')]: refusal(409, 'It is being downloaded.'), [at('i1')]: refusal(409, 'Later.') })
    expect(await saveIntents('want', issues)).toBe(false)
    expect(page.requests.length).toBeLessThan(issues.length)
    expect(toasts.value).toMatchObject([
      { kind: 'error', text: expect.stringMatching(/^\d issues? of 6 wanted\. It is being downloaded\.$/) },
    ])
  })
})
