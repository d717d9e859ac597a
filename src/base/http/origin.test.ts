import { describe, expect, test } from 'bun:test'
import { clientOf, requestSite, withoutRoot } from './origin'

const settings = { http_root: '/', public_url: '', trusted_proxies: '' }
const forwarded = {
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'comics.example, inner',
  'X-Forwarded-Prefix': '/shelf/',
}
const request = (headers: Record<string, string> = {}, path = '/opds') =>
  new Request(`http://panelkeep.internal${path}`, { headers })
const caller = (ip: string) => ({ ip, origin: 'http://192.0.2.7:8090' })

describe('the address that clients use', () => {
  test('is the one of the request', () => {
    expect(requestSite(request(), caller('192.0.2.50'), settings)).toEqual({
      origin: 'http://192.0.2.7:8090',
      root: '',
    })
    expect(requestSite(request(), caller('192.0.2.50'), { ...settings, http_root: '/panelkeep/' }).root).toBe(
      '/panelkeep',
    )
  })

  test('is the one that a proxy on this machine reports, but not what another client reports', () => {
    const proxied = { origin: 'https://comics.example', root: '/shelf' }
    expect(requestSite(request(forwarded), caller('127.0.0.1'), settings)).toEqual(proxied)
    expect(requestSite(request(forwarded), caller('192.0.2.50'), settings).origin).toBe('http://192.0.2.7:8090')
  })

  test.each([
    ['192.0.2.50', '192.0.2.50', true],
    ['192.0.2.0/24; 10.0.0.1', '192.0.2.50', true],
    ['192.0.2.0/28', '192.0.2.50', false],
    ['10.0.0.0/8', '2001:db8::1', false],
    ['2001:db8::1', '2001:db8::1', true],
    ['nonsense/99', '192.0.2.50', false],
  ])('trusted %s, sent by %s: believed %p', (trusted_proxies, ip, believed) => {
    const { origin } = requestSite(request(forwarded), caller(ip), { ...settings, trusted_proxies })
    expect(origin === 'https://comics.example').toBe(believed)
  })

  test('is the one in the settings, before all others', () => {
    const public_url = 'https://books.example/comics/'
    const site = { origin: 'https://books.example', root: '/comics' }
    expect(requestSite(request(forwarded), caller('127.0.0.1'), { ...settings, public_url })).toEqual(site)
  })

  test('never contains unexpected characters', () => {
    const odd = { 'X-Forwarded-Host': 'evil"><x', 'X-Forwarded-Proto': 'javascript', 'X-Forwarded-Prefix': '//evil' }
    expect(requestSite(request(odd), caller('127.0.0.1'), settings)).toEqual({
      origin: 'http://192.0.2.7:8090',
      root: '',
    })
  })
})

test('the folder that a proxy left in the path is removed', () => {
  const under = { ...settings, http_root: '/panelkeep' }
  const path = (from: string) => withoutRoot(from, under)
  expect(path('/panelkeep/opds')).toBe('/opds')
  expect(path('/panelkeep')).toBe('/')
  expect(path('/panelkeeper/opds')).toBe('/panelkeeper/opds')
  expect(path('/opds')).toBe('/opds')
  expect(withoutRoot('/opds', settings)).toBe('/opds')
})

test('a folder named like one of our own is not removed, since the settings could then not be reached to correct it', () => {
  for (const http_root of ['/api', '/api/', '/opds/v2', '/assets', '/OPDS', '/Api'])
    expect(withoutRoot(`${http_root}/config`, { ...settings, http_root })).toBe(`${http_root}/config`)
  const public_url = 'https://books.example/api'
  expect(withoutRoot('/api/config', { ...settings, public_url })).toBe('/api/config')
})

test('a network without a size, or with an invalid one, holds no address', () => {
  const forged = { 'X-Forwarded-Host': 'evil.example' }
  for (const size of ['', ' 8', '-1', '33', '1e0', '8/9']) {
    const trusted_proxies = `10.0.0.0/${size}`
    expect(requestSite(request(forged), caller('203.0.113.9'), { ...settings, trusted_proxies }).origin).toBe(
      'http://192.0.2.7:8090',
    )
  }
})

describe("the client's address", () => {
  const of = (forwarded: string, ip = '127.0.0.1', trusted_proxies = '') =>
    clientOf(request(forwarded ? { 'X-Forwarded-For': forwarded } : {}), ip, { trusted_proxies })
  const here = '127.0.0.0/8'

  test('is the other end of the connection, whatever an untrusted client writes', () => {
    expect(of('')).toBe('127.0.0.1')
    expect(of('203.0.113.9', '192.0.2.50')).toBe('192.0.2.50')
    expect(of('203.0.113.9', '192.0.2.50', '192.0.2.51')).toBe('192.0.2.50')
  })

  test('is this machine for a local program that the settings do not name', () => {
    expect(of('203.0.113.9')).toBe('127.0.0.1')
    expect(of('203.0.113.9', '::1', '127.0.0.1')).toBe('::1')
  })

  test.each([
    ['203.0.113.9', '', '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9', '', '203.0.113.9'],
    ['203.0.113.9, 192.0.2.50', '192.0.2.0/24', '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9, 192.0.2.50', '192.0.2.50', '203.0.113.9'],
    ['203.0.113.9:4711', '', '203.0.113.9'],
    ['[2001:DB8::1]:4711', '', '2001:db8::1'],
    ['::ffff:203.0.113.9', '', '203.0.113.9'],
    ['unknown', '', '127.0.0.1'],
    ['203.0.113.9, <script>', '', '127.0.0.1'],
    ['192.0.2.50', '192.0.2.50', '192.0.2.50'],
  ])('of %p behind a trusted proxy on this machine, with %p trusted too, is %p', (forwarded, trusted, client) => {
    expect(of(forwarded, '127.0.0.1', `${here}, ${trusted}`)).toBe(client)
  })
})
