import { isFullPath, ownForm, partsBelow, pathParts, styleOf } from '../../../base/platform/paths'
import type { ClientPathMapping } from './store'

export { isFullPath }

const isOfWindows = (path: string) => styleOf(path) === 'windows'

/**
 * The local path of a client's path, by the mapping with the longest matching folder; unchanged without one. A folder
 * matches whole names only: `/data` is no part of `/database`.
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

/** Whether both paths are one, or one is inside the other. */
export const overlap = (path: string, other: string): boolean =>
  partsBelow(path, other) !== undefined || partsBelow(other, path) !== undefined

/** A path that a client writes as inside a folder of its own, unless it is a whole one. */
export function inside(folder: string, path: string): string {
  if (path === '' || folder === '') return folder || path
  if (isFullPath(path)) return path
  return `${folder.replace(/(?<![\\/])[\\/]+$/, '')}${isOfWindows(folder) ? '\\' : '/'}${path}`
}
