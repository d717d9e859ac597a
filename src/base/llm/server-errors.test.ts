import { describe, expect, test } from 'bun:test'
import { errorOfConnection, errorOfStatus, type RefusedForm, refusedForm } from './server-errors'

const KEY = 'sk-0123456789abcdef'
const server = { host: 'models.test', model: 'tiny', key: KEY }
const UNTIL = '2026-11-21T08:02:00.000Z'
const of = (status: number, message = '', key = KEY) =>
  errorOfStatus(status, message, { ...server, key }, { until: UNTIL, wait: '2 minutes' })

describe('a status', () => {
  test.each<[status: number, message: string, code: string]>([
    [401, 'context length', 'refused_key'],
    [403, '', 'refused_key'],
    [400, 'This model has a maximum context length of 4096', 'context_full'],
    [500, 'the request exceeds n_ctx', 'context_full'],
    [400, 'prompt is too long', 'context_full'],
    [400, 'model "tiny" not found, try pulling it', 'no_model'],
    [404, "The model `tiny` doesn't exist", 'no_model'],
    [404, 'Not Found', 'no_api'],
    [405, '', 'no_api'],
    [402, '', 'rate_limited'],
    [429, '', 'rate_limited'],
    [429, 'You have no credit', 'rate_limited'],
    [500, 'failed to parse tool call', 'wrong_reply'],
    [503, 'Loading model', 'unavailable'],
    [408, '', 'timeout'],
    [504, '', 'timeout'],
    [503, '', 'unavailable'],
    [500, '', 'unavailable'],
    [499, '', 'refused_request'],
    [400, 'insufficient credit', 'refused_request'],
    [400, 'bad', 'refused_request'],
  ])('%i with %p is %s', (status, message, code) => {
    expect(of(status, message).code).toBe(code as never)
  })

  test.each([
    [429, '', UNTIL],
    [402, '', UNTIL],
    [503, '', UNTIL],
    [503, 'loading model', UNTIL],
    [400, '', undefined],
    [504, '', undefined],
  ])('%i with %p names the time to retry: %p', (status, message, until) => {
    expect(of(status, message).retryAfter).toBe(until as never)
  })

  test('shows whether a key is missing or wrong, and when to try again', () => {
    expect(of(401, '', '').sentence).toBe('models.test requires an API key (401). Enter it in Settings, Assistant.')
    expect(of(401).sentence).toContain('rejected the API key (401)')
    expect(of(429).sentence).toContain('Try again in 2 minutes.')
    expect(errorOfStatus(429, '', server).sentence).toContain('Try again later.')
    expect(of(429, 'quota exceeded').sentence).toContain('(429): quota exceeded. Check your account there.')
  })
})

describe('the message of a server', () => {
  const said = (message: string, key = KEY) => of(400, message, key).sentence

  test.each([
    ['out of memory', ': out of memory.'],
    ['out of memory. ', ': out of memory.'],
    ['one\n\ttwo\u0000 three', ': one two three.'],
    ['', '.'],
    [' . ', '.'],
    ['x'.repeat(161), `: ${'x'.repeat(160)}.`],
  ])('%j ends the sentence as %j', (message, end) => {
    expect(said(message)).toBe(`models.test refused the request (400)${end}`)
  })

  test.each([
    ['a key 01234567 of yours', true],
    ['a key 0123456 of yours', false],
    ['the key sk-01234', true],
    ['the end 89abcdef', true],
    ['the end 9abcdef', false],
  ])('%j is left out when it repeats eight characters of the key: %p', (message, isLeftOut) => {
    expect(said(message).includes(message)).toBe(!isLeftOut)
  })

  test('is left out when it repeats a short key, and stays without a key', () => {
    expect(said('the key abc', 'abc')).toBe('models.test refused the request (400).')
    expect(said('the key ab', 'abc')).toContain('the key ab')
    expect(said('the key', '')).toContain('the key')
  })
})

describe('a refused form', () => {
  const ALL: RefusedForm[] = ['stream_options', 'tools', 'json_format', 'vision', 'temperature', 'max_tokens']

  test.each<[status: number, message: string, form: RefusedForm | undefined]>([
    [400, 'Unknown field: stream_options', 'stream_options'],
    [422, 'use max_completion_tokens', 'max_tokens'],
    [400, 'Unsupported parameter: max_tokens', 'max_tokens'],
    [400, 'max_tokens', undefined],
    [400, 'temperature must be 1', 'temperature'],
    [500, 'image_url is not supported', 'vision'],
    [400, 'response_format is not available', 'json_format'],
    [400, 'tools need --jinja', 'tools'],
    [400, 'failed to parse tool call', undefined],
    [399, 'temperature', undefined],
    ...[401, 403, 429, 502, 503, 504].map((status): [number, string, undefined] => [status, 'temperature', undefined]),
  ])('of %i with %p is %p', (status, message, form) => {
    expect(refusedForm(status, message, new Set(ALL))).toBe(form as never)
  })

  test('is one that was sent', () => {
    expect(refusedForm(400, 'temperature or tools', new Set(['tools']))).toBe('tools')
    expect(refusedForm(400, 'temperature', new Set())).toBeUndefined()
  })
})

test.each([
  ['SELF_SIGNED_CERT_IN_CHAIN', 'tls', 'certificate'],
  ['ENOTFOUND ', 'unreachable', 'Host not found'],
  ['EAI_AGAIN', 'unreachable', 'Host not found'],
  ['ConnectionRefused', 'unreachable', 'refused the connection'],
  ['ECONNRESET', 'unreachable', 'closed the connection'],
  [' The socket connection was closed', 'unreachable', 'closed the connection'],
  ['EHOSTUNREACH http://models.test/v1?key=secret', 'unreachable', 'cannot be reached'],
])('the connection error %p is %s', (signs, code, words) => {
  const { code: found, sentence } = errorOfConnection(signs, server)
  expect([found as string, sentence]).toEqual([code, expect.stringContaining(words)])
  expect(sentence).not.toContain('secret')
})
