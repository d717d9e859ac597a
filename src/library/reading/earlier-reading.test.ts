import { Database as Sqlite } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asUser } from '../../base/platform/caller'
import { Database } from '../../base/storage/database'
import { migrate } from '../../base/storage/migrate'
import { migrations } from '../../base/storage/migrations/index'
import { bookmarksOf } from './bookmark-store'
import { lastReportOf } from './device-report-store'
import { syncedDocument } from './kosync-store'
import * as progress from './progress-store'
import * as statistics from './statistics-store'
import { readingViewOf } from './view-store'

/** The tables whose rows the migration gives to the owner. */
const TABLES = ['reading_progress', 'series_reading', 'bookmarks', 'reading_views', 'synced_documents', 'reading_sittings',
  'reading_days', 'device_reports', 'reading_totals', 'catalog_pages'] // biome-ignore format: a list

const AT = '2026-11-01T00:00:00.000Z'

const BEFORE = `
insert into series (comic_id, name, sort_name, match_key, content_type, source, added_at, updated_at, status)
  values ('harbor', 'Harbor Lights', 'harbor lights', 'harborlights', 'comic', 'local', '${AT}', '${AT}', 'active');
insert into issues (issue_id, comic_id, kind, unit, number, sort_key, added_at, updated_at)
  values ('i1', 'harbor', 'issue', 'issue', '1', '1', '${AT}', '${AT}'), ('i2', 'harbor', 'issue', 'issue', '2', '2', '${AT}', '${AT}');
insert into files (file_id, path, size, modified_ms, format, page_count, cover_page, content_hash, added_at)
  values ('f1', '/1.cbz', 1, 1, 'cbz', 24, 0, 'h1', '${AT}'), ('f2', '/2.cbz', 1, 1, 'cbz', 24, 0, 'h2', '${AT}');
insert into issue_files (issue_id, file_id) values ('i1', 'f1'), ('i2', 'f2');
insert into reading_progress (rowid, content_key, issue_id, comic_id, page, page_count, share, furthest, completed, again, started_at,
  read_at, finished_at, times_read, device, device_id, revision) values
  (41, 'h2', 'i2', 'harbor', 5, 24, 0.5, 7, 0, null, '${AT}', '${AT}', null, 0, 'Kobo', 'd', 9),
  (7, 'h1', 'i1', 'harbor', 23, 24, null, 23, 1, 2, '${AT}', '${AT}', '${AT}', 3, null, null, 8);
insert into series_reading (comic_id, read, reading, current_issue_id, read_at) values ('harbor', 1, 1, 'i2', '${AT}');
insert into bookmarks (rowid, content_key, page, issue_id, note, created_at) values (5, 'h2', 3, 'i2', 'The storm', '${AT}');
insert into reading_views (comic_id, view) values ('harbor', '{"layout":"strip"}');
insert into synced_documents values ('doc', '5', 0.2, 'Kobo', 'k', '${AT}', 'key');
insert into reading_sittings values ('s', 4, 60, '${AT}');
insert into reading_days values ('2026-11-01', 'harbor', 4, 1, 60);
insert into device_reports values ('Kobo', 'i2', '${AT}', '${AT}', '${AT}');
insert into reading_totals values ('harbor', 'Harbor Lights', 4, 1, 60, '2026-11-01');
insert into reading_zone values (1, 'Europe/Berlin');
insert into catalog_pages values ('/opds', 'tag', '${AT}');
insert into moving_runs (run_id, source, path, state, path_mappings, steps_total, warnings, created_at, updated_at)
  values ('run', 'komga', '/komga', 'complete', '{}', 1, '[]', '${AT}', '${AT}');
insert into moving_rows (run_id, table_name, row_key, state, before) values ('run', 'reading_progress', 'i1', '[]', null),
  ('run', 'bookmarks', 'i2' || char(10) || '3', '[]', null), ('run', 'issues', 'i1', '[]', null);
`

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-users-'))
  path = join(folder, 'panelkeep.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A library of the version before, in a file. */
function earlierLibrary(): Sqlite {
  const raw = new Sqlite(path, { create: true, strict: true })
  const at = migrations.findIndex(({ name }) => name.startsWith('0048'))
  migrate(raw, undefined, migrations.slice(0, at))
  return raw
}

const rowsOf = (raw: Sqlite, table: string) =>
  raw.query<Record<string, unknown>, []>(`select rowid, * from ${table} order by rowid`).all()

test('the reading of an earlier library is the owner’s, and looks the same', () => {
  const earlier = earlierLibrary()
  earlier.run(BEFORE)
  const before = TABLES.map((table) => rowsOf(earlier, table))
  earlier.close()
  const db = new Database(path, { publish: () => {} })
  const raw = new Sqlite(path, { readonly: true })
  expect(before.flat()).toHaveLength(11)
  // Later migrations add columns.
  for (const [at, table] of TABLES.entries())
    expect(rowsOf(raw, table), table).toMatchObject(before[at]!.map((row) => ({ ...row, user_id: 'owner' })))
  const moved = raw.query<{ row_key: string }, []>("select row_key from moving_rows where run_id = 'run'").all()
  expect(moved.map(({ row_key }) => row_key).sort()).toEqual(['i1', 'owner\ni1', 'owner\ni2\n3'])
  raw.close()
  const seen = () => [
    progress.progressOfIssues(db.read, ['i1', 'i2']).size,
    progress.continueReading(db.read, { limit: 9, offset: 0 }).map(({ issue_id }) => issue_id),
    bookmarksOf(db.read, 'i2').map(({ note }) => note),
    readingViewOf(db.read, 'harbor').layout,
    syncedDocument(db.read, 'doc')?.progress,
    lastReportOf(db.read, 'Kobo', 'i2')?.said_at,
    statistics.readingTotal(db.read).pages,
    statistics.lastZone(db.read),
  ]
  expect(seen()).toEqual([2, ['i2'], ['The storm'], 'strip', '5', AT, 4, 'Europe/Berlin'])
  expect(asUser('ann', seen)).toEqual([0, [], [], undefined, undefined, undefined, 0, undefined])
  db.close()
})
