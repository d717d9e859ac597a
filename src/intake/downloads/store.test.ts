import { beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { clientRow } from '../../testing/downloads/clients'
import { makeIssues, makeSeries } from '../../testing/make'
import {
  countItemsOfClient,
  listClients,
  pathMappingsOf,
  removeClient,
  replaceMappings,
  saveClient,
} from './clients/store'
import { addDdl } from './ddl/store'
import { queuedItems, strayDownloads } from './queue/store'
import { type DdlStatus, openStages, type Stage } from './states'
import * as store from './store'
import { journal } from './tables'

/**
 * Items of two clients, two issues and two releases in every stage, so that a change meant for one could hit another.
 */
const at = (minute: number) => `2026-11-21T08:${String(minute).padStart(2, '0')}:00.000Z`
let db: Database
beforeEach(() => {
  db = testDatabase()
  makeSeries(db)
  makeIssues(db, 'harbor', ['1', '2'])
  for (const client_id of ['A', 'B'])
    db.write((tx) =>
      saveClient(tx, clientRow({ type: 'sabnzbd', address: 'http://a.example', client_id, name: client_id })),
    )
})

let minute = 0
function put(item_id: string, stage: Stage, more: Partial<store.DownloadItem> = {}, issues = ['harbor-1']): string {
  const of = {
    entity_type: 'issue',
    entity_id: 'harbor-1',
    comic_id: 'harbor',
    protocol: 'usenet',
    client: 'A',
  } as const
  const called = { release_key: 'key', digest: item_id, title: 'Harbor 1', indexer: 'Indexer A' }
  db.write((tx) => {
    store.addItem(tx, { ...of, ...called, item_id, grabbed_at: at(minute), ...more } as store.NewDownloadItem, issues)
    const rest = { stage, client_id: more.client_id ?? null, updated_at: more.updated_at ?? at(minute) }
    tx.update(journal).set(rest).where(sqlOf(item_id)).run()
  })
  minute++
  return item_id
}
const sqlOf = (itemId: string) => eq(journal.item_id, itemId)
const ids = (items: readonly store.DownloadItem[]) => items.map(({ item_id }) => item_id)

test('an item has each of its issues once, in order', () => {
  put('a', 'reserved', {}, ['harbor-2', 'harbor-1', 'harbor-2'])
  put('b', 'reserved', {}, ['harbor-1'])
  expect(store.issuesOfItem(db.read, 'a')).toEqual(['harbor-2', 'harbor-1'])
  expect(store.issuesOfItem(db.read, 'b')).toEqual(['harbor-1'])
})

test('a release is open once, and again when it has ended', () => {
  put('a', 'snatched', { digest: 'one' })
  const again = () => {
    const row = { ...store.findDownload(db.read, 'a')!, item_id: 'b' }
    return db.write((tx) => store.addItem(tx, row, ['harbor-1']))
  }
  expect(again()).toBeUndefined()
  expect(store.findDownload(db.read, 'b')).toBeUndefined()
  expect(store.openWith(db.read, { digest: 'one', content: null })?.item_id).toBe('a')
  expect(store.openWith(db.read, { digest: 'two', content: null })).toBeUndefined()
  db.write((tx) => tx.update(journal).set({ stage: 'failed' }).run())
  expect(store.openWith(db.read, { digest: 'one', content: null })).toBeUndefined()
  expect(again()).toMatchObject({ item_id: 'b', stage: 'reserved' })
})

test('a stage change affects one item, from an allowed stage, and is logged', () => {
  put('a', 'reserved')
  put('b', 'reserved')
  const move = (to: Stage, more: object = {}) => db.write((tx) => store.moveItem(tx, 'a', { to, at: at(50), ...more }))
  expect(move('snatched', { client_id: 'job' })).toMatchObject({
    stage: 'snatched',
    client_id: 'job',
    updated_at: at(50),
  })
  expect(move('failed', { reason: 'why' })).toMatchObject({ stage: 'failed', client_id: 'job', reason: 'why' })
  expect(move('snatched')).toBeUndefined()
  expect(store.logOf(db.read, 'a').map(({ from, to, why }) => [from, to, why])).toEqual([
    [null, 'reserved', null],
    ['reserved', 'snatched', null],
    ['snatched', 'failed', 'why'],
  ])
  expect(store.findDownload(db.read, 'b')).toMatchObject({ stage: 'reserved', client_id: null })
  expect(store.logOf(db.read, 'b')).toHaveLength(1)
})

test('a change of facts affects one item, and an empty one does nothing', () => {
  put('a', 'snatched')
  put('b', 'snatched')
  db.write((tx) => {
    expect(store.updateItem(tx, 'a', { again_at: at(9) })).toMatchObject({ item_id: 'a', again_at: at(9) })
    expect(store.updateItem(tx, 'a', {})).toMatchObject({ item_id: 'a', again_at: at(9) })
  })
  expect(store.findDownload(db.read, 'b')?.again_at).toBeNull()
})

test('items are found by stage, oldest first', () => {
  put('new', 'snatched', { updated_at: at(40) })
  put('old', 'snatched', { updated_at: at(30) })
  put('other', 'downloaded', { updated_at: at(20) })
  put('over', 'post_processed', { updated_at: at(10) })
  expect(ids(store.itemsIn(db.read, 'snatched'))).toEqual(['old', 'new'])
  expect(ids(store.itemsAt(db.read, ['snatched', 'downloaded']))).toEqual(['other', 'old', 'new'])
  expect(ids(store.itemsInFlight(db.read))).toEqual(['new', 'old', 'other'])
  expect(store.countInFlight(db.read)).toBe(3)
  expect(openStages).not.toContain('post_processed' as never)
})

test('items are found by key, newest first', () => {
  put('a', 'failed')
  put('b', 'failed')
  put('c', 'failed', { release_key: 'other' })
  expect(ids(store.itemsWithKey(db.read, 'key'))).toEqual(['b', 'a'])
})

test('only items that a client still has to clean up are held', () => {
  for (const held of ['waiting', 'dropping', 'seeding', 'gone'] as const) put(held, 'post_processed', { held })
  put('none', 'post_processed')
  expect(ids(store.itemsHeld(db.read))).toEqual(['waiting', 'dropping', 'seeding'])
  expect(store.isAnyFollowed(db.read)).toBe(true)
  db.write((tx) => tx.update(journal).set({ held: 'gone' }).run())
  expect(store.isAnyFollowed(db.read)).toBe(false)
  put('open', 'snatched')
  expect(store.isAnyFollowed(db.read)).toBe(true)
})

test("a client's items are counted, open and held ones apart", () => {
  put('a', 'snatched')
  put('b', 'post_processed', { held: 'waiting' })
  put('c', 'post_processed', { held: 'gone' })
  put('d', 'snatched', { client: 'B' })
  expect([
    countItemsOfClient(db.read, 'A'),
    countItemsOfClient(db.read, 'B'),
    countItemsOfClient(db.read, 'C'),
  ]).toEqual([
    { open: 1, held: 1 },
    { open: 1, held: 0 },
    { open: 0, held: 0 },
  ])
})

test('items are due for another search from their time on, the earliest first', () => {
  put('later', 'failed', { again_at: at(10), updated_at: at(1) })
  put('first', 'failed', { again_at: at(5), updated_at: at(1) })
  put('none', 'failed')
  expect(ids(store.dueAgain(db.read, at(10)))).toEqual(['first', 'later'])
  expect(ids(store.dueAgain(db.read, at(9)))).toEqual(['first'])
})

test('an item that failed while the clock was ahead is searched for again when the clock is set back', () => {
  put('ahead', 'failed', { again_at: at(50), updated_at: at(40) })
  expect(ids(store.dueAgain(db.read, at(39)))).toEqual(['ahead'])
  expect(ids(store.dueAgain(db.read, at(40)))).toEqual([])
})

test('a failed item is undecided until the user decides', () => {
  put('a', 'failed', { digest: 'one' })
  put('b', 'failed', { digest: 'one', resolution: 'dismissed' as never })
  put('c', 'manual_review', { digest: 'one' })
  put('d', 'failed', { digest: 'two', entity_id: 'harbor-2' })
  db.write((tx) =>
    tx
      .update(journal)
      .set({ resolution: 'dismissed' as never })
      .where(sqlOf('b'))
      .run(),
  )
  expect(ids(store.failedWith(db.read, { digest: 'one', content: null }))).toEqual(['a'])
  expect(ids(store.undecidedItems(db.read, 'harbor-1'))).toEqual(['a', 'c'])
  expect(ids(store.undecidedItems(db.read, 'harbor-2'))).toEqual(['d'])
})

test('failures of an issue are counted since a moment, and only if a client had the release', () => {
  put('before', 'failed', { client_id: 'j', updated_at: at(10) })
  put('at', 'failed', { client_id: 'j', updated_at: at(20) })
  put('after', 'failed', { client_id: 'j', updated_at: at(30) })
  put('unsent', 'failed', { updated_at: at(30) })
  put('open', 'snatched', { client_id: 'j', updated_at: at(30) })
  put('other', 'failed', { client_id: 'j', updated_at: at(30), entity_id: 'harbor-2' })
  expect(store.failuresSince(db.read, 'harbor-1', at(20))).toBe(1)
  expect(store.failuresSince(db.read, 'harbor-1', at(0))).toBe(3)
})

test("the queue has the open items, in the order of their grabs, with the library's names", () => {
  put('a', 'snatched', { entity_id: 'harbor-2' })
  put('b', 'post_processed')
  put('c', 'downloaded', { entity_id: 'pack' })
  expect(queuedItems(db.read).map(({ item, series, number }) => [item?.item_id, series, number])).toEqual([
    ['a', 'Harbor Lights', '2'],
    ['c', 'Harbor Lights', null],
  ])
})

test('a client is removed, or its folders are renamed, and another client keeps its own', () => {
  const map = (client_id: string, ...remotes: string[]) =>
    db.write((tx) => {
      const rows = remotes.map((remote, position) => ({ client_id, remote, local: '/mnt', position }))
      replaceMappings(tx, client_id, rows.map((row) => ({ ...row, mapping_id: `${client_id}${row.remote}` }))) // biome-ignore format: one line
    })
  const mapped = () => ['A', 'B'].map((id) => pathMappingsOf(db.read, id).map(({ remote }) => remote))
  map('A', '/a', '/b')
  map('B', '/c')
  expect(mapped()).toEqual([['/a', '/b'], ['/c']])
  map('A', '/d')
  expect(mapped()).toEqual([['/d'], ['/c']])
  db.write((tx) => removeClient(tx, 'A'))
  expect(listClients(db.read).map(({ client_id }) => client_id)).toEqual(['B'])
  expect(mapped()).toEqual([[], ['/c']])
})

test('a direct download is accepted once, by its id and by its name', () => {
  const add = (ddl_id: string, client_name: string) =>
    db.write((tx) =>
      addDdl(tx, { ddl_id, client_name, status: 'Queued', filename: 'x.cbz', site: 'files', links: [], submitted_at: at(1), updated_at: at(1) }),
    ) // biome-ignore format: one row
  expect([add('a', 'one'), add('a', 'two'), add('b', 'one'), add('b', 'two')]).toEqual([true, false, false, true])
})

test('a direct download waits for the user when it is not completed and has no item in flight', () => {
  const direct = (name: string, status: DdlStatus) => {
    const about = { filename: 'x.cbz', site: 'files', issue_id: 'harbor-2', links: [], submitted_at: at(1) }
    db.write((tx) => addDdl(tx, { ...about, ddl_id: name, client_name: name, status, updated_at: at(1) }))
  }
  direct('alone', 'Failed')
  direct('ended', 'Failed')
  direct('followed', 'Failed')
  direct('here', 'Completed')
  direct('later', 'Queued')
  put('e', 'failed', { client_name: 'ended' })
  put('f', 'snatched', { client_name: 'followed' })
  put('unsent', 'reserved')
  const stray = strayDownloads(db.read)
  expect(stray.map(({ item, ddl }) => [item, ddl?.ddl_id])).toEqual([
    [null, 'alone'],
    [null, 'ended'],
    [null, 'later'],
  ])
  expect(stray[0]).toMatchObject({ series: 'Harbor Lights', number: '2' })
  expect(queuedItems(db.read).map(({ item, ddl }) => [item?.item_id, ddl?.ddl_id])).toEqual([
    ['f', 'followed'],
    ['unsent', undefined],
  ])
})
