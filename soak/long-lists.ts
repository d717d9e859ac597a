import type { Database, Tx } from '../src/base/storage/database'
import { keepHoldings } from '../src/edges/dashboard/holdings'
import { makeIssues, makeLibrary, makeSeries } from '../src/testing/make'

/** Rows for every list that can grow with use: each has thousands of rows, for any size of the library. */

export const LONG = {
  series: 'long',
  arc: 'C1',
  list: 'default',
  batch: 'b1',
  run: 'r1',
  move: 'm1',
  /** As many as one request may name. */
  groups: Array.from({ length: 100 }, (_, n) => `g${(n + 1) * 10}`),
  releases: Array.from({ length: 1000 }, (_, n) => `s${n % 50}-${n}|garden`),
} as const

/** A library with fifty issues to a series and one long series; automatic lists have `entries` rows, lists of the user `listed`. */
export function fillLongLists(db: Database, { series, entries, listed, each = 50 }: ListSizes): void {
  keepHoldings(db)
  makeLibrary(db, { series, issuesPerSeries: each })
  makeSeries(db, { comic_id: LONG.series, name: 'The Long One' })
  const numbers = Array.from({ length: Math.min(1000, entries) }, (_, at) => at + 1)
  makeIssues(db, LONG.series, numbers)
  db.write((tx) => {
    for (const statement of [...grown(entries), ...made(listed)]) run(tx, statement)
  })
}

const run = (tx: Tx, statement: string) => tx.run(statement as never)
const at = (n: string) => `strftime('%Y-%m-%dT%H:%M:%fZ', '2026-11-21T08:00:00Z', '-' || ${n} || ' minutes')`

interface ListSizes {
  series: number
  entries: number
  listed: number
  /** Issues of a series; 50 when left out. */
  each?: number
}

/** `n` counts from 1 to `count`; every row of `i` is an issue. */
const numbered = (count: number) => `with recursive n(n) as (select 1 union all select n + 1 from n where n < ${count}),
  i as (select issue_id, comic_id, number, row_number() over (order by issue_id) as at from issues
    where comic_id <> '${LONG.series}' limit ${count})`

/** The rows that Panelkeep writes automatically. */
function grown(entries: number): string[] {
  const numbers = numbered(entries)
  const stage = `case n % 4 when 0 then 'failed' when 1 then 'snatched' else 'post_processed' end`
  const reason = `case n % 4 when 0 then 'download_failed_no_auto_handling: It failed.' end`
  return [
    `${numbers} insert into journal (item_id, release_key, digest, entity_type, entity_id, comic_id, title, indexer,
      protocol, size, stage, reason, grabbed_at, updated_at) select 'item-' || n, i.issue_id || '|garden', 'd' || n,
      'issue', i.issue_id, i.comic_id, 'Release ' || n, 'Garden', 'usenet', 40000000, ${stage}, ${reason}, ${at('n')},
      ${at('n')} from n join i on i.at = n`,
    `${numbers} insert into blocklist (digest, title, indexer, reason, blocked_at)
      select 'd' || n, 'Release ' || n, 'Garden', 'It was damaged.', ${at('n')} from n`,
    `${numbers} insert into timeline (created_at, activity, status, subject_type, subject_id, subject_label, release_key,
      parent_series_id) select ${at('n')}, 'import', 'succeeded', 'issue', i.issue_id, 'Issue ' || n,
      i.issue_id || '|garden', i.comic_id from n join i on i.at = n`,
    `${numbers} insert into search_runs (run_id, trigger, scope_type, scope_id, priority, dispatch_state,
      completion_state, reason, created_at, updated_at) select 'r' || n, 'scheduled', 'wanted_backlog', 'all', 'routine', 'accepted',
      'completed', '', ${at('n')}, ${at('n')} from n`,
    `${numbers} insert into search_items (run_id, entity_type, entity_id, position, state, updated_at)
      select '${LONG.run}', 'issue', i.issue_id, n, 'no_match', ${at('n')} from n join i on i.at = n`,
    `insert into file_batches (batch_id, kind, state, title, created_at, finished_at)
      values ('${LONG.batch}', 'rename', 'done', 'Renaming', ${at('1')}, ${at('1')})`,
    `${numbers} insert into file_changes (change_id, batch_id, position, kind, state, file_id, from_path, to_path,
      temp_path) select 'c' || n, '${LONG.batch}', n, 'move', 'done', 'f' || n, '/library/old ' || n,
      '/library/new ' || n, '/library/temp ' || n from n`,
    `insert into moving_runs (run_id, source, path, state, path_mappings, steps_total, warnings, created_at, updated_at,
      finished_at) values ('${LONG.move}', 'mylar', '/old', 'complete', '[]', 1, '[]', ${at('1')}, ${at('1')}, ${at('1')})`,
    `${numbers} insert into moving_omissions (run_id, table_name, outcome, source_id, label, reason)
      select '${LONG.move}', 'issues', 'left', n, 'Issue ' || n, 'It has no series.' from n`,
    `${numbers} insert into import_inbox (imp_id, path, size, modified_ms, status, content_type, series_name, match_key,
      kind, unit, number, match_source, first_seen_at) select 'in' || n, '/inbox/' || n || '.cbz', 1000, 1000, 'new',
      'comic', 'Series ' || (n / 10), 'series' || (n / 10), 'issue', 'issue', n % 10, 'name', ${at('n')} from n`,
    `insert into import_scans (scan_id, kind, state, total_files, processed_files, series_found, errors, started_at,
      finished_at) values ('scan', 'comic', 'completed', ${entries}, ${entries}, ${entries / 10}, '[]', ${at('9')}, ${at('1')})`,
    `${numbers} insert into import_groups (group_id, scan_id, comic_id, series_name, sort_name, content_type,
      reading_direction, provider_ids, file_count, new_files, issue_count, size_bytes, confidence, confidence_parts,
      evidence, errors) select 'g' || n, 'scan', 'new-' || n, 'Found ' || n, 'found ' || n, 'comic', 'ltr', '{}', 10, 10,
      10, 1000, 80, '[]', '[]', '[]' from n where n % 10 = 0`,
    `${numbers} insert into import_files (scan_id, path, root_length, group_id, size, modified_ms, format, page_count,
      kind, unit, number, sort_key, evidence) select 'scan', '/library/found ' || (n - n % 10 + 10) || '/' || n || '.cbz', 8,
      'g' || (n - n % 10 + 10), 1000, 1000, 'cbz', 20, 'issue', 'issue', n % 10, n % 10, '[]' from n
      where n - n % 10 + 10 <= ${entries}`,
  ]
}

