import { type Client, start } from '../e2e/panelkeep'
import { copyFolder, LONG_SERIES, largeDataDir } from './library'
import { mb, ms, p50p99, percentile, readPath, timeCalls } from './measure'
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
  ['GET /api/weekly', (n) => `/api/weekly?week=${n % 53}&year=2000`],
  ['GET /api/releases, a week', () => '/api/releases?first=2000-01-09&last=2000-01-15'],
  ['GET /api/releases, a month', () => '/api/releases?first=1999-12-26&last=2000-02-05'],
]

/** Without a limit: requests of tools that do not know pages. */
export const WHOLE = ['/api/wanted', '/api/downloads/history', '/api/comics']

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
  const rows: Row[] = []
  for (const [what, path] of PAGED) {
    rows.push(await row(what, 'p99 15 ms', async () => p50p99(await timeCalls(500, (n) => readPath(reader, path(n))))))
  }
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
    rows.push(await row(`GET ${path}, whole: first byte`, '100 ms', () => firstByte(reader, path)))
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

/** How long small requests wait while an entire list is sent. */
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
