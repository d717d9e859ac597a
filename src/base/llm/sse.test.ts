import { describe, expect, test } from 'bun:test'
import { filledWith, worksInProportion } from '../../testing/harness/linear-work'
import { SseReader } from './sse'

const bytes = (text: string) => new TextEncoder().encode(text)

function read(text: string, size: number): string[] {
  const reader = new SseReader()
  const values: string[] = []
  const stream = bytes(text)
  for (let at = 0; at < stream.length; at += size) values.push(...reader.push(stream.subarray(at, at + size)))
  return [...values, ...reader.end()]
}

describe('values of a stream', () => {
  test.each<[what: string, stream: string, values: string[]]>([
    ['arrive one after another', 'data: {"a":1}\n\ndata: {"b":2}\n\n', ['{"a":1}', '{"b":2}']],
    [
      'end without an empty line where they are whole',
      'data: {"a":1}\ndata: {"b":2}\ndata: [DONE]\n',
      ['{"a":1}', '{"b":2}', '[DONE]'],
    ],
    ['go over several lines', 'data: {"a":\ndata: 1}\n\n', ['{"a":\n1}']],
    ['have a carriage return', 'data: {"a":1}\r\n\r\n', ['{"a":1}']],
    ['have letters of several bytes', 'data: {"a":"Übel 鬼"}\n\n', ['{"a":"Übel 鬼"}']],
    ['arrive without data:', '{"a":1}\n{"b":2}\n', ['{"a":1}', '{"b":2}']],
    ['are between comments and other fields', ': ping\nevent: x\ndata: {"a":1}\nid: 4\n\n', ['{"a":1}']],
    ['continue after a comment between their lines', 'data: {"a":\n: ping\nevent: x\ndata: 1}\n\n', ['{"a":\n1}']],
    ['follow the end mark', 'data: [DONE]\ndata: {"a":1}\n', ['[DONE]', '{"a":1}']],
    ['are left out when they are empty', 'data:\n\ndata: \n\ndata: 1\n\n', ['1']],
  ])('%s', (_what, stream, values) => {
    for (const size of [1, 2, 3, 7, stream.length * 2]) expect(read(stream, size)).toEqual(values)
  })

  test('that never become complete are one value at the end of the stream', () => {
    const lines = Array.from({ length: 100 }, (_, at) => `{"${at}":`)
    expect(read(lines.map((line) => `data: ${line}\n`).join(''), 50)).toEqual([lines.join('\n')])
  })

  test('are checked for completeness again after an empty line', () => {
    const never = 'data: {\n'.repeat(100)
    expect(read(`${never}\ndata: {"a":1}\ndata: {"b":2}\n`, 50).slice(1)).toEqual(['{"a":1}', '{"b":2}'])
  })

  test.each(['data: {"\n', 'data: [\n', 'data: "x', '\r', '{"a":\n', ': ping\n', 'data: 1\n'])(
    'take time in proportion to their length: %j again and again',
    (piece) => {
      for (const size of [Number.POSITIVE_INFINITY, 8])
        expect(worksInProportion((length) => read(filledWith(piece, length), size), { quarter: 50_000 })).toBe(true)
    },
  )
})
