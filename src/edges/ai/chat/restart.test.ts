import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestApp } from '../../../testing/app'
import { beginTurn, chatApp, framesOf, threadIn, threadOf, turn } from '../../../testing/assistant/chat'
import { type FakeLanguageModel, fakeLanguageModel } from '../../../testing/fakes/language-model'

/** Turns that are interrupted when a process ends. */

let folder: string
let fake: FakeLanguageModel
let app: TestApp
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-chat-'))
  fake = fakeLanguageModel()
  app = await start()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const start = () => chatApp(fake, { folder, databasePath: join(folder, 'panelkeep.db') })
const LONG = {
  text: 'A long story about ships, lights and harbors. '.repeat(4),
  untilAt: 8,
  until: new Promise(() => {}),
}
const WHY = 'Panelkeep was closed before the reply was complete.'

test('a stop in the middle of a turn ends it with a sentence, and keeps the received part', async () => {
  fake.reply(LONG)
  const frames = framesOf(await beginTurn(app, { content: 'Tell me.' }))
  while (!fake.requests.length) await Bun.sleep(1)
  await Bun.sleep(5)
  await app.close()
  const thread_id = threadIn(await frames)
  app = await start()
  const [, reply] = (await threadOf(app, thread_id)).messages
  expect(reply).toMatchObject({ status: 'error', error: WHY, retryable: true })
  expect(reply!.content).toStartWith('A long story')
})

test('a killed process leaves no message that streams forever, and the question can be sent again', async () => {
  const calls = [{ name: 'series_with_gaps', arguments: {} }]
  fake.reply({ text: 'I look. ', calls }, LONG)
  const reader = (await beginTurn(app, { content: 'Tell me.' })).body!.getReader()
  let text = ''
  while (!text.includes('"type":"results"')) text += new TextDecoder().decode((await reader.read()).value)
  while (fake.requests.length < 2) await Bun.sleep(1)
  const thread_id = /"thread":\{"id":"([^"]+)"/.exec(text)![1]!
  app.db.close() // nothing more is written, as after kill -9
  app = await start()
  const { messages } = await threadOf(app, thread_id)
  expect(messages[1]).toMatchObject({ status: 'error', error: WHY, retryable: true })
  expect(messages[1]!.results.map(({ pattern_id }) => pattern_id)).toEqual(['series_with_gaps'])
  fake.reply('Here.')
  await turn(app, { thread_id, retry_message_id: messages[1]!.id })
  expect((await threadOf(app, thread_id)).messages.map(({ content, status }) => [content, status])).toEqual([
    ['Tell me.', 'complete'],
    ['Here.', 'complete'],
  ])
})
