import { isAbsolute, join, resolve } from 'node:path'
import { Refusal } from '../../../base/refusal'
import { isBelow } from '../../filing/folders'
import { folderParts, type NamingSettings } from '../../filing/naming'
import type { SeriesFacts } from '../providers/provider'

/** Folder of a new series: a chosen one, or its own folder in that library folder. */
export interface ChosenFolder {
  location?: string
  root?: string
}

/** The folder chosen for a new series. Throws Refusal 'invalid' for a folder outside the library. */
export function chosenFolder(chosen: string | null | undefined, roots: readonly string[]): ChosenFolder {
  if (!chosen) return {}
  if (!isAbsolute(chosen)) throw new Refusal('invalid', `${chosen} is not a full path.`)
  const folder = resolve(chosen)
  if (roots.some((root) => resolve(root) === folder)) return { root: folder }
  if (roots.some((root) => isBelow(folder, resolve(root)))) return { location: folder }
  throw new Refusal('invalid', `${chosen} is not in a library folder.`)
}

/** The series' own folder, named by the settings; it is created with the first file. */
export function newSeriesFolder(root: string, facts: SeriesFacts, naming: NamingSettings): string {
  const { name = '', publisher = null, imprint = null, year = null, volume = null, book_type = 'Print' } = facts
  return join(root, ...folderParts({ name, publisher, imprint, year, volume, book_type }, naming))
}
