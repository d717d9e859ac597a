import { Database } from 'bun:sqlite'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Value = string | number | null | Uint8Array
export type MylarRow = Record<string, Value>
export type MylarTables = Record<string, MylarRow[]>

/** Columns that a table has even when no row uses them. */
const COLUMNS: Record<string, string[]> = {
  comics: ['ComicID', 'ComicName', 'ComicYear', 'Status', 'ComicLocation', 'ComicPublisher', 'DateAdded', 'Have', 'Total'],
  issues: ['IssueID', 'ComicID', 'ComicName', 'Issue_Number', 'Status', 'Location', 'IssueDate', 'ReleaseDate', 'Int_IssueNumber'],
  annuals: ['IssueID', 'ComicID', 'ComicName', 'Issue_Number', 'Status', 'Location', 'IssueDate', 'ReleaseComicID', 'Deleted'],
} // biome-ignore format: one glance

/** Makes the folder of a Mylar with these rows; tables that are not named are missing. */
export function makeMylar(folder: string, tables: MylarTables, settings?: string): string {
  mkdirSync(folder, { recursive: true })
  const database = new Database(join(folder, 'mylar.db'), { create: true })
  try {
    for (const [table, rows] of Object.entries(tables)) fillTable(database, table, rows)
  } finally {
    database.close()
  }
  if (settings !== undefined) writeFileSync(join(folder, 'config.ini'), settings)
  return folder
}

function fillTable(database: Database, table: string, rows: readonly MylarRow[]): void {
  const columns = [...new Set([...(COLUMNS[table] ?? []), ...rows.flatMap((row) => Object.keys(row))])]
  database.run(
    `CREATE TABLE ${table} (${(columns.length > 0 ? columns : ['ID']).map((name) => `"${name}" TEXT`).join(', ')})`,
  )
  if (rows.length === 0) return
  const insert = database.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`)
  database.transaction(() => {
    for (const row of rows) insert.run(...columns.map((name) => row[name] ?? null))
  })()
}

/** Series 1 to `count`, each with `issues` issues that have the status of `statusOf`. */
export function manySeries(count: number, issues: number, statusOf: (at: number) => string): MylarTables {
  const tables: Required<Pick<MylarTables, 'comics' | 'issues'>> = { comics: [], issues: [] }
  for (let series = 1; series <= count; series++) {
    const [ComicID, ComicName] = [String(series), `Series ${series}`]
    tables.comics.push({
      ComicID,
      ComicName,
      ComicYear: '2016',
      Status: 'Active',
      ComicLocation: `/comics/${ComicName} (2016)`,
    })
    for (let number = 1; number <= issues; number++) {
      const at = (series - 1) * issues + number
      const day = String((number % 28) + 1).padStart(2, '0')
      tables.issues.push({
        IssueID: String(1_000_000 + at),
        ComicID,
        ComicName,
        Issue_Number: String(number),
        Status: statusOf(at),
        Location: statusOf(at) === 'Downloaded' ? `${ComicName} ${String(number).padStart(3, '0')} (2016).cbz` : null,
        IssueDate: `2016-0${(number % 9) + 1}-${day}`,
        ReleaseDate: `2016-0${(number % 9) + 1}-${day}`,
        Int_IssueNumber: number * 1000,
      })
    }
  }
  return tables
}
