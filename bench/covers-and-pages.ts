import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { addDevice, addUser } from '../e2e/house'
import { basic, type Client, type Panelkeep, start } from '../e2e/panelkeep'
import { Database } from '../src/base/storage/database'
import { makeFile, makeIssues, makeSeries } from '../src/testing/make'
import { copyFolder, emptyDataDir } from './library'
import { p50p99, readPath, timeCalls } from './measure'
import { rawFiles, rawResize } from './raw'
import { BOOKS, grainyPage, PAGES, realBooks } from './real-pages'
import { type Row, unmeasuredRow } from './table'

const READERS = 50
/** The time after which the compiler has warmed up and the jobs of a first start are done. */
const STARTED_MS = 5000

/** Covers and single pages from books of real size, requested like a reading app. */
export async function coverAndPage(): Promise<Row[]> {
  const books = await realBooks()
  const data = await copyFolder(await emptyDataDir())
  const ids = fillBooks(join(data.path, 'panelkeep.db'), books)
  const panelkeep = await start({ dataDir: data.path })
  await (await panelkeep.reader()).put('/api/config', { comic_dirs: [books] })
  await Bun.sleep(STARTED_MS)
  const rows = await measured(panelkeep, ids)
  const limits: Record<string, string> = {
    'thumbnail, cached': await rawFiles(join(data.path, 'cache', 'covers')),
    'page from a CBZ at 1,600 px': await rawResize(await grainyPage(1), 1600),
  }
  await panelkeep.stop()
  data.remove()
  return rows.map((row) => ({ ...row, limit: limits[row.what] }))
}

async function measured(panelkeep: Panelkeep, ids: string[]): Promise<Row[]> {
  const app = panelkeep.client(basic())
  const limited = await limitedApp(panelkeep)
  const thumbnail = (n: number) => `/opds/thumbnail/${ids[n % BOOKS]}`
  const page = (n: number) => `/opds/stream/${ids[n % BOOKS]}?page=${Math.trunc(n / BOOKS) % PAGES}&width=1600`
  const asItIs = (n: number) => page(n).replace('&width=1600', '')
  const tries: [what: string, budget: string, client: Client, times: number, path: (n: number) => string][] = [
    ['thumbnail, first time', '', app, BOOKS, thumbnail],
    ['thumbnail, cached', 'p50 0.4, p99 3 ms', app, 1000, thumbnail],
    ['thumbnail, cached, limited reader', 'p50 0.5, p99 3 ms', limited, 1000, thumbnail],
    ['page from a CBZ at 1,600 px', '1.05x the resize', app, 200, page],
    ['page from a CBZ as it is', '', app, 200, asItIs],
    ['page from a CBZ as it is, limited reader', '', limited, 200, asItIs],
  ]
  const rows: Row[] = []
  for (const [what, budget, client, times, path] of tries) {
    rows.push(
      await timeCalls(times, (n) => readPath(client, path(n))).then(
        (times) => ({ what, budget, measured: p50p99(times) }),
        (error) => unmeasuredRow(what, budget, error),
      ),
    )
  }
  rows.push(await paged(panelkeep, ids), await besideStreams(panelkeep, ids))
  return rows
}

/** A reading app of a user who may not see everything. */
async function limitedApp(panelkeep: Panelkeep): Promise<Client> {
  const user = await addUser(panelkeep, await panelkeep.reader(), 'Kit', { limits: { max_age: 12 } })
  return addDevice(panelkeep, user, 'Tablet')
}

/** A user who reads each page for a second or two, so that the next page is ready. */
async function paged(panelkeep: Panelkeep, ids: string[]): Promise<Row> {
  const app = panelkeep.client(basic())
  const times: number[] = []
  for (let book = 0; book < 3; book++) {
    for (let n = 0; n < PAGES; n++) {
      await Bun.sleep(400)
      const since = performance.now()
      await readPath(app, `/opds/stream/${ids[book]}?page=${n}&width=1500`)
      if (n > 0) times.push(performance.now() - since)
    }
  }
  return { what: 'next page at 1,500 px, one user', budget: 'p99 10 ms', measured: p50p99(times) }
}

/** The waiting time of other requests while fifty users turn pages as fast as possible. */
async function besideStreams(panelkeep: Panelkeep, ids: string[]): Promise<Row> {
  const reader = await panelkeep.reader()
  let streaming = true
  let pages = 0
  const streams = Array.from({ length: READERS }, async (_, at) => {
    const app = panelkeep.client(basic())
    for (let n = at; streaming; n++) {
      await readPath(app, `/opds/stream/${ids[at % BOOKS]}?page=${n % PAGES}&width=${1200 + at}`)
      pages += 1
    }
  })
  await Bun.sleep(500)
  const times: number[] = []
  let failed: unknown
  for (let n = 0; n < 200 && failed === undefined; n++) {
    const since = performance.now()
    await readPath(reader, '/api/series?limit=50').catch((error: unknown) => (failed = error))
    times.push(performance.now() - since)
    await Bun.sleep(5)
  }
  streaming = false
  await Promise.all(streams).catch((error: unknown) => (failed ??= error))
  const what = `/api/series beside ${READERS} page streams`
  if (failed) return unmeasuredRow(what, 'under 100 ms', failed)
  return { what, budget: 'under 100 ms', measured: `${p50p99(times)}, ${pages} pages made meanwhile` }
}

/** Rows for the books, like those of a scan. */
export function fillBooks(path: string, books: string): string[] {
  const db = new Database(path, { publish: () => {} })
  makeSeries(db, { comic_id: 'grain', name: 'Grain', year: 2020, location: books })
  const ids = makeIssues(
    db,
    'grain',
    Array.from({ length: BOOKS }, (_, n) => n + 1),
  )
  for (const [index, name] of readdirSync(books).sort().entries()) {
    const file = join(books, name)
    const { size, mtimeMs } = statSync(file)
    makeFile(db, { path: file, size, modified_ms: Math.trunc(mtimeMs), page_count: PAGES, issues: [ids[index]!] })
  }
  db.close()
  return ids
}
