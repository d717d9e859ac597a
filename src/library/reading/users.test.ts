import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { AppEvent } from '../../base/events/types'
import { asUser } from '../../base/platform/caller'
import type { Database } from '../../base/storage/database'
import { testDatabase } from '../../testing/database'
import { type FakeClock, fakeClock } from '../../testing/fakes/clock'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { computedColumns } from '../series/column-store'
import { type FileRow, fileWithId } from '../series/file-store'
import { listFacets, listSeries } from '../series/list-store'
import { deleteSeries } from '../series/store'
import { bookmarksOf } from './bookmark-store'
import { changeContent } from './content-change-store'
import type { Contents } from './contents'
import type { DocumentDigests } from './digests'
import { KoreaderSync } from './kosync'
import { saveSynced, syncedDocument } from './kosync-store'
import { readLately } from './lately'
import { correctMovedCover } from './moved-cover-store'
import { ReadingProgress } from './progress'
import { nextKeys, relinkProgress } from './progress-row-store'
import * as store from './progress-store'
import { IssueReader } from './reader'
import { updateSeriesReading } from './series-reading'
import { StatisticsReader } from './statistics'
import { readerZone } from './today'
import { hasReadingView } from './view-store'

const ANN = 'ann'
const BOB = 'bob'
const USERS = [ANN, BOB]
const PAGES = 24
const ALL = { limit: 100, offset: 0 }

let db: Database
let clock: FakeClock
let events: AppEvent[]
let progress: ReadingProgress
let reader: IssueReader
beforeEach(() => {
  events = []
  db = testDatabase((event) => events.push(event))
  clock = fakeClock()
  updateSeriesReading(db)
  const keyOf = (file: FileRow) => file.content_hash ?? file.file_id
  const contents = { keyOf } as Contents
  progress = new ReadingProgress({ db, clock, contents })
  const lists = { orderOf: () => undefined, nextIssues: () => [] }
  reader = new IssueReader({ db, clock, contents, lists, progress, pages: undefined as never, pageMarks: () => [] })
  makeSeries(db)
  for (const id of makeIssues(db, 'harbor', [1, 2, 3])) makeFile(db, { issues: [id], content_hash: `hash of ${id}` })
})
afterEach(() => db.close())

const fileOf = (issue: string) => `file-/library/${issue}.cbz`
/** What each user gets. */
const ofEach = <T>(read: () => T): T[] => USERS.map((user) => asUser(user, read))
const pageOf = (issue: string) => store.issueProgress(db.read, issue)?.page
const bookmarked = (issue: string) => bookmarksOf(db.read, issue).map(({ page }) => page)

