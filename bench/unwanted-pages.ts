import { Database } from 'bun:sqlite'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, start } from '../e2e/panelkeep'
import { openArchive } from '../src/base/formats/archives/archive'
import { ArchiveError } from '../src/base/formats/archives/archive-error'
import { endPrints, packPrints, pageId } from '../src/base/formats/archives/page-prints'
import type { Unpacker } from '../src/base/formats/helper/unpacker'
import { systemFiles } from '../src/base/platform/files'
import { copyFolder, FIRST_START_MS, largeDataDir } from './library'
import { mb, p50p99, readPath, readPosted, timeCalls } from './measure'
import { smallComics } from './scan'
import { type Row, unmeasuredRow } from './table'

const REPEATED = 2000
const EACH = 100
const PAGES = 8
const TABLES = ['page_files', 'page_prints', 'repeated_pages']

/** Pages that are in many files: what they cost on disk, their lists, and the time to read a file's directory. */
export async function unwantedPages(): Promise<Row[]> {
  const large = await copyFolder(await largeDataDir())
  try {
    const made = fill(join(large.path, 'panelkeep.db'))
    const panelkeep = await start({ dataDir: large.path })
    try {
      const reader = await panelkeep.reader()
      await Bun.sleep(FIRST_START_MS)
      return [made.row, ...(await lists(reader, made.ids)), await directories()]
    } finally {
      await panelkeep.stop()
    }
  } catch (error) {
    return [unmeasuredRow('repeated pages', '', error)]
  } finally {
    large.remove()
  }
}

async function lists(reader: Client, ids: readonly string[]): Promise<Row[]> {
  const id = (n: number) => ids[n % ids.length]!
  const timed: [what: string, work: (n: number) => Promise<unknown>][] = [
    ['GET /api/unwanted-pages', (n) => readPath(reader, `/api/unwanted-pages?limit=20&offset=${(n * 20) % 1000}`)],
    ['GET …/places of a page in 100 files', (n) => readPath(reader, `/api/unwanted-pages/${id(n)}/places?limit=50`)],
    [
      'POST …/preview of a page in 100 files',
      (n) => readPosted(reader, '/api/unwanted-pages/preview', JSON.stringify({ page_ids: [id(n)] })),
    ],
  ]
  const rows: Row[] = []
  for (const [what, work] of timed)
    rows.push({ what, budget: 'p99 20 ms', measured: p50p99(await timeCalls(200, work)) })
  return rows
}

/** Gives every file eight pages of its own, and some of them a page that is in a hundred files. */
function fill(path: string): { row: Row; ids: string[] } {
  const db = new Database(path, { strict: true })
  const files = db.query<{ file_id: string; size: number; modified_ms: number }, []>(
    'select file_id, size, modified_ms from files',
  )
  const all = files.all()
  const addFile = db.query('insert into page_files (file_id, size, modified_ms, prints) values (?, ?, ?, ?)')
  const addPrint = db.query('insert or ignore into page_prints values (?, ?, ?, ?)')
  const addPage = db.query(
    `insert into repeated_pages (crc, size, files, look, sha256, width, height, picture_hash)
      values (?, ?, ?, 'seen', '', 1600, 2400, printf('%016x', random()))`,
  )
  const repeated = Array.from({ length: REPEATED }, (_, n) => ({
    crc: (n * 2_654_435_761) % 2 ** 32,
    size: 200_000 + n,
  }))
  db.transaction(() => {
    for (const [at, { file_id, size, modified_ms }] of all.entries()) {
      const prints = Array.from({ length: PAGES }, (_, page) => ({
        crc: ((at * PAGES + page) * 2_246_822_519) % 2 ** 32,
        size: 300_000 + ((at * 31 + page * 7) % 700_000),
        page: page < 3 ? page : 19 + page,
      }))
      if (at < REPEATED * EACH) Object.assign(prints[PAGES - 1]!, repeated[at % REPEATED])
      const { lastInsertRowid } = addFile.run(file_id, size, modified_ms, packPrints(prints))
      for (const { crc, size, page } of prints) addPrint.run(crc, size, lastInsertRowid, page)
    }
    for (const { crc, size } of repeated) addPage.run(crc, size, Math.floor(all.length / REPEATED))
  })()
  const bytes = db
    .query<{ bytes: number }, []>(
      `select sum(pgsize) as bytes from dbstat where name in (select name from sqlite_schema
        where tbl_name in (${TABLES.map((name) => `'${name}'`).join()}))`,
    )
    .get()!.bytes
  db.close()
  const row = { what: `first and last pages of ${all.length} files`, budget: '90 MB for 250,000', measured: mb(bytes) }
  return { row, ids: repeated.map(pageId) }
}

/** What a check costs for each file: opening it and reading its directory. */
async function directories(): Promise<Row> {
  const folder = await smallComics()
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.cbz'))
  const unpacker = { list: noHelper, read: noHelper, measure: noHelper, draw: noHelper } as unknown as Unpacker
  const before = process.cpuUsage()
  for (const path of paths) {
    const archive = await openArchive(join(folder, path), { files: systemFiles, unpacker })
    endPrints(archive.pages)
    await archive.close()
  }
  const { user, system } = process.cpuUsage(before)
  const each = (user + system) / 1000 / paths.length
  return { what: 'reading the directory of a CBZ', budget: '2 ms', measured: `processor ${each.toFixed(2)} ms` }
}

const noHelper = () => Promise.reject(new ArchiveError('unsupported', 'Only CBZ files are measured.'))
