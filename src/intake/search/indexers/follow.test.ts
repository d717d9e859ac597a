import { expect, test } from 'bun:test'
import { ServiceError } from '../../../base/outbound/service-error'
import { fakeHttp } from '../../../testing/fakes/http'
import { sameHost, sendAndFollow } from './follow'

const ROWS: [from: string, to: string, allowed: boolean][] = [
  ['http://idx.test/api', 'http://idx.test/api/v2', true],
  ['http://idx.test/api', 'https://idx.test/api', true],
  ['http://idx.test:5076/api', 'https://idx.test/api', true],
  ['http://idx.test/api', 'https://idx.test:8443/api', false],
  ['http://idx.test/api', 'http://idx.test:8080/api', false],
  ['https://idx.test/api', 'http://idx.test/api', false],
  ['https://idx.test/api', 'https://other.test/api', false],
  ['http://idx.test/api', 'https://other.test/api', false],
  ['https://idx.test:8443/api', 'https://idx.test/api', false],
  ['http://idx.test:5076/api', 'http://idx.test/api', false],
  ['http://idx.test/api', 'http://other.test/api', false],
  ['https://idx.test/api', 'https://idx.test/author', true],
]

test.each(ROWS)('a key from %s to %s: %s', (from, to, allowed) => {
  const follow = () => sameHost(new URL(from), new URL(to))
  if (allowed) expect(follow).not.toThrow()
  else expect(follow).toThrow(`it points to ${new URL(to).origin}`)
})

test.each(['login', 'log-in', 'signin', 'users/sign-in', 'auth'])('a key is not sent to a login page: %s', (path) => {
  const follow = () => sameHost(new URL('https://idx.test/api'), new URL(`https://idx.test/${path}`))
  expect(follow).toThrow(new ServiceError('auth', 'it leads to a page to log in'))
})

const going = (pages: Record<string, string | number>, more: Partial<Parameters<typeof sendAndFollow>[1]> = {}) => {
  const http = fakeHttp({
    'idx.test': ({ url }) => {
      const to = pages[new URL(url).pathname]
      return typeof to === 'string' ? new Response('moved', { status: 302, headers: { Location: to } }) : new Response('here', { status: to ?? 200 }) // biome-ignore format: one glance
    },
  })
  const limits = { timeoutMs: 1000, maxBytes: 1000 }
  const checked: string[] = []
  const check = (from: URL, to: URL) => void checked.push(`${from.pathname} ${to.pathname}`)
  const work = sendAndFollow(new URL('https://idx.test/a'), { http, limits, check, ...more })
  return { work, http, checked }
}

test('a reply comes at the end of redirects, each checked before it is followed', async () => {
  const { work, http, checked } = going({ '/a': '/b', '/b': 'https://idx.test/c' })
  const reply = await work
  expect('sent' in reply && new TextDecoder().decode(reply.sent.bytes)).toBe('here')
  expect(http.requests).toEqual(['/a', '/b', '/c'].map((path) => `GET https://idx.test${path}`))
  expect(checked).toEqual(['/a /b', '/b /c'])
})

test('each address is contacted at the IP address from its check', async () => {
  const check = (_: URL, to: URL) => (to.pathname === '/b' ? Promise.resolve('8.8.4.4') : undefined)
  const { work, http } = going({ '/a': '/b', '/b': '/c' }, { address: '8.8.8.8', check })
  await work
  expect(http.addresses).toEqual(['8.8.8.8', '8.8.4.4', undefined])
})

test('a reply that is not a redirect is returned unchanged', async () => {
  const { work, checked } = going({ '/a': 404 })
  expect(await work).toMatchObject({ sent: { status: 404 } })
  expect(checked).toEqual([])
})

test('a redirect to a magnet link is the reply, and is not requested', async () => {
  const { work, http, checked } = going({ '/a': 'Magnet:?xt=urn:btih:abc' })
  expect(await work).toEqual({ magnet: 'Magnet:?xt=urn:btih:abc' })
  expect([http.requests.length, checked]).toEqual([1, []])
})

test.each([
  ['ftp://idx.test/x', 'it points to no web address'],
  ['magnet:nothing', 'it points to no web address'],
  ['http://', 'it points to no web address'],
  ['/a', 'it points from one address to the next without end'],
])('a redirect to %s is refused: %s', async (to, why) => {
  await expect(going({ '/a': to }).work).rejects.toMatchObject({ kind: 'refused', what: why })
})

test('five redirects are followed, and no sixth', async () => {
  const five = { '/a': '/b', '/b': '/c', '/c': '/d', '/d': '/e', '/e': '/f' }
  expect(await going(five).work).toMatchObject({ sent: { status: 200 } })
  await expect(going({ ...five, '/f': '/g' }).work).rejects.toMatchObject({ kind: 'refused' })
})

test('a redirect that the check refuses is not requested, also when the check takes time', async () => {
  const check = async () => {
    await Promise.resolve()
    throw new ServiceError('refused', 'no')
  }
  const { work, http } = going({ '/a': '/b' }, { check })
  await expect(work).rejects.toMatchObject({ what: 'no' })
  expect(http.requests).toHaveLength(1)
})

test('an aborted request has no reply', async () => {
  const signal = AbortSignal.abort(new Error('the app stops'))
  await expect(going({}, { signal }).work).rejects.toMatchObject({ kind: 'unreachable' })
})
