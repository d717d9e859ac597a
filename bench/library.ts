import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, start, startWithLogin } from '../e2e/panelkeep'
import type { Limits } from '../src/base/auth/states'
import { addUser } from '../src/base/auth/user-store'
import { Database } from '../src/base/storage/database'
import { migrations } from '../src/base/storage/migrations/index'
import { keepHoldings } from '../src/edges/dashboard/holdings'
import { updateSeriesReading } from '../src/library/reading/series-reading'
import { makeCbz, makePages } from '../src/testing/archives/archives'
import { makeFile, makeIssues, makeLibrary, makeSeries } from '../src/testing/make'
import { makeMylar } from '../src/testing/migration/mylar'
import { collectionTables } from '../src/testing/migration/mylar-collection'
import { NO_LIMITS } from '../src/testing/users'

/** Folders that are made once and kept for later runs, in the system's temporary folder. */
const KEPT = join(tmpdir(), 'panelkeep-bench')
export const SERIES = 5_000
const ISSUES_EACH = 50
/** The time after which the work of a first start is done: the index of 250,000 names, and a backup. */
export const FIRST_START_MS = 30_000
/** The id of an additional series, with a thousand issues. */
export const LONG_SERIES = 'long'

/** Makes the folder `name` by `fill` unless an earlier run has; partial folders never count. */
export async function keptFolder(name: string, fill: (folder: string) => Promise<void> | void): Promise<string> {
  const folder = join(KEPT, name)
  if (existsSync(folder)) return folder
  const beside = `${folder}.${process.pid}`
  mkdirSync(beside, { recursive: true })
  await fill(beside)
  renameSync(beside, folder)
  return folder
}

/**
 * A copy of a kept folder that may be changed. The copy is flushed to disk: otherwise the program would wait for that
 * when it first flushes its database.
 */
export async function copyFolder(folder: string): Promise<{ path: string; remove(): void }> {
  const path = `${folder}.copy-${process.pid}-${performance.now().toFixed(0)}`
  await cp(folder, path, { recursive: true })
  await Bun.$`sync`.quiet()
  return { path, remove: () => remove(path) }
}

/** Also removes the program's home folder. */
function remove(path: string): void {
  for (const each of [path, `${path}.home`]) rmSync(each, { recursive: true, force: true })
}

/** Changes with the tables and with the rows written below, so that outdated folders are not reused. */
const FILLED = 6
export const SHAPE = createHash('sha256')
  .update(JSON.stringify([migrations, FILLED]))
  .digest('hex')
  .slice(0, 12)

/** A data directory with a login and nothing else. */
export function emptyDataDir(): Promise<string> {
  return keptFolder(`empty-${SHAPE}`, async (folder) => {
    const panelkeep = await startWithLogin({ dataDir: folder })
    await panelkeep.stop()
    rmSync(`${folder}.home`, { recursive: true, force: true })
  })
}

/** A data directory with 5,000 series and 250,000 issues of which seven of ten have a file, and one long series. */
export async function largeDataDir(): Promise<string> {
  const empty = await emptyDataDir()
  return keptFolder(`large-${SHAPE}`, async (folder) => {
    console.error(`writing ${SERIES} series with ${SERIES * ISSUES_EACH} issues, once …`)
    await cp(empty, folder, { recursive: true })
    rmSync(join(folder, 'panelkeep.db'), { force: true })
    const db = new Database(join(folder, 'panelkeep.db'), { publish: () => {} })
    // The app does this at its start; without it the charts of the dashboard would have nothing to read.
    keepHoldings(db)
    makeLibrary(db, { series: SERIES, issuesPerSeries: ISSUES_EACH })
    makeSeries(db, { comic_id: LONG_SERIES, name: 'The Long One' })
    const ids = makeIssues(
      db,
      LONG_SERIES,
      Array.from({ length: 1000 }, (_, index) => index + 1),
    )
    for (const id of ids.slice(0, 700)) makeFile(db, { issues: [id] })
    fillHistory(db)
    fillReading(db)
    fillUsers(db)
    fillProgress(db)
    fillReleases(db)
    db.close()
  })
}

