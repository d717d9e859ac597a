import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { html } from '../../html'
import { session } from '../../state/session'
import { toasts } from '../../state/toasts'
import { proposedAction as action, chatMessage, assistantStatus as status } from '../../testing/assistant'
import { type ReceivedRequest, type Replies, refusal, renderPage } from '../../testing/render-page'
import { turnStream } from '../../testing/turn-stream'
import { withWindow } from '../../testing/window'
import { ChatPage } from './chat'
import { EMPTY_QUESTION, questionDraft } from './composer/draft'
import type { ChatMessage, ProposedAction } from './wire'

withWindow()
beforeEach(() => {
  session.value = { is: 'in', username: 'ana' }
  for (const id of [undefined, 't1', 't2']) questionDraft(id).value = EMPTY_QUESTION
})
afterEach(() => {
  toasts.value = []
  session.value = { is: 'guest' }
})

const thread = (id: string, title: string, day = 1) => ({
  id,
  title,
  created_at: `2026-01-0${day}T08:00:00.000Z`,
  updated_at: `2026-01-0${day}T08:00:00.000Z`,
  message_count: 2,
})
const message = (id: string, role: ChatMessage['role'], content: string, more: Partial<ChatMessage> = {}) =>
  chatMessage({ id, role, content, ...more })
const THREADS = 'GET /api/ai/chat/threads'
const THREAD = 'GET /api/ai/chat/threads/t1'
const STREAM = 'POST /api/ai/chat/turns/stream'
const library = {
  'GET /api/series/facets': { publishers: [{ publisher: 'Northgate', count: 2 }] },
  'GET /api/series': { comics: [{ ComicID: 's1', ComicName: 'Harbor Lights' }], pagination: { total: 1 } },
}
const open = (more: Replies = {}, path = '/assistant') =>
  renderPage(html`<${ChatPage} />`, {
    path,
    replies: {
      'GET /api/ai/status': status,
      [THREADS]: { threads: [thread('t1', 'Gaps')], next_cursor: null },
      ...library,
      ...more,
    },
  })
const openThread = (messages: unknown[], more: Replies = {}) =>
  open({ [THREAD]: { ...thread('t1', 'Gaps'), messages }, ...more }, '/assistant?thread=t1')
type Page = Awaited<ReturnType<typeof open>>
const write = (page: Page, text: string) => page.type('.composer textarea', text)
const enter = (page: Page) => page.press('Enter', page.find('.composer textarea'))
const sent = (page: Page) => page.requests.filter(({ name }) => name === STREAM).map(({ body }) => body as never)
const begun = [
  { type: 'thread', thread: thread('t1', 'New chat') },
  { type: 'user_message', message: message('m1', 'user', 'Which series have gaps?') },
]
const words = (content: string) => ({ type: 'text', content, message_id: 'm2' })
const spoken = (page: Page) => page.find('.conversation > [role="status"]').textContent ?? ''

