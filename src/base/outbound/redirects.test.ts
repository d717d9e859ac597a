import { expect, test } from 'bun:test'
import { followRedirects, locationOf } from './redirects'

const reply = (status: number, location?: string) => ({
  status,
  headers: new Headers(location === undefined ? {} : { location }),
})

test.each([
  [301, '/x', '/x'],
  [302, ' /x ', '/x'],
  [303, 'https://a.example/', 'https://a.example/'],
  [307, '/x', '/x'],
  [308, '/x', '/x'],
  [302, '', undefined],
  [302, undefined, undefined],
  [200, '/x', undefined],
  [201, '/x', undefined],
  [300, '/x', undefined],
  [304, '/x', undefined],
  [305, '/x', undefined],
  [400, '/x', undefined],
])('a reply %d to %p leads to %p', (status, location, to) => {
  expect(locationOf(reply(status, location))).toBe(to)
})

test.each([
  [0, 'here'],
  [1, 'here'],
  [5, 'here'],
  [6, undefined],
])('after %d redirects the reply is %p', async (hops, found) => {
  const visited: string[] = []
  const end = await followRedirects(new URL('https://a.example/0'), async (url) => {
    visited.push(url.pathname)
    const at = Number(url.pathname.slice(1))
    return at === hops ? { reply: 'here' } : { next: new URL(`/${at + 1}`, url) }
  })
  expect(end).toBe(found)
  expect(visited).toHaveLength(Math.min(hops, 5) + 1)
})
