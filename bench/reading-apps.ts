import { basic, start } from '../e2e/panelkeep'
import { copyFolder, FIRST_START_MS, LONG_SERIES, largeDataDir } from './library'
import { p50p99, readPath, readPosted, timeCalls } from './measure'
import { type Row, unmeasuredRow } from './table'

const AT = '/komga/api/v1'
const PAGE = 'p99 10 ms'

const READS: [what: string, budget: string, path: (n: number) => string][] = [
  ['reading app, series by title', PAGE, (n) => `${AT}/series?page=${n % 200}&sort=metadata.titleSort,asc`],
  ['reading app, newest series', PAGE, (n) => `${AT}/series/latest?page=${n % 200}`],
  ['reading app, one series', PAGE, (n) => `${AT}/series/s${(n * 7) % 5000}`],
  ['reading app, books of a series', PAGE, (n) => `${AT}/series/s${(n * 7) % 5000}/books?unpaged=true`],
  ['reading app, 1,000 books unpaged', 'p50 30 ms', () => `${AT}/series/${LONG_SERIES}/books?unpaged=true`],
  ['reading app, on deck', PAGE, () => `${AT}/books/ondeck`],
  ['reading app, books by name', PAGE, (n) => `${AT}/books?sort=name,asc&page=${(n * 61) % 12_000}`],
  ['reading app, books by size', PAGE, (n) => `${AT}/books?sort=size,desc&page=${(n * 61) % 12_000}`],
  ['reading app, search of books', PAGE, (n) => `${AT}/books?search=garden%20${n % 50}`],
  ['reading app, publishers', 'p99 5 ms', () => `${AT}/publishers`],
  ['reading app, authors', 'p99 5 ms', () => `${AT}/authors`],
]

/** The same walk in the catalog. */
const CATALOG: [what: string, path: (n: number) => string][] = [
  ['catalog, series by title', (n) => `/opds/titles?index=${(n * 20) % 4500}`],
  ['catalog, newest issues', (n) => `/opds/recent?index=${(n * 20) % 2000}`],
  ['catalog, issues of a series', (n) => `/opds/comics/s${(n * 7) % 5000}`],
  ['catalog, being read', () => '/opds/continue'],
  ['catalog, search', (n) => `/opds/search?q=garden%20${n % 50}`],
]

const LISTS: [what: string, query: string, condition: object][] = [
  ['reading app, newest books', 'sort=createdDate,desc', { allOf: [] }],
  ['reading app, books under way', 'sort=readProgress.readDate,desc', { readStatus: { operator: 'is', value: 'IN_PROGRESS' } }],
  ['reading app, latest releases', 'sort=metadata.releaseDate,desc', { releaseDate: { operator: 'after', dateTime: '2000-01-01T00:00:00Z' } }],
] // biome-ignore format: a table

/** What reading apps ask of a library of 250,000 issues, beside the same walk through the catalog. */
export async function readingApps(): Promise<Row[]> {
  const large = await copyFolder(await largeDataDir())
  const panelkeep = await start({ dataDir: large.path })
  const app = panelkeep.client(basic())
  await Bun.sleep(FIRST_START_MS)
  const rows: Row[] = []
  const measure = async (what: string, budget: string, work: (n: number) => Promise<unknown>) =>
    rows.push(
      await timeCalls(200, work).then(
        (times) => ({ what, budget, measured: p50p99(times) }),
        (error) => unmeasuredRow(what, budget, error),
      ),
    )
  for (const [what, budget, path] of READS) await measure(what, budget, (n) => readPath(app, path(n)))
  for (const [what, query, condition] of LISTS) {
    const body = JSON.stringify({ condition })
    await measure(what, PAGE, (n) => readPosted(app, `${AT}/books/list?size=20&page=${n % 100}&${query}`, body))
  }
  for (const [what, path] of CATALOG) await measure(what, '', (n) => readPath(app, path(n)))
  await panelkeep.stop()
  large.remove()
  return rows
}
