import { afterEach, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { plus } from '../../base/platform/clock'
import { Refusal } from '../../base/refusal'
import { type TestApp, testApp } from '../../testing/app'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileAt } from '../series/file-store'
import { deleteSeries } from '../series/store'
import { Contents } from './contents'
import { setHiddenPages } from './hidden-page-store'
import { ReadingProgress } from './progress'
import { relinkProgress } from './progress-row-store'
import * as store from './progress-store'

let app: TestApp | undefined
afterEach(async () => {
  await app?.close()
  app = undefined
})

const ALL = { limit: 100, offset: 0 }

/** Two series, of which the first three issues each have a file of 24 pages. */
async function start() {
  app = await testApp()
  const { db, clock, ports } = app
  const contents = new Contents({ db, files: ports.files, log: ports.log })
  const progress = new ReadingProgress({ db, clock, contents })
  for (const comicId of ['harbor', 'copper']) shelve(comicId)
  return { progress, contents, db, clock }
}

function shelve(comicId: string) {
  const { db } = app!
  makeSeries(db, { comic_id: comicId, name: comicId })
  const ids = makeIssues(db, comicId, [1, 2, 3, 4])
  for (const id of ids.slice(0, 3)) makeFile(db, { issues: [id], content_hash: `hash of ${id}` })
}

