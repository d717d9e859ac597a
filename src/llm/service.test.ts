import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Type } from 'typebox'
import { type TestApp, testApp } from '../testing/app'
import { type FakeLanguageModel, fakeLanguageModel } from '../testing/fakes/language-model'
import { LanguageModel } from './service'

let app: TestApp
let fake: FakeLanguageModel
let model: LanguageModel

beforeEach(async () => {
  fake = fakeLanguageModel()
  app = await testApp({ ports: fake.ports, settings: fake.settings })
  model = new LanguageModel({ ...app.ports, db: app.db, config: app.config })
})
afterEach(() => app.close())

const QUESTION = {
  feature: 'chat',
  description: 'Question',
  messages: [{ role: 'user', content: 'Which series have gaps?' }],
} as const
const TOOLS = [
  {
    name: 'series_with_gaps',
    description: 'Series that miss issues.',
    parameters: Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 100 })) }),
  },
]
const ask = (more: object = {}) => ({ ...QUESTION, messages: [...QUESTION.messages], tools: TOOLS, ...more })

describe('a call', () => {
  test('returns text, and shows it as it comes', async () => {
    fake.reply('Harbor Lights misses three issues.')
    const shown: string[] = []
    const reply = await model.stream(ask(), { text: (chunk) => shown.push(chunk) })
    expect(reply.text).toBe('Harbor Lights misses three issues.')
    expect(shown.join('')).toBe(reply.text)
    expect(shown.length).toBeGreaterThan(2)
    expect(reply.usage).toEqual({ promptTokens: 40, completionTokens: 9, estimated: false })
  })

  test('returns tool calls with checked arguments', async () => {
    fake.reply({ calls: [{ name: 'series_with_gaps', arguments: { limit: 3 } }] })
    const reply = await model.complete(ask())
    expect(reply.toolCalls).toEqual([{ id: 'call_fake_0', name: 'series_with_gaps', arguments: { limit: 3 } }])
    expect(reply.finish).toBe('tool_calls')
  })
})
