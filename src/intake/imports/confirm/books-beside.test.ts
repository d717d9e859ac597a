import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { filesOf } from '../../../library/series/file-store'
import { series } from '../../../library/series/tables'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { putComic, scanLibrary } from '../../../testing/imports/imports'

let folder: string
let app: TestApp
let count = 0

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-books-'))
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  app = await testApp({ settings: { comic_dirs: folder }, ports: { processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

async function importAll(): Promise<void> {
  const { scan_id, results } = await scanLibrary(app, 'comic')
  const selected_ids = (results ?? []).map(({ match }) => match!.comicid)
  const confirm = app.reader.post('/api/import/comic/confirm', { scan_id, selected_ids })
  expect(await app.reader.json<object>(200, confirm)).toMatchObject({ errors: [] })
}

/** `Harbor | TPB | Harbor TPB/Harbor v01.cbz`: one line for each series with the files of its issues. */
const kept = () =>
  app.db.read
    .select()
    .from(series)
    .all()
    .map(({ comic_id, name, book_type }) => {
      const files = [...filesOf(app.db.read, comic_id).values()].map(({ path }) => relative(folder, path))
      return [name, book_type, ...files.sort()].join(' | ')
    })
    .sort()

test('books in a folder beside that of their issues are imported as a series of books, and so are later ones', async () => {
  const books = (...numbers: number[]) => numbers.map((n) => `Fen Hill TPB (2015)/Fen Hill v0${n} (2015).cbz`)
  const issues = (...numbers: number[]) => numbers.map((n) => `Fen Hill (2015)/Fen Hill #00${n} (2015).cbz`)
  for (const path of [...books(1, 2), ...issues(1, 2, 3)]) putComic(join(folder, path), ++count)
  await importAll()
  expect(kept()).toEqual([
    ['Fen Hill', 'Print', ...issues(1, 2, 3)].join(' | '),
    ['Fen Hill', 'TPB', ...books(1, 2)].join(' | '),
  ])
  for (const path of [...books(3), ...issues(4)]) putComic(join(folder, path), ++count)
  await importAll()
  expect(kept()).toEqual([
    ['Fen Hill', 'Print', ...issues(1, 2, 3, 4)].join(' | '),
    ['Fen Hill', 'TPB', ...books(1, 2, 3)].join(' | '),
  ])
})

test('annuals of two runs with the same numbers are imported as two series', async () => {
  const paths = ['Bold Annual (1967)/Bold Annual 001.cbz', 'Bold Annual (2012)/Bold Annual 001.cbz']
  for (const path of paths) putComic(join(folder, path), ++count)
  await importAll()
  await importAll()
  expect(kept()).toEqual(paths.map((path) => `Bold | Print | ${path}`))
})
