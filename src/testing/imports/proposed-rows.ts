import type { Database } from '../../base/storage/database'
import { changeScan, findGroup, type GroupRow, insertGroup, insertScan } from '../../intake/imports/store'
import { importFiles } from '../../intake/imports/tables'
import type { Unit } from '../../library/series/states'
import { makeSeries } from '../make'

const AT = '2026-11-21T08:00:00.000Z'

export type ProposedFile = Partial<typeof importFiles.$inferInsert> & { path: string }

/** Rows of a scan's proposals, for tests that correct them; no folder is scanned. */
export function proposedRows(db: Database) {
  const rows = {
    scan(scan_id = 'scan', kind: 'comic' | 'manga' = 'comic'): void {
      db.write((tx) => {
        insertScan(tx, { scan_id, kind, at: AT })
        changeScan(tx, scan_id, 'scanning', { state: 'completed', finished_at: AT })
      })
    },

    /** A proposal with these files; a number is a file with that number in the folder of the series. Returns its id. */
    group(name: string, files: (number | ProposedFile)[], more: Partial<GroupRow> = {}): string {
      const scan_id = more.scan_id ?? 'scan'
      const group_id = more.group_id ?? `${scan_id} ${name}`
      const unit: Unit = more.content_type === 'manga' ? 'chapter' : 'issue'
      const counts = { file_count: files.length, new_files: files.length, issue_count: files.length, size_bytes: 9 }
      const texts = { series_name: name, sort_name: name, content_type: 'comic', reading_direction: 'ltr' } as const
      const parts = { confidence: 60, found_confidence: 60, confidence_parts: [{ reason: 'Found', points: 60 }] }
      const lists = { provider_ids: {}, evidence: [], errors: [] }
      const ids = { group_id, scan_id, comic_id: `local-${name}` }
      db.write((tx) => {
        insertGroup(tx, { ...ids, ...counts, ...texts, ...lists, ...parts, ...more })
        for (const input of files) {
          const file = typeof input === 'number' ? { path: `/c/${name}/${input}.cbz`, number: `${input}` } : input
          const facts = { scan_id, group_id, root_length: 3, size: 10, modified_ms: 1, unit, evidence: [] }
          const sort_key = `${file.number ?? ''} ${file.path}`
          tx.insert(importFiles)
            .values({ ...facts, sort_key, ...file })
            .run()
        }
      })
      return group_id
    },

    /** A series of the library, with its proposal. */
    libraryGroup(name: string, files: (number | ProposedFile)[], more: Partial<GroupRow> = {}): string {
      makeSeries(db, { comic_id: name, name })
      return rows.group(name, files, { comic_id: name, existing_comic_id: name, ...more })
    },

    row: (groupId: string): GroupRow => findGroup(db.read, groupId)!,
  }
  return rows
}
