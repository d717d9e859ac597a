import { expect, test } from 'bun:test'
import { appName, type Device, syncAddress, usedWords } from './device-words'

test.each([
  ['Panels/412 CFNetwork/1490', 'Panels'],
  ['Chunky (iPad)', 'Chunky'],
  ['lua KOReader 2024', 'KOReader'],
  ['YAR/1.0', 'KyBook'],
  ['Dalvik/2.1 Moon+ Reader', 'Moon+ Reader'],
  ['Mozilla/5.0 PocketBook', 'PocketBook'],
  ['Mozilla/5.0 (X11)', 'a browser'],
  ['', 'an app'],
  ['/1.0', 'an app'],
  ['x'.repeat(40), 'x'.repeat(30)],
])('%p is %p', (agent, name) => {
  expect(appName(agent)).toBe(name)
})

test('a device shows its last app, and the time', () => {
  const used = (last_used_at: string | null, last_agent: string | null) =>
    usedWords({ last_used_at, last_agent } as Device, Date.parse('2026-11-21T12:00:00Z'))
  expect(used(null, 'Panels/4')).toBe('Not used yet')
  expect(used('2026-11-21T11:55:00Z', 'Mozilla/5.0')).toMatch(/^A browser, /)
  expect(used('2026-11-21T11:55:00Z', null)).toMatch(/^[A-Z0-9]/)
})

test.each([
  ['http://attic:8090/opds', 'http://attic:8090/opds/sync'],
  ['http://attic:8090/opds/', 'http://attic:8090/opds/sync'],
])('for the catalog at %s the sync address is %s', (catalog, address) => {
  expect(syncAddress(catalog)).toBe(address)
})
