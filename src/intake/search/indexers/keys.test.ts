import { afterEach, describe, expect, test } from 'bun:test'
import { type TestApp, testApp } from '../../../testing/app'
import { advanceUntil } from '../../../testing/fakes/advance-until'
import { fakeHttp } from '../../../testing/fakes/http'
import { fakeIndexer, type IndexerFault } from '../../../testing/fakes/indexer'
import { makeIssues, makeSeries } from '../../../testing/make'
import { hideKey, withKey, withoutKey } from './hidden-key'

/** With characters that URLs encode. */
const KEY = 'Pl4nted/K3y+of=Th1s'
const FORMS = [KEY, encodeURIComponent(KEY), KEY.toLowerCase(), encodeURIComponent(KEY).toLowerCase()]
const leaks = (text: string) => FORMS.filter((form) => text.includes(form))

let harness: TestApp | undefined
afterEach(async () => {
  await harness?.close()
  harness = undefined
})

/** Every cell of every table except the key's own. */
function cells(app: TestApp): string {
  const tables = app.db.read.all<{ name: string }>("select name from sqlite_master where type = 'table'")
  const rows = tables.flatMap(({ name }) => app.db.read.all<Record<string, unknown>>(`select * from "${name}"`))
  return JSON.stringify(rows.map(({ api_key: _own, ...row }) => row))
}

describe('a planted key', () => {
  test.each<(IndexerFault | undefined)[]>([
    [undefined],
    ['error 100'],
    ['error 900'],
    ['error 500'],
    ['no connection'],
    ['silence'],
    ['redirect'],
    ['login page'],
    ['cut off'],
  ])('is in no reply, no row and no log line, whatever happens (%p)', async (fault) => {
    const fake = fakeIndexer({ key: KEY, releases: [{ title: 'Harbor Lights 001 (2016)' }] })
    const http = fakeHttp({ 'idx.test': fake.fetch })
    const app = await testApp({ ports: { http } })
    harness = app
    await app.config.save({ blackhole_dir: app.folder, log_level: 2 })
    makeSeries(app.db, { comic_id: 'harbor', name: 'Harbor Lights', year: 2016 })
    makeIssues(app.db, 'harbor', [1])
    const replies: string[] = []
    const hear = async (reply: Promise<Response>) => {
      const text = await (await advanceUntil(app.clock, reply)).text()
      replies.push(text)
      return JSON.parse(text) as Record<string, unknown>
    }
    const entry = { name: 'Indexer A', host: 'https://idx.test', api_key: KEY }
    await hear(app.reader.put('/api/config/providers', { type: 'newznab', providers: [entry] }))
    fake.fail(fault)
    await hear(app.reader.post('/api/config/providers/test', { type: 'newznab', ...entry }))
    const begun = await hear(
      app.reader.post('/api/search/interactive', { entity_type: 'issue', entity_id: 'harbor-1' }),
    )
    await advanceUntil(app.clock, app.idle())
    await hear(app.reader.get(`/api/search/interactive/${begun.session_id}`))
    await hear(app.reader.put('/api/series/issues/harbor-1/queue'))
    await advanceUntil(app.clock, app.idle())
    for (const path of ['config', 'config/providers', 'search/providers', 'search/health', 'search/runs', 'operations'])
      await hear(app.reader.get(`/api/${path}`))
    expect(http.requests.length).toBeGreaterThan(0)
    expect(replies.flatMap(leaks)).toEqual([])
    expect(leaks(cells(app))).toEqual([])
    // The link of a release is stored with a mark in place of the key.
    if (fault === undefined) expect(cells(app)).toContain('apikey={key:')
    expect(leaks(app.log.join('\n'))).toEqual([])
    expect(leaks(JSON.stringify(app.events()))).toEqual([])
  })
})

describe('a link', () => {
  const offer = {
    title: 'x',
    guid: `https://idx.test/1?apikey=${KEY}`,
    protocol: 'usenet',
    categories: [] as number[],
  } as const

  test('is stored without its key, and is complete again with the same key', () => {
    const link = `https://idx.test/get/1?apikey=${encodeURIComponent(KEY)}&x=1`
    const kept = withoutKey({ ...offer, link }, KEY)
    expect(leaks(JSON.stringify(kept))).toEqual([])
    expect(withKey(kept.link, KEY)).toBe(link)
    expect(withKey(kept.link, 'another')).toBeUndefined()
  })

  test('without a key is unchanged', () => {
    const link = 'https://idx.test/get/1?x={key}'
    expect(withKey(withoutKey({ ...offer, link }, '').link, '')).toBe(link)
    expect(withKey(withoutKey({ ...offer, link }, KEY).link, 'another')).toBe(link)
  })

  test('with a short key loses only the key, not the letters that words share with it', () => {
    expect(hideKey('https://idx.test/a/abc?k=a', 'a', '…')).toBe('https://idx.test/…/abc?k=…')
  })
})
