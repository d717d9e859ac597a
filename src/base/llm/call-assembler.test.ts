import { describe, expect, test } from 'bun:test'
import { CallAssembler, type RawCall } from './call-assembler'
import type { CallPiece } from './reply-parts'

const piece = (part: Partial<CallPiece>): CallPiece => ({ id: '', name: '', arguments: '', ...part })
const assembled = (pieces: Partial<CallPiece>[]) => {
  const assembler = new CallAssembler()
  for (const each of pieces) assembler.add(piece(each))
  return assembler.calls()
}
const call = (id: string, name: string, text: string): RawCall => ({ id, name, arguments: text })

describe('pieces of calls', () => {
  test.each<[what: string, pieces: Partial<CallPiece>[], calls: RawCall[]]>([
    [
      'are joined by number',
      [
        { index: 0, id: 'a', name: 'gaps', arguments: '{"n"' },
        { index: 1, id: 'b', name: 'weeks', arguments: '{' },
        { index: 0, arguments: ':1}' },
        { index: 1, arguments: '}' },
      ],
      [call('a', 'gaps', '{"n":1}'), call('b', 'weeks', '{}')],
    ],
    [
      'are joined by id, without numbers',
      [
        { id: 'a', name: 'gaps', arguments: '{' },
        { id: 'b', name: 'weeks', arguments: '{' },
        { id: 'a', arguments: '}' },
        { id: 'b', arguments: '}' },
      ],
      [call('a', 'gaps', '{}'), call('b', 'weeks', '{}')],
    ],
    [
      'without number and id belong to the last call',
      [{ id: 'a', name: 'gaps', arguments: '{' }, { arguments: '"n":1' }, { arguments: '}' }],
      [call('a', 'gaps', '{"n":1}')],
    ],
    [
      'get an id that arrives late',
      [
        { name: 'gaps', arguments: '{' },
        { id: 'a', arguments: '}' },
      ],
      [call('a', 'gaps', '{}')],
    ],
    [
      'with a late id and another name are another call',
      [
        { name: 'gaps', arguments: '{}' },
        { id: 'b', name: 'weeks', arguments: '{}' },
      ],
      [call('call_1', 'gaps', '{}'), call('b', 'weeks', '{}')],
    ],
    [
      'of one number and several ids are several calls',
      [
        { index: 0, id: 'a', name: 'gaps', arguments: '{' },
        { index: 0, id: 'b', name: 'gaps', arguments: '{' },
        { index: 0, id: 'a', arguments: '"n":1}' },
        { index: 0, id: 'b', arguments: '"n":2}' },
      ],
      [call('a', 'gaps', '{"n":1}'), call('b', 'gaps', '{"n":2}')],
    ],
    [
      'may repeat the name each time',
      [
        { index: 0, name: 'gaps', arguments: '{"n"' },
        { index: 0, name: 'gaps', arguments: ':1}' },
      ],
      [call('call_1', 'gaps', '{"n":1}')],
    ],
    [
      'of the same name are another call once the last one is whole',
      [
        { index: 0, name: 'gaps', arguments: '{"n":1}' },
        { index: 0, name: 'gaps', arguments: '{"n":2}' },
      ],
      [call('call_1', 'gaps', '{"n":1}'), call('call_2', 'gaps', '{"n":2}')],
    ],
    [
      'of the same name are another call after empty arguments',
      [
        { name: 'gaps', arguments: '{}' },
        { name: 'gaps', arguments: '{}' },
      ],
      [call('call_1', 'gaps', '{}'), call('call_2', 'gaps', '{}')],
    ],
    [
      'that only repeat the name of a complete call add nothing',
      [
        { index: 0, id: 'a', name: 'gaps', arguments: '{"n":1}' },
        { index: 0, id: 'a', name: 'gaps' },
      ],
      [call('a', 'gaps', '{"n":1}')],
    ],
    [
      'without a name are left out',
      [
        { index: 0, arguments: '{}' },
        { index: 1, name: 'gaps', arguments: '{}' },
      ],
      [call('call_1', 'gaps', '{}')],
    ],
  ])('%s', (_what, pieces, calls) => {
    expect(assembled(pieces)).toEqual(calls)
  })
})

test.each([
  [
    ['call_2', ''],
    ['call_2', 'call_3'],
  ],
  [
    ['', 'call_1'],
    ['call_1', 'call_2'],
  ],
  [
    ['a', 'a', 'a'],
    ['a', 'call_2', 'call_3'],
  ],
  [
    ['call_3', '', ''],
    ['call_3', 'call_2', 'call_4'],
  ],
])('calls with the ids %p have ids of their own', (ids, own) => {
  const assembler = new CallAssembler()
  for (const id of ids) assembler.addWhole(piece({ id, name: 'gaps', arguments: '{}' }))
  expect(assembler.calls().map(({ id }) => id)).toEqual(own)
})

test('a reply has 16 calls at most, each with 64 KB of arguments', () => {
  const assembler = new CallAssembler()
  for (let index = 0; index < 16; index++) assembler.add(piece({ index, name: 'gaps' }))
  expect(() => assembler.add(piece({ index: 16, name: 'gaps' }))).toThrow('more than 16 tool calls')
  assembler.add(piece({ index: 3, arguments: 'x'.repeat(64 * 1024) }))
  expect(() => assembler.add(piece({ index: 3, arguments: 'x' }))).toThrow('too large')
})
