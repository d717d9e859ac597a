import { afterEach, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../../testing/app'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { fakeHttp } from '../../../testing/fakes/http'
import { fakeIndexer, nzbOf } from '../../../testing/fakes/indexer'
import { type IndexerHarness, indexerHarness } from '../../../testing/indexers/indexers'
import type { Offer } from '../offer'
import { readCaps } from './caps'

/** Hostile replies. */

let app: TestApp | undefined
let harness: IndexerHarness | undefined
afterEach(async () => {
  await app?.close()
  harness?.close()
  app = undefined
  harness = undefined
})

const NO_TEXT = '{"toString":1,"valueOf":1}'
const HALF = '\ud800'
const INDEXER = { type: 'newznab', name: 'Indexer A', host: 'https://idx.test' }

test('bodies with objects in place of text, and keys that no header allows, are refused', async () => {
  app = await testApp({ ports: { http: fakeHttp({}) } })
  const bodies: [method: string, path: string, body: string][] = [
    ['POST', 'search/interactive', `{"entity_type":${NO_TEXT},"entity_id":"1"}`],
    ['POST', 'series/issues/1/search', `{"preview_token":${NO_TEXT}}`],
    ['POST', 'config/providers/prowlarr', `{"host":${NO_TEXT},"api_key":"x"}`],
    ['POST', 'config/providers/prowlarr', JSON.stringify({ host: INDEXER.host, api_key: HALF })],
    ['POST', 'config/providers/prowlarr', JSON.stringify({ host: INDEXER.host, api_key: 'a\u0000b' })],
    ...['id', 'categories', 'rss_uid'].map((name): [string, string, string] => {
      const entry = `{"name":"A","host":"https://idx.test","${name}":${NO_TEXT}}`
      return ['PUT', 'config/providers', `{"type":"newznab","providers":[${entry}]}`]
    }),
  ]
  for (const [method, path, body] of bodies) {
    const reply = await advanceUntil(app.clock, app.reader.request(method, `/api/${path}`, body))
    expect([reply.status, await reply.json()], `${path} ${body}`).toEqual([
      400,
      expect.objectContaining({ detail: expect.any(String) }),
    ])
  }
})

test('a key with half a surrogate pair is tried like any other', async () => {
  app = await testApp({ ports: { http: fakeHttp({}) } })
  const response = app.reader.post('/api/config/providers/test', { ...INDEXER, api_key: HALF })
  expect(await app.reader.json(200, advanceUntil(app.clock, response))).toMatchObject({ success: false })
})

test('reported capabilities are limited and lose the key', () => {
  const sub = '<subcat id="7030" name="Comics of k3y0fTh1s"/>'.repeat(3000)
  const categories = `<category id="7000" name="k3y0fTh1s">${sub}</category>`.repeat(20)
  const caps = readCaps(
    `<caps><server title="For K3y0fTh1s"/><categories>${categories}</categories></caps>`,
    'k3y0fTh1s',
  )
  expect(caps.title).toBe('For …')
  expect(caps.categories[0]?.sub).toHaveLength(100)
  expect(JSON.stringify(caps)).not.toMatch(/k3y0fth1s/i)
})

test.each([
  ['http://127.0.0.1/file', 'idx.example', 'no address of the open internet'],
  ['http://[::1]:8090/file', 'idx.example', 'no address of the open internet'],
  ['http://lan.example/file', 'idx.example', 'no address of the open internet'],
  ['https://idx.example/redirect', 'idx.example', 'no address of the open internet'],
  ['http://lan.example/file', 'lan.indexer', 'no address of the open internet'],
  ['http://lan.indexer/redirect', 'lan.indexer', 'no address of the open internet'],
  ['http://lan.indexer/file', 'lan.indexer', undefined],
  ['https://files.example/file', 'idx.example', undefined],
])('a link to %s of an indexer at %s: %p', async (link, host, refusal) => {
  harness = indexerHarness({ [host]: fakeIndexer() })
  const file = () => new Response(nzbOf('Harbor Lights 007'))
  Object.assign(harness.hosts, { 'lan.example': file, 'files.example': file, '127.0.0.1': file })
  if (link.includes('redirect'))
    harness.hosts[host] = () => new Response(null, { status: 302, headers: { Location: 'http://lan.example/file' } })
  else if (link.includes(host)) harness.hosts[host] = file
  const offer: Offer = { title: 'Harbor Lights 007', guid: '7', link, protocol: 'usenet', categories: [7030] }
  const answer = await harness.through(harness.fetchRelease(host, offer, {}))
  if (refusal === undefined) expect(answer).toMatchObject({ ok: { kind: 'nzb' } })
  else expect(answer).toMatchObject({ failure: 'refused', detail: expect.stringContaining(refusal) })
  expect(harness.http.requests.some((url) => /lan|127|::1/.test(url))).toBe(link.includes('lan.indexer'))
})
