import { expect, test } from 'bun:test'
import { fakeClock } from '../../../testing/fakes/clock'
import { fakeHttp, Silence } from '../../../testing/fakes/http'
import { FeedClient } from './feed-client'

const FEED = 'https://feed.test/latest'
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const clientOf = (answer: (request: Request) => Response) => {
  const clock = fakeClock()
  const http = fakeHttp({ 'feed.test': answer })
  return { client: new FeedClient({ clock, log: silent, http }), clock, http }
}
const latest = () => Response.json({ tag_name: 'v1.2.3' }, { headers: { ETag: '"a"' } })

test('a feed that has not changed since its ETag is not read again', async () => {
  const asked: (string | null)[] = []
  const { client } = clientOf(({ headers }) => {
    asked.push(headers.get('if-none-match'))
    return headers.has('if-none-match') ? new Response(null, { status: 304 }) : latest()
  })
  expect(await client.read(FEED, null)).toMatchObject({ release: { version: '1.2.3' }, etag: '"a"' })
  expect(await client.read(FEED, '"a"')).toBe('unchanged')
  expect(asked).toEqual([null, '"a"'])
})

test('a feed that answers with an error is not read', async () => {
  const { client } = clientOf(() => Response.json({ tag_name: 'v9.9.9' }, { status: 503 }))
  expect(await client.read(FEED, null)).toEqual({ error: 'The update feed answered with status 503.' })
})

test('an empty feed counts as no reply', async () => {
  const { client } = clientOf(() => {
    throw new Silence()
  })
  expect(await client.read(FEED, null)).toEqual({ error: 'The update feed does not answer.' })
  // A manual check may follow at once.
  expect(await client.read(FEED, null)).toEqual({ error: 'The update feed does not answer.' })
})

test('a program that checks repeatedly is stopped for the rest of the hour', async () => {
  const { client, clock, http } = clientOf(latest)
  for (let count = 0; count < 120; count++) expect(await client.read(FEED, null)).toHaveProperty('release')
  const error = 'The update feed was checked 120 times within an hour. Try again later.'
  expect(await client.read(FEED, null)).toEqual({ error })
  expect(http.requests).toHaveLength(120)
  await clock.advance('2 h')
  expect(await client.read(FEED, null)).toHaveProperty('release')
})
