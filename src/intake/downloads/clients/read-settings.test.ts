import { describe, expect, test } from 'bun:test'
import { clientRow } from '../../../testing/downloads/clients'
import { clientRowFrom, isOtherServer, readMappings } from './read-settings'
import type { ClientChangeBody } from './schema'

const fresh = { client_id: 'c', position: 0, added_at: '2026-11-21T08:00:00.000Z' }
const SAB: ClientChangeBody = { type: 'sabnzbd', name: 'SAB', address: 'http://sab.example:8080' }
const OLD = clientRow({ ...SAB, client_id: 'c', secret: 'key' } as never)
const made = (body: ClientChangeBody) => clientRowFrom(body, { fresh })
const changed = (body: ClientChangeBody, old = OLD) => clientRowFrom(body, { old, fresh })

test('a new client gets the defaults for absent fields', () => {
  expect(made({ ...SAB, name: ' SAB ' })).toMatchObject({
    ...fresh,
    type: 'sabnzbd',
    protocol: 'usenet',
    name: 'SAB',
    enabled: true,
    verify: true,
    category: 'comics',
    username: '',
    secret: '',
    placing: 'move',
    seed_ratio: null,
    seed_minutes: null,
    remove_completed: true,
    remove_failed: true,
  })
})

test('given fields apply, also when they are false', () => {
  const fields = { enabled: false, verify: false, category: ' mine ', username: ' me ', placing: 'copy', seed_ratio: 0, seed_minutes: 0, remove_completed: false, remove_failed: false } as const // biome-ignore format: one glance
  expect(made({ ...SAB, ...fields })).toMatchObject({ ...fields, category: 'mine', username: 'me' })
})

test('absent fields keep their value', () => {
  const old = { ...OLD, enabled: false, verify: false, category: 'mine', username: 'me', placing: 'copy', seed_ratio: 2, seed_minutes: 5, remove_completed: false, remove_failed: false } as const // biome-ignore format: one glance
  expect(changed({ name: 'Other' }, old)).toEqual({ ...old, name: 'Other' })
  expect(changed({ seed_ratio: null }, old).seed_ratio).toBeNull()
  expect(changed({ seed_minutes: null }, old)).toMatchObject({ seed_ratio: 2, seed_minutes: null })
})

test.each<[ClientChangeBody, string]>([
  [{ name: 'x' }, 'type is missing'],
  [{ ...SAB, name: ' ' }, 'needs a name'],
  [{ type: 'blackhole', name: 'Box', address: '/box' }, 'protocol is missing'],
  [{ type: 'blackhole', name: 'Box', address: 'box', protocol: 'usenet' }, 'The folder of Box must be a full path.'],
  [{ ...SAB, address: 'sab.example' }, 'has to begin with http:// or https://.'],
  [{ ...SAB, address: 'http:///x' }, 'has to begin with http'],
  [{ ...SAB, address: 'ftp://sab.example' }, 'has to begin with http'],
  [{ ...SAB, address: 'scgi://sab.example:5000' }, 'has to begin with http:// or https://.'],
  [{ ...SAB, type: 'rtorrent', address: 'ftp://r.example' }, 'http://, https:// or scgi://'],
  [{ ...SAB, address: 'http://me@sab.example' }, 'contains a login'],
  [{ ...SAB, address: 'http://:pass@sab.example' }, 'contains a login'],
  [{ ...SAB, settings: { done_folder: 'done' } }, 'Enter the full path of the folder for completed downloads.'],
])('%j is refused', (body, sentence) => expect(() => made(body)).toThrow(sentence))

test('a client cannot change its type, and may have its own name', () => {
  expect(() => changed({ type: 'nzbget' })).toThrow('SAB cannot be changed to another type')
  expect(changed({ type: 'sabnzbd' }).type).toBe('sabnzbd')
})

test.each<[ClientChangeBody['type'], string, string]>([
  ['sabnzbd', 'http://a.example/sab/api/', 'http://a.example/sab'],
  ['sabnzbd', ' http://a.example// ', 'http://a.example'],
  ['nzbget', 'http://a.example/jsonrpc', 'http://a.example'],
  ['nzbget', 'http://a.example/x/xmlrpc/', 'http://a.example/x'],
  ['qbittorrent', 'https://a.example/qb/api/v2', 'https://a.example/qb'],
  ['deluge', 'http://a.example/json', 'http://a.example'],
  ['transmission', 'http://a.example/api', 'http://a.example/api'],
  ['rtorrent', 'scgi://a.example:5000', 'http://a.example:5000'],
])('the address of %s at %s is %s', (type, address, kept) =>
  expect(made({ type, name: 'x', address }).address).toBe(kept),
)

describe('SCGI', () => {
  const scgi: ClientChangeBody = { type: 'rtorrent', name: 'R', address: 'scgi://a.example:5000' }
  const old = clientRow({ ...made(scgi) } as never)

  test('follows the address, and stays while the address is unchanged', () => {
    expect(made(scgi).settings).toEqual({ scgi: true })
    expect(changed({ name: 'S' }, old).settings).toEqual({ scgi: true })
    expect(changed({ address: 'http://a.example:6000' }, old).settings).toEqual({})
    expect(changed({ address: 'scgi://a.example:6000' }, old).settings).toEqual({ scgi: true })
  })

  test('may be set for a plain address', () => {
    expect(made({ ...scgi, address: 'http://a.example', settings: { scgi: true } }).settings).toEqual({ scgi: true })
    expect(changed({ settings: { scgi: false } }, old).settings).toEqual({})
  })
})

test('settings are changed one at a time', () => {
  const old = { ...OLD, settings: { directory: '/a', done_folder: '/done' } }
  expect(changed({ settings: { directory: ' /b ' } }, old).settings).toEqual({ directory: '/b', done_folder: '/done' })
  expect(changed({ settings: { done_folder: '' } }, old).settings).toEqual({ directory: '/a', done_folder: '' })
})

describe('a secret', () => {
  test('stays with the scheme, host and port that it was entered for', () => {
    expect(changed({ address: 'http://sab.example:8080/other' }).secret).toBe('key')
    for (const address of ['http://sab.example:9090', 'https://sab.example:8080', 'http://b.example:8080'])
      expect(() => changed({ address })).toThrow('the saved one was given for http://sab.example:8080')
  })

  test('is accepted, also an empty one, and not required when there was none', () => {
    const address = 'http://b.example'
    expect(changed({ address, secret: 'new' }).secret).toBe('new')
    expect(changed({ secret: '' }).secret).toBe('')
    expect(changed({ address }, { ...OLD, secret: '' }).secret).toBe('')
    expect(changed({ secret: null as never }).secret).toBe('key')
  })
})

test('is required again for another scheme, host or port, but not for another path', () => {
  const at = (address: string) => ({ ...OLD, address })
  expect(isOtherServer(at('http://sab.example:8080/x'), OLD)).toBe(false)
  expect(isOtherServer(at('http://sab.example'), OLD)).toBe(true)
  expect(isOtherServer(at('/box'), at('/other'))).toBe(true)
})

test('path mappings have a folder of the client and a full path here', () => {
  expect(readMappings([{ remote: ' /data ', local: ' /mnt/data ' }], 'SAB')).toEqual([
    { remote: '/data', local: '/mnt/data' },
  ])
  expect(() => readMappings([{ remote: ' ', local: '/a' }], 'SAB')).toThrow('has no folder of the client')
  expect(() => readMappings([{ remote: '/a', local: 'a' }], 'SAB')).toThrow('must be mapped to a full path')
})
