import { Database } from 'bun:sqlite'

/** Rows of a database without values that differ from run to run: random ids and times. */

type Row = Record<string, unknown>

/** Reads while the program has the database open. */
function reading<T>(path: string, work: (all: (sql: string) => Row[]) => T): T {
  const database = new Database(path, { readonly: true })
  try {
    return work((sql) => database.query<Row, []>(sql).all())
  } finally {
    database.close()
  }
}

const without = (row: Row, ...names: string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

const sorted = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort()

/** Columns of moved files that only the run which opened the file fills in; a resumed run does not need to open it. */
const OF_ONE_RUN = ['evidence', 'moved_from', 'title', 'year', 'release_date', 'writer', 'summary']

/** The proposals of the newest scan. */
export function proposalRows(path: string): string[] {
  return reading(path, (all) => {
    // Moved files are counted by the scan that saw them first, which a kill right after its end may repeat.
    const own = ['scan_id', 'started_at', 'finished_at', 'moved_files', 'missing_files']
    const scans = all('select * from import_scans').map((row) => without(row, ...own))
    const groups = all('select * from import_groups').map((row) => without(row, 'group_id', 'scan_id', 'imported_at'))
    const files = all('select f.*, g.comic_id from import_files f left join import_groups g using (group_id)')
    return [
      ...sorted(scans),
      ...sorted(groups),
      ...sorted(files.map((row) => without(row, 'group_id', 'scan_id', ...(row.in_library ? OF_ONE_RUN : [])))),
    ]
  })
}

/** The path of each file of the library, by id. */
export function pathsById(path: string): Map<string, string> {
  return reading(path, (all) => {
    return new Map(all('select file_id, path from files').map((row) => [String(row.file_id), String(row.path)]))
  })
}

/** Series, issues, files with their issues, and the counts of the last import. `was` has the earlier paths. */
export function libraryRows(path: string, was: ReadonlyMap<string, string> = new Map()): string[] {
  return reading(path, (all) => {
    const times = ['added_at', 'updated_at', 'files_at', 'latest_issue_id', 'cover_issue_id']
    const series = all('select * from series').map((row) => without(row, ...times))
    const issues = all('select * from issues').map((row) => without(row, 'issue_id', ...times))
    const files =
      all(`select f.*, (select json_group_array(i.comic_id || ' ' || i.kind || ' ' || i.unit || ' ' || i.number order by 1)
        from issue_files l join issues i using (issue_id) where l.file_id = f.file_id) as holds from files f`)
    const made = all(`select kind, count(*) as rows from import_made where operation_id =
        (select operation_id from operations where kind = 'import_confirm' order by rowid desc limit 1) group by kind`)
    return [
      ...sorted(series),
      ...sorted(issues),
      ...sorted(files.map((row) => fileRow(row, was.get(String(row.file_id))))),
      ...sorted(made),
    ]
  })
}

/** An overwritten file has no path: its stored path is made from its id. */
function fileRow(row: Row, was: string | undefined): Row {
  const path = row.gone_at === null ? row.path : 'gone'
  return { ...without(row, 'file_id', 'added_at'), path, was, gone_at: row.gone_at !== null }
}

/** The confirmed imports, the newest first. */
export function confirmsOf(path: string): { operation_id: string; state: string }[] {
  return reading(path, (all) =>
    all(`select operation_id, state from operations where kind = 'import_confirm' order by rowid desc`),
  ) as { operation_id: string; state: string }[]
}

/** Whether a scan or an import is running: its row ends after the last step of the work, later than the progress. */
export function isImporting(path: string): boolean {
  const active = `kind in ('import_scan', 'import_confirm') and state in ('queued', 'running')`
  return reading(path, (all) => all(`select 1 from operations where ${active}`).length > 0)
}

/** Integrity errors of the database file; empty when the file is intact. */
export function faultsOf(path: string): string[] {
  return reading(path, (all) => [
    ...all('pragma integrity_check').flatMap((row) =>
      row.integrity_check === 'ok' ? [] : String(row.integrity_check),
    ),
    ...all('pragma foreign_key_check').map((row) => JSON.stringify(row)),
  ])
}
