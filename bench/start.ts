import { tempFolder } from '../e2e/folders'
import { freePort, launch } from '../e2e/panelkeep'
import { copyFolder, largeDataDir } from './library'
import { ms, percentile } from './measure'
import type { Row } from './table'

const TIMES = 9

/** From the start of the program to its first 200. */
export async function startTimes(): Promise<Row[]> {
  const folder = tempFolder()
  const fresh: number[] = []
  for (let n = 0; n < TIMES; n++) fresh.push(await firstAnswer(folder.in(`data-${n}`)))
  folder.remove()

  const large = await copyFolder(await largeDataDir())
  const full: number[] = []
  for (let n = 0; n < TIMES; n++) full.push(await firstAnswer(large.path))
  large.remove()
  return [
    { what: 'start to first 200, empty data directory', budget: '80 ms', measured: shown(fresh) },
    { what: 'start to first 200, 250,000 issues', budget: '150 ms', measured: shown(full) },
  ]
}

const shown = (times: number[]) => `median ${ms(percentile(times, 0.5))}, slowest ${ms(Math.max(...times))}`

async function firstAnswer(dataDir: string): Promise<number> {
  const port = freePort()
  const since = performance.now()
  const panelkeep = launch({ dataDir, port })
  for (;;) {
    const reply = await fetch(`${panelkeep.url}/api/health`).catch(() => undefined)
    if (reply?.status === 200) break
    // Such as an executable that is older than the data: it would never answer.
    if (panelkeep.child.exitCode !== null) await panelkeep.ready()
    await Bun.sleep(1)
  }
  const elapsed = performance.now() - since
  await panelkeep.stop()
  return elapsed
}
