import { downloadTools } from './download-tools'
import { issueTools } from './issue-tools'
import { type MissingDeps, missingTools } from './missing-tools'
import { nameTools } from './name-tools'
import { overviewTools } from './overview-tools'
import { readingTools } from './reading-tools'
import { seriesTools } from './series-tools'
import { storyTools } from './story-tools'
import type { LibraryTool, ToolRow } from './tool'
import { type WeekDeps, weekTools } from './week-tools'

interface Deps extends MissingDeps, WeekDeps {
  /** Removes keys and passwords from a text: names of releases and sentences of indexers may contain them. */
  hide: (text: string) => string
}

/** All tools with which a model may query the library. */
export const libraryTools = ({ hide, ...deps }: Deps): LibraryTool[] =>
  [
    ...seriesTools(deps),
    ...issueTools(deps),
    ...missingTools(deps),
    ...downloadTools(deps),
    ...storyTools(deps),
    ...nameTools(deps),
    ...weekTools(deps),
    ...readingTools(deps),
    ...overviewTools(deps),
  ].map((tool) => withoutSecrets(tool, hide))

function withoutSecrets(tool: LibraryTool, hide: (text: string) => string): LibraryTool {
  const clean = (row: ToolRow): ToolRow =>
    Object.fromEntries(Object.entries(row).map(([key, cell]) => [key, typeof cell === 'string' ? hide(cell) : cell]))
  return {
    ...tool,
    run(args) {
      const { rows, note, ...rest } = tool.run(args)
      return { ...rest, rows: rows.map(clean), ...(note === undefined ? {} : { note: hide(note) }) }
    },
  }
}
