import { expect, test } from 'bun:test'
import { appOf, freeName, interfaceAddress, READING_APPS } from './reading-apps'

test.each([
  ['http://attic:8090/opds', 'komga', 'http://attic:8090/komga'],
  ['http://attic:8090/opds/', 'komga', 'http://attic:8090/komga'],
  ['https://comics.example/panelkeep/opds', 'komga', 'https://comics.example/panelkeep/komga'],
  ['http://opds:8090/opds', 'komga', 'http://opds:8090/komga'],
  ['http://attic:8090/opds/', 'opds', 'http://attic:8090/opds'],
  ['http://attic:8090/opds', 'sync', 'http://attic:8090/opds/sync'],
] as const)('beside the catalog at %s, %s is at %s', (catalog, one, address) => {
  expect(interfaceAddress(catalog, one)).toBe(address)
})

test('every app has a key and a label of its own, and a sentence', () => {
  for (const field of ['key', 'label', 'help'] as const) {
    const values = READING_APPS.map((app) => app[field])
    expect(new Set(values).size).toBe(values.length)
  }
  for (const { label, where } of READING_APPS) expect(`${label}: ${where}`).toMatch(/: [A-Z].+\.$/)
})

test('an app is found by its key, and an unknown key gives the first app', () => {
  expect(appOf('koreader').label).toBe('KOReader')
  expect(appOf('nothing')).toBe(READING_APPS[0]!)
})

test('a second key of the same app gets a number', () => {
  expect(freeName('Mihon', ['Kobo'])).toBe('Mihon')
  expect(freeName('Mihon', ['Mihon', 'Mihon 3'])).toBe('Mihon 2')
  expect(freeName('Mihon', ['Mihon', 'Mihon 2'])).toBe('Mihon 3')
})
