import type { ReadHandle } from '../../../base/storage/database'
import { historyRow } from '../../../intake/downloads/history/history'
import { countHistory, listHistory } from '../../../intake/downloads/history/store'
import { LimitArgument, ToolParameters } from './arguments'
import { type LibraryTool, libraryTool } from './tool'

const NEWEST = { sort: 'date', descending: true } as const

/** Tools for grabbed releases. */
export const downloadTools = ({ db }: { db: { read: ReadHandle } }): LibraryTool[] => [
  libraryTool({
    name: 'download_history',
    description: 'Lists the releases that were grabbed last, and what came of each.',
    parameters: ToolParameters({ limit: LimitArgument(20) }),
    run({ limit = 20 }) {
      const rows = listHistory(db.read, {}, NEWEST, { limit, offset: 0 }).map((past) => {
        const { IssueID, ComicID, ComicName, Issue_Number, label, FolderName, Provider, Status, DateAdded, reason } =
          historyRow(past)
        const known = { IssueID, ComicID, ComicName, Issue_Number, label }
        return { ...known, FolderName, Provider, Status, DateAdded, Reason: reason }
      })
      return { rows, total: countHistory(db.read, {}) }
    },
  }),
]
