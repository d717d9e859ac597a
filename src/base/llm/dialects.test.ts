import { describe, expect, test } from 'bun:test'
import type { ScriptedReply } from '../../testing/fakes/language-model'
import { chunksOf, wholeReply } from '../../testing/fakes/language-model-chunks'
import { type ModelReply, ReplyReader } from './reply-reader'
import type { ServerReply } from './server-connection'

const SERVER = { host: 'models.test', model: 'tiny-model', key: '' }
const TOOLS = [{ name: 'series_with_gaps' }, { name: 'search_series' }]

type Expected = Partial<ModelReply>

const GAPS = { name: 'series_with_gaps', arguments: { limit: 3 } }
const SEARCH = { name: 'search_series', arguments: { name: 'Café 漫画 "x"' } }
const call = (id: string, of: { name: string; arguments: unknown }) => ({
  id,
  name: of.name,
  arguments: JSON.stringify(of.arguments),
})
const BOTH = [call('call_fake_0', GAPS), call('call_fake_1', SEARCH)]
const NUMBERED = [call('call_1', GAPS), call('call_2', SEARCH)]
const USAGE = { promptTokens: 40, completionTokens: 9 }

/** Behaviour of servers, one row for each known variant. */
const ROWS: [server: string, does: string, reply: ScriptedReply, expected: Expected][] = [
  ['any', 'writes calls as documented', { calls: [GAPS, SEARCH] }, { calls: BOTH, finish: 'tool_calls' }],
  ['any', 'writes text', { text: 'Größe: 3 漫画 🦇.' }, { text: 'Größe: 3 漫画 🦇.', finish: 'stop', usage: USAGE }],
  ['Ollama', 'leaves the index out', { calls: [GAPS, SEARCH], shape: 'no index' }, { calls: BOTH }],
  ['Ollama', 'numbers all parallel calls 0', { calls: [GAPS, SEARCH], shape: 'index always 0' }, { calls: BOTH }],
  [
    'Ollama',
    'numbers two calls of one tool 0',
    { calls: [SEARCH, { name: 'search_series', arguments: { name: 'Saga' } }], shape: 'index always 0' },
    {
      calls: [call('call_fake_0', SEARCH), call('call_fake_1', { name: 'search_series', arguments: { name: 'Saga' } })],
    },
  ],
  ['Ollama', 'sends each call whole', { calls: [GAPS, SEARCH], shape: 'whole' }, { calls: BOTH }],
  ['Ollama', 'sends the id late', { calls: [GAPS, SEARCH], shape: 'no id on the first piece' }, { calls: BOTH }],
  ['Ollama', 'sends no id at all', { calls: [GAPS, SEARCH], shape: 'no id' }, { calls: NUMBERED }],
  [
    'Ollama',
    'sends arguments as an object',
    { calls: [GAPS, SEARCH], shape: 'arguments as an object' },
    { calls: BOTH },
  ],
  [
    'llama.cpp',
    'thinks in reasoning_content',
    { reasoning: 'Let me call {"name":"search_series","arguments":{}}', text: 'Three.' },
    { text: 'Three.', calls: [] },
  ],
  [
    'llama.cpp',
    'writes a call as a line of text',
    { calls: [GAPS], shape: 'json line' },
    { calls: [call('call_1', GAPS)], text: '' },
  ],
  [
    'LM Studio',
    'writes calls as [TOOL_REQUEST] text',
    { text: '', calls: [GAPS, SEARCH], shape: 'tool request text' },
    { calls: NUMBERED, text: '', finish: 'tool_calls' },
  ],
  ['LM Studio', 'sends an empty name later', { calls: [GAPS, SEARCH], shape: 'empty name later' }, { calls: BOTH }],
  ['LM Studio', 'sends empty ids', { calls: [GAPS, SEARCH], shape: 'empty id' }, { calls: NUMBERED }],
  ['LM Studio', 'repeats the name with each piece', { calls: [GAPS, SEARCH], shape: 'name repeated' }, { calls: BOTH }],
  [
    'LM Studio',
    'announces a call and leaves it out',
    { calls: [GAPS], shape: 'left out' },
    { calls: [], finish: 'tool_calls' },
  ],
  ['LM Studio', 'leaks the end of a marker', { text: 'Three.[END_TOOL_REQUEST]' }, { text: 'Three.', calls: [] }],
  ['Gemini', 'sends calls without an index', { calls: [GAPS], shape: 'no index' }, { calls: [BOTH[0]!] }],
  [
    'several',
    'send "" for no arguments',
    { calls: [{ name: 'series_with_gaps', arguments: {} }], shape: 'empty arguments' },
    { calls: [{ id: 'call_fake_0', name: 'series_with_gaps', arguments: '' }] },
  ],
  [
    'any',
    'writes a call inside <think>',
    { calls: [GAPS], shape: 'inside think', text: 'Three.' },
    { calls: [], text: 'Three.' },
  ],
  [
    'any',
    'writes the call of an unknown tool as text',
    { calls: [{ name: 'delete_series', arguments: {} }], shape: 'json line' },
    { calls: [], text: '{"pattern_id":"delete_series","parameters":{}}', finish: 'stop' },
  ],
  [
    'any',
    'writes the marker of an unknown tool',
    { calls: [{ name: 'delete_series', arguments: {} }], shape: 'tool request text' },
    { calls: [], text: '[TOOL_REQUEST]{"name":"delete_series","arguments":{}}[END_TOOL_REQUEST]' },
  ],
  [
    'vLLM',
    'sends usage with choices null',
    { text: 'Three.', usage: 'choices null' },
    { usage: USAGE, text: 'Three.' },
  ],
  ['vLLM', 'sends usage without choices', { text: 'Three.', usage: 'choices missing' }, { usage: USAGE }],
  ['several', 'send usage with the last piece', { text: 'Three.', usage: 'with the end' }, { usage: USAGE }],
  ['several', 'send no usage', { text: 'Three.', usage: 'missing' }, { usage: undefined }],
  ['several', 'send usage null', { text: 'Three.', usage: 'null' }, { usage: undefined }],
  ['several', 'end for want of tokens', { text: 'Thr', finish: 'length' }, { finish: 'length', text: 'Thr' }],
  ['several', 'withhold the rest', { text: 'Thr', finish: 'content_filter' }, { finish: 'content_filter' }],
  ['several', 'invent an end', { text: 'Three.', finish: 'eos' }, { finish: 'stop' }],
  ['several', 'name no end', { text: 'Three.', finish: null }, { finish: 'stop' }],
]

