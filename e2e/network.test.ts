import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { freePort } from '../src/testing/harness/free-port'
import { isPresent } from '../src/testing/harness/programs'
import { tempFolder } from './folders'
import { basic, type Client, CSRF, endAll, lanAddress, type Panelkeep, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** Access from other machines, tested through this machine's network address, which is not loopback. */
const lan = lanAddress()
const isOnNetwork = isPresent(lan !== undefined, 'this machine has no address on a network')

const folder = tempFolder()
let panelkeep: Panelkeep
let reader: Client
const remote = (headers: Record<string, string> = {}) => panelkeep.client(headers, `http://${lan}:${panelkeep.port}`)

beforeAll(async () => {
  panelkeep = await startWithLogin({ dataDir: folder.in('data') })
  reader = await panelkeep.reader()
})
afterAll(async () => {
  await panelkeep?.stop()
  endAll()
  folder.remove()
})

async function setHost(http_host: string): Promise<void> {
  const reply = await reader.put('/api/config', { http_host })
  expect(reply.status).toBe(200)
  expect(await reply.json()).toMatchObject({ restart_required: [] })
}

/** The status, or 'closed' when the connection is refused. */
const seen = (path: string, headers: Record<string, string> = {}) =>
  remote(headers)
    .get(path)
    .then((reply) => reply.status)
    .catch(() => 'closed')

test.skipIf(!isOnNetwork)('other machines have no access at first', async () => {
  for (const path of ['/', '/api/health', '/opds']) expect([path, await seen(path)]).toEqual([path, 'closed'])
})

test.skipIf(!isOnNetwork)('the option opens the catalog and invitations to the network, and nothing else', async () => {
  await setHost('0.0.0.0')
  expect(await seen('/api/health')).toBe(200)
  expect(await seen('/opds')).toBe(401)
  expect(await seen('/opds', basic())).not.toBe(403)
  const session = { Cookie: await panelkeep.cookie(), ...CSRF }
  // The page of an invitation has the scripts of all pages, and says whether it is good.
  const invitation = ['/invitation/none', '/favicon.ico', '/assets/none.js', '/api/auth/invitation/none']
  expect(await Promise.all(invitation.map((path) => seen(path)))).toEqual([200, 200, 404, 410])
  for (const path of ['/', '/login', '/users', '/api/series', '/api/config', '/api/users', '/api/nothing']) {
    const reply = await remote(session).get(path)
    expect([path, reply.status]).toEqual([path, 403])
    expect(String(((await reply.json()) as { detail: string }).detail)).toContain('Manage from other devices')
  }
  expect((await remote(session).post('/api/auth/login', {})).status).toBe(403)
  // Local access is unchanged.
  expect((await reader.get('/api/series')).status).toBe(200)
})

test.skipIf(!isOnNetwork)('a proxy on this machine does not make others local', async () => {
  const reply = await panelkeep.client({ 'X-Forwarded-For': '203.0.113.9' }).get('/api/config')
  expect(reply.status).toBe(403)
})

test.skipIf(!isOnNetwork)('managing from other devices is a separate option', async () => {
  expect((await reader.put('/api/config', { manage_remote: true })).status).toBe(200)
  expect(await seen('/login')).toBe(200)
  expect(await seen('/api/config')).toBe(401)
  expect((await reader.put('/api/config', { manage_remote: false })).status).toBe(200)
  expect(await seen('/login')).toBe(403)
})

test.skipIf(!isOnNetwork)('turning the option off closes the address without a restart', async () => {
  await setHost('127.0.0.1')
  expect(await seen('/api/health')).toBe('closed')
  expect((await reader.get('/api/health')).status).toBe(200)
})

test.skipIf(!isOnNetwork)('an open stream continues while the address changes', async () => {
  const stream = (await reader.get('/api/events/stream')).body!.getReader()
  const text = new TextDecoder()
  let output = ''
  const hear = async (what: string) => {
    while (!output.includes(what)) {
      const { value, done } = await stream.read()
      if (done) throw new Error(`the stream ended before ${what}: ${output}`)
      output += text.decode(value, { stream: true })
    }
  }
  await hear('event: ready')
  await setHost('0.0.0.0')
  await hear('event: config_changed')
  output = ''
  await setHost('127.0.0.1')
  await hear('event: config_changed')
  await stream.cancel()
})

test.skipIf(!isOnNetwork)(
  'before the setup the program listens on this machine only, regardless of the settings',
  async () => {
    const fresh = await start({ dataDir: folder.in('fresh'), env: { PANELKEEP_HTTP_HOST: '0.0.0.0' } })
    const health = () =>
      fetch(`http://${lan}:${fresh.port}/api/health`)
        .then((reply) => reply.status)
        .catch(() => 'closed')
    expect(await health()).toBe('closed')
    await fresh.setUp()
    expect(await health()).toBe(200)
    await fresh.stop()
  },
)

test.skipIf(!isOnNetwork)('--host with a network address allows setup and management from other machines', async () => {
  const port = freePort()
  const open = await start({ dataDir: folder.in('headless'), port, args: ['--host', '0.0.0.0'] })
  expect((await fetch(`http://${lan}:${port}/login`)).status).toBe(200)
  await open.setUp()
  expect((await fetch(`http://${lan}:${port}/api/config`)).status).toBe(401)
  await open.stop()
})
