import { Database } from 'bun:sqlite'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '../e2e/folders'
import { type Client, endAll, type Panelkeep, start, startWithLogin } from '../e2e/panelkeep'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { type MylarTables, makeMylar, manySeries } from '../src/testing/migration/mylar'
import { faultsOf } from './library-rows'
import { seededRandom } from './random'
import type { Soak } from './soak'

/** Two programs migrate the same library: one undisturbed, the other killed at random moments. */

export const soak: Soak = {
  name: 'moving-killed',
  about: 'a migration is killed (kill -9) at random moments; the library ends with the same rows',
  full: 50,
  async run(amount, report) {
    const seed = Number(process.env.SOAK_SEED ?? Date.now() % 1_000_000)
    report(`seed ${seed} (SOAK_SEED=${seed} repeats this run)`)
    await killMoves({ kills: amount, seed, report })
  },
}

interface Options {
  kills: number
  seed: number
  report: (line: string) => void
  /** Series of 50 issues each. */
  series?: number
}

const FOLDER = 'Series 1 (2016)'

export async function killMoves({ kills, seed, report, series = 100 }: Options): Promise<void> {
  const folder = tempFolder()
  try {
    const comics = folder.in('comics')
    putComics(comics)
    const source = makeMylar(
      folder.in('mylar'),
      tables(series),
      '[General]\nannuals_on = True\n[Newznab]\nextra_newznabs = A, http://127.0.0.1:9, 1, KEY, , 1, 1\n',
    )
    const body = { path: source, path_mappings: [{ from: '/comics', to: comics }] }
    const calm = await Run.begin(folder.in('calm'), body)
    const since = performance.now()
    await calm.begin()
    await calm.waitUntilIdle()
    const within = performance.now() - since
    const expected = rowsOf(calm.database)
    await calm.panelkeep.stop()
    const random = seededRandom(seed)
    let [killed, inTheMiddle, round] = [0, 0, 0]
    while (killed < kills) {
      const rough = await Run.begin(folder.in(`rough-${round++}`), body)
      await rough.begin()
      // Kills one migration several times, until it completes.
      for (let busy = true; busy && killed < kills; killed++) {
        await Bun.sleep(random() * within * 0.6)
        busy = await rough.kill()
        if (busy) inTheMiddle++
      }
      await rough.waitUntilIdle()
      const faults = faultsOf(rough.database)
      if (faults.length > 0) throw new Error(`the database is damaged: ${faults.join(', ')}`)
      same(expected, rowsOf(rough.database))
      await rough.panelkeep.stop()
    }
    report(
      `${killed} kills in ${round} moves, ${inTheMiddle} of them in the middle (${Math.round(within)} ms undisturbed)`,
    )
  } finally {
    endAll()
    folder.remove()
  }
}

function putComics(comics: string): void {
  mkdirSync(join(comics, FOLDER), { recursive: true })
  // Each file has its own content, since reading progress belongs to the content.
  for (let n = 1; n <= 20; n++) {
    const name = `Series 1 ${String(n).padStart(3, '0')} (2016).cbz`
    writeFileSync(join(comics, FOLDER, name), makeCbz({ ...makePages(2), 'n.txt': 'n'.repeat(n) }))
  }
}

function tables(series: number): MylarTables {
  const many = manySeries(series, 50, (at) => ['Downloaded', 'Wanted', 'Archived'][at % 3]!)
  const ids = Array.from({ length: 200 }, (_, at) => String(1_000_001 + at * 7))
  return {
    ...many,
    annuals: ids.slice(0, 30).map((id, at) => ({
      IssueID: `9${id}`,
      ComicID: '1',
      Issue_Number: '1',
      Status: 'Wanted',
      IssueDate: `20${10 + at}-01-01`,
    })),
    snatched: ids.map((IssueID) => ({
      IssueID,
      Status: 'Snatched',
      Provider: 'A (newznab)',
      DateAdded: '2026-01-01 10:00:00',
    })),
    storyarcs: ids.map((IssueID, at) => ({
      StoryArcID: '77',
      StoryArc: 'Low Tide',
      IssueArcID: '77_1000',
      IssueID,
      ReadingOrder: at,
    })),
    readlist: ids.map((IssueID, at) => ({ IssueID, Status: at % 2 === 0 ? 'Read' : 'Added' })),
    weekly: ids.map((IssueID) => ({
      IssueID,
      COMIC: 'Series 1',
      ISSUE: '1',
      SHIPDATE: '2026-10-21',
      STATUS: 'Skipped',
    })),
    ref32p: [{ ComicID: '1', ID: '2', Series: 'Series 1' }],
  }
}

