import { describe, expect, test } from 'bun:test'
import { LlmError } from '../../../base/llm/llm-error'
import type { ToolCall } from '../../../base/llm/messages'
import type { Completion, CompletionRequest } from '../../../base/llm/service'
import { fakeClock } from '../../../testing/fakes/clock'
import type { Toolbox } from '../actions/toolbox'
import { TurnRunner } from './turn-runner'

type Reply = Partial<Omit<Completion, 'toolCalls'>> & { calls?: number }
type Step = Reply | ((request: CompletionRequest) => Promise<Reply> | Reply)

const callsOf = (count: number): ToolCall[] =>
  Array.from({ length: count }, (_, at) => ({ id: `c${at}`, name: 'gaps', arguments: {} }))

/** A turn with scripted replies of the model; every query returns `content`. */
function turnOf(steps: Step[], { content = '[]', signal = new AbortController().signal } = {}) {
  const clock = fakeClock()
  const requests: CompletionRequest[] = []
  const shown = { text: '', queries: 0 }
  const stream = async (request: CompletionRequest, on: { text(chunk: string): void }): Promise<Completion> => {
    requests.push({ ...request, messages: [...request.messages] })
    const step = steps.shift() ?? {}
    const { calls = 0, text = '', ...more } = typeof step === 'function' ? await step(request) : step
    on.text(text)
    const usage = { promptTokens: 10, completionTokens: 1, estimated: false }
    return { text, toolCalls: callsOf(calls), finish: 'stop', usage, contextCut: false, ...more }
  }
  const toolbox = {
    definitions: () => [{ name: 'gaps' }],
    async call() {
      shown.queries++
      return { content, results: { pattern_id: 'gaps', data: [] } }
    },
  } as unknown as Toolbox
  const runner = new TurnRunner({ languageModel: { stream }, toolbox, clock })
  const run = () =>
    runner.run(
      { messages: [{ role: 'user', content: 'Gaps?' }], context: {}, signal },
      { text: (chunk) => (shown.text += chunk), results() {}, action() {} },
    )
  return { run, clock, requests, shown, mayQuery: () => requests.map(({ tools = [] }) => tools.length > 0) }
}

describe('a turn must answer', () => {
  test.each<[what: string, first: Reply, content: string, mayQuery: boolean[]]>([
    ['after its queries returned 60 KB', { calls: 1 }, 'x'.repeat(60_000), [true, false]],
    ['not while they returned less', { calls: 1 }, 'x'.repeat(59_999), [true, true]],
    ['after it used 40,000 tokens', { calls: 1, usage: tokens(39_000, 1000) }, '[]', [true, false]],
    ['not while it used fewer', { calls: 1, usage: tokens(39_000, 999) }, '[]', [true, true]],
    ['after it ran eight queries', { calls: 8 }, '[]', [true, false]],
    ['not before the eighth', { calls: 7 }, '[]', [true, true]],
  ])('%s', async (_what, first, content, mayQuery) => {
    const turn = turnOf([first, { text: 'Here.' }], { content })
    await turn.run()
    expect(turn.mayQuery()).toEqual(mayQuery)
    expect(turn.requests[1]!.messages.at(-1)!.role).toBe(mayQuery[1] ? 'tool' : 'user')
    expect(turn.shown.text).toBe('Here.')
  })

  test('with the remaining queries of its last reply unanswered', async () => {
    const turn = turnOf([{ calls: 3 }, { text: 'Here.' }], { content: 'x'.repeat(60_001) })
    await turn.run()
    expect(turn.shown.queries).toBe(1)
    const results = turn.requests[1]!.messages.filter(({ role }) => role === 'tool')
    expect(results.map(({ content }) => String(content).includes('No further query'))).toEqual([false, true, true])
  })

  test('even when it calls a tool anyway', async () => {
    const turn = turnOf([{ calls: 8 }, { calls: 1, text: 'Here.' }])
    await turn.run()
    expect([turn.shown.text, turn.requests.length]).toEqual(['Here.', 2])
  })
})

