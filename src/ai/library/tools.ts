import type { Reader } from '../../storage/database'
import { seriesTools } from './series-tools'
import type { LibraryTool } from './tool'

interface Deps {
  db: { read: Reader }
}

/** All that a model may query of the library. */
export const libraryTools = (deps: Deps): LibraryTool[] => [...seriesTools(deps)]
