import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { recount } from '../series/counts-store'
import { fileAt, linkFile } from '../series/file-store'
import { insertIssue, issuesOf, seriesNamed } from '../series/store'
import { type TestApp, testApp } from '../testing/app'
import { archiveHelper, makeCbz, makePages } from '../testing/archives'
import { makeIssues, makeSeries } from '../testing/make'
import type { ProgressView } from './schema'

/** A confirm is taken back as a whole or not at all. */

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

function put(path: string, n: number): void {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), makeCbz({ ...makePages(2), 'n.txt': `${n}` }))
}

const progress = () => app.reader.json<ProgressView>(200, app.reader.get('/api/import/comic/progress'))

/** Answers the id that undoes it. */
async function importAll(): Promise<string> {
  await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
  await app.idle()
  const { scan_id, results } = await progress()
  const body = { scan_id, selected_ids: results!.map(({ match }) => match!.comicid) }
  const reply = await app.reader.json<{ operation_id: string }>(200, app.reader.post('/api/import/comic/confirm', body))
  return reply.operation_id
}

const undo = (operation_id: string, kind = 'comic') => app.reader.post(`/api/import/${kind}/undo`, { operation_id })
const refused = async (status: number, reply: Promise<Response>) => (await app.reader.json(status, reply)).detail
const harbor = () => seriesNamed(app.db.read, 'Harbor Lights')[0]
const issueIds = () => issuesOf(app.db.read, harbor()!.comic_id).map(({ issue_id }) => issue_id)

describe('undoing a confirm', () => {
  test('removes what it made, leaves the files, and lets it be confirmed again', async () => {
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

  test('leaves a series that was there before, with what it had', async () => {
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

  test('takes back the newer of two imports, and then the older', async () => {
    const older = await importAll()
    put('Harbor Lights (2015)/Harbor Lights 3.cbz', 3)
    const newer = await importAll()
    expect(await refused(409, undo(older))).toContain('Harbor Lights has more issues since')
    expect(await app.reader.json(200, undo(newer))).toMatchObject({ removed: { series: 0, issues: 1, files: 1 } })
    expect(harbor()).toMatchObject({ total: 2, have: 2 })
    expect(await app.reader.json(200, undo(older))).toMatchObject({ removed: { series: 1 } })
  })

  test('is refused when something was changed since, and then changes nothing', async () => {
    const id = await importAll()
    const [one, two] = issueIds()
    await app.clock.advance('1 s')
    await app.reader.json(200, app.reader.put(`/api/series/issues/${two}/queue`))
    expect(await refused(409, undo(id))).toContain('Issue 2 of Harbor Lights was changed since')
    expect(issueIds()).toEqual([one!, two!])
    await app.reader.json(200, app.reader.put(`/api/series/${harbor()!.comic_id}/pause`))
    expect(await refused(409, undo(id))).toContain('Harbor Lights was changed since')
  })

  test('is refused when a file of it came to hold another issue, or the series is gone', async () => {
    const id = await importAll()
    makeSeries(app.db, { comic_id: 'other', name: 'Other' })
    app.db.write((tx) => {
      const common = { kind: 'issue', unit: 'issue', added_at: '2026-01-01T00:00:00.000Z' } as const
      insertIssue(tx, { ...common, issue_id: 'other-1', comic_id: 'other', number: '1' })
      linkFile(tx, 'other-1', fileAt(tx, at(FIRST))!.file_id)
      recount(tx, 'other')
    })
    expect(await refused(409, undo(id))).toContain('holds another issue since')
    await app.reader.json(200, app.reader.delete(`/api/series/${harbor()!.comic_id}`))
    expect(await refused(409, undo(id))).toContain('was removed since')
  })

  test('is refused for what is no import of the kind, and while a scan runs', async () => {
    const id = await importAll()
    expect(await refused(404, undo('none'))).toContain('no import none of comics')
    expect(await refused(404, undo(id, 'manga'))).toContain('of manga')
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    expect(await refused(409, undo(id))).toContain('under way')
    await app.idle()
  })
})
