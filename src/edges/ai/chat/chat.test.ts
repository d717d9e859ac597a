import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../../testing/app'
import { beginTurn, chatApp, framesOf, textIn, threadIn, threadOf, turn } from '../../../testing/assistant/chat'
import { type FakeLanguageModel, fakeLanguageModel, MODEL_KEY } from '../../../testing/fakes/language-model'
import { makeFile, makeIssues, makeSeries } from '../../../testing/make'
import type { ChatFrame } from './frames'
import type { ThreadsReply } from './schema'

let app: TestApp
let fake: FakeLanguageModel
beforeEach(async () => {
  fake = fakeLanguageModel()
  app = await chatApp(fake)
  makeSeries(app.db, { year: 2015 })
  makeIssues(app.db, 'harbor', [1, 2, 3])
  makeFile(app.db, { issues: ['harbor-1', 'harbor-3'] })
})
afterEach(() => app.close())

const STORY = 'A long story about ships, lights and harbors. '.repeat(4)
const GAPS = { calls: [{ name: 'series_with_gaps', arguments: {} }] }
const types = (frames: readonly ChatFrame[]) => frames.map(({ type }) => type)
const last = <T extends ChatFrame['type']>(frames: readonly ChatFrame[], type: T) =>
  frames.findLast((frame) => frame.type === type) as Extract<ChatFrame, { type: T }>
const ask = (content: string, more = {}) => turn(app, { content, ...more })
const converse = async (messages: unknown) => app.reader.post('/api/ai/chat/stream', { messages })

