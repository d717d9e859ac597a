import { isMislabelled } from '../../../base/formats/formats'
import { type PageRange, pageRange, pagination } from '../../../base/http/paging'
import { nextTurn } from '../../../base/platform/event-loop'
import type { Database } from '../../../base/storage/database'
import { issueLabel } from '../../../library/reading/labels'
import { fileWithId } from '../../../library/series/file-store'
import { issuesWithoutOthers } from '../duplicates/group-store'
import type * as schema from '../schema'
import { wrongFiles } from './extensions'
import * as store from './finding-store'
import { rightPath } from './rules'

const PER_PAGE = 50
const MOST_SHOWN = 100
const AT_ONCE = 200
const MOST_LABELS = 20

/** The lists of what is damaged or odd. */
export class FindingList {
  constructor(private readonly deps: { db: Database }) {}

  counts(): { shown: schema.FindingCount[]; ignored: number } {
    const rows = store.countFindings(this.deps.db.read)
    return {
      shown: rows.flatMap(({ kind, ignored, count }) => (ignored ? [] : [{ kind, count }])),
      ignored: rows.reduce((all, { ignored, count }) => all + (ignored ? count : 0), 0),
    }
  }

  page({ kind, ignored = false, ...query }: schema.FindingsQuery): schema.FindingPage {
    const { read } = this.deps.db
    const { limit = PER_PAGE, offset }: PageRange = pageRange(query)
    const findings = store.findingsPage(read, kind, ignored, { limit, offset }).map(({ issue, ...finding }) => ({
      ...finding,
      number: issue && issueLabel(JSON.parse(issue)),
    }))
    const total = store.countFindings(read).find((row) => row.kind === kind && row.ignored === ignored)?.count ?? 0
    return { findings, pagination: pagination(total, { limit, offset }, findings.length) }
  }

  /** What moving these files to the recycle folder does. */
  previewRemoval({ file_ids }: schema.RemoveFilesBody): schema.RemovalPreview {
    const { read } = this.deps.db
    const files = file_ids.flatMap((id) => fileWithId(read, id) ?? [])
    const lost = issuesWithoutOthers(
      read,
      files.map(({ file_id }) => file_id),
    )
    return {
      groups: 0,
      files: files.length,
      bytes: files.reduce((all, { size }) => all + size, 0),
      skipped: file_ids.length - files.length,
      lost: lost.length,
      lost_labels: lost.slice(0, MOST_LABELS).map((issue) => `${issue.series} ${issueLabel(issue)}`),
    }
  }

  /** The new names of files with a wrong extension. */
  async previewExtensions({ file_ids }: schema.ExtensionsBody): Promise<schema.ExtensionsPreview> {
    const { db } = this.deps
    const preview: schema.ExtensionsPreview = { files: 0, changes: [] }
    let seen = 0
    for (const fileId of wrongFiles(db, file_ids)) {
      const row = fileWithId(db.read, fileId)
      if (row && isMislabelled(row.path, row.format)) {
        preview.files += 1
        if (preview.changes.length < MOST_SHOWN)
          preview.changes.push({ from: row.path, to: rightPath(row.path, row.format) })
      }
      if (++seen % AT_ONCE === 0) await nextTurn()
    }
    return preview
  }
}
