import { join } from 'node:path'
import { type Panelkeep, start } from '../e2e/panelkeep'
import { writeFullLibrary } from '../src/testing/libraries/full-comicinfo'
import { confirm, scan } from './importing'
import { copyFolder, emptyDataDir, keptFolder } from './library'
import { mb, ms, percentile, processorMs, resident, sizeOf } from './measure'
import { probe } from './scan'
import { type Row, unmeasuredRow } from './table'

const FILES = 2_000

/** Two thousand files with every element of ComicInfo are scanned and imported: processor time, database, event loop. */
export async function fullScan(): Promise<Row[]> {
  const comics = await keptFolder('full-comicinfo-2', (folder) => {
    console.error(`writing ${FILES} CBZ with all fields, once …`)
    writeFullLibrary(folder, FILES)
  })
  const data = await copyFolder(await emptyDataDir())
  const panelkeep = await start({ dataDir: data.path })
  try {
    const reader = await panelkeep.reader()
    await reader.put('/api/config', { comic_dirs: [comics] })
    const database = join(data.path, 'panelkeep.db')
    const bytes = () => sizeOf(database) + sizeOf(`${database}-wal`)
    const before = bytes()
    const scanned = await phase(panelkeep, () => scan(reader))
    const imported = await phase(panelkeep, () => confirm(reader))
    await panelkeep.stop()
    return [
      row(`scan with all fields of ${FILES} CBZ`, scanned),
      row(`import with all fields of ${FILES} CBZ`, imported),
      { what: `database of ${FILES} files with all fields`, budget: '20 MB', measured: mb(bytes() - before) },
    ]
  } catch (error) {
    return [unmeasuredRow(`scan with all fields of ${FILES} CBZ`, '', error)]
  } finally {
    await panelkeep.stop()
    data.remove()
  }
}

interface Phase {
  processor: number
  took: number
  waits: number[]
  memory: number
}

const row = (what: string, { processor, took, waits, memory }: Phase): Row => ({
  what,
  budget: 'never over 50 ms',
  measured:
    `${ms(processor)} of processor time in ${ms(took)}; event loop p99 ${ms(percentile(waits, 0.99))}, ` +
    `longest ${ms(Math.max(...waits))}; ${mb(memory)}`,
})

async function phase(panelkeep: Panelkeep, work: () => Promise<void>): Promise<Phase> {
  const { pid } = panelkeep.child
  const [since, spent] = [performance.now(), processorMs(pid)]
  const health = probe(panelkeep)
  await work()
  const took = performance.now() - since
  const memory = resident(pid)
  return { took, memory, waits: await health.end(), processor: processorMs(pid) - spent }
}
