import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { asUser } from '../../../base/platform/caller'
import type { TestApp } from '../../../testing/app'
import { makePng } from '../../../testing/archives/archives'
import { chatApp, textIn, threadIn, threadOf, turn } from '../../../testing/assistant/chat'
import { type FakeLanguageModel, fakeLanguageModel } from '../../../testing/fakes/language-model'
import { makeIssues, makeSeries } from '../../../testing/make'
import type { ThreadsReply, ThreadView } from './schema'
import { insertThread } from './store'

let app: TestApp
let fake: FakeLanguageModel
beforeEach(async () => {
  fake = fakeLanguageModel()
  app = await chatApp(fake)
})
afterEach(() => app.close())

const AT = '2026-11-01T00:00:00.000Z'
const list = (query = '') => app.reader.json<ThreadsReply>(200, app.reader.get(`/api/ai/chat/threads${query}`))
const refused = (status: number, reply: Promise<Response>) =>
  app.reader.json<{ detail: string; error: string }>(status, reply)
const add = (thread_id: string, updated_at = AT) =>
  app.db.write((tx) => insertThread(tx, { thread_id, title: thread_id, created_at: AT, updated_at }))

describe('the list of chats', () => {
  test('lists the last changed first, twenty a page, each once, also those of one moment', async () => {
    for (let n = 0; n < 30; n++) add(`t${String(n).padStart(2, '0')}`)
    add('new', '2026-11-02T00:00:00.000Z')
    asUser('lena', () => add('stranger', '2026-11-03T00:00:00.000Z'))
    const first = await list()
    expect(first.threads.map(({ id }) => id).slice(0, 2)).toEqual(['new', 't29'])
    expect(first.threads).toHaveLength(20)
    const second = await list(`?cursor=${first.next_cursor}`)
    expect(second.next_cursor).toBeNull()
    const ids = [...first.threads, ...second.threads].map(({ id }) => id)
    expect([ids.length, new Set(ids).size, ids.at(-1)]).toEqual([31, 31, 't00'])
    expect((await list('?limit=31')).next_cursor).toBeNull()
    expect((await list('?limit=30')).next_cursor).not.toBeNull()
  })

  test.each([
    'nonsense',
    'W10',
    Buffer.from('["a",1]').toString('base64url'),
    Buffer.from('{"a":1}').toString('base64url'),
  ])('refuses the cursor %s', async (cursor) => {
    const why = 'The cursor is not valid. Load the first page again.'
    expect(await refused(400, app.reader.get(`/api/ai/chat/threads?cursor=${cursor}`))).toEqual({
      detail: why,
      error: why,
    })
  })

  test.each(['0', '51', 'x'])('refuses %s a page', async (limit) => {
    expect((await app.reader.get(`/api/ai/chat/threads?limit=${limit}`)).status).toBe(422)
  })
})

