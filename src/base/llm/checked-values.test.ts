import { expect, test } from 'bun:test'
import { Type } from 'typebox'
import { readCalls, readJson } from './checked-values'

const LIMIT = Type.Object({ limit: Type.Integer({ maximum: 100 }) })
const LIST = Type.Array(Type.Integer())
const tools = [
  { name: 'gaps', description: '', parameters: LIMIT },
  { name: 'any', description: '', parameters: LIMIT, checksArguments: true },
  { name: 'none', description: '', parameters: Type.Object({}) },
]

test.each<[text: string, schema: typeof LIMIT | typeof LIST, value: unknown]>([
  ['{"limit": 5}', LIMIT, { limit: 5 }],
  ['{"limit": "5"}', LIMIT, { limit: 5 }],
  ['```json\n{"limit": 5}\n```', LIMIT, { limit: 5 }],
  ['Here it is:\n```\n{"limit": 5}\n``` as told', LIMIT, { limit: 5 }],
  ['It is {"limit": 5}, I think.', LIMIT, { limit: 5 }],
  ['The list: [1, 2]!', LIST, [1, 2]],
  ['```JSON\n[3]\n``` or ```json\n[4]\n```', LIST, [3]],
  ['```json\n{"limit": 5}', LIMIT, { limit: 5 }],
])('%j is read', (text, schema, value) => {
  expect(readJson(text, schema)).toEqual({ ok: value })
})

test.each([
  ['Sorry!', 'It was no JSON.'],
  ['} and {', 'It was no JSON.'],
  ['{"limit": 500}', 'limit'],
  ['{}', 'limit'],
  ['7', 'object'],
])('%j is a problem', (text, words) => {
  expect(readJson(text, LIMIT)).toEqual({ problem: expect.stringContaining(words) })
})

test('at most three problems are named, each in 200 characters', () => {
  const schema = Type.Object(
    Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name.repeat(300), Type.Integer()])),
  )
  const wrong = Object.fromEntries(Object.keys(schema.properties).map((name) => [name, 'x']))
  const { problem } = readJson(JSON.stringify(wrong), schema) as { problem: string }
  expect(problem.split('; ')).toHaveLength(3)
  expect(problem.length).toBeLessThanOrEqual(3 * 200 + 4)
})

test.each<[name: string, text: string, value: unknown]>([
  ['gaps', '{"limit":"7"}', { limit: 7 }],
  ['any', '{"limit":"many"}', { limit: 'many' }],
  ['none', '', {}],
  ['none', ' ', {}],
  ['none', 'null', {}],
])('the arguments of %s in %j are read', (name, text, value) => {
  expect(readCalls([{ id: 'c', name, arguments: text }], tools)).toEqual({ ok: [{ id: 'c', name, arguments: value }] })
})

test.each([
  ['gaps', '{"limit":', 'gaps: The arguments were no JSON.'],
  ['any', 'x', 'any: The arguments were no JSON.'],
  ['gaps', '{}', 'gaps: '],
  ['drop', '{}', 'There is no tool drop. Tools: gaps, any, none.'],
  ['d'.repeat(70), '{}', `There is no tool ${'d'.repeat(60)}. `],
])('a call of %s with %j is a problem', (name, text, problem) => {
  const good = { id: 'a', name: 'none', arguments: '' }
  expect(readCalls([good, { id: 'b', name, arguments: text }], tools)).toEqual({
    problem: expect.stringContaining(problem),
  })
})
