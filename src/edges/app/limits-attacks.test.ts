import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Limits } from '../../base/auth/states'
import { type Client, type TestApp, testApp } from '../../testing/app'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { addFile } from '../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../testing/make'
import { addUser, NO_LIMITS, type TestUser } from '../../testing/users'

/** Ways around the limits of a user that no single route shows: caches, open streams, other methods, ids in bodies. */

let folder: string
let app: TestApp
let child: TestUser
let device: Client
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-limits-'))
  const oneOffs = join(folder, 'one-offs')
  mkdirSync(oneOffs)
  writeFileSync(join(oneOffs, 'Velvet Special.cbz'), makeCbz(makePages(1)))
  const settings = { grabbag_dir: oneOffs }
  app = await testApp({ library: true, databasePath: join(folder, 'panelkeep.db'), settings })
  makeSeries(app.db, { publisher: 'Northgate', year: 2019 })
  makeIssues(app.db, 'harbor', [1, 2])
  const velvet = { comic_id: '4071', name: 'Velvet Scorpion', publisher: 'Rookwood', year: 2021 }
  makeSeries(app.db, { ...velvet, content_type: 'manga' })
  makeIssues(app.db, '4071', [{ number: '1', issue_id: '9911' }])
  addFile(app, ['harbor-1'], 'Harbor Lights 1.cbz', makeCbz(makePages(3)), { content_hash: 'seen' })
  addFile(app, ['9911'], 'Velvet Scorpion 1.cbz', makeCbz(makePages(3)), { content_hash: 'hidden' })
  child = await addUser(app, 'Kit')
  const { key } = await child.json<{ key: string }>(200, child.post('/api/devices', { name: 'Tablet' }))
  device = app.client({ Authorization: `Basic ${btoa(`Kit:${key}`)}` })
  await app.idle()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => limit({ kinds: ['comic'] }))

const limit = (limits: Partial<Limits> | null, user = child) =>
  app.reader.json(
    200,
    app.reader.patch(`/api/users/${user.user_id}`, { limits: limits && { ...NO_LIMITS, ...limits } }),
  )
const isTold = async (client: Client, path: string) =>
  /velvet|rookwood|4071|9911/i.test(await (await client.get(path)).text())
const names = async (client: Client) => {
  const { comics } = await client.json<{ comics: { ComicName: string }[] }>(200, client.get('/api/series?limit=50'))
  return comics.map(({ ComicName }) => ComicName).sort()
}

test.each([
  '/opds/browse',
  '/opds/v2/browse',
  '/opds/all',
  '/opds/v2/all',
  '/opds',
  '/opds/v2',
  '/opds/publishers',
  '/opds/week',
  '/opds/v2/week',
  '/opds/recent',
  '/opds/books',
  '/opds/v2/books',
])('%s forgets what it showed before the limit', async (path) => {
  await limit(null)
  const before = await device.get(path)
  expect(before.status).toBe(200)
  await before.text()
  await limit({ kinds: ['comic'] })
  expect(await isTold(device, path)).toBe(false)
})

test('what the owner was shown a moment ago reaches nobody else', async () => {
  for (const path of [
    '/api/series/facets',
    '/api/series/letters',
    '/api/series?limit=50',
    '/api/series',
    '/api/tags',
    '/api/reading/recent',
    '/api/series/find?q=velvet',
  ]) {
    expect((await app.reader.get(path)).status, path).toBe(200)
    expect(await isTold(child, path), path).toBe(false)
  }
})

test('a file outside the library is shown only to users who may see all of it', async () => {
  expect(await isTold(device, '/opds/oneoffs')).toBe(false)
  const file = '/opds/oneoffs/Velvet%20Special.cbz'
  expect((await device.get(file)).status).toBe(404)
  await limit({ may_request: false })
  expect(await isTold(device, '/opds/oneoffs')).toBe(true)
  expect((await device.get(file)).status).toBe(200)
})

test('a shared list does not name a forbidden series that was deleted since', async () => {
  const { reader } = app
  makeSeries(app.db, { comic_id: 'gone', name: 'Velvet Dawn', content_type: 'manga' })
  makeIssues(app.db, 'gone', [1])
  const made = await reader.json<{ list: { list_id: string } }>(200, reader.post('/api/readlists', { name: 'For all' }))
  const path = `/api/readlists/${made.list.list_id}`
  await reader.json(200, reader.post(`${path}/issues`, { issue_ids: ['gone-1', 'harbor-1'] }))
  await reader.json(200, reader.patch(path, { shared: true }))
  expect((await reader.delete('/api/series/gone')).status).toBeLessThan(300)
  await app.idle()
  expect(await isTold(reader, path)).toBe(true)
  expect(await isTold(child, path)).toBe(false)
  expect(await (await child.get(path)).text()).toContain('Harbor')
})

