import { afterEach, beforeEach, expect, test } from 'bun:test'
import { bookmarksOf, saveBookmark } from '../../library/reading/bookmark-store'
import { progressRows, saveProgress } from '../../library/reading/progress-row-store'
import { bookmarks } from '../../library/reading/tables'
import { fileOf } from '../../library/series/file-store'
import type { TestApp } from '../../testing/app'
import { HARBOR, harborIssue, movedTable, movingHarness, START } from '../../testing/migration/moving'
import { movedKey } from './moved-key'
import { latestRun } from './store'

let harness: Awaited<ReturnType<typeof movingHarness>>
let app: TestApp
beforeEach(async () => {
  harness = await movingHarness()
  app = harness.app
})
afterEach(() => app.close())

const HARBOR_THERE = { ...HARBOR, ComicLocation: '/comics/Harbor Lights (2016)' }

test('progress and bookmarks that were moved before their file belong to it once it is found', async () => {
  const name = 'Harbor Lights 001 (2016).cbz'
  await harness.move({
    comics: [HARBOR_THERE],
    issues: [harborIssue('1', { Status: 'Downloaded', Location: name })],
  })
  const at = app.clock.now()
  const content_key = movedKey('101')
  app.db.write((tx) => {
    saveProgress(tx, {
      content_key,
      issue_id: '101',
      comic_id: '91273',
      page: 1,
      page_count: 3,
      share: null,
      furthest: 1,
      completed: false,
      again: null,
      started_at: at,
      read_at: at,
      finished_at: null,
      times_read: 0,
      device: null,
      device_id: null,
    })
    saveBookmark(tx, { content_key, issue_id: '101', page: 2, note: 'the lighthouse', created_at: at })
  })
  harness.putComic(`Harbor Lights (2016)/${name}`)
  await app.reader.json(200, app.reader.post('/api/system/migration/files'))
  await app.idle()
  const file = fileOf(app.db.read, '101')!
  const keys = [file.file_id, file.content_hash]
  expect(keys).toContain(progressRows(app.db.read, ['101']).get('101')!.content_key)
  expect(progressRows(app.db.read, ['101']).get('101')).toMatchObject({ page: 1, issue_id: '101' })
  expect(bookmarksOf(app.db.read, '101')).toMatchObject([{ page: 2, note: 'the lighthouse' }])
  expect(app.db.read.select().from(bookmarks).all()).toHaveLength(1)
  expect(keys).toContain(app.db.read.select().from(bookmarks).get()!.content_key)
})

test('a series whose year Mylar ignored is reported, and no other', async () => {
  const note = 'Series whose year Mylar ignored: years always count here'
  const done = await harness.move({
    comics: [
      { ...HARBOR, UseFuzzy: '1' },
      { ...HARBOR, ComicID: '2', ComicName: 'Tin Weather', UseFuzzy: '0' },
      { ...HARBOR, ComicID: '3', ComicName: 'Fern Gully Road' },
    ],
    issues: [],
  })
  expect(movedTable(done, 'comics').notes).toEqual({ [note]: 1 })
})

test('a request between two tables shows the next table', async () => {
  const seen = new Set<string | null>()
  let isUnderWay = true
  const look = () => {
    if (!isUnderWay) return
    seen.add(latestRun(app.db.read)?.current_step ?? null)
    setImmediate(look)
  }
  const start = harness.mapped(harness.source({ comics: [HARBOR], issues: [harborIssue('1')] }))
  await app.reader.json(200, app.reader.post(START, start))
  setImmediate(look)
  await app.idle()
  isUnderWay = false
  for (const { name } of (await harness.progress()).tables) expect([...seen]).toContain(name)
})