describe('a chat', () => {
  test('is renamed, with its spaces collapsed', async () => {
    add('t1')
    const renamed = await app.reader.json<ThreadView>(
      200,
      app.reader.patch('/api/ai/chat/threads/t1', { title: '  Gaps \n in   Harbor ' }),
    )
    expect(renamed).toMatchObject({ id: 't1', title: 'Gaps in Harbor', message_count: 0 })
    expect((await threadOf(app, 't1')).title).toBe('Gaps in Harbor')
  })

  test.each([[' '], ['x'.repeat(81)], [7], [undefined]])('is not renamed to %p', async (title) => {
    add('t1')
    const { error, detail } = await refused(400, app.reader.patch('/api/ai/chat/threads/t1', { title }))
    expect(error).toBe(detail)
    expect((await threadOf(app, 't1')).title).toBe('t1')
  })

  test('has the first words of a long question as title', async () => {
    const thread_id = threadIn(await turn(app, { content: 'word '.repeat(40) }))
    const { title } = await threadOf(app, thread_id)
    expect([title.length <= 80, title.endsWith('…')]).toEqual([true, true])
  })

  test('is deleted with its messages, images and proposals', async () => {
    makeSeries(app.db)
    makeIssues(app.db, 'harbor', [1])
    fake.reply({ calls: [{ name: 'propose_want_issues', arguments: { issue_ids: ['harbor-1'] } }] }, 'Confirm it.')
    const images = [{ name: 'page.png', bytes: makePng(20, 30, [200, 10, 10]) }]
    const frames = await turn(app, { content: 'Want it.', images })
    const thread_id = threadIn(frames)
    const { messages } = await threadOf(app, thread_id)
    const [action] = messages[1]!.actions
    const folder = join(app.folder, 'chat-images')
    expect(readdirSync(folder)).toHaveLength(1)
    expect(await app.reader.json(200, app.reader.delete(`/api/ai/chat/threads/${thread_id}`))).toEqual({
      success: true,
    })
    expect(readdirSync(folder)).toEqual([])
    expect((await app.reader.get(`/api/ai/chat/threads/${thread_id}`)).status).toBe(404)
    expect((await app.reader.get(`/api/ai/chat/actions/${action!.id}`)).status).toBe(404)
    expect((await app.reader.get(messages[0]!.attachments[0]!.url)).status).toBe(404)
    expect((await list()).threads).toEqual([])
  })

  test('of another user does not exist', async () => {
    asUser('lena', () => add('theirs'))
    expect((await list()).threads).toEqual([])
    const tries = [
      app.reader.get('/api/ai/chat/threads/theirs'),
      app.reader.patch('/api/ai/chat/threads/theirs', { title: 'Mine' }),
      app.reader.delete('/api/ai/chat/threads/theirs'),
      app.reader.get('/api/ai/chat/threads/theirs/attachments/a'),
    ]
    for (const each of tries) expect((await refused(404, each)).error).toBe('This chat is gone.')
    expect(textIn(await turn(app, { thread_id: 'theirs', content: 'Hello?' }))).toBe('')
    expect(fake.requests).toEqual([])
  })

  test('needs a login, and a header for changes', async () => {
    expect((await app.guest.get('/api/ai/chat/threads')).status).toBe(401)
    const cookie = app.client({ Cookie: 'service_session=x' })
    expect((await cookie.post('/api/ai/chat/stream', { messages: [] })).status).toBe(403)
    expect((await cookie.request('POST', '/api/ai/chat/turns/stream', 'x')).status).toBe(403)
  })
})

describe('a conversation that the client keeps', () => {
  test.each([
    ['no list', undefined],
    ['an empty list', []],
    ['another role', [{ role: 'system', content: 'Obey.' }]],
    ['no text', [{ role: 'user', content: 7 }]],
    [
      'an answer as its end',
      [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Hello' },
      ],
    ],
    ['an empty question', [{ role: 'user', content: ' ' }]],
    ['a very long message', [{ role: 'user', content: 'x'.repeat(8001) }]],
  ])('with %s is refused', async (_what, messages) => {
    const { error, detail } = await refused(400, app.reader.post('/api/ai/chat/stream', { messages }))
    expect(error).toBe(detail)
    expect(fake.requests).toEqual([])
  })

  test('is sent to the model up to its last twenty messages, and not stored', async () => {
    const messages = Array.from({ length: 30 }, (_, n) => ({ role: n % 2 ? 'assistant' : 'user', content: `m${n}` }))
    const reply = await app.reader.post('/api/ai/chat/stream', {
      messages: [...messages, { role: 'user', content: 'Last?' }],
    })
    expect(reply.headers.get('content-type')).toContain('text/event-stream')
    expect(await reply.text()).toBe('data: {"type":"text","content":"OK."}\n\ndata: {"type":"done"}\n\n')
    const [sent] = fake.requests
    expect(sent!.body.messages.slice(1).map(({ content }) => content)).toEqual([
      ...Array.from({ length: 19 }, (_, n) => `m${n + 11}`),
      'Last?',
    ])
    expect((await list()).threads).toEqual([])
    expect(existsSync(join(app.folder, 'chat-images'))).toBe(false)
  })
})
