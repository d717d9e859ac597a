import { expect, test } from 'bun:test'
import { fakeClock } from '../testing/fakes/clock'
import { fakeHttp } from '../testing/fakes/http'
import { ServiceClocks } from './service-clocks'

const LIMITS = { timeoutMs: 1000, maxBytes: 1000 }

test('the Date of answers tells how far the clocks of services are ahead, for a day', async () => {
  const clock = fakeClock()
  const headers: Record<string, string>[] = [
    { date: 'Sat, 21 Nov 2026 08:10:00 GMT' },
    { date: 'Sat, 21 Nov 2026 07:50:00 GMT', age: '600' },
    {},
    { date: 'yesterday' },
  ]
  const hosts = headers.map((each, at) => [`${at}.test`, () => new Response('', { headers: each })] as const)
  const clocks = new ServiceClocks(clock)
  const http = clocks.over(fakeHttp(Object.fromEntries(hosts)))
  for (const [host] of hosts) await http.fetch(new Request(`http://${host}/`), LIMITS)
  expect(clocks.list()).toEqual([
    { host: '0.test', aheadMs: 600_000 },
    { host: '1.test', aheadMs: 0 },
  ])
  await clock.advance('1 d')
  expect(clocks.list()).toEqual([])
})

test('a service that does not answer changes nothing', async () => {
  const clocks = new ServiceClocks(fakeClock())
  const reply = clocks.over(fakeHttp({})).fetch(new Request('http://none.test/'), LIMITS)
  await expect(reply).rejects.toThrow('not known')
  expect(clocks.list()).toEqual([])
})
