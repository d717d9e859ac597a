import { describe, expect, test } from 'bun:test'
import { isHead } from './head'
import { inbound } from './inbound'

const settings = { http_root: '/', public_url: '', trusted_proxies: '' }
const path = (address: string, more = settings) =>
  inbound(new Request(address), more).request.url.replace('http://panelkeep.internal', '')

describe('the address that the gate passes on', () => {
  test.each(['http://a', 'https://a', 'http://localhost:8090', 'https://[2001:db8::1]', `https://${'a'.repeat(255)}`])(
    'has the same host for every request, here for %s',
    (origin) => {
      const { request, origin: clientOrigin } = inbound(new Request(`${origin}/api/series?limit=1`), settings)
      expect([request.url, clientOrigin]).toEqual(['http://panelkeep.internal/api/series?limit=1', origin])
    },
  )

  test('begins with one slash', () => {
    expect(path('http://a//api/config')).toBe('/api/config')
    expect(path('http://a////')).toBe('/')
    expect(path('http://a//evil.example/api')).toBe('/evil.example/api')
  })

  test('has no dots and no proxy folder', () => {
    expect(path('http://a/opds/%2e%2e/api/config')).toBe('/api/config')
    expect(path('http://a/.//opds')).toBe('/opds')
    const under = { ...settings, http_root: '/shelf' }
    expect(path('http://a//shelf//opds/v2', under)).toBe('/opds/v2')
    expect(path('http://a/shelf', under)).toBe('/')
  })

  test('of the catalog is found however users and apps write it', () => {
    for (const typed of ['/OPDS', '/Opds', '//opds', '//OPDS']) expect(path(`http://a${typed}`)).toBe('/opds')
    expect(path('http://a/OPDS//V2/recent?index=2')).toBe('/opds/v2/recent?index=2')
    expect(path('http://a/opds//cover/A')).toBe('/opds/cover/A')
    expect(path('http://a/Opds/publishers/DC%2F')).toBe('/opds/publishers/DC%2F')
  })

  test('of anything else keeps its case and its slashes', () => {
    expect(path('http://a/API/x')).toBe('/API/x')
    expect(path('http://a/opdsx//y')).toBe('/opdsx//y')
    expect(path('http://a/api/x//y')).toBe('/api/x//y')
    expect(path('http://a/opds%2fv2')).toBe('/opds%2fv2')
    expect(path('http://a/opds/V2x')).toBe('/opds/V2x')
  })
})

test('the method, the headers and the body stay the same', async () => {
  const init = { method: 'PUT', body: '{"a":1}', headers: { 'X-Requested-With': 'ServiceFrontend' } }
  const { request } = inbound(new Request('http://a/x/api/config', init), { ...settings, http_root: '/x' })
  expect([request.method, request.headers.get('x-requested-with'), await request.text()]).toEqual([
    'PUT',
    'ServiceFrontend',
    '{"a":1}',
  ])
})

test('HEAD is routed as GET, and a client that disconnects aborts the request', () => {
  const leaving = new AbortController()
  const head = new Request('http://a/opds', { method: 'HEAD', signal: leaving.signal })
  const { request } = inbound(head, settings)
  expect([request.method, isHead(request), request.signal.aborted]).toEqual(['GET', true, false])
  leaving.abort()
  expect(request.signal.aborted).toBe(true)
})
