import { expect, test } from 'bun:test'
import { html } from '../../html'
import { assistantStatus } from '../../testing/assistant'
import { type Replies, renderPage } from '../../testing/render-page'
import { withWindow } from '../../testing/window'
import { SeriesSentence } from './series-sentence'

withWindow()

const AT = 'GET /api/ai/series/md-1/sentence'
const on = { ...assistantStatus, helpers: { ...assistantStatus.helpers, series_summary: true } }
const open = (replies: Replies = {}) =>
  renderPage(html`<${SeriesSentence} comicId="md-1" />`, {
    replies: {
      'GET /api/ai/status': on,
      [AT]: { sentence: 'A drama about <i>a keeper</i>.', model: 'tiny-model', made_at: '2026-11-21T08:00:00.000Z' },
      ...replies,
    },
  })

test('the sentence is plain text and names the model that wrote it', async () => {
  const page = await open()
  await page.until('tiny-model')
  expect(page.text().replace(/\s+/g, ' ').trim()).toBe('A drama about <i>a keeper</i>. AI summary by tiny-model')
})

/** Waits until the page has had time for all requests. */
async function afterRequests(page: Awaited<ReturnType<typeof open>>) {
  for (let turn = 0; turn < 5; turn++) await page.whenIdle()
  return page
}

test('without a sentence, after a failure, and while the feature is off, nothing is shown', async () => {
  for (const replies of [{ [AT]: { sentence: null, model: null, made_at: null } }, { [AT]: undefined }])
    expect((await afterRequests(await open(replies))).text().trim()).toBe('')
  const off = await afterRequests(await open({ 'GET /api/ai/status': assistantStatus }))
  expect(off.text().trim()).toBe('')
  expect(off.requests.some(({ name }) => name === AT)).toBe(false)
})
