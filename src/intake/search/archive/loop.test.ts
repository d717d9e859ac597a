import { afterEach, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findIssue } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { fakeArchive } from '../../../testing/fakes/archive'
import { fakeTransfers } from '../../../testing/fakes/file-host'
import { fakeHttp } from '../../../testing/fakes/http'
import { makeIssues, makeSeries } from '../../../testing/make'
import { ddlRows } from '../../downloads/ddl/store'
import type { SearchHealthReply } from '../health/schema'

let app: TestApp | undefined
afterEach(() => app?.close())

test('without any setup, a wanted issue is found, downloaded and imported', async () => {
  const bytes = new Uint8Array(await makeCbz(makePages(6)))
  const archive = fakeArchive([
    { identifier: 'harbor-3', title: 'Harbor Lights 003', files: [{ name: 'Harbor Lights 003.cbz', bytes }] },
  ])
  const hosts = { 'archive.org': archive.fetch }
  app = await testApp({
    settings: { enable_archive: 'true', enable_rss: 'false', search_interval: '0' },
    ports: { http: fakeHttp(hosts), transfers: fakeTransfers(hosts) },
  })
  const { reader, db, config, folder, clock } = app
  const library = join(folder, 'comics')
  mkdirSync(library)
  await config.save({ comic_dirs: [library] })
  const [issue] = makeIssues(db, makeSeries(db, { location: join(library, 'Harbor Lights') }), [3])

  const health = await reader.json<SearchHealthReply>(200, reader.get('/api/search/health'))
  expect(health.routes.ddl).toMatchObject({ ready: true, reason: 'ready', downstream: 'ddl', restart_safe: true })
  expect(health.viable_route).toBe(true)
  expect(await reader.json<unknown>(200, reader.get('/api/search/providers'))).toMatchObject([
    { id: 'archive', provider: 'Internet Archive', type: 'ddl', active: 'Idle' },
  ])
  const lists = await reader.json(200, reader.get('/api/config/providers'))
  expect(lists).toMatchObject({ newznab: { providers: [] }, torznab: { providers: [] } })

  await reader.json(200, reader.put(`/api/series/issues/${issue}/queue`))
  await clock.advance('2 min')
  await app.idle()
  expect(findIssue(db.read, issue!)?.fulfillment).toBe('downloaded')
  expect(await readdir(join(library, 'Harbor Lights'))).toEqual(['Harbor Lights 003.cbz'])
  expect(archive.requests).toEqual([
    'search Harbor Lights 3 OR 03 OR 003',
    'item harbor-3',
    'item harbor-3',
    'get harbor-3/Harbor Lights 003.cbz',
  ])
  // No file of the download is left.
  await clock.advance('2 min')
  expect(ddlRows(db.read)).toEqual([])
  expect(await readdir(join(folder, 'downloads'))).toEqual([])
})
