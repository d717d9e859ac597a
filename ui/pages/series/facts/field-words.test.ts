import { expect, test } from 'bun:test'
import type { Field } from '../wire'
import {
  boxText,
  type FieldControl,
  fieldsIn,
  originWords,
  otherSources,
  SERIES_FIELDS,
  sourceWords,
  valueIn,
  valueWords,
} from './field-words'

test.each<[text: string, kind: FieldControl, value: unknown]>([
  [' Saga ', 'text', 'Saga'],
  ['', 'text', null],
  ['  ', 'number', null],
  ['2012', 'number', 2012],
  ['123456', 'number', undefined],
  ['-1', 'number', undefined],
  ['2012', 'day', '2012'],
  ['2012-05', 'day', '2012-05'],
  ['2012-05-06', 'day', '2012-05-06'],
  ['6 May 2012', 'day', undefined],
  ['2012-5', 'day', undefined],
  ['', 'list', []],
  [' a, ,b\nc ', 'list', ['a', 'b', 'c']],
  ['', 'choice', null],
])('%j as %s is %j', (text, kind, value) => {
  expect(valueIn(text, kind)).toEqual(value)
})

test.each<[value: unknown, kind: FieldControl, words: string]>([
  [null, 'text', ''],
  [undefined, 'text', ''],
  ['Saga', 'text', 'Saga'],
  [0, 'number', '0'],
  [['a', 'b'], 'list', 'a, b'],
  [
    [{ name: 'Ann', roles: ['Writer', 'Artist'] }, { name: 'Bo' }, { name: 'Cy', roles: [] }],
    'shown',
    'Ann (Writer, Artist), Bo, Cy',
  ],
  ['2012-05', 'day', 'May 2012'],
])('%j as %s reads %p', (value, kind, words) => {
  expect(valueWords(value, { kind })).toBe(words)
})

test('a choice is shown by its label, and an unknown value unchanged', () => {
  const { reading_direction } = SERIES_FIELDS
  expect(valueWords('rtl', reading_direction!)).toBe('Right to left')
  expect(valueWords('up', reading_direction!)).toBe('up')
})

test.each([
  [null, ''],
  [undefined, ''],
  [['a', 'b'], 'a, b'],
  [7, '7'],
])('%j is shown in its box as %p', (value, text) => {
  expect(boxText(value)).toBe(text)
})

const field = (more: Partial<Field>): Field =>
  ({ field: 'name', value: 'Saga', source: null, locked: false, said: [], ...more }) as Field

test.each<[field: Partial<Field>, words: string]>([
  [{ locked: true, source: 'user' as never }, 'You wrote this. Refreshes leave it alone.'],
  [{ source: 'file' as never }, 'From the files'],
  [{ source: 'mal' as never }, 'From MyAnimeList'],
  [{ field: 'age_rating', value: 'Mature 17+' }, 'The strictest rating of its issues'],
  [{ field: 'age_rating', value: null }, ''],
  [{}, ''],
])('%j has the source %p', (more, words) => {
  expect(originWords(field(more))).toBe(words)
})

test('a source without a name is shown unchanged', () => {
  expect([sourceWords('user'), sourceWords('somewhere')]).toEqual(['You', 'somewhere'])
})

test('other sources are those whose value differs', () => {
  const said = [
    { source: 'user', value: 'Mine' },
    { source: 'mal', value: 'Other' },
    { source: 'file', value: 'Saga' },
    { source: 'local', value: 'Third' },
  ] as never
  expect(otherSources(field({ source: 'mal' as never, said })).map(({ source }) => source)).toEqual(['local'] as never)
})

test('exactly the fields with a shape are listed, in their order', () => {
  const all = fieldsIn([field({ field: 'year', value: 2012 }), field({ field: 'secret' })] as never, SERIES_FIELDS)
  expect(all.map(({ shape }) => shape.label).slice(0, 3)).toEqual(['Name', 'First year', 'Last year'])
  expect(all).toHaveLength(Object.keys(SERIES_FIELDS).length)
  expect(all[0]!.entry).toEqual({ field: 'name', value: null, source: null, locked: false, said: [] } as never)
  expect(all[1]!.entry.value).toBe(2012)
})
