import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { basic, type Panelkeep, start } from '../e2e/panelkeep'
import { Database } from '../src/storage/database'
import { makeFile, makeIssues, makeSeries } from '../src/testing/make'
import { copied, emptyDataDir } from './library'
import { p50p99, read, timed } from './measure'
import { BOOKS, PAGES, realBooks } from './real-pages'
import { type Row, unmeasured } from './table'

/** Covers and single pages out of books of real size, as a reading app asks for them. */
export async function coverAndPage(): Promise<Row[]> {
  const books = await realBooks()
  const data = await copied(await emptyDataDir())
  const ids = fill(join(data.path, 'panelkeep.db'), books)
  const panelkeep = await start({ dataDir: data.path })
  await (await panelkeep.reader()).put('/api/config', { comic_dirs: [books] })
  const rows = await measured(panelkeep, ids)
  await panelkeep.stop()
  data.remove()
  return rows
}

async function measured(panelkeep: Panelkeep, ids: string[]): Promise<Row[]> {
  const app = panelkeep.client(basic())
  const page = (n: number) => `/opds/stream/${ids[n % BOOKS]}?page=${Math.trunc(n / BOOKS) % PAGES}&width=1600`
  const tries: [what: string, budget: string, times: number, path: (n: number) => string][] = [
    ['thumbnail, first time', '', BOOKS, (n) => `/opds/thumbnail/${ids[n % BOOKS]}`],
    ['thumbnail, cached', 'p99 3 ms', 1000, (n) => `/opds/thumbnail/${ids[n % BOOKS]}`],
    ['page from a CBZ at 1,600 px', 'p99 60 ms', 200, page],
    ['page from a CBZ as it is', '', 200, (n) => page(n).replace('&width=1600', '')],
  ]
  const rows: Row[] = []
  for (const [what, budget, times, path] of tries) {
    rows.push(
      await timed(times, (n) => read(app, path(n))).then(
        (taken) => ({ what, budget, measured: p50p99(taken) }),
        (error) => unmeasured(what, budget, error),
      ),
    )
  }
  return rows
}

/** Rows for the books, as a scan would make them. */
function fill(path: string, books: string): string[] {
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
