import type { Files } from '../../base/platform/ports'
import { pluralWords } from '../../base/platform/words'
import { isBelow } from '../../library/filing/folders'
import { groupPaths, type SourcePathMapping } from './path-map'
import type { SettingsPorts } from './source'

interface Outside {
  /** Folders of the series that were moved in. */
  folders: readonly string[]
  /** Folders of this machine that the user chose. */
  mappings: readonly SourcePathMapping[]
  settings: Pick<SettingsPorts, 'change' | 'libraryFolders' | 'view'>
  files: Pick<Files, 'real'>
}

const isIn = (folder: string, root: string) => folder === root || isBelow(folder, root)

/**
 * Makes the folders of the moved series library folders, since only files there are read: those that the user mapped
 * are added; for every other place with comics a sentence names it.
 */
export async function coverFolders({ folders, mappings, settings, files }: Outside): Promise<string[]> {
  const manga = () => settings.view().manga_dirs as string[]
  const roots = () => [...settings.libraryFolders(), ...manga()]
  const outside = () => {
    const now = roots() // once: the settings are read from many tables
    return folders.filter((folder) => !now.some((root) => isIn(folder, root)))
  }
  const before = outside()
  for (const { to } of mappings) {
    if (!before.some((folder) => isIn(folder, to))) continue
    const now = settings.libraryFolders()
    if (!roots().some((root) => isIn(to, root))) await settings.change({ comic_dirs: [...now, to] })
  }
  const sentences: string[] = []
  for (const { prefix, count } of groupPaths(outside())) {
    const real = await files.real(prefix).catch(() => undefined)
    if (real === undefined) continue // the preview named it
    sentences.push(
      pluralWords(
        count,
        `One series is in ${prefix}, which is no library folder. Add it in the settings, so that they can be read.`,
        `{count} series are in ${prefix}, which is no library folder. Add it in the settings, so that they can be read.`,
      ),
    )
  }
  return sentences
}
