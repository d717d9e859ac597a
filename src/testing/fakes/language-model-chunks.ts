import type { ScriptedReply } from './language-model'

/** The known ways in which servers write tool calls into a stream. */
export type CallShape =
  | 'usual'
  | 'whole'
  | 'no index'
  | 'index always 0'
  | 'no id'
  | 'no id on the first piece'
  | 'empty id'
  | 'empty name later'
  | 'name repeated'
  | 'arguments as an object'
  | 'empty arguments'
  | 'tool request text'
  | 'json line'
  | 'inside think'
  | 'left out'

export type UsageShape =
  | 'usual'
  | 'missing'
  | 'choices null'
  | 'choices missing'
  | 'with the end'
  | 'null'
  | { prompt: number }

const USAGE = { prompt_tokens: 40, completion_tokens: 9, total_tokens: 49 }

type Json = Record<string, unknown>

/** The lines of a stream. */
export function chunksOf(reply: ScriptedReply, model: string): string[] {
  const step = reply.step ?? 7
  const pieces = (text: string) => text.match(new RegExp(`[\\s\\S]{1,${step}}`, 'gu')) ?? []
  const deltas: Json[] = [
    ...pieces(reply.reasoning ?? '').map((reasoning_content) => ({ reasoning_content })),
    ...pieces(fullText(reply)).map((content) => ({ content })),
    ...callDeltas(reply, pieces),
  ]
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model }
  const usage = usageOf(reply)
  const lines: Json[] = [
    { ...base, choices: [{ index: 0, delta: { role: 'assistant', content: null }, finish_reason: null }] },
    ...deltas.map((delta) => ({ ...base, choices: [{ index: 0, delta, finish_reason: null }] })),
  ]
  const finish_reason = finishOf(reply)
  const end: Json = { ...base, choices: [{ index: 0, delta: {}, finish_reason }] }
  if (finish_reason !== null) lines.push(reply.usage === 'with the end' ? { ...end, usage: USAGE } : end)
  if (reply.usage === 'choices null') lines.push({ ...base, choices: null, usage })
  else if (reply.usage === 'choices missing') lines.push({ ...base, usage })
  else if (reply.usage === 'null') lines.push({ ...base, choices: [], usage: null })
  else if (reply.usage !== 'missing' && reply.usage !== 'with the end') lines.push({ ...base, choices: [], usage })
  return [': ping\n\n', ...lines.map((line) => `data: ${JSON.stringify(line)}\n\n`), 'data: [DONE]\n\n']
}

/** The reply to a request without a stream. */
export function wholeReply(reply: ScriptedReply, model: string): Json {
  const shape = reply.shape ?? 'usual'
  const calls = isNative(shape) ? (reply.calls ?? []) : []
  const tool_calls = calls.map(({ name, arguments: values, id }, at) => ({
    ...(shape === 'no id' ? {} : { id: shape === 'empty id' ? '' : (id ?? `call_fake_${at}`) }),
    type: 'function',
    function: { name, arguments: shape === 'arguments as an object' ? values : textOf(values, shape) },
  }))
  const message = {
    role: 'assistant',
    content: fullText(reply) || null,
    ...(reply.reasoning === undefined ? {} : { reasoning_content: reply.reasoning }),
    ...(tool_calls.length > 0 ? { tool_calls } : {}),
  }
  const usage = reply.usage === 'missing' || reply.usage === 'null' ? {} : { usage: usageOf(reply) }
  const choices = [{ index: 0, message, finish_reason: finishOf(reply) }]
  return { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices, ...usage }
}

const isNative = (shape: CallShape) => !['tool request text', 'json line', 'inside think', 'left out'].includes(shape)

/** The text, with the calls that the shape writes into it. */
function fullText({ text = '', calls = [], shape = 'usual' }: ScriptedReply): string {
  if (calls.length === 0) return text
  const written = calls.map(({ name, arguments: values }) => {
    if (shape === 'tool request text')
      return `[TOOL_REQUEST]${JSON.stringify({ name, arguments: values })}[END_TOOL_REQUEST]`
    if (shape === 'json line') return JSON.stringify({ pattern_id: name, parameters: values })
    return `[TOOL_REQUEST]${JSON.stringify({ name, arguments: values })}[END_TOOL_REQUEST]`
  })
  if (shape === 'inside think') return `<think>${written.join('\n')}</think>${text}`
  return isNative(shape) || shape === 'left out' ? text : `${written.join('\n')}${text === '' ? '' : `\n${text}`}`
}

function callDeltas({ calls = [], shape = 'usual' }: ScriptedReply, pieces: (text: string) => string[]): Json[] {
  if (!isNative(shape)) return []
  return calls.flatMap(({ name, arguments: values, id = '' }, at) => {
    const own = id || `call_fake_${at}`
    const index = shape === 'no index' ? {} : { index: shape === 'index always 0' ? 0 : at }
    const delta = (call: Json) => ({ tool_calls: [{ ...index, ...call }] })
    const text = textOf(values, shape)
    const first = { type: 'function', function: { name, arguments: '' } }
    switch (shape) {
      case 'whole':
        return [delta({ id: own, type: 'function', function: { name, arguments: text } })]
      case 'arguments as an object':
        return [delta({ id: own, type: 'function', function: { name, arguments: values } })]
      case 'no id':
        return [delta({ type: 'function', function: { name, arguments: text } })]
      case 'empty id':
        return [
          delta({ id: '', ...first }),
          ...pieces(text).map((part) => delta({ id: '', function: { arguments: part } })),
        ]
      case 'no id on the first piece':
        return [delta(first), ...pieces(text).map((part) => delta({ id: own, function: { arguments: part } }))]
      case 'empty name later':
        return [
          delta({ id: own, ...first }),
          ...pieces(text).map((part) => delta({ id: '', function: { name: '', arguments: part } })),
        ]
      case 'name repeated':
        return [
          delta({ id: own, ...first }),
          ...pieces(text).map((part) => delta({ id: own, function: { name, arguments: part } })),
        ]
      default:
        return [delta({ id: own, ...first }), ...pieces(text).map((part) => delta({ function: { arguments: part } }))]
    }
  })
}

const textOf = (values: unknown, shape: CallShape) =>
  shape === 'empty arguments' ? '' : typeof values === 'string' ? values : JSON.stringify(values)

function finishOf({ finish, calls = [], shape = 'usual' }: ScriptedReply): string | null {
  if (finish !== undefined) return finish
  return calls.length > 0 && (isNative(shape) || shape === 'left out') ? 'tool_calls' : 'stop'
}

function usageOf({ usage }: ScriptedReply): Json {
  if (typeof usage !== 'object') return USAGE
  return { prompt_tokens: usage.prompt, completion_tokens: 9, total_tokens: usage.prompt + 9 }
}
