import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { basic, type Client, start } from '../e2e/panelkeep'
import { Database } from '../src/base/storage/database'
import { NameIndexer } from '../src/library/credits/name-indexer'
import { watchLoop } from '../src/testing/harness/loop-watch'
import { copyFolder, FIRST_START_MS, keptFolder, largeDataDir, SHAPE } from './library'
import { mb, ms, p50p99, readPath, timeCalls } from './measure'
import { type Row, unmeasuredRow } from './table'

/** Names of the metadata of 250,000 issues: some ten of each issue, of thousands of people and characters. */
const WRITTEN_BY_MOST = 'Person 7'

/** The large library, whose files state credits, characters, teams, genres and arcs; not indexed yet. */
function namedDataDir(): Promise<string> {
  return keptFolder(`named-${SHAPE}`, async (folder) => {
    await cp(await largeDataDir(), folder, { recursive: true })
    const db = new Database(join(folder, 'panelkeep.db'), { publish: () => {} })
    db.write((tx) => {
      // Series share their makers: every third series is by the same few, the others are spread over thousands.
      tx.run(sql`insert into issue_sources (issue_id, source, facts, detailed, said_at)
        select issue_id, 'file', json_object(
          'credits', json_array(
            json_object('name', 'Person ' || (case when n % 3 = 0 then n % 60 else n * 7 % 9000 end), 'roles', json_array('Writer')),
            json_object('name', 'Person ' || (n * 13 % 9000), 'roles', json_array('Penciller', 'Inker')),
            json_object('name', 'Person ' || (m * 31 % 9000), 'roles', json_array('Colorist')),
            json_object('name', 'Person ' || (n * 17 % 3000), 'roles', json_array('CoverArtist'))),
          'characters', json_array('Hero ' || (n * 3 % 6000), 'Hero ' || ((n + m % 9) * 5 % 6000)),
          'teams', json_array('Team ' || (n % 900)),
          'genres', json_array('Genre ' || (n % 12)),
          'arcs', json_array(json_object('name', 'Story ' || n || ' ' || (m / 6)))), 1, '2026-01-01T00:00:00.000Z'
        from (select issue_id, cast(substr(comic_id, 2) as integer) as n, cast(number as integer) as m from issues)
        where true on conflict do nothing`)
    })
    db.close()
  })
}

const sizeOf = (db: Database): number => {
  const [row] = db.read.all<{ size: number }>(
    sql`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`,
  )
  return row!.size
}

/** What it costs to read the names once, after the update: processor time, disk, and the longest turn. */
async function indexing(path: string): Promise<Row[]> {
  const db = new Database(join(path, 'panelkeep.db'), { publish: () => {} })
  const before = sizeOf(db)
  const silent = { debug() {}, info() {}, warn() {}, error: console.error } as never
  const indexer = new NameIndexer({ db, log: silent, subscribe: () => undefined, order: () => [] })
  const cpu = process.cpuUsage()
  const { cpuMs } = await watchLoop(async () => {
    indexer.begin(new AbortController().signal)
    await indexer.idle()
  })
  const { user, system } = process.cpuUsage(cpu)
  const [uses] = db.read.all<{ n: number }>(sql`select count(*) as n from name_uses`)
  const grown = sizeOf(db) - before
  db.close()
  return [
    { what: 'names of 250,000 issues: processor time', budget: '', measured: `${((user + system) / 1e6).toFixed(0)} s for ${uses!.n} uses` }, // biome-ignore format: one row
    { what: 'names of 250,000 issues: longest turn', budget: '50 ms', measured: ms(cpuMs) },
    { what: 'names of 250,000 issues: disk', budget: '', measured: mb(grown) },
  ]
}

const PAGES: [what: string, path: (n: number) => string, budget: string][] = [
  ['people, most issues first', (n) => `/api/names?kind=person&limit=60&offset=${(n * 60) % 6000}`, 'p99 10 ms'],
  ['people in a role, A to Z', (n) => `/api/names?kind=person&role=Inker&sort=name&limit=60&offset=${(n * 60) % 3000}`, 'p99 10 ms'],
  ['search of names', (n) => `/api/names/find?q=${['person', 'hero', 'team', 'story', 'genre'][n % 5]}+${n % 90}`, 'p99 30 ms'],
  ['page of a person', (n) => `/api/names/one?kind=person&name=Person+${n % 9000}`, 'p99 20 ms'],
  ['page of a person, most issues', () => `/api/names/one?kind=person&name=${encodeURIComponent(WRITTEN_BY_MOST)}`, 'p99 20 ms'],
  ['page of a genre, 20,000 issues', (n) => `/api/names/one?kind=genre&name=Genre+${n % 12}`, 'p99 20 ms'],
  ['what is missing of a person', (n) => `/api/names/issues?kind=person&name=Person+${n % 9000}&which=missing&limit=30`, 'p99 20 ms'],
  ['series of a publisher', (n) => `/api/names/series?kind=publisher&name=Kestrel&limit=60&offset=${(n * 60) % 600}`, 'p99 20 ms'],
  ['names of a series', (n) => `/api/names/of-series?comic_id=s${n % 5000}`, 'p99 10 ms'],
  ['library by person and role', (n) => `/api/series?limit=50&person=Person+${n % 9000}&role=Inker`, 'p99 10 ms'],
] // biome-ignore format: one line each

const CATALOG: [what: string, path: (n: number) => string, budget: string][] = [
  ['OPDS people', (n) => `/opds/v2/names/people?index=${(n * 30) % 6000}`, 'p99 10 ms'],
  ['OPDS issues of a person', (n) => `/opds/v2/names/people/Person%20${n % 9000}`, 'p99 20 ms'],
]

/** Pages, searches and filters by people, characters and other names at 250,000 issues. */
export async function credits(): Promise<Row[]> {
  const large = await copyFolder(await namedDataDir())
  const rows: Row[] = await indexing(large.path)
  const panelkeep = await start({ dataDir: large.path })
  await Bun.sleep(FIRST_START_MS)
  const measure = async (client: Client, list: typeof PAGES) => {
    for (const [what, path, budget] of list)
      rows.push(
        await timeCalls(200, (n) => readPath(client, path(n))).then(
          (times) => ({ what, budget, measured: p50p99(times) }),
          (error) => unmeasuredRow(what, budget, error),
        ),
      )
  }
  await measure(await panelkeep.reader(), PAGES)
  await measure(panelkeep.client(basic()), CATALOG)
  await panelkeep.stop()
  large.remove()
  return rows
}
