import { afterAll, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:tls'
import { hasProgram } from '../src/testing/harness/programs'
import { tempFolder } from './folders'
import { CSRF, endAll, LOGIN, lanAddress, launch, run, start } from './panelkeep'

const folder = tempFolder()
afterAll(() => {
  endAll()
  folder.remove()
})

const hasOpenssl = hasProgram('openssl')

/** A self-signed certificate for 127.0.0.1, and its key. */
function certificate(name: string): { PANELKEEP_HTTPS_CERT: string; PANELKEEP_HTTPS_KEY: string } {
  const [cert, key] = [folder.in(`${name}.pem`), folder.in(`${name}.key`)]
  const made = Bun.spawnSync(
    ['openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=127.0.0.1']
      .concat(['-addext', 'subjectAltName=IP:127.0.0.1', '-out', cert, '-keyout', key]), // biome-ignore format: one command
  )
  if (!made.success) throw new Error(made.stderr.toString())
  return { PANELKEEP_HTTPS_CERT: cert, PANELKEEP_HTTPS_KEY: key }
}

/** The response to exactly these bytes. */
async function overTls(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => socket.write(text))
  let reply = ''
  for await (const chunk of socket) reply += String(chunk)
  return reply
}

test.skipIf(!hasOpenssl)('with a certificate it responds only over HTTPS, with a secure cookie', async () => {
  // The tests' proxy does not exist.
  const env = { PANELKEEP_ENABLE_HTTPS: 'true', NO_PROXY: '127.0.0.1', ...certificate('own') }
  const panelkeep = launch({ dataDir: folder.in('https'), env })
  const url = panelkeep.url.replace('http:', 'https:')
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, tls: { ca: readFileSync(env.PANELKEEP_HTTPS_CERT, 'utf8') } } as RequestInit)
  for (let up = false; !up; await Bun.sleep(20)) up = (await ask('/api/health').catch(() => undefined))?.ok === true
  while (!panelkeep.output.includes('Panelkeep is at ')) await Bun.sleep(20)
  expect(panelkeep.output).toContain(`Panelkeep is at ${url}`)
  const post = (path: string, body: unknown) =>
    ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...CSRF, 'Content-Type': 'application/json' },
    })
  expect((await post('/api/auth/setup', { ...LOGIN, setup_token: panelkeep.setupToken })).status).toBe(200)
  const cookie = (await post('/api/auth/login', LOGIN)).headers.get('set-cookie') ?? ''
  expect(cookie).toMatch(/; Secure/)
  const Cookie = cookie.split(';')[0] ?? ''
  const network = await (await ask('/api/system/network', { headers: { Cookie } })).json()
  for (const each of (network as { opds_urls: string[] }).opds_urls) expect(each).toStartWith('https://')
  // With a short host, the framework must not see another path than the access check.
  const login = `Authorization: Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}`
  for (const host of ['a', 'ab', 'localhost', '127.0.0.1']) {
    for (const target of ['/opds/api/config', '//opds/api/config', '/OPDS/api/config', 'http://a/opds/api/config']) {
      const head = `GET ${target} HTTP/1.1\r\nHost: ${host}\r\n${login}\r\nX-Forwarded-For: 203.0.113.9\r\n`
      expect(await overTls(panelkeep.port, `${head}Connection: close\r\n\r\n`)).toStartWith('HTTP/1.1 404')
    }
  }
  const plain = fetch(`${panelkeep.url}/api/health`, { signal: AbortSignal.timeout(2000) })
  expect(await plain.catch((error: Error) => error)).toBeInstanceOf(Error)
  const second = await run(['--data-dir', panelkeep.dataDir, '--no-browser', '--no-tray'], { home: folder.path, env })
  expect(second).toMatchObject({ code: 0, out: `Panelkeep is running already: ${url}\n` })
  expect(await panelkeep.stop()).toMatchObject({ code: 0 })
})

test.skipIf(!hasOpenssl)(
  'a certificate that cannot be used is reported, and only this machine can connect',
  async () => {
    const own = certificate('whole')
    const broken = folder.in('broken.pem')
    writeFileSync(broken, 'no certificate')
    const without = { ...own, PANELKEEP_HTTPS_KEY: '' }
    const bad = { ...own, PANELKEEP_HTTPS_CERT: broken, PANELKEEP_HTTP_HOST: '0.0.0.0' }
    for (const [env, word] of [
      [without, 'https_key names no file'],
      [bad, `cannot be used (${broken}`],
    ] as const) {
      const panelkeep = await start({
        dataDir: folder.in(word.slice(0, 9)),
        env: { PANELKEEP_ENABLE_HTTPS: 'true', ...env },
      })
      await panelkeep.waitForOutput(word)
      const lan = lanAddress()
      if (lan) expect(await fetch(`http://${lan}:${panelkeep.port}/api/health`).catch(() => 'shut')).toBe('shut')
      await panelkeep.stop()
    }
  },
)
