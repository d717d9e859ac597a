import { start } from '../e2e/panelkeep'
import { copyFolder, LONG_SERIES, largeDataDir } from './library'
import { WHOLE } from './lists'
import { alone, mb, readPath, resident } from './measure'
import type { Row } from './table'

const REQUESTS = 10_000
const WHOLE_LISTS = 10
/** The time after which the jobs that are due at a start are running. */
const BEGUN_MS = 5000
/** Time for garbage collection, since a login alone needs 64 MB for a moment. */
const SETTLE_MS = 20_000
const PATHS = ['/api/series?limit=50', '/api/wanted?limit=50', `/api/series/${LONG_SERIES}`, '/login', '/api/series/s7']

/**
 * Resident memory with the large library: after the start, after ten thousand requests, four at a time, and after
 * complete lists.
 */
export async function memory(): Promise<Row[]> {
  const large = await copyFolder(await largeDataDir())
  const panelkeep = await start({ dataDir: large.path })
  const reader = await panelkeep.reader()
  await waitUntilIdle(panelkeep.child.pid)
  const idle = resident(panelkeep.child.pid)
  let requests = 0
  const ask = async () => {
    while (requests < REQUESTS) await readPath(reader, PATHS[requests++ % PATHS.length]!)
  }
  await Promise.all([ask(), ask(), ask(), ask()])
  const atOnce = resident(panelkeep.child.pid)
  await waitUntilIdle(panelkeep.child.pid)
  const later = resident(panelkeep.child.pid)
  for (let n = 0; n < WHOLE_LISTS; n++) await readPath(reader, WHOLE[n % WHOLE.length]!)
  const atOnceWhole = resident(panelkeep.child.pid)
  await waitUntilIdle(panelkeep.child.pid)
  const laterWhole = resident(panelkeep.child.pid)
  await panelkeep.stop()
  large.remove()
  return [
    { what: 'resident memory, idle', budget: '80 MB', measured: mb(idle) },
    {
      what: 'resident memory after 10,000 requests',
      budget: '110 MB',
      measured: `${mb(later)} (${mb(atOnce)} at once)`,
    },
    {
      what: `resident memory after ${WHOLE_LISTS} lists without a limit`,
      budget: '160 MB',
      measured: `${mb(laterWhole)} (${mb(atOnceWhole)} at once)`,
    },
  ]
}

/** Waits for the backup of the first start. */
async function waitUntilIdle(pid: number): Promise<void> {
  await Bun.sleep(BEGUN_MS)
  await alone(pid)
  await Bun.sleep(SETTLE_MS)
}
