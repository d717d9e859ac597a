import type { PathMapping } from './store'

const isWindows = (path: string) => /^(?:[a-z]:|\\\\)/i.test(path)
const segmentsOf = (path: string) => path.split(isWindows(path) ? /[\\/]+/ : /\/+/).filter((each) => each !== '')
const wordOf = (path: string) => (isWindows(path) ? (each: string) => each.toLowerCase() : (each: string) => each)

/**
 * The local path of a client's path, by the mapping with the longest matching folder; unchanged without one. A folder
 * matches whole names only: `/data` is no part of `/database`.
 */
export function localPath(mappings: readonly PathMapping[], remotePath: string): string {
  let best: { mapping: PathMapping; rest: string[]; length: number } | undefined
  for (const mapping of mappings) {
    const rest = below(mapping.remote, remotePath)
    const { length } = segmentsOf(mapping.remote)
    if (rest && (!best || length > best.length)) best = { mapping, rest, length }
  }
  if (!best) return remotePath
  const { local } = best.mapping
  const separator = isWindows(local) ? '\\' : '/'
  return [local.replace(isWindows(local) ? /(?<![\\/])[\\/]+$/ : /(?<!\/)\/+$/, ''), ...best.rest].join(separator)
}

/** The path relative to the folder, as names; undefined when it is elsewhere. */
function below(folder: string, path: string): string[] | undefined {
  if (isWindows(folder) !== isWindows(path)) return undefined
  const word = wordOf(folder)
  const [above, all] = [segmentsOf(folder), segmentsOf(path)]
  return above.every((each, at) => all[at] !== undefined && word(each) === word(all[at]))
    ? all.slice(above.length)
    : undefined
}

/** Whether both paths are one, or one is inside the other. */
export const overlap = (path: string, other: string): boolean =>
  below(path, other) !== undefined || below(other, path) !== undefined

/** Whether a path of a client begins at the top of a disk. */
export const isWhole = (path: string): boolean => path.startsWith('/') || isWindows(path)

/** A path that a client writes as inside a folder of its own, unless it is a whole one. */
export function inside(folder: string, path: string): string {
  if (path === '' || folder === '') return folder || path
  if (isWhole(path)) return path
  return `${folder.replace(/(?<![\\/])[\\/]+$/, '')}${isWindows(folder) ? '\\' : '/'}${path}`
}
