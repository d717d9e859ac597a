import { afterEach, beforeEach, expect, test } from 'bun:test'
import { testDatabase } from '../../testing/database'
import { fakeClock } from '../../testing/fakes/clock'
import type { Database } from '../storage/database'
import { Capabilities } from './capabilities'
import { findModel } from './store'

let db: Database
let capabilities: Capabilities
beforeEach(() => {
  db = testDatabase()
  capabilities = new Capabilities({ db, clock: fakeClock() })
})
afterEach(() => db.close())

const server = { baseUrl: 'http://h/v1', key: '', model: 'tiny', timeoutMs: 1 }
const other = { ...server, model: 'other' }
const PLAIN = {
  stream: true,
  tools: 'native',
  jsonFormat: true,
  temperature: true,
  tokenLimit: 'max_tokens',
  streamUsage: true,
} as const

test.each([
  ['tools', { tools: 'in the prompt' }],
  ['json_format', { jsonFormat: false }],
  ['temperature', { temperature: false }],
  ['max_tokens', { tokenLimit: 'max_completion_tokens' }],
  ['vision', {}],
] as const)('a model that refused %s gets requests with %j, and another of its server does not', (form, change) => {
  expect(capabilities.formFor(server, true)).toEqual(PLAIN)
  capabilities.refused(server, form)
  expect(capabilities.formFor(server, true)).toEqual({ ...PLAIN, ...change })
  expect(capabilities.formFor(other, true)).toEqual(PLAIN)
  capabilities.forget(server)
  expect(capabilities.formFor(server, true)).toEqual(PLAIN)
})

test('a server that does not count streams does so for none of its models', () => {
  capabilities.refused(server, 'stream_options')
  expect([server, other].map((each) => capabilities.formFor(each, false).streamUsage)).toEqual([false, false])
})

test('a form that worked is supported, a refused one is not, and the rest is unknown', () => {
  expect(capabilities.supports(server)).toEqual({ tools: 'unknown', vision: 'unknown' })
  capabilities.worked(server, 'tools')
  capabilities.refused(server, 'vision')
  expect(capabilities.supports(server)).toEqual({ tools: true, vision: false })
  capabilities.worked(server, 'vision')
  expect(capabilities.supports(server)).toEqual({ tools: true, vision: true })
})

test("only a server's own count teaches the size of a token, our estimate does not", () => {
  const ratio = () => findModel(db.read, server)?.chars_per_token ?? null
  expect(capabilities.checkContext(server, 4000, { promptTokens: 1000, completionTokens: 1, estimated: true })).toBe(
    false,
  )
  expect(capabilities.checkContext(server, 99_000, { promptTokens: 2000, completionTokens: 1, estimated: true })).toBe(
    false,
  )
  expect(ratio()).toBeNull()
  expect(capabilities.checkContext(server, 4000, { promptTokens: 1000, completionTokens: 1, estimated: false })).toBe(
    false,
  )
  expect(ratio()).toBe(400)
  expect(capabilities.checkContext(server, 99_000, { promptTokens: 2000, completionTokens: 1, estimated: false })).toBe(
    true,
  )
})
