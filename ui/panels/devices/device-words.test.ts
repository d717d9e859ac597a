import { expect, test } from 'bun:test'
import { type Device, usedWords } from './device-words'

test.each([
  [null, 'Panels/4', 'Not used yet'],
  ['2026-11-21T11:58:00Z', 'TachiyomiKomga/1.4.68', 'Seen 2 minutes ago from Mihon'],
  ['2026-11-21T11:58:00Z', 'Dalvik/2.1.0 (Linux; U; Android 14; Pixel 8)', 'Seen 2 minutes ago from an app on Pixel 8'],
  ['2026-11-21T11:58:00Z', 'KMReader/4.2 (iPad; iOS 18.1)', 'Seen 2 minutes ago from KMReader on iPad'],
  ['2026-11-21T09:00:00Z', 'Mozilla/5.0', 'Seen 3 hours ago from a browser'],
  ['2026-11-21T12:00:00Z', null, 'Seen just now'],
])('a device used at %s by %s: %s', (last_used_at, last_agent, words) => {
  expect(usedWords({ last_used_at, last_agent } as Device, Date.parse('2026-11-21T12:00:00Z'))).toBe(words)
})
