import { currentCaller } from '../../base/platform/caller'
import { type Library, libraries } from './states'

/** The libraries whose kind of series the caller may see. */
export function visibleLibraries(): Library[] {
  const { limits } = currentCaller()
  return libraries.filter(({ kind }) => limits === null || limits.kinds.includes(kind))
}
