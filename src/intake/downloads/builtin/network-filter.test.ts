import { describe, expect, test } from 'bun:test'
import type { Transfers } from '../../../base/platform/ports'
import { NetworkFilter } from './network-filter'

const ADDRESSES: Record<string, string[]> = {
  'tracker.example': ['8.8.8.8'],
  'six.example': ['2606:4700::1', '8.8.4.4'],
  'rebound.example': ['8.8.8.8', '127.0.0.1'],
  'router.example': ['192.168.1.1'],
  'nas.local': ['192.168.1.5'],
}

function filter(settings: { allowed?: string[]; lsd?: boolean } = {}, replies: Record<string, Response> = {}) {
  const asked: [address: string, at: string | undefined][] = []
  const transfers: Transfers = {
    begin: async (request, { address }) => {
      asked.push([request.url, address])
      return replies[request.url] ?? new Response('d8:intervali60ee')
    },
  }
  const names = { addresses: async (host: string) => ADDRESSES[host] ?? Promise.reject(new Error('unknown')) }
  const made = new NetworkFilter({ names, transfers })
  made.set({ allowed: [], lsd: false, ...settings })
  return { filter: made, asked }
}

describe('the trackers of a torrent', () => {
  test.each<[address: string, asked: string | undefined]>([
    ['http://tracker.example/announce', 'http://tracker.example/announce'],
    ['https://tracker.example:8443/announce?passkey=1', 'https://tracker.example:8443/announce?passkey=1'],
    ['udp://tracker.example:6969/announce', 'udp://8.8.8.8:6969/announce'],
    ['udp://six.example:6969', 'udp://8.8.4.4:6969'],
    ['udp://[2606:4700::1]:6969/announce', 'udp://[2606:4700::1]:6969/announce'],
    ['udp://8.8.8.8:6969', 'udp://8.8.8.8:6969'],
    ['udp://0x7f000001:6969', undefined],
    ['udp://x.localhost:6969', undefined],
    ['http://127.0.0.1:8090/api/system/shutdown', undefined],
    ['http://[::1]:8090/', undefined],
    ['http://2130706433/', undefined],
    ['http://localhost/admin', undefined],
    ['http://router.example/admin/delete?x=1', undefined],
    ['http://rebound.example/announce', undefined],
    ['udp://192.168.1.1:53', undefined],
    ['udp://router.example:53', undefined],
    ['http://unknown.example/announce', undefined],
    ['http://me:secret@tracker.example/announce', undefined],
    ['wss://tracker.example', undefined],
    ['file:///etc/passwd', undefined],
    ['no address', undefined],
  ])('%s is contacted as %p', async (address, asked) => {
    expect(await filter().filter.trackers([address])).toEqual(asked === undefined ? [] : [asked])
  })

  test('on the local network are contacted if the user allowed their host', async () => {
    const { filter: open } = filter({ allowed: ['nas.local', '192.168.1.9:6969'] })
    const named = ['http://nas.local/announce', 'udp://nas.local:6969/announce', 'http://192.168.1.9:6969/announce']
    expect(await open.trackers([...named, 'http://192.168.1.9:80/', 'http://router.example/'])).toEqual(named)
  })

  test('are limited to forty', async () => {
    const many = Array.from({ length: 100 }, (_, at) => `http://tracker.example/${at}`)
    expect(await filter().filter.trackers(many)).toHaveLength(40)
  })
})

describe('a tracker request', () => {
  const redirect = (location: string) => new Response(null, { status: 302, headers: { location } })
  const ask = ({ filter: open }: ReturnType<typeof filter>, address: string) => open.ask(address, {})

  test('goes to the checked address', async () => {
    const made = filter()
    await ask(made, 'http://tracker.example/announce?info_hash=1')
    expect(made.asked).toEqual([['http://tracker.example/announce?info_hash=1', '8.8.8.8']])
  })

  test('is one with an info hash; port mapping requests to the router pass', async () => {
    const made = filter()
    expect(made.filter.intercept('http://192.168.1.1:5000/control', {})).toBeUndefined()
    expect(made.filter.intercept('http://192.168.1.1/map?next=info_hash', {})).toBeUndefined()
    expect(made.asked).toEqual([])
    expect((await made.filter.intercept('http://tracker.example/a?x=1&info_hash=2', {}))?.status).toBe(200)
    expect(made.asked).toHaveLength(1)
    expect(made.filter.intercept('http://router.example/a?info_hash=2', {})).rejects.toThrow()
  })

  test('follows a redirect to another public address', async () => {
    const made = filter({}, { 'http://tracker.example/a': redirect('http://six.example/b') })
    expect((await ask(made, 'http://tracker.example/a')).status).toBe(200)
    expect(made.asked.at(-1)).toEqual(['http://six.example/b', '8.8.4.4'])
  })

  test.each(['http://127.0.0.1:8090/admin/delete?x=1', 'http://router.example/', 'file:///etc/passwd'])(
    'is not redirected to %s',
    async (location) => {
      const made = filter({}, { 'http://tracker.example/a': redirect(location) })
      expect(ask(made, 'http://tracker.example/a')).rejects.toThrow()
      expect(made.asked).toHaveLength(1)
    },
  )

  test('returns the reply of a redirect without an address', async () => {
    const made = filter({}, { 'http://tracker.example/a': redirect('http://') })
    expect((await ask(made, 'http://tracker.example/a')).status).toBe(302)
    expect(made.asked).toHaveLength(1)
  })

  test('ends after five redirects', async () => {
    const made = filter({}, { 'http://tracker.example/a': redirect('http://tracker.example/a') })
    expect(ask(made, 'http://tracker.example/a')).rejects.toThrow('again and again')
  })
})

describe('a peer', () => {
  test.each<[host: string, closed: boolean, named: boolean, atHome: boolean]>([
    ['8.8.8.8', true, true, true],
    ['127.0.0.1', false, false, false],
    ['::1', false, false, false],
    ['169.254.169.254', false, false, false],
    ['192.168.1.5', false, true, true],
    ['10.0.0.4', false, false, true],
    ['fd12::4', false, false, true],
    ['fe80::1', false, false, false],
    ['192.0.2.9', false, false, false],
    ['::ffff:10.0.0.4', false, false, false],
    ['64:ff9b::10.0.0.4', false, false, false],
    ['64:ff9b::8.8.8.8', true, true, true],
  ])("%s is allowed: %p; by the user's setting %p; with local peer discovery %p", (host, closed, named, atHome) => {
    expect(filter().filter.mayMeet(host)).toBe(closed)
    expect(filter({ allowed: ['192.168.1.5'] }).filter.mayMeet(host)).toBe(named)
    expect(filter({ lsd: true }).filter.mayMeet(host)).toBe(atHome)
  })
})
