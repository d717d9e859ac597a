import { describe, expect, test } from 'bun:test'
import { threadCpuMs } from '../../../testing/harness/loop-watch'
import { plainMarkdown } from './mangadex/mangadex-records'
import { plainText } from './plain-text'
import {
  addressOf,
  countOf,
  dayOf,
  eachText,
  fieldsOf,
  knownFields,
  listOf,
  longTextOf,
  needList,
  needText,
  partOf,
  sentText,
  textOf,
  yearOf,
} from './shapes'

const at = (value: unknown) => textOf({ name: value }, 'name')

describe('a line of text', () => {
  test.each([
    [' Harbor\tLights\u0000 \r\n', 'Harbor Lights'],
    ['\u0007', undefined],
    ['Harbor \ud800Lights', 'Harbor \ufffdLights'],
    [1e21, '1e+21'],
    [null, undefined],
  ])('%p is kept as %p', (input, kept) => {
    expect(at(input)).toBe(kept as string)
  })

  test('is no longer than a line may be', () => {
    expect(at('1'.repeat(1_000_000))?.length).toBe(2000)
  })

  test('a text of many lines keeps them, and is bounded as well', () => {
    expect(longTextOf({ text: ' a\n\nb ' }, 'text')).toBe('a\n\nb')
    expect(longTextOf({ text: 'a'.repeat(1_000_000) }, 'text')?.length).toBe(100_000)
  })
})

describe('a field', () => {
  test.each([
    [countOf, 7, 7],
    [countOf, '007', 7],
    [countOf, '999999999', 999_999_999],
    [countOf, '1000000000', undefined],
    [countOf, '-1', undefined],
    [countOf, '1.5', undefined],
    [countOf, 'many', undefined],
    [countOf, null, undefined],
    [yearOf, 1800, 1800],
    [yearOf, 1799, undefined],
    [yearOf, '2199', 2199],
    [yearOf, 2200, undefined],
    [yearOf, 'soon', undefined],
    [dayOf, '2015-05-06', '2015-05-06'],
    [dayOf, '2015-05-06T10:00:00Z', '2015-05-06'],
    [dayOf, '2015-05-06 10:00', '2015-05-06'],
    [dayOf, '2015-05-061', undefined],
    [dayOf, '2015-13-01', undefined],
    [dayOf, '2015-05-00', undefined],
    [dayOf, '0000-00-00', undefined],
    [dayOf, null, undefined],
    [addressOf, 'https://a.example/b', 'https://a.example/b'],
    [addressOf, 'http://a.example', 'http://a.example'],
    [addressOf, 'ftp://a.example', undefined],
    [addressOf, 'https://a.example/b c', undefined],
    [addressOf, null, undefined],
    [longTextOf, '', undefined],
    [longTextOf, undefined, undefined],
  ] as const)('%p of %p is %p', (read, input, kept) => expect(read({ name: input }, 'name')).toBe(kept))

  test('that is not of its kind is named', () => {
    for (const wrong of [{}, [], true]) expect(() => textOf({ name: wrong }, 'name')).toThrow('name is not as expected')
    for (const wrong of [1, 'x', []]) expect(() => fieldsOf(wrong)).toThrow('the answer is not as expected')
    expect(fieldsOf({ name: 1 })).toEqual({ name: 1 })
    expect(() => fieldsOf(null, 'part')).toThrow('part is not as expected')
    expect(() => listOf({ list: {} }, 'list')).toThrow('list is not as expected')
    expect(() => listOf({ list: [1] }, 'list')).toThrow('list is not as expected')
    expect(() => partOf({ part: [] }, 'part')).toThrow('part is not as expected')
  })

  test('that has to be there is missed by its name', () => {
    expect(() => needText({ name: '' }, 'name')).toThrow('name is missing')
    expect(() => sentText({}, 'name')).toThrow('name is missing')
    expect(sentText({ name: null }, 'name')).toBeUndefined()
    for (const empty of [null, undefined]) expect(() => needList({ list: empty }, 'list')).toThrow('list is missing')
    expect(needList({ list: [] }, 'list')).toEqual([])
  })

  test('that may be absent is nothing', () => {
    for (const empty of [null, undefined]) {
      expect(listOf({ list: empty }, 'list')).toEqual([])
      expect(partOf({ part: empty }, 'part')).toBeUndefined()
    }
    expect(eachText([{ name: 'a' }, {}, { name: ' ' }, { name: 'b' }], 'name')).toEqual(['a', 'b'])
  })
})

test('what is not said is left out: absent values and empty lists', () => {
  expect(knownFields<object>({ a: undefined, b: [], c: '', d: 0, e: ['x'], f: null })).toStrictEqual({
    c: '',
    d: 0,
    e: ['x'],
    f: null,
  })
})

/** Made so that patterns that look ahead for an end that never comes begin again at each letter. */
describe('hostile text', () => {
  const quick = (read: (text: string) => unknown, text: string) => {
    const begun = threadCpuMs()
    read(text)
    expect(threadCpuMs() - begun).toBeLessThan(1000)
  }

  test.each(['x&#32;', 'x&nbsp;', '<a', '<h2>x</h2><table></table>', '<table>', '&#xd800;'])('of %p', (part) => {
    quick(plainText, part.slice(0, 1) + part.slice(1).repeat(200_000))
  })

  test.each(['[', '![a](', '**a ', '__a ', ' *a', '\n', ' \n ', '\\', '> ', '# '])('of %p in Markdown', (part) => {
    quick(plainMarkdown, part.repeat(500_000))
  })

  test('halves of letters are no text', () => {
    expect(plainText('a&#xd800;b&#55357;c')).toBe('a b c')
  })
})
