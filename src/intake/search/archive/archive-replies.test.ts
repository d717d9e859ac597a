import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../base/outbound/service-error'
import { readArchiveHits, readArchiveItem } from './archive-replies'

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const kindOf = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    return (error as ServiceError).kind
  }
  return undefined
}
const FREE = { licenseurl: 'https://creativecommons.org/publicdomain/mark/1.0/' }
const item = (metadata: object, more: object = {}) =>
  readArchiveItem(bytes({ metadata: { ...FREE, ...metadata }, files: [], ...more }), 'harbor_001')
const file = (more: object) => item({}, { files: [{ name: 'a.cbz', format: 'Comic Book ZIP', ...more }] })?.files[0]

describe('a search', () => {
  const found = (docs: unknown[]) => readArchiveHits(bytes({ response: { docs } }))

  test('lists items with an identifier, by their first title', () => {
    expect(
      found([
        { identifier: 'harbor_001', title: ['Harbor', 'Other'] },
        { identifier: 'a', title: 7 },
        { identifier: 'no-title' },
        { identifier: 'b', title: [7, 'Second'] },
        { identifier: 'a/b', title: 'leads elsewhere' },
        { identifier: 'x'.repeat(101) },
        { title: 'none' },
        'text',
        null,
      ]),
    ).toEqual([
      { identifier: 'harbor_001', title: 'Harbor' },
      { identifier: 'a', title: '7' },
      { identifier: 'no-title', title: 'no-title' },
      { identifier: 'b', title: 'Second' },
    ])
    expect(found([{ identifier: 'x'.repeat(100) }])).toHaveLength(1)
  })

  test.each<[unknown, string]>([
    ['{', 'unreadable'],
    ['[]', 'unreadable'],
    ['null', 'unreadable'],
    [{ response: {} }, 'unreadable'],
    [{ response: [] }, 'unreadable'],
    [{ response: { docs: {} } }, 'unreadable'],
    [{}, 'unreadable'],
    [{ error: 'busy' }, 'unavailable'],
  ])('that answers %j is %s', (answer, kind) =>
    expect(kindOf(() => readArchiveHits(bytes(answer)))).toBe(kind as never),
  )

  test('shows only the first words of an error', () => {
    expect(() => readArchiveHits(bytes({ error: 'x'.repeat(500) }))).toThrow(
      new ServiceError('unavailable', 'x'.repeat(160)),
    )
  })
})

describe('an item', () => {
  test.each<[string, object, object]>([
    ['is dark', {}, { is_dark: true }],
    ['has no metadata', {}, { metadata: undefined }],
    ['has no list of files', {}, { files: {} }],
    ['is lent', { 'access-restricted-item': 'true' }, {}],
    ['is lent as well', { 'access-restricted-item': [true, 'true'] }, {}],
    ['is not shared freely', { licenseurl: 'https://example.org/all-rights' }, {}],
    ['has no license', { licenseurl: undefined, collection: 'comics' }, {}],
  ])('that %s is not available', (_what, metadata, more) => expect(item(metadata, more)).toBeUndefined())

  test.each([
    [{ licenseurl: ['x', 'http://CreativeCommons.org/licenses/by/4.0'] }],
    [{ licenseurl: undefined, collection: ['comics', 'digitalcomicmuseum'] }],
    [{ 'access-restricted-item': 'false' }],
  ])('with %j is available', (metadata) => expect(item(metadata)).toBeDefined())

  test('has its title and date, in this order', () => {
    expect(item({ title: ['Harbor 1'], date: '1952-03', year: '1952', publicdate: '2010-01-01' })).toMatchObject({
      identifier: 'harbor_001',
      title: 'Harbor 1',
      date: '1952-03',
      publicdate: '2010-01-01',
    })
    expect(item({ year: 1952 })).toMatchObject({ title: 'harbor_001', date: '1952' })
    expect(item({})).not.toHaveProperty('date')
    expect(item({})).not.toHaveProperty('publicdate')
  })

  test("is only on the archive's own hosts, in a folder that leads nowhere else", () => {
    const hosts = {
      server: 'ia8.us.archive.org',
      workable_servers: ['ia9.us.archive.org', 'evil.example', 'archive.org.evil', 7],
    }
    expect(item({}, { ...hosts, dir: '/5/items/harbor_001' })).toMatchObject({
      servers: ['ia9.us.archive.org', 'ia8.us.archive.org'],
      dir: '/5/items/harbor_001',
    })
    for (const dir of ['/a/../b', 'a/b', '/a b', 7, undefined]) expect(item({}, { dir })?.dir).toBe('')
    expect(item({}, { server: undefined })?.servers).toEqual([])
  })
})

test('an item that is a list is invalid', () =>
  expect(kindOf(() => readArchiveItem(bytes([]), 'harbor_001'))).toBe('unreadable'))

describe('a file of an item', () => {
  const MD5 = 'A'.repeat(32)
  const SHA1 = 'b'.repeat(40)

  test('has its size and checksums', () => {
    expect(file({ size: '5', md5: MD5, sha1: SHA1 })).toEqual({
      name: 'a.cbz',
      format: 'Comic Book ZIP',
      size: 5,
      md5: 'a'.repeat(32),
      sha1: SHA1,
    })
    expect(file({ size: 7 })?.size).toBe(7)
  })

  test.each([
    [{ size: '0' }],
    [{ size: '-1' }],
    [{ size: 'x' }],
    [{ size: '1.5' }],
    [{ size: null }],
    [{ md5: SHA1 }],
    [{ sha1: MD5 }],
    [{ md5: 'z'.repeat(32) }],
    [{ sha1: 7 }],
  ])('has no facts from %j', (more) => expect(Object.keys(file(more)!)).toEqual(['name', 'format']))

  test.each([[{ name: '' }], [{ name: 7 }], [{ format: undefined }], [{ private: 'true' }], [{ private: true }]])(
    'with %j is not listed',
    (more) => expect(file(more)).toBeUndefined(),
  )

  test('that is not an object is not listed', () =>
    expect(item({}, { files: [null, 'a.cbz', ['a.cbz']] })).toMatchObject({ files: [] }))

  test('that is not private is listed', () => expect(file({ private: 'false' })).toBeDefined())
})
