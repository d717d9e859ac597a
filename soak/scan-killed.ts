import { join } from 'node:path'
import { tempFolder } from '../e2e/folders'
import { type Client, endAll, type Panelkeep, start, startWithLogin } from '../e2e/panelkeep'
import { makeScanFolders, rearrange } from './killed-library'
import { confirmsOf, faultsOf, isImporting, libraryRows, pathsById, proposalRows } from './library-rows'
import { seededRandom } from './random'
import type { Soak } from './soak'

/**
 * Two programs scan the same folders: one undisturbed, the other killed at random moments, in a scan, in an import and
 * in a second scan after files moved. Both have to end with the same rows.
 */

export const soak: Soak = {
  name: 'scan-killed',
  about: 'scans and imports are killed (kill -9) at random moments; the library ends with the same rows',
  full: 30,
  async run(amount, report) {
    const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000)
    report(`seed ${seed} (SOAK_SEED=${seed} repeats this run)`)
    await killScans({ kills: amount, seed, report })
  },
}

interface Options {
  /** Kills in each of the three phases. */
  kills: number
  seed: number
  report: (line: string) => void
}

export async function killScans({ kills, seed, report }: Options): Promise<void> {
  const folder = tempFolder()
  try {
    const comics = makeScanFolders(folder.in('shelf'))
    const calm = await Run.begin(folder.in('calm'), comics)
    const rough = await Run.begin(folder.in('rough'), comics)
    const killing = { times: kills, random: seededRandom(seed), report }

    const scan = await calm.timed(() => calm.scan())
    const scanned = await rough.killed('scans', { ...killing, within: scan }, () => rough.scan())
    same('the proposals of a killed scan', proposalRows(calm.database), proposalRows(rough.database))

    const confirm = await calm.timed(() => calm.confirm())
    await rough.killed(
      'confirms',
      { ...killing, within: confirm },
      () => rough.confirm(),
      () => rough.undoImport(),
    )
    same('the library of a killed confirm', libraryRows(calm.database), libraryRows(rough.database))
    const [was, wasRough] = [pathsById(calm.database), pathsById(rough.database)]

    rearrange(comics)
    const again = await calm.timed(() => calm.scan())
    await rough.killed('second scans', { ...killing, within: again }, () => rough.scan())
    same('the proposals of a killed second scan', proposalRows(calm.database), proposalRows(rough.database))
    same('the library of a killed second scan', libraryRows(calm.database, was), libraryRows(rough.database, wasRough))
    report(`${scanned} files with equal proposals, ${was.size} files in both libraries`)
    await calm.panelkeep.stop()
    await rough.panelkeep.stop()
  } finally {
    endAll()
    folder.remove()
  }
}

interface Killing {
  times: number
  random: () => number
  /** Milliseconds of the undisturbed work. */
  within: number
  report: (line: string) => void
}

interface View {
  status: string | null
  scan_id: string | null
  progress: { processed_files: number }
  results: { match: { comicid: string } }[] | null
}

/** A program with its own data directory, restarted after each kill. */
class Run {
  private constructor(
    public panelkeep: Panelkeep,
    private reader: Client,
  ) {}

  static async begin(dataDir: string, comics: string): Promise<Run> {
    const panelkeep = await startWithLogin({ dataDir })
    const reader = await panelkeep.reader()
    const saved = await reader.put('/api/config', { comic_dirs: [comics] })
    if (saved.status !== 200) throw new Error(`the folder was refused: ${await saved.text()}`)
    return new Run(panelkeep, reader)
  }

  get database(): string {
    return join(this.panelkeep.dataDir, 'panelkeep.db')
  }

  async scan(): Promise<void> {
    await this.post('/api/import/comic/scan')
  }

  async confirm(): Promise<void> {
    const { scan_id, results } = await this.view()
    const selected_ids = results!.map(({ match }) => match.comicid)
    await this.post('/api/import/comic/confirm', { scan_id, selected_ids })
  }

