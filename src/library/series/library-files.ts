import { basename, dirname, resolve } from 'node:path'
import { isIn } from '../../base/platform/paths'
import type { Files } from '../../base/platform/ports'
import { Refusal } from '../../base/refusal'

export interface LibraryFiles extends Files {
  /** Whether the path is below a library folder, without resolving links. */
  isListed(path: string): boolean
}

/**
 * Files restricted to the library folders of the settings: `real` throws Refusal 'forbidden' for others, including
 * links that lead out, so that write access to a library folder does not expose other files of the machine. Library
 * folders themselves may be links. `linkTarget` names the target of a link that Panelkeep made: such a link is followed
 * while it leads there.
 */
export function libraryFiles(
  files: Files,
  roots: () => readonly string[],
  linkTarget: (path: string) => string | undefined = () => undefined,
): LibraryFiles {
  const all = () => roots().map((root) => resolve(root))
  const isListed = (path: string) => all().some((root) => isIn(resolve(path), root))
  const real = async (requested: string) => {
    const path = resolve(requested)
    const found = await files.real(path)
    if (found === undefined || (await isWithin(found, path))) return found
    if (isListed(path) && linkTarget(path) === found) return found
    throw outside(path, found, isListed(path))
  }
  /** The closest library folder first: the disk of another may not respond. */
  const isWithin = async (found: string, path: string) => {
    const above = all().filter((root) => isIn(path, root))
    if (found === path && above.length > 0) return true
    const nearest = above.sort((a, b) => b.length - a.length)
    for (const folder of [...nearest, ...all().filter((root) => !above.includes(root))]) {
      const realFolder = await files.real(folder).catch(() => undefined) // an unreachable folder contains nothing
      if (realFolder !== undefined && isIn(found, realFolder)) return true
    }
    return false
  }
  return { ...files, real, isListed }
}

function outside(path: string, found: string, isLink: boolean): Refusal {
  const what = isLink ? 'is a link that leads out of' : 'is outside'
  const add = `Add ${dirname(isLink ? found : path)} or a folder above it in Settings, Folders.`
  return new Refusal('forbidden', `${basename(path)} ${what} the library folders. ${add}`)
}
