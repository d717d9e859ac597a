import { describe, expect, test } from 'bun:test'
import { html } from '../../../html'
import { assistantStatus as status } from '../../../testing/assistant'
import { type Replies, refusal, renderPage } from '../../../testing/render-page'
import { withWindow } from '../../../testing/window'
import { AssistantActivityPage } from './activity'
import { costWords, latencyWords, limitWords } from './call-words'

withWindow()

const call = (id: number, more: object = {}) => ({
  id,
  timestamp: '2026-01-02T03:04:05.000Z',
  feature_type: 'chat',
  action_description: 'Reply in a chat',
  model: 'tiny-model',
  prompt_tokens: 1_000,
  completion_tokens: 234,
  latency_ms: 2_400,
  success: 'true',
  error_message: null,
  failure: null,
  cost: null,
  ...more,
})
const day = (day: string, tokens: number) => ({ day, calls: 2, prompt_tokens: tokens, completion_tokens: 0 })
const open = (more: Replies = {}, path = '/assistant/activity') =>
  renderPage(html`<${AssistantActivityPage} />`, {
    path,
    replies: {
      'GET /api/ai/status': status,
      'GET /api/ai/activity': { entries: [call(1)] },
      'GET /api/ai/usage': { days: [day('2026-01-01', 0), day('2026-01-02', 1_500)] },
      ...more,
    },
  })

describe('the activity of the assistant', () => {
  test('lists each request with its model, tokens and time', async () => {
    const page = await open()
    const row = page.find('tbody tr').textContent
    expect(row).toContain('Chat Reply in a chat')
    expect(row).toContain('tiny-model1,2342.4 s')
    expect(page.text()).not.toContain('Cost')
  })

  test('has a cost where prices are set, and the reason of a failure', async () => {
    const why = { failure: 'refused_key', error_message: 'The model server rejected the key (401).' }
    const failed = { success: 'false', ...why, cost: 0.00123 }
    const page = await open({ 'GET /api/ai/activity': { entries: [call(1, failed)] } })
    expect(page.find('.call-failed').textContent).toBe('The model server rejected the key (401).')
    expect(page.text()).toContain('0.0012')
  })

  test('does not show a stopped reply as a failure', async () => {
    const stopped = { success: 'false', failure: 'cancelled', error_message: 'The request was cancelled.' }
    const page = await open({ 'GET /api/ai/activity': { entries: [call(1, stopped)] } })
    expect(page.text()).toContain('Stopped before the reply was complete')
    expect(page.root.querySelector('.call-failed')).toBeNull()
  })

  test('draws the tokens of each day', async () => {
    const page = await open()
    expect(page.find('.chart table').textContent).toContain('2 Jan1,500 tokens, 2 requests')
    const none = await open({ 'GET /api/ai/usage': { days: [day('2026-01-01', 0)] } })
    expect(none.root.querySelector('.chart')).toBeNull()
  })

  test.each([
    ['closed', null, 'Ready'],
    ['open', null, 'Paused after repeated failures'],
    ['half-open', null, 'Trying one request after the pause'],
    ['closed', '2020-01-02T03:04:05.000Z', 'The server accepts no requests until 2 Jan 2020'],
  ])('says whether requests are sent: %s %p', async (circuit_state, retry_at, word) => {
    const now = { ...status, circuit_state, retry_at, last_failure: 'Connection refused.' }
    const page = await open({ 'GET /api/ai/status': now })
    expect(page.find('.calls-limits').textContent).toContain(word)
    expect(page.find('.calls-limits').textContent).toContain('Last failure: Connection refused.')
  })

  test('is paged', async () => {
    const entries = Array.from({ length: 50 }, (_, at) => call(at))
    const page = await open({ 'GET /api/ai/activity': { entries } }, '/assistant/activity?page=2')
    expect(page.requests.find(({ name }) => name === 'GET /api/ai/activity')?.query).toEqual({
      limit: '50',
      offset: '50',
    })
    expect(page.named('Next page').getAttribute('href')).toBe('/assistant/activity?page=3')
    expect(page.named('Page before').getAttribute('href')).toBe('/assistant/activity')
  })

  test('explains itself while it is empty, and shows the reason when it cannot be loaded', async () => {
    expect((await open({ 'GET /api/ai/activity': { entries: [] } })).text()).toContain('No requests yet')
    const failed = await open({ 'GET /api/ai/activity': refusal(500, 'The log has more.') })
    expect(failed.text()).toContain('The log has more.')
  })
})

test('the limits are shown in words', () => {
  expect(limitWords(status)).toEqual([
    '4 requests and 1,200 tokens today, of at most 100,000 tokens.',
    'At most 20 requests a minute.',
  ])
  expect(limitWords({ ...status, daily_limit: 0, rpm_limit: 0 })).toEqual([
    '4 requests and 1,200 tokens today. No limit is set.',
    'No limit of requests a minute.',
  ])
  expect([latencyWords(850), latencyWords(2_400), latencyWords(61_000)]).toEqual(['850 ms', '2.4 s', '61 s'])
  expect([costWords(0), costWords(0.00123), costWords(1.5)]).toEqual(['0', '0.0012', '1.5'])
})
