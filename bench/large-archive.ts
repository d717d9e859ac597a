import { closeSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type Client, type Panelkeep, start } from '../e2e/panelkeep'
import { Database } from '../src/base/storage/database'
import { makeJpeg } from '../src/testing/archives/archives'
import { makeFile, makeIssues, makeSeries } from '../src/testing/make'
import { copyFolder, emptyDataDir, keptFolder } from './library'
import { ms, percentile, readPath, timeCalls } from './measure'
import { type Row, unmeasuredRow } from './table'

const PAGE_BYTES = 2_000_000
/** A typical book and a very large one; each page has two megabytes. */
export const SMALL = { issue: 'shelf-1', name: 'Small 001 (2020).cbz', pages: 10, size: '20 MB' }
export const LARGE = { issue: 'shelf-2', name: 'Large 002 (2020).cbz', pages: 1000, size: '2 GB' }
const TRIES = 20

/** Opening a book of 2 GB must take as long as one of 20 MB: no request of a reader may read all of it. */
export async function largeArchive(): Promise<Row[]> {
  const { panelkeep, reader, remove } = await startLibraryOfLargeArchives()
  const rows: Row[] = []
  for (const { issue, size } of [SMALL, LARGE]) {
    const row = (what: string, budget: string, work: () => Promise<string>): Promise<Row> =>
      work().then(
        (measured) => ({ what, budget, measured }),
        (error) => unmeasuredRow(what, budget, error),
      )
    rows.push(
      await row(`opening a CBZ of ${size} and its first page`, 'as 20 MB', () => opened(reader, issue)),
      await row(`pixels of all pages of ${size}, first time`, '', async () => {
        return ms(await once(() => readPath(reader, `/api/reading/issues/${issue}/sizes`)))
      }),
    )
  }
  await panelkeep.stop()
  remove()
  return rows
}

/** A library of these two books, in the series "shelf". */
export async function startLibraryOfLargeArchives(): Promise<{ panelkeep: Panelkeep; reader: Client; remove(): void }> {
  const folder = await archives()
  const data = await copyFolder(await emptyDataDir())
  fill(join(data.path, 'panelkeep.db'), folder)
  const panelkeep = await start({ dataDir: data.path })
  const reader = await panelkeep.reader()
  await reader.put('/api/config', { comic_dirs: [folder] })
  return { panelkeep, reader, remove: data.remove }
}

async function opened(reader: Client, issue: string): Promise<string> {
  const at = `/api/reading/issues/${issue}`
  const first = await once(() => readPath(reader, at))
  const times = await timeCalls(TRIES, async () => {
    await readPath(reader, at)
    await readPath(reader, `${at}/pages/0`)
  })
  return `first time ${ms(first)}, then median ${ms(percentile(times, 0.5))}`
}

/** Milliseconds of one call, without a warm-up. */
async function once(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}

function archives(): Promise<string> {
  return keptFolder('large-archives', async (folder) => {
    console.error('writing a CBZ of 2 GB, once …')
    const page = await paddedJpeg()
    for (const { name, pages } of [SMALL, LARGE]) writeStored(join(folder, name), pages, page)
  })
}

/** A picture padded with zeros, which every reader ignores: as large as a page, and quickly made. */
async function paddedJpeg(): Promise<Uint8Array> {
  const page = new Uint8Array(PAGE_BYTES)
  page.set(await makeJpeg(1600, 2400, [40, 90, 160]))
  return page
}

/** A ZIP with the same page many times, written in pieces: 2 GB do not fit into one array. */
function writeStored(path: string, pages: number, page: Uint8Array): void {
  const file = openSync(path, 'w')
  const sum = crc32(page)
  const directory: Buffer[] = []
  let at = 0
  const write = (bytes: Uint8Array) => {
    at += writeSync(file, bytes)
  }
  for (let n = 1; n <= pages; n++) {
    const name = Buffer.from(`p${String(n).padStart(4, '0')}.jpg`)
    const facts = fields(
      [2, 20],
      [2, 0],
      [2, 0],
      [4, 0],
      [4, sum],
      [4, page.length],
      [4, page.length],
      [2, name.length],
    )
    const place = fields([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, at])
    directory.push(Buffer.concat([fields([4, 0x02014b50], [2, 20]), facts, place, name]))
    write(Buffer.concat([fields([4, 0x04034b50]), facts, fields([2, 0]), name]))
    write(page)
  }
  const [begins, records] = [at, Buffer.concat(directory)]
  write(records)
  write(fields([4, 0x06054b50], [2, 0], [2, 0], [2, pages], [2, pages], [4, records.length], [4, begins], [2, 0]))
  closeSync(file)
}

/** Little-endian numbers of so many bytes. */
function fields(...each: [bytes: 2 | 4, value: number][]): Buffer {
  const out = Buffer.alloc(each.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of each) at = out.writeUIntLE(value, at, bytes)
  return out
}

/** Rows for the two books, like those of a scan. */
function fill(path: string, folder: string): void {
  const db = new Database(path, { publish: () => {} })
  makeSeries(db, { comic_id: 'shelf', name: 'Shelf', location: folder })
  makeIssues(db, 'shelf', [1, 2])
  for (const { issue, name, pages } of [SMALL, LARGE]) {
    const { size, mtimeMs } = statSync(join(folder, name))
    const facts = { size, modified_ms: Math.trunc(mtimeMs), page_count: pages, content_hash: `content of ${issue}` }
    makeFile(db, { path: join(folder, name), ...facts, issues: [issue] })
  }
  db.close()
}
