import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findIssue } from '../series/store'
import { makeCbz, makePages } from '../testing/archives'
import { appIn, dropWorld, furnish, given, grab, makeWorld, passing, searched } from '../testing/interactive'
import type { HistoryRow, ItemDetail, QueueRow } from './schema'
import { downloadClients } from './tables'

const TITLE = 'Harbor Lights 003 (2015) (Digital)'

test('a release goes from a grab over a watched folder into the library, and everything says so', async () => {
  const world = makeWorld({ a: { releases: [{ title: TITLE }] } })
  const [watched, done, comics] = ['nzb', 'done', 'comics'].map((name) => join(world.folder, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [done, comics]) mkdirSync(folder)
  const app = await appIn(world, { settings: { comic_dirs: comics, blackhole_dir: '' } })
  furnish(app, world)
  const row = { client_id: 'hole', type: 'blackhole', name: 'My folder', protocol: 'usenet', address: watched } as const
  app.db.write((tx) => {
    tx.insert(downloadClients)
      .values({ ...row, settings: { done_folder: done }, added_at: app.clock.now() })
      .run()
  })
  expect((await grab(app, await searched(app), TITLE)).status).toBe(200)
  const get = <T>(path: string) => app.reader.json<T>(200, app.reader.get(path))
  const [queued] = await get<QueueRow[]>('/api/downloads/queue')
  expect(queued).toMatchObject({ series: 'Harbor Lights', issues: '3', client_label: 'My folder', stage: 'snatched' })

  const [name] = given(world)
  const finished = join(done, name!.replace(/\.nzb$/, ''))
  mkdirSync(finished)
  writeFileSync(join(finished, 'Harbor Lights 003.cbz'), makeCbz(makePages(12)))
  await passing(app, app.clock.advance('5 min'))
  await app.idle()
  expect(await get<QueueRow[]>('/api/downloads/queue')).toEqual([])
  const [past] = await get<HistoryRow[]>('/api/downloads/history')
  expect(past).toMatchObject({ Status: 'Post-Processed', IssueID: 'harbor-3' })
  const detail = await get<ItemDetail>(`/api/downloads/items/${past?.item_id}`)
  expect(detail.moves.map(({ to }) => to)).toEqual([
    ...['reserved', 'snatched', 'downloaded', 'post_processing', 'moved', 'post_processed'],
  ] as (typeof detail.moves)[number]['to'][])
  expect(detail.files).toHaveLength(1)
  expect(detail.requested_by).toBe('interactive')
  expect(findIssue(app.db.read, 'harbor-3')?.fulfillment).toBe('downloaded')
  expect(readdirSync(comics, { recursive: true }).some((path) => String(path).endsWith('.cbz'))).toBe(true)
  await app.close()
  dropWorld(world)
}, 20_000)
