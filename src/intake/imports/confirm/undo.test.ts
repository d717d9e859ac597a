import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { nextTurn } from '../../../base/platform/event-loop'
import { saveView } from '../../../library/reading/view-store'
import { recount } from '../../../library/series/counts-store'
import { fileAt, linkFileToIssue } from '../../../library/series/file-store'
import { changeSeries, insertIssue, issuesOf, seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { confirmImport, progressOf, putComic, scanLibrary } from '../../../testing/imports/imports'
import { makeIssues, makeSeries } from '../../../testing/make'

/** A confirm is undone completely or not at all. */

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-undo-'))
  for (const root of ['comics', 'manga']) mkdirSync(join(folder, root))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const settings = { comic_dirs: join(folder, 'comics'), manga_dirs: join(folder, 'manga') }
  app = await testApp({ settings, ports: { processes } })
  for (const n of [1, 2]) put(`Harbor Lights (2015)/Harbor Lights ${n}.cbz`, n)
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (path: string) => join(folder, 'comics', path)
const FIRST = 'Harbor Lights (2015)/Harbor Lights 1.cbz'

const put = (path: string, n: number) => putComic(at(path), n)

const progress = () => progressOf(app)

/** Returns the id for the undo. */
async function importAll(): Promise<string> {
  return (await confirmImport(app, await scanLibrary(app))).operation_id
}

const undo = (operation_id: string, kind = 'comic') => app.reader.post(`/api/import/${kind}/undo`, { operation_id })
const refused = async (status: number, reply: Promise<Response>) => (await app.reader.json(status, reply)).detail
const harbor = () => seriesNamed(app.db.read, 'Harbor Lights')[0]
const issueIds = () => issuesOf(app.db.read, harbor()!.comic_id).map(({ issue_id }) => issue_id)

describe('undoing a confirm', () => {
  test('removes the created rows, leaves the files, and lets them be confirmed again', async () => {
    const id = await importAll()
    expect(await app.reader.json(200, undo(id))).toEqual({
      success: true,
      removed: { series: 1, issues: 2, files: 2 },
    })
    expect(harbor()).toBeUndefined()
    expect(fileAt(app.db.read, at(FIRST))).toBeUndefined()
    expect(existsSync(at(FIRST))).toBe(true)
    expect((await progress()).results).toMatchObject([{ series_name: 'Harbor Lights', new_files: 2 }])
    expect(await refused(409, undo(id))).toContain('undone already')
    await importAll()
    expect(harbor()).toMatchObject({ total: 2, have: 2 })
  })

  test('leaves a series that existed before, with its other rows', async () => {
    makeSeries(app.db, { year: 2015 })
    makeIssues(app.db, 'harbor', [1, 3])
    const id = await importAll()
    expect(harbor()).toMatchObject({ comic_id: 'harbor', total: 3, have: 2 })
    expect(await app.reader.json(200, undo(id))).toMatchObject({ removed: { series: 0, issues: 1, files: 2 } })
    expect(harbor()).toMatchObject({ total: 2, have: 0, files_at: null })
    expect(issuesOf(app.db.read, 'harbor').map(({ number, fulfillment }) => [number, fulfillment])).toEqual([
      ['1', 'missing'],
      ['3', 'missing'],
    ])
  })

  test('lowers the total again that its files stated', async () => {
    makeSeries(app.db, { year: 2015 })
    makeIssues(app.db, 'harbor', [1, 3])
    const state = (n: number, count: number) => {
      const info = `<ComicInfo><Series>Harbor Lights</Series><Number>${n}</Number><Count>${count}</Count></ComicInfo>`
      const path = at(`Harbor Lights (2015)/Harbor Lights ${n}.cbz`)
      writeFileSync(path, makeCbz({ ...makePages(2), 'ComicInfo.xml': info, 'n.txt': `${n}` }))
    }
    for (const n of [1, 2]) state(n, 6)
    const older = await importAll()
    expect(harbor()).toMatchObject({ total: 6, total_known: true })
    for (const n of [4, 5, 6]) state(n, 12)
    const newer = await importAll()
    expect(harbor()).toMatchObject({ total: 12, have: 5 })
    await app.reader.json(200, undo(newer))
    expect(harbor()).toMatchObject({ total: 6, have: 2 })
    await app.reader.json(200, undo(older))
    expect(harbor()).toMatchObject({ total: 2, have: 0, said_total: null, total_known: false })
  })

  test('reverts the newer of two imports, and then the older', async () => {
    const older = await importAll()
    put('Harbor Lights (2015)/Harbor Lights 3.cbz', 3)
    const newer = await importAll()
    expect(await refused(409, undo(older))).toContain('Harbor Lights has new issues')
    expect(await app.reader.json(200, undo(newer))).toMatchObject({ removed: { series: 0, issues: 1, files: 1 } })
    expect(harbor()).toMatchObject({ total: 2, have: 2 })
    expect(await app.reader.json(200, undo(older))).toMatchObject({ removed: { series: 1 } })
  })

  test('is refused when something was changed since, and then changes nothing', async () => {
    const id = await importAll()
    const [one, two] = issueIds()
    await app.clock.advance('1 s')
    await app.reader.json(200, app.reader.put(`/api/series/issues/${two}/queue`))
    expect(await refused(409, undo(id))).toContain('Issue 2 of Harbor Lights was changed')
    expect(issueIds()).toEqual([one!, two!])
    await app.reader.json(200, app.reader.put(`/api/series/${harbor()!.comic_id}/pause`))
    expect(await refused(409, undo(id))).toContain('Harbor Lights was changed')
  })

  test('is refused when one of its files now has another issue, or the series is gone', async () => {
    const id = await importAll()
    makeSeries(app.db, { comic_id: 'other', name: 'Other' })
    app.db.write((tx) => {
      const common = { kind: 'issue', unit: 'issue', added_at: '2026-01-01T00:00:00.000Z' } as const
      insertIssue(tx, { ...common, issue_id: 'other-1', comic_id: 'other', number: '1' })
      linkFileToIssue(tx, 'other-1', fileAt(tx, at(FIRST))!.file_id)
      recount(tx, 'other')
    })
    expect(await refused(409, undo(id))).toContain('contains another issue now')
    await app.reader.json(200, app.reader.delete(`/api/series/${harbor()!.comic_id}`))
    expect(await refused(409, undo(id))).toContain('A series from this import was removed')
  })

  test('is refused for an operation that is not an import of the kind, and while a scan runs', async () => {
    const id = await importAll()
    expect(await refused(404, undo('none'))).toContain('no import none of comics')
    expect(await refused(404, undo(id, 'manga'))).toContain('of manga')
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    expect(await refused(409, undo(id))).toContain('is running')
    await app.idle()
  })
})

describe('changes since the import', () => {
  test('reading progress belongs to the content: it survives the undo, and applies when the file is imported again', async () => {
    const id = await importAll()
    const { content_hash } = fileAt(app.db.read, at(FIRST))!
    const [issue_id] = issueIds()
    app.db.write((tx) =>
      tx.run(sql`insert into reading_progress (content_key, issue_id, comic_id, page, page_count, furthest, completed, started_at, read_at, revision)
        values (${content_hash}, ${issue_id}, ${harbor()!.comic_id}, 1, 2, 1, 0, '2026-01-01', '2026-01-01', 1)`),
    )
    await app.reader.json(200, undo(id))
    const rows = () => app.db.read.all<{ page: number }>(sql`select page from reading_progress`)
    expect(rows()).toEqual([{ page: 1 }])
    await importAll()
    expect(fileAt(app.db.read, at(FIRST))?.content_hash).toBe(content_hash!)
    expect(rows()).toEqual([{ page: 1 }])
  })

  test('a layout that was chosen for the series blocks the undo', async () => {
    const id = await importAll()
    app.db.write((tx) => saveView(tx, harbor()!.comic_id, { layout: 'strip' }))
    expect(await refused(409, undo(id))).toContain('laid out was chosen since')
    expect(harbor()).toMatchObject({ have: 2 })
  })

  test('a file that another import gave to an issue keeps the issue and its file', async () => {
    const older = await importAll()
    put('Harbor Lights (2015)/Harbor Lights 1 (digital).cbz', 31)
    const newer = await importAll()
    expect(await refused(409, undo(older))).toContain('Issue 1 of Harbor Lights has another file')
    expect(await app.reader.json(200, undo(newer))).toMatchObject({ removed: { series: 0, issues: 0, files: 1 } })
    expect(harbor()).toMatchObject({ total: 2, have: 2 })
    expect(fileAt(app.db.read, at(FIRST))).toBeDefined()
  })

  test('an issue that existed before stays downloaded while it has another file', async () => {
    makeSeries(app.db, { year: 2015 })
    makeIssues(app.db, 'harbor', [1, 2])
    await importAll()
    put('Harbor Lights (2015)/Harbor Lights 2 (digital).cbz', 32)
    const newer = await importAll()
    await app.reader.json(200, undo(newer))
    expect(issuesOf(app.db.read, 'harbor').map(({ fulfillment }) => fulfillment)).toEqual(['downloaded', 'downloaded'])
  })

  test('a file that moved since is removed at its new path, and the disk is not touched', async () => {
    const id = await importAll()
    renameSync(at('Harbor Lights (2015)/Harbor Lights 2.cbz'), at('Harbor Lights (2015)/Harbor Lights 02.cbz'))
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    await app.idle()
    expect(await app.reader.json(200, undo(id))).toMatchObject({ removed: { series: 1, issues: 2, files: 2 } })
    expect(existsSync(at('Harbor Lights (2015)/Harbor Lights 02.cbz'))).toBe(true)
  })
})

describe('the rows of a confirm', () => {
  const rows = () => app.db.read.all<{ count: number }>(sql`select count(*) as count from import_made`)[0]!.count
  const monthsPass = () =>
    app.db.write((tx) => tx.run(sql`update operations set created_at = '2026-03-01T00:00:00.000Z'`))
  const importNext = async (n: number) => {
    put(`Harbor Lights (2015)/Harbor Lights ${n}.cbz`, n)
    return importAll()
  }

  test('are kept for 30 days, and those of the last twenty permanently', async () => {
    const first = await importAll()
    const second = await importNext(3)
    for (let n = 4; n <= 21; n++) await importNext(n)
    const before = rows()
    monthsPass()
    let whenCompleted = 0
    app.db.beforeCommit((_, events) => {
      if (events.some((each) => each.type === 'import.progress' && each.status === 'completed')) whenCompleted = rows()
    })
    await importNext(22)
    // The first confirm created a series, two issues, two files and two links; the newest an issue, a file and a link.
    expect(rows()).toBe(before - 7 + 3)
    expect(whenCompleted).toBe(rows())
    expect(await refused(409, undo(first))).toContain('too long ago')
    const last = await importNext(23)
    expect(await refused(409, undo(second))).toContain('too long ago')
    expect(await app.reader.json(200, undo(last))).toMatchObject({ removed: { series: 0, issues: 1, files: 1 } })
  }, 30_000)

  test('can be undone however long ago the newest one was', async () => {
    const id = await importAll()
    monthsPass()
    expect(await app.reader.json(200, undo(id))).toMatchObject({ removed: { series: 1 } })
    expect(rows()).toBe(0)
  })
})

describe('an undo of many files', () => {
  const MANY = 150
  const start = async () => {
    const processes = { helper: archiveHelper().helper, launch: async () => false }
    const settings = { comic_dirs: join(folder, 'comics') }
    app = await testApp({ settings, folder, databasePath: join(folder, 'panelkeep.db'), ports: { processes } })
  }
  const left = () => app.db.read.all<{ count: number }>(sql`select count(*) as count from import_made`)[0]!.count

  beforeEach(async () => {
    await app.close()
    await start()
    for (let n = 3; n <= MANY; n++) put(`Harbor Lights (2015)/Harbor Lights ${n}.cbz`, n)
  })

  test('is resumed by the next process when this one ends in the middle', async () => {
    const id = await importAll()
    const all = left()
    const reply = undo(id).catch(() => undefined)
    while (left() === all) await nextTurn()
    expect(left()).toBeGreaterThan(0)
    expect(harbor()!.total).toBeGreaterThan(0)
    await app.close()
    await reply
    await start()
    await app.idle()
    expect(left()).toBe(0)
    expect(harbor()).toBeUndefined()
    expect(await refused(409, undo(id))).toContain('undone already')
    expect((await progress()).results).toMatchObject([{ series_name: 'Harbor Lights', new_files: MANY }])
    await importAll()
    expect(harbor()).toMatchObject({ total: MANY, have: MANY })
  }, 20_000)

  test('stops at rows that were changed meanwhile', async () => {
    const id = await importAll()
    const all = left()
    const reply = undo(id)
    while (left() === all) await nextTurn()
    const at = '2027-01-01T00:00:00.000Z'
    app.db.write((tx) => changeSeries(tx, harbor()!.comic_id, { allow_packs: true }, at))
    expect(await refused(409, reply)).toContain('Harbor Lights was changed')
    expect(harbor()).toBeDefined()
  }, 20_000)
})

test('neither a scan nor an import nor another undo runs beside an undo', async () => {
  const id = await importAll()
  const { scan_id } = await progress()
  app.db.write((tx) => {
    tx.run(sql`insert into operations (operation_id, kind, subject, payload, state, created_at)
      values ('u', 'import_undo', 'comic', '{}', 'queued', '2026-11-21T10:00:00.000Z')`)
  })
  const confirm = { scan_id, selected_ids: ['x'] }
  for (const reply of [
    () => undo(id),
    () => app.reader.post('/api/import/comic/scan'),
    () => app.reader.post('/api/import/comic/confirm', confirm),
  ])
    expect(await refused(409, reply())).toContain('being undone')
})
