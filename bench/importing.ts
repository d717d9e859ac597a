import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, type Panelkeep, start } from '../e2e/panelkeep'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { copyFolder, emptyDataDir, keptFolder } from './library'
import { mb, ms, peakOf, resetPeak, resident, sizeOf, writtenBytes } from './measure'
import { type Row, unmeasuredRow } from './table'

const SERIES = 4_000
const EACH = 5
const FILES = SERIES * EACH
/** Time for garbage collection. */
const SETTLE_MS = 20_000

/** Twenty thousand files are scanned, imported and scanned again: what is written, and the memory. */
export async function importing(): Promise<Row[]> {
  const comics = await manySeries()
  const data = await copyFolder(await emptyDataDir())
  const panelkeep = await start({ dataDir: data.path })
  const { pid } = panelkeep.child
  try {
    const reader = await panelkeep.reader()
    await reader.put('/api/config', { comic_dirs: [comics] })
    const before = writtenBytes(pid)
    const scanned = await phase(panelkeep, () => scan(reader))
    const imported = await phase(panelkeep, () => confirm(reader))
    const bytes = ['', '-wal'].reduce((sum, end) => sum + sizeOf(join(data.path, `panelkeep.db${end}`)), 0)
    const written = writtenBytes(pid) - before
    const rescanned = await phase(panelkeep, () => scan(reader))
    return [
      row('the first scan', scanned),
      row('the import', imported),
      row('the second scan', rescanned),
      {
        what: `written bytes of the first scan and the import of ${FILES} files`,
        budget: '5 times the database',
        measured: `${mb(written)}; the database has ${mb(bytes)}`,
        isOver: written > bytes * 5,
      },
    ]
  } catch (error) {
    return [unmeasuredRow(`import of ${FILES} files`, '', error)]
  } finally {
    await panelkeep.stop()
    data.remove()
  }
}

interface Phase {
  took: number
  written: number
  peak: number
  later: number
}

const row = (what: string, { took, written, peak, later }: Phase): Row => ({
  what: `${what} of ${FILES} files: memory`,
  budget: '250 MB',
  measured: `${mb(peak)}, later ${mb(later)} (${ms(took)}, ${mb(written)} written)`,
})

async function phase({ child: { pid } }: Panelkeep, work: () => Promise<void>): Promise<Phase> {
  resetPeak(pid)
  const [since, before] = [performance.now(), writtenBytes(pid)]
  await work()
  const took = performance.now() - since
  const peak = peakOf(pid)
  await Bun.sleep(SETTLE_MS)
  return { took, written: writtenBytes(pid) - before, peak, later: resident(pid) }
}

export async function scan(reader: Client): Promise<void> {
  await posted(reader, '/api/import/comic/scan')
  await until(reader, 'scanning')
}

export async function confirm(reader: Client): Promise<void> {
  const review = await reader.json<{ scan_id: string; outline: { comic_id: string }[] }>('/api/import/comic/review')
  const { scan_id, outline } = review
  await posted(reader, '/api/import/comic/confirm', { scan_id, selected_ids: outline.map(({ comic_id }) => comic_id) })
  await until(reader, 'importing')
}

/** Resolves when the scan has another state than `running`; throws when it failed. */
async function until(reader: Client, running: string): Promise<void> {
  for (;;) {
    await Bun.sleep(100)
    const { status } = await reader.json<{ status: string }>('/api/import/comic/review')
    if (status === running) continue
    if (status !== 'completed') throw new Error(`it ended as ${status}`)
    return
  }
}

async function posted(reader: Client, path: string, body?: unknown): Promise<void> {
  const reply = await reader.post(path, body)
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
}

/** One small page each, and no ComicInfo. */
function manySeries(): Promise<string> {
  return keptFolder('many-series', (folder) => {
    console.error(`writing ${FILES} small CBZ, once …`)
    const pages = makePages(1)
    for (let n = 1; n <= SERIES; n++) {
      const series = `Far Meadow ${n} (2001)`
      mkdirSync(join(folder, series))
      for (let number = 1; number <= EACH; number++) {
        const name = `${series} ${String(number).padStart(3, '0')}`
        writeFileSync(join(folder, series, `${name}.cbz`), makeCbz({ ...pages, 'n.txt': name }))
      }
    }
  })
}