describe('a new chat', () => {
  test('suggests questions about this library, and a click asks one', async () => {
    const stream = turnStream()
    const page = await open({ [STREAM]: () => stream.response })
    const examples = [...page.root.querySelectorAll('.start-examples button')].map((one) => one.textContent)
    expect(examples).toEqual([
      'Which series have gaps?',
      'Which issues of Harbor Lights are missing?',
      'Which series by Northgate do I have?',
      'What was added to my library recently?',
    ])
    await page.click('Which series have gaps?')
    expect(sent(page)).toEqual([{ content: 'Which series have gaps?', images: [] }] as never)
    expect(page.root.querySelector('.start')).toBeNull()
  })

  test('sends a question with Enter, streams the reply and gets an address', async () => {
    const stream = turnStream()
    const page = await open({ [STREAM]: () => stream.response, [THREAD]: refusal(404, 'Not yet.') })
    await write(page, ' Which series have gaps? ')
    await page.press('Shift')
    await enter(page)
    expect(page.find<HTMLTextAreaElement>('.composer textarea').value).toBe('')
    expect(page.find('.message[data-role="user"]').textContent).toContain('Which series have gaps?')
    expect(page.text()).toContain('Working on it')
    await stream.send(...begun)
    expect(location.search).toBe('?thread=t1')
    await stream.send(words('**Harbor'), words(' Lights** misses three.'))
    await page.whenIdle()
    expect(page.find('.reply-text').innerHTML).toBe('<p><strong>Harbor Lights</strong> misses three.</p>')
    expect(page.root.querySelectorAll('.message[data-role="user"]')).toHaveLength(1)
    expect(spoken(page)).toBe('The assistant is replying.')
    await stream.send({ type: 'done', message: message('m2', 'assistant', '**Harbor Lights** misses three.') })
    await page.whenIdle()
    expect(spoken(page)).toBe('**Harbor Lights** misses three.')
    expect(page.named('Send')).toBeDefined()
  })

  test('continues while other pages are open, without leaving them', async () => {
    const stream = turnStream()
    const page = await open({ [STREAM]: () => stream.response })
    await write(page, 'Which series have gaps?')
    await enter(page)
    page.close()
    history.replaceState(null, '', '/library')
    await stream.send(...begun, words('Harbor'))
    expect(location.pathname).toBe('/library')
    const again = await open({ [THREAD]: refusal(404, 'Not yet.') }, '/assistant?thread=t1')
    expect(again.text()).toContain('Harbor')
    await stream.send(words(' Lights'))
    await again.whenIdle()
    expect(again.text()).toContain('Harbor Lights')
  })

  test('sends nothing with Shift and Enter, during the composition of a character, or without text', async () => {
    const page = await open()
    await enter(page)
    await write(page, 'a')
    const box = page.find('.composer textarea')
    const key = (more: object) =>
      new (window as never as typeof globalThis).KeyboardEvent('keydown', { key: 'Enter', bubbles: true, ...more })
    box.dispatchEvent(key({ shiftKey: true }))
    box.dispatchEvent(key({ isComposing: true }))
    await page.whenIdle()
    expect(sent(page)).toEqual([])
  })
})

describe('a reply', () => {
  test('has its rows with links to series and issues', async () => {
    const rows = [{ ComicID: 's1', ComicName: 'Harbor Lights', ComicYear: '2015', Have: 9, Total: 12, percent: 75 }]
    const issues = [
      { ComicID: 's1', IssueID: 'i3', ComicName: 'Harbor Lights', Issue_Number: '3', ReleaseDate: '2015-05-06' },
    ]
    const results = [
      { pattern_id: 'series_with_gaps', data: rows },
      { pattern_id: 'series_issues', data: issues },
      { pattern_id: 'download_history', data: [] },
    ]
    const page = await openThread([message('m2', 'assistant', 'Here.', { results })])
    expect(page.named('Harbor Lights').getAttribute('href')).toBe('/library/s1')
    expect(page.named('Harbor Lights #3').getAttribute('href')).toBe('/library/s1/issues/i3')
    expect(page.text()).toContain('9 of 12')
    expect(page.text()).toContain('6 May 2015')
    expect(page.text()).toContain('Downloads: nothing found')
  })

  test('shows the first rows of a long result, and all of them on request', async () => {
    const data = Array.from({ length: 30 }, (_, at) => ({ ComicID: `s${at}`, ComicName: `Series ${at}` }))
    const page = await openThread([
      message('m2', 'assistant', '', { results: [{ pattern_id: 'search_series', data }] }),
    ])
    expect(page.root.querySelectorAll('.result tbody tr')).toHaveLength(6)
    await page.click('Show all 30')
    expect(page.root.querySelectorAll('.result tbody tr')).toHaveLength(30)
  })

  test('is stopped with the part that has arrived', async () => {
    const stream = turnStream()
    const page = await open({ [STREAM]: () => stream.response, [THREAD]: refusal(404, 'Not yet.') })
    await write(page, 'Which series have gaps?')
    await enter(page)
    await stream.send(...begun, words('Harbor'))
    await page.whenIdle()
    await page.click('Stop the reply')
    expect(page.text()).toContain('Harbor')
    expect(page.find('.reply-state').textContent).toContain('Stopped.')
    expect(stream.isClosed()).toBe(true)
  })

  test('that failed shows the reason, and is retried in its place', async () => {
    const stream = turnStream()
    const failed = message('m2', 'assistant', 'Half', {
      status: 'error',
      error: 'The model server did not answer within 30 seconds.',
      retryable: true,
    })
    const page = await openThread([message('m1', 'user', 'Which?'), failed], { [STREAM]: () => stream.response })
    expect(page.text()).toContain('The model server did not answer within 30 seconds.')
    await page.click('Try again')
    expect(sent(page)).toEqual([{ thread_id: 't1', retry_message_id: 'm2', images: [] }] as never)
  })

  test('that cannot be retried has no retry button', async () => {
    const failed = message('m2', 'assistant', '', { status: 'error', error: 'The key was rejected.', retryable: false })
    const page = await openThread([message('m1', 'user', 'Which?'), failed])
    expect(page.text()).toContain('The key was rejected.')
    expect(page.text()).not.toContain('Try again')
  })

  test('reports a lost connection', async () => {
    const stream = turnStream()
    const page = await open({ [STREAM]: () => stream.response, [THREAD]: refusal(404, 'Not yet.') })
    await write(page, 'Which series have gaps?')
    await enter(page)
    await stream.send(...begun, words('Harbor'))
    await stream.fail()
    await page.whenIdle()
    expect(page.text()).toContain('The connection to Panelkeep was lost before the reply was complete.')
  })

  test('in another window is followed until it is complete', async () => {
    let looks = 0
    const replies = {
      [THREAD]: () => {
        looks += 1
        const now = looks === 1 ? { status: 'streaming' as const } : {}
        return { ...thread('t1', 'Gaps'), messages: [message('m2', 'assistant', looks === 1 ? 'Half' : 'Whole', now)] }
      },
    }
    using timers = spyOn(globalThis, 'setInterval')
    const page = await openThread([], replies)
    expect(page.text()).toContain('Half')
    const poll = timers.mock.calls.at(-1)?.[0] as () => void
    poll()
    await page.until('Whole')
  })
})