const encoder = new TextEncoder()

function replyOf(pieces: Uint8Array[], contentType: string): ServerReply {
  return {
    contentType,
    async *pieces() {
      yield* pieces
    },
  }
}

async function read(pieces: Uint8Array[], contentType = 'text/event-stream'): Promise<ModelReply & { shown: string }> {
  let shown = ''
  const show = (text: string) => {
    shown += text
  }
  const reply = await new ReplyReader(SERVER, { tools: TOOLS, timeoutMs: 1000, show }).read(
    replyOf(pieces, contentType),
  )
  return { ...reply, shown }
}

describe.each(ROWS)('%s %s', (_server, _does, reply, expected) => {
  const stream = encoder.encode(chunksOf(reply, 'tiny-model').join(''))

  test('and is understood, wherever the pieces of the stream end', async () => {
    for (let cut = 0; cut <= stream.length; cut++) {
      const found = await read([stream.subarray(0, cut), stream.subarray(cut)])
      expect(found, `cut at byte ${cut}`).toMatchObject(expected)
      if (expected.text !== undefined) expect(found.shown.trim(), `cut at byte ${cut}`).toBe(expected.text)
    }
  })

  test('and is understood one byte at a time', async () => {
    const bytes = [...stream].map((byte) => Uint8Array.of(byte))
    expect(await read(bytes)).toMatchObject(expected)
  })

  test('and is understood one character in a chunk', async () => {
    const small = encoder.encode(chunksOf({ ...reply, step: 1 }, 'tiny-model').join(''))
    expect(await read([small])).toMatchObject(expected)
  })

  test('and is understood without a stream', async () => {
    const whole = encoder.encode(JSON.stringify(wholeReply(reply, 'tiny-model')))
    // Ids are missing or kept there, as the server sends them.
    const { calls, ...rest } = expected
    const found = await read([whole], 'application/json')
    expect(found).toMatchObject(rest)
    if (calls)
      expect(found.calls.map(({ name, arguments: text }) => [name, text])).toEqual(
        calls.map((each) => [each.name, each.arguments]),
      )
  })
})

