import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync } from 'node:fs'
import type { ThreadReply } from '../src/edges/ai/chat/schema'
import { makePng } from '../src/testing/archives/archives'
import { fakeLanguageModel } from '../src/testing/fakes/language-model'
import { until } from '../src/testing/harness/until'
import { tempFolder } from './folders'
import { type Client, endAll, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)
afterAll(endAll)

/** Turns of the executable that end early: the client leaves, the process is killed. */

const STORY = {
  text: 'A long story about ships, lights and harbors. '.repeat(4),
  untilAt: 8,
  until: new Promise(() => {}),
}

/** Begins a turn with an image, and reads until the first words. Returns the id of the thread. */
async function beginStory(reader: Client, leave: AbortController): Promise<string> {
  const form = new FormData()
  form.set('content', 'Tell me.')
  form.set('images', new Blob([new Uint8Array(makePng(40, 60, [10, 120, 200]))]), 'page.png')
  const reply = await fetch(`${reader.base}/api/ai/chat/turns/stream`, {
    method: 'POST',
    headers: reader.headers,
    body: form,
    signal: leave.signal,
  })
  const stream = reply.body!.getReader()
  let text = ''
  while (!text.includes('"type":"text"')) text += new TextDecoder().decode((await stream.read()).value)
  return /"thread":\{"id":"([^"]+)"/.exec(text)![1]!
}

test('a partial turn is kept when the client leaves, and when the process is killed', async () => {
  const folder = tempFolder()
  const dataDir = folder.in('data')
  mkdirSync(dataDir, { recursive: true })
  const model = fakeLanguageModel()
  const server = model.serve()
  const env = { PANELKEEP_AI_BASE_URL: server.baseUrl, PANELKEEP_AI_MODEL: 'tiny-model' }
  let panelkeep = await startWithLogin({ dataDir, env })
  let reader = await panelkeep.reader()
  const threadOf = (id: string) => reader.json<ThreadReply & Record<string, unknown>>(`/api/ai/chat/threads/${id}`)

  model.reply(STORY)
  const leave = new AbortController()
  const left = await beginStory(reader, leave)
  leave.abort()
  const endedReply = async () => {
    const [, reply] = (await threadOf(left)).messages
    return reply?.status === 'streaming' ? undefined : reply
  }
  let reply = await endedReply()
  for (; !reply; reply = await endedReply()) await Bun.sleep(20)
  expect(reply).toMatchObject({ status: 'cancelled', retryable: true })
  expect(reply.content).toStartWith('A long story')
  // The model server notices the lost connection a moment later.
  await until(() => model.last.hungUp, Boolean)

  model.reply(STORY)
  const killed = await beginStory(reader, new AbortController())
  await panelkeep.kill()
  panelkeep = await start({ dataDir, env })
  reader = await panelkeep.reader()
  const { messages } = await threadOf(killed)
  expect(messages[1]).toMatchObject({ status: 'error', error: 'Panelkeep was closed before the reply was complete.' })
  const [attachment] = messages[0]!.attachments
  const image = await fetch(reader.base + attachment!.url, { headers: reader.headers })
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(readdirSync(`${dataDir}/chat-images`)).toHaveLength(2)
  await panelkeep.stop()
  await server.stop()
  folder.remove()
})