describe('a turn', () => {
  test('stores the question and an answer from the library, and shows both while they are written', async () => {
    fake.reply(GAPS, 'Harbor Lights misses issue 2.')
    const frames = await ask('  Which series\n have gaps? ')
    expect([...new Set(types(frames))]).toEqual(['thread', 'user_message', 'results', 'text', 'done'])
    expect(last(frames, 'thread').thread).toMatchObject({ title: 'Which series have gaps?', message_count: 0 })
    expect(last(frames, 'user_message').message).toMatchObject({ role: 'user', content: 'Which series\n have gaps?' })
    expect(last(frames, 'results')).toMatchObject({
      pattern_id: 'series_with_gaps',
      data: [{ ComicName: 'Harbor Lights', ComicID: 'harbor' }],
    })
    expect(textIn(frames)).toBe('Harbor Lights misses issue 2.')
    const { id } = last(frames, 'done').message!
    expect(frames.flatMap((frame) => ('message_id' in frame ? [frame.message_id] : []))).toContain(id)

    const thread = await threadOf(app, threadIn(frames))
    expect(thread).toMatchObject({ title: 'Which series have gaps?', message_count: 2 })
    expect(thread.messages.map(({ role, status, content }) => [role, status, content])).toEqual([
      ['user', 'complete', 'Which series\n have gaps?'],
      ['assistant', 'complete', 'Harbor Lights misses issue 2.'],
    ])
    expect(thread.messages[1]).toEqual(last(frames, 'done').message!)
    expect(thread.messages[1]!.results[0]).toMatchObject({ pattern_id: 'series_with_gaps' })
    // The rows were sent to the model as the result of its call.
    const [system, question, call, result] = fake.requests[1]!.body.messages
    expect(system).toMatchObject({ role: 'system', content: expect.stringContaining('Today is 2026-11-21.') })
    expect(question).toMatchObject({ role: 'user', content: 'Which series\n have gaps?' })
    expect([call!.role, result!.role]).toEqual(['assistant', 'tool'])
    expect(result!.content).toContain('Harbor Lights')
  })

  test('requests at most 1,000 tokens, and sends at most 1,000 characters of each message', async () => {
    const long = `Which? ${'x'.repeat(3000)}`
    fake.reply(STORY.repeat(20), 'Yes.')
    const thread_id = threadIn(await ask(long))
    await ask('And now?', { thread_id })
    await (await converse([{ role: 'user', content: long }])).text()
    for (const { body } of fake.requests) {
      expect(body.max_tokens).toBe(1000)
      const shown = body.messages.filter(({ role }) => role !== 'system').map(({ content }) => String(content).length)
      expect(Math.max(...shown)).toBeLessThanOrEqual(1000)
    }
    expect(String(fake.requests[0]!.body.messages.at(-1)!.content)).toStartWith('Which? xxx')
    expect((await threadOf(app, thread_id)).messages[0]!.content).toBe(long)
  })

  test('continues its thread: earlier messages and the rows of the last query are sent', async () => {
    fake.reply(GAPS, 'Harbor Lights.', 'Issue 2.')
    const thread_id = threadIn(await ask('Gaps?'))
    const frames = await ask('Which issue?', { thread_id })
    expect(types(frames)).not.toContain('thread')
    const { messages } = fake.requests[2]!.body
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user'])
    expect(messages[3]!.content).toContain('Harbor Lights')
    expect(messages.at(-1)!.content).toBe('Which issue?')
    expect((await threadOf(app, thread_id)).message_count).toBe(4)
  })

  test('shows a proposal as a card, also in the thread', async () => {
    const propose = { name: 'propose_want_issues', arguments: { issue_ids: ['harbor-2'] } }
    fake.reply({ text: 'I look. ', calls: [propose] }, 'Confirm it below.')
    const frames = await ask('Want the missing one.')
    const { action, message_id } = last(frames, 'action')
    expect(action).toMatchObject({ kind: 'mark_issues', status: 'pending', message_id })
    expect(textIn(frames)).toBe('I look. \n\nConfirm it below.')
    const { messages } = await threadOf(app, threadIn(frames))
    expect(messages[1]!.actions).toEqual([action])
    await app.reader.json(200, app.reader.post(`/api/ai/chat/actions/${action.id}/confirm`))
    const [, reply] = (await threadOf(app, threadIn(frames))).messages
    expect(reply!.actions[0]).toMatchObject({ status: 'confirmed', outcome: 'applied' })
  })

  test('runs at most eight queries, then must answer, and says so', async () => {
    const calls = (count: number) => ({ calls: Array.from({ length: count }, () => GAPS.calls[0]!) })
    fake.reply(calls(5), calls(5), 'Here.')
    const frames = await ask('Everything?')
    expect(frames.filter(({ type }) => type === 'results')).toHaveLength(8)
    expect(textIn(frames)).toBe('Here.\n\nSome queries were left out: one answer may run 8 of them.')
    expect(fake.requests.map(({ body }) => (body.tools ?? []).length > 0)).toEqual([true, true, false])
    expect(fake.requests[2]!.body.messages.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining('Answer now'),
    })
  })

  test('queries the model at most five times', async () => {
    fake.reply(GAPS, GAPS, GAPS, GAPS, 'At last.')
    expect(textIn(await ask('Gaps?'))).toBe('At last.')
    expect(fake.requests.map(({ body }) => (body.tools ?? []).length > 0)).toEqual([true, true, true, true, false])
  })

  test('with a reply cut at its maximum length says so', async () => {
    fake.reply({ text: 'And then', finish: 'length' })
    expect(textIn(await ask('Tell me.'))).toBe('And then\n\nThe answer reached its length limit and ends here.')
  })

  test('that takes three minutes is stopped, and the received part stays', async () => {
    await app.reader.json(200, app.reader.put('/api/config', { ai_timeout: 300 }))
    fake.reply({ text: STORY, untilAt: 6, until: new Promise(() => {}) })
    const whole = framesOf(await beginTurn(app, { content: 'Tell me.' }))
    for (let second = 0; second < 200; second++) await app.clock.advance('1 s')
    const frames = await whole
    expect(textIn(frames)).toEndWith('\n\nThe answer was stopped after three minutes.')
    expect(last(frames, 'done').message).toMatchObject({ status: 'complete' })
  })

  test('sends a comment every 15 seconds while no text arrives', async () => {
    await app.reader.json(200, app.reader.put('/api/config', { ai_timeout: 300 }))
    fake.reply({ text: STORY, untilAt: 6, until: new Promise(() => {}) })
    const reader = (await beginTurn(app, { content: 'Tell me.' })).body!.getReader()
    for (let second = 0; second < 31; second++) await app.clock.advance('1 s')
    let text = ''
    for (let pings = 0; pings < 2; ) {
      const { value, done } = await reader.read()
      if (done) break
      text += new TextDecoder().decode(value)
      pings = text.split(': ping\n\n').length - 1
    }
    expect(text).toContain('\n\n: ping\n\n: ping\n\n')
    await reader.cancel()
  })
})

