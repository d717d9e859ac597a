import { statSync } from 'node:fs'
import { join } from 'node:path'
import { start } from '../e2e/panelkeep'
import { systemClock } from '../src/base/platform/clock'
import { systemFiles } from '../src/base/platform/files'
import { lineLog } from '../src/base/platform/log'
import { Database } from '../src/base/storage/database'
import { LibraryCheck } from '../src/collecting/care/library-check'
import { SeriesCheck } from '../src/collecting/care/series-check'
import { copyFolder, FIRST_START_MS, largeDataDir } from './library'
import { mb, ms, p50p99, readPath, timeCalls } from './measure'
import type { Row } from './table'

const PATHS = [
  '/api/care',
  '/api/care/copies?kind=pages',
  '/api/care/copies?kind=pages&page=40&per_page=20',
  '/api/care/findings?kind=missing_pages',
  '/api/care/sizes?facet=series',
  '/api/care/pairs',
]

/** The care page at 250,000 issues: what the checks of files cost, how long the comparison takes, and the page. */
export async function care(): Promise<Row[]> {
  const large = await copyFolder(await largeDataDir())
  const path = join(large.path, 'panelkeep.db')
  const before = statSync(path).size
  const db = new Database(path, { publish: () => {} })
  fillChecks(db)
  const files = db.read.all<{ n: number }>('select count(*) as n from file_checks' as never)[0]!.n
  const checked = await check(db)
  db.close()
  const added = statSync(path).size - before
  const rows: Row[] = [
    {
      what: 'checks of 250,000 files, on disk',
      budget: '',
      measured: `${mb((added / files) * 250_000)}, ${Math.round(added / files)} bytes a file`,
    },
    { what: 'comparing the library, processor time', budget: '60,000 ms', measured: ms(checked.cpu) },
    {
      what: 'longest turn of the event loop meanwhile, processor time',
      budget: '50 ms',
      measured: `${ms(checked.longest)}, 99.9 % below ${ms(checked.usual)}`,
    },
    { what: 'memory of the comparison', budget: '', measured: mb(checked.memory) },
  ]
  const panelkeep = await start({ dataDir: large.path })
  const reader = await panelkeep.reader()
  await Bun.sleep(FIRST_START_MS)
  for (const address of PATHS) {
    const times = await timeCalls(100, () => readPath(reader, address))
    rows.push({ what: `GET ${address}`, budget: 'p99 10 ms', measured: p50p99(times) })
  }
  await panelkeep.stop()
  large.remove()
  return rows
}

/** Every file was read. One of fifty has the pages of another one, one of a hundred skips pages. */
function fillChecks(db: Database): void {
  db.write((tx) => {
    tx.run(
      `insert into file_checks (file_id, size, modified_ms, reading, page_digest, page_bytes, missing_pages)
      select file_id, size, modified_ms, 1, substr(hex(randomblob(8)), 1, 16), size, case rowid % 100 when 1 then '12-13' end
      from files where gone_at is null` as never,
    )
    tx.run(
      `update file_checks set page_digest = (select o.page_digest from file_checks o where o.rowid = file_checks.rowid - 1)
      where rowid % 50 = 0 and rowid > 1` as never,
    )
  })
}

async function check(db: Database) {
  const archives = { files: systemFiles, unpacker: undefined as never }
  const log = lineLog(systemClock.now, () => undefined)
  const series = new SeriesCheck({ db, clock: systemClock, log, archives, isReading: () => false })
  const operations = { active: () => [], enqueue: () => undefined as never }
  const run = new LibraryCheck({ db, clock: systemClock, operations, series, roots: () => ['/library'] })
  const turns: number[] = []
  // Processor time: other programs of the machine would lengthen a turn.
  let last = process.cpuUsage()
  let isRunning = true
  const sample = () => {
    const { user, system } = process.cpuUsage(last)
    turns.push((user + system) / 1000)
    last = process.cpuUsage()
    if (isRunning) setImmediate(sample)
  }
  Bun.gc(true)
  const memory = process.memoryUsage().rss
  const cpu = process.cpuUsage()
  setImmediate(sample)
  await run.run(
    {},
    {
      signal: new AbortController().signal,
      report: () => undefined,
      persist: async (work) => db.write((tx) => work(tx) as never),
      operation_id: 'bench',
    },
  )
  isRunning = false
  const { user, system } = process.cpuUsage(cpu)
  turns.sort((a, b) => a - b)
  return {
    cpu: (user + system) / 1000,
    longest: turns.at(-1) ?? 0,
    usual: turns[Math.floor(turns.length * 0.999)] ?? 0,
    memory: Math.max(0, process.memoryUsage().rss - memory),
  }
}
