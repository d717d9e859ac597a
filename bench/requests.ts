import { readdirSync, readFileSync } from 'node:fs'
import { basic, type Client, type Panelkeep, start } from '../e2e/panelkeep'
import { copyFolder, FIRST_START_MS, largeDataDir, movedDataDir } from './library'
import { alone, percentile, readPath } from './measure'
import { type Row, unmeasuredRow } from './table'

/**
 * Processor time of requests, on two libraries: one that Panelkeep created, and one that was migrated from another
 * program. Unlike wall-clock time, processor time is steady while other work shares the machine.
 */

type Sight = [path: string, budgetMs: number]

const LIBRARY: Sight[] = [
  ['/api/series?limit=50', 5],
  ['/api/series?limit=1', 2],
  ['/api/series/{id}', 8],
  ['/api/comics', 170],
  ['/api/activity/status', 1],
  ['/api/storyarcs', 3],
  ['/api/attention', 10],
  ['/api/import/comic/progress', 10],
  ['/api/system/acquisition/reconciliation', 5],
  ['/api/system/migration/progress', 2],
  ['/api/readlist', 10],
  ['/api/downloads/history?limit=50&sort=series', 10],
  ['/api/downloads/history?limit=50&q=harvest', 10],
  ['/api/wanted?limit=50&sort=series', 10],
  ['/api/openapi.json', 1],
]
const CATALOG: Sight[] = [
  ['/opds', 5],
  ['/opds/v2', 5],
  ['/opds/storyarcs', 3],
  ['/opds/v2/storyarcs', 3],
]

/** The budgets are for a quiet machine; within this share of one it counts as met on a shared one. */
const SHARED = 1.15

/** Requests for each measurement, and the number of measurements, of which the median counts. */
const [TIMES, ROUNDS] = [12, 5]

export async function requests(): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (const [library, made] of [
    ['own', largeDataDir],
    ['moved in', movedDataDir],
  ] as const) {
    const data = await copyFolder(await made())
    const panelkeep = await start({ dataDir: data.path })
    try {
      const reader = await panelkeep.reader()
      await Bun.sleep(FIRST_START_MS)
      await alone(panelkeep.child.pid)
      const id = await anySeries(reader)
      for (const [client, sights] of [
        [reader, LIBRARY],
        [panelkeep.client(basic()), CATALOG],
      ] as const)
        for (const [path, budget] of sights) {
          const row = rows.get(path) ?? { what: `processor: ${path}`, budget: `${budget} ms`, measured: '' }
          const { text, used } = await measure(panelkeep, client, path.replace('{id}', id)).catch((error: unknown) => ({
            text: unmeasuredRow('', '', error).measured,
            used: Number.POSITIVE_INFINITY,
          }))
          rows.set(path, {
            ...row,
            measured: [row.measured, `${library} ${text}`].filter(Boolean).join('; '),
            isOver: row.isOver === true || used > budget * SHARED,
          })
        }
    } finally {
      await panelkeep.stop()
      data.remove()
    }
  }
  return [...rows.values()]
}

async function anySeries(reader: Client): Promise<string> {
  const { comics } = await reader.json<{ comics: { ComicID: string }[] }>('/api/series?limit=1&offset=100')
  return comics[0]!.ComicID
}

async function measure({ child }: Panelkeep, client: Client, path: string): Promise<{ text: string; used: number }> {
  for (let n = 0; n < 3; n++) await readPath(client, path)
  const [processor, wall]: [number[], number[]] = [[], []]
  let bytes = 0
  const before = readsOf(child.pid)
  for (let round = 0; round < ROUNDS; round++) {
    const [busy, since] = [processorMs(child.pid), performance.now()]
    for (let n = 0; n < TIMES; n++) bytes = await readPath(client, path)
    processor.push((processorMs(child.pid) - busy) / TIMES)
    wall.push((performance.now() - since) / TIMES)
  }
  const [used, waited] = [percentile(processor, 0.5), percentile(wall, 0.5)]
  const reads = Math.round((readsOf(child.pid) - before) / TIMES / ROUNDS)
  const text = `${used.toFixed(1)} ms (${waited.toFixed(1)} on the wall, ${reads} reads, ${Math.ceil(bytes / 1000)} KB)`
  return { text, used }
}

/** Reads of pages that SQLite does not have in memory, and of the request. Linux only. */
const readsOf = (pid: number): number => Number(/^syscr: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))![1])

/** Of all threads of a process. Linux only. */
function processorMs(pid: number): number {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // the process has ended meanwhile
    }
  }
  return nanoseconds / 1e6
}
