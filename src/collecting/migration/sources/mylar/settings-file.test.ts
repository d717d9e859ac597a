import { describe, expect, test } from 'bun:test'
import {
  cutOffIndexers,
  type OldIndexer,
  oldIndexers,
  orderOf,
  readIndexers,
  servicesWithoutKey,
  usesServices,
} from './indexers'
import { translateMylarTemplate } from './settings'
import { decodeSecret, parseSettings } from './settings-file'

/** Encodes like Mylar: the text, eight random bytes, and base64. */
const encoded = (text: string) => `^~$z$${Buffer.concat([Buffer.from(text), Buffer.alloc(8, 7)]).toString('base64')}`

describe('config.ini', () => {
  test('is read with its doubled percent signs, its unset values, and keys that moved', () => {
    const settings = parseSettings(
      '\uFEFF# comment\r\n[General]\r\nNewcom_Dir = None\r\nannuals_on = 1\r\nempty =\r\n[Update]\nnewcom_dir = /new\n[Interface]\nhttp_password = p%%ss #;=1\nlone = 5%\n',
    )
    expect(settings.sections).toEqual(['General', 'Update', 'Interface'])
    expect(settings.text('newcom_dir')).toBe('/new')
    expect(settings.text('http_password')).toBe('p%ss #;=1')
    expect(settings.text('lone')).toBe('5%')
    expect(settings.text('empty')).toBeNull()
    expect([settings.flag('annuals_on', false), settings.flag('gone', true)]).toEqual([true, true])
  })

  test.each([undefined, '', '\0\0\0\0', 'no sections at all'])('without sections (%p) counts as missing', (text) => {
    expect(parseSettings(text).isThere).toBe(false)
  })

  test('decodes passwords, and names those that cannot be decoded', () => {
    const settings = parseSettings(`[A]\nsab_apikey = ${encoded('ké%y')}\nbad = ^~$z$abc\nworse = ^~$z$!!!\n`)
    expect(settings.text('sab_apikey')).toBe('ké%y')
    expect(settings.undecoded).toEqual(['bad', 'worse'])
    expect(settings.text('bad')).toBeNull()
    expect(decodeSecret('^~$z$')).toBeUndefined()
  })

  test.each([
    ['A, B', ['A', 'B']],
    ['["x", "y"]', ['x', 'y']],
    ['[]', []],
    // Saving in Mylar's pages splits a list into letters.
    ['M, a, r, v, e, l', []],
  ])('reads the list %p', (text, list) => {
    expect(parseSettings(`[A]\nlist = ${text}\n`).list('list')).toEqual(list)
  })
})

const indexer = (more: Partial<OldIndexer>): OldIndexer => ({
  name: 'Dog',
  host: 'https://dog.example',
  verify: true,
  apikey: 'KEY',
  uid: null,
  categories: [7030],
  enabled: true,
  ...more,
})

describe('records of indexers', () => {
  test.each<[string, OldIndexer[]]>([
    ['Dog, https://dog.example, 1, KEY, , 1, 1', [indexer({})]],
    ['Dog, https://dog.example, 1, KEY, , 1', [indexer({})]],
    ['Dog, https://dog.example, KEY, "", 1', [indexer({})]],
    ['Dog, https://dog.example, 0, KEY, 12345, False, 4', [indexer({ verify: false, uid: '12345', enabled: false })]],
    ['Dog, https://dog.example, 1, KEY, #7030,7000, 1, 2', [indexer({ categories: [7030, 7000] })]],
    ['Dog, https://dog.example, 1, KEY, 98765#7030#7010, 1, 2', [indexer({ uid: '98765', categories: [7030, 7010] })]],
    ['Dog, https://dog.example, 1, KEY, 98765,7030,7010, 1, 2', [indexer({ uid: '98765', categories: [7030, 7010] })]],
    ['https://dog.example, https://dog.example, 1, KEY, , 1, 1', [indexer({ name: 'https://dog.example' })]],
    [', https://dog.example, 1, KEY, , 1, 1', [indexer({ name: 'https://dog.example' })]],
    [`Dog, https://dog.example, 1, ${encoded('KEY')}, , 1, 1`, [indexer({})]],
    ['Dog, https://dog.example, 1, KEY', []],
    [
      'Dog, the second, https://dog.example, 1, KEY, , 1, 1, Cat, http://cat.example, 1, KEY, , 1, 2',
      [indexer({ name: 'Dog, the second' }), indexer({ name: 'Cat', host: 'http://cat.example' })],
    ],
    [
      'Dog, https://dog.example, 1, KEY, , 1, 300, http://cat.example, 1, KEY, , 1',
      [indexer({}), indexer({ name: '300', host: 'http://cat.example' })],
    ],
  ])('%p', (text, expected) => {
    expect(readIndexers(text, 'newznab')).toEqual(expected)
  })

  test('of torrents have only categories, and the single one of old releases is moved', () => {
    const settings = parseSettings(
      '[Torznab]\nextra_torznabs = Jackett, http://j.example, 1, K, 8020,7030, 1, 5\ntorznab_name = Old\ntorznab_host = http://old.example\ntorznab_apikey = k\ntorznab_category = 8020#8030\n[Providers]\nprovider_order = 0, old, 1, JACKETT\n',
    )
    expect(oldIndexers(settings, 'torznab').map(({ name, categories }) => [name, categories])).toEqual([
      ['Jackett', [8020, 7030]],
      ['Old', [8020, 8030]],
    ])
    expect(['Jackett', 'Old', 'Other'].map(orderOf(settings))).toEqual([1, 0, undefined])
  })

  test('with one name get different names, and a broken order is ignored', () => {
    const settings = parseSettings(
      '[N]\nextra_newznabs = A, http://a.example, 1, K, , 1, 1, A, http://b.example, 1, K, , 1, 2\nprovider_order = N, o, n, e\n',
    )
    expect(oldIndexers(settings, 'newznab').map(({ name }) => name)).toEqual(['A', 'A (2)'])
    expect(orderOf(settings)('A')).toBeUndefined()
  })
})

