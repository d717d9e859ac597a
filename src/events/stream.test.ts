import { afterEach, describe, expect, test } from 'bun:test'
import { login, type TestApp, testApp } from '../testing/app'
import { fakeClock } from '../testing/fakes/clock'
import { Bus } from './bus'
import { Streams } from './stream'
import type { AppEvent } from './types'

function house() {
  const clock = fakeClock()
  const bus = new Bus(() => {})
  const streams = new Streams({ bus, clock })
  const gone = new AbortController()
  let alive = true
  const open = (sid = 'me') => streams.listen({ sid, alive: () => alive, signal: gone.signal }).getReader()
  const end = () => {
    alive = false
  }
  return { clock, bus, streams, gone, open, end }
}

type Reader = ReturnType<ReturnType<typeof house>['open']>
const text = new TextDecoder()

/** The names of the next `count` events. */
async function next(reader: Reader, count: number): Promise<string[]> {
  let seen = ''
  while (seen.split('\n\n').length <= count) {
    const { value, done } = await reader.read()
    if (done) break
    seen += text.decode(value)
  }
  return [...seen.matchAll(/^event: (.+)$/gm)].map((match) => match[1]!)
}

const changed = (comic_id: string): AppEvent => ({ type: 'series.changed', comic_id })

describe('an event stream', () => {
  test('says ready at once, then what happens, numbered', async () => {
    const { bus, open } = house()
    const reader = open()
    bus.publish(changed('7'))
    const first = await reader.read()
    expect(text.decode(first.value)).toBe('event: ready\nid: 1\ndata: {}\n\n')
    const second = await reader.read()
    expect(text.decode(second.value)).toBe('event: series.changed\nid: 2\ndata: {"comic_id":"7"}\n\n')
  })

  test('beats every 15 seconds', async () => {
    const { clock, open } = house()
    const reader = open()
    await clock.advance('31 s')
    expect(await next(reader, 3)).toEqual(['ready', 'ping', 'ping'])
  })

  test('of a client that falls behind holds one resync in place of what it missed', async () => {
    const { bus, open } = house()
    const reader = open()
    for (let count = 0; count < 1000; count++) bus.publish(changed(String(count)))
    const seen: string[] = []
    for (;;) {
      const names = await next(reader, 1)
      seen.push(...names)
      if (names.includes('resync')) break
    }
    expect(seen.length).toBeLessThan(300)
    bus.publish(changed('after'))
    expect(await next(reader, 1)).toEqual(['series.changed'])
  })

  test('ends with its session, and others go on', async () => {
    const { bus, streams, open } = house()
    const mine = open('me')
    const other = open('you')
    bus.publish({ type: 'session.ended', sid: 'me' })
    expect(await next(mine, 9)).toEqual(['ready'])
    expect((await mine.read()).done).toBe(true)
    bus.publish(changed('7'))
    expect(await next(other, 2)).toEqual(['ready', 'series.changed'])
    expect(streams.count).toBe(1)
  })

  test('ends at the next beat when its session has run out', async () => {
    const { clock, streams, open, end } = house()
    const reader = open()
    end()
    await clock.advance('15 s')
    expect(await next(reader, 9)).toEqual(['ready'])
    expect(streams.count).toBe(0)
  })

  test('is forgotten when the client goes, by either way', async () => {
    const { streams, gone, open } = house()
    await open().cancel()
    expect(streams.count).toBe(0)
    open()
    gone.abort()
    expect(streams.count).toBe(0)
  })

  test('ends when the program stops', async () => {
    const { streams, open } = house()
    const reader = open()
    streams.close()
    expect(await next(reader, 9)).toEqual(['ready'])
    expect((await reader.read()).done).toBe(true)
  })
})

test('a listener that throws is reported and keeps nothing from the others', () => {
  const reported: unknown[] = []
  const bus = new Bus((error) => reported.push(error))
  const seen: AppEvent[] = []
  bus.subscribe(() => {
    throw new Error('no')
  })
  bus.subscribe((event) => seen.push(event))
  bus.publish(changed('7'))
  expect(seen).toEqual([changed('7')])
  expect(reported.length).toBe(1)
})

describe('the route', () => {
  let app: TestApp | undefined
  afterEach(() => app?.close())

  test('streams without an Accept header, and closes on logout', async () => {
    app = await testApp()
    const client = app.client({ 'X-Requested-With': 'ServiceFrontend', Cookie: await login(app.guest) })
    const reply = await client.get('/api/events/stream')
    expect(reply.headers.get('content-type')).toStartWith('text/event-stream')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    await client.post('/api/auth/logout')
    expect(await reply.text()).toStartWith('event: ready')
  })

  test('is closed to guests and to the API key', async () => {
    app = await testApp()
    expect((await app.guest.get('/api/events/stream')).status).toBe(401)
    const key = { 'X-Api-Key': app.config.credential('apiKey') }
    expect((await app.guest.get('/api/events/stream', key)).status).toBe(401)
  })
})
