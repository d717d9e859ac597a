import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '../src/base/storage/migrate'
import { migrations } from '../src/base/storage/migrations/index'
import { tempFolder } from './folders'
import { endAll, launch, type Panelkeep, start, startWithLogin } from './panelkeep'

setDefaultTimeout(300_000)

/** A library from before users is brought to this version, and the program is killed (kill -9) at each step. */
const FIRST_OF_USERS = '0048'
const older = migrations.filter(({ name }) => name < FIRST_OF_USERS)
const SERIES = 200
const ISSUES = 20_000
const READ = 8_000

const folder = tempFolder()
afterAll(() => {
  endAll()
  folder.remove()
})

/** A library as an earlier version left it: its tables, a reader's progress, marks, and ratings of sources. */
function makeOlderLibrary(path: string): void {
  const raw = new Database(path, { create: true, strict: true })
  migrate(raw, undefined, older)
  const at = "'2026-01-01T00:00:00.000Z'"
  const numbers = (most: number) => `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${most})`
  const ofIssue = `'s' || (n % ${SERIES} + 1)`
  raw.transaction(() => {
    for (const statement of [
      `${numbers(SERIES)} insert into series (comic_id, name, sort_name, match_key, content_type, reading_direction,
        age_rating, added_at, updated_at) select 's' || n, 'Harbor ' || n, 'harbor ' || n, 'harbor' || n, 'comic', 'ltr',
        iif(n % 2, 'Teen', null), ${at}, ${at} from n`,
      `${numbers(ISSUES)} insert into issues (issue_id, comic_id, kind, unit, number, sort_key, intent, fulfillment,
        added_at, updated_at) select 'i' || n, ${ofIssue}, 'issue', 'issue', n, printf('%06d', n), 'policy', 'missing',
        ${at}, ${at} from n`,
      `${numbers(ISSUES)} insert into issue_sources (issue_id, source, facts, said_at) select 'i' || n, 'files',
        json_object('summary', hex(randomblob(200)), 'age_rating', iif(n % 3, null, 'Everyone 10+')), ${at} from n`,
      `${numbers(READ)} insert into reading_progress (content_key, issue_id, comic_id, page, page_count, furthest,
        completed, started_at, read_at, revision) select 'key-' || n, 'i' || n, ${ofIssue}, n % 24, 24, n % 24, 0, ${at},
        ${at}, n from n`,
      `${numbers(READ)} insert into bookmarks (content_key, page, issue_id, created_at)
        select 'key-' || n, n % 24, 'i' || n, ${at} from n`,
      `${numbers(READ)} insert into reading_days (day, comic_id, pages, issues, seconds)
        select date('2026-01-01', '-' || n || ' days'), ${ofIssue}, 24, 1, 900 from n`,
      `${numbers(SERIES)} insert into series_marks (comic_id, favourite_at, rating) select 's' || n, ${at}, n % 5 + 1 from n`,
    ])
      raw.run(statement)
  })()
  raw.close()
}

/** What a reader would miss, and what it belongs to. */
function rowsOf(path: string): string[] {
  const database = new Database(path, { readonly: true })
  const rows = [
    'select * from reading_progress order by content_key',
    'select * from bookmarks order by content_key',
    'select * from reading_days order by day',
    'select * from series_marks order by comic_id',
    'select issue_id, age_rating from issues order by issue_id',
    'select comic_id, age_rating, stated_age_rating, age_rating_chosen from series order by comic_id',
    'select user_id, role from users',
    'select name from schema_migrations order by name',
    'pragma integrity_check',
    'pragma foreign_key_check',
  ].map((query) => JSON.stringify(database.query(query).all()))
  database.close()
  return rows
}

function appliedIn(path: string): number {
  const database = new Database(path, { readonly: true })
  try {
    const sql = 'select count(*) as n from schema_migrations'
    return database.query<{ n: number }, []>(sql).get()?.n ?? 0
  } catch (error) {
    // The program that was started has the file to itself for a moment, while it reads the journal of the killed one.
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error
    return 0
  } finally {
    database.close()
  }
}

/** Kills the program as soon as `isReached`; returns whether it was killed before it was ready. */
async function killAt(dataDir: string, isReached: () => boolean): Promise<boolean> {
  const panelkeep = launch({ dataDir })
  while (!isReached() && !isReady(panelkeep)) await Bun.sleep(1)
  const inTheMiddle = !isReady(panelkeep)
  await panelkeep.kill()
  return inTheMiddle
}

const isReady = (panelkeep: Panelkeep) => panelkeep.output.includes('Panelkeep is at ')

const backupsIn = (dataDir: string) =>
  existsSync(join(dataDir, 'backups')) ? readdirSync(join(dataDir, 'backups')) : []

test('a library from before users keeps every row, whenever the program is killed', async () => {
  // Settings and keys as of an earlier run.
  const calm = folder.in('calm')
  await (await startWithLogin({ dataDir: calm })).stop()
  for (const end of ['', '-wal', '-shm']) rmSync(join(calm, `panelkeep.db${end}`), { force: true })
  rmSync(join(calm, 'last-stop.json'), { force: true })
  makeOlderLibrary(join(calm, 'panelkeep.db'))
  const rough = folder.in('rough')
  cpSync(calm, rough, { recursive: true })
  mkdirSync(`${rough}.home`)

  await (await start({ dataDir: calm })).stop()
  const expected = rowsOf(join(calm, 'panelkeep.db'))
  expect(expected.slice(-2)).toEqual(['[{"integrity_check":"ok"}]', '[]'])

  const database = join(rough, 'panelkeep.db')
  const inTheMiddle = [await killAt(rough, () => backupsIn(rough).some((name) => name.endsWith('.tmp')))]
  expect(backupsIn(rough).filter((name) => name.startsWith('before-'))).toEqual([])
  for (let step = older.length; step < migrations.length; step++)
    inTheMiddle.push(await killAt(rough, () => appliedIn(database) > step))
  expect(inTheMiddle.filter(Boolean).length).toBeGreaterThan(3)

  const panelkeep = await start({ dataDir: rough })
  const owner = await panelkeep.reader()
  const { backups } = await owner.json<{ backups: { why: string; ok: boolean }[] }>('/api/system/backups')
  const before = backups.filter(({ why }) => why === 'before_migration')
  expect([before.length > 0, before.every(({ ok }) => ok)]).toEqual([true, true])
  await panelkeep.stop()
  expect(rowsOf(database)).toEqual(expected)
  // No part of a copy is left, and the first copy is the library as it was.
  expect(backupsIn(rough).filter((name) => name.includes('.tmp'))).toEqual([])
  const [first] = backupsIn(rough).filter((name) => name.startsWith(`before-${FIRST_OF_USERS}`))
  expect(appliedIn(join(rough, 'backups', first!))).toBe(older.length)
})
