import { describe, expect, test } from 'bun:test'
import { nameDiff, relativePath, split } from './path-diff'

const shown = (before: string, after: string) =>
  nameDiff(before, after)
    .map(({ is, text }) => ({ same: text, gone: `-[${text}]`, new: `+[${text}]` })[is])
    .join('')

describe('the difference of two names', () => {
  test.each([
    ['Harbor 01.cbz', 'Harbor 001.cbz', 'Harbor -[01]+[001].cbz'],
    ['Harbor 1.cbz', 'Harbor 1 (2015).cbz', 'Harbor 1+[ (2015)].cbz'],
    ['same.cbz', 'same.cbz', 'same.cbz'],
    ['', 'new.cbz', '+[new.cbz]'],
    ['雨の庭 第01巻.cbz', '雨の庭 v01.cbz', '雨の庭 -[第01巻]+[v01].cbz'],
  ])('%p to %p', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected)
  })

  test('holds both names in full', () => {
    const [before, after] = ['a_b-(c) 12 [d].cbr', 'A b (c) #012.cbz']
    const all = nameDiff(before, after)
    const only = (out: string) => all.flatMap(({ is, text }) => (is === out ? [] : [text])).join('')
    expect(only('new')).toBe(before)
    expect(only('gone')).toBe(after)
  })

  test('of very long names is fast', () => {
    expect(nameDiff('a '.repeat(5_000), 'b')).toHaveLength(2)
  })
})

test('paths are split at the last slash of either kind', () => {
  expect(split('/comics/Harbor/1.cbz')).toEqual({ folder: '/comics/Harbor', name: '1.cbz' })
  expect(split('C:\\Comics\\1.cbz')).toEqual({ folder: 'C:\\Comics', name: '1.cbz' })
  expect(split('1.cbz')).toEqual({ folder: '', name: '1.cbz' })
  expect(relativePath('/comics/Harbor/a/1.cbz', '/comics/Harbor')).toBe('a/1.cbz')
  expect(relativePath('/comics/Harbor 2/1.cbz', '/comics/Harbor')).toBe('/comics/Harbor 2/1.cbz')
})
