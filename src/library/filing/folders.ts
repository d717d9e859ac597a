import { basename, dirname, extname, resolve } from 'node:path'
import { isBelow } from '../../base/platform/paths'
import type { Files } from '../../base/platform/ports'

export { isBelow }

/** The nearest library folder that contains the path. */
export function rootAbove(roots: readonly string[], path: string): string | undefined {
  const holding = roots.map((root) => resolve(root)).filter((root) => isBelow(path, root))
  return holding.sort((a, b) => b.length - a.length)[0]
}

/** The nearest folder that contains all of them; null when that is a library folder or above. */
export function commonFolder(paths: readonly string[], rootOf: (path: string) => string | undefined): string | null {
  let folder = dirname(paths[0] ?? '')
  while (!paths.every((path) => isBelow(path, folder))) {
    const above = dirname(folder)
    if (above === folder) return null
    folder = above
  }
  const root = rootOf(paths[0] ?? '')
  return root !== undefined && isBelow(folder, root) ? folder : null
}

/** Removes the folder and empty parents, but none of `roots` and nothing outside them. */
export async function removeEmptyFolders(files: Files, folder: string, roots: readonly string[]): Promise<void> {
  for (let each = folder; rootAbove(roots, each) !== undefined; each = dirname(each))
    if (!(await files.removeEmptyFolder(each))) return
}

/** Whether `path` is `wanted`, or `wanted` with a number added because the name was taken. */
export function isNameFor(wanted: string, path: string): boolean {
  if (dirname(wanted) !== dirname(path) || extname(wanted) !== extname(path)) return false
  const [stem, own] = [basename(wanted, extname(wanted)), basename(path, extname(path))]
  return own === stem || (own.startsWith(stem) && /^ \(\d+\)$/.test(own.slice(stem.length)))
}

/** Creates a folder; new folders on the way get mode, owner and group of the folder `like`, as far as possible. */
export async function makeFolderLike(files: Files, folder: string, like: string): Promise<void> {
  const made = await files.makeFolder(folder)
  if (made === undefined) return
  for (let each = folder; each.length >= made.length; each = dirname(each)) await files.keepAccess(like, each)
}