function tokens(promptTokens: number, completionTokens: number) {
  return { promptTokens, completionTokens, estimated: false }
}

describe('a note below the answer', () => {
  test.each<[what: string, replies: Reply[], note: string]>([
    ['reports queries that were left out', [{ calls: 9 }, { text: 'Here.' }], 'Some queries were left out'],
    [
      'reports a cut context, also of an earlier reply',
      [{ calls: 1, contextCut: true }, { text: 'Here.' }],
      'read only the end',
    ],
    ['reports an answer that is too long', [{ text: 'Here.', finish: 'length' }], 'reached its length limit'],
  ])('%s', async (_what, replies, note) => {
    const turn = turnOf(replies)
    await turn.run()
    expect(turn.shown.text).toStartWith('Here.\n\n')
    expect(turn.shown.text).toContain(note)
  })

  test('is missing after eight queries', async () => {
    const turn = turnOf([{ calls: 8 }, { text: 'Here.' }])
    await turn.run()
    expect(turn.shown.text).toBe('Here.')
  })
})

test('texts of several replies are paragraphs, without empty ones', async () => {
  const turn = turnOf([{ calls: 1, text: 'I look.' }, { calls: 1 }, { text: 'Here.' }])
  await turn.run()
  expect(turn.shown.text).toBe('I look.\n\nHere.')
})

test('an answer without text is none', async () => {
  await expect(turnOf([{ calls: 1 }, {}]).run()).rejects.toMatchObject({ code: 'wrong_reply' })
})

const overloaded = ({ signal }: CompletionRequest): Promise<Reply> =>
  new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new LlmError('cancelled', 'Stopped.'))))

test('a turn without text after three minutes fails, and says that the server may be overloaded', async () => {
  const turn = turnOf([overloaded])
  const failure = turn.run().catch((error: unknown) => error)
  await turn.clock.advance('179 s')
  expect(await Promise.race([failure, Promise.resolve('runs')])).toBe('runs')
  await turn.clock.advance('1 s')
  expect(await failure).toMatchObject({ code: 'timeout', sentence: expect.stringContaining('overloaded') })
})

test('a turn with some text after three minutes keeps it, and says so', async () => {
  const turn = turnOf([{ calls: 1, text: 'I look.' }, overloaded])
  const done = turn.run()
  await turn.clock.advance('3 min')
  await done
  expect(turn.shown.text).toBe('I look.\n\nThe answer was stopped after three minutes.')
})

test.each([
  ['failure of the server', () => new LlmError('unreachable', 'It is gone.')],
  ['fault of our own', () => new TypeError('oops')],
])('a %s before that does not count as slowness', async (_what, make) => {
  const failure = make()
  const turn = turnOf([() => Promise.reject(failure)])
  await expect(turn.run()).rejects.toBe(failure)
})

test('a fault of our own after three minutes does not count as slowness either', async () => {
  const oops = new TypeError('oops')
  const late = ({ signal }: CompletionRequest): Promise<Reply> =>
    new Promise((_, reject) => signal!.addEventListener('abort', () => reject(oops)))
  const turn = turnOf([late])
  const failure = turn.run().catch((error: unknown) => error)
  await turn.clock.advance('3 min')
  expect(await failure).toBe(oops)
})

test('a client that disconnects ends the turn as cancelled, and gets no result of a query', async () => {
  const leaving = new AbortController()
  const turn = turnOf(
    [
      () => {
        leaving.abort()
        return { calls: 1 }
      },
    ],
    { signal: leaving.signal },
  )
  await expect(turn.run()).rejects.toMatchObject({ code: 'cancelled' })
  expect(turn.requests).toHaveLength(1)
})

test('no timer remains', async () => {
  const turn = turnOf([{ text: 'Here.' }])
  await turn.run()
  expect(turn.clock.isAwaited('1 d')).toBe(false)
})
