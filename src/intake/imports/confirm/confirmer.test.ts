import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { nextTurn } from '../../../base/platform/event-loop'
import { systemFiles } from '../../../base/platform/files'
import type { Files } from '../../../base/platform/ports'
import { DISK_FULL } from '../../../base/storage/write-errors'
import { seriesNamed } from '../../../library/series/store'
import { type TestApp, testApp } from '../../../testing/app'
import { archiveHelper } from '../../../testing/archives/archive-helper'
import { makeCbz, makePages } from '../../../testing/archives/archives'
import { confirmImport, progressOf, scanLibrary } from '../../../testing/imports/imports'

/** Files and rows change between a scan and the end of a confirm: errors are reported, the rest continues. */

const NAMES = ['Copper Orchard', 'Harbor Lights', 'Quiet Signal']
const ISSUES = 3
let folder: string
let app: TestApp
/** Called before a file is checked. */
let onLook: (path: string) => void

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-confirm-'))
  for (const root of ['comics', 'more']) mkdirSync(join(folder, root))
  for (const name of NAMES) putSeries('comics', name)
  onLook = () => {}
  const files: Files = {
    ...systemFiles,
    async stat(path) {
      onLook(path)
      return systemFiles.stat(path)
    },
  }
  const processes = { helper: archiveHelper().helper, launch: async () => false }
  const comic_dirs = ['comics', 'more'].map((root) => join(folder, root)).join(';')
  app = await testApp({ settings: { comic_dirs }, ports: { files, processes } })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

function putSeries(root: string, name: string, issues = ISSUES): void {
  mkdirSync(join(folder, root, name))
  for (let n = 1; n <= issues; n++)
    writeFileSync(at(root, name, n), makeCbz({ ...makePages(1), 'note.txt': `${name} ${n} ${'.'.repeat(n)}` }))
}

const at = (root: string, name: string, n: number) => join(folder, root, name, `${name} ${n}.cbz`)
const progress = () => progressOf(app)
const have = () => NAMES.map((name) => seriesNamed(app.db.read, name)[0]?.have ?? 0)

const scan = () => scanLibrary(app)
const confirm = async () => confirmImport(app, await progressOf(app))

/** Limit of the database size, in pages. */
function limit(pages: number | undefined): void {
  const count = app.db.read.all<{ page_count: number }>(sql`pragma page_count`)[0]!.page_count
  app.db.write((tx) => tx.run(sql.raw(`pragma max_page_count = ${pages === undefined ? 1_000_000 : count + pages}`)))
}

const sentences = ({ errors }: Awaited<ReturnType<typeof confirm>>) => errors.map(({ error }) => error)

test('a file that vanished or changed since the scan is left out with a sentence, and the others are imported', async () => {
  await scan()
  rmSync(at('comics', 'Harbor Lights', 1))
  writeFileSync(at('comics', 'Harbor Lights', 2), makeCbz(makePages(5)))
  const reply = await confirm()
  expect(reply).toMatchObject({ success: false, imported: 3 })
  expect(sentences(reply)).toEqual([
    'Harbor Lights 1.cbz: The file no longer exists.',
    'Harbor Lights 2.cbz: The file changed since the scan. Scan again.',
  ])
  expect(have()).toEqual([3, 1, 3])
  await scan()
  expect(await confirm()).toMatchObject({ success: true })
  expect(have()).toEqual([3, 2, 3])
})

test('a series that lost every file stays proposed, without a sentence for each file', async () => {
  putSeries('comics', 'Amber Divers', 40)
  await scan()
  for (let n = 1; n <= 40; n++) rmSync(at('comics', 'Amber Divers', n))
  const reply = await confirm()
  expect(sentences(reply)).toHaveLength(21)
  expect(sentences(reply).at(-1)).toBe('The same goes for 20 more files.')
  const { results } = await progress()
  expect(results).toMatchObject([{ series_name: 'Amber Divers', error: expect.stringContaining('20 more files') }])
})

describe('a library folder that disappears in the middle', () => {
  test('leaves the remaining series proposed, with one sentence for each', async () => {
    putSeries('more', 'Winter Engine')
    await scan()
    onLook = (path) => {
      if (path !== at('comics', 'Harbor Lights', 2)) return
      onLook = () => {}
      renameSync(join(folder, 'comics'), join(folder, 'away'))
      mkdirSync(join(folder, 'comics'))
    }
    const reply = await confirm()
    const sentence = `${join(folder, 'comics')} cannot be read, so nothing was imported. Connect its disk and import again.`
    expect(reply).toMatchObject({ success: false, imported: 2 })
    expect(sentences(reply)).toEqual([sentence, sentence])
    expect(have()).toEqual([3, 0, 0])
    expect(seriesNamed(app.db.read, 'Winter Engine')).toMatchObject([{ have: 3 }])

    rmSync(join(folder, 'comics'), { recursive: true })
    renameSync(join(folder, 'away'), join(folder, 'comics'))
    expect(await confirm()).toMatchObject({ success: true, imported: 2 })
    expect(have()).toEqual([3, 3, 3])
    expect((await progress()).results).toEqual([])
  })
})

describe('a full disk', () => {
  test('fails only the series without room, says so, and keeps the rows unchanged', async () => {
    putSeries('comics', 'Harbor Lights Quarterly', 150)
    await scan()
    onLook = (path) => {
      if (path === at('comics', 'Harbor Lights Quarterly', 1)) limit(2)
      if (path === at('comics', 'Quiet Signal', 1)) limit(undefined)
    }
    const reply = await confirm()
    onLook = () => {}
    expect(reply).toMatchObject({ success: false, imported: 3 })
    expect(sentences(reply)).toEqual([DISK_FULL])
    expect(have()).toEqual([3, 3, 3])
    expect(seriesNamed(app.db.read, 'Harbor Lights Quarterly')).toEqual([])
    expect((await progress()).results).toMatchObject([{ series_name: 'Harbor Lights Quarterly', error: DISK_FULL }])
    expect(await confirm()).toMatchObject({ success: true, imported: 1 })
    expect(seriesNamed(app.db.read, 'Harbor Lights Quarterly')).toMatchObject([{ have: 150 }])
  })

  test('refuses with a sentence what cannot start', async () => {
    limit(0)
    // Removed rows leave some room in their pages.
    let reply = await app.reader.post('/api/import/comic/scan')
    for (let n = 0; n < 2000 && reply.status !== 503; n++) {
      await app.idle()
      reply = await app.reader.post('/api/import/comic/scan')
    }
    expect(await app.reader.json(503, reply)).toEqual({ detail: DISK_FULL })
    limit(undefined)
    await app.idle()
    await scan()
    expect((await progress()).results).toHaveLength(3)
  })

  test('ends a scan with a sentence, and the next one starts over', async () => {
    putSeries('comics', 'Harbor Lights Quarterly', 400)
    let opened = 0
    onLook = (path) => {
      if (path.endsWith('.cbz') && ++opened === 2) limit(1)
    }
    await app.reader.json(200, app.reader.post('/api/import/comic/scan'))
    // The end is written at once if a row only changes, and waits for room if one has to grow.
    const waits = () => app.log.some((line) => line.includes('write waiting'))
    while (!waits() && (await progress()).status === 'scanning') await nextTurn()
    limit(undefined)
    onLook = () => {}
    await app.clock.advance('6 s')
    await app.idle()
    const { status, progress: counts } = await progress()
    expect([status, counts.errors]).toEqual(['error', [DISK_FULL]])
    await scan()
    expect((await progress()).results).toHaveLength(4)
  })
})
