import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { progressOf, putComic, scanLibrary } from '../../../testing/imports/imports'
import { makeSeries } from '../../../testing/make'
import type { GroupResult, ProgressView, ReviewReply } from '../schema'

/** Undo of single corrections, and the state of the last import in the progress. */

let folder: string
let app: TestApp
let view: ProgressView

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-steps-'))
  mkdirSync(join(folder, 'comics'))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: join(folder, 'comics') }, ports: { processes } })
  for (const n of [1, 2, 3]) put(`Harbor Lights (2015)/Harbor Lights ${n}.cbz`, n)
  for (const n of [1, 2]) put(`Harbour Lights/Harbour Lights ${n}.cbz`, n + 10)
  view = await scan()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (path: string) => join(folder, 'comics', path)

const put = (path: string, n: number) => putComic(at(path), n)

const scan = () => scanLibrary(app)

const progress = () => progressOf(app)
const group = (name: string): GroupResult => view.results!.find(({ series_name }) => series_name === name)!
const done = (reply: Promise<Response>) => app.reader.json<ReviewReply>(200, reply)
const change = (id: string, body: unknown) => app.reader.patch(`/api/import/groups/${id}`, body)
const changeFiles = (id: string, body: unknown) => app.reader.patch(`/api/import/groups/${id}/files`, body)
const merge = (into: string, ...group_ids: string[]) => app.reader.post('/api/import/groups/merge', { into, group_ids })
const back = () => app.reader.post('/api/import/groups/undo', { scan_id: view.scan_id })
const whole = (id: string) => app.reader.json<GroupResult>(200, app.reader.get(`/api/import/groups/${id}`))
const path = (n: number) => `Harbor Lights (2015)/Harbor Lights ${n}.cbz`

async function confirm(...results: GroupResult[]) {
  const selected_ids = results.map(({ match }) => match!.comicid)
  return app.reader.post('/api/import/comic/confirm', { scan_id: view.scan_id, selected_ids })
}

describe('undo of a correction', () => {
  test('restores everything, newest first', async () => {
    const [lights, lights2] = [group('Harbor Lights').group_id, group('Harbour Lights').group_id]
    makeSeries(app.db, { comic_id: 'orchard', name: 'Copper Orchard' })
    const steps: (() => Promise<Response>)[] = [
      () => change(lights, { name: 'Harbor Nights', year: 1999, content_type: 'manga' }),
      () => changeFiles(lights, { [path(3)]: { number: '002', number_end: '4' } }),
      () => changeFiles(lights, { [path(2)]: { new_group: 'Beacon' } }),
      () => change(lights2, { comic_id: 'orchard' }),
      () => change(lights2, { comic_id: null }),
      () => merge(lights, lights2),
    ]
    const sentences: string[] = []
    const views: ProgressView[] = [await progress()]
    for (const step of steps) {
      sentences.push((await done(step())).said)
      views.push(await progress())
    }
    expect(sentences).toEqual([
      'Harbor Lights renamed to Harbor Nights',
      '1 file of Harbor Nights corrected',
      '1 file of Harbor Nights moved to Beacon',
      'Harbour Lights filed under Copper Orchard of the library',
      'Copper Orchard made a new series',
      '2 proposals merged into Harbor Nights',
    ])
    for (const sentence of sentences.toReversed()) {
      const before = await progress()
      expect(before.last_step).toBe(sentence)
      expect(before).toEqual(views.pop()!)
      expect((await done(back())).said).toBe(sentence)
    }
    expect(await progress()).toEqual(views.pop()!)
    expect((await app.reader.json(409, back())).detail).toContain('no correction')
  })

  test('names the proposals that were removed', async () => {
    const { groups } = await done(changeFiles(group('Harbor Lights').group_id, { [path(2)]: { new_group: 'Beacon' } }))
    const undone = await done(back())
    expect(undone.gone).toEqual([groups[1]!.group_id])
    expect(undone.last_step).toBeNull()
    expect(undone.groups.map(({ file_count, corrected }) => [file_count, corrected])).toEqual([[3, false]])
  })

  test('is refused once the proposal was imported', async () => {
    const { group_id } = group('Harbor Lights')
    await done(change(group_id, { name: 'Harbor Nights' }))
    await confirm(group('Harbor Lights'))
    expect((await app.reader.json(409, back())).detail).toContain('Undo the import first')
  })
})