test.each([
  ['$Publisher/$Series ($Year)', 'folder', '$Publisher/$Series ($Year)'],
  ['$Series $Annual ($Year)', 'folder', '$Series ($Year)'],
  ['$Series [$Format] $Issue', 'file', '$Series $Issue'],
  ['$arc ($spanyears)/$publisher $x', 'arc', '$arc ($spanyears)/$publisher'],
] as const)('the template %p of a %s becomes %p', (template, kind, expected) => {
  expect(translateMylarTemplate(template, kind)).toBe(expected)
})

describe('services that once had sections of their own', () => {
  const settings = (text: string) => parseSettings(text)
  const read = (text: string) =>
    oldIndexers(settings(text), 'newznab').map(({ name, host, apikey, uid, enabled }) => [name, host, apikey, uid, enabled]) // biome-ignore format: one line

  test('become indexers like the others, with their keys', () => {
    const text = '[NZBsu]\nnzbsu = 1\nnzbsu_uid = 123\nnzbsu_apikey = AAA\n[DOGnzb]\ndognzb = 0\ndognzb_apikey = BBB\n'
    expect(read(text)).toEqual([
      ['nzb.su', 'https://api.nzb.su', 'AAA', '123', true],
      ['DOGnzb', 'https://api.dognzb.cr', 'BBB', null, false],
    ])
    expect(usesServices(settings(text))).toBe(true)
  })

  test('keep disabled indexers disabled, and are not added twice', () => {
    const records =
      'extra_newznabs = Cat, https://cat.example, 1, KEY, , 1, 1, DogNZB, https://api.dognzb.cr/, 1, KEY, , 1, 2'
    const text = `[NZBsu]\nnzbsu = 1\nnzbsu_apikey = AAA\n[DOGnzb]\ndognzb = 1\ndognzb_apikey = BBB\n[Newznab]\nnewznab = 0\n${records}\n`
    expect(read(text).map(([name, , , , enabled]) => [name, enabled])).toEqual([
      ['Cat', false],
      ['DogNZB', false],
      ['nzb.su', true],
    ])
  })

  test.each(['nzb.SU, https://other.example, 1, KEY, , 1, 1', 'Mine, https://api.nzb.su/, 1, KEY, , 1, 1'])(
    'are not added beside the record %p',
    (record) => {
      const text = `[NZBsu]\nnzbsu = 1\nnzbsu_apikey = AAA\n[Newznab]\nnewznab = 1\nextra_newznabs = ${record}\n`
      expect(read(text)).toHaveLength(1)
    },
  )

  test('without a key in the file are named', () => {
    expect([read('[NZBsu]\nnzbsu = 1\n'), servicesWithoutKey(settings('[NZBsu]\nnzbsu = 1\nnzbsu_apikey = None\n'))]).toEqual([[], ['nzb.su']]) // biome-ignore format: one line
  })
})

test.each([
  ['Cat, https://cat.example, 1, KEY, , 1, 1', []],
  ['Cat, https://cat.example, 1, KEY, , 1, 1, Dog, https://dog.example, 1, KEY', ['Dog']],
  ['Dog, https://dog.example, 1', ['Dog']],
  ['Cat, https://cat.example, 1, KEY, , 1, 1, Dog', ['Dog']],
  ['None', []],
])('of the records %p the truncated ones are %p', (records, names) => {
  expect(cutOffIndexers(parseSettings(`[Newznab]\nextra_newznabs = ${records}\n`))).toEqual(names as string[])
})
