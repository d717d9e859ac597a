import type { ReadDeps } from './issue-row'
import { issueTools } from './issue-tools'
import { seriesTools } from './series-tools'
import type { LibraryTool } from './tool'

/** All that a model may query of the library. */
export const libraryTools = (deps: ReadDeps): LibraryTool[] => [...seriesTools(deps), ...issueTools(deps)]
