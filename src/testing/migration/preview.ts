import { Database as Sqlite } from 'bun:sqlite'
import { renameSync, rmSync } from 'node:fs'
import { migrate } from '../../base/storage/migrate'
import { migrations } from '../../base/storage/migrations/index'

/** The migrations that the last preview recorded in `schema_migrations`. */
export const PREVIEW_STEPS = [
  '0000_start',
  '0001_reading',
  '0002_import_steps',
  '0003_issues_by_release',
  '0004_remember_disks',
  '0005_progress_of_series',
  '0006_find_files_that_are_gone',
  '0007_remember_what_scans_read',
  '0008_keep_where_series_stand',
  '0009_know_keys_however_typed',
  '0010_know_providers_and_what_was_done_to_files',
  '0011_keep_what_files_were',
  '0012_keep_what_files_become',
  '0013_keep_what_providers_propose',
  '0014_search_indexers_and_follow_grabs',
  '0015_follow_downloads',
  '0016_decide_about_searches',
  '0017_clear_the_history',
  '0018_know_why_direct_downloads_fail',
  '0019_seed_own_torrents_enough',
  '0020_know_own_version',
  '0021_find_the_history_by_stage',
  '0022_find_releases_by_digest',
  '0023_find_searches_that_were_cut_off',
  '0024_count_the_history_by_its_index',
  '0025_pause_jobs_and_send_notices',
  '0026_know_what_is_not_well',
  '0027_tell_what_came_together',
  '0028_count_what_a_notice_is_of',
  '0029_pack_pictures_and_unpack_deeper',
  '0030_forget_when_somebody_decided',
  '0031_forget_one_offs',
  '0032_count_in_what_is_collected',
]

/** SHA-256 of all tables and indexes of its database, computed by `schemaDigest`. */
export const PREVIEW_SCHEMA = '388ef883acc19c829af1873adb911486f3d01cc3e18da228e4e5434ee714e898'

const LAST_STEP_AT = '2026-11-22T17:12:42.000Z'

export function schemaDigest(raw: Sqlite): string {
  const made = raw.query(
    `SELECT type, name, tbl_name, sql FROM sqlite_schema
     WHERE name <> 'schema_migrations' AND name NOT LIKE 'sqlite_%' ORDER BY name`,
  )
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(made.values())).digest('hex')
}

/** Turns a library of this version into the one that a preview left after the first `steps`. */
export function toPreview(path: string, steps = PREVIEW_STEPS): void {
  const older = `${path}.older`
  const raw = new Sqlite(older, { strict: true, create: true })
  migrate(raw, undefined, migrations.slice(0, 1))
  copyRows(raw, path)
  raw.run('DELETE FROM schema_migrations')
  const note = raw.query('INSERT INTO schema_migrations VALUES (?, ?)')
  for (const name of steps) note.run(name, name === PREVIEW_STEPS.at(-1) ? LAST_STEP_AT : '2026-11-21T08:00:00.000Z')
  raw.run('PRAGMA wal_checkpoint(TRUNCATE)')
  raw.close()
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
  renameSync(older, path)
}

/** Copies the rows of the library at `from`, without the tables and columns that were added later. */
function copyRows(raw: Sqlite, from: string): void {
  const columnsOf = (schema: string, table: string) =>
    raw.query<{ name: string }, []>(`SELECT name FROM pragma_table_info('${table}', '${schema}')`).all()
  raw.run('PRAGMA foreign_keys = OFF')
  raw.query('ATTACH ? AS now').run(from)
  for (const { name } of raw.query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'").all()) {
    const columns = columnsOf('main', name)
      .map((column) => `"${column.name}"`)
      .join(', ')
    if (name !== 'schema_migrations')
      raw.run(`INSERT INTO main."${name}" (${columns}) SELECT ${columns} FROM now."${name}"`)
  }
  raw.run('DETACH now')
}