describe('each user has their own', () => {
  test('places, which no report of another moves', () => {
    asUser(ANN, () => progress.set('harbor-1', { page: 5, share: 0.5 }))
    asUser(BOB, () => progress.set('harbor-1', { page: 20 }))
    asUser(BOB, () => progress.markRead(['harbor-1'], false))
    expect(ofEach(() => pageOf('harbor-1'))).toEqual([5, undefined])
    expect(ofEach(() => store.issuePlace(db.read, 'harbor-1', PAGES))).toEqual([{ page: 5, share: 0.5 }, null])
    expect(ofEach(() => store.progressVersion(db.read))).toEqual(['1', '2'])
    expect(pageOf('harbor-1')).toBeUndefined()
  })

  test('counts, started issues and next issues', () => {
    asUser(ANN, () => progress.set('harbor-1', { page: PAGES - 1 }))
    asUser(BOB, () => progress.set('harbor-2', { page: 3 }))
    expect(ofEach(() => store.readCounts(db.read, ['harbor']).get('harbor'))).toEqual([
      { read: 1, reading: 0 },
      { read: 0, reading: 1 },
    ])
    expect(ofEach(() => reader.continue().items.map(({ state, issue_id }) => [state, issue_id]))).toEqual([
      [['next', 'harbor-2']],
      [['reading', 'harbor-2']],
    ])
    expect(ofEach(() => [store.countContinue(db.read), store.countOnDeck(db.read)])).toEqual([[0, 1], [1, 0]]) // biome-ignore format: one line
    expect(ofEach(() => [...store.currentIssues(db.read, ['harbor-2'])])).toEqual([[], ['harbor-2']])
    expect(reader.continue().items).toEqual([])
  })

  test('unread counts, order and filters of the library', () => {
    makeSeries(db, { comic_id: 'tide', name: 'Tide' })
    for (const id of makeIssues(db, 'tide', [1, 2])) makeFile(db, { issues: [id] })
    asUser(ANN, () => progress.markRead(['harbor-1', 'harbor-2', 'harbor-3'], true))
    const unread = () => ['harbor', 'tide'].map((id) => computedColumns(db.read, [id], '2026-11-21').get(id)?.unread)
    expect(ofEach(unread)).toEqual([[0, 2], [3, 2]]) // biome-ignore format: one line
    const by = { sort: 'unread', descending: false } as const
    const listed = (filter: object) => listSeries(db.read, filter, by, ALL).map(({ comic_id }) => comic_id)
    expect(ofEach(() => listed({}))).toEqual([['harbor', 'tide'], ['tide', 'harbor']]) // biome-ignore format: one line
    expect(ofEach(() => listed({ read: 'read' }))).toEqual([['harbor'], []])
    expect(ofEach(() => listFacets(db.read, '2026-11-21').read)).toEqual([
      { unread: 1, in_progress: 0, read: 1 },
      { unread: 2, in_progress: 0, read: 0 },
    ])
  })

  test('bookmarks, also of the same page', () => {
    asUser(ANN, () => reader.setBookmark('harbor-1', 3, { note: 'The storm' }))
    asUser(BOB, () => reader.setBookmark('harbor-1', 3, {}))
    asUser(BOB, () => reader.setBookmark('harbor-1', 4, {}))
    expect(ofEach(() => bookmarksOf(db.read, 'harbor-1').map(({ page, note }) => [page, note]))).toEqual([
      [[3, 'The storm']],
      [
        [3, null],
        [4, null],
      ],
    ])
    asUser(BOB, () => reader.removeBookmark('harbor-1', 3))
    expect(ofEach(() => bookmarked('harbor-1'))).toEqual([[3], [4]])
  })

  test('layout of a series', () => {
    asUser(ANN, () => reader.setView('harbor', { layout: 'strip' }))
    asUser(BOB, () => reader.setView('harbor', { fit: 'width' }))
    expect(ofEach(() => reader.setView('harbor', {}).view)).toMatchObject([{ layout: 'strip' }, { fit: 'width' }])
    asUser(BOB, () => reader.resetView('harbor'))
    expect(ofEach(() => reader.setView('harbor', {}).view.layout)).toEqual(['strip', undefined])
    expect(hasReadingView(db.read, 'harbor')).toBe(true)
  })

  test('statistics, sittings and time zone', () => {
    const statistics = new StatisticsReader({ db, clock })
    const sitting = { sitting_id: 'same', pages: 4, seconds: 60 }
    asUser(ANN, () => progress.set('harbor-1', { page: 3, sitting, zone: 'Asia/Tokyo' }))
    expect(ofEach(() => statistics.of({ zone: 'UTC' }).streak)).toEqual([1, 0])
    asUser(BOB, () => progress.set('harbor-2', { page: PAGES - 1, sitting: { ...sitting, pages: 2 }, zone: 'UTC' }))
    const counted = ofEach(() => statistics.of({ zone: 'UTC' }))
    expect(counted.map(({ totals }) => totals)).toEqual([
      { pages: 4, issues: 0, seconds: 60 },
      { pages: 2, issues: 1, seconds: 60 },
    ])
    expect(counted.map(({ days }) => days.at(-1))).toMatchObject([{ pages: 4 }, { pages: 2 }])
    expect(counted.map(({ series }) => series.map(({ pages }) => pages))).toEqual([[4], [2]])
    expect(ofEach(() => readerZone({ db }))).toEqual(['Asia/Tokyo', 'UTC'])
    expect(statistics.of({ zone: 'UTC' })).toMatchObject({ since: null, streak: 0, series: [] })
  })

  test('streak, also after as many pages as another user', async () => {
    const statistics = new StatisticsReader({ db, clock })
    const read = (issue: string, pages: number, sitting_id: string) =>
      progress.set(issue, { page: 3, zone: 'UTC', sitting: { sitting_id, pages, seconds: 9 } })
    asUser(BOB, () => read('harbor-1', 2, 'first'))
    await clock.advance('24 h')
    asUser(BOB, () => read('harbor-2', 2, 'second'))
    asUser(ANN, () => read('harbor-1', 4, 'first'))
    expect(ofEach(() => statistics.of({ zone: 'UTC' }).streak)).toEqual([1, 2])
  })

  test('pace of fetched pages: those of two users are not one reading', async () => {
    const tablet = { name: 'Tablet', id: null }
    for (const [page, user] of [ANN, BOB, ANN, BOB].entries()) {
      asUser(user, () => progress.pageFetched('harbor-1', page, tablet))
      await clock.advance('5 s')
    }
    expect(ofEach(() => pageOf('harbor-1'))).toEqual([undefined, undefined])
    for (const page of [4, 5, 6]) {
      asUser(ANN, () => progress.pageFetched('harbor-1', page, tablet))
      await clock.advance('5 s')
    }
    expect(ofEach(() => pageOf('harbor-1'))).toEqual([6, undefined])
  })

  test('opening of an issue: the first page of one is not taken for that of another', async () => {
    asUser(BOB, () => progress.set('harbor-1', { page: 7, device: 'Tablet' }))
    await clock.advance('5 s')
    asUser(ANN, () => progress.set('harbor-1', { page: 7, device: 'Phone' }))
    await clock.advance('20 min')
    // Ann leafs back on the tablet's name a moment after Bob opened the issue there.
    asUser(BOB, () => progress.set('harbor-1', { page: 0, device: 'Tablet' }))
    asUser(ANN, () => progress.set('harbor-1', { page: 6, device: 'Tablet' }))
    asUser(ANN, () => progress.set('harbor-1', { page: 0, device: 'Tablet' }))
    expect(ofEach(() => pageOf('harbor-1'))).toEqual([0, 7])
  })

  test('clocks of devices with one name', () => {
    const later = '2026-11-21T07:00:00.000Z'
    asUser(ANN, () => progress.set('harbor-1', { page: 3, device: 'Kobo', at: later }))
    const report = { page: 5, device: 'Kobo', at: '2026-11-21T06:00:00.000Z' }
    // A report before the device's last one comes from a clock that is behind; Bob's Kobo had none.
    expect(asUser(BOB, () => progress.set('harbor-1', report)).read_at).toBe(report.at)
    expect(asUser(ANN, () => progress.set('harbor-1', report)).read_at).toBe(clock.now())
  })

  test('documents of KOReader, known ones and others', () => {
    const find = (document: string) =>
      document === 'known' ? { issue_id: 'harbor-1', file: fileWithId(db.read, fileOf('harbor-1'))! } : undefined
    const digests = { onDigest: [], find, startPass: () => {} } as unknown as DocumentDigests
    const sync = new KoreaderSync({ db, clock, digests, progress })
    const put = (document: string, page: number) =>
      sync.put({ document, progress: page, percentage: page / PAGES, device: 'Kobo' }, undefined)
    asUser(ANN, () => [put('known', 5), put('elsewhere', 6)])
    asUser(BOB, () => [put('known', 9), put('elsewhere', 10)])
    expect(ofEach(() => [sync.get('known').progress, sync.get('elsewhere').progress])).toEqual([
      ['5', '6'],
      ['9', '10'],
    ])
    expect(ofEach(() => pageOf('harbor-1'))).toEqual([4, 8])
    expect(sync.get('known')).toEqual({})
  })
})