describe('a turn that fails', () => {
  test('keeps the question and the reason, and can be sent again', async () => {
    fake.reply({ fault: 'status 401' }, 'Here.')
    const frames = await ask('Gaps?')
    expect(last(frames, 'error')).toMatchObject({ code: 'provider_error', retryable: false })
    const thread_id = threadIn(frames)
    const before = await threadOf(app, thread_id)
    expect(before.messages[1]).toMatchObject({ status: 'error', error: last(frames, 'error').content, content: '' })
    expect(JSON.stringify([frames, before, app.log])).not.toContain(MODEL_KEY)
    const again = await turn(app, { thread_id, retry_message_id: before.messages[1]!.id })
    expect(last(again, 'user_message').message.id).toBe(before.messages[0]!.id)
    const { messages } = await threadOf(app, thread_id)
    expect(messages.map(({ content, status }) => [content, status])).toEqual([
      ['Gaps?', 'complete'],
      ['Here.', 'complete'],
    ])
  })

  test('keeps the part received before the stream broke', async () => {
    fake.reply({ text: 'Half of an answer', step: 5, cutAfter: 3 })
    const frames = await ask('Tell me.')
    const [, reply] = (await threadOf(app, threadIn(frames))).messages
    expect(reply).toMatchObject({ status: 'error', retryable: true, content: textIn(frames) })
    expect(reply!.content).toStartWith('Half')
  })

  test.each([
    [
      'of another chat',
      'Only the last message of a chat can be sent again. Load the chat again.',
      'retry_mismatch',
      {},
    ],
    [
      'that is not the last',
      'Only the last message of a chat can be sent again. Load the chat again.',
      'retry_mismatch',
      { first: true },
    ],
    [
      'with other words',
      'Only the last message of a chat can be sent again. Load the chat again.',
      'retry_mismatch',
      { content: 'Other' },
    ],
  ])(
    'a message %s is not sent again',
    async (_what, content, code, { first, content: words }: { first?: boolean; content?: string }) => {
      fake.reply('One.', 'Two.')
      const thread_id = threadIn(await ask('First?'))
      await ask('Second?', { thread_id })
      const before = await threadOf(app, thread_id)
      const id = first ? before.messages[0]!.id : words ? before.messages[3]!.id : 'elsewhere'
      const frames = await turn(app, { thread_id, retry_message_id: id, ...(words ? { content: words } : {}) })
      expect(frames).toEqual([
        { type: 'error', code: code as never, content, retryable: false },
        { type: 'done', message: null },
      ])
      expect(await threadOf(app, thread_id)).toEqual(before)
    },
  )

  test('without a model nothing is stored', async () => {
    await app.close()
    app = await testApp()
    expect(last(await ask('Hello?'), 'error').content).toBe(
      'The assistant is not set up. Enter base URL and model in Settings, Assistant.',
    )
    expect((await app.reader.json<ThreadsReply>(200, app.reader.get('/api/ai/chat/threads'))).threads).toEqual([])
  })

  test('a deleted chat is reported, and nothing is stored', async () => {
    const frames = await ask('Still there?', { thread_id: 'gone' })
    expect(last(frames, 'error')).toMatchObject({
      code: 'thread_not_found',
      content: 'This chat is gone. Start a new one.',
    })
    expect(await app.reader.json<ThreadsReply>(200, app.reader.get('/api/ai/chat/threads'))).toEqual({
      threads: [],
      next_cursor: null,
    })
  })

  test('while the chat is off nothing is stored or sent', async () => {
    await app.reader.json(200, app.reader.put('/api/config', { ai_chat: false }))
    expect(last(await ask('Hello?'), 'error').content).toBe('The chat is off. Switch it on in Settings, Assistant.')
    const replies = await framesOf(await converse([{ role: 'user', content: 'Hello?' }]))
    expect(last(replies, 'error').content).toBe('The chat is off. Switch it on in Settings, Assistant.')
    expect((await app.reader.json<ThreadsReply>(200, app.reader.get('/api/ai/chat/threads'))).threads).toEqual([])
    expect(fake.requests).toEqual([])
  })
})

describe('a client that hangs up', () => {
  test('ends the request to the model, and keeps the received part as cancelled', async () => {
    fake.reply({ text: STORY, untilAt: 6, until: new Promise(() => {}) })
    const frames = await framesOf(await beginTurn(app, { content: 'Tell me.' }), ({ type }) => type === 'text')
    const thread_id = threadIn(frames)
    await app.idle()
    expect(fake.last.hungUp).toBe(true)
    const [, reply] = (await threadOf(app, thread_id)).messages
    expect(reply).toMatchObject({ status: 'cancelled', error: null, retryable: true })
    expect(reply!.content).toStartWith('A long')
  })
})

describe('turns of one thread', () => {
  test('run one after the other, and those of another thread do not wait', async () => {
    const gate = Promise.withResolvers<void>()
    const [thread_id, other] = [threadIn(await ask('Hello?')), threadIn(await ask('Hello?'))]
    fake.reply({ text: 'One.', untilAt: 1, until: gate.promise })
    const first = ask('First?', { thread_id })
    while (fake.requests.length < 3) await Bun.sleep(1)
    const second = ask('Second?', { thread_id })
    expect(textIn(await ask('Elsewhere?', { thread_id: other }))).toBe('OK.')
    expect(fake.requests).toHaveLength(4)
    gate.resolve()
    await Promise.all([first, second])
    const { messages } = await threadOf(app, thread_id)
    expect(messages.map(({ content }) => content).slice(2)).toEqual(['First?', 'One.', 'Second?', 'OK.'])
  })
})