test('a story arc shows only rows of issues that may be seen, for most rows state no rating', async () => {
  const made = await app.reader.post('/api/storyarcs', { name: 'Long night', issue_ids: ['harbor-1'] })
  const arcId = /"arc_id":"([^"]+)"/.exec(await made.text())![1]!
  const other = await app.reader.post('/api/storyarcs', { name: 'Rookwood rising', issue_ids: ['harbor-2'] })
  const otherId = /"arc_id":"([^"]+)"/.exec(await other.text())![1]!
  // As a list names an issue that the library lacks.
  app.db.write((tx) => {
    tx.run(sql`insert into story_arc_issues (issue_arc_id, arc_id, position, added_by, series, series_key, number, ids, candidates)
      values (${`${arcId}_9`}, ${arcId}, 9, 'list', 'Velvet Scorpion', 'velvetscorpion', '9', '[]', '[]')`)
    tx.run(sql`update story_arc_issues set issue_id = null, series = 'Velvet Scorpion' where arc_id = ${otherId}`)
  })
  for (const path of ['/api/storyarcs', `/api/storyarcs/${arcId}`, '/opds/storyarcs', '/opds/v2/storyarcs'])
    expect(await isTold(child, path), path).toBe(false)
  expect((await child.get(`/api/storyarcs/${arcId}`)).status).toBe(200)
  expect((await child.get(`/api/storyarcs/${otherId}`)).status).toBe(404)
  await limit({ may_download: false })
  expect(await isTold(child, `/api/storyarcs/${arcId}`)).toBe(true)
  expect((await child.get(`/api/storyarcs/${otherId}`)).status).toBe(200)
})

describe('a forbidden series does not exist', () => {
  test.each([
    '/api/series/4071',
    '/api/series/4050-4071',
    '/api/series/issues/9911',
    '/api/series/issues/4000-9911',
    '/api/covers/series/4071',
    '/api/covers/series/4050-4071',
    '/api/covers/issues/9911',
    '/api/metadata/art/4071',
    '/api/metadata/issue-art/9911',
    '/api/reading/issues/9911',
    '/api/reading/issues/9911/pages/0',
    '/api/reading/issues/9911/file',
    '/api/reading/issues/9911/sizes',
    '/api/reading/series/4071',
    '/api/reading/series/4071/download',
    '/api/downloads/file/9911',
    '/opds/cover/9911',
    '/opds/thumbnail/9911',
    '/opds/issues/9911',
    '/opds/issues/9911/x.cbz',
    '/opds/comics/4071',
    '/opds/comics/4071/all.zip',
    '/opds/stream/9911?page=0',
    '/opds/v2/comics/4071',
    '/opds/v2/issues/9911',
    '/opds/v2/issues/9911/progression',
  ])('at %s, with any method, range or validator', async (path) => {
    await limit(null)
    const open = await child.get(path)
    const validators = Object.fromEntries(
      [
        ['If-None-Match', open.headers.get('ETag')],
        ['If-Modified-Since', open.headers.get('Last-Modified')],
      ].filter(([, value]) => value !== null),
    )
    await open.body?.cancel()
    await limit({ kinds: ['comic'] })
    for (const headers of [{}, validators, { 'If-None-Match': '*' }, { Range: 'bytes=0-0' }])
      for (const method of ['GET', 'HEAD']) {
        const { status } = await child.request(method, path, undefined, headers as Record<string, string>)
        expect(status, `${method} ${JSON.stringify(headers)}`).toBe(404)
      }
  })

  test('for ids in bodies', async () => {
    const { list_id } = (
      await child.json<{ list: { list_id: string } }>(200, child.post('/api/readlists', { name: 'Mine' }))
    ).list
    for (const [method, path, body] of [
      ['POST', `/api/readlists/${list_id}/issues`, { issue_ids: ['9911'] }],
      ['PUT', `/api/readlists/${list_id}/order`, { issue_ids: ['9911'] }],
      ['POST', '/api/readlist', { issue_id: '9911' }],
      ['POST', '/api/reading/mark', { issue_ids: ['9911'], comic_ids: ['4071'], read: true }],
      ['POST', '/api/requests', { kind: 'issue', issue_id: '9911' }],
      ['POST', '/api/requests', { kind: 'series', provider_id: '4050-4071' }],
    ] as const) {
      const reply = await child.request(method, path, body)
      const text = await reply.text()
      expect(reply.status, path).toBeLessThan(500)
      expect(text, path).not.toMatch(/velvet/i)
    }
    for (const table of ['reading_progress', 'reading_list_entries', 'request_askers']) {
      const rows = app.db.read.all(sql`select * from ${sql.identifier(table)}`)
      expect(JSON.stringify(rows), table).not.toContain('9911')
    }
  })

  test('in the statistics of what was read before', async () => {
    await limit(null)
    const sitting = { sitting_id: 'sitting-velvet', pages: 3, seconds: 90 }
    await child.json(200, child.put('/api/reading/issues/9911/progress', { page: 2, completed: true, sitting }))
    expect(await isTold(child, '/api/reading/statistics')).toBe(true)
    await limit({ kinds: ['comic'] })
    expect(await isTold(child, '/api/reading/statistics')).toBe(false)
    expect(await isTold(child, '/api/reading/continue')).toBe(false)
  })
})

