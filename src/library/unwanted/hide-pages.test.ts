import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { openArchive } from '../../base/formats/archives/archive'
import { endPrints, type PageSum } from '../../base/formats/archives/page-prints'
import { sha256 } from '../../base/platform/digest'
import { systemFiles } from '../../base/platform/files'
import type { Database } from '../../base/storage/database'
import { makeCbz, makePages } from '../../testing/archives/archives'
import { testDatabase } from '../../testing/database'
import { makeFile, makeIssues, makeSeries } from '../../testing/make'
import { fileWithId, hiddenIn } from '../series/file-store'
import { PageHiding } from './hide-pages'
import { savePrints } from './print-store'
import { repeatedPages } from './tables'

/** Hiding a page of a file that changes in the middle. */

const pages = Object.entries(makePages(4))
const archives = { files: systemFiles, unpacker: undefined as never }

let folder: string
let db: Database
let path: string
let fileId: string
let first: PageSum
const facts = () => {
  const { size, mtimeMs } = statSync(path)
  return { size, modified_ms: Math.trunc(mtimeMs) }
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-hide-pages-'))
  path = join(folder, '1.cbz')
  writeFileSync(path, makeCbz(Object.fromEntries(pages)))
  db = testDatabase()
  makeSeries(db)
  const issues = makeIssues(db, 'harbor', [1])
  fileId = makeFile(db, { path, page_count: 4, content_hash: 'before', issues, ...facts() })
  const archive = await openArchive(path, archives)
  const prints = endPrints(archive.pages)
  first = { crc: prints[0]!.crc, size: prints[0]!.size }
  const digest = sha256(await archive.page(0))
  await archive.close()
  db.write((tx) => {
    savePrints(tx, fileWithId(tx, fileId)!, prints)
    tx.insert(repeatedPages)
      .values({ ...first, files: 3, look: 'seen', sha256: digest })
      .run()
  })
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

/** `meanwhile` runs after the file was opened. */
const hide = (meanwhile: () => void) =>
  new PageHiding({
    db,
    archives,
    clock: undefined as never,
    refresh: async () => undefined,
    hashOf: async () => {
      meanwhile()
      return fileWithId(db.read, fileId)?.content_hash ?? undefined
    },
  }).apply(fileId, [first], true)

test('the page is hidden in the content that was opened', async () => {
  expect(await hide(() => {})).toBe(true)
  expect(hiddenIn(db.read, 'before')).toEqual([0])
})

test('no other page is hidden when pages of the file were removed meanwhile', async () => {
  const removal = () => {
    writeFileSync(path, makeCbz(Object.fromEntries(pages.slice(1))))
    const { size, modified_ms } = facts()
    db.write((tx) =>
      tx.run(
        sql`update files set content_hash = 'after', page_count = 3, size = ${size}, modified_ms = ${modified_ms}`,
      ),
    )
  }
  await expect(hide(removal)).rejects.toThrow('changed in the meantime')
  expect(hiddenIn(db.read, 'after')).toEqual([])
})

test('no page is hidden in a file that another program wrote meanwhile', async () => {
  await expect(hide(() => writeFileSync(path, makeCbz(Object.fromEntries(pages.slice(1)))))).rejects.toThrow(
    'changed in the meantime',
  )
  expect(hiddenIn(db.read, 'before')).toEqual([])
})
