import type { Finish } from './messages'

/** A piece of a tool call as sent by a server: any field may be missing or empty. */
export interface CallPiece {
  index?: number
  id: string
  name: string
  arguments: string
}

/** A chunk of a stream, or a whole reply. */
export interface ReplyPart {
  text: string
  /** The model's thinking, where the server sends it separately. */
  reasoning: string
  calls: CallPiece[]
  finish?: Finish
  usage?: { promptTokens: number; completionTokens: number }
  /** The text of an error that the server sent instead of a reply. */
  error?: { message: string; status?: number }
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Undefined when the value is not an object of the API's form. */
export function readReplyPart(json: unknown): ReplyPart | undefined {
  const error = errorIn(json)
  if (error) return { text: '', reasoning: '', calls: [], error }
  if (!isObject(json)) return undefined
  // The chunk with the usage has null or an empty list for choices, or none.
  const choice = Array.isArray(json.choices) && isObject(json.choices[0]) ? json.choices[0] : undefined
  const usage = usageIn(json.usage)
  if (!choice && !usage && !('choices' in json) && json.object !== 'chat.completion.chunk') return undefined
  const delta = isObject(choice?.delta) ? choice.delta : isObject(choice?.message) ? choice.message : {}
  const finish = finishIn(choice?.finish_reason)
  return {
    text: contentIn(delta.content),
    reasoning: textIn(delta.reasoning_content) || textIn(delta.reasoning),
    calls: callsIn(delta),
    ...(finish ? { finish } : {}),
    ...(usage ? { usage } : {}),
  }
}

/** The message in `{error: "…"}`, `{error: {message}}`, `{message}` or `{detail}` of a failed request. */
export function errorIn(json: unknown): ReplyPart['error'] {
  // Some servers wrap the object in a list.
  if (Array.isArray(json)) return json.length === 1 ? errorIn(json[0]) : undefined
  if (!isObject(json)) return undefined
  const { error } = json
  if (isObject(error)) {
    const status = Number(error.code ?? error.status)
    const message = textIn(error.message) || textIn(error.type) || 'no reason'
    return { message, ...(Number.isInteger(status) && status >= 400 ? { status } : {}) }
  }
  if (typeof error === 'string' && error !== '') return { message: error }
  if ('choices' in json) return undefined
  const message = textIn(json.message) || textIn(json.detail)
  return message === '' ? undefined : { message }
}

/** Some servers send a list of parts instead of the text. */
function contentIn(content: unknown): string {
  if (!Array.isArray(content)) return textIn(content)
  return content.map((part) => (isObject(part) ? textIn(part.text) : textIn(part))).join('')
}

function callsIn(delta: Json): CallPiece[] {
  const calls = Array.isArray(delta.tool_calls) ? delta.tool_calls.filter(isObject) : []
  const pieces = calls.map(({ index, id, function: of }) => {
    const called = isObject(of) ? of : {}
    return {
      ...(Number.isInteger(index) ? { index: index as number } : {}),
      id: typeof id === 'number' ? String(id) : textIn(id),
      name: textIn(called.name),
      arguments: isObject(called.arguments) ? JSON.stringify(called.arguments) : textIn(called.arguments),
    }
  })
  if (pieces.length > 0 || !isObject(delta.function_call)) return pieces
  const { name, arguments: values } = delta.function_call
  return [{ index: 0, id: '', name: textIn(name), arguments: textIn(values) }]
}

function finishIn(reason: unknown): Finish | undefined {
  if (typeof reason !== 'string' || reason === '') return undefined
  if (reason === 'tool_calls' || reason === 'function_call') return 'tool_calls'
  return reason === 'length' || reason === 'content_filter' ? reason : 'stop'
}

function usageIn(usage: unknown): ReplyPart['usage'] {
  if (!isObject(usage)) return undefined
  const [promptTokens, completionTokens] = [usage.prompt_tokens, usage.completion_tokens].map((count) =>
    typeof count === 'number' && count >= 0 ? Math.round(count) : 0,
  ) as [number, number]
  // A server that reads the prompt from its cache may report 0 tokens.
  return promptTokens > 0 ? { promptTokens, completionTokens } : undefined
}