describe('an open event stream', () => {
  const listen = async (user: TestUser) => {
    const request = new Request('http://localhost:8090/api/events/stream', { headers: { Cookie: user.cookie } })
    const reply = await app.app.fetch(request, { ip: '127.0.0.1', keepOpen: () => {} })
    const stream = reply.body!.getReader()
    let text = ''
    return {
      until: async (word: string) => {
        while (!text.includes(word)) {
          const { done, value } = await stream.read()
          if (done) return `${text}(end)`
          text += new TextDecoder().decode(value)
        }
        return text
      },
      close: () => stream.cancel(),
    }
  }
  const change = (comic_id: string) => app.db.write((tx) => tx.emit({ type: 'series.changed', comic_id }))

  test('follows the limits when they change', async () => {
    await limit(null)
    const stream = await listen(child)
    change('4071')
    expect(await stream.until('4071')).toContain('4071')
    await limit({ kinds: ['comic'] })
    change('4071')
    change('harbor')
    const text = await stream.until('harbor')
    expect(text.match(/4071/g)).toHaveLength(1)
    await stream.close()
  })

  test.each([
    ['deleted', (user: TestUser) => app.reader.delete(`/api/users/${user.user_id}`)],
    ['given another role', (user: TestUser) => app.reader.patch(`/api/users/${user.user_id}`, { role: 'manager' })],
    ['logged out by the owner', (user: TestUser) => app.reader.delete(`/api/users/${user.user_id}/sessions`)],
    [
      'invited again',
      async (user: TestUser) => {
        const { url } = await app.reader.json<{ url: string }>(
          200,
          app.reader.post(`/api/users/${user.user_id}/invitation`),
        )
        return app.guest.post(`/api/auth/invitation/${url.split('/').at(-1)}`, { password: 'another password' })
      },
    ],
  ] as const)('ends when its user is %s', async (what, end) => {
    const user = await addUser(app, `Ann ${what}`)
    const stream = await listen(user)
    expect((await end(user)).status).toBe(200)
    expect(await stream.until('nothing that is sent')).toEndWith('(end)')
  })
})

describe('age limits', () => {
  beforeAll(() => {
    for (const [comic_id, age_years] of [
      ['a0', 0],
      ['a13', 13],
      ['a18', 18],
      ['unrated', null],
    ] as const) {
      makeSeries(app.db, { comic_id, name: comic_id })
      app.db.write((tx) => tx.run(sql`update series set age_years = ${age_years} where comic_id = ${comic_id}`))
    }
  })
  const rated = ['a0', 'a13', 'a18']
  test.each([
    [null, 'deny', [...rated, 'unrated']],
    [0, 'deny', ['a0']],
    [0, 'allow', ['a0', 'unrated']],
    [12, 'deny', ['a0']],
    [13, 'deny', ['a0', 'a13']],
    [17, 'allow', ['a0', 'a13', 'unrated']],
    [18, 'deny', rated],
  ] as const)('of %p years, unrated %s', async (max_age, unrated, want) => {
    await limit({ max_age, unrated })
    expect((await names(child)).filter((name) => [...rated, 'unrated'].includes(name))).toEqual([...want])
  })
})

test('more users with different limits than connections are kept each see their own', async () => {
  const users: TestUser[] = []
  for (const name of ['Ada', 'Ben', 'Cleo']) users.push(await addUser(app, name))
  for (let round = 0; round < 6; round++) {
    const seen = await Promise.all(
      users.map(async (user, at) => {
        await limit({ kinds: at === 1 ? ['manga'] : ['comic'], max_age: round * 3 + at, unrated: 'allow' }, user)
        return names(user)
      }),
    )
    expect(seen.map((each) => each.includes('Velvet Scorpion'))).toEqual([false, true, false])
  }
})

test('a list that is being sent ends as it began when the limits change', async () => {
  await limit(null)
  const reply = await child.get('/api/series')
  await limit({ kinds: ['comic'] })
  expect(await reply.text()).toContain('Velvet Scorpion')
  expect(await isTold(child, '/api/series')).toBe(false)
})

test('a reader changes no tags, which all users share', async () => {
  const path = '/api/series/harbor/marks'
  const before = await app.reader.json(200, app.reader.get(path))
  for (const tags of [['mine'], []]) {
    const reply = await child.patch(path, { tags, favourite: true, rating: 5 })
    expect(reply.status).toBe(403)
    expect(await reply.text()).toContain('All users share the tags')
  }
  expect(await app.reader.json(200, app.reader.get(path))).toEqual(before)
  expect(await child.json(200, child.get(path))).toMatchObject({ favourite: false, rating: null, tags: [] })
  const maud = await addUser(app, 'Maud', { role: 'manager' })
  expect(await maud.json(200, maud.patch(path, { tags: ['noir'] }))).toMatchObject({ tags: ['noir'] })
})
