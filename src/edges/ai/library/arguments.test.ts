import { describe, expect, test } from 'bun:test'
import { Type } from 'typebox'
import { Refusal } from '../../../base/refusal'
import { LimitArgument, NameArgument, OneOfWords, readToolArguments, shortSchema, ToolParameters } from './arguments'

const PARAMETERS = ToolParameters({
  name: NameArgument('A name.'),
  limit: LimitArgument(20),
  order: Type.Optional(OneOfWords(['most', 'least'], 'The order.')),
  ids: Type.Optional(Type.Array(Type.String())),
})
const read = (given: unknown) => readToolArguments('some_tool', PARAMETERS, given)
const refusal = (given: unknown) => {
  try {
    read(given)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') return error.detail
    throw error
  }
  throw new Error('nothing was refused')
}

describe('arguments of a model', () => {
  test.each([
    ['as they should be', { name: 'Harbor', limit: 5 }, { name: 'Harbor', limit: 5 }],
    ['a number as text', { name: 'Harbor', limit: '10' }, { name: 'Harbor', limit: 10 }],
    ['a name as a number', { name: 300 }, { name: '300' }],
    ['null and missing optional values', { name: 'Harbor', limit: null, order: '' }, { name: 'Harbor' }],
    ['one value for a list', { name: 'Harbor', ids: 'a' }, { name: 'Harbor', ids: ['a'] }],
    ['more rows than allowed', { name: 'Harbor', limit: 5000 }, { name: 'Harbor', limit: 100 }],
    ['a word in another case', { name: 'Harbor', order: ' MOST' }, { name: 'Harbor', order: 'most' }],
    ['the object as text', '{"name":"Harbor"}', { name: 'Harbor' }],
  ])('may be %s', (_what, given, expected) => {
    expect(read(given) as unknown).toEqual(expected)
  })

  test('may be missing when none is required', () => {
    const none = ToolParameters({ limit: LimitArgument(5) })
    for (const given of [undefined, null, '', {}]) expect(readToolArguments('t', none, given)).toEqual({})
  })

  test.each([
    [
      'an unknown parameter',
      { name: 'a', sql: 'x' },
      'some_tool has no parameter sql. It has: name, limit, order, ids.',
    ],
    ['a missing one', {}, 'some_tool: name is required.'],
    ['a null for a required one', { name: null }, 'some_tool: name is required.'],
    ['an unknown word', { name: 'a', order: 'new' }, 'some_tool: order must be one of most, least.'],
    ['a number that is too small', { name: 'a', limit: 0 }, 'some_tool: limit must be >= 1.'],
    ['a text for a number', { name: 'a', limit: 'many' }, 'some_tool: limit must be integer.'],
    ['a list', ['a'], 'some_tool needs its parameters as one JSON object.'],
    ['text that is not JSON', 'name: a', 'some_tool needs its parameters as one JSON object.'],
    ['nothing as text', 'null', 'some_tool needs its parameters as one JSON object.'],
    ['a number alone', 7, 'some_tool needs its parameters as one JSON object.'],
  ])('are refused with a sentence: %s', (_what, given, sentence) => {
    expect(refusal(given)).toBe(sentence)
  })

  test('name a tool without parameters', () => {
    expect(() => readToolArguments('library_overview', ToolParameters({}), { a: 1 })).toThrow(
      'library_overview has no parameter a. It has none.',
    )
  })

  test('are described without parts that only the validation needs, which stays as strict', () => {
    expect(JSON.parse(JSON.stringify(shortSchema(PARAMETERS)))).toEqual({
      type: 'object',
      required: ['name'],
      properties: {
        name: { type: 'string', description: 'A name.' },
        limit: { type: 'integer', description: '20 by default' },
        order: { type: 'string', enum: ['most', 'least'], description: 'The order.' },
        ids: { type: 'array', items: { type: 'string' } },
      },
    })
    expect(refusal({ name: 'x'.repeat(201) })).toBe('some_tool: name must not have more than 200 characters.')
  })

  test('cannot produce a long sentence', () => {
    expect(refusal({ ['x'.repeat(5000)]: 1 }).length).toBeLessThan(200)
  })
})