/** Years of grabs and timeline rows: enough to notice a list that reads more than its page. */
const HISTORY = 100_000

function fillHistory(db: Database): void {
  const numbers = `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${HISTORY}), i as
    (select issue_id, comic_id, row_number() over (order by issue_id) as at from issues limit ${HISTORY})`
  const at = `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-21T08:00:00Z', '-' || n || ' minutes')`
  const stage = `case n % 50 when 0 then 'failed' when 1 then 'cancelled' else 'post_processed' end`
  db.write((tx) => {
    tx.run(
      `${numbers} insert into journal (item_id, release_key, digest, entity_type, entity_id, comic_id, title, indexer,
      protocol, size, stage, resolution, reason, grabbed_at, updated_at) select 'item-' || n, i.issue_id || '|garden', 'd' || n, 'issue',
      i.issue_id, i.comic_id, 'Release ' || n, 'Garden', 'usenet', 40000000, ${stage}, case n % 50 when 0 then 'ignored' end,
      case n % 50 when 0 then 'download_failed_no_auto_handling: It failed.' end, ${at}, ${at} from n join i on i.at = n` as never,
    )
    tx.run(
      `${numbers} insert into timeline (created_at, activity, status, subject_type, subject_id, subject_label, release_key,
      parent_series_id) select ${at}, 'import', 'succeeded', 'issue', i.issue_id, 'Issue ' || n, i.issue_id || '|garden', i.comic_id
      from n join i on i.at = n` as never,
    )
  })
}

/** Ten years of reading, without a day left out: ten series a day, and in the end all of them. */
function fillReading(db: Database): void {
  db.write((tx) => {
    tx.run(
      `with recursive n(n) as (select 0 union all select n + 1 from n where n < 36499),
      s as (select comic_id, row_number() over (order by comic_id) - 1 as at from series)
      insert into reading_days (day, comic_id, pages, issues, seconds)
      select date('now', '-' || (n / 10) || ' days'), s.comic_id, 24, 1, 900 from n join s on s.at = n % ${SERIES}` as never,
    )
    tx.run(
      `insert into reading_totals (comic_id, name, pages, issues, seconds, last_day)
      select comic_id, comic_id, sum(pages), sum(issues), sum(seconds), max(day) from reading_days group by comic_id` as never,
    )
  })
}

const USERS = 8
const READ_EACH = 20_000
const userId = (at: number) => (at === 0 ? 'owner' : `user-${at}`)
/** A reader who may see three of four series. */
export const LIMITED_READER = userId(1)
const LIMITS: Limits = { ...NO_LIMITS, max_age: 12, tags_none: ['horror'] }

/** Readers besides the owner, without a password. A third of the series has an age rating, and one in seven a tag. */
function fillUsers(db: Database): void {
  const at = '2026-11-21T08:00:00.000Z'
  db.write((tx) => {
    for (let user = 1; user < USERS; user++)
      addUser(tx, {
        user_id: userId(user),
        name: `Reader ${user}`,
        name_key: `reader ${user}`,
        role: 'reader',
        colour: 'teal',
        limits: userId(user) === LIMITED_READER ? LIMITS : null,
        generation: userId(user),
        created_at: at,
      })
    tx.run(
      `update series set age_rating = iif(rowid % 6, 'Everyone 10+', 'Mature 17+'),
      age_years = iif(rowid % 6, 10, 17) where rowid % 3 = 0` as never,
    )
    tx.run(`insert into tags (tag_id, name, key) values (1, 'Horror', 'horror')` as never)
    tx.run(`insert into series_tags (comic_id, tag_id) select comic_id, 1 from series where rowid % 7 = 0` as never)
  })
}

