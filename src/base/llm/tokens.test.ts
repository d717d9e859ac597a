import { expect, test } from 'bun:test'
import type { ModelMessage } from './messages'
import { estimateTokens, isContextCut, learnedRatio, weighRequest } from './tokens'

test.each([
  ['', 0],
  ['four', 1],
  ['four5', 2],
  ['漫画', 2],
  ['漫画 one', 3],
  ['만화', 2],
])('%j is estimated to be %i tokens', (text, tokens) => {
  expect(estimateTokens(text)).toBe(tokens)
})

test('a request counts its texts, calls and tools, and 800 tokens for each picture', () => {
  const picture = { type: 'image', mediaType: 'image/webp', bytes: new Uint8Array(9) } as const
  const messages: ModelMessage[] = [
    { role: 'system', content: 'abcd' },
    { role: 'user', content: [{ type: 'text', text: 'efgh' }, picture, picture] },
    { role: 'assistant', content: 'ijkl', toolCalls: [{ id: 'a', name: 'b', arguments: {} }] },
    { role: 'tool', toolCallId: 'a', name: 'b', content: 'mnop' },
  ]
  const calls = '[{"id":"a","name":"b","arguments":{}}]'.length
  const tools = [{ name: 'gaps', description: 'Gaps.', parameters: { type: 'object' } as never }]
  const tool = 'gaps'.length + 'Gaps.'.length + '{"type":"object"}'.length
  const weight = 16 + calls + tool
  expect(weighRequest(messages, tools)).toEqual({ weight, pictures: 2, tokens: Math.ceil(weight / 4) + 1600 })
})

test.each([
  [null, 800, 199, undefined],
  [null, 800, 200, 400],
  [null, 6000, 1500, 400],
  [null, 6004, 1501, undefined],
  [null, 100_000, 1000, 600],
  [400, 4000, 1000, undefined],
  [399, 4000, 1000, 400],
])('with %p known, %i characters in %i tokens give %p', (known, weight, tokens, ratio) => {
  expect(learnedRatio(known, weight, tokens)).toBe(ratio as never)
})

test.each([
  [null, 1500, 1_000_000, false],
  [null, 1501, 9006, false],
  [null, 1501, 9007, true],
  // 400 with a margin of 30 percent.
  [400, 2000, 10_400, false],
  [400, 2000, 10_401, true],
  // Never below 3.6 characters or above 6.
  [200, 2000, 7200, false],
  [200, 2000, 7201, true],
  [600, 2000, 12_000, false],
  [600, 2000, 12_001, true],
])('with %p known, %i tokens for %i characters: cut %p', (known, tokens, weight, isCut) => {
  expect(isContextCut(known, weight, tokens)).toBe(isCut)
})
