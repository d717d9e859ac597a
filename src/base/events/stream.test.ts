import { afterEach, describe, expect, test } from 'bun:test'
import { login, type TestApp, testApp } from '../../testing/app'
import { fakeClock } from '../../testing/fakes/clock'
import { Bus } from './bus'
import { EventStreams } from './stream'
import type { AppEvent } from './types'

function setup() {
  const clock = fakeClock()
  const bus = new Bus(() => {})
  const streams = new EventStreams({ bus, clock, instance: 'run' })
  const disconnect = new AbortController()
  let alive = true
  const open = (sid = 'me', known?: string) =>
    streams.listen({ sid, receives: () => true, isAlive: () => alive, signal: disconnect.signal, known }).getReader()
  const end = () => {
    alive = false
  }
  return { clock, bus, streams, disconnect, open, end }
}

type Reader = ReturnType<ReturnType<typeof setup>['open']>
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
  test('sends ready at once, then events, numbered', async () => {
    const { bus, open } = setup()
    const reader = open()
    bus.publish(changed('7'))
    const first = await reader.read()
    expect(text.decode(first.value)).toBe('event: ready\nid: 1\ndata: {}\n\n')
    const second = await reader.read()
    expect(text.decode(second.value)).toBe('event: series.changed\nid: 2\ndata: {"comic_id":"7"}\n\n')
  })

  test('tells a page whether what it knows is current', async () => {
    const { bus, open } = setup()
    bus.publish(changed('7'))
    const first = async (known: string) => text.decode((await open('me', known).read()).value)
    expect(await first('run-1')).toContain('data: {"current":true}')
    for (const other of ['run-0', 'run-2', 'other-1', '']) expect(await first(other)).toContain('data: {}')
  })

  test('sends a heartbeat every 15 seconds', async () => {
    const { clock, open } = setup()
    const reader = open()
    await clock.advance('31 s')
    expect(await next(reader, 3)).toEqual(['ready', 'ping', 'ping'])
  })

  test('of a slow client gets one resync in place of the events it missed', async () => {
    const { bus, open } = setup()
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

  test('ends with its session, and other streams stay open', async () => {
    const { bus, streams, open } = setup()
    const mine = open('me')
    const other = open('you')
    bus.publish({ type: 'session.ended', sid: 'me' })
    expect(await next(mine, 9)).toEqual(['ready'])
    expect((await mine.read()).done).toBe(true)
    bus.publish(changed('7'))
    expect(await next(other, 2)).toEqual(['ready', 'series.changed'])
    expect(streams.count).toBe(1)
  })

  test('ends at the next heartbeat after its session has expired', async () => {
    const { clock, streams, open, end } = setup()
    const reader = open()
    end()
    await clock.advance('15 s')
    expect(await next(reader, 9)).toEqual(['ready'])
    expect(streams.count).toBe(0)
  })

  test('is removed when the client disconnects, in either way', async () => {
    const { streams, disconnect, open } = setup()
    await open().cancel()
    expect(streams.count).toBe(0)
    open()
    disconnect.abort()
    expect(streams.count).toBe(0)
  })

  test('ends when the program stops', async () => {
    const { streams, open } = setup()
    const reader = open()
    streams.close()
    expect(await next(reader, 9)).toEqual(['ready'])
    expect((await reader.read()).done).toBe(true)
  })
})

test('a listener that throws is logged and the others still get the event', () => {
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
