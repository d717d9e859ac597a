import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeSeries } from '../../../library/series/describe-store'
import { issuesOf, seriesNamed } from '../../../library/series/store'
import { series } from '../../../library/series/tables'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { confirmImport, putComic, putFile, scanLibrary } from '../../../testing/imports/imports'
import { makeSeries } from '../../../testing/make'
import type { ProgressView } from '../schema'

/** The confirm creates what the review showed: separate proposals become separate series, even with the same name. */

let folder: string
let app: TestApp
let count = 0

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-apart-'))
  mkdirSync(join(folder, 'comics'))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: join(folder, 'comics') }, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const put = (path: string) => putComic(join(folder, 'comics', path), ++count)
const describeFolder = (path: string, comicid: number, more: object = {}) =>
  putFile(
    join(folder, 'comics', path, 'series.json'),
    JSON.stringify({ metadata: { type: 'comicSeries', comicid, name: 'Harbor Lights', year: 2015, ...more } }),
  )

/** The two proposals with the same name. */
async function twoApart(): Promise<ProgressView> {
  const view = await scanLibrary(app)
  expect(view.results).toHaveLength(2)
  return view
}

/** Each series of the library with its files, one file per folder. */
const made = () =>
  app.db.read
    .select()
    .from(series)
    .all()
    .map(({ comic_id, name, volume }) => [name, volume, issuesOf(app.db.read, comic_id).map(({ number }) => number)])
    .toSorted()

const TREES: [string, () => void, unknown[]][] = [
  [
    'by volume',
    () => ['Robin v1 001.cbz', 'Robin v2 001.cbz'].forEach((name) => void put(`Robin/${name}`)),
    [
      ['Robin', 1, ['1']],
      ['Robin', 2, ['1']],
    ],
  ],
  [
    'by the ids in series.json',
    () => {
      for (const id of [7, 8]) {
        describeFolder(`Lights ${id}`, id)
        put(`Lights ${id}/Harbor Lights 00${id} (2015).cbz`)
      }
    },
    [
      ['Harbor Lights', null, ['7']],
      ['Harbor Lights', null, ['8']],
    ],
  ],
  [
    'as annuals of two series',
    () => {
      for (const id of [7, 8]) {
        describeFolder(`Daredevil Annual ${id}`, id, { name: 'Daredevil Annual', year: 2012 })
        put(`Daredevil Annual ${id}/Daredevil Annual 00${id} (2012).cbz`)
      }
    },
    [
      ['Daredevil Annual', null, ['7']],
      ['Daredevil Annual', null, ['8']],
    ],
  ],
]

describe.each(TREES)('two proposals that the review shows separately, %s', (_, putTree, expected) => {
  test('become two series in one confirm', async () => {
    putTree()
    await confirmImport(app, await twoApart())
    expect(made()).toEqual(expected as never)
    const again = await scanLibrary(app)
    expect(again.results!.map(({ new_files }) => new_files)).toEqual([0, 0])
  })

  test('become two series when they are confirmed one after the other', async () => {
    putTree()
    const view = await twoApart()
    for (const result of view.results!) await confirmImport(app, view, result)
    expect(made()).toEqual(expected as never)
  })

  test('become two series when they are confirmed after a scan each', async () => {
    putTree()
    const first = await twoApart()
    await confirmImport(app, first, first.results![0]!)
    const second = await twoApart()
    await confirmImport(app, second, ...second.results!.filter(({ new_files }) => new_files > 0))
    expect(made()).toEqual(expected as never)
  })
})

describe('a proposal with the name and year of a series', () => {
  const AT = '2026-11-01T00:00:00.000Z'
  const names = () => seriesNamed(app.db.read, 'Harbor Lights').map(({ comic_id, have }) => [comic_id, have])

  test('that the scan kept separate stays separate', async () => {
    makeSeries(app.db, { comic_id: 'theirs', name: 'Harbor Lights', year: 2015, volume: 1, added_at: AT })
    put('Harbor Lights v2 001 (2015).cbz')
    const view = await scanLibrary(app)
    app.db.write((tx) => void describeSeries(tx, 'theirs', { volume: null }, AT))
    const [result] = view.results!
    expect(result!.existing_comic_id).toBeNull()
    await confirmImport(app, view)
    expect(names()).toContainEqual(['theirs', 0])
    expect(names()).toHaveLength(2)
  })

  test('that was added after the scan joins it, if nothing distinguishes them', async () => {
    put('Harbor Lights 001 (2015).cbz')
    const view = await scanLibrary(app)
    await app.clock.advance('1 min')
    makeSeries(app.db, { comic_id: 'new', name: 'Harbor Lights', year: 2015, added_at: app.clock.now() })
    await confirmImport(app, view)
    expect(names()).toEqual([['new', 1]])
  })

  test.each([
    ['of another volume', [{ volume: 3 }]],
    ['when there are two of that name', [{}, {}]],
  ] as const)('that was added after the scan stays separate from one %s', async (_, rows) => {
    put('Harbor Lights v2 001 (2015).cbz')
    const view = await scanLibrary(app)
    await app.clock.advance('1 min')
    for (const [at, row] of rows.entries())
      makeSeries(app.db, { comic_id: `new${at}`, name: 'Harbor Lights', year: 2015, added_at: app.clock.now(), ...row })
    await confirmImport(app, view)
    expect(names().filter(([id]) => String(id).startsWith('new'))).toEqual(rows.map((_row, at) => [`new${at}`, 0]))
    expect(names()).toHaveLength(rows.length + 1)
  })
})
