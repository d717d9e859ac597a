import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { putComic, scanLibrary } from '../../../testing/imports/imports'
import { makeSeries } from '../../../testing/make'
import type { GroupResult, ProgressView, ReviewReply } from '../schema'

/** Corrections survive the next scan. */

let folder: string
let app: TestApp
let view: ProgressView

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-rescan-'))
  mkdirSync(join(folder, 'comics'))
  await start()
  for (const n of [1, 2, 3]) put(`Harbor Lights (2015)/Harbor Lights ${n}.cbz`, n)
  for (const n of [1, 2]) put(`Harbour Lights/Harbour Lights ${n}.cbz`, n + 10)
  await scan()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const settings = { comic_dirs: join(folder, 'comics') }
  app = await testApp({ settings, folder, databasePath: join(folder, 'panelkeep.db'), ports: { processes } })
}

const at = (path: string) => join(folder, 'comics', path)

const put = (path: string, n: number) => putComic(at(path), n)

async function scan(): Promise<void> {
  view = await scanLibrary(app)
  expect(view.status).toBe('completed')
}

const group = (name: string): GroupResult => view.results!.find(({ series_name }) => series_name === name)!
const names = () => view.results!.map(({ series_name, files }) => [series_name, files.length])
const files = (name: string) => group(name).files.map(({ path, number }) => [path.split('/').at(-1), number])
const change = (name: string, body: unknown) =>
  app.reader.json<ReviewReply>(200, app.reader.patch(`/api/import/groups/${group(name).group_id}`, body))
const changeFiles = (name: string, body: unknown) =>
  app.reader.json<ReviewReply>(200, app.reader.patch(`/api/import/groups/${group(name).group_id}/files`, body))
const merge = (into: string, ...others: string[]) =>
  app.reader.json<ReviewReply>(
    200,
    app.reader.post('/api/import/groups/merge', {
      into: group(into).group_id,
      group_ids: others.map((name) => group(name).group_id),
    }),
  )
const path = (n: number) => `Harbor Lights (2015)/Harbor Lights ${n}.cbz`
const count = (table: string) =>
  app.db.read.all<{ count: number }>(sql.raw(`select count(*) as count from ${table}`))[0]!.count

