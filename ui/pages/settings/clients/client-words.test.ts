import { describe, expect, test } from 'bun:test'
import {
  type Client,
  clientFacts,
  clientState,
  importMethodsOf,
  importMethodWords,
  isHealthy,
  protocolClients,
  type WireClients,
} from './client-words'

const client = (more: object = {}): Client =>
  ({
    type: 'sabnzbd',
    name: 'Attic',
    protocol: 'usenet',
    address: 'http://127.0.0.1:8080',
    enabled: true,
    placing: 'move',
    standing: { state: 'ok', since: null, version: null },
    ...more,
  }) as unknown as Client
const presets = [{ type: 'sabnzbd', label: 'SABnzbd' }] as never

test.each([
  [{}, 'SABnzbd · Usenet · 127.0.0.1:8080 · moves files'],
  [{ standing: { version: '4.3.2' } }, 'SABnzbd 4.3.2 · Usenet · 127.0.0.1:8080 · moves files'],
  [{ name: 'SABnzbd' }, 'Usenet · 127.0.0.1:8080 · moves files'],
  [
    { type: 'other', address: 'https://nas.test', protocol: 'torrent', placing: 'copy' },
    'other · Torrents · nas.test · copies files',
  ],
])('the facts of %j are %p', (more, facts) => {
  expect(clientFacts(client(more), presets)).toBe(facts)
})

test.each([
  [{ enabled: false, standing: { state: 'failing', since: null } }, 'Off'],
  [{ standing: { state: 'failing', since: null } }, 'Fails'],
  [{ standing: { state: 'failing', since: '2026-11-21T08:00:00Z' } }, /^Fails since .+/],
  [{ standing: { state: 'ok', since: '2026-11-21T08:00:00Z' } }, /^Answered .+/],
  [{ standing: { state: 'ok', since: null } }, 'Answered'],
  [{ standing: { state: 'unknown', since: null } }, 'Not tried yet'],
])('the state of %j is %p', (more, word) => {
  expect(clientState(client(more), new Date('2026-11-21T12:00:00Z')).word).toMatch(word)
})

test.each([
  [{ success: true }, true],
  [{ success: true, warnings: [] }, true],
  [{ success: true, warnings: ['x'] }, false],
  [{ success: false }, false],
])('a test with %j is healthy: %p', (result, isFine) => {
  expect(isHealthy(result as never)).toBe(isFine)
})

test('files of torrents are never moved, and an unknown method counts as the first', () => {
  expect(importMethodsOf('torrent').map(({ value }) => value)).toEqual(['hardlink', 'copy', 'softlink'])
  expect(importMethodsOf('usenet')[0]!.value).toBe('move')
  expect(importMethodWords('torrent', 'move').value).toBe('hardlink')
  expect(importMethodWords('usenet', 'softlink').value).toBe('softlink')
})

describe('the route of a release', () => {
  const fallback = (name: string, more: object = {}) => ({
    name,
    label: `${name} label`,
    protocol: 'torrent',
    enabled: true,
    detail: undefined,
    ...more,
  })
  const names = (clients: object[], fallbacks: object[]) =>
    protocolClients({ clients, fallbacks } as unknown as WireClients, 'torrent').map(({ name }) => name)

  test.each<[what: string, clients: object[], fallbacks: object[], names: string[]]>([
    [
      'has the clients in order',
      [client({ protocol: 'torrent', name: 'A' }), client({ protocol: 'torrent', name: 'B' })],
      [],
      ['A', 'B'],
    ],
    [
      'leaves out clients of other protocols and disabled ones',
      [client({ name: 'A' }), client({ protocol: 'torrent', enabled: false })],
      [],
      [],
    ],
    [
      'continues with the fallbacks',
      [client({ protocol: 'torrent', name: 'A' })],
      [fallback('blackhole'), fallback('embedded')],
      ['A', 'blackhole label'],
    ],
    ['is Panelkeep itself where nothing else is', [], [fallback('embedded')], ['Panelkeep itself']],
    ['is nothing where that is off', [], [fallback('embedded', { enabled: false })], []],
    ['is a folder before Panelkeep', [], [fallback('blackhole'), fallback('embedded')], ['blackhole label']],
    ['is none of another protocol', [], [fallback('ddl', { protocol: 'ddl' })], []],
  ])('%s', (_what, clients, fallbacks, expected) => {
    expect(names(clients, fallbacks)).toEqual(expected)
  })
})