describe('a refused question', () => {
  test('returns to the field with the reason', async () => {
    const page = await open({ [STREAM]: refusal(400, 'The question is too long.') })
    await write(page, 'Which series have gaps?')
    await enter(page)
    await page.whenIdle()
    expect(page.find<HTMLTextAreaElement>('.composer textarea').value).toBe('Which series have gaps?')
    expect(page.find('.composer [role="alert"]').textContent).toBe('The question is too long.')
  })

  test('returns with its image as well', async () => {
    const stream = turnStream()
    const page = await open({ [STREAM]: () => stream.response, [THREAD]: refusal(404, 'There is no such chat.') })
    await write(page, 'Which issue is this?')
    await enter(page)
    await stream.send(...begun, { type: 'error', code: 'vision_unsupported', content: 'tiny-model reads no images.' })
    await stream.send({ type: 'done', message: null })
    await stream.end()
    await page.whenIdle()
    expect(page.find<HTMLTextAreaElement>('.composer textarea').value).toBe('Which issue is this?')
    expect(page.text()).toContain('tiny-model reads no images.')
    expect(page.root.querySelector('.message')).toBeNull()
    // The server also removed the chat that began with this question.
    expect(location.pathname + location.search).toBe('/assistant')
  })
})

describe('a proposal', () => {
  const withAction = (now: ProposedAction) => [message('m2', 'assistant', 'Confirm it.', { actions: [now] })]

  test('shows what changes, and is confirmed with a click', async () => {
    let now = action
    const confirm = () => {
      now = { ...action, status: 'confirmed', outcome: 'applied', detail: '1 issue is wanted.' }
      return { action: now }
    }
    const page = await openThread([], {
      [THREAD]: () => ({ ...thread('t1', 'Gaps'), messages: withAction(now) }),
      'POST /api/ai/chat/actions/a1/confirm': confirm,
    })
    expect(page.find('.proposal').textContent).toContain('Harbor Lights #3SkippedWanted')
    expect(page.named('Harbor Lights #3').getAttribute('href')).toBe('/library/s1/issues/i3')
    await page.click('Confirm')
    expect(page.find('.proposal').textContent).toContain('Applied')
    expect(page.find('.proposal').textContent).toContain('1 issue is wanted.')
    expect(page.root.querySelector('.proposal footer')).toBeNull()
    expect(document.activeElement === page.find('.proposal')).toBe(true)
  })

  test('is dismissed', async () => {
    let now = action
    const dismiss = () => {
      now = { ...action, status: 'dismissed' }
      return { action: now }
    }
    const page = await openThread([], {
      [THREAD]: () => ({ ...thread('t1', 'Gaps'), messages: withAction(now) }),
      'POST /api/ai/chat/actions/a1/dismiss': dismiss,
    })
    await page.click('Dismiss')
    expect(page.find('.proposal').textContent).toContain('Dismissed')
  })

  test('that cannot be confirmed shows the reason and stays', async () => {
    const page = await openThread(withAction(action), {
      'POST /api/ai/chat/actions/a1/confirm': refusal(409, 'This proposal was dismissed.'),
    })
    await page.click('Confirm')
    expect(page.find('.proposal [role="alert"]').textContent).toBe('This proposal was dismissed.')
  })

  test.each([
    ['stale', { status: 'confirmed', outcome: 'stale' }, 'Out of date, nothing changed'],
    ['failed', { status: 'error', outcome: 'failed' }, 'Failed'],
    ['being applied', { status: 'processing' }, 'Applying'],
  ] as const)('shows that it is %s', async (_what, now, word) => {
    const page = await openThread(withAction({ ...action, ...now, detail: 'Issue 3 was wanted already.' }))
    expect(page.find('.proposal').textContent).toContain(word)
    expect(page.root.querySelector('.proposal footer')).toBeNull()
  })
})