describe('a scan after corrections', () => {
  test('keeps the name, the year and the kind of a series, and new files join it', async () => {
    await change('Harbor Lights', { name: 'Harbor Nights', year: 2016, content_type: 'manga' })
    put(path(4), 4)
    await scan()
    expect(group('Harbor Nights')).toMatchObject({
      match: { year: '2016', confidence: 100 },
      content_type: 'manga',
      reading_direction: 'rtl',
      file_count: 4,
    })
    expect(group('Harbor Nights').files.map(({ unit }) => unit)).toEqual(Array(4).fill('chapter'))
    expect(names()).toEqual([
      ['Harbor Nights', 4],
      ['Harbour Lights', 2],
    ])
  })

  test('keeps the number and the kind of a file', async () => {
    await changeFiles('Harbor Lights', { [path(3)]: { number: '7' }, [path(2)]: { kind: 'annual' } })
    const before = group('Harbor Lights')
    await scan()
    expect(files('Harbor Lights')).toEqual([
      ['Harbor Lights 1.cbz', '1'],
      ['Harbor Lights 3.cbz', '7'],
      ['Harbor Lights 2.cbz', '2'],
    ])
    expect(group('Harbor Lights').files[2]).toMatchObject({ kind: 'annual' })
    expect(group('Harbor Lights').match!.comicid).toBe(before.match!.comicid)
    await scan()
    expect(files('Harbor Lights')[1]).toEqual(['Harbor Lights 3.cbz', '7'])
  })

  test('keeps proposals merged, and leaves a new file where the scan puts it', async () => {
    await merge('Harbor Lights', 'Harbour Lights')
    put('Harbour Lights/Harbour Lights 3.cbz', 13)
    await scan()
    expect(names()).toEqual([
      ['Harbor Lights', 5],
      ['Harbour Lights', 1],
    ])
  })

  test('keeps a proposal that was created from some files', async () => {
    await changeFiles('Harbor Lights', {
      [path(2)]: { new_group: 'Harbor Lights: Prelude', number: '1' },
      [path(3)]: { new_group: 'Harbor Lights: Prelude', number: '2' },
    })
    await scan()
    expect(names()).toEqual([
      ['Harbor Lights', 1],
      ['Harbor Lights: Prelude', 2],
      ['Harbour Lights', 2],
    ])
    expect(files('Harbor Lights: Prelude').map(([, number]) => number)).toEqual(['1', '2'])
    await scan()
    expect(names()).toHaveLength(3)
  })

  test('keeps the chosen series of the library, and the choice of none', async () => {
    makeSeries(app.db, { comic_id: 'orchard', name: 'Copper Orchard', year: 2012 })
    await change('Harbor Lights', { comic_id: 'orchard' })
    await scan()
    expect(group('Copper Orchard')).toMatchObject({ existing_comic_id: 'orchard', file_count: 3 })
    await change('Copper Orchard', { comic_id: null })
    await change('Copper Orchard', { name: 'Something new' })
    await scan()
    expect(group('Something new')).toMatchObject({ existing_comic_id: null, file_count: 3 })
  })

  test('keeps a proposal separate that it would add to a series of the library', async () => {
    makeSeries(app.db, { comic_id: 'harbor', name: 'Harbor Lights', year: 2015 })
    await scan()
    expect(group('Harbor Lights')).toMatchObject({ existing_comic_id: 'harbor' })
    await change('Harbor Lights', { comic_id: null })
    await scan()
    expect(group('Harbor Lights')).toMatchObject({ existing_comic_id: null, file_count: 3 })
  })

  test('proposes its own result for a series that was removed since', async () => {
    makeSeries(app.db, { comic_id: 'harbor', name: 'Harbor Lights', year: 2015 })
    makeSeries(app.db, { comic_id: 'orchard', name: 'Copper Orchard', year: 2012 })
    await scan()
    await change('Harbor Lights', { comic_id: 'orchard' })
    await app.reader.json(200, app.reader.delete('/api/series/orchard'))
    await scan()
    expect(names().map(([name]) => name)).toEqual(['Harbor Lights', 'Harbour Lights'])
    expect(group('Harbor Lights')).toMatchObject({ existing_comic_id: 'harbor', file_count: 3 })
  })

  test('proposes a removed series again when each of its files was corrected', async () => {
    makeSeries(app.db, { comic_id: 'orchard', name: 'Copper Orchard', year: 2012 })
    await changeFiles('Harbor Lights', Object.fromEntries([1, 2, 3].map((n) => [path(n), { number: `${n + 10}` }])))
    await change('Harbor Lights', { comic_id: 'orchard' })
    await app.reader.json(200, app.reader.delete('/api/series/orchard'))
    await scan()
    expect(group('Copper Orchard')).toMatchObject({ existing_comic_id: null, file_count: 3 })
    expect(group('Copper Orchard').comic_id).toStartWith('local-')
    expect(files('Copper Orchard').map(([, number]) => number)).toEqual(['11', '12', '13'])
  })

  test('forgets corrections of files that changed or went missing', async () => {
    await changeFiles('Harbor Lights', { [path(1)]: { number: '8' }, [path(2)]: { number: '9' } })
    put(path(1), 99)
    rmSync(at(path(2)))
    await scan()
    expect(files('Harbor Lights')).toEqual([
      ['Harbor Lights 1.cbz', '1'],
      ['Harbor Lights 3.cbz', '3'],
    ])
  })

  test('keeps corrections of a file that was only touched, and forgets those of one with the same size or time', async () => {
    const THEN = new Date('2026-01-01T00:00:00Z')
    for (const n of [1, 2, 3]) utimesSync(at(path(n)), THEN, THEN)
    await scan()
    await changeFiles('Harbor Lights', Object.fromEntries([1, 2, 3].map((n) => [path(n), { number: `${n + 10}` }])))
    utimesSync(at(path(1)), new Date('2026-02-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z'))
    // As large and as old as before.
    put(path(2), 7)
    put(path(3), 77)
    utimesSync(at(path(3)), THEN, THEN)
    await scan()
    expect(files('Harbor Lights')).toEqual([
      ['Harbor Lights 2.cbz', '2'],
      ['Harbor Lights 3.cbz', '3'],
      ['Harbor Lights 1.cbz', '11'],
    ])
  })

  test('does not propose again what was imported meanwhile', async () => {
    await change('Harbor Lights', { name: 'Harbor Nights' })
    view = await app.reader.json<ProgressView>(200, app.reader.get('/api/import/comic/progress'))
    const body = { scan_id: view.scan_id, selected_ids: [group('Harbor Nights').match!.comicid] }
    await app.reader.json(200, app.reader.post('/api/import/comic/confirm', body))
    await scan()
    expect(group('Harbor Nights')).toMatchObject({ already_in_library: true, new_files: 0 })
  })

  test('that was cancelled or interrupted leaves them to the next one', async () => {
    await changeFiles('Harbor Lights', { [path(3)]: { number: '7' } })
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    await app.reader.json(200, app.reader.post('/api/import/comic/cancel'))
    await app.idle()
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    await app.close()
    await start()
    await app.idle()
    view = await app.reader.json<ProgressView>(200, app.reader.get('/api/import/comic/progress'))
    expect(files('Harbor Lights').map(([, number]) => number)).toEqual(['1', '2', '7'])
    expect(count('import_scans')).toBe(1)
  })
})

test('among many scans only the last one is kept, whatever was corrected in between', async () => {
  for (const name of ['One', 'Two', 'Three']) {
    await changeFiles('Harbour Lights', { 'Harbour Lights/Harbour Lights 2.cbz': { number: '5' } })
    renameSync(at(path(3)), at(path(4)))
    await change('Harbor Lights', { year: 1990 + name.length })
    await scan()
    renameSync(at(path(4)), at(path(3)))
    await scan()
    expect([count('import_scans'), count('import_groups'), count('import_files')]).toEqual([1, 2, 5])
    expect(count('import_steps')).toBe(0)
  }
})
