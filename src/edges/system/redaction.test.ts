import { afterEach, expect, test } from 'bun:test'
import { isSecret, optionNames } from '../../base/config/options'
import { saveClient } from '../../intake/downloads/clients/store'
import { type TestApp, testApp } from '../../testing/app'
import { clientRow } from '../../testing/downloads/clients'
import { advanceUntil } from '../../testing/fakes/advance-until'
import { fakeHttp } from '../../testing/fakes/http'
import { makeIssues, makeSeries } from '../../testing/make'

let harness: TestApp
afterEach(() => harness?.close())

const planted: string[] = []
/** A unique secret, with letters that are escaped in addresses. */
const secret = (of: string): string => {
  const word = `pl4nted+${of}/k3y`
  planted.push(word)
  return word
}

test('no log line and no event contains a stored key, in any failure', async () => {
  // Each service fails and repeats the address and the headers of the request.
  const careless = (request: Request) => {
    throw new Error(`could not ask ${request.url} with ${JSON.stringify([...request.headers])}`)
  }
  const hosts = ['idx.test', 'nas.test:8080', 'nas.test:9091', 'hooks.test', 'comicvine.gamespot.com', 'metron.cloud']
  harness = await testApp({ ports: { http: fakeHttp(Object.fromEntries(hosts.map((host) => [host, careless]))) } })
  const { reader, db, clock } = harness
  const secrets = Object.fromEntries(optionNames.filter(isSecret).map((name) => [name, secret(name)]))
  secrets.webhook_url = `http://hooks.test/${secrets.webhook_url}`
  await reader.json(
    200,
    reader.put('/api/config', { ...secrets, komga_url: 'http://hooks.test', kavita_url: 'http://hooks.test' }),
  )
  const provider = { name: 'Garden', host: 'https://idx.test', api_key: secret('indexer') }
  await reader.json(200, reader.put('/api/config/providers', { type: 'newznab', providers: [provider] }))
  db.write((tx) => {
    saveClient(tx, clientRow({ type: 'sabnzbd', address: 'http://nas.test:8080', secret: secret('sabnzbd') }))
    saveClient(tx, clientRow({ type: 'transmission', address: 'http://nas.test:9091', secret: secret('transmission') }))
  })
  const targets = [
    {
      service: 'ntfy',
      name: 'Phone',
      values: { server: 'https://hooks.test', topic: 'comics', token: secret('ntfy') },
    },
    { service: 'gotify', name: 'Gotify', values: { server: 'https://hooks.test', token: secret('gotify') } },
  ]
  for (const target of targets) await reader.post('/api/config/notifications', { ...target, events: ['grabbed'] })
  // The keys of existing tools map to the same rows.
  const older = {
    nzbget_host: 'http://nas.test',
    nzbget_username: 'bob',
    nzbget_password: secret('nzbget'),
    qbittorrent_host: 'http://nas.test:8181',
    qbittorrent_password: secret('qbittorrent'),
    discord_webhook_url: `https://hooks.test/${secret('discord')}`,
    telegram_token: secret('telegram'),
    telegram_userid: '1',
    pushover_apikey: secret('pushover'),
    pushover_userkey: secret('pushover user'),
  }
  await reader.json(200, reader.put('/api/config', older))
  for (const wrong of [{ gotify_token: secret('refused') }, { email_password: secret('refused mail') }])
    await reader.json(400, reader.put('/api/config', { ...wrong, gotify_server_url: 'nowhere', email_server: 'a b' }))
  makeSeries(db, { comic_id: 'harbor', name: 'Harbor Lights' })
  makeIssues(db, 'harbor', [3])
  const link = `https://hooks.test/file.cbz?token=${encodeURIComponent(secret('link'))}`
  const asks: [method: string, path: string, body?: unknown][] = [
    ['PUT', '/api/series/issues/harbor-3/queue'],
    ['POST', '/api/search/rss/force'],
    ['POST', '/api/search/comics', { name: 'Harbor Lights' }],
    ['POST', '/api/config/clients/test', { client_id: 'sabnzbd-1' }],
    ['POST', '/api/config/hooks/test', { hook: 'komga' }],
    ['POST', '/api/config/hooks/test', { hook: 'kavita' }],
    ['POST', '/api/downloads/ddl', { id: 'one', link, site: 'DDL(External)' }],
    ['POST', '/api/system/health/run'],
    ['GET', '/api/config'],
    ['GET', '/api/config/clients'],
    ['GET', '/api/config/notifications'],
    ['GET', '/api/config/hooks'],
    ['GET', '/api/downloads/queue'],
    ['GET', '/api/search/health'],
    ['GET', '/api/system/health'],
    ['GET', '/api/system/diagnostics'],
    ['GET', '/api/system/logs?lines=5000'],
  ]
  const replies: string[] = []
  for (const [method, path, body] of asks) {
    const reply = await advanceUntil(clock, reader.request(method, path, body))
    replies.push(`${method} ${path} ${reply.status} ${await reply.text()}`)
    expect(reply.status, replies.at(-1)).toBeLessThan(500)
  }
  await advanceUntil(clock, harness.idle())
  // Also logs a line that contains a secret directly.
  for (const word of planted) {
    const url = `https://idx.test/api?t=search&apikey=${encodeURIComponent(word)}`
    harness.ports.log.error('search', 'a fault', {
      error: new Error(`no answer from ${url}`),
      header: `Bearer ${word}`,
    })
  }
  const all = [...replies, ...harness.log, ...harness.events().map((event) => JSON.stringify(event))]
  for (const word of planted) {
    for (const form of [word, encodeURIComponent(word), Buffer.from(word).toString('base64')]) {
      expect(
        all.filter((line) => line.includes(form)),
        `${word} as ${form}`,
      ).toEqual([])
    }
  }
  // Proves that requests were made.
  expect(harness.log.length).toBeGreaterThan(planted.length)
  expect(replies.filter((reply) => / (?:200|202|400|409|502|503) /.test(reply)).length).toBe(asks.length)
})