/** Story arcs and reading lists. */
function made(listed: number): string[] {
  const numbers = numbered(listed)
  return [
    `insert into story_arcs (arc_id, name, source, ordered_by, added_at, updated_at)
      values ('${LONG.arc}', 'The Whole Story', 'list', 'list', ${at('1')}, ${at('1')})`,
    `${numbers} insert into story_arcs (arc_id, name, source, ordered_by, added_at, updated_at)
      select 'C' || (n + 1), 'Story ' || n, 'list', 'list', ${at('n')}, ${at('n')} from n where n % 10 = 0`,
    `${numbers} insert into story_arc_issues (issue_arc_id, arc_id, position, added_by, series, series_key, number, ids,
      issue_id, matched_by, candidates) select '${LONG.arc}_' || n, '${LONG.arc}', n, 'list', 'Series', 'series',
      i.number, '[]', i.issue_id, 'name', '[]' from n join i on i.at = n`,
    `${numbers} insert into story_arc_issues (issue_arc_id, arc_id, position, added_by, series, series_key, number, ids,
      issue_id, matched_by, candidates) select 'C' || (n + 1) || '_1', 'C' || (n + 1), 1, 'list', 'Series', 'series',
      i.number, '[]', i.issue_id, 'name', '[]' from n join i on i.at = n where n % 10 = 0`,
    `insert or ignore into reading_lists (list_id, name, created_at, updated_at)
      values ('${LONG.list}', 'To read', ${at('1')}, ${at('1')})`,
    `${numbers} insert into reading_lists (list_id, name, created_at, updated_at)
      select 'l' || n, 'List ' || n, ${at('n')}, ${at('n')} from n where n % 20 = 0`,
    `${numbers} insert into reading_list_entries (list_id, issue_id, position, added_at, comic_id, series_name, label)
      select '${LONG.list}', i.issue_id, n, ${at('n')}, i.comic_id, 'Series', '#' || i.number from n join i on i.at = n`,
    `${numbers} insert into reading_list_entries (list_id, issue_id, position, added_at, comic_id, series_name, label)
      select 'l' || n, i.issue_id, 1, ${at('n')}, i.comic_id, 'Series', '#' || i.number from n join i on i.at = n
      where n % 20 = 0`,
  ]
}
