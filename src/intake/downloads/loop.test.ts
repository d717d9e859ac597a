import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findIssue } from '../../library/series/store'
import { damage, makeCbz, makePages } from '../../testing/archives/archives'
import {
  fillLibrary,
  grab,
  handedOverFiles,
  makeInteractiveHarness,
  removeHarness,
  searchToEnd,
  startApp,
  withTimePassing,
} from '../../testing/indexers/interactive-harness'
import type { Blocklist, HistoryRowView, ItemDetail, QueueRow } from './schema'
import { downloadClients } from './tables'

const TITLE = 'Harbor Lights 003 (2015) (Digital)'

const SECOND = 'Harbor Lights 003 (2015) (Scan)'

/** The app with a watched folder, a folder for completed downloads, and a library. */
async function harness(...titles: string[]) {
  const harness = makeInteractiveHarness({ a: { releases: titles.map((title) => ({ title })) } })
  const [watched, done, comics] = ['nzb', 'done', 'comics'].map((name) => join(harness.folder, name)) as [
    string,
    string,
    string,
  ]
  for (const folder of [done, comics]) mkdirSync(folder)
  const app = await startApp(harness, { settings: { comic_dirs: comics, blackhole_dir: '' } })
  fillLibrary(app, harness)
  const row = { client_id: 'hole', type: 'blackhole', name: 'My folder', protocol: 'usenet', address: watched } as const
  app.db.write((tx) => {
    tx.insert(downloadClients)
      .values({ ...row, settings: { done_folder: done }, added_at: app.clock.now() })
      .run()
  })
  return {
    app,
    harness,
    comics,
    get: <T>(path: string) => app.reader.json<T>(200, app.reader.get(path)),
    /** The client completes a release, and time passes until Panelkeep notices. */
    async finish(title: string, content: Uint8Array) {
      const name = handedOverFiles(harness).find((each) => each.startsWith(title))!
      rmSync(join(watched, name))
      const finished = join(done, name.replace(/\.nzb$/, ''))
      mkdirSync(finished)
      writeFileSync(join(finished, 'Harbor Lights 003.cbz'), content)
      await withTimePassing(app, app.clock.advance('5 min'))
      await withTimePassing(app, app.idle())
    },
    async close() {
      await app.close()
      removeHarness(harness)
    },
  }
}

test('a release goes from a grab through a watched folder into the library, and every page shows it', async () => {
  const { app, comics, get, finish, close } = await harness(TITLE)
  expect((await grab(app, await searchToEnd(app), TITLE)).status).toBe(200)
  const [queued] = await get<QueueRow[]>('/api/downloads/queue')
  expect(queued).toMatchObject({ series: 'Harbor Lights', issues: '3', client_label: 'My folder', stage: 'snatched' })
  await finish(TITLE, makeCbz(makePages(12)))
  expect(await get<QueueRow[]>('/api/downloads/queue')).toEqual([])
  const [past] = await get<HistoryRowView[]>('/api/downloads/history')
  expect(past).toMatchObject({ Status: 'Post-Processed', IssueID: 'harbor-3' })
  const detail = await get<ItemDetail>(`/api/downloads/items/${past?.item_id}`)
  expect(detail.moves.map(({ to }) => to).join(' ')).toBe(
    'reserved snatched downloaded post_processing moved post_processed',
  )
  expect(detail).toMatchObject({ requested_by: 'interactive', placements: [{ state: 'placed' }] })
  expect(detail.files).toHaveLength(1)
  expect(findIssue(app.db.read, 'harbor-3')?.fulfillment).toBe('downloaded')
  expect(readdirSync(comics, { recursive: true }).some((path) => String(path).endsWith('.cbz'))).toBe(true)
  await close()
}, 20_000)

test('a damaged release is blocked, and the next one takes its place automatically', async () => {
  const { app, get, finish, close } = await harness(TITLE, SECOND)
  expect((await grab(app, await searchToEnd(app), TITLE)).status).toBe(200)
  await finish(TITLE, damage(makeCbz(makePages(12)), 'cut'))
  const blocked = await get<Blocklist>('/api/downloads/blocklist')
  expect(blocked.blocklist.map(({ title }) => title)).toEqual([TITLE])
  const [queued] = await get<QueueRow[]>('/api/downloads/queue')
  expect(queued).toMatchObject({ filename: SECOND, stage: 'snatched' })
  await finish(SECOND, makeCbz(makePages(12)))
  const past = await get<HistoryRowView[]>('/api/downloads/history')
  expect(past.map(({ FolderName, Status }) => [FolderName, Status])).toEqual([
    [SECOND, 'Post-Processed'],
    [TITLE, 'Failed'],
  ])
  await close()
}, 20_000)