test('the limit of stored documents of one user removes none of another', () => {
  const row = { progress: '1', percentage: 0, device: 'Kobo', device_id: null, key_device_id: null }
  const save = (user: string, documents: string[]) =>
    asUser(user, () =>
      db.write((tx) => {
        for (const document of documents) saveSynced(tx, { ...row, document, synced_at: clock.now() }, 2)
      }),
    )
  save(BOB, ['a', 'b'])
  save(ANN, ['a', 'b', 'c'])
  const kept = () => ['a', 'b', 'c'].filter((document) => syncedDocument(db.read, document))
  expect(ofEach(kept)).toEqual([['b', 'c'], ['a', 'b']]) // biome-ignore format: one line
})

test('progress that KOReaders sent before the file was known is applied to each user', () => {
  let isKnown = false
  const file = fileWithId(db.read, fileOf('harbor-1'))!
  const find = () => (isKnown ? { issue_id: 'harbor-1', file } : undefined)
  const digests = { onDigest: [] as ((document: string) => void)[], find, startPass: () => {} }
  const sync = new KoreaderSync({ db, clock, digests: digests as unknown as DocumentDigests, progress })
  for (const [page, user] of [4, 8].map((page, at) => [page, USERS[at]!] as const))
    asUser(user, () => sync.put({ document: 'd', progress: page, percentage: page / PAGES, device: 'Kobo' }, undefined))
  isKnown = true
  for (const listener of digests.onDigest) listener('d')
  expect(ofEach(() => pageOf('harbor-1'))).toEqual([3, 7])
  expect(pageOf('harbor-1')).toBeUndefined()
})