describe('a series that was imported from the same scan', () => {
  test('accepts other files, and both imports can be undone and redone', async () => {
    await confirm(group('Harbor Lights'))
    const [first] = await app.reader.json<{ ComicID: string }[]>(200, app.reader.get('/api/series'))
    await done(change(group('Harbour Lights').group_id, { comic_id: first!.ComicID }))
    view = await progress()
    await confirm(view.results![0]!)
    for (let step = 0; step < 2; step++) {
      const { last_confirm } = await progress()
      const body = { operation_id: last_confirm!.operation_id }
      expect((await app.reader.post('/api/import/comic/undo', body)).status).toBe(200)
    }
    view = await progress()
    expect(view.results!.map(({ file_count }) => file_count).sort()).toEqual([2, 3])
    await confirm(view.results!.find(({ file_count }) => file_count === 3)!)
    expect((await progress()).last_confirm).toMatchObject({ series: 1, issues: 3, files: 3, errors: [] })
  })
})

describe('one proposal', () => {
  test('is shown with all of its files, and says what copies have in common', async () => {
    const { group_id } = group('Harbor Lights')
    writeFileSync(at('Harbor Lights (2015)/Harbor Lights 4.cbz'), await Bun.file(at(path(1))).bytes())
    await done(changeFiles(group_id, { [path(3)]: { number: '2' } }))
    view = await scan()
    const { group_id: anew } = group('Harbor Lights')
    await done(changeFiles(anew, { [path(3)]: { number: '2' } }))
    const { files, duplicates, corrected } = await whole(anew)
    expect(files.map((file) => [file.number, file.duplicate_of, file.same_content])).toEqual([
      ['1', null, false],
      ['2', null, false],
      ['2', path(2), false],
      ['4', path(1), true],
    ])
    expect([duplicates, corrected]).toEqual([2, true])
    expect((await app.reader.get('/api/import/groups/none')).status).toBe(404)
  })
})

describe('the progress', () => {
  test('says what the last import created and how to undo it, also after a reload of the page', async () => {
    expect(view.last_confirm).toBeNull()
    await confirm(group('Harbor Lights'))
    const { last_confirm } = await progress()
    expect(last_confirm).toMatchObject({ complete: true, undoable: true, imported: 1, series: 1, issues: 3, files: 3 })
    const body = { operation_id: last_confirm!.operation_id }
    expect((await app.reader.post('/api/import/comic/undo', body)).status).toBe(200)
    expect((await progress()).last_confirm).toBeNull()
  })

  test('keeps the reasons of an import without any file', async () => {
    rmSync(at('Harbour Lights'), { recursive: true })
    await confirm(group('Harbour Lights'))
    expect((await progress()).last_confirm).toMatchObject({
      undoable: false,
      imported: 0,
      errors: [
        { name: 'Harbour Lights', error: expect.stringContaining('Harbour Lights 1.cbz: ') },
        { name: 'Harbour Lights', error: expect.stringContaining('Harbour Lights 2.cbz: ') },
      ],
    })
  })

  test('lists moved and missing files', async () => {
    await confirm(group('Harbor Lights'))
    mkdirSync(at('Elsewhere'))
    renameSync(at(path(1)), at('Elsewhere/Harbor Lights 1.cbz'))
    rmSync(at(path(2)))
    await app.clock.advance('1 s')
    view = await scan()
    expect(view.moved).toEqual([{ path: at('Elsewhere/Harbor Lights 1.cbz'), was: at(path(1)) }])
    expect(view.missing).toEqual([at(path(2))])
    expect(view.resumed).toBe(false)
  })
})
