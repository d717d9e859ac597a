import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../../base/storage/database'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { addFile } from '../../../testing/archives/comics'
import { makeIssues, makeSeries } from '../../../testing/make'
import { HARBOR, harborIssue, movingHarness, START } from '../../../testing/migration/moving'
import type { MylarTables } from '../../../testing/migration/mylar'
import { changeMigrationRun } from '../store'
import { UndoMove } from './undo-move'
import type { UndoPreview } from './undo-preview'
import { deleteSomeHistory } from './undo-store'

type Harness = Awaited<ReturnType<typeof movingHarness>>
let harness: Harness
beforeEach(async () => {
  harness = await movingHarness()
})
afterEach(() => harness.app.close())

const TIDE = { ComicID: '500', ComicName: 'Low Tide', ComicYear: '1998', Status: 'Active', ComicLocation: '/comics/Low Tide (1998)' } // biome-ignore format: one line
const tide = (number: string) => ({ ...harborIssue(number), IssueID: `50${number}`, ComicID: '500', ComicName: 'Low Tide' }) // biome-ignore format: one line
const TABLES: MylarTables = {
  comics: [{ ...HARBOR, ComicLocation: '/comics/Harbor Lights (2016)' }, TIDE],
  issues: [
    harborIssue('1', { Status: 'Downloaded', Location: 'Harbor Lights 001 (2016).cbz' }),
    harborIssue('2', { Status: 'Wanted' }),
    // The item waits for a decision.
    harborIssue('3', { Status: 'Snatched' }),
    tide('1'),
  ],
  readlist: [{ IssueID: '101', ComicID: '91273', ComicName: 'Harbor Lights', Issue_Number: '1', Status: 'Read', StatusChange: '2024-01-01', Location: null }], // biome-ignore format: one line
  storyarcs: [{ StoryArcID: '7', StoryArc: 'The Flood', ReadingOrder: '1', IssueID: '101', ComicID: '91273', ComicName: 'Harbor Lights', IssueNumber: '1', Status: 'Read' }], // biome-ignore format: one line
  failed: [{ ID: '1', Status: 'Failed', ComicID: '91273', IssueID: '102', NZBName: 'Harbor.Lights.002', DateFailed: '2024-01-01' }], // biome-ignore format: one line
  snatched: [{ IssueID: '101', ComicName: 'Harbor Lights', Issue_Number: '1', ComicID: '91273', Status: 'Downloaded', Provider: 'X (newznab)', DateAdded: '2024-01-01' }], // biome-ignore format: one line
}

const rows = <T>(query: string) => harness.app.db.read.all<T>(sql.raw(query))
/** Number of rows of each table that has any, without the tables that track moves. */
function counts(): Record<string, number> {
  const names = rows<{ name: string }>(
    `select name from sqlite_schema where type = 'table' and name not like 'moving%'`,
  )
  const kept = /^(?:sqlite_|schema_|operations|timeline|acquisition|gate|search_|jobs|series_formats)/
  return Object.fromEntries(
    names.flatMap(({ name }) => {
      const n = rows<{ n: number }>(`select count(*) as n from "${name}"`)[0]!.n
      return n === 0 || kept.test(name) ? [] : [[name, n]]
    }),
  )
}
const undoAt = (runId: string | null) => `/api/system/migration/${runId}/undo`
const preview = (runId: string | null) => harness.app.reader.json<UndoPreview>(200, harness.app.reader.get(undoAt(runId))) // biome-ignore format: one line
async function undo(runId: string | null) {
  await harness.app.reader.json(202, harness.app.reader.post(undoAt(runId)))
  await harness.app.idle()
  expect((await harness.progress()).error).toBeNull()
}

test('undoing a move removes its rows, leaves the files, and allows searches again', async () => {
  const before = counts()
  const comic = harness.putComic('Harbor Lights (2016)/Harbor Lights 001 (2016).cbz')
  const { run_id, undo_until, reconciliation } = await harness.move(TABLES)
  expect([reconciliation.state, undo_until]).toEqual(['pending_preview', expect.any(String)])
  expect(rows('select 1 from files')).toHaveLength(1)
  expect(await preview(run_id)).toMatchObject({ series: 2, issues: 4, kept: 0, kept_series: [], rows: { arcs: 1, list_entries: 1, history: 2, blocklist: 1, reading: 1 } }) // biome-ignore format: one line
  await undo(run_id)
  expect(counts()).toEqual(before)
  expect(existsSync(comic)).toBe(true)
  const after = await harness.progress()
  expect([after.status, after.undo_until, after.undone_at, after.reconciliation.state]).toEqual(['undone', null, expect.any(String), 'ready']) // biome-ignore format: one line
  const again = await harness.app.reader.post(undoAt(run_id))
  expect([again.status, await again.json()]).toMatchObject([409, { detail: 'This move was undone already.' }])
})