describe('a change of the library counts for every user', () => {
  beforeEach(() => {
    asUser(ANN, () => [progress.set('harbor-1', { page: 5 }), reader.setBookmark('harbor-1', 3, {})])
    asUser(BOB, () => [
      progress.set('harbor-1', { page: PAGES - 1 }),
      reader.setBookmark('harbor-1', 3, { note: 'Mine' }),
    ])
    events.length = 0
  })

  const readersTold = () =>
    events.flatMap((event) => (event.type === 'reading.changed' ? `${event.user_id} ${event.issue_id}` : [])).sort()

  test('a new issue is next for the one who has read those before', () => {
    asUser(BOB, () => progress.markRead(['harbor-2', 'harbor-3'], true))
    expect(asUser(BOB, () => store.onDeck(db.read, ALL))).toEqual([])
    const [added] = makeIssues(db, 'harbor', [4])
    makeFile(db, { issues: [added!] })
    expect(ofEach(() => [store.continueReading(db.read, ALL)[0]?.issue_id, store.onDeck(db.read, ALL)[0]?.issue_id])).toEqual(
      [['harbor-1', undefined], [undefined, 'harbor-4']],
    ) // biome-ignore format: one line
  })

  test('progress of one changes no row of another', () => {
    const rows = () => db.read.all<{ user_id: string }>("select rowid, * from series_reading where user_id = 'bob'")
    db.write((tx) => tx.run("update series_reading set read = 77 where user_id = 'bob'"))
    const before = rows()
    asUser(ANN, () => progress.set('harbor-1', { page: 6 }))
    expect(rows()).toEqual(before)
    expect(readersTold()).toEqual(['ann harbor-1'])
  })

  test.each([
    ['it is rewritten', 'new', 0],
    ['it is rewritten while a copy stays', 'new', 1],
  ])('places and bookmarks stay with the file when %s', (_name, hash, copies) => {
    if (copies > 0) makeFile(db, { issues: ['harbor-2'], path: '/copy.cbz', content_hash: 'hash of harbor-1' })
    events.length = 0
    db.write((tx) => {
      changeContent(tx, fileOf('harbor-1'), { format: 'cbz', page_count: PAGES, cover_page: 0, content_hash: hash })
    })
    expect(ofEach(() => pageOf('harbor-1'))).toEqual([5, PAGES - 1])
    expect(ofEach(() => bookmarksOf(db.read, 'harbor-1').map(({ note }) => note))).toEqual([[null], ['Mine']])
    expect(ofEach(() => bookmarked('harbor-2'))).toEqual(copies > 0 ? [[3], [3]] : [[], []])
    const keys = db.read.all<{ of: string }>("select user_id || ' ' || content_key as of from reading_progress")
    const kept = copies > 0 ? ['ann hash of harbor-1', 'bob hash of harbor-1'] : []
    expect(keys.map(({ of }) => of).sort()).toEqual([...kept, 'ann new', 'bob new'].sort())
    expect(readersTold()).toEqual(['ann harbor-1', 'bob harbor-1'])
  })

  test('the library is imported again: places return under new ids', () => {
    db.write((tx) => deleteSeries(tx, 'harbor'))
    expect(ofEach(() => store.readCounts(db.read, ['harbor']).size)).toEqual([0, 0])
    makeSeries(db, { comic_id: 'again' })
    const [first] = makeIssues(db, 'again', [1])
    makeFile(db, { issues: [first!], path: '/again.cbz', content_hash: 'hash of harbor-1' })
    expect(db.write((tx) => relinkProgress(tx, 'again'))).toBe(2)
    expect(ofEach(() => [pageOf('again-1'), store.readCounts(db.read, ['again']).get('again')])).toEqual([
      [5, { read: 0, reading: 1 }],
      [PAGES - 1, { read: 1, reading: 0 }],
    ])
    expect(ofEach(() => store.progressVersion(db.read))).toEqual(['3', '3'])
  })

  test.each([1, 2, 3, 100])('all places are matched again in steps of %d rows', (rows) => {
    for (const id of ['harbor-2', 'harbor-3']) asUser(ANN, () => progress.set(id, { page: 2 }))
    db.write((tx) => tx.run('update reading_progress set issue_id = null'))
    const keys = []
    for (let after: string | undefined = ''; after !== undefined; after = keys.at(-1)?.upTo)
      keys.push(nextKeys(db.read, after, rows))
    expect(keys.map((range) => db.write((tx) => relinkProgress(tx, range))).reduce((sum, each) => sum + each)).toBe(4)
    expect(keys.length).toBeLessThanOrEqual(4)
    const lost = "select count(*) as n from reading_progress where issue_id is null or issue_id not like 'harbor-%'"
    expect(db.read.all<{ n: number }>(lost)).toEqual([{ n: 0 }])
  })

  test('places and bookmarks move with the pages when the cover becomes the first', () => {
    const places = Array.from({ length: PAGES }, (_, page) => (page + 1) % PAGES)
    db.write((tx) => tx.run(`update files set cover_moved = null`))
    db.write((tx) => correctMovedCover(tx, fileWithId(tx, fileOf('harbor-1'))!, places))
    expect(ofEach(() => pageOf('harbor-1'))).toEqual([6, PAGES - 1])
    expect(ofEach(() => bookmarked('harbor-1'))).toEqual([[4], [4]])
    expect(readersTold()).toEqual(['ann harbor-1', 'bob harbor-1'])
  })
})