describe('earlier chats', () => {
  const two = { threads: [thread('t1', 'Gaps', 2), thread('t2', 'This week', 1)], next_cursor: 'c2' }

  test('are renamed', async () => {
    const renamed = { ...thread('t1', 'Missing issues') }
    const page = await open({ 'PATCH /api/ai/chat/threads/t1': renamed })
    await page.click('More about Gaps')
    await page.click('Rename')
    await page.type('dialog input', 'Missing issues')
    await page.submit('dialog form')
    expect(page.requests.find(({ name }) => name.startsWith('PATCH'))?.body).toEqual({ title: 'Missing issues' })
    expect(page.root.querySelector('dialog')).toBeNull()
  })

  test('are deleted after a confirmation, and the open chat is left', async () => {
    let now = { ...two, next_cursor: null }
    const page = await open(
      {
        [THREADS]: () => now,
        [THREAD]: { ...thread('t1', 'Gaps'), messages: [message('m1', 'user', 'Hello')] },
        'DELETE /api/ai/chat/threads/t1': () => {
          now = { ...now, threads: now.threads.slice(1) }
          return { success: true }
        },
      },
      '/assistant?thread=t1',
    )
    await page.click('More about Gaps')
    await page.click('Delete')
    await page.click(page.find('dialog .button[data-kind="danger"]'))
    expect(location.pathname + location.search).toBe('/assistant')
    const titles = [...page.root.querySelectorAll('.chat-side .thread-title')].map((one) => one.textContent)
    expect(titles).toEqual(['This week'])
  })

  test('are loaded page by page', async () => {
    const older = { threads: [thread('t3', 'Oldest', 1)], next_cursor: null }
    const page = await open({ [THREADS]: ({ query }: ReceivedRequest) => (query.cursor === 'c2' ? older : two) })
    await page.click('Show older chats')
    expect(page.text()).toContain('Oldest')
    expect(page.text()).not.toContain('Show older chats')
  })

  test('show the reason when they cannot be loaded', async () => {
    const page = await open({ [THREAD]: refusal(404, 'There is no such chat.') }, '/assistant?thread=t1')
    expect(page.find('.conversation [role="alert"]').textContent).toContain('There is no such chat.')
  })
})

describe('while the assistant is off', () => {
  test('the page explains how to turn it on', async () => {
    const page = await open({ 'GET /api/ai/status': { ...status, configured: false, chat: false, model: null } })
    expect(page.text()).toContain('The assistant is off')
    expect(page.named('Open the settings').getAttribute('href')).toBe('/settings#assistant')
    expect(page.requests.some(({ name }) => name.includes('/chat/'))).toBe(false)
  })
})