test('the history is removed a few rows at a time, in its order', async () => {
  const { run_id } = await harness.move(TABLES)
  const history = () => rows<{ at: number }>('select rowid as at from journal order by rowid').map(({ at }) => at)
  const [first, second] = history()
  const remove = (after: number) => harness.app.db.write((tx) => deleteSomeHistory(tx, run_id!, after, 1))
  expect(remove(0)).toBe(first!)
  expect(history()).toEqual([second!])
  expect(remove(first!)).toBe(second!)
  expect([remove(second!), history()]).toEqual([undefined, []])
})

test('records of an undone move that a stopped process left are deleted when it runs again', async () => {
  const { run_id } = await harness.move(TABLES)
  const { db } = harness.app
  const records = () => ['moving_rows', 'moving_ids', 'moving_folders', 'moving_files'].map((table) => rows(`select 1 from ${table}`).length) // biome-ignore format: one line
  expect(records().filter((count) => count > 0).length).toBeGreaterThan(1)
  db.write((tx) => changeMigrationRun(tx, run_id!, { state: 'undone' }))
  const tools = {
    signal: new AbortController().signal,
    persist: async <T>(work: (tx: Tx) => T) => db.write(work as never) as T,
  }
  await new UndoMove({ db } as never).run({ run_id, state: 'complete' }, tools as never)
  expect(records()).toEqual([0, 0, 0, 0])
})

test('indexers, clients and notification targets of the move are removed, unless they were changed', async () => {
  const SETTINGS =
    '[Newznab]\nnewznab = True\nextra_newznabs = Cat, https://cat.example, 1, KEY, , 1, 1, Dog, https://dog.example, 1, KEY, , 1, 2\n[Client]\nnzb_downloader = 0\n[SABnzbd]\nsab_host = http://sab.example:8080\nsab_apikey = KEY\n[DISCORD]\ndiscord_enabled = True\ndiscord_webhook_url = https://discord.com/api/webhooks/1/abc\n'
  const names = () => ['indexers', 'download_clients', 'notice_targets'].map((table) => rows<{ name: string }>(`select name from ${table} order by name`).map(({ name }) => name)) // biome-ignore format: one line
  const before = names()
  const { run_id } = await harness.move(TABLES, SETTINGS)
  expect(names().map((list, at) => list.length - before[at]!.length)).toEqual([2, 1, 1])
  harness.app.db.write((tx) => tx.run(sql`update indexers set enabled = 0 where name = 'Dog'`))
  expect((await preview(run_id)).rows).toMatchObject({ indexers: 1, clients: 1, notice_targets: 1 })
  expect(JSON.stringify(rows('select * from moving_rows'))).not.toContain('KEY')
  await undo(run_id)
  expect(names()).toEqual([[...before[0]!, 'Dog'].toSorted(), ...before.slice(1)])
})

describe('a series that was changed since', () => {
  const json = (method: 'put' | 'post' | 'patch', path: string, body: object = {}) =>
    harness.app.reader.json(200, harness.app.reader[method](path, body))
  const write = (...statements: string[]) =>
    harness.app.db.write((tx) => {
      for (const statement of statements) tx.run(sql.raw(statement))
    })
  test.each<[string, () => Promise<unknown>]>([
    ['its settings', () => json('put', '/api/series/91273/pause')],
    ['an issue', () => json('put', '/api/series/issues/102/unqueue')],
    ['its rating', () => json('patch', '/api/series/91273/marks', { rating: 4 })],
    [
      'the rating of another user',
      async () => write(`insert into series_marks (user_id, comic_id, rating) values ('lena', '91273', 4)`),
    ],
    ['a tag', () => json('post', '/api/tags/assign', { ids: ['91273'], add: ['Noir'] })],
    [
      'a collection',
      async () =>
        write(
          `insert into collections (collection_id, name, position, created_at, updated_at) values ('c', 'Night', 1, '', '')`,
          `insert into collection_series values ('c', '91273', 0)`,
        ),
    ],
    [
      'a list',
      async () =>
        write(
          `insert into reading_lists (list_id, name, created_at, updated_at) values ('l', 'Night', '', '')`,
          `insert into reading_list_entries (list_id, issue_id, position, added_at, comic_id, series_name, label) values ('l', '102', 1, '', '91273', 'Harbor Lights', '#2')`,
        ),
    ],
    [
      'a bookmark',
      async () => write(`insert into bookmarks (content_key, page, issue_id, created_at) values ('k', 2, '101', '')`),
    ],
    [
      'an edit',
      async () =>
        write(`insert into series_sources (comic_id, source, facts, said_at) values ('91273', 'user', '{}', '')`),
    ],
    [
      'another file',
      async () =>
        write(
          `insert into files (file_id, path, size, modified_ms, format, page_count, added_at) values ('f', '/x.cbz', 1, 1, 'cbz', 3, '')`,
          `insert into issue_files values ('102', 'f')`,
        ),
    ],
    ['its reading', () => json('post', '/api/reading/mark', { issue_ids: ['101'], read: false })],
    [
      'the reading of another user, who is where the moved one was',
      async () =>
        write(`insert into reading_progress select content_key, 'ann', issue_id, comic_id, page, page_count, share, furthest, completed,
          again, started_at, read_at, finished_at, times_read, device, device_id, revision from reading_progress`),
    ],
  ])('stays complete with %s, and searches wait for the review', async (_name, change) => {
    harness.putComic('Harbor Lights (2016)/Harbor Lights 001 (2016).cbz')
    const { run_id } = await harness.move(TABLES)
    await change()
    const { series, kept, kept_series } = await preview(run_id)
    expect([series, kept]).toEqual([1, 1])
    expect(kept_series).toMatchObject([{ comic_id: '91273', name: 'Harbor Lights', reason: expect.any(String) }])
    await undo(run_id)
    expect(rows('select comic_id from series')).toEqual([{ comic_id: '91273' }])
    expect(rows('select 1 from issues')).toHaveLength(3)
    expect((await harness.progress()).reconciliation.state).toBe('pending_preview')
  })
})

