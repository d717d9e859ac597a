import { isAbsolute, relative, resolve, sep } from 'node:path'
import { Refusal } from '../refusal'

/**
 * The folder that somebody chose for a new series; undefined where a library folder was chosen, in which the series gets
 * a folder of its own when its first file comes. Throws Refusal 'invalid' for a folder outside the library.
 */
export function seriesFolder(chosen: string | null | undefined, roots: readonly string[]): string | undefined {
  if (!chosen) return undefined
  if (!isAbsolute(chosen)) throw new Refusal('invalid', `${chosen} is not a whole path.`)
  const folder = resolve(chosen)
  if (roots.some((root) => resolve(root) === folder)) return undefined
  if (roots.some((root) => isInside(resolve(root), folder))) return folder
  throw new Refusal('invalid', `${chosen} is in none of your library folders.`)
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