describe('progress', () => {
  test('is the last page that was sent', async () => {
    const { progress, db, clock } = await start()
    progress.set('harbor-1', { page: 4, device: 'Tablet' })
    await clock.advance('1 min')
    const { counted_at, ...saved } = progress.set('harbor-1', { page: 11, device: 'Browser' })
    expect(counted_at).toBe(clock.now())
    expect(saved).toMatchObject({ page: 11, page_count: 24, percent: 0.5, completed: false, device: 'Browser' })
    expect(store.issueProgress(db.read, 'harbor-1')).toEqual(saved)
    expect(store.issueProgress(db.read, 'harbor-2')).toBeUndefined()
  })

  test('sends an event with its issue and series', async () => {
    const { progress } = await start()
    app!.events()
    progress.set('harbor-1', { page: 4 })
    expect(app!.events()).toContainEqual({
      type: 'reading.changed',
      issue_id: 'harbor-1',
      comic_id: 'harbor',
      user_id: 'owner',
    })
  })

  test('refuses a page past the last, and an issue without a file', async () => {
    const { progress } = await start()
    expect(() => progress.set('harbor-1', { page: 24 })).toThrow('There is no page 25: the issue has 24.')
    expect(() => progress.set('harbor-4', { page: 0 })).toThrow(Refusal)
  })

  test('stores an update of a device whose clock is ahead with the current time', async () => {
    const { progress, clock } = await start()
    expect(progress.set('harbor-1', { page: 9, at: plus(clock.now(), 3_600_000) }).read_at).toBe(clock.now())
    await clock.advance('1 s')
    expect(progress.set('harbor-1', { page: 3 }).page).toBe(3)
  })

  test('is not reset by an older update, not even after it was marked as unread', async () => {
    const { progress, clock, db } = await start()
    const before = clock.now()
    await clock.advance('1 min')
    progress.set('harbor-1', { page: 9 })
    progress.set('harbor-1', { page: 2, at: before })
    expect(store.issueProgress(db.read, 'harbor-1')?.page).toBe(9)
    progress.markRead(['harbor-1'], false)
    progress.set('harbor-1', { page: 2, at: before })
    expect(store.issueProgress(db.read, 'harbor-1')).toBeUndefined()
  })

  test('of an issue that was marked as unread begins only with a later report, also when the issue was unread', async () => {
    const { progress, clock, db } = await start()
    for (const mark of ['first', 'second']) {
      const before = clock.now()
      await clock.advance('1 min')
      expect(progress.markRead(['harbor-1'], false), mark).toBe(0)
      progress.set('harbor-1', { page: 23, at: before })
      expect(store.issueProgress(db.read, 'harbor-1'), mark).toBeUndefined()
    }
    expect([...store.readCounts(db.read, ['harbor'])]).toEqual([])
    await clock.advance('1 min')
    progress.set('harbor-1', { page: 3, at: clock.now() })
    expect(store.issueProgress(db.read, 'harbor-1')).toMatchObject({ page: 3, started_at: clock.now() })
  })

  test('stays when an app opens at the first page, and follows one that turns back to it', async () => {
    const { progress, clock } = await start()
    progress.set('harbor-1', { page: 9, device: 'Browser' })
    expect(progress.set('harbor-1', { page: 0, device: 'Phone' }).page).toBe(9)
    await clock.advance('59 s')
    expect(progress.set('harbor-1', { page: 0, device: 'Phone' }).page).toBe(9)
    await clock.advance('1 s')
    expect(progress.set('harbor-1', { page: 0, device: 'Phone' }).page).toBe(0)
    progress.set('harbor-1', { page: 5, device: 'Tablet' })
    expect(progress.set('harbor-1', { page: 0, device: 'Tablet' }).page).toBe(0)
    progress.set('harbor-1', { page: 9, device: 'Browser' })
    await clock.advance('20 min')
    expect(progress.set('harbor-1', { page: 0, device: 'Phone' }).page).toBe(9)
  })

  test('begins again when a page was turned back to the first in Panelkeep’s reader', async () => {
    const { progress, clock } = await start()
    progress.set('harbor-1', { page: 9 })
    await clock.advance('20 min')
    const sitting = { sitting_id: 's2', pages: 1, seconds: 3 }
    expect(progress.set('harbor-1', { page: 0, sitting }).page).toBe(0)
  })

  test('survives the removal and new import of the series', async () => {
    const { progress, db } = await start()
    progress.set('harbor-2', { page: 11 })
    db.write((tx) => deleteSeries(tx, 'harbor'))
    expect(store.issueProgress(db.read, 'harbor-2')).toBeUndefined()
    makeSeries(db, { comic_id: 'again' })
    makeIssues(db, 'again', [2])
    makeFile(db, { issues: ['again-2'], path: '/elsewhere/renamed.cbz', content_hash: 'hash of harbor-2' })
    expect(store.issueProgress(db.read, 'again-2')?.page).toBe(11)
    expect(store.continueReading(db.read, ALL).map((row) => row.comic_id)).toEqual(['again'])
    expect(db.write((tx) => relinkProgress(tx))).toBe(1)
    expect(store.readCounts(db.read, ['again'])).toEqual(new Map([['again', { read: 0, reading: 1 }]]))
    expect(db.write((tx) => relinkProgress(tx))).toBe(0)
  })

  test('survives the replacement of the file, and continues there', async () => {
    const { progress, db, clock } = await start()
    progress.set('harbor-1', { page: 11 })
    makeFile(db, {
      issues: ['harbor-1'],
      content_hash: 'a better scan',
      page_count: 26,
      size: 99_000_000,
      path: '/b.cbz',
    })
    expect(store.issueProgress(db.read, 'harbor-1')?.page).toBe(11)
    await clock.advance('1 min')
    progress.set('harbor-1', { page: 25 })
    expect(store.issueProgress(db.read, 'harbor-1')).toMatchObject({ completed: true, page_count: 26 })
    expect(store.continueReading(db.read, ALL)).toEqual([])
  })

  test('of a double issue belongs to both', async () => {
    const { progress, db } = await start()
    makeFile(db, { issues: ['copper-3', 'copper-4'], content_hash: 'hash of copper-3', path: '/library/copper-3.cbz' })
    progress.set('copper-3', { page: 23 })
    expect(store.issueProgress(db.read, 'copper-4')?.completed).toBe(true)
    expect(store.readCounts(db.read, ['copper']).get('copper')).toEqual({ read: 2, reading: 0 })
  })

  test('of a file without a content hash is moved to its hash soon', async () => {
    const { progress, contents, db } = await start()
    const path = join(app!.folder, 'unknown.cbz')
    writeFileSync(path, 'a comic')
    makeIssues(db, 'harbor', [9])
    makeFile(db, { issues: ['harbor-9'], path })
    progress.set('harbor-9', { page: 3 })
    await contents.idle()
    const content_hash = fileAt(db.read, path)?.content_hash
    expect(content_hash).toMatch(/^[0-9a-f]{64}$/)
    db.write((tx) => deleteSeries(tx, 'harbor'))
    makeSeries(db, { comic_id: 'again' })
    makeIssues(db, 'again', [9])
    makeFile(db, { issues: ['again-9'], path, content_hash })
    expect(store.issueProgress(db.read, 'again-9')?.page).toBe(3)
  })

  test('that cannot be moved to a content hash is kept, and the log says why', async () => {
    const { progress, contents, db } = await start()
    makeIssues(db, 'harbor', [9])
    makeFile(db, { issues: ['harbor-9'], path: '/nowhere/9.cbz' })
    progress.set('harbor-9', { page: 3 })
    await contents.idle()
    expect(store.issueProgress(db.read, 'harbor-9')?.page).toBe(3)
    expect(app!.log.join('\n')).toContain('file not identified')
  })

  test('has another version after every change and the same while nothing changes', async () => {
    const { progress, db } = await start()
    const versions = [store.progressVersion(db.read)]
    for (const change of [
      () => progress.set('harbor-1', { page: 3 }),
      () => progress.markRead(['harbor-1'], false),
      () => progress.markRead(['harbor-1'], true),
    ]) {
      change()
      versions.push(store.progressVersion(db.read))
    }
    expect(new Set(versions).size).toBe(4)
    progress.markRead(['harbor-1'], true)
    expect(store.progressVersion(db.read)).toBe(versions[3]!)
  })
})

