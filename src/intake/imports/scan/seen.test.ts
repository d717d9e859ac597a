import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'drizzle-orm'
import { systemFiles } from '../../../base/platform/files'
import type { Files } from '../../../base/platform/ports'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { progressOf, scanLibrary } from '../../../testing/imports/imports'
import type { ProgressView } from '../schema'

/** A file that a scan has read is not read again before its import. */

let folder: string
let app: TestApp
let opened: string[]
/** Called with each opened file. */
let onOpen: () => void

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-seen-'))
  mkdirSync(join(folder, 'comics'))
  opened = []
  onOpen = () => {}
  const open: Files['open'] = (path) => {
    if (path.startsWith(join(folder, 'comics'))) opened.push(path)
    onOpen()
    return systemFiles.open(path)
  }
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const settings = { comic_dirs: join(folder, 'comics') }
  app = await testApp({ settings, ports: { processes, files: { ...systemFiles, open } } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (n: number) => join(folder, 'comics', `Harbor Lights (2015)/Harbor Lights ${n}.cbz`)

function put(n: number, content = n): void {
  mkdirSync(dirname(at(n)), { recursive: true })
  const comicInfo = `<ComicInfo><Series>Harbor Lights</Series><Number>${n}</Number><Volume>2015</Volume><Title>Part ${content}</Title><Summary>Lamps.</Summary></ComicInfo>`
  writeFileSync(at(n), makeCbz({ ...makePages(10), 'n.txt': `${content}` }, { comicInfo }))
}

const begin = () => app.reader.json(200, app.reader.post('/api/import/comic/scan'))
const progress = () => progressOf(app)

async function scan(): Promise<ProgressView> {
  opened = []
  return scanLibrary(app)
}

/** The proposals, without row ids. */
const proposed = ({ results }: ProgressView) =>
  results!.map(({ group_id: _id, match, ...rest }) => ({ ...rest, match: { ...match, image: '' } }))
const remembered = () => app.db.read.all<{ path: string }>(sql`select path from import_seen order by path`)

test('a second scan opens no file, and proposes the same', async () => {
  for (const n of [1, 2, 3]) put(n)
  const first = await scan()
  expect(new Set(opened).size).toBe(3)
  const second = await scan()
  expect(opened).toEqual([])
  expect(proposed(second)).toEqual(proposed(first))
  expect(second.results![0]!.files[0]).toMatchObject({
    title: 'Part 1',
    pages: 10,
    evidence: ['ComicInfo names its series'],
  })
})

test('a cancelled scan continues with the files that it had not read', async () => {
  for (let n = 1; n <= 40; n++) put(n)
  const half = Promise.withResolvers<void>()
  onOpen = () => opened.length === 25 && half.resolve()
  await begin()
  await half.promise
  await app.reader.json(200, app.reader.post('/api/import/comic/cancel'))
  await app.idle()
  expect((await progress()).status).toBe('cancelled')
  const before = remembered().length
  onOpen = () => {}
  const view = await scan()
  expect(view.progress.processed_files).toBe(40)
  expect(new Set(opened).size).toBe(40 - before)
})

test('a file that was only touched is known by its content, and one that changed is read', async () => {
  for (const n of [1, 2]) put(n)
  await scan()
  utimesSync(at(1), 1, 1)
  put(2, 22)
  const view = await scan()
  expect(view.results![0]!.files.map(({ title }) => title)).toEqual(['Part 1', 'Part 22'])
  opened = []
  await scan()
  expect(opened).toEqual([])
})

test('missing files, and files in the library by now, are not cached any longer', async () => {
  for (const n of [1, 2, 3]) put(n)
  const { scan_id, results } = await scan()
  expect(remembered()).toHaveLength(3)
  rmSync(at(3))
  renameSync(at(2), at(4))
  await scan()
  expect(remembered().map(({ path }) => path)).toEqual([at(1), at(4)])
  const view = await progress()
  expect(view.scan_id).not.toBe(scan_id)
  const selected_ids = results!.map(({ match }) => match!.comicid)
  await app.reader.json(200, app.reader.post('/api/import/comic/confirm', { scan_id: view.scan_id, selected_ids }))
  await scan()
  expect(opened).toEqual([])
  expect(remembered()).toEqual([])
})
