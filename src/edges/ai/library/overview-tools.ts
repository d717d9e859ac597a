import type { ReadHandle } from '../../../base/storage/database'
import { countsByKind, issuesByPublisher } from '../../dashboard/store'
import { LimitArgument, ToolParameters } from './arguments'
import { countWanted } from './series-store'
import { type LibraryTool, libraryTool } from './tool'

/** Tools for counts of the library. */
export const overviewTools = ({ db }: { db: { read: ReadHandle } }): LibraryTool[] => [
  libraryTool({
    name: 'library_overview',
    description: 'Counts the series and issues of the library by kind, without paused series, and all wanted issues.',
    parameters: ToolParameters({}),
    run() {
      const rows = countsByKind(db.read).map(({ content_type, series, have, total }) => ({
        ContentType: content_type,
        Series: series,
        Have: have,
        Total: total,
      }))
      return { rows, total: rows.length, note: `Wanted issues: ${countWanted(db.read)}.` }
    },
  }),
  libraryTool({
    name: 'publishers',
    description: 'Lists publishers by the number of issues that the library owns of each.',
    parameters: ToolParameters({ limit: LimitArgument(20) }),
    run({ limit = 20 }) {
      const found = issuesByPublisher(db.read)
      return { rows: found.slice(0, limit).map(({ publisher, issues }) => ({ ComicPublisher: publisher, Have: issues })), total: found.length } // biome-ignore format: one line
    },
  }),
]