describe('what a user read lately', () => {
  const read = async (issue: string, page: number) => {
    progress.set(issue, { page })
    await clock.advance('1 min')
  }

  test('lists the last five issues, without those opened, marked as unread or removed', async () => {
    const ids = makeIssues(db, 'harbor', [4, 5, 6, 7, 8])
    for (const id of ids) makeFile(db, { issues: [id] })
    await asUser(ANN, async () => {
      for (const id of ['harbor-1', 'harbor-2', 'harbor-3', ...ids]) await read(id, 4)
      await read('harbor-2', 5)
      progress.markRead(['harbor-5'], false)
      db.write((tx) => tx.run("delete from issues where issue_id = 'harbor-6'"))
    })
    await asUser(BOB, () => read('harbor-3', 0))
    const lately = readLately(db.read, ANN)
    expect(lately.map(({ issue_id }) => issue_id)).toEqual(['harbor-2', 'harbor-8', 'harbor-7', 'harbor-4', 'harbor-3'])
    expect(lately[0]).toEqual({
      comic_id: 'harbor',
      series_name: 'Harbor Lights',
      issue_id: 'harbor-2',
      label: '#2',
      read_at: expect.any(String),
    })
    expect(readLately(db.read, BOB)).toEqual([])
  })

  test('lists an issue once, though several copies of it were read', async () => {
    await asUser(ANN, async () => {
      await read('harbor-1', 3)
      db.write((tx) => tx.run("update files set content_hash = 'better' where content_hash = 'hash of harbor-1'"))
      await read('harbor-1', 9)
    })
    expect(readLately(db.read, ANN)).toHaveLength(1)
    asUser(ANN, () => progress.markRead(['harbor-1'], false))
    expect(readLately(db.read, ANN)).toEqual([])
  })
})
