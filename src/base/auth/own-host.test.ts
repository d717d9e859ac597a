import { expect, test } from 'bun:test'
import { isOwnHost } from './own-host'

const own = {
  names: () => ['Attic.lan', '192.0.2.7', 'fd00::7', 'fe80::1%eth0'],
  chosen: () => ['https://Comics.example:8443/shelf', 'books.lan', ''],
}

test.each([
  'http://localhost:8090',
  'http://LOCALHOST',
  'http://app.localhost',
  'http://localhost.',
  'http://127.0.0.1:8090',
  'http://127.1.2.3',
  'http://2130706433', // 127.0.0.1 as a single number
  'http://[::1]:8090',
  'http://attic.lan',
  'http://attic',
  'http://ATTIC.local:8090',
  'http://attic.lan.local',
  'http://192.0.2.7:8090',
  'https://[fd00::7]',
  'http://comics.example',
  'http://books.lan:8090',
])('%s is this machine', (origin) => expect(isOwnHost(origin, own)).toBe(true))

test.each([
  'http://evil.example',
  'http://localhost.evil.example',
  'http://notlocalhost',
  'http://attic.evil.example',
  'http://attic.lan.evil.example',
  'http://192.0.2.8',
  'http://192.local',
  'http://192',
  'http://[fd00::8]',
  'http://xcomics.example',
  'http://127.0.0.1.nip.io',
])('%s is not', (origin) => expect(isOwnHost(origin, own)).toBe(false))
