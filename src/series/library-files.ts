import { basename, dirname, resolve, sep } from 'node:path'
import type { Files } from '../platform/ports'
import { Refusal } from '../refusal'

/**
 * Files of which only those of the library are found: `real` throws Refusal 'forbidden' where a link leads out of the
 * library folders, so that whoever may write into one cannot have other files of the machine sent out. Library folders
 * may be links themselves. What lies below none of `roots`, because its folder was taken off the settings, may be a
 * link to something beside it.
 */
export function libraryFiles(files: Files, roots: () => readonly string[]): Files {
  const real = async (path: string) => {
    const found = await files.real(path)
    if (found === undefined || found === path || (await isWithin(found, path))) return found
    throw new Refusal('forbidden', `${basename(path)} is a link that leads out of the library folders.`)
  }
  /** Asks the nearest first: the disk of another folder may not answer. */
  const isWithin = async (found: string, path: string) => {
    const all = roots().map((root) => resolve(root))
    const above = all.filter((root) => path === root || isBelow(path, root)).sort((a, b) => b.length - a.length)
    const others = above.length === 0 ? [dirname(path)] : all.filter((root) => !above.includes(root))
    for (const folder of [...above, ...others]) {
      const home = await files.real(folder).catch(() => undefined) // a folder that cannot be reached holds nothing
      if (home !== undefined && (found === home || isBelow(found, home))) return true
    }
    return false
  }
  return { ...files, real }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
