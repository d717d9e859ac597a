import { afterEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Config, type ConfigSources } from '../../base/config/config'
import { systemFiles } from '../../base/platform/files'
import { systemRandom } from '../../base/platform/random'
import { freePort } from '../../testing/harness/free-port'
import { applyHost, type Listener, openListener, tryListener } from './listener'
import { StartError } from './start-error'

const folder = mkdtempSync(join(tmpdir(), 'panelkeep-door-'))
const LOGIN = 'http_username = a\nhttp_password = b\n'
const silent = { debug() {}, info() {}, warn() {}, error() {} }
const settings = (lines: string, more: Partial<ConfigSources> = {}) =>
  new Config(
    { files: systemFiles, random: systemRandom, publish: () => {} },
    { text: `[Interface]\n${LOGIN}${lines}`, ...more },
  )

let listener: Listener | undefined
afterEach(async () => {
  await listener?.served.stop(0)
  listener = undefined
  rmSync(folder, { recursive: true, force: true })
})
function open(config: Config): Listener {
  listener = openListener(config)
  return listener
}

describe('settings that cannot be used do not prevent a start', () => {
  test('an address that this machine does not have: then only this machine can connect', async () => {
    const port = freePort()
    const { served, problems } = open(settings(`http_host = 203.0.113.77\nhttp_port = ${port}\n`))
    expect([served.host, served.port, served.secure]).toEqual(['127.0.0.1', port, false])
    expect(problems).toEqual([
      expect.stringMatching(
        /^Panelkeep cannot listen on 203\.0\.113\.77:\d+ \(\w+\)\. Set http_host .+ http:\/\/127\.0\.0\.1:\d+\.$/,
      ),
    ])
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(503)
  })

  test.each([
    ['enable_https = true\n', 'https_cert names no file'],
    [`enable_https = true\nhttps_cert = ${folder}/a.pem\n`, 'https_key names no file'],
    [`enable_https = true\nhttps_cert = ${folder}/a.pem\nhttps_key = ${folder}/a.key\n`, 'cannot be used'],
  ])('an unusable certificate, %p: never to the network without encryption', (lines, word) => {
    const config = settings(`http_host = 0.0.0.0\nhttp_port = ${freePort()}\n${lines}`)
    const { served, problems } = open(config)
    expect([served.host, served.secure]).toEqual(['127.0.0.1', false])
    expect(problems).toEqual([expect.stringContaining(word)])
    applyHost(config, listener!, silent)
    expect(served.host).toBe('127.0.0.1')
  })

  test('a file that is not a certificate', () => {
    const [cert, key] = [join(folder, 'no.pem'), join(folder, 'no.key')]
    mkdirSync(folder, { recursive: true })
    for (const path of [cert, key]) writeFileSync(path, 'no certificate')
    const lines = `http_port = ${freePort()}\nenable_https = on\nhttps_cert = ${cert}\nhttps_key = ${key}\n`
    expect(open(settings(lines)).problems).toEqual([expect.stringContaining(`cannot be used (${cert}, ${key})`)])
  })
})

test('a bad --host is refused, and so is a port of another program', () => {
  const args = { http_host: '203.0.113.77', http_port: String(freePort()) }
  expect(() => openListener(settings('', { args }))).toThrow(StartError)
  const other = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  expect(() => openListener(settings(`http_port = ${other.port}\n`))).toThrow(`Port ${other.port} is in use`)
  void other.stop(true)
})

test('a restart with settings that cannot be used is refused while this run continues', async () => {
  const { served } = open(settings(`http_port = ${freePort()}\n`))
  const bad = settings(`http_host = 203.0.113.77\nhttp_port = ${served.port}\n`)
  await expect(tryListener(bad, served)).rejects.toThrow('Panelkeep cannot listen on 203.0.113.77')
})