describe('a report about another count of pages', () => {
  /** The progress of an issue whose file has `pages` pages now, of which readers do not see the hidden ones. */
  async function after(pages: number, hidden: number[], report: Parameters<ReadingProgress['set']>[1]) {
    const { progress, db } = await start()
    makeFile(db, { issues: ['copper-4'], content_hash: 'h', path: '/library/4.cbz', page_count: pages })
    if (hidden.length > 0) db.write((tx) => setHiddenPages(tx, 'h', hidden))
    const { page, page_count, completed } = progress.set('copper-4', report)
    return { page, page_count, completed, share: store.issuePlace(db.read, 'copper-4', page_count)?.share }
  }

  test('is counted without the pages that were hidden since', async () => {
    const read = (page: number) => after(24, [0, 5, 22, 23], { page, page_count: 24, share: 0.5 })
    expect(await read(10)).toEqual({ page: 8, page_count: 20, completed: false, share: 0.5 })
    expect(await read(5)).toEqual({ page: 4, page_count: 20, completed: false, share: undefined })
    expect(await read(21)).toMatchObject({ page: 19, completed: true })
    expect(await read(23)).toMatchObject({ page: 19, completed: true })
  })

  test('is counted as in another file that replaced the one that was read', async () => {
    const read = (page: number, page_count: number) => after(20, [], { page, page_count })
    expect(await read(10, 22)).toMatchObject({ page: 10, completed: false })
    expect(await read(20, 22)).toMatchObject({ page: 18, completed: false })
    expect(await read(21, 22)).toMatchObject({ page: 19, completed: true })
    expect(await read(19, 40)).toMatchObject({ page: 9, completed: false })
    expect(await read(9, 10)).toMatchObject({ page: 19, completed: true })
  })

  test('that says what the end is, is believed', async () => {
    expect(await after(20, [], { page: 21, page_count: 22, completed: false })).toMatchObject({ completed: false })
  })

  test('past its own last page is refused', async () => {
    await expect(after(20, [], { page: 22, page_count: 22 })).rejects.toThrow('There is no page 23')
  })
})

describe('marking', () => {
  test('returns how many changed, and leaves out issues without a file', async () => {
    const { progress, db } = await start()
    const ids = ['harbor-1', 'harbor-2', 'harbor-3', 'harbor-4', 'unknown']
    expect(progress.markRead(ids, true)).toBe(3)
    expect(progress.markRead(ids, true)).toBe(0)
    expect(store.readCounts(db.read, ['harbor', 'copper'])).toEqual(new Map([['harbor', { read: 3, reading: 0 }]]))
    expect(progress.markRead(ids, false)).toBe(3)
    expect(store.readCounts(db.read, ['harbor'])).toEqual(new Map())
  })
})

