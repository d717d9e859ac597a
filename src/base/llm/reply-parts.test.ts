import { describe, expect, test } from 'bun:test'
import { errorIn, readReplyPart } from './reply-parts'

const EMPTY = { text: '', reasoning: '', calls: [] }
const delta = (fields: object, more: object = {}) => ({ choices: [{ delta: fields, ...more }] })

describe('a part of a reply', () => {
  test.each<[what: string, json: unknown, part: object | undefined]>([
    ['a chunk', delta({ content: 'Three' }), { ...EMPTY, text: 'Three' }],
    ['a whole reply', { choices: [{ message: { content: 'Three' } }] }, { ...EMPTY, text: 'Three' }],
    ['parts of text', delta({ content: [{ text: 'Th' }, 'ree', { image: 1 }] }), { ...EMPTY, text: 'Three' }],
    ['thinking', delta({ reasoning_content: 'Hm' }), { ...EMPTY, reasoning: 'Hm' }],
    ['thinking under another name', delta({ reasoning_content: '', reasoning: 'Hm' }), { ...EMPTY, reasoning: 'Hm' }],
    ['its end', delta({}, { finish_reason: 'stop' }), { ...EMPTY, finish: 'stop' }],
    ['its end by length', delta({}, { finish_reason: 'length' }), { ...EMPTY, finish: 'length' }],
    ['its end by a rule', delta({}, { finish_reason: 'content_filter' }), { ...EMPTY, finish: 'content_filter' }],
    ['its end by calls', delta({}, { finish_reason: 'tool_calls' }), { ...EMPTY, finish: 'tool_calls' }],
    ['its end by one call', delta({}, { finish_reason: 'function_call' }), { ...EMPTY, finish: 'tool_calls' }],
    ['its end by an unknown word', delta({}, { finish_reason: 'eos' }), { ...EMPTY, finish: 'stop' }],
    ['no end yet', delta({}, { finish_reason: '' }), EMPTY],
    [
      'counts alone',
      { usage: { prompt_tokens: 40, completion_tokens: 9.4 } },
      { ...EMPTY, usage: { promptTokens: 40, completionTokens: 9 } },
    ],
    [
      'usage without an answer',
      { choices: [], usage: { prompt_tokens: 1, completion_tokens: -1 } },
      { ...EMPTY, usage: { promptTokens: 1, completionTokens: 0 } },
    ],
    ['no counts of a cached prompt', { choices: null, usage: { prompt_tokens: 0, completion_tokens: 9 } }, EMPTY],
    ['a chunk without choices', { object: 'chat.completion.chunk' }, EMPTY],
    [
      'a call',
      delta({ tool_calls: [{ index: 1, id: 7, function: { name: 'gaps', arguments: { n: 1 } } }, 'x'] }),
      { ...EMPTY, calls: [{ index: 1, id: '7', name: 'gaps', arguments: '{"n":1}' }] },
    ],
    [
      'a call without a number',
      delta({ tool_calls: [{ index: '0', function: null }] }),
      { ...EMPTY, calls: [{ id: '', name: '', arguments: '' }] },
    ],
    [
      'a call of the older form',
      delta({ tool_calls: [], function_call: { name: 'gaps', arguments: '{}' } }),
      { ...EMPTY, calls: [{ index: 0, id: '', name: 'gaps', arguments: '{}' }] },
    ],
    ['an error', { error: { message: 'out of memory' } }, { ...EMPTY, error: { message: 'out of memory' } }],
    ['progress', { progress: 0.5 }, undefined],
    ['a list', [{ a: 1 }, { b: 2 }], undefined],
    ['a text', 'Three', undefined],
    ['nothing', null, undefined],
  ])('is %s', (_what, json, part) => {
    expect(readReplyPart(json)).toEqual(part as never)
  })
})

describe('an error in a reply', () => {
  test.each<[json: unknown, error: object | undefined]>([
    [{ error: 'no memory' }, { message: 'no memory' }],
    [{ error: '' }, undefined],
    [{ error: { message: 'no memory', code: 503 } }, { message: 'no memory', status: 503 }],
    [{ error: { message: 'no memory', status: '500' } }, { message: 'no memory', status: 500 }],
    [{ error: { message: 'no memory', code: 400 } }, { message: 'no memory', status: 400 }],
    [{ error: { message: 'no memory', code: 399 } }, { message: 'no memory' }],
    [{ error: { message: 'no memory', code: 'busy' } }, { message: 'no memory' }],
    [{ error: { type: 'overloaded' } }, { message: 'overloaded' }],
    [{ error: {} }, { message: 'no reason' }],
    [{ message: 'no memory' }, { message: 'no memory' }],
    [{ detail: 'Not Found' }, { message: 'Not Found' }],
    [{ message: '', detail: '' }, undefined],
    [{ choices: [], message: 'fine' }, undefined],
    [[{ error: 'no memory' }], { message: 'no memory' }],
    [[{ error: 'no memory' }, {}], undefined],
    ['no memory', undefined],
  ])('%j', (json, error) => {
    expect(errorIn(json)).toEqual(error as never)
  })
})
