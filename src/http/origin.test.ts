import { describe, expect, test } from 'bun:test'
import { clientOf, siteOf, withoutRoot } from './origin'

const settings = { http_root: '/', public_url: '', trusted_proxies: '' }
const forwarded = {
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'comics.example, inner',
  'X-Forwarded-Prefix': '/shelf/',
}
const request = (headers: Record<string, string> = {}, path = '/opds') =>
  new Request(`http://192.0.2.7:8090${path}`, { headers })

describe('where the client sees us', () => {
  test('is where it asked', () => {
    expect(siteOf(request(), '192.0.2.50', settings)).toEqual({ origin: 'http://192.0.2.7:8090', root: '' })
    expect(siteOf(request(), '192.0.2.50', { ...settings, http_root: '/panelkeep/' }).root).toBe('/panelkeep')
  })

  test('is what a proxy on this machine says, and not what a stranger says', () => {
    const proxied = { origin: 'https://comics.example', root: '/shelf' }
    expect(siteOf(request(forwarded), '127.0.0.1', settings)).toEqual(proxied)
    expect(siteOf(request(forwarded), '192.0.2.50', settings).origin).toBe('http://192.0.2.7:8090')
  })

  test.each([
    ['192.0.2.50', '192.0.2.50', true],
    ['192.0.2.0/24; 10.0.0.1', '192.0.2.50', true],
    ['192.0.2.0/28', '192.0.2.50', false],
    ['10.0.0.0/8', '2001:db8::1', false],
    ['2001:db8::1', '2001:db8::1', true],
    ['nonsense/99', '192.0.2.50', false],
  ])('trusted %s, asked by %s: believed %p', (trusted_proxies, ip, believed) => {
    const { origin } = siteOf(request(forwarded), ip, { ...settings, trusted_proxies })
    expect(origin === 'https://comics.example').toBe(believed)
  })

  test('is what the settings say above all', () => {
    const public_url = 'https://books.example/comics/'
    const site = { origin: 'https://books.example', root: '/comics' }
    expect(siteOf(request(forwarded), '127.0.0.1', { ...settings, public_url })).toEqual(site)
  })

  test('is never made of odd letters', () => {
    const odd = { 'X-Forwarded-Host': 'evil"><x', 'X-Forwarded-Proto': 'javascript', 'X-Forwarded-Prefix': '//evil' }
    expect(siteOf(request(odd), '127.0.0.1', settings)).toEqual({ origin: 'http://192.0.2.7:8090', root: '' })
  })
})

test('the folder that a proxy left before the path is taken off', () => {
  const under = { ...settings, http_root: '/panelkeep' }
  const path = (from: string) => withoutRoot(request({}, from), under)?.url.replace('http://192.0.2.7:8090', '')
  expect(path('/panelkeep/opds?index=3')).toBe('/opds?index=3')
  expect(path('/panelkeep')).toBe('/')
  expect(path('/panelkeeper/opds')).toBeUndefined()
  expect(path('/opds')).toBeUndefined()
  expect(withoutRoot(request({}, '/opds'), settings)).toBeUndefined()
})

test('a folder that is called like one of ours is not taken off, or nobody could set it right', () => {
  for (const http_root of ['/api', '/api/', '/opds/v2', '/assets'])
    expect(withoutRoot(request({}, `${http_root}/config`), { ...settings, http_root })).toBeUndefined()
  const public_url = 'https://books.example/api'
  expect(withoutRoot(request({}, '/api/config'), { ...settings, public_url })).toBeUndefined()
})

test('a network without a size, or with one that is none, holds nobody', () => {
  const forged = { 'X-Forwarded-Host': 'evil.example' }
  for (const size of ['', ' 8', '-1', '33', '1e0', '8/9']) {
    const trusted_proxies = `10.0.0.0/${size}`
    expect(siteOf(request(forged), '203.0.113.9', { ...settings, trusted_proxies }).origin).toBe(
      'http://192.0.2.7:8090',
    )
  }
})

test('the method, the headers and the body stay as they are', async () => {
  const init = { method: 'PUT', body: '{"a":1}', headers: { 'X-Requested-With': 'ServiceFrontend' } }
  const asked = withoutRoot(new Request('http://a/x/api/config', init), { ...settings, http_root: '/x' })
  expect([asked?.method, asked?.headers.get('x-requested-with'), await asked?.text()]).toEqual([
    'PUT',
    'ServiceFrontend',
    '{"a":1}',
  ])
})

describe('who asks', () => {
  const of = (forwarded: string, ip = '127.0.0.1', trusted_proxies = '') =>
    clientOf(request(forwarded ? { 'X-Forwarded-For': forwarded } : {}), ip, { trusted_proxies })

  test('is the other end of the connection, whatever a stranger writes', () => {
    expect(of('')).toBe('127.0.0.1')
    expect(of('203.0.113.9', '192.0.2.50')).toBe('192.0.2.50')
    expect(of('203.0.113.9', '192.0.2.50', '192.0.2.51')).toBe('192.0.2.50')
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
  ])('of %p behind a proxy here, with %p trusted, is %p', (forwarded, trusted, client) => {
    expect(of(forwarded, '127.0.0.1', trusted)).toBe(client)
  })
})