describe('what to read next', () => {
  test('is one issue of each series, last read first', async () => {
    const { progress, db, clock } = await start()
    for (const id of ['harbor-1', 'copper-2', 'harbor-2', 'harbor-3']) {
      progress.set(id, { page: 3 })
      await clock.advance('1 min')
    }
    progress.set('harbor-3', { page: 23 })
    expect(store.continueReading(db.read, ALL).map((row) => row.issue_id)).toEqual(['harbor-2', 'copper-2'])
    expect(store.continueReading(db.read, { limit: 1, offset: 1 }).map((row) => row.issue_id)).toEqual(['copper-2'])
    expect(store.countContinue(db.read)).toBe(2)
  })

  test('follows the last read issue, except where one is being read', async () => {
    const { progress, db, clock } = await start()
    progress.set('harbor-1', { page: 23 })
    await clock.advance('1 min')
    progress.set('copper-1', { page: 23 })
    expect(store.onDeck(db.read, ALL)).toEqual([
      { issue_id: 'copper-2', comic_id: 'copper', after_issue_id: 'copper-1' },
      { issue_id: 'harbor-2', comic_id: 'harbor', after_issue_id: 'harbor-1' },
    ])
    progress.set('copper-2', { page: 5 })
    expect(store.onDeck(db.read, ALL).map((row) => row.comic_id)).toEqual(['harbor'])
    expect(store.countOnDeck(db.read)).toBe(1)
  })

  test('skips read issues and those without a file', async () => {
    const { progress, db } = await start()
    progress.markRead(['harbor-1', 'harbor-3'], true)
    expect(store.onDeck(db.read, ALL)).toEqual([])
    makeFile(db, { issues: ['harbor-4'], path: '/4.cbz', content_hash: 'four' })
    expect(store.onDeck(db.read, ALL)).toMatchObject([{ issue_id: 'harbor-4', after_issue_id: 'harbor-3' }])
  })

  test('is an annual after the last issue', async () => {
    const { progress, db } = await start()
    const [annual] = makeIssues(db, 'harbor', [{ number: '1', kind: 'annual' }])
    makeFile(db, { issues: [annual!], content_hash: 'annual' })
    progress.markRead(['harbor-1', 'harbor-2', 'harbor-3'], true)
    expect(store.onDeck(db.read, ALL)[0]?.issue_id).toBe(annual!)
    expect(store.neighbours(db.read, annual!)).toEqual({ previous: 'harbor-3', next: undefined })
  })

  test('does not include a series that was marked as unread', async () => {
    const { progress, db } = await start()
    progress.set('harbor-1', { page: 5 })
    progress.markRead(['harbor-1'], false)
    expect(store.continueReading(db.read, ALL)).toEqual([])
    expect(store.onDeck(db.read, ALL)).toEqual([])
  })
})

describe('pages that an app fetches', () => {
  const tablet = { name: 'Tablet', id: 'd1' }

  test('count as read at the pace of reading', async () => {
    const { progress, db, clock } = await start()
    for (const page of [0, 1, 2, 3]) {
      progress.pageFetched('harbor-1', page, tablet)
      await clock.advance('5 s')
    }
    expect(store.issueProgress(db.read, 'harbor-1')).toMatchObject({ page: 3, device: 'Tablet' })
  })

  test('of an app that reads ahead do not finish the issue early', async () => {
    const { progress, db, clock } = await start()
    for (let page = 0; page < 24; page++) {
      progress.pageFetched('harbor-1', page, tablet)
      await clock.advance(page < 3 ? '0.1 s' : '2 s')
    }
    expect(store.issueProgress(db.read, 'harbor-1')).toMatchObject({ page: 20, completed: false })
  })

  test('of a short issue, and of one resumed at its end, count', async () => {
    const { progress, db, clock } = await start()
    makeIssues(db, 'harbor', [10, 11])
    for (const page_count of [1, 2])
      makeFile(db, { issues: [`harbor-${9 + page_count}`], page_count, path: `/${page_count}.cbz`, content_hash: `${page_count}` }) // biome-ignore format: one line
    for (const [issue, page] of [
      ['harbor-1', 22],
      ['harbor-1', 23],
      ['harbor-10', 0],
      ['harbor-11', 0],
      ['harbor-11', 1],
    ] as const) {
      progress.pageFetched(issue, page, tablet)
      await clock.advance('5 s')
    }
    for (const issue of ['harbor-1', 'harbor-10', 'harbor-11'])
      expect(store.issueProgress(db.read, issue)?.completed).toBe(true)
  })

  test('are kept apart by issue and by device', async () => {
    const { progress, db, clock } = await start()
    const phone = { name: 'Phone', id: 'd2' }
    for (const [issue, page, device] of [
      ['harbor-1', 0, tablet],
      ['harbor-2', 1, tablet],
      ['harbor-1', 1, phone],
      ['harbor-1', 2, tablet],
    ] as const) {
      progress.pageFetched(issue, page, device)
      await clock.advance('5 s')
    }
    expect(store.issueProgress(db.read, 'harbor-1')).toBeUndefined()
  })
})