  /** Undoes the last import if the library is not empty. No row may remain. */
  async undoImport(): Promise<void> {
    const [last] = confirmsOf(this.database)
    if (!last || libraryRows(this.database).length === 0) return
    if (last.state !== 'succeeded') throw new Error(`a killed import ended as ${last.state}`)
    await this.post('/api/import/comic/undo', { operation_id: last.operation_id })
    const left = libraryRows(this.database)
    if (left.length > 0) throw new Error(`an undo left ${left.length} rows, such as ${left[0]}`)
  }

  /** Milliseconds of the work in the background. */
  async timed(begin: () => Promise<void>): Promise<number> {
    const since = performance.now()
    await begin()
    await this.waitUntilIdle()
    return performance.now() - since
  }

  /**
   * Kills the program repeatedly. Unfinished work resumes automatically; finished work is started again. Returns the files
   * that were seen.
   */
  async killed(
    what: string,
    { times, random, within, report }: Killing,
    begin: () => Promise<void>,
    before: () => Promise<void> = async () => {},
  ): Promise<number> {
    let inTheMiddle = 0
    // The machine may be slower or faster than for the other program: kills should not all be at the start or all after
    // the end.
    let most = within
    for (let kill = 0; kill < times; kill++) {
      let begun = Promise.resolve()
      if (!(await this.isBusy())) {
        await before()
        // Not awaited, since the kill may happen before the response.
        begun = begin().catch(() => undefined)
      }
      await Bun.sleep(random() * most)
      await this.panelkeep.kill()
      await begun
      this.panelkeep = await start({ dataDir: this.panelkeep.dataDir })
      // The session survives; a login would take longer than the start.
      this.reader = this.panelkeep.client(this.reader.headers)
      const goesOn = await this.isBusy()
      if (goesOn) inTheMiddle += 1
      most = Math.max(within / 4, most * (goesOn ? 1.2 : 0.8))
    }
    const faults = faultsOf(this.database)
    if (faults.length > 0) throw new Error(`the database is damaged: ${faults.join(', ')}`)
    let view = await this.waitUntilIdle()
    if (view.status === null || (what === 'confirms' && view.results!.length > 0)) {
      await begin()
      view = await this.waitUntilIdle()
    }
    report(
      `${times} ${what} killed, ${inTheMiddle} of them in the middle (it takes ${Math.round(within)} ms undisturbed)`,
    )
    return view.progress.processed_files
  }

  private async isBusy(): Promise<boolean> {
    return this.isAtWork(await this.view())
  }

  private isAtWork({ status }: View): boolean {
    return status === 'scanning' || status === 'importing' || isImporting(this.database)
  }

  private view(): Promise<View> {
    return this.reader.json<View & Record<string, unknown>>('/api/import/comic/progress')
  }

  private async waitUntilIdle(): Promise<View> {
    const until = Date.now() + 60_000
    for (;;) {
      const now = await this.view()
      if (!this.isAtWork(now)) {
        if (now.status !== 'completed' && now.status !== null) throw new Error(`the scan ended as ${now.status}`)
        return now
      }
      if (Date.now() > until) throw new Error(`the scan does not end: ${JSON.stringify(now.progress)}`)
      await Bun.sleep(10)
    }
  }

  private async post(path: string, body?: unknown): Promise<void> {
    const reply = await this.reader.post(path, body)
    if (![200, 202].includes(reply.status)) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
  }
}

/** Throws with the first rows that differ. */
function same(what: string, calm: string[], rough: string[]): void {
  const [expected, found] = [new Set(calm), new Set(rough)]
  const missing = calm.filter((row) => !found.has(row))
  const extra = rough.filter((row) => !expected.has(row))
  if (missing.length + extra.length === 0 && calm.length === rough.length) return
  const some = (rows: string[]) => rows.slice(0, 3).join('\n  ')
  throw new Error(
    `${what} differs: ${calm.length} rows, ${rough.length} rows\nmissing ${missing.length}:\n  ${some(missing)}\nextra ${extra.length}:\n  ${some(extra)}`,
  )
}
