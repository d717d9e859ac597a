import { afterEach, expect, test } from 'bun:test'
import { certificate, certificateKey } from '../../testing/harness/certificate'
import { contacted } from './contacted'
import { systemHttp } from './http'
import { systemTransfers } from './transfers'

const LIMITS = { timeoutMs: 5000, maxBytes: 1000 }
const PROXIES = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy']

let stop = () => Promise.resolve()
afterEach(async () => {
  for (const name of PROXIES) delete process.env[name]
  await stop()
})

function serve(secure = false): number {
  const tls = secure ? { tls: { cert: certificate, key: certificateKey } } : {}
  const fetch = async (request: Request) => new Response(`${request.headers.get('host')} ${await request.text()}`)
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', ...tls, fetch })
  stop = () => server.stop(true)
  return server.port!
}

test('a name is contacted at its checked address, under its own name', async () => {
  const port = serve()
  const ask = () => new Request(`http://files.example:${port}/x`, { method: 'POST', body: 'words' })
  const bounded = await systemHttp.fetch(ask(), { ...LIMITS, address: '127.0.0.1' })
  expect(await bounded.text()).toBe(`files.example:${port} words`)
  const unbounded = await systemTransfers.begin(ask(), { timeoutMs: 5000, address: '127.0.0.1' })
  expect(await unbounded.text()).toBe(`files.example:${port} words`)
})

test('and so is one with any certificate, since nothing else would reveal another machine', async () => {
  const port = serve(true)
  const request = new Request(`https://files.example:${port}/x`)
  const reply = await systemHttp.fetch(request, { ...LIMITS, address: '127.0.0.1', anyCertificate: true })
  expect(await reply.text()).toBe(`files.example:${port} `)
})

test.each<[address: string, at: string | undefined, any: boolean, sent: string]>([
  ['http://files.example/x?y', undefined, false, 'http://files.example/x?y'],
  ['http://files.example/x?y', '8.8.8.8', false, 'http://8.8.8.8/x?y'],
  ['http://files.example:81/x', '2606:4700::1', true, 'http://[2606:4700::1]:81/x'],
  ['https://files.example/x', '8.8.8.8', false, 'https://files.example/x'],
  ['https://files.example/x', '8.8.8.8', true, 'https://8.8.8.8/x'],
])('%s at %s, with any certificate %p, is sent to %s', async (address, at, anyCertificate, sent) => {
  const { request, tls } = await contacted(new Request(address), { address: at, anyCertificate })
  expect(request.url).toBe(sent)
  expect(request.headers.get('host')).toBe(sent === address ? null : new URL(address).host)
  expect(tls.rejectUnauthorized).toBe(anyCertificate ? false : undefined)
  const serverName = sent.startsWith('https://8') ? 'files.example' : undefined
  expect('serverName' in tls ? tls.serverName : undefined).toBe(serverName)
})

test.each(PROXIES)('the proxy in %s resolves names on its own', async (name) => {
  process.env[name] = 'http://proxy.example:3128'
  for (const scheme of ['http', 'https']) {
    const { request } = await contacted(new Request(`${scheme}://files.example/`), { address: '8.8.8.8', anyCertificate: true }) // biome-ignore format: one line
    const isProxied = name.toLowerCase().startsWith(`${scheme}_`)
    expect(new URL(request.url).hostname).toBe(isProxied ? 'files.example' : '8.8.8.8')
  }
})