test('earlier rows get back their values, and stay', async () => {
  const { app } = harness
  const comic = makeSeries(app.db, { comic_id: 'mine', name: 'Harbor Lights', year: 2016 })
  makeIssues(app.db, comic, [1, 9])
  const all = () => [
    rows('select comic_id, name, year, status, source, location, want_new, listed, total, have, wanted from series'),
    rows('select issue_id, number, intent, fulfillment, title, release_date from issues order by issue_id'),
    rows('select comic_id, source, provider_id from series_sources where provider_id is not null'),
  ]
  const before = all()
  harness.putComic('Harbor Lights (2016)/Harbor Lights 001 (2016).cbz')
  const issues = [harborIssue('1', { Status: 'Downloaded', Location: 'Harbor Lights 001 (2016).cbz', IssueName: 'Fog', ReleaseDate: '2016-02-03' }), harborIssue('2', { Status: 'Wanted' }), harborIssue('9', { Status: 'Wanted' })] // biome-ignore format: one line
  const { run_id } = await harness.move({ comics: TABLES.comics!.slice(0, 1), issues })
  expect(rows('select comic_id, source, location, wanted from series')).toEqual([
    { comic_id: 'mine', source: 'comicvine', location: join(harness.comics, 'Harbor Lights (2016)'), wanted: 2 },
  ])
  expect(rows('select number, title, fulfillment from issues order by sort_key')).toMatchObject([
    { number: '1', title: 'Fog', fulfillment: 'downloaded' },
    { number: '2' },
    { number: '9' },
  ])
  expect(await preview(run_id)).toMatchObject({ series: 0, issues: 1, kept: 0 })
  await undo(run_id)
  expect(all()).toEqual(before)
})

test('an undo is refused for an unknown run, and after 30 days', async () => {
  expect((await harness.app.reader.get(undoAt('none'))).status).toBe(404)
  const { run_id } = await harness.move(TABLES)
  harness.app.db.write((tx) => tx.run(sql`update moving_runs set finished_at = '2020-01-01T00:00:00.000Z'`))
  const refused = await harness.app.reader.post(undoAt(run_id))
  expect([refused.status, await refused.json()]).toMatchObject([409, { detail: 'A move can be undone for 30 days. This one is older.' }]) // biome-ignore format: one line
})

/** Moves the same database in again. */
async function moveAgain() {
  const path_mappings = [{ from: '/comics', to: harness.comics }]
  const { app } = harness
  await app.reader.json(200, app.reader.post(START, { path: join(app.folder, 'mylar'), path_mappings }))
  await app.idle()
  return harness.progress()
}

test('two moves are undone one after the other, the last first', async () => {
  const before = counts()
  const first = await harness.move(TABLES)
  const second = await moveAgain()
  expect(second.run_id).not.toBe(first.run_id)
  await undo(second.run_id)
  expect(rows('select 1 from series')).toHaveLength(2)
  expect((await harness.progress()).run_id).toBe(first.run_id)
  await undo(first.run_id)
  expect(counts()).toEqual(before)
})

test('a file that the library had stays in it', async () => {
  const { app } = harness
  const comic = makeSeries(app.db, { comic_id: 'mine', name: 'Quiet Engines', year: 1994 })
  const [issue] = makeIssues(app.db, comic, [1])
  addFile(app, [issue!], 'quiet.cbz', makeCbz(makePages(3)))
  const { run_id } = await harness.move(TABLES)
  await undo(run_id)
  expect(rows('select issue_id from issues join issue_files using (issue_id) join files using (file_id)')).toEqual([{ issue_id: issue! }]) // biome-ignore format: one line
})
