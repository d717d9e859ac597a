import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { commonFolder } from '../../../library/filing/folders'
import { fileAt, fileOf, filesOf } from '../../../library/series/file-store'
import { issuesOf, type SeriesRow, seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { confirmImport, putFile, scanLibrary } from '../../../testing/imports/imports'
import type { ProgressView } from '../schema'
import { missingSince } from './moves-store'

/** Files keep their identity when they move, are touched, go away and come back. */

let folder: string
let app: TestApp

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-identity-'))
  for (const root of ['comics', 'more']) mkdirSync(join(folder, root))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const comic_dirs = ['comics', 'more'].map((root) => join(folder, root)).join(';')
  app = await testApp({ settings: { comic_dirs }, ports: { processes } })
  for (const n of [1, 2, 3]) put(`comics/Harbor Lights (2015)/Harbor Lights ${n}.cbz`, comic(n))
  put('more/Copper Orchard (2012)/Copper Orchard 1.cbz', comic(9))
  await importAll()
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (path: string) => join(folder, path)
const comic = (n: number) => makeCbz({ ...makePages(2), 'note.txt': `number ${n}` })

let written = 0

/** No two files share a millisecond: files equal in size and time could not be distinguished. */
function put(path: string, bytes: Uint8Array): void {
  putFile(at(path), bytes)
  const time = 1_760_000_000 + ++written
  utimesSync(at(path), time, time)
}

function move(from: string, to: string): void {
  mkdirSync(dirname(at(to)), { recursive: true })
  renameSync(at(from), at(to))
}

async function scan(): Promise<ProgressView> {
  const view = await scanLibrary(app)
  expect(view.status).toBe('completed')
  return view
}

async function importAll(): Promise<void> {
  expect(await confirmImport(app, await scan())).toMatchObject({ errors: [] })
}

const series = (name = 'Harbor Lights'): SeriesRow => seriesNamed(app.db.read, name)[0]!
const fulfillments = () => issuesOf(app.db.read, series().comic_id).map(({ fulfillment }) => fulfillment)
const counts = ({ progress }: ProgressView) => [progress.moved_files, progress.missing_files]
const news = (view: ProgressView) => view.results!.map(({ series_name, new_files }) => [series_name, new_files])
const FIRST = 'comics/Harbor Lights (2015)/Harbor Lights 1.cbz'

describe('a file that was touched', () => {
  test('is not new, and the library updates its time', async () => {
    utimesSync(at(FIRST), 1_700_000_000, 1_700_000_000)
    const view = await scan()
    expect(news(view)).toEqual([
      ['Copper Orchard', 0],
      ['Harbor Lights', 0],
    ])
    expect(counts(view)).toEqual([0, 0])
    expect(fileAt(app.db.read, at(FIRST))?.modified_ms).toBe(1_700_000_000_000)
  })

  test('is the same file when another program rewrote it, without a confirm', async () => {
    const before = fileAt(app.db.read, at(FIRST))!
    put(FIRST, makeCbz({ ...makePages(4), 'note.txt': 'number 77' }))
    expect(news(await scan())).toContainEqual(['Harbor Lights', 0])
    const after = fileAt(app.db.read, at(FIRST))!
    expect(after).toMatchObject({ file_id: before.file_id, page_count: 4 })
    expect(after.content_hash).not.toBe(before.content_hash)
    expect(after.size).not.toBe(before.size)
  })
})

describe('a file that moved', () => {
  test('keeps its row, its issue and its date, anywhere below the library folders', async () => {
    const before = fileAt(app.db.read, at(FIRST))!
    const [issue] = issuesOf(app.db.read, series().comic_id)
    move(FIRST, 'more/sorted/something else.cbz')
    const view = await scan()
    expect(counts(view)).toEqual([1, 0])
    expect(news(view)).toContainEqual(['Harbor Lights', 0])
    const after = fileAt(app.db.read, at('more/sorted/something else.cbz'))
    expect(after).toEqual({ ...before, path: at('more/sorted/something else.cbz') })
    expect(fileOf(app.db.read, issue!.issue_id)?.file_id).toBe(before.file_id)
    expect(fileAt(app.db.read, at(FIRST))).toBeUndefined()
    expect(series().location).toBe(at('comics/Harbor Lights (2015)'))
    expect(counts(await scan())).toEqual([0, 0])
  })

  test('moves the folder of its series when all of them moved', async () => {
    move('comics/Harbor Lights (2015)', 'comics/Northgate/Harbor Lights')
    const view = await scan()
    expect(counts(view)).toEqual([3, 0])
    expect(series().location).toBe(at('comics/Northgate/Harbor Lights'))
    expect(fulfillments()).toEqual(['downloaded', 'downloaded', 'downloaded'])
    expect(view.results!.find(({ series_name }) => series_name === 'Harbor Lights')).toMatchObject({
      already_in_library: true,
      new_files: 0,
      files: [
        { in_library: true, evidence: [expect.stringContaining('it moved here from')] },
        { in_library: true },
        { in_library: true },
      ],
    })
  })

  test('is distinguished from a copy: the copy is new, and says of what', async () => {
    put('comics/Copies/Harbor Lights 1 copy.cbz', comic(1))
    const view = await scan()
    expect(counts(view)).toEqual([0, 0])
    const files = view.results!.flatMap((result) => result.files).filter(({ in_library }) => !in_library)
    expect(files).toMatchObject([
      { path: 'Copies/Harbor Lights 1 copy.cbz', duplicate_of: 'Harbor Lights (2015)/Harbor Lights 1.cbz' },
    ])
    expect(view.results!.flatMap(({ evidence }) => evidence)).toContain('1 file has the same content as another')
  })

  test('among two identical ones is the one with its name', async () => {
    put('comics/Twin/Twin 1.cbz', comic(50))
    put('comics/Twin/Twin 2.cbz', comic(50))
    await importAll()
    const [first, second] = [1, 2].map((n) => fileAt(app.db.read, at(`comics/Twin/Twin ${n}.cbz`))!.file_id)
    move('comics/Twin', 'more/Twin')
    expect(counts(await scan())).toEqual([2, 0])
    expect(fileAt(app.db.read, at('more/Twin/Twin 1.cbz'))?.file_id).toBe(first!)
    expect(fileAt(app.db.read, at('more/Twin/Twin 2.cbz'))?.file_id).toBe(second!)
  })
})

describe('files that swap paths', () => {
  const SECOND = FIRST.replace('1.cbz', '2.cbz')
  const THIRD = FIRST.replace('1.cbz', '3.cbz')
  const row = (path: string) => fileAt(app.db.read, at(path))
  const issueOf = (fileId: string) =>
    issuesOf(app.db.read, series().comic_id).find(({ issue_id }) => fileOf(app.db.read, issue_id)?.file_id === fileId)
      ?.number

  test('two that were swapped are moved, and have the numbers of their new names', async () => {
    const [one, two] = [row(FIRST)!, row(SECOND)!]
    move(FIRST, 'aside.cbz')
    move(SECOND, FIRST)
    move('aside.cbz', SECOND)
    const view = await scan()
    expect(counts(view)).toEqual([2, 0])
    expect(news(view)).toContainEqual(['Harbor Lights', 0])
    expect(row(SECOND)).toEqual({ ...one, path: at(SECOND) })
    expect(row(FIRST)).toEqual({ ...two, path: at(FIRST) })
    expect([issueOf(one.file_id), issueOf(two.file_id)]).toEqual(['2', '1'])
    expect(fulfillments()).toEqual(['downloaded', 'downloaded', 'downloaded'])
    expect(counts(await scan())).toEqual([0, 0])
  })

  test('three that rotated are moved', async () => {
    const rows = [FIRST, SECOND, THIRD].map((path) => row(path)!)
    move(THIRD, 'aside.cbz')
    move(SECOND, THIRD)
    move(FIRST, SECOND)
    move('aside.cbz', FIRST)
    expect(counts(await scan())).toEqual([3, 0])
    expect([SECOND, THIRD, FIRST].map((path) => row(path)!.file_id)).toEqual(rows.map(({ file_id }) => file_id))
  })

  test('one that made room for a new one keeps its issue, and the new one is new', async () => {
    const one = row(FIRST)!
    move(FIRST, 'comics/Harbor Lights (2015)/Harbor Lights 1 old.cbz')
    put(FIRST, comic(55))
    const view = await scan()
    expect(counts(view)).toEqual([1, 0])
    expect(news(view)).toContainEqual(['Harbor Lights', 1])
    expect(row('comics/Harbor Lights (2015)/Harbor Lights 1 old.cbz')?.file_id).toBe(one.file_id)
    expect(row(FIRST)).toBeUndefined()
    await importAll()
    expect(row(FIRST)!.file_id).not.toBe(one.file_id)
    expect(row('comics/Harbor Lights (2015)/Harbor Lights 1 old.cbz')).toMatchObject({ content_hash: one.content_hash })
  })

  test('one that was renamed over another leaves that one missing, until its content is back', async () => {
    const [one, two] = [row(FIRST)!, row(SECOND)!]
    move(FIRST, SECOND)
    expect(counts(await scan())).toEqual([1, 1])
    expect(row(SECOND)?.file_id).toBe(one.file_id)
    expect(issueOf(one.file_id)).toBe('2')
    expect(fulfillments()).toEqual(['missing', 'downloaded', 'downloaded'])
    expect(missingSince(app.db.read, '2020-01-01', 9)).toEqual([at(SECOND)])
    put('more/back/Harbor Lights 2.cbz', comic(2))
    const view = await scan()
    expect(counts(view)).toEqual([1, 0])
    expect(view.results!.flatMap(({ files }) => files.flatMap(({ evidence }) => evidence))).toContain(
      `It is in the library; it moved here from ${at(SECOND)}`,
    )
    expect(row('more/back/Harbor Lights 2.cbz')?.file_id).toBe(two.file_id)
    expect(fulfillments()).toEqual(['missing', 'downloaded', 'downloaded'])
  })

  test('a swap seen in two steps ends like one seen at once', async () => {
    const [one, two] = [row(FIRST)!, row(SECOND)!]
    move(FIRST, 'aside.cbz')
    move(SECOND, FIRST)
    expect(counts(await scan())).toEqual([1, 1])
    move('aside.cbz', SECOND)
    expect(counts(await scan())).toEqual([1, 0])
    expect([row(FIRST)!.file_id, row(SECOND)!.file_id]).toEqual([two.file_id, one.file_id])
  })

  test('among identical files in a moved folder and beside it, those in the folder are the moved ones', async () => {
    move('comics/Harbor Lights (2015)', 'comics/Sorted/Harbor Lights')
    put('comics/A copy/Harbor Lights first.cbz', comic(1))
    expect(counts(await scan())).toEqual([3, 0])
    expect(row('comics/Sorted/Harbor Lights/Harbor Lights 1.cbz')).toBeDefined()
    expect(row('comics/A copy/Harbor Lights first.cbz')).toBeUndefined()
  })
})

describe('a missing file', () => {
  test('leaves its issue missing, and its return restores everything', async () => {
    const before = fileAt(app.db.read, at(FIRST))!
    const bytes = comic(1)
    rmSync(at(FIRST))
    expect(counts(await scan())).toEqual([0, 1])
    expect(fulfillments()).toEqual(['missing', 'downloaded', 'downloaded'])
    expect(series()).toMatchObject({ have: 2, total: 3 })
    const [issue] = issuesOf(app.db.read, series().comic_id)
    expect(fileOf(app.db.read, issue!.issue_id)).toBeUndefined()
    expect(filesOf(app.db.read, series().comic_id).size).toBe(2)
    expect(series().cover_issue_id).not.toBe(issue!.issue_id)
    expect(counts(await scan())).toEqual([0, 0])

    put(FIRST, bytes)
    const view = await scan()
    expect(news(view)).toContainEqual(['Harbor Lights', 0])
    expect(fulfillments()).toEqual(['downloaded', 'downloaded', 'downloaded'])
    expect(fileAt(app.db.read, at(FIRST))).toMatchObject({ file_id: before.file_id, gone_at: null })
  })

  test('may come back elsewhere', async () => {
    rmSync(at(FIRST))
    await scan()
    put('more/Found again.cbz', comic(1))
    expect(counts(await scan())).toEqual([1, 0])
    expect(fulfillments()).toEqual(['downloaded', 'downloaded', 'downloaded'])
  })

  test('leaves an issue with another file unchanged', async () => {
    put('comics/Harbor Lights (2015)/Harbor Lights 1 (digital).cbz', comic(11))
    await importAll()
    rmSync(at(FIRST))
    expect(counts(await scan())).toEqual([0, 1])
    expect(fulfillments()).toEqual(['downloaded', 'downloaded', 'downloaded'])
  })

  test('together with its whole disk changes nothing, and the scan says so', async () => {
    rmSync(at('comics'), { recursive: true })
    mkdirSync(at('comics'))
    const view = await scan()
    expect(counts(view)).toEqual([0, 0])
    expect(view.progress.errors).toEqual([
      `${at('comics')} is empty, so its disk counts as not connected. Its series and issues stay in the library.`,
    ])
    expect(fulfillments()).toEqual(['downloaded', 'downloaded', 'downloaded'])
  })

  test('on an unmounted disk is not moved to its copy', async () => {
    rmSync(at('comics'), { recursive: true })
    mkdirSync(at('comics'))
    put('more/Harbor Lights (2015)/Harbor Lights 1.cbz', comic(1))
    expect(counts(await scan())).toEqual([0, 0])
    expect(fileAt(app.db.read, at(FIRST))).toMatchObject({ gone_at: null })
  })

  test('is not decided about by a cancelled scan', async () => {
    rmSync(at(FIRST))
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    await app.reader.json(200, app.reader.post('/api/import/comic/cancel'))
    await app.idle()
    expect(fulfillments()).toEqual(['downloaded', 'downloaded', 'downloaded'])
  })
})

test('two files of one issue are reported, the second names the first', async () => {
  put('comics/Quiet Signal/Quiet Signal 1.cbz', comic(20))
  put('comics/Quiet Signal/Quiet Signal 001 (digital).cbz', comic(21))
  const view = await scan()
  const files = view.results!.find(({ series_name }) => series_name === 'Quiet Signal')!.files
  const names = files.map(({ path, duplicate_of }) => [path, duplicate_of])
  expect(names.filter(([, of]) => of !== null)).toHaveLength(1)
  expect(names.map(([, of]) => of).filter((of) => of !== null)[0]).toBe(names.find(([, of]) => of === null)![0]!)
})

test('the folder of files is the nearest one that contains all of them, but no library folder', () => {
  const rootOf = () => at('comics')
  const common = (...paths: string[]) => commonFolder(paths.map(at), rootOf)
  expect(common('comics/a/1.cbz', 'comics/a/2.cbz')).toBe(at('comics/a'))
  expect(common('comics/a/x/1.cbz', 'comics/a/y/2.cbz')).toBe(at('comics/a'))
  expect(common('comics/a/1.cbz', 'comics/ab/2.cbz')).toBeNull()
  expect(common('comics/1.cbz')).toBeNull()
})
