import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, type Panelkeep, start } from '../e2e/panelkeep'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { copyFolder, emptyDataDir, keptFolder } from './library'
import { mb, ms, percentile, perSecond, resident } from './measure'
import { rawBytes } from './raw'
import { type Row, unmeasuredRow } from './table'

const FILES = 10_000
const EACH = 50
const FILES_BUDGET = '2,500 files/s'

/** A first scan of ten thousand small CBZ with ComicInfo: speed, memory, and how long other requests wait. */
export async function scan(): Promise<Row[]> {
  const comics = await smallComics()
  const data = await copyFolder(await emptyDataDir())
  const panelkeep = await start({ dataDir: data.path })
  const reader = await panelkeep.reader()
  await reader.put('/api/config', { comic_dirs: [comics] })
  try {
    const [files, ...rest] = await watched(panelkeep, reader)
    return [{ ...files!, limit: rawBytes(comics) }, ...rest]
  } catch (error) {
    return [unmeasuredRow(`import scan of ${FILES} CBZ`, FILES_BUDGET, error)]
  } finally {
    await panelkeep.stop()
    data.remove()
  }
}

export interface ScanProgress {
  status: string | null
  progress: { total_files: number; processed_files: number; errors: string[] }
}

async function watched(panelkeep: Panelkeep, reader: Client): Promise<Row[]> {
  const since = performance.now()
  const begun = await reader.post('/api/import/comic/scan')
  if (begun.status >= 300) throw new Error(`the scan was answered ${begun.status}: ${await begun.text()}`)
  const health = probe(panelkeep)
  let most = 0
  let seen: ScanProgress
  do {
    await Bun.sleep(100)
    most = Math.max(most, resident(panelkeep.child.pid))
    seen = await reader.json<ScanProgress & Record<string, unknown>>('/api/import/comic/progress')
  } while (seen.status === 'scanning')
  const elapsed = performance.now() - since
  const waits = await health.end()
  if (seen.status !== 'completed') throw new Error(`the scan ended as ${seen.status}: ${seen.progress.errors[0]}`)
  const count = seen.progress.processed_files
  return [
    {
      what: `import scan of ${count} CBZ with ComicInfo`,
      budget: FILES_BUDGET,
      measured: perSecond(count, elapsed, 'files'),
    },
    { what: 'resident memory while scanning', budget: '250 MB', measured: mb(most) },
    {
      what: 'event loop while scanning (answer to /api/health)',
      budget: 'never over 50 ms',
      measured: `p99 ${ms(percentile(waits, 0.99))}, longest ${ms(Math.max(...waits))}`,
    },
  ]
}

/** Requests the health every few milliseconds: a late response shows how long the event loop was blocked. */
export function probe(panelkeep: Panelkeep): { end(): Promise<number[]> } {
  const waits: number[] = []
  let asking = true
  const done = (async () => {
    while (asking) {
      const since = performance.now()
      await (await fetch(`${panelkeep.url}/api/health`)).arrayBuffer()
      waits.push(performance.now() - since)
      await Bun.sleep(3)
    }
  })()
  return {
    async end() {
      asking = false
      await done
      return waits
    },
  }
}

/** Two hundred series of fifty issues, four small pages each. */
export function smallComics(): Promise<string> {
  return keptFolder('small-comics', (folder) => {
    console.error(`writing ${FILES} small CBZ, once …`)
    const pages = makePages(4, [120, 180])
    for (let n = 0; n < FILES; n++) {
      const series = `Small Parade ${Math.trunc(n / EACH) + 1}`
      const number = (n % EACH) + 1
      const at = join(folder, `${series} (2019)`)
      if (number === 1) mkdirSync(at)
      const comicInfo =
        `<?xml version="1.0"?>\n<ComicInfo><Title>Part ${number}</Title><Series>${series}</Series>` +
        `<Number>${number}</Number><Volume>2019</Volume><Year>2019</Year><Month>${(number % 12) + 1}</Month>` +
        `<Writer>A. Writer</Writer><Publisher>Rookery</Publisher><PageCount>4</PageCount></ComicInfo>`
      const name = `${series} ${String(number).padStart(3, '0')} (2019).cbz`
      writeFileSync(join(at, name), makeCbz(pages, { comicInfo }))
    }
  })
}
