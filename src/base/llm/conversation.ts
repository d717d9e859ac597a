import type { RawCall } from './call-assembler'
import type { Capabilities } from './capabilities'
import { readCalls, readJson } from './checked-values'
import { LlmError } from './llm-error'
import { hasImages, type ModelMessage, type ToolCall } from './messages'
import { type ModelReply, ReplyReader } from './reply-reader'
import { type RequestContent, type RequestForm, requestBody } from './request-body'
import { cancelled, FormRefused, type ModelServer, type ServerConnection } from './server-connection'
import { noVision, type RefusedForm } from './server-errors'
import { serverHost } from './settings'

interface ConversationDeps {
  connection: ServerConnection
  capabilities: Capabilities
  server: ModelServer
  /** Called before each request; throws LlmError when a limit is reached. */
  admit: () => void
  signal?: AbortSignal | undefined
  show?: (text: string) => void
}

export interface CheckedReply extends ModelReply {
  toolCalls: ToolCall[]
  value?: unknown
}

/** Sends one request in the forms that the server accepts until a reply is usable. */
export class Conversation {
  constructor(private readonly deps: ConversationDeps) {}

  /** Throws LlmError. */
  async run(content: RequestContent, stream: boolean): Promise<CheckedReply> {
    const first = await this.ask(content, stream)
    const checked = check(first, content)
    if ('ok' in checked) return checked.ok
    // Some servers break tool calls only in streams.
    const again = isBrokenCall(first, checked.problem) ? content : corrected(content, first, checked.problem)
    const second = check(await this.ask(again, false), content)
    if ('ok' in second) return second.ok
    const { model } = this.deps.server
    throw new LlmError(
      'wrong_reply',
      content.json
        ? `${model} did not send the required JSON, twice. Try again, or choose a larger model.`
        : `${model} made a tool call that cannot be used, twice. Try again, or choose a larger model.`,
    )
  }

  private async ask(content: RequestContent, stream: boolean): Promise<ModelReply> {
    const { capabilities, server } = this.deps
    const images = hasImages(content.messages)
    if (images && capabilities.supports(server).vision === false) throw noVision(server)
    // Each form is refused at most once, since it is not sent again.
    for (;;) {
      const form = capabilities.formFor(server, stream)
      try {
        const reply = await this.send(content, form)
        if (images) capabilities.worked(server, 'vision')
        if (reply.nativeCalls) capabilities.worked(server, 'tools')
        return reply
      } catch (error) {
        if (!(error instanceof FormRefused)) throw error
        // With a model whose tools have worked, the refusal concerns something else.
        if (error.form === 'tools' && capabilities.supports(server).tools === true) throw error.failure
        capabilities.refused(server, error.form)
        if (error.form === 'vision') throw noVision(server)
      }
    }
  }

  private async send(content: RequestContent, form: RequestForm): Promise<ModelReply> {
    const { connection, server, signal, admit } = this.deps
    if (signal?.aborted) throw cancelled()
    admit()
    const body = requestBody(server.model, content, form)
    const forms = formsIn(body, content.messages)
    const reply = await connection.send(server, { path: 'chat/completions', body, forms, signal })
    const named = { host: serverHost(server.baseUrl), model: server.model, key: server.key }
    const reader = new ReplyReader(named, {
      tools: content.tools,
      timeoutMs: server.timeoutMs,
      // A repeated reply is not shown twice.
      show: (text) => form.stream && this.deps.show?.(text),
    })
    return reader.read(reply)
  }
}

function formsIn(body: Record<string, unknown>, messages: readonly ModelMessage[]): Set<RefusedForm> {
  const forms = new Set<RefusedForm>()
  if ('stream_options' in body) forms.add('stream_options')
  if ('tools' in body) forms.add('tools')
  if ('temperature' in body) forms.add('temperature')
  if ('max_tokens' in body) forms.add('max_tokens')
  if ('response_format' in body) forms.add('json_format')
  if (hasImages(messages)) forms.add('vision')
  return forms
}

function check(reply: ModelReply, { tools, json }: RequestContent): { ok: CheckedReply } | { problem: string } {
  if (reply.finish === 'tool_calls' && reply.calls.length === 0) return { problem: NO_CALL }
  const calls = readCalls(reply.calls, tools)
  if ('problem' in calls) return calls
  if (!json || calls.ok.length > 0) return { ok: { ...reply, toolCalls: calls.ok } }
  const value = readJson(reply.text, json)
  return 'problem' in value ? value : { ok: { ...reply, toolCalls: [], value: value.ok } }
}

const NO_CALL = 'The reply announced a tool call and held none.'

const isBrokenCall = (reply: ModelReply, problem: string) =>
  problem === NO_CALL || reply.calls.some(({ arguments: text }) => text !== '' && !isJson(text))

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The request with the unusable reply and its problem appended. */
function corrected(content: RequestContent, reply: ModelReply, problem: string): RequestContent {
  const said = reply.text || reply.calls.map(lineOf).join('\n')
  const more: ModelMessage[] = [
    { role: 'assistant', content: said.slice(0, 4000) },
    { role: 'user', content: `That cannot be used. ${problem} Send a corrected reply.` },
  ]
  return { ...content, messages: [...content.messages, ...more] }
}

const lineOf = ({ name, arguments: text }: RawCall) => `${name} ${text}`