/** Progress of eight users in 20,000 issues each; neighbours have three quarters of them in common. */
function fillProgress(db: Database): void {
  const at = `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-21T08:00:00Z', '-' || f.n || ' minutes')`
  db.write((tx) => {
    for (let user = 0; user < USERS; user++)
      tx.run(
        `with f as (select file_id, issue_id, row_number() over (order by file_id) as n from issue_files)
        insert into reading_progress (content_key, user_id, issue_id, comic_id, page, page_count, furthest, completed,
          started_at, read_at, finished_at, times_read, revision)
        select f.file_id, '${userId(user)}', i.issue_id, i.comic_id, iif(f.n % 9, 23, 5), 24,
          iif(f.n % 9, 23, 5), f.n % 9 > 0, ${at}, ${at}, iif(f.n % 9, ${at}, null), f.n % 9 > 0, f.n
        from f join issues i using (issue_id)
        where f.n > ${(user * READ_EACH) / 4} and f.n <= ${(user * READ_EACH) / 4 + READ_EACH}` as never,
      )
  })
  // As after an update from a version without rows of series.
  updateSeriesReading(db)
}

/** Rows of release lists: twelve releases a day, each in three lists, around the measured month. */
function fillReleases(db: Database): void {
  const fetched = '2000-01-01T00:00:00.000Z'
  db.write((tx) => {
    for (const source of ['metron', 'comicvine', 'walksoftly'])
      tx.run(
        `with recursive n(n) as (select 0 union all select n + 1 from n where n < 719)
        insert into weekly_releases (source, source_id, day, series, match_key, kind, unit, number, title, publisher, year,
          series_ids, issue_ids, want, fetched_at)
        select '${source}', '${source}-' || n, date('1999-12-19', '+' || (n / 12) || ' days'), 'Far Harbor ' || (n % 400),
          'farharbor' || (n % 400), 'issue', 'issue', cast(n % 60 + 1 as text), 'The Title', 'Northgate', 1999, '{}', '{}', 0,
          '${fetched}' from n` as never,
      )
  })
}

/** The same number of series and issues, migrated from Mylar, with 2,000 proposals of a scan. The program was killed. */
export async function movedDataDir(): Promise<string> {
  const empty = await emptyDataDir()
  return keptFolder(`moved-${SHAPE}`, async (folder) => {
    console.error(`migrating ${SERIES} series, once …`)
    const [source, comics] = [`${folder}.mylar`, `${folder}.comics`]
    await cp(empty, folder, { recursive: true })
    const today = new Date().toISOString().slice(0, 10)
    makeMylar(source, collectionTables({ series: SERIES, each: ISSUES_EACH, today }), '[General]\n')
    makeProposals(comics)
    const panelkeep = await start({ dataDir: folder })
    const reader = await panelkeep.reader()
    await readReply(reader.post('/api/system/migration/start', { path: source }))
    await untilReply(reader, '/api/system/migration/progress', ({ files }) => files?.waiting === 0)
    await readReply(reader.put('/api/config', { comic_dirs: [comics] }))
    await readReply(reader.post('/api/import/comic/scan'))
    await untilReply(reader, '/api/import/comic/progress', ({ status }) => status === 'completed')
    // Without a clean stop, so that SQLite has no statistics.
    await panelkeep.kill()
    for (const path of [source, comics, `${folder}.home`]) rmSync(path, { recursive: true, force: true })
  })
}

const PROPOSALS = 2_000

function makeProposals(folder: string): void {
  const pages = makePages(1)
  for (let n = 1; n <= PROPOSALS; n++) {
    const name = `Far Meadow ${n} (2001)`
    mkdirSync(join(folder, name), { recursive: true })
    writeFileSync(join(folder, name, `${name} 001.cbz`), makeCbz({ ...pages, 'n.txt': name }))
  }
}

type Progress = { status: string | null; error?: string | null; files?: { waiting: number } | null }

async function untilReply(reader: Client, path: string, isDone: (now: Progress) => boolean): Promise<void> {
  for (;;) {
    const now = await reader.json<Progress & Record<string, unknown>>(path)
    if (now.error) throw new Error(now.error)
    if (isDone(now)) return
    await Bun.sleep(100)
  }
}

async function readReply(sent: Promise<Response>): Promise<void> {
  const reply = await sent
  if (!reply.ok) throw new Error(`answered ${reply.status}: ${await reply.text()}`)
}
