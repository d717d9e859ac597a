import { basename, dirname, resolve, sep } from 'node:path'
import type { Files } from '../platform/ports'
import { Refusal } from '../refusal'

export interface LibraryFiles extends Files {
  /** Whether the path is below a library folder, links unread. */
  isListed(path: string): boolean
}

/**
 * Files of which only those in the library folders of the settings are found: `real` throws Refusal 'forbidden' for
 * others, links that lead out included, so that whoever may write into one cannot have other files of the machine sent
 * out. Library folders may be links themselves.
 */
export function libraryFiles(files: Files, roots: () => readonly string[]): LibraryFiles {
  const all = () => roots().map((root) => resolve(root))
  const isListed = (path: string) => all().some((root) => isIn(resolve(path), root))
  const real = async (asked: string) => {
    const path = resolve(asked)
    const found = await files.real(path)
    if (found === undefined || (await isWithin(found, path))) return found
    throw outside(path, found, isListed(path))
  }
  /** Reads the nearest first: the disk of another folder may not answer. */
  const isWithin = async (found: string, path: string) => {
    const above = all().filter((root) => isIn(path, root))
    if (found === path && above.length > 0) return true
    const nearest = above.sort((a, b) => b.length - a.length)
    for (const folder of [...nearest, ...all().filter((root) => !above.includes(root))]) {
      const home = await files.real(folder).catch(() => undefined) // a folder that cannot be reached holds nothing
      if (home !== undefined && isIn(found, home)) return true
    }
    return false
  }
  return { ...files, real, isListed }
}

function outside(path: string, found: string, isLink: boolean): Refusal {
  const what = isLink ? 'is a link that leads out of' : 'is outside'
  const add = `Add ${dirname(isLink ? found : path)} or a folder above it in Settings, Folders and watching.`
  return new Refusal('forbidden', `${basename(path)} ${what} the library folders. ${add}`)
}

function isIn(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
