import { expect, test } from 'bun:test'
import { fakeClock } from '../../testing/fakes/clock'
import { fakeHttp } from '../../testing/fakes/http'
import { ServiceClocks } from './service-clocks'

const LIMITS = { timeoutMs: 1000, maxBytes: 1000 }

test('the Date of answers shows how far the clocks of services are ahead, for a day', async () => {
  const clock = fakeClock()
  const headers: Record<string, string>[] = [
    { date: 'Sat, 21 Nov 2026 08:10:00 GMT' },
    { date: 'Sat, 21 Nov 2026 07:50:00 GMT', age: '600' },
    {},
    { date: 'yesterday' },
    { date: 'Sat, 21 Nov 2026 08:00:01 GMT', age: 'long' },
  ]
  const hosts = headers.map((each, at) => [`${at}.test`, () => new Response('', { headers: each })] as const)
  const clocks = new ServiceClocks(clock)
  const http = clocks.over(fakeHttp(Object.fromEntries(hosts)))
  for (const [host] of hosts) await http.fetch(new Request(`http://${host}/`), LIMITS)
  expect(clocks.list()).toEqual([
    { host: '0.test', aheadMs: 600_000 },
    { host: '1.test', aheadMs: 0 },
    { host: '4.test', aheadMs: 1000 },
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

test('the last answers of twenty hosts are remembered', async () => {
  const clocks = new ServiceClocks(fakeClock())
  const answer = () => new Response('', { headers: { date: 'Sat, 21 Nov 2026 08:00:00 GMT' } })
  const names = Array.from({ length: 22 }, (_, at) => `${at}.test`)
  const http = clocks.over(fakeHttp(Object.fromEntries(names.map((name) => [name, answer]))))
  // The first host answers again before the last two hosts do.
  for (const name of [...names.slice(0, 20), names[0]!, ...names.slice(20)])
    await http.fetch(new Request(`http://${name}/`), LIMITS)
  expect(clocks.list().map(({ host }) => host)).toEqual([...names.slice(3, 20), names[0]!, ...names.slice(20)])
})
