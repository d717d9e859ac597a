import type { OptionName } from '../../base/config/options'
import type { Ports, Transfers } from '../../base/platform/ports'
import { type Handler, Silence, serveHandler } from './http'
import { type CallShape, chunksOf, type UsageShape, wholeReply } from './language-model-chunks'
import { type ModelFault, replyOfFault } from './language-model-faults'

export type { CallShape, UsageShape } from './language-model-chunks'
export type { ModelFault } from './language-model-faults'

/** One scripted reply of the model. */
export interface ScriptedReply {
  text?: string
  /** Reasoning that is sent separately, as `reasoning_content`. */
  reasoning?: string
  calls?: { name: string; arguments: unknown; id?: string }[]
  /** How the server writes the calls into a stream. */
  shape?: CallShape
  usage?: UsageShape
  finish?: string | null
  /** Characters of text in each chunk; default: 7. */
  step?: number
  /** Ends the reply silently after this many chunks. */
  cutAfter?: number
  /** Waits for this before the last chunk: the reply stays open until then. */
  until?: Promise<unknown>
  /** The chunk that waits for `until`, counted from 0; default: the last. */
  untilAt?: number
  fault?: ModelFault
}

/** A request to the fake. */
export interface ModelRequest {
  path: string
  authorization: string | null
  body: {
    model?: string
    stream?: boolean
    stream_options?: unknown
    response_format?: unknown
    temperature?: number
    max_tokens?: number
    max_completion_tokens?: number
    tools?: { function: { name: string } }[]
    messages: { role: string; content: unknown; tool_calls?: unknown[]; tool_call_id?: string }[]
  }
}

export interface FakeLanguageModel {
  fetch: Handler
  /** For `testApp`: replies arrive in pieces, as over a socket. */
  readonly ports: Pick<Ports, 'transfers' | 'names'>
  /** For `testApp`. */
  readonly settings: Partial<Record<OptionName, string>>
  /** Requests for completions, in order. */
  readonly requests: ModelRequest[]
  /** Whether the client disconnected during the last reply. */
  readonly last: { hungUp: boolean }
  models: string[]
  /** Forms that the server always refuses. */
  refuses: Set<ModelFault>
  /** Scripts the next replies, in order; a function gets the request. After the last one the model says "OK.". */
  reply(...replies: (ScriptedReply | string | ((request: ModelRequest) => ScriptedReply | string))[]): void
  /** Serves the fake on a real socket, for browser tests. */
  serve(): { baseUrl: string; stop(): Promise<void> }
}

export const MODEL_KEY = 'sk-secret-0123456789abcdef'
const HOST = '127.0.0.1:11434'

/** A server that speaks the API of model servers, as scripted. */
export function fakeLanguageModel(): FakeLanguageModel {
  const requests: ModelRequest[] = []
  const script: (ScriptedReply | string | ((request: ModelRequest) => ScriptedReply | string))[] = []
  const last = { hungUp: false }
  const fake: FakeLanguageModel = {
    requests,
    last,
    models: ['tiny-model', 'other-model'],
    refuses: new Set(),
    settings: { ai_base_url: `http://${HOST}/v1`, ai_model: 'tiny-model', ai_api_key: MODEL_KEY },
    reply: (...replies) => void script.push(...replies),
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/v1/models')
        return Response.json({ object: 'list', data: fake.models.map((id) => ({ id, object: 'model' })) })
      if (pathname !== '/v1/chat/completions')
        return Response.json({ error: { message: 'Not Found' } }, { status: 404 })
      const body = (await request.json()) as ModelRequest['body']
      const asked = { path: pathname, authorization: request.headers.get('authorization'), body }
      requests.push(asked)
      const refused = [...fake.refuses].map((fault) => replyOfFault(fault, body)).find((reply) => reply !== undefined)
      if (refused) return refused
      const next = script.shift() ?? 'OK.'
      const given = typeof next === 'function' ? next(asked) : next
      const reply = typeof given === 'string' ? { text: given } : given
      const faulty = reply.fault && replyOfFault(reply.fault, body, true)
      if (faulty) return faulty
      if (!body.stream) return Response.json(wholeReply(reply, body.model ?? ''))
      last.hungUp = false
      return streamOf(reply, body.model ?? '', last, request.signal)
    },
    ports: {
      transfers: transfersOver((request) => fake.fetch(request)),
      names: { addresses: async () => ['127.0.0.1'] },
    },
    serve() {
      const { origin, stop } = serveHandler((request) => fake.fetch(request))
      return { baseUrl: `${origin}/v1`, stop }
    },
  }
  return fake
}

/** Transfers without a socket; a handler that never responds times out immediately. */
export function transfersOver(handler: Handler): Transfers {
  return {
    async begin(request) {
      request.signal.throwIfAborted()
      try {
        return await handler(request)
      } catch (error) {
        if (error instanceof Silence) throw new DOMException('No answer.', 'TimeoutError')
        throw error
      }
    },
  }
}

function streamOf(reply: ScriptedReply, model: string, last: { hungUp: boolean }, signal: AbortSignal): Response {
  const encoder = new TextEncoder()
  const chunks = chunksOf(reply, model)
  const sent = reply.cutAfter === undefined ? chunks : chunks.slice(0, reply.cutAfter)
  let at = 0
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        signal.addEventListener('abort', () => {
          last.hungUp = at < sent.length
          try {
            controller.error(signal.reason)
          } catch {
            // already ended
          }
        })
      },
      async pull(controller) {
        if (reply.until && at === (reply.untilAt ?? Math.max(0, sent.length - 1))) await reply.until
        const chunk = sent[at++]
        if (signal.aborted) return
        if (chunk === undefined) controller.close()
        else controller.enqueue(encoder.encode(chunk))
      },
      cancel() {
        last.hungUp = at < sent.length
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
}
