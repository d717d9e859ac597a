import { CallAssembler, type RawCall } from './call-assembler'
import { LlmError } from './llm-error'
import type { Finish } from './messages'
import { type ReplyPart, readReplyPart } from './reply-parts'
import { ReplyText } from './reply-text'
import type { ServerReply } from './server-connection'
import { errorOfStatus, type NamedServer } from './server-errors'
import { SseReader } from './sse'

/** A reply as assembled, before tool arguments and JSON are checked. */
export interface ModelReply {
  text: string
  calls: RawCall[]
  /** The calls were fields of the reply, not text. */
  nativeCalls: boolean
  finish: Finish
  usage: ReplyPart['usage']
  /** Everything that the model wrote, thinking included: for an estimate of tokens. */
  written: number
}

/** After its end a stream may still deliver the usage, but only for this long. */
const AFTER_END_MS = 5000

/** Reads one reply, streamed or whole; `show` receives the text for people as it arrives. */
export class ReplyReader {
  private readonly assembler = new CallAssembler()
  private readonly text: ReplyText
  private readonly tools: ReadonlySet<string>
  private finish: Finish | undefined
  private usage: ReplyPart['usage']
  private written = 0
  private isDone = false
  private hasThought = false

  constructor(
    private readonly server: NamedServer,
    private readonly options: { tools: readonly { name: string }[]; timeoutMs: number; show?: (text: string) => void },
  ) {
    this.tools = new Set(options.tools.map(({ name }) => name))
    this.text = new ReplyText(this.tools)
  }

  /** Throws LlmError. */
  async read(reply: ServerReply): Promise<ModelReply> {
    const isStream = /text\/event-stream|ndjson/i.test(reply.contentType)
    await (isStream ? this.readStream(reply) : this.readWhole(reply))
    this.show(this.text.end())
    return this.result()
  }

  private async readStream(reply: ServerReply): Promise<void> {
    const sse = new SseReader()
    const silenceMs = () =>
      this.finish === undefined ? this.options.timeoutMs : Math.min(AFTER_END_MS, this.options.timeoutMs)
    try {
      for await (const piece of reply.pieces({ silenceMs })) {
        for (const value of sse.push(piece)) this.takeValue(value)
        if (this.isDone) return
      }
      for (const value of sse.end()) this.takeValue(value)
    } catch (error) {
      const lateFault = error instanceof LlmError && ['timeout', 'broken_stream'].includes(error.code)
      if (!lateFault || this.finish === undefined) throw error // anything after the end of a reply is not needed
    }
    if (this.isDone || this.finish !== undefined) return
    throw new LlmError('broken_stream', `The reply of ${this.server.host} ended in the middle. Try again.`)
  }

  private async readWhole(reply: ServerReply): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    for await (const piece of reply.pieces()) text += decoder.decode(piece, { stream: true })
    text += decoder.decode()
    // Some servers send a stream under another type.
    if (/^\s*(?::|data:)/.test(text)) {
      const sse = new SseReader()
      for (const value of [...sse.push(new TextEncoder().encode(text)), ...sse.end()]) this.takeValue(value)
      if (this.finish === undefined && !this.isDone)
        throw new LlmError('broken_stream', `The reply of ${this.server.host} ended in the middle. Try again.`)
      return
    }
    const part = readReplyPart(jsonIn(text))
    if (!part) throw this.noApi(text)
    this.take(part, (call) => this.assembler.addWhole(call))
  }

  private takeValue(value: string): void {
    if (this.isDone) return
    if (value.trim() === '[DONE]') {
      this.isDone = true
      return
    }
    const json = jsonIn(value)
    const part = readReplyPart(json)
    if (part) this.take(part, (call) => this.assembler.add(call))
    else if (json === undefined)
      throw new LlmError('broken_stream', `${this.server.host} sent a chunk that is not JSON. Try again.`)
    // Other objects, such as prompt-reading progress, are not part of the reply.
  }

  private take(part: ReplyPart, add: (call: ReplyPart['calls'][number]) => void): void {
    if (part.error) throw errorOfStatus(part.error.status ?? 500, part.error.message, this.server)
    this.hasThought ||= part.reasoning !== ''
    this.written += part.text.length + part.reasoning.length
    for (const call of part.calls) {
      this.written += call.arguments.length
      add(call)
    }
    if (part.text !== '') this.show(this.text.push(part.text))
    this.finish = part.finish ?? this.finish
    this.usage = part.usage ?? this.usage
  }

  private result(): ModelReply {
    const native = this.assembler.calls()
    // The same call in both forms is one call.
    const calls = native.length > 0 ? native : this.text.calls.map((call, at) => ({ ...call, id: `call_${at + 1}` }))
    const text = this.text.visible.trim()
    const finish = calls.length > 0 ? 'tool_calls' : (this.finish ?? 'stop')
    if (finish === 'content_filter' && text === '')
      throw new LlmError('filtered', `${this.server.host} withheld the reply because of its content rules.`)
    if (text === '' && calls.length === 0 && finish !== 'tool_calls') throw this.empty(finish)
    return { text, calls, nativeCalls: native.length > 0, finish, usage: this.usage, written: this.written }
  }

  private empty(finish: Finish): LlmError {
    const { model } = this.server
    if (!this.hasThought && !this.text.hasThought)
      return new LlmError('wrong_reply', `${model} sent an empty reply. Try again, or choose another model.`)
    return new LlmError(
      'wrong_reply',
      finish === 'length'
        ? `${model} used all its tokens for thinking and sent no answer. Turn thinking off on its server, or choose another model.`
        : `${model} sent only its thinking and no answer. Try again, or turn thinking off on its server.`,
    )
  }

  private noApi(text: string): LlmError {
    const { host } = this.server
    return text.trimStart().startsWith('<')
      ? new LlmError('no_api', `${host} answered with a web page. Check the base URL: most end in /v1.`)
      : new LlmError('wrong_reply', `${host} sent a reply that cannot be read. Try again, or check the base URL.`)
  }

  private show(text: string): void {
    if (text !== '') this.options.show?.(text)
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