describe('the form of a stream', () => {
  const lines = (text: string) => read([encoder.encode(text)])
  const piece = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`
  const END = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}'

  test.each([
    ['LF', `${piece('Yes')}\n\n${END}\n\ndata: [DONE]\n\n`],
    ['CR LF', `${piece('Yes')}\r\n\r\n${END}\r\n\r\ndata: [DONE]\r\n\r\n`],
    ['no empty lines', `${piece('Yes')}\n${END}\ndata: [DONE]\n`],
    ['no space after the colon', `${piece('Yes').replace('data: ', 'data:')}\n\n${END}\n\n`],
    ['comments and other fields', `: ping\n\nevent: message\nid: 4\n${piece('Yes')}\n\nretry: 3\n\n${END}\n\n`],
    ['no data: at all', `${piece('Yes').slice(6)}\n${END.slice(6)}\n`],
    ['nothing after the last line', `${piece('Yes')}\n\n${END}`],
    ['a value over two lines', `data: {"choices":[{"delta":\ndata: {"content":"Yes"}}]}\n\n${END}\n\n`],
    ['progress in between', `data: {"prompt_progress":{"total":9}}\n\n${piece('Yes')}\n\n${END}\n\n`],
    ['[DONE] and no end', `${piece('Yes')}\n\ndata: [DONE]\n\n`],
    ['more after [DONE]', `${piece('Yes')}\n\ndata: [DONE]\n\ndata: {broken\n\n`],
    [
      'whole messages in place of deltas',
      'data: {"choices":[{"message":{"content":"Yes"},"finish_reason":"stop"}]}\n\n',
    ],
    [
      'text in parts',
      'data: {"choices":[{"delta":{"content":[{"type":"text","text":"Yes"}]},"finish_reason":"stop"}]}\n\n',
    ],
  ])('may be %s', async (_form, text) => {
    expect((await lines(text)).text).toBe('Yes')
  })

  test('a stream under another type is understood', async () => {
    const text = `: ping\n\n${piece('Yes')}\n\n${END}\n\n`
    expect((await read([encoder.encode(text)], 'application/json')).text).toBe('Yes')
  })

  test.each([
    ['ends in the middle', `${piece('Half')}\n\n`, 'broken_stream'],
    ['ends in the middle of a value', `${piece('Half')}\n\n${piece('x').slice(0, 20)}`, 'broken_stream'],
    ['has a value that is not JSON', `data: {"choices\n\n${END}\n\n`, 'broken_stream'],
    ['is empty', '', 'broken_stream'],
    ['has only its end', `${END}\n\n`, 'wrong_reply'],
    ['has an error', `${piece('Half')}\n\ndata: {"error":{"message":"out of memory","code":500}}\n\n`, 'unavailable'],
    ['has an error as text', 'data: {"error":"model not found"}\n\n', 'no_model'],
    [
      'has an error line of the older form',
      'error: {"code":400,"message":"context size exceeded"}\n\n',
      'context_full',
    ],
  ])('that %s fails', async (_how, text, code) => {
    await expect(lines(text)).rejects.toMatchObject({ name: 'LlmError', code })
  })

  test('text that was shown before a fault stays shown', async () => {
    const pieces: string[] = []
    const reader = new ReplyReader(SERVER, { tools: [], timeoutMs: 1000, show: (text) => pieces.push(text) })
    await expect(reader.read(replyOf([encoder.encode(`${piece('Half')}\n\n`)], 'text/event-stream'))).rejects.toThrow(
      'in the middle',
    )
    expect(pieces.join('')).toBe('Half')
  })

  test.each([
    [
      'too many calls',
      Array.from({ length: 17 }, (_, at) => ({
        index: at,
        id: `c${at}`,
        function: { name: 'search_series', arguments: '{}' },
      })),
    ],
    [
      'too large arguments',
      [{ index: 0, id: 'c', function: { name: 'search_series', arguments: 'x'.repeat(65 * 1024) } }],
    ],
  ])('%s are refused', async (_what, tool_calls) => {
    const text = `data: ${JSON.stringify({ choices: [{ delta: { tool_calls } }] })}\n\n${END}\n\n`
    await expect(lines(text)).rejects.toMatchObject({ code: 'wrong_reply' })
  })
})
