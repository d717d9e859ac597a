import type { ChatFrame } from '../../edges/ai/chat/frames'
import type { ThreadReply } from '../../edges/ai/chat/schema'
import { type TestApp, type TestOptions, testApp } from '../app'
import type { FakeLanguageModel } from '../fakes/language-model'

/** The fields of a turn; images as files. */
export interface TurnFields {
  thread_id?: string
  content?: string
  retry_message_id?: string
  images?: { name: string; bytes: Uint8Array }[]
}

const NAME = '/api/ai/chat/turns/stream'
const ORIGIN = 'http://127.0.0.1:8090'

/** The app with the chat set up at a fake model. */
export async function chatApp(fake: FakeLanguageModel, options: TestOptions = {}): Promise<TestApp> {
  return testApp({
    ...options,
    settings: { ...fake.settings, ...options.settings },
    ports: { ...fake.ports, ...options.ports },
  })
}

export function formOf({ images = [], ...texts }: TurnFields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(texts)) if (value !== undefined) form.append(name, value)
  for (const { name, bytes } of images) form.append('images', new Blob([new Uint8Array(bytes)]), name)
  return form
}

/** The bytes and headers of a form, as a browser sends them. */
export async function sentForm(
  form: FormData,
): Promise<{ body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }> {
  const request = new Request(ORIGIN + NAME, { method: 'POST', body: form })
  const headers = { 'Content-Type': request.headers.get('content-type') ?? '' }
  return { body: new Uint8Array(await request.arrayBuffer()), headers }
}

/** Begins a turn; the reply is a stream. */
export async function beginTurn(app: TestApp, fields: TurnFields): Promise<Response> {
  const { body, headers } = await sentForm(formOf(fields))
  return app.reader.request('POST', NAME, body, headers)
}

/** The frames of a reply, to its end or until `until` says so. */
export async function framesOf(reply: Response, until?: (frame: ChatFrame) => boolean): Promise<ChatFrame[]> {
  const frames: ChatFrame[] = []
  const decoder = new TextDecoder()
  const reader = reply.body!.getReader()
  let text = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += decoder.decode(read.value, { stream: true })
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      if (!part.startsWith('data: ')) continue
      const frame = JSON.parse(part.slice('data: '.length)) as ChatFrame
      frames.push(frame)
      if (!until?.(frame)) continue
      await reader.cancel()
      return frames
    }
  }
  return frames
}

export const turn = async (app: TestApp, fields: TurnFields): Promise<ChatFrame[]> =>
  framesOf(await beginTurn(app, fields))

/** The id of the thread that a turn began. */
export function threadIn(frames: readonly ChatFrame[]): string {
  const frame = frames.find(({ type }) => type === 'thread')
  return (frame as Extract<ChatFrame, { type: 'thread' }>).thread.id
}

export const textIn = (frames: readonly ChatFrame[]): string =>
  frames.map((frame) => (frame.type === 'text' ? frame.content : '')).join('')

export const threadOf = (app: TestApp, threadId: string): Promise<ThreadReply> =>
  app.reader.json<ThreadReply>(200, app.reader.get(`/api/ai/chat/threads/${threadId}`))
