import { countsByKind, issuesByPublisher } from '../../dashboard/store'
import { LimitArgument, ToolParameters } from './arguments'
import { type ReadDeps, todayOf } from './issue-row'
import { countWanted } from './series-store'
import { type LibraryTool, libraryTool } from './tool'

/** Tools for counts of the library. */
export const overviewTools = (deps: ReadDeps): LibraryTool[] => [
  libraryTool({
    name: 'library_overview',
    description:
      'Counts the series of the library and their owned, released and announced issues by kind, and all wanted issues.',
    parameters: ToolParameters({}),
    run() {
      const rows = countsByKind(deps.db.read, todayOf(deps)).map(
        ({ content_type, series, have, total, announced }) => ({
          ContentType: content_type,
          Series: series,
          Have: have,
          Total: total,
          Announced: announced,
        }),
      )
      return { rows, total: rows.length, note: `Wanted issues: ${countWanted(deps.db.read)}.` }
    },
  }),
  libraryTool({
    name: 'publishers',
    description: 'Lists publishers by the number of issues that the library owns of each.',
    parameters: ToolParameters({ limit: LimitArgument(20) }),
    run({ limit = 20 }) {
      const found = issuesByPublisher(deps.db.read)
      return { rows: found.slice(0, limit).map(({ publisher, issues }) => ({ ComicPublisher: publisher, Have: issues })), total: found.length } // biome-ignore format: one line
    },
  }),
]
