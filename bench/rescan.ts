import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { basic, type Client, type Panelkeep, start } from '../e2e/panelkeep'
import { fillBooks } from './covers-and-pages'
import { copyFolder, emptyDataDir } from './library'
import { p50p99, percentile, readPath } from './measure'
import { BOOKS, PAGES, realBooks } from './real-pages'
import { type ScanProgress, smallComics } from './scan'
import { type Row, unmeasuredRow } from './table'

const WHAT = 'next page at 1,500 px, to a reader beside a rescan'
const BUDGET = 'p50 as without'
const READ = 200
const PACE_MS = 25

/** Pages that are turned while ten thousand files that were scanned before are scanned again. */
export async function rescan(): Promise<Row[]> {
  const [books, comics] = [await realBooks(), await smallComics()]
  const data = await copyFolder(await emptyDataDir())
  const ids = fillBooks(join(data.path, 'panelkeep.db'), books)
  const panelkeep = await start({ dataDir: data.path })
  const reader = await panelkeep.reader()
  try {
    await reader.put('/api/config', { comic_dirs: [books, comics] })
    await scanned(reader, async () => {})
    const alone = await turned(panelkeep, ids, 0)
    let beside: number[] = []
    let before = 0
    const used = await scanned(reader, async (isRunning) => {
      before = cpuOf(panelkeep)
      beside = await turned(panelkeep, ids, READ, isRunning)
    })
    const scanCpu = cpuOf(panelkeep) - before
    const measured = `${p50p99(beside)} for ${beside.length} pages, without ${p50p99(alone)}`
    return [
      { what: WHAT, budget: BUDGET, measured: `${measured} (worst ${percentile(beside, 1).toFixed(0)} ms)` },
      { what: 'a rescan of 10,000 files and those pages', budget: '', measured: `${used} ms, processor ${scanCpu} ms` },
    ]
  } catch (error) {
    return [unmeasuredRow(WHAT, BUDGET, error)]
  } finally {
    await panelkeep.stop()
    data.remove()
  }
}

/** Scans, with `work` beside it. Resolves with the milliseconds it took. */
async function scanned(reader: Client, work: (isRunning: () => boolean) => Promise<void>): Promise<number> {
  const since = performance.now()
  const begun = await reader.post('/api/import/comic/scan')
  if (begun.status >= 300) throw new Error(`the scan was answered ${begun.status}: ${await begun.text()}`)
  let isRunning = true
  const beside = work(() => isRunning)
  for (;;) {
    await Bun.sleep(50)
    const { status } = await reader.json<ScanProgress & Record<string, unknown>>('/api/import/comic/progress')
    if (status === 'completed') break
    if (status !== 'scanning') throw new Error(`the scan ended as ${status}`)
  }
  isRunning = false
  const took = Math.round(performance.now() - since)
  await beside
  return took
}

/** Milliseconds of each page, one after the other at the pace of a hasty reader. */
async function turned(panelkeep: Panelkeep, ids: string[], from: number, isOn = () => true): Promise<number[]> {
  const app = panelkeep.client(basic())
  const times: number[] = []
  for (let n = from; n < from + READ && isOn(); n++) {
    const [book, page] = [ids[Math.trunc(n / PAGES) % BOOKS], n % PAGES]
    const since = performance.now()
    await readPath(app, `/opds/stream/${book}?page=${page}&width=1500`)
    times.push(performance.now() - since)
    await Bun.sleep(PACE_MS)
  }
  return times
}

/** Processor milliseconds of the program since its start, in steps of ten. Linux only. */
function cpuOf({ child }: Panelkeep): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
