import { describe, expect, test } from 'bun:test'
import { baseUrlOrigin, contactAddress, endpoint, refusedBaseUrl } from './base-url'

describe('a base URL', () => {
  test.each([
    ['http://127.0.0.1:11434/v1', undefined],
    [' https://models.test/v1 ', undefined],
    ['http://192.168.1.5/v1', undefined],
    ['http://[::1]:8080/v1', undefined],
    // The address behind a name is known only at the request.
    ['http://models.test/v1', undefined],
    ['https://93.184.215.14/v1', undefined],
    ['http://93.184.215.14/v1', 'must start with https://'],
    ['http://[2606:2800:21f:cb07::1]/v1', 'must start with https://'],
    ['ftp://127.0.0.1/v1', 'must start with http:// or https://'],
    ['http://me@models.test/v1', 'must not hold a login or a query'],
    ['http://:secret@models.test/v1', 'must not hold a login or a query'],
    ['http://models.test/v1?key=secret', 'must not hold a login or a query'],
    ['models', 'is no address'],
    ['', 'is no address'],
  ])('%p is refused: %p', (baseUrl, words) => {
    expect(refusedBaseUrl(baseUrl)).toEqual((words && expect.stringContaining(words)) as never)
  })

  test.each([
    [' https://models.test:8443/v1/ ', 'https://models.test:8443'],
    ['https://models.test:443/v1', 'https://models.test'],
    ['models', ''],
  ])('%p belongs to the server %p', (baseUrl, origin) => {
    expect(baseUrlOrigin(baseUrl)).toBe(origin)
  })

  test('is followed by the path of a call, with one slash', () => {
    for (const baseUrl of ['http://h/v1', 'http://h/v1/', ' http://h/v1// '])
      expect(endpoint(baseUrl, 'chat/completions').href).toBe('http://h/v1/chat/completions')
  })
})

describe('the address to contact', () => {
  const contacted = (baseUrl: string, ...addresses: string[]) =>
    contactAddress({ addresses: async () => addresses }, baseUrl)

  test.each<[baseUrl: string, addresses: string[], address: string | undefined]>([
    ['https://models.test/v1', ['93.184.215.14'], undefined],
    ['http://localhost:11434/v1', ['93.184.215.14'], undefined],
    ['http://nas.local/v1', ['192.168.1.5'], '192.168.1.5'],
    ['http://nas.local/v1', ['fe80::1', '192.168.1.5'], '192.168.1.5'],
    ['http://nas.local/v1', ['fd00::1'], 'fd00::1'],
    ['http://[::1]/v1', [], '::1'],
  ])('of %p at %j is %p', async (baseUrl, addresses, address) => {
    expect(await contacted(baseUrl, ...addresses)).toBe(address as never)
  })

  test.each<[baseUrl: string, addresses: string[], code: string]>([
    ['http://models.test/v1', ['93.184.215.14'], 'refused_address'],
    ['http://models.test/v1', ['192.168.1.5', '93.184.215.14'], 'refused_address'],
    ['http://models.test/v1', [], 'unreachable'],
    ['models', [], 'refused_address'],
  ])('of %p at %j is refused: %s', async (baseUrl, addresses, code) => {
    await expect(contacted(baseUrl, ...addresses)).rejects.toMatchObject({ code })
  })
})
