import { LlmError } from '../../../base/llm/llm-error'
import type { ModelMessage, ToolCall } from '../../../base/llm/messages'
import type { Completion, LanguageModel } from '../../../base/llm/service'
import type { Clock } from '../../../base/platform/ports'
import type { ProposalContext } from '../actions/action-tool'
import type { ProposedAction } from '../actions/schema'
import type { Toolbox } from '../actions/toolbox'
import type { ToolRow } from '../library/tool'

interface Deps {
  languageModel: Pick<LanguageModel, 'stream'>
  toolbox: Toolbox
  clock: Clock
}

/** Limits of one turn, which the model cannot exceed. */
const MOST = { calls: 8, replies: 5, resultBytes: 60_000, tokens: 40_000, ms: 180_000 }
const REPLY = { temperature: 0.3, maxTokens: 1000 }
const ANSWER_NOW = 'Answer now from the results above. No further tools can be used in this turn.'
const REFUSED = JSON.stringify({ error: 'No further query can be run in this turn. Answer from what you have.' })

const CUT_SHORT = `Some queries were left out: one answer may run ${MOST.calls} of them.`
const CONTEXT_CUT =
  'The model server read only the end of this conversation: its context is too small. Start a new chat, or set a larger context in the model server.'
const TOO_LONG = 'The answer reached its length limit and ends here.'
const TOO_SLOW = 'The answer was stopped after three minutes.'

export interface TurnOutput {
  text(chunk: string): void
  results(patternId: string, rows: ToolRow[]): void
  action(action: ProposedAction): void
}

export interface TurnInput {
  messages: readonly ModelMessage[]
  context: ProposalContext
  signal: AbortSignal
}

/** The amounts that the turn has used so far. */
interface Used {
  calls: number
  replies: number
  resultBytes: number
  tokens: number
}

/**
 * Answers one question: sends it to the model, runs the model's queries and sends the results, until the reply is
 * text.
 */
export class TurnRunner {
  constructor(private readonly deps: Deps) {}

  /** Throws LlmError; the part that was sent before stays in the answer. */
  async run({ messages, context, signal }: TurnInput, output: TurnOutput): Promise<void> {
    const { clock } = this.deps
    const ended = new AbortController()
    const slow = new AbortController()
    void clock.after(MOST.ms, ended.signal).then(() => {
      if (!ended.signal.aborted) slow.abort()
    })
    const text = paragraphs(output)
    const turn = { conversation: [...messages], context, signal: AbortSignal.any([signal, slow.signal]) }
    try {
      await this.converse(turn, { ...output, text: text.write }, text)
    } catch (error) {
      if (!slow.signal.aborted || signal.aborted || !(error instanceof LlmError)) throw error
      if (text.isEmpty()) throw new LlmError('timeout', `${TOO_SLOW} The model server may be overloaded.`)
      text.appendSentence(TOO_SLOW)
    } finally {
      ended.abort()
    }
  }

  private async converse(
    { conversation, context, signal }: { conversation: ModelMessage[]; context: ProposalContext; signal: AbortSignal },
    output: TurnOutput,
    text: Paragraphs,
  ): Promise<void> {
    const used: Used = { calls: 0, replies: 0, resultBytes: 0, tokens: 0 }
    let isCut = false
    for (let mayQuery = true; ; mayQuery = !isSpent(used)) {
      if (!mayQuery) conversation.push({ role: 'user', content: ANSWER_NOW })
      const reply = await this.ask(conversation, mayQuery, signal, text)
      used.replies++
      used.tokens += reply.usage.promptTokens + reply.usage.completionTokens
      isCut ||= reply.contextCut
      if (reply.toolCalls.length === 0 || !mayQuery) {
        if (text.isEmpty())
          throw new LlmError('wrong_reply', 'The model sent an empty reply. Try again, or choose another model.')
        if (reply.finish === 'length') text.appendSentence(TOO_LONG)
        break
      }
      conversation.push({ role: 'assistant', content: reply.text, toolCalls: reply.toolCalls })
      for (const call of reply.toolCalls) {
        const content = await this.result(call, used, { ...context, signal }, output)
        used.resultBytes += Buffer.byteLength(content)
        conversation.push({ role: 'tool', toolCallId: call.id, name: call.name, content })
      }
    }
    if (used.calls > MOST.calls) text.appendSentence(CUT_SHORT)
    if (isCut) text.appendSentence(CONTEXT_CUT)
  }

  private ask(
    messages: readonly ModelMessage[],
    mayQuery: boolean,
    signal: AbortSignal,
    text: Paragraphs,
  ): Promise<Completion> {
    const { languageModel, toolbox } = this.deps
    const tools = mayQuery ? toolbox.definitions() : []
    text.begin()
    const request = { feature: 'chat' as const, description: 'Chat', messages: [...messages], tools, ...REPLY, signal }
    return languageModel.stream(request, { text: text.write })
  }

  /** The result of a call, as the model reads it. */
  private async result(call: ToolCall, used: Used, context: ProposalContext, output: TurnOutput): Promise<string> {
    used.calls++
    if (used.calls > MOST.calls || used.resultBytes > MOST.resultBytes) return REFUSED
    const { content, results, action } = await this.deps.toolbox.call(call, context)
    if (context.signal?.aborted) throw new LlmError('cancelled', 'The answer was stopped.')
    if (results) output.results(results.pattern_id, results.data)
    if (action) output.action(action)
    return content
  }
}

const isSpent = ({ calls, replies, resultBytes, tokens }: Used) =>
  calls >= MOST.calls || replies >= MOST.replies - 1 || resultBytes >= MOST.resultBytes || tokens >= MOST.tokens

type Paragraphs = ReturnType<typeof paragraphs>

/** Joins the texts of several replies with a blank line. */
function paragraphs(output: Pick<TurnOutput, 'text'>) {
  let [isEmpty, isBegun] = [true, false]
  const write = (chunk: string) => {
    if (chunk === '') return
    if (!isEmpty && !isBegun) output.text('\n\n')
    output.text(chunk)
    isEmpty = false
    isBegun = true
  }
  const begin = () => {
    isBegun = false
  }
  return {
    write,
    begin,
    isEmpty: () => isEmpty,
    /** Adds a sentence of Panelkeep below the answer. */
    appendSentence(sentence: string) {
      begin()
      write(sentence)
    },
  }
}
