import { isBelow } from '../filing/folders'
import type { Files } from '../platform/ports'
import { groupPaths } from './path-map'

/** A sentence for each place with comics that no library folder holds: only library folders are read. */
export async function outsideLibrary(
  folders: readonly string[],
  roots: readonly string[],
  files: Pick<Files, 'real'>,
): Promise<string[]> {
  const outside = folders.filter((folder) => !roots.some((root) => folder === root || isBelow(folder, root)))
  const sentences: string[] = []
  for (const { prefix, count } of groupPaths(outside)) {
    const real = await files.real(prefix).catch(() => undefined)
    if (real === undefined) continue // the preview named it
    const series = count === 1 ? 'One series is' : `${count} series are`
    sentences.push(
      `${series} in ${prefix}, which is no library folder. Add it in the settings, so that they can be read.`,
    )
  }
  return sentences
}
