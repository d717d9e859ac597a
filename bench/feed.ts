import { basic, start } from '../e2e/panelkeep'
import { copyFolder, FIRST_START_MS, largeDataDir } from './library'
import { p50p99, readPath, timeCalls } from './measure'
import { type Row, unmeasuredRow } from './table'

const FEEDS: [what: string, path: (n: number) => string][] = [
  ['OPDS feed page, all titles', (n) => `/opds/titles?index=${(n * 30) % 4500}`],
  ['OPDS feed page, issues of a series', (n) => `/opds/comics/s${(n * 7) % 5000}`],
  ['OPDS feed page, recent additions', () => '/opds/recent'],
  ['OPDS feed page, root', () => '/opds'],
  ['OPDS feed page, this week', () => '/opds/week'],
  ['OPDS feed page, all issues narrowed', (n) => `/opds/books?read=unread&kind=comic&index=${(n * 30) % 100_000}`],
  ['OPDS feed page, one issue', (n) => `/opds/entries/s${(n * 7) % 5000}-1`],
  ['OPDS 2.0 feed page, all titles', (n) => `/opds/v2/titles?index=${(n * 30) % 4500}`],
  ['OPDS 2.0 feed page, issues of a series', (n) => `/opds/v2/comics/s${(n * 7) % 5000}`],
  ['OPDS 2.0 feed page, root with its shelves', () => '/opds/v2'],
  ['OPDS feed page, search', (n) => `/opds/search?q=${WORDS[n % WORDS.length]}+${n % 50}`],
]

const WORDS = ['harbor', 'copper', 'quiet', 'paper', 'winter', 'glass', 'iron', 'amber', 'hollow', 'northern']

/** Pages of the catalog with 5,000 series, requested like a reading app: with a login for each request. */
export async function feedPage(): Promise<Row[]> {
  const large = await copyFolder(await largeDataDir())
  const panelkeep = await start({ dataDir: large.path })
  const app = panelkeep.client(basic())
  await Bun.sleep(FIRST_START_MS)
  const rows: Row[] = []
  for (const [what, path] of FEEDS) {
    const budget = 'p99 10 ms'
    rows.push(
      await timeCalls(300, (n) => readPath(app, path(n))).then(
        (times) => ({ what, budget, measured: p50p99(times) }),
        (error) => unmeasuredRow(what, budget, error),
      ),
    )
  }
  await panelkeep.stop()
  large.remove()
  return rows
}
