import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Type } from 'typebox'
import { LlmError } from '../src/base/llm/llm-error'
import type { ModelMessage } from '../src/base/llm/messages'
import { LanguageModel } from '../src/base/llm/service'
import { lineLog } from '../src/base/platform/log'
import { type TestApp, testApp } from '../src/testing/app'
import { type FakeLanguageModel, fakeLanguageModel, type ScriptedReply } from '../src/testing/fakes/language-model'
import { chance } from './mangled-names'
import type { Soak } from './soak'

const SEED = 18
const MB = 1024 * 1024
/** The most memory that the second half of the turns may add. */
const MOST_GROWTH = 20 * MB
/** With fewer turns, memory growth is not checked: the runtime's caches still fill. */
const MEASURED_FROM = 400

const TOOLS = [
  {
    name: 'series_issues',
    description: 'Issues of a series.',
    parameters: Type.Object({ series_name: Type.String(), limit: Type.Optional(Type.Integer({ maximum: 100 })) }),
  },
]
const CALL = { name: 'series_issues', arguments: { series_name: 'Harbor Lights', limit: 50 } }
const ROWS = JSON.stringify(
  Array.from({ length: 100 }, (_, at) => ({ ComicName: 'Harbor Lights', Issue_Number: at, Status: 'Downloaded' })),
)
const ANSWER = 'Harbor Lights 漫画 misses three issues. '.repeat(40)

/** The random outcome of a turn: most are answered. */
const ENDS = ['answered', 'answered', 'answered', 'text call', 'cut off', 'cancelled', 'silent', 'wrong call'] as const

export const soak: Soak = {
  name: 'turns',
  about: 'turns with a model: tools, long replies, cancelled and broken replies; each turn ends, and memory stays flat',
  full: 1000,
  async run(turns, report) {
    const folder = mkdtempSync(join(tmpdir(), 'panelkeep-turns-'))
    const fake = fakeLanguageModel()
    const app = await open(folder, fake)
    const model = new LanguageModel({ ...app.ports, db: app.db, config: app.config })
    const pick = chance(SEED)
    const tally: Record<string, number> = {}
    let before = 0
    try {
      for (let turn = 1; turn <= turns; turn++) {
        const end = pick.from(ENDS)
        const outcome = await runTurn(model, fake, end)
        tally[outcome] = (tally[outcome] ?? 0) + 1
        if (outcome !== EXPECTED[end]) throw new Error(`Turn ${turn} (${end}) ended as ${outcome}.`)
        fake.requests.length = 0
        app.events()
        await app.clock.advance('7 s')
        if (turn === Math.ceil(turns / 2)) before = memory()
      }
      const open = model.calls({ limit: 1, offset: 0 })[0]
      if (open?.latency_ms == null) throw new Error('The last call is still open.')
      const grown = memory() - before
      report(
        `${turns} turns: ${Object.entries(tally)
          .map(([how, count]) => `${count} ${how}`)
          .join(', ')}`,
      )
      report(`${Math.round(memory() / MB)} MB, ${Math.round(grown / MB)} MB more than at half time`)
      if (turns >= MEASURED_FROM && grown > MOST_GROWTH) throw new Error(`Memory grew by ${Math.round(grown / MB)} MB.`)
    } finally {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const EXPECTED: Record<(typeof ENDS)[number], string> = {
  answered: 'answered',
  'text call': 'answered',
  'cut off': 'broken_stream',
  cancelled: 'cancelled',
  silent: 'timeout',
  'wrong call': 'wrong_reply',
}

/** A question, a query, and an answer from its rows. */
async function runTurn(model: LanguageModel, fake: FakeLanguageModel, end: (typeof ENDS)[number]): Promise<string> {
  const cancel = new AbortController()
  fake.reply(...repliesOf(end))
  const messages: ModelMessage[] = [
    { role: 'system', content: 'You answer from the library. '.repeat(50) },
    { role: 'user', content: 'Which issues of Harbor Lights are missing?' },
  ]
  let shown = 0
  try {
    for (let step = 0; step < 3; step++) {
      const call = model.stream(
        { feature: 'chat', description: 'Question', messages, tools: TOOLS, signal: cancel.signal },
        {
          text(chunk) {
            shown += chunk.length
            if (end === 'cancelled' && shown > 100) cancel.abort()
          },
        },
      )
      const { text, toolCalls } = await call
      if (toolCalls.length === 0) return text === ANSWER.trim() ? 'answered' : 'other text'
      messages.push({ role: 'assistant', content: text, toolCalls })
      for (const { id, name } of toolCalls) messages.push({ role: 'tool', toolCallId: id, name, content: ROWS })
    }
    return 'endless'
  } catch (error) {
    if (!(error instanceof LlmError)) throw error
    return error.code
  }
}

function repliesOf(end: (typeof ENDS)[number]): ScriptedReply[] {
  const query: ScriptedReply = { calls: [CALL] }
  switch (end) {
    case 'answered':
      return [query, { text: ANSWER }]
    case 'text call':
      return [{ text: '<think>Hm.</think>', calls: [CALL], shape: 'json line' }, { text: ANSWER }]
    case 'cut off':
      return [query, { text: ANSWER, cutAfter: 30 }]
    case 'cancelled':
      return [query, { text: ANSWER }]
    case 'silent':
      return [{ fault: 'silence' }]
    case 'wrong call': {
      const wrong: ScriptedReply = { calls: [{ name: 'delete_series', arguments: {} }] }
      return [wrong, wrong]
    }
  }
}

function open(folder: string, fake: FakeLanguageModel): Promise<TestApp> {
  const log = lineLog(
    () => '2026-11-21T08:00:00.000Z',
    () => {},
  )
  const settings = { ...fake.settings, ai_rpm_limit: '0', ai_daily_token_limit: '0', ai_circuit_threshold: '100' }
  return testApp({ folder, databasePath: join(folder, 'panelkeep.db'), ports: { ...fake.ports, log }, settings })
}

function memory(): number {
  Bun.gc(true)
  return process.memoryUsage.rss()
}
