import { join } from 'node:path'
import { basic, type Client, start } from '../e2e/panelkeep'
import { copyFolder, FIRST_START_MS, LONG_SERIES, largeDataDir } from './library'
import { mb, ms, p50p99, percentile, readPath, timeCalls } from './measure'
import { rawPage, rawRows } from './raw'
import { type Row, unmeasuredRow } from './table'

const PAGED: [what: string, path: (n: number) => string][] = [
  ['GET /api/series?limit=50', (n) => `/api/series?limit=50&offset=${(n * 50) % 5000}`],
  ['GET /api/wanted?limit=50', (n) => `/api/wanted?limit=50&offset=${(n * 50) % 5000}`],
  ['GET /api/activity/timeline', () => '/api/activity/timeline'],
  ['GET /api/downloads/history?limit=50', (n) => `/api/downloads/history?limit=50&offset=${(n * 50) % 5000}`],
  ['GET /api/dashboard/library', () => '/api/dashboard/library'],
  ['GET /api/dashboard/activity', () => '/api/dashboard/activity'],
  ['GET /api/dashboard/upcoming', () => '/api/dashboard/upcoming'],
  ['GET /api/dashboard/collection', () => '/api/dashboard/collection'],
  ['GET /api/reading/statistics', (n) => `/api/reading/statistics?zone=UTC&offset=${(n * 50) % 5000}`],
  ['GET /api/weekly', (n) => `/api/weekly?week=${n % 53}&year=2000`],
  ['GET /api/releases, a week', () => '/api/releases?first=2000-01-09&last=2000-01-15'],
  ['GET /api/releases, a month', () => '/api/releases?first=1999-12-26&last=2000-02-05'],
]

const WORDS = ['orch', 'sign', 'wolv', 'Atlas', 'Garden', 'engi', 'Choir', 'dive', 'Parade', 'ights']
const CATALOG: [what: string, path: (n: number) => string][] = [
  ['OPDS root', () => '/opds'],
  ['OPDS root, JSON', () => '/opds/v2'],
  ['OPDS titles', (n) => `/opds/titles?index=${(n * 30) % 5000}`],
  ['OPDS publishers', () => '/opds/publishers'],
  ['OPDS manga', () => '/opds/manga'],
  ['OPDS folders of filters', () => '/opds/browse'],
  ['OPDS issues, filtered', (n) => `/opds/books?kind=manga&index=${(n * 30) % 3000}`],
  ['OPDS search, parts of names', (n) => `/opds/search?q=${WORDS[n % 10]}+${n % 7}`],
  ['OPDS search, titles', (n) => `/opds/search?q=part+${n % 50}`],
  ['OPDS search, nothing found', (n) => `/opds/search?q=zzqx${n}`],
]
const SEARCHES: [what: string, path: (n: number) => string][] = [
  ['quick search', (n) => `/api/series/find?q=${WORDS[n % 10]}`],
  ['library filter', (n) => `/api/series?limit=50&q=${WORDS[n % 10]}`],
  ['GET /api/series/facets', () => '/api/series/facets'],
]

/** Requests without a limit, from tools that do not use pages. */
export const WHOLE = ['/api/wanted', '/api/downloads/history', '/api/comics']
/** The number of rows in each list. */
const ROWS: Record<string, string> = {
  '/api/wanted': "SELECT * FROM issues WHERE intent = 'wanted' AND fulfillment = 'missing'",
  '/api/downloads/history': 'SELECT * FROM journal',
  '/api/comics': 'SELECT * FROM series',
}

/** Lists and one long series at 250,000 issues. */
export async function lists(): Promise<Row[]> {
  const large = await copyFolder(await largeDataDir())
  const panelkeep = await start({ dataDir: large.path })
  const reader = await panelkeep.reader()
  const row = async (what: string, budget: string, work: () => Promise<string>): Promise<Row> =>
    work().then(
      (measured) => ({ what, budget, measured }),
      (error) => unmeasuredRow(what, budget, error),
    )
  const database = join(large.path, 'panelkeep.db')
  const catalog = panelkeep.client(basic())
  await Bun.sleep(FIRST_START_MS)
  const rows: Row[] = []
  const paged = async (client: Client, list: typeof PAGED, times: number) => {
    for (const [what, path] of list) {
      const work = async () => p50p99(await timeCalls(times, (n) => readPath(client, path(n))))
      rows.push({ ...(await row(what, 'p99 10 ms', work)), limit: await rawPage(database) })
    }
  }
  await paged(reader, PAGED, 500)
  await paged(reader, SEARCHES, 300)
  await paged(catalog, CATALOG, 300)
  rows.push(
    await row('GET /api/comics (5,000 full rows)', '100 ms', async () => {
      const times = await timeCalls(10, () => readPath(reader, '/api/comics'))
      return `median ${ms(percentile(times, 0.5))}, slowest ${ms(Math.max(...times))}`
    }),
    await row('GET /api/series/:id with 1,000 issues', 'p99 30 ms', async () =>
      p50p99(await timeCalls(200, () => readPath(reader, `/api/series/${LONG_SERIES}`))),
    ),
  )
  for (const path of WHOLE) {
    const limit = rawRows(database, ROWS[path]!)
    rows.push({ ...(await row(`GET ${path}, whole: first byte`, '100 ms', () => firstByte(reader, path))), limit })
    rows.push(await row(`GET ${path}, whole: others wait`, '50 ms', () => heldUp(reader, path)))
  }
  await panelkeep.stop()
  large.remove()
  return rows
}

async function firstByte(reader: Client, path: string): Promise<string> {
  const since = performance.now()
  const body = (await reader.get(path)).body!.getReader()
  await body.read()
  const first = performance.now() - since
  let bytes = 0
  for (let next = await body.read(); !next.done; next = await body.read()) bytes += next.value.length
  return `${ms(first)} (${mb(bytes)} in ${ms(performance.now() - since)})`
}

/** The waiting time of small requests while an entire list is sent. */
async function heldUp(reader: Client, path: string): Promise<string> {
  let sent = false
  const whole = readPath(reader, path).finally(() => {
    sent = true
  })
  const waits: number[] = []
  while (!sent) {
    const since = performance.now()
    await readPath(reader, '/api/health')
    waits.push(performance.now() - since)
  }
  await whole
  return `${p50p99(waits)}, longest ${ms(Math.max(...waits))}`
}
