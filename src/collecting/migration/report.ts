import type { Database } from '../../base/storage/database'
import { STEP_ROWS } from '../../base/storage/snapshot'
import * as store from './store'

const COLUMNS = ['table', 'outcome', 'id', 'name', 'reason'] as const

/** A cell of a CSV file. Spreadsheets run text that begins like a formula, so such a cell gets a leading apostrophe. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const line = (cells: readonly string[]) => `${cells.map(cell).join(',')}\r\n`

/** The rows of a run that were not moved, as a CSV file that is streamed. */
export function reportFile(db: Database, run: store.MigrationRunRow): Response {
  let after = 0
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // Without this mark spreadsheets read the file in the system's encoding.
      controller.enqueue(encoder.encode(`\uFEFF${line(COLUMNS)}`))
    },
    pull(controller) {
      const rows = store.omissionsOf(db.read, run.run_id, after, STEP_ROWS)
      after = rows.at(-1)?.omission_id ?? after
      const text = rows.map((row) => line([row.table_name, row.outcome, row.source_id, row.label, row.reason])).join('')
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (rows.length < STEP_ROWS) controller.close()
    },
  })
  const name = `panelkeep-migration-${run.created_at.slice(0, 10)}.csv`
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
    },
  })
}
