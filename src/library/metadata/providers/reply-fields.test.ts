import { describe, expect, test } from 'bun:test'
import { threadCpuMs } from '../../../testing/harness/loop-watch'
import { plainMarkdown } from './mangadex/mangadex-records'
import { plainText } from './plain-text'
import {
  addressField,
  countField,
  dayField,
  knownFields,
  lineField,
  listField,
  longTextField,
  objectField,
  replyFields,
  requiredList,
  requiredText,
  sentTextField,
  textFields,
  yearField,
} from './reply-fields'

const at = (value: unknown) => lineField({ name: value }, 'name')

describe('a line of text', () => {
  test.each([
    [' Harbor\tLights\u0000 \r\n', 'Harbor Lights'],
    ['\u0007', undefined],
    ['Harbor \ud800Lights', 'Harbor \ufffdLights'],
    [1e21, '1e+21'],
    [null, undefined],
  ])('%p is stored as %p', (input, kept) => {
    expect(at(input)).toBe(kept as string)
  })

  test('is no longer than the limit', () => {
    expect(at('1'.repeat(1_000_000))?.length).toBe(2000)
  })

  test('a text of many lines keeps them, and is limited as well', () => {
    expect(longTextField({ text: ' a\n\nb ' }, 'text')).toBe('a\n\nb')
    expect(longTextField({ text: 'a'.repeat(1_000_000) }, 'text')?.length).toBe(100_000)
  })
})

describe('a field', () => {
  test.each([
    [countField, 7, 7],
    [countField, '007', 7],
    [countField, '999999999', 999_999_999],
    [countField, '1000000000', undefined],
    [countField, '-1', undefined],
    [countField, '1.5', undefined],
    [countField, 'many', undefined],
    [countField, null, undefined],
    [yearField, 1800, 1800],
    [yearField, 1799, undefined],
    [yearField, '2199', 2199],
    [yearField, 2200, undefined],
    [yearField, 'soon', undefined],
    [dayField, '2015-05-06', '2015-05-06'],
    [dayField, '2015-05-06T10:00:00Z', '2015-05-06'],
    [dayField, '2015-05-06 10:00', '2015-05-06'],
    [dayField, '2015-05-061', undefined],
    [dayField, '2015-13-01', undefined],
    [dayField, '2015-05-00', undefined],
    [dayField, '0000-00-00', undefined],
    [dayField, null, undefined],
    [addressField, 'https://a.example/b', 'https://a.example/b'],
    [addressField, 'http://a.example', 'http://a.example'],
    [addressField, 'ftp://a.example', undefined],
    [addressField, 'https://a.example/b c', undefined],
    [addressField, null, undefined],
    [longTextField, '', undefined],
    [longTextField, undefined, undefined],
  ] as const)('%p of %p is %p', (read, input, kept) => expect(read({ name: input }, 'name')).toBe(kept))

  test('of the wrong kind is named', () => {
    for (const wrong of [{}, [], true])
      expect(() => lineField({ name: wrong }, 'name')).toThrow('name is not as expected')
    for (const wrong of [1, 'x', []]) expect(() => replyFields(wrong)).toThrow('the answer is not as expected')
    expect(replyFields({ name: 1 })).toEqual({ name: 1 })
    expect(() => replyFields(null, 'part')).toThrow('part is not as expected')
    expect(() => listField({ list: {} }, 'list')).toThrow('list is not as expected')
    expect(() => listField({ list: [1] }, 'list')).toThrow('list is not as expected')
    expect(() => objectField({ part: [] }, 'part')).toThrow('part is not as expected')
  })

  test('that is required and missing is named', () => {
    expect(() => requiredText({ name: '' }, 'name')).toThrow('name is missing')
    expect(() => sentTextField({}, 'name')).toThrow('name is missing')
    expect(sentTextField({ name: null }, 'name')).toBeUndefined()
    for (const empty of [null, undefined])
      expect(() => requiredList({ list: empty }, 'list')).toThrow('list is missing')
    expect(requiredList({ list: [] }, 'list')).toEqual([])
  })

  test('that is optional may be absent', () => {
    for (const empty of [null, undefined]) {
      expect(listField({ list: empty }, 'list')).toEqual([])
      expect(objectField({ part: empty }, 'part')).toBeUndefined()
    }
    expect(textFields([{ name: 'a' }, {}, { name: ' ' }, { name: 'b' }], 'name')).toEqual(['a', 'b'])
  })
})

test('absent values and empty lists are left out', () => {
  expect(knownFields<object>({ a: undefined, b: [], c: '', d: 0, e: ['x'], f: null })).toStrictEqual({
    c: '',
    d: 0,
    e: ['x'],
    f: null,
  })
})

/** Constructed so that patterns that search ahead for a missing end restart at each letter. */
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

  test('halves of characters are dropped', () => {
    expect(plainText('a&#xd800;b&#55357;c')).toBe('a b c')
  })
})
