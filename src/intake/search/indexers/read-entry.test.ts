import { describe, expect, test } from 'bun:test'
import type { Refusal } from '../../../base/refusal'
import { apiKeyFor, entryCategories, entryIdOf, readIndexerEntry } from './read-entry'
import type { KeyedRow } from './store'

const row = (more: Partial<KeyedRow> = {}) =>
  ({ indexer_id: 'a', name: 'A', host: 'https://a.example', api_key: 'key', verify: false, enabled: false, categories: [8020], rss_uid: '7', ...more }) as KeyedRow // biome-ignore format: one glance
const A = { name: 'A', host: 'https://a.example' }
const read = (entry: unknown, saved: KeyedRow[] = []) => readIndexerEntry(entry, 'newznab', saved)
const oldOf = (entry: object, saved: KeyedRow[]) => read({ ...A, api_key: 'k', ...entry }, saved).old?.indexer_id

test('a new indexer gets the defaults for absent fields', () => {
  expect(read({ ...A, name: ' A ' })).toEqual({
    old: undefined,
    order: undefined,
    values: { type: 'newznab', ...A, api_key: '', verify: true, enabled: true, categories: [7030], rss_uid: null },
  })
})

test('given fields apply, and absent ones stay', () => {
  const fields = { verify: false, enabled: false, categories: '7030,8020', rss_uid: '9', api_key: ' new ', order: 0 }
  expect(read({ ...A, ...fields })).toMatchObject({
    order: 0,
    values: { verify: false, enabled: false, categories: [7030, 8020], rss_uid: '9', api_key: 'new' },
  })
  expect(read(A, [row()]).values).toMatchObject({
    verify: false,
    enabled: false,
    categories: [8020],
    rss_uid: '7',
    api_key: 'key',
  })
  expect(read({ ...A, rss_uid: null }, [row()]).values.rss_uid).toBeNull()
  expect(read({ ...A, apikey: 'older' }).values.api_key).toBe('older')
})

test.each<[unknown, string]>([
  [null, 'must be an object'],
  ['A', 'must be an object'],
  [[], 'must be an object'],
  [{}, 'needs a name'],
  [{ name: ' ' }, 'needs a name'],
  [{ name: 7 }, 'needs a name'],
  [{ ...A, host: 'a.example' }, 'The address of A must start with http:// or https://.'],
  [{ ...A, host: 'https://me@a.example' }, 'contains a login'],
  [{ ...A, host: 'https://:pass@a.example' }, 'contains a login'],
  [{ ...A, host: `https://a.example/${'x'.repeat(1000)}` }, 'must start with'],
  [{ ...A, api_key: 7 }, 'The API key of A must be one line of text.'],
  [{ ...A, api_key: 'x'.repeat(1001) }, 'The API key of A must be one line of text.'],
  [{ ...A, verify: 'yes' }, 'verify of A must be true or false.'],
  [{ ...A, enabled: null }, 'enabled of A must be true or false.'],
  [{ ...A, order: -1 }, 'The order of A'],
  [{ ...A, order: 1.5 }, 'The order of A'],
  [{ ...A, order: '1' }, 'The order of A'],
  [{ ...A, order: 100_000 }, 'The order of A'],
])('%j is refused', (entry, sentence) => expect(() => read(entry)).toThrow(sentence))

test('only a key that must be entered again is refused with a code', () => {
  const codeOf = (work: () => unknown) => {
    try {
      return work()
    } catch (error) {
      return (error as Refusal).extra
    }
  }
  expect(codeOf(() => read({}))).not.toHaveProperty('code')
  expect(codeOf(() => read({ ...A, id: 'a', host: 'https://b.example' }, [row()]))).toMatchObject({
    code: 'api_key_required',
  })
})

test.each([
  [null, undefined],
  [undefined, undefined],
  [0, 0],
  [99_999, 99_999],
])('the order %p becomes %p', (order, expected) => expect(read({ ...A, order }).order).toBe(expected as never))

test.each([
  [' 12 ', '12'],
  [12, '12'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), null],
  ['a b', null],
  ['', null],
])('the user number %p becomes %p', (rss_uid, expected) =>
  expect(read({ ...A, rss_uid }, [row()]).values.rss_uid).toBe(expected),
)

test('a long name is cut, a key of a thousand characters is not', () => {
  expect(read({ ...A, name: 'x'.repeat(150) }).values.name).toHaveLength(100)
  expect(read({ ...A, api_key: 'x'.repeat(1000) }).values.api_key).toHaveLength(1000)
})

describe('the saved indexer of an entry', () => {
  const [a, b] = [row(), row({ indexer_id: 'b', host: 'https://b.example' })]
  const other = row({ indexer_id: 'c', name: 'C' })

  test('is the one with its id, under any name', () => {
    expect(oldOf({ id: 'c' }, [a, b, other])).toBe('c')
    expect(oldOf({ id: 7 }, [row({ indexer_id: '7', name: 'X' })])).toBe('7')
  })

  test('is else the one with its name and address', () => {
    expect(oldOf({ host: 'https://b.example' }, [a, b, other])).toBe('b')
    expect(oldOf({ id: 'gone', host: 'https://b.example' }, [a, b])).toBe('b')
  })

  test('is else the only one with its name, if no id is given', () => {
    expect(oldOf({ host: 'https://new.example' }, [a, other])).toBe('a')
    expect(oldOf({ host: 'https://new.example' }, [a, b])).toBeUndefined()
    expect(oldOf({ id: 'gone', host: 'https://new.example' }, [a])).toBeUndefined()
  })

  test('has an id that may be a number', () =>
    expect([entryIdOf({ id: 7 }), entryIdOf({ id: null }), entryIdOf(null)]).toEqual(['7', undefined, undefined]))
})

test('a key stays with the host that it was entered for', () => {
  const key = (entry: object, host: string, old?: KeyedRow) =>
    apiKeyFor(entry as never, { type: 'newznab', name: 'A', host }, old)
  expect(key({}, 'https://a.example/other', row())).toBe('key')
  expect(key({}, 'https://a.example')).toBe('')
  expect(key({}, 'https://b.example', row({ api_key: '' }))).toBe('')
  expect(key({ api_key: ' ' }, 'https://a.example', row())).toBe('key')
  for (const host of ['https://b.example', 'http://a.example', 'https://a.example:8443'])
    expect(() => key({}, host, row())).toThrow('the saved one is for https://a.example')
  expect(key({ api_key: 'new' }, 'https://b.example', row())).toBe('new')
})

test.each<[unknown, number[] | undefined]>([
  ['7030,8020', [7030, 8020]],
  ['7030#8020;7000 7030', [7030, 8020, 7000]],
  [
    [7030, '8020'],
    [7030, 8020],
  ],
  [7030, [7030]],
  [1, [1]],
  [9_999_999, [9_999_999]],
  ['', undefined],
  [null, undefined],
  [' , ', undefined],
  [[], undefined],
])('the categories %j become %j', (input, numbers) => expect(entryCategories(input, 'A')).toEqual(numbers))

test.each([['x'], ['0'], ['-7030'], ['7030.5'], [10_000_000], [Array.from({ length: 51 }, (_, n) => n + 1)]])(
  'the categories %j are refused',
  (input) => expect(() => entryCategories(input, 'A')).toThrow('The categories of A must be numbers'),
)

test('fifty categories are allowed', () => {
  expect(
    entryCategories(
      Array.from({ length: 50 }, (_, n) => n + 1),
      'A',
    ),
  ).toHaveLength(50)
})