interface Progress extends Record<string, unknown> {
  status: string
  error: string | null
  files: { waiting: number } | null
}

/** A program with its own data directory, restarted after each kill. */
class Run {
  private constructor(
    public panelkeep: Panelkeep,
    private reader: Client,
    private readonly body: unknown,
  ) {}

  static async begin(dataDir: string, body: unknown): Promise<Run> {
    const panelkeep = await startWithLogin({ dataDir })
    return new Run(panelkeep, await panelkeep.reader(), body)
  }

  get database(): string {
    return join(this.panelkeep.dataDir, 'panelkeep.db')
  }

  async begin(): Promise<void> {
    const reply = await this.reader.post('/api/system/migration/start', this.body)
    if (reply.status !== 200) throw new Error(`the migration was refused: ${await reply.text()}`)
  }

  /** Whether the next start had something left to do. */
  async kill(): Promise<boolean> {
    await this.panelkeep.kill()
    this.panelkeep = await start({ dataDir: this.panelkeep.dataDir })
    // The session survives; a login would take longer than the start.
    this.reader = this.panelkeep.client(this.reader.headers)
    return !isThrough(await this.progress())
  }

  async waitUntilIdle(): Promise<void> {
    const until = Date.now() + 60_000
    for (;;) {
      const now = await this.progress()
      if (now.error !== null) throw new Error(`the migration failed: ${now.error}`)
      if (isThrough(now)) return
      if (Date.now() > until) throw new Error(`the migration does not end: ${JSON.stringify(now)}`)
      await Bun.sleep(20)
    }
  }

  private progress(): Promise<Progress> {
    return this.reader.json<Progress>('/api/system/migration/progress')
  }
}

const isThrough = ({ status, files }: Progress) => status === 'complete' && files?.waiting === 0

/** All rows that a migration writes, without times and random ids. */
const QUERIES = [
  'select comic_id, name, year, status, location, total, have, wanted from series',
  'select issue_id, comic_id, kind, number, intent, fulfillment, release_date from issues',
  'select item_id, entity_id, stage, title, indexer from journal',
  'select item_id, issue_id from journal_issues',
  'select arc_id, name, source, rows_made from story_arcs',
  'select issue_arc_id, position, issue_id, number from story_arc_issues',
  'select list_id, issue_id, position, label from reading_list_entries',
  'select source_id, day, series, number, want, issue_id from weekly_releases',
  'select name, host, enabled, position from indexers',
  'select path, size, page_count from files',
  'select issue_id, path from issue_files join files using (file_id)',
  'select issue_id, completed, times_read from reading_progress',
  'select table_name, outcome, source_id, reason from moving_omissions',
  'select comic_id, issue_id, path, state, reason from moving_files',
  'select name, position, rows, taken, merged, left, notes from moving_steps',
  'select state from moving_runs',
  'select reconciliation, owner from acquisition_gate',
]

function rowsOf(path: string): string[] {
  const database = new Database(path, { readonly: true })
  try {
    return QUERIES.flatMap((query) =>
      database
        .query(query)
        .all()
        .map((row) => `${query.split(' from ')[1]} ${JSON.stringify(row)}`)
        .sort(),
    )
  } finally {
    database.close()
  }
}

/** Throws with the first rows that differ. */
function same(calm: string[], rough: string[]): void {
  const [expected, found] = [new Set(calm), new Set(rough)]
  const missing = calm.filter((row) => !found.has(row))
  const extra = rough.filter((row) => !expected.has(row))
  if (missing.length + extra.length === 0 && calm.length === rough.length) return
  throw new Error(
    `a killed move differs: ${calm.length} rows, ${rough.length} rows\nmissing ${missing.length}:\n  ${missing.slice(0, 3).join('\n  ')}\nextra ${extra.length}:\n  ${extra.slice(0, 3).join('\n  ')}`,
  )
}
