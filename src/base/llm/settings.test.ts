import { expect, test } from 'bun:test'
import type { Config } from '../config/config'
import { LlmSettings, serverHost } from './settings'

const settings = (values: Record<string, string | number>) =>
  new LlmSettings({ get: ((name: string) => values[name] ?? '') as Config['get'] })

test.each([
  ['', '', null],
  ['0', '0', null],
  ['2', '10', 170],
  ['2', '', 80],
  ['', '10', 90],
  ['x', '10', 90],
  ['2', 'x', 80],
  ['0.01', '', 0],
])('with the prices %p and %p, 40 and 9 tokens cost %p millionths', (ai_price_prompt, ai_price_completion, cost) => {
  expect(settings({ ai_price_prompt, ai_price_completion }).costMicros(40, 9)).toBe(cost)
})

test.each([
  [' http://h/v1 ', ' tiny ', true],
  ['', 'tiny', false],
  ['http://h/v1', ' ', false],
])('the server %p with the model %p is set up: %p', (ai_base_url, ai_model, isSet) => {
  const server = settings({ ai_base_url, ai_model, ai_api_key: ' k ', ai_timeout: 30 }).server()
  expect(server).toEqual(
    (isSet ? { baseUrl: 'http://h/v1', model: 'tiny', key: 'k', timeoutMs: 30_000 } : undefined) as never,
  )
})

test.each([
  ['http://h/other', '', 'saved'],
  ['http://h/other', ' own ', 'own'],
  ['http://elsewhere/v1', '', ''],
  ['nothing', '', ''],
])('a request to %s with the key %p has %p', (baseUrl, key, sent) => {
  const made = settings({ ai_base_url: 'http://h/v1', ai_api_key: ' saved ', ai_timeout: 30 })
  expect(made.accessTo(baseUrl, key)).toEqual({ key: sent, timeoutMs: 30_000 })
  expect(settings({ ai_base_url: '', ai_api_key: 'saved' }).accessTo('', '').key).toBe('')
})

test('a server is named by host and port', () => {
  expect([serverHost('http://h:8080/v1'), serverHost('nothing')]).toEqual(['h:8080', 'The model server'])
})
