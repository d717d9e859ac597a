import { isFullPath, ownForm, partsBelow, pathParts, styleOf } from '../../../base/platform/paths'
import type { ClientPathMapping } from './store'

export { isFullPath }

const isOfWindows = (path: string) => styleOf(path) === 'windows'

/**
 * The local path of a client's path, by the mapping with the longest matching folder; unchanged without one. Folders
 * match whole names only: `/data` does not contain `/database`.
 */
export function localPath(mappings: readonly ClientPathMapping[], remotePath: string): string {
  let best: { mapping: ClientPathMapping; rest: string[]; length: number } | undefined
  for (const mapping of mappings) {
    const rest = partsBelow(mapping.remote, remotePath)
    const { length } = pathParts(mapping.remote)
    if (rest && (!best || length > best.length)) best = { mapping, rest, length }
  }
  if (!best) return ownForm(remotePath)
  const { local } = best.mapping
  const separator = isOfWindows(local) ? '\\' : '/'
  return [local.replace(isOfWindows(local) ? /(?<![\\/])[\\/]+$/ : /(?<!\/)\/+$/, ''), ...best.rest].join(separator)
}

/** Whether the paths are equal, or one contains the other. */
export const overlap = (path: string, other: string): boolean =>
  partsBelow(path, other) !== undefined || partsBelow(other, path) !== undefined

/** A client's path, which is relative to one of its folders unless it is absolute. */
export function inside(folder: string, path: string): string {
  if (path === '' || folder === '') return folder || path
  if (isFullPath(path)) return path
  return `${folder.replace(/(?<![\\/])[\\/]+$/, '')}${isOfWindows(folder) ? '\\' : '/'}${path}`
}
